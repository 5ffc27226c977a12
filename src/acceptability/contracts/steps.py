"""Define a step of a job that evaluates a dataset: the plan says what it is, the job runs it. Imports no package."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from acceptability.analyses.subject import Subject


SCRIPT, FROM_FILES = "script", "from files"  # kinds of steps of studies, which only records have


@dataclass(frozen=True)
class Step:
    """Declare a step of a job.

    Parameters:
        name: such as ``deltas/gpt2``, ``criteria``, ``correlations/pairs``, ``tables/criteria``; unique in its dataset.
        kind: what runs it, in acceptability.steps: measure, analysis, table or figure.
        inputs: the path, or the paths, of what it reads, by argument.
        outputs: the paths of what it writes, by what it is.
        settings: what else its result depends on. Of a measure, these are further arguments of the function.
        code: a digest of the modules that it runs.
        function: of acceptability.measuring; empty for what is no measure.
    """

    name: str
    kind: str
    inputs: Mapping[str, str | list[str]]
    outputs: Mapping[str, str]
    settings: Mapping[str, Any] = field(default_factory=dict)
    code: str = ""
    function: str = ""

    @property
    def label(self) -> str:
        """Return its name without ``tables`` or ``figures``, as recipes have it."""
        return self.name.removeprefix(f"{self.kind}s/")

    @property
    def reads(self) -> list[str]:
        """Return the paths of all files that it reads."""
        return [path for paths in self.inputs.values() for path in ([paths] if isinstance(paths, str) else paths)]

    @property
    def writes(self) -> list[str]:
        """Return the paths of all files that it writes."""
        return list(self.outputs.values())


@dataclass(frozen=True, repr=False)
class Work:
    """Contain what a job does. As a text, it is a digest, which Snakemake compares with the one that it recorded.

    Of parameters, Snakemake compares only texts, numbers and lists of these.

    Parameters:
        steps: each after those that write what it reads.
        subject: the dataset that they are about.
    """

    steps: Sequence[Step]
    subject: "Subject"

    def __repr__(self) -> str:
        return f"{len(self.steps)} steps, {hashlib.sha256(repr(list(self.steps)).encode()).hexdigest()[:16]}"
