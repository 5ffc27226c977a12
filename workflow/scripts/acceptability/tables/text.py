"""Tables as people read them: numbers, headings, and LaTeX (booktabs)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import pandas as pd

from acceptability.contracts.columns import Table

_SPECIAL = {character: f"\\{character}" for character in "&%$#_{}"}
_SPECIAL |= {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
_SYMBOLS = {"δ": r"$\delta$", "Δ": r"$\Delta$", "τ": r"$\tau$", "−": "$-$", "“": "``", "”": "''", "’": "'"}
ESCAPED = str.maketrans(_SPECIAL | _SYMBOLS)

WIDTHS = {"Acceptable": 0.26, "Unacceptable": 0.26, "Got by": 0.14}  # of columns that wrap; share of the text width


@dataclass(frozen=True)
class Made:
    """A table that was made: ``frame`` for the CSV, and its caption.

    ``latex`` is what LaTeX shows where that is another frame; ``long`` lets it break across pages.
    """

    frame: pd.DataFrame
    caption: str
    long: bool = False
    latex: pd.DataFrame | None = None


@dataclass(frozen=True)
class StudyTable:
    """A table of one study: ``make`` takes, by argument, the files that the study's manifest names.

    ``contracts`` name the table that each file holds; None: any CSV, as text.
    """

    contracts: Mapping[str, Table | None]
    make: Callable[..., Made]


def shown(value: float, places: int) -> str:
    """A number with fixed decimals and a true minus; empty for NaN."""
    return "" if pd.isna(value) else f"{value:.{places}f}".replace("-", "−")


def interval(row: pd.Series) -> str:
    """The 95 % interval of a row, after a space; empty where there is none."""
    return "" if pd.isna(row["low"]) else f" [{shown(row['low'], 3)}, {shown(row['high'], 3)}]"


def with_interval(frame: pd.DataFrame, value: str, low: str, high: str) -> pd.Series:
    """Each row's value, by these names of columns, with its 95 % interval."""
    ends = frame[[low, high]].set_axis(["low", "high"], axis=1)
    return frame[value].map(lambda number: shown(number, 3)) + ends.apply(interval, axis=1)


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


def to_latex(table: pd.DataFrame, caption: str, label: str, long: bool = False) -> str:
    """A LaTeX table with booktabs rules; ``long`` breaks across pages (longtable). Sentences wrap."""
    kinds = "".join(f"p{{{WIDTHS[name]}\\textwidth}}" if name in WIDTHS else "l" for name in table)
    caption = caption.translate(ESCAPED)
    head = f"\\toprule\n{_line(table)}\\midrule\n"
    body = "".join(map(_line, table.itertuples(index=False, name=None)))
    if not long:
        return (
            f"% Needs the package booktabs.\n\\begin{{table}}\n\\caption{{{caption}}}\n\\label{{{label}}}\n"
            f"\\begin{{tabular}}{{{kinds}}}\n{head}{body}\\bottomrule\n\\end{{tabular}}\n\\end{{table}}\n"
        )
    return (
        f"% Needs the packages booktabs and longtable.\n\\begin{{longtable}}{{{kinds}}}\n"
        f"\\caption{{{caption}}} \\label{{{label}}} \\\\\n{head}\\endfirsthead\n\\caption[]{{{caption}}} \\\\\n{head}"
        f"\\endhead\n\\midrule\n\\multicolumn{{{table.shape[1]}}}{{r}}{{Continued on next page}} \\\\\n\\midrule\n"
        f"\\endfoot\n\\bottomrule\n\\endlastfoot\n{body}\\end{{longtable}}\n"
    )


def _line(cells) -> str:
    """One line of a LaTeX table; a first ``[`` or ``*`` must not be taken for an argument of the rule before it."""
    texts = ["" if pd.isna(cell) else str(cell).translate(ESCAPED) for cell in cells]
    return ("{}" if texts[0].startswith(("[", "*")) else "") + " & ".join(texts) + " \\\\\n"
