"""Declare the files that a study's figures, tables and printed numbers need. Rules read it; it imports no package."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from acceptability.contracts.columns import Table

if TYPE_CHECKING:
    from acceptability.plan.studies import Study

CSV, PATH = "csv", "path"  # of a file that holds no table of the catalogue: read as text, or not read


@dataclass(frozen=True)
class File:
    """Declare a file that a study reads.

    Parameters:
        path: where it is.
        holds: the name of a table of the catalogue; or CSV, any table, read as text; or PATH: a function reads it.
    """

    path: str
    holds: str


def one(table: Table, **at: str) -> File:
    """Return the table of a dataset, a system or a study: ``at`` has the wildcards of its path."""
    return File(table.path.format(**at), table.name)


def fetched(name: str, holds: str = CSV) -> File:
    """Return a fetched file by its registered name."""
    return File(f"resources/raw/{name}", holds)


@dataclass(frozen=True)
class Artefact:
    """Declare a figure, a table or a metric of a study. The function that makes it has its name, with ``_`` for ``-``.

    Parameters:
        reads: a file, by the argument of the function that gets its content; or a function that returns these for
            the study, where they depend on its datasets.
        caption: one caption, for PDF, HTML, LaTeX and documentation.
        settings: attributes of the Subject or the Overview that the function gets (analyses.subject).
        when: words of what the study must have.
        fixed: further arguments of the function.
    """

    reads: Mapping[str, File] | Callable[[Study], Mapping[str, File]]
    caption: str
    settings: tuple[str, ...] = ()
    when: tuple[str, ...] = ()
    fixed: Mapping[str, object] = field(default_factory=dict)

    def files(self, study: Study) -> Mapping[str, File]:
        """Return the files that it reads for a study, by argument."""
        return self.reads(study) if callable(self.reads) else self.reads
