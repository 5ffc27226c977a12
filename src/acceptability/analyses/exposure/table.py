"""Tabulate people's ratings of each kind of sentence as exposure grows, and the gaps of systems."""

from collections.abc import Iterable

import pandas as pd

from acceptability.analyses.exposure.compute import KIND
from acceptability.analyses.exposure.manifest import MOST
from acceptability.contracts.names import HUMAN
from acceptability.tables.text import PresentedTable, p_or_dash, with_interval

HEADINGS = ["Kind of sentences", "Value", "First stage", "Last stage", "Change per stage", "p"]


def best_row(exposure: pd.DataFrame) -> list[str]:
    """Return the row whose scores have the highest correlation with ratings, in a list; none where there are none."""
    of_systems = exposure.dropna(subset="r").sort_values("r", kind="stable", ascending=False)
    return of_systems["row"].head(1).tolist()


def most_answered(exposure: pd.DataFrame) -> list[tuple[str, str]]:
    """Return the kinds of sentences, ``design, construction``, in their order; of more than MOST, those with most
    answers.
    """
    answers = exposure[exposure["row"] == HUMAN].groupby(KIND, sort=False)["answers"].sum()
    return answers.index[answers.rank(ascending=False, method="first") <= MOST].tolist()


def names_of(kinds: Iterable[tuple[str, str]]) -> list[str]:
    """Return the name of each kind of sentence, ``design, construction``; without the design where there is one."""
    kinds = list(kinds)
    several = len({design for design, _ in kinds}) > 1
    return [f"{design}: {construction}" if several else construction for design, construction in kinds]


def make_exposure(
    *, exposure: pd.DataFrame, exposure_slopes: pd.DataFrame, labels: dict[str, str]
) -> PresentedTable | pd.DataFrame:
    """Return a row for people and for each system's gap, of each kind of sentence: at its first and its last stage.

    LaTeX shows the first rows: kinds with most answers, and the gap of the system with the highest correlation only.
    """
    names = {HUMAN: "People’s mean"} | {row: f"Gap of {label}" for row, label in labels.items()}
    exposure = exposure[exposure["row"].isin(names)]
    if exposure.empty:
        return pd.DataFrame(columns=HEADINGS)
    kinds = list(exposure[KIND].drop_duplicates().itertuples(index=False, name=None))
    at = exposure.groupby(KIND, sort=False)["stage"]
    ends = {"First stage": at.transform("min"), "Last stage": at.transform("max")}
    columns = {heading: _cells(exposure[exposure["stage"] == stage]) for heading, stage in ends.items()}
    slopes = exposure_slopes.assign(row=HUMAN).set_index([*KIND, "row"])
    columns |= {"Change per stage": with_interval(slopes, "slope", "low", "high"), "p": slopes["p_holm"].map(p_or_dash)}
    filled = columns["Last stage"].index
    order = [(*kind, row) for kind in kinds for row in names if (*kind, row) in filled]
    main = [(*kind, row) for kind in most_answered(exposure) for row in (HUMAN, *best_row(exposure))]
    main = [key for key in main if key in filled]
    order = [*main, *(key for key in order if key not in main)]
    table = pd.DataFrame({heading: cells.reindex(order).fillna("") for heading, cells in columns.items()})
    by_kind = dict(zip(kinds, names_of(kinds), strict=True))
    table.insert(0, "Kind of sentences", [by_kind[key[:-1]] for key in order])
    table.insert(1, "Value", [names[key[-1]] for key in order])
    table = table.reset_index(drop=True)
    return PresentedTable(table, table[: len(main)])


def _cells(at_stage: pd.DataFrame) -> pd.Series:
    """Write people's means, with the number of answers, or gaps, by kind and row."""
    at_stage = at_stage.set_index([*KIND, "row"])
    people = with_interval(at_stage, "value", "low", "high") + " (" + at_stage["answers"].map("{:,}".format) + ")"
    return people.where(at_stage["gap"].isna(), with_interval(at_stage, "gap", "gap_low", "gap_high"))
