"""People's ratings of each kind of sentence as exposure grows, and the gaps of systems."""

from collections.abc import Iterable

import pandas as pd

from acceptability.analyses.exposure.compute import HUMAN, KIND
from acceptability.tables.text import PresentedTable, with_interval


def best_row(exposure: pd.DataFrame) -> list[str]:
    """Return the row whose scores have the highest correlation with ratings, in a list; none where there are none."""
    of_systems = exposure.dropna(subset="r").sort_values("r", kind="stable", ascending=False)
    return of_systems["row"].head(1).tolist()


def names_of(kinds: Iterable[tuple[str, str]]) -> list[str]:
    """Return the name of each kind of sentence, ``design, construction``; without the design where there is one."""
    kinds = list(kinds)
    several = len({design for design, _ in kinds}) > 1
    return [f"{design}: {construction}" if several else construction for design, construction in kinds]


def make_exposure(
    *, exposure: pd.DataFrame, exposure_slopes: pd.DataFrame, labels: dict[str, str]
) -> PresentedTable | pd.DataFrame:
    """Return a row for people and for each system's gap, of each kind of sentence: at its first and its last stage.

    LaTeX shows the gap of the system with the highest correlation only.
    """
    names = {HUMAN: "People"} | {row: f"Gap of {label}" for row, label in labels.items()}
    exposure = exposure[exposure["row"].isin(names)]
    if exposure.empty:
        return pd.DataFrame(columns=["Sentences", "Of", "First stage", "Last stage", "Change a stage"])
    kinds = list(exposure[KIND].drop_duplicates().itertuples(index=False, name=None))
    at = exposure.groupby(KIND, sort=False)["stage"]
    ends = {"First stage": at.transform("min"), "Last stage": at.transform("max")}
    columns = {heading: _cells(exposure[exposure["stage"] == stage]) for heading, stage in ends.items()}
    slopes = exposure_slopes.assign(row=HUMAN).set_index([*KIND, "row"])
    columns["Change a stage"] = with_interval(slopes, "slope", "low", "high")
    there = columns["Last stage"].index
    order = [(*kind, row) for kind in kinds for row in names if (*kind, row) in there]
    table = pd.DataFrame({heading: cells.reindex(order).fillna("") for heading, cells in columns.items()})
    row = [key[-1] for key in order]
    table.insert(0, "Sentences", [dict(zip(kinds, names_of(kinds), strict=True))[key[:-1]] for key in order])
    table.insert(1, "Of", [names[one] for one in row])
    best = [one in (HUMAN, *best_row(exposure)) for one in row]
    table = table.reset_index(drop=True)
    return PresentedTable(table, table[best])


def _cells(at_stage: pd.DataFrame) -> pd.Series:
    """Write people's means, with the number of answers, or gaps, by kind and row."""
    at_stage = at_stage.set_index([*KIND, "row"])
    people = with_interval(at_stage, "value", "low", "high") + " (" + at_stage["answers"].map("{:,}".format) + ")"
    return people.where(at_stage["gap"].isna(), with_interval(at_stage, "gap", "gap_low", "gap_high"))
