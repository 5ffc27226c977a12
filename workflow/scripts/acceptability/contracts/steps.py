"""Define a step of a job that evaluates a dataset: the plan says what it is, the job runs it. Imports no package."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Step:
    """A step of a job.

    Parameters:
        name: such as ``deltas/gpt2``, ``criteria``, ``correlations/pairs``, ``tables/criteria``; unique in its dataset.
        kind: what runs it, in acceptability.steps: measure, analysis, table or figure.
        runs: the function of acceptability.measuring, or the folder of the analysis; empty for tables and figures.
        inputs: the path, or the paths, of what it reads, by argument.
        outputs: the paths of what it writes, by what it is.
        settings: further arguments. Of a table or figure, these are its ``owner``, its ``name``, and how it is
            ``made`` (see plan.artefacts.described).
        code: a digest of the modules that it runs.
    """

    name: str
    kind: str
    runs: str
    inputs: Mapping[str, str | list[str]]
    outputs: Mapping[str, str]
    settings: Mapping[str, object] = field(default_factory=dict)
    code: str = ""

    @property
    def reads(self) -> list[str]:
        """Return the paths of all files that it reads."""
        return [path for paths in self.inputs.values() for path in ([paths] if isinstance(paths, str) else paths)]

    @property
    def writes(self) -> list[str]:
        """Return the paths of all files that it writes."""
        return list(self.outputs.values())


class Steps(list):
    """The steps of a job, as its parameter. They print as a digest, which is all that Snakemake records of them."""

    def __repr__(self) -> str:
        return f"{len(self)} steps, {hashlib.sha256(super().__repr__().encode()).hexdigest()[:16]}"

    __str__ = __repr__
