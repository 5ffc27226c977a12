"""Define what studies share when they recompute printed numbers: evidence and quantities (pure)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

Files = Mapping[str, pd.DataFrame | Path | list[Path]]  # a table in a file; the path of any other file; several


@dataclass(frozen=True, kw_only=True)
class Evidence:
    """Describe the part of a study's evidence that all studies have; each study adds the tables that it recomputes
    from.

    Attributes:
        rows: the study's rows (system/measure), in order.
        variants: by name, what is chosen in each variant of the computation. One of them is called ``corrected``.
    """

    rows: Sequence[str]
    variants: Mapping[str, object]


@dataclass(frozen=True)
class About:
    """Describe a recomputed number, and the ``unit`` (10, 100, …) to which the paper rounds it: “about 2400 pairs”."""

    value: float
    unit: float

    @property
    def nearest(self) -> float:
        """Return the number, rounded to the unit."""
        return round(self.value / self.unit) * self.unit


Value = float | bool | About
Quantity = Callable[..., Value]  # takes the evidence, the name of a variant, and the words of a fact's argument


class NotRecomputable(Exception):
    """Report that a quantity lacks something, which the message names."""


class NotFetched(NotRecomputable):
    """Report that a quantity needs a registered file that is not fetched; the message has the command."""


def not_fetched(*names: str) -> NotFetched:
    """Return the exception for quantities that need these registered files, which the user may fetch."""
    files = " ".join(f"resources/raw/{name}" for name in names)
    return NotFetched(f"fetch the file with: .venv/bin/snakemake --cores 1 -- {files}; then run again")


def unexpected(columns: Sequence[str]) -> NotRecomputable:
    """Return the exception for quantities from a registered file whose columns are others than expected."""
    return NotRecomputable(f"the file is as registered, but its columns are {', '.join(columns) or 'missing'}")


def equal_for_all(counts: pd.Series) -> float:
    """Return the number that all counts have; NaN where they differ."""
    return counts.iloc[0] if counts.nunique() == 1 else float("nan")


def printed_cells(table: pd.DataFrame, place: str) -> pd.DataFrame:
    """Return the cells of one printed table, with the ``row`` and the ``column`` that each is in.

    Parameters:
        table: the contract PRINTED or REPRODUCTION; the item of a cell is ``row: column``.
        place: the printed table, such as ``Table 1``. Items without a column are left out.
    """
    cells = table[table["place"] == place]
    names = cells["item"].str.extract("(?P<row>.*): (?P<column>.*)")
    return cells.join(names).dropna(subset=["row"])
