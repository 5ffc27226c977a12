"""Tables as people read them: numbers and headings."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from acceptability.contracts.columns import Table
from acceptability.rounding import shown

FEW = 20  # of fewer, tables and reports say how many, not which share
_INTERVAL = r" \[−?\d\.\d{3}, −?\d\.\d{3}\]"  # as interval() writes it


@dataclass(frozen=True)
class Made:
    """A table that was made: ``frame`` for the CSV, and its caption.

    ``latex`` is what LaTeX shows where that is another frame.
    """

    frame: pd.DataFrame
    caption: str
    latex: pd.DataFrame | None = None


@dataclass(frozen=True)
class StudyTable:
    """A table of one study: ``make`` takes, by argument, the files that the study's manifest names.

    ``contracts`` name the table that each file holds; None: any CSV, as text; Path: the path of any other file.
    """

    contracts: Mapping[str, Table | type[Path] | None]
    make: Callable[..., Made]


def part(met: pd.Series) -> str:
    """The share of those that are 1, with three decimals; of fewer than FEW, how many of how many."""
    return f"{met.sum():.0f} of {len(met)}" if len(met) < FEW else shown(met.mean(), 3)


def or_dash(value: float, places: int) -> str:
    """A number as shown() writes it, and a dash where it is not defined."""
    return "–" if pd.isna(value) else shown(value, places)


def interval(row: pd.Series) -> str:
    """The 95 % interval of a row, after a space; empty where there is none."""
    return "" if pd.isna(row["low"]) else f" [{shown(row['low'], 3)}, {shown(row['high'], 3)}]"


def in_brackets(frame: pd.DataFrame, what: str = "95 % intervals") -> str:
    """The sentence of a caption that says what brackets hold, where any cell has some."""
    return f" In brackets: {what}." if frame.astype(str).stack().str.contains(_INTERVAL).any() else ""


def has(frame: pd.DataFrame, sign: str) -> bool:
    """Does a sign occur in any cell?"""
    return any(sign in str(cell) for cell in frame.to_numpy().ravel())


def with_interval(frame: pd.DataFrame, value: str, low: str, high: str) -> pd.Series:
    """Each row's value, by these names of columns, with its 95 % interval."""
    ends = frame[[low, high]].set_axis(["low", "high"], axis=1)
    return frame[value].map(lambda number: shown(number, 3)) + ends.apply(interval, axis=1)


def plus_minus(sds: pd.Series) -> pd.Series:
    """An SD as it stands after a number; empty where there is none."""
    return sds.map(lambda sd: "" if pd.isna(sd) else f" ± {shown(sd, 3)}")


def criterion_name(criterion: str, threshold: float) -> str:
    """A criterion as headings name it."""
    return "BLiMP" if criterion == "blimp" else f"ADC, δ = {threshold:g}"


def row_keys(frame: pd.DataFrame) -> pd.Series:
    """``system/measure`` of each row."""
    return frame["system"] + "/" + frame["measure"]


def by_criterion(frame: pd.DataFrame):
    """Heading and rows of each criterion and δ, in order of first appearance."""
    for (criterion, threshold), group in frame.groupby(["criterion", "threshold"], sort=False, dropna=False):
        yield criterion_name(criterion, threshold), group


def count_table(frame: pd.DataFrame, rows: str, columns: str, heading: str) -> pd.DataFrame:
    """Counts of one column's values by another's, with totals; values in order of first appearance."""
    counts = pd.crosstab(frame[rows], frame[columns])
    counts = counts.loc[frame[rows].drop_duplicates(), frame[columns].drop_duplicates()]
    counts.loc["all"] = counts.sum()
    counts["all"] = counts.sum(axis=1)
    return counts.rename_axis(heading).reset_index()
