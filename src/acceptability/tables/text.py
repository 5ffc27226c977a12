"""Format tables for readers: numbers and headings."""

from dataclasses import dataclass
from html import escape

import pandas as pd

from acceptability.rounding import short_of_one, shown

FEW = 20  # of fewer, tables and reports say how many, not which share


@dataclass(frozen=True)
class PresentedTable:
    """Describe a table for readers, where LaTeX shows another frame than the CSV holds.

    Parameters:
        frame: what the CSV holds.
        latex: what LaTeX shows.
        note: what the caption in LaTeX says beside that of the manifest, such as how many rows are left out.
        caption: what the manifest says of it.
        signature: what the numbers were computed from, a line for each system, where it is known.
        below: lines that a notebook shows below the table, such as why it has no intervals.
    """

    frame: pd.DataFrame
    latex: pd.DataFrame
    note: str = ""
    caption: str = ""
    signature: str = ""
    below: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return "\n".join(filter(None, [self.frame.to_string(index=False), *self.below, self.signature]))

    def _repr_html_(self) -> str:
        below = "".join(f"<p>{escape(line)}</p>" for line in self.below)
        lines = "<br>".join(map(escape, self.signature.splitlines()))
        return self.frame.to_html(index=False) + below + (f"<p><code>{lines}</code></p>" if lines else "")


def share_or_count(met: pd.Series) -> str:
    """Write the share of ones with three decimals; of fewer than FEW values, write how many of them are 1."""
    return f"{met.sum():.0f} of {len(met)}" if len(met) < FEW else short_of_one(met.mean(), 3)


def or_dash(value: float) -> str:
    """Write a number with three decimals, or a dash if it is not defined."""
    return "–" if pd.isna(value) else shown(value, 3)


def p_or_dash(p: float) -> str:
    """Write a p-value with three decimals, ``<0.001`` if it is smaller, or a dash if it is not defined."""
    return "<0.001" if p < 0.001 else or_dash(p)


def interval(row: pd.Series) -> str:
    """Write the 95 % interval of a row after a space, or nothing if there is none."""
    return "" if pd.isna(row["low"]) else f" [{short_of_one(row['low'], 3)}, {short_of_one(row['high'], 3)}]"


def with_interval(frame: pd.DataFrame, value: str, low: str, high: str) -> pd.Series:
    """Write each row's value with its 95 % interval; ``value``, ``low`` and ``high`` are names of columns."""
    ends = frame[[low, high]].set_axis(["low", "high"], axis=1)
    return frame[value].map(lambda number: short_of_one(number, 3)) + ends.apply(interval, axis=1)


def plus_minus(sds: pd.Series) -> pd.Series:
    """Write each SD as it is written after a number, or nothing if there is none."""
    return sds.map(lambda sd: "" if pd.isna(sd) else f" ± {shown(sd, 3)}")


def criterion_name(criterion: str, threshold: float) -> str:
    """Return the name of a criterion in headings."""
    return "BLiMP" if criterion == "blimp" else f"ADC, δ = {threshold:g}"


def by_criterion(frame: pd.DataFrame):
    """Yield the heading and the rows of each criterion and δ, in order of first appearance."""
    for (criterion, threshold), group in frame.groupby(["criterion", "threshold"], sort=False, dropna=False):
        yield criterion_name(criterion, threshold), group


def count_table(frame: pd.DataFrame, rows: str, columns: str, heading: str) -> pd.DataFrame:
    """Count one column's values by another's, with totals; values are in order of first appearance."""
    counts = pd.crosstab(frame[rows], frame[columns])
    counts = counts.loc[frame[rows].drop_duplicates(), frame[columns].drop_duplicates()]
    counts.loc["all"] = counts.sum()
    counts["all"] = counts.sum(axis=1)
    return counts.rename_axis(heading).reset_index()
