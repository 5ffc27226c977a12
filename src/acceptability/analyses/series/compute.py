"""Compute shares and r with people for series of systems that differ in one number, and how both change with it.

People's share is that of single answers where they chose one sentence of a pair. Else it is the share of pairs in which
the mean rating of the acceptable sentence is higher, where pairs are rated.
"""

from collections.abc import Iterator, Mapping
from itertools import pairwise

import numpy as np
import pandas as pd

from acceptability.analyses.series.manifest import SERIES, SERIES_TRENDS
from acceptability.contracts import systems
from acceptability.errors import InputError
from acceptability.statistics import choices as people_who_chose
from acceptability.statistics import criteria, levels, trends
from acceptability.statistics.clusters import cluster_numbers, holm
from acceptability.statistics.correlation import FEW, r_without_error

People = Mapping[str, tuple[float, float, float]]  # share and interval, by group
LEVELS = ("all", "phenomenon")


def compute(
    *,
    pairs: pd.DataFrame,
    choices: pd.DataFrame,
    deltas: dict[str, pd.DataFrame],
    scorings: Mapping[str, Mapping],
    series: Mapping[str, Mapping],
    dataset: str,
) -> dict[str, pd.DataFrame]:
    """Return the tables SERIES and SERIES_TRENDS; a series with one number, on several samples, has no trend.

    Parameters:
        choices: which sentences people chose; may be empty.
        deltas: tables DELTAS by system.
        scorings: what is recorded of scorings, by system: the number of parameters of a model.
        series: ``number`` (what it is of), ``systems`` (name → number, or None) and, if several of them may be trained
            on samples of one size, ``sampled``, by name.
    """
    by_id = pairs.set_index("pair_id", drop=False)
    answers = people_who_chose.without_excluded(choices) if len(choices) else choices
    judged = people_who_chose.by_pair(answers, pairs) if len(answers) else None
    rows, changes = [], []
    for key, entry in series.items():
        numbers = ordered(entry, scorings, f"series.{key}")
        measures = dict.fromkeys(measure for system in numbers for measure in deltas[system]["measure"])
        for measure in measures:
            tables = {system: deltas[system][deltas[system]["measure"] == measure] for system in numbers}
            tables = {system: table for system, table in tables.items() if len(table)}
            columns = systems.delta_columns(tables)
            columns = columns[criteria.counted(columns["human"]) & columns.notna().drop(columns="human").all(axis=1)]
            if len(tables) < 2 or not len(columns):
                continue
            columns.columns = ["human", *tables]
            at = np.array([numbers[system] for system in tables])
            keys = {"dataset": dataset, "series": key, "measure": measure}
            of_pairs = by_id.loc[columns.index]
            of_judged = None if judged is None else judged[judged["pair_id"].isin(columns.index)]
            people = people_of(columns["human"], of_pairs, answers, of_judged)
            rows += [keys | row for row in _shares(columns, of_pairs, at, people)]
            rows += [keys | row for row in _correlations(columns, by_id, at, judged)]
            if len(set(at)) > 1:
                share = people_by_pair(columns["human"], judged)
                changes.append(_trends(columns, of_pairs, at, share).assign(**keys))
    trend_columns = list(SERIES_TRENDS.columns)
    return {
        "series": pd.DataFrame(rows, columns=list(SERIES.columns)),
        "series_trends": pd.concat(changes)[trend_columns] if changes else pd.DataFrame(columns=trend_columns),
    }


def ordered(entry: Mapping, scorings: Mapping[str, Mapping], place: str) -> dict[str, float]:
    """Return the systems of a series with their numbers, smallest first; numbers that are None are those recorded.

    Raises InputError where two systems have one number that are not trained on samples of one size.
    """
    numbers = {
        system: float(scorings[system][entry["number"]] if number is None else number)
        for system, number in entry["systems"].items()
    }
    in_order = dict(sorted(numbers.items(), key=lambda item: item[1]))
    for one, other in pairwise(in_order):
        if numbers[one] == numbers[other] and not entry.get("sampled"):
            raise InputError(
                f"{place}.systems: {one} and {other} have the same {entry['number']}, {numbers[one]:g}; "
                "leave one out, or write their numbers"
            )
    return in_order


def people_by_pair(human: pd.Series, judged: pd.DataFrame | None) -> np.ndarray:
    """Return people's share of each pair, NaN where it is not known. Parameters as of people_of."""
    if judged is not None:
        return judged.set_index("pair_id")["share"].reindex(human.index).to_numpy(float)
    return criteria.right(human)


def people_of(human: pd.Series, pairs: pd.DataFrame, answers: pd.DataFrame, judged: pd.DataFrame | None) -> People:
    """Return people's share and its 95 % interval for each group of pairs; empty where nothing is known of people.

    Parameters:
        human: human deltas, in the order of ``pairs``, rows of PAIRS.
        answers: the table CHOICES.
        judged: the pairs of which people chose a sentence, as statistics.choices.by_pair returns them.
    """
    if judged is not None and judged.empty:
        return {}
    if judged is not None:
        shares = levels.shares_of_people(answers, judged)
    elif human.notna().any():
        shares = levels.shares_of_values((human > 0).to_numpy(float), (human == 0).to_numpy(float), pairs)
    else:
        return {}
    table = pd.DataFrame(shares, columns=levels.COLUMNS[1:])
    table = table[table["level"].isin(LEVELS)].set_index("group")[["share_ties_half", "half_low", "half_high"]]
    return {group: tuple(row) for group, row in zip(table.index, table.to_numpy(), strict=True)}


def _groups(pairs: pd.DataFrame) -> Iterator[tuple[dict, np.ndarray, np.ndarray]]:
    """Yield the cells that name each group, which pairs it has, and their units: all pairs, and phenomena."""
    several = pairs["phenomenon"].nunique() > 1
    for level, group, _, these, over, units in levels.groups(pairs):
        if level == "all" or (level == "phenomenon" and several):
            yield {"level": level, "group": group, "pairs": int(these.sum()), "over": over}, these, units


def _credit(columns: pd.DataFrame) -> np.ndarray:
    """Return what each pair adds to the share of each system (pairs × systems)."""
    models = columns.drop(columns="human")
    return np.column_stack([criteria.credit(columns["human"], models[system], "blimp") for system in models])


def _shares(columns: pd.DataFrame, pairs: pd.DataFrame, at: np.ndarray, people: People) -> Iterator[dict]:
    """Yield the rows of shares; their values and intervals are those of statistics.levels."""
    several = pairs["phenomenon"].nunique() > 1
    for system, number in zip(columns.columns.drop("human"), at, strict=True):
        hits = criteria.meets(columns["human"], columns[system], "blimp").astype(float)
        ties = (columns[system] == 0).to_numpy(float)
        for row in levels.shares_of_values(hits, ties, pairs):
            cells = dict(zip(levels.COLUMNS[1:], row, strict=True))
            if cells["level"] not in LEVELS[: 1 + several]:
                continue
            people_of_group = people.get(cells["group"], (np.nan,) * 3)
            yield {name: cells[name] for name in ("level", "group", "pairs", "over")} | {
                "system": system,
                "number": number,
                "statistic": "share",
                "value": cells["share_ties_half"],
                "low": cells["half_low"],
                "high": cells["half_high"],
                "strict": cells["share"],
                **dict(zip(("people", "people_low", "people_high"), people_of_group, strict=True)),
            }


def _correlations(
    columns: pd.DataFrame, pairs: pd.DataFrame, at: np.ndarray, judged: pd.DataFrame | None
) -> Iterator[dict]:
    """Yield the rows of r with human deltas or, where no pair is rated, with shares of people who chose."""
    if columns["human"].isna().all():
        if judged is None:
            return
        columns = columns.assign(human=judged.set_index("pair_id")["share"].reindex(columns.index))
    columns = columns.dropna()
    if not len(columns):
        return
    for keys, these, units in _groups(pairs.loc[columns.index]):
        group = columns[these]
        clusters = cluster_numbers(units)
        for system, number in zip(columns.columns.drop("human"), at, strict=True):
            sides = group["human"].to_numpy(), group[system].to_numpy()
            r = r_without_error(*sides, np.zeros(len(group)), clusters)
            low, high = r.r_interval() if len(group) >= FEW else (np.nan, np.nan)
            cells = {"system": system, "number": number, "statistic": "r", "value": r.value, "low": low, "high": high}
            yield keys | cells


def _trends(columns: pd.DataFrame, pairs: pd.DataFrame, at: np.ndarray, people: np.ndarray) -> pd.DataFrame:
    """Return the columns of SERIES_TRENDS that do not name the series, for one measure of one series.

    ``people``: their share of each pair, as people_by_pair returns it.
    """
    credit, every = _credit(columns), at
    at = np.unique(every)
    credit = np.column_stack([credit[:, every == number].mean(axis=1) for number in at])  # samples of a size: the mean
    rows: list[dict[str, object]] = []
    fall_ps = []
    for keys, these, units in _groups(pairs):
        unit_credit = credit[these]
        rise, p, differ = trends.slope(unit_credit, at, units)
        apart, ps = trends.falls(unit_credit, units)
        known = np.isfinite(people[these])
        apart_from_people = trends.apart_from(people[these][known], unit_credit[known], units[known])
        first, below = trends.first_reaching(apart_from_people)
        cells: dict[str, object] = {"units": len(set(units)), "differ": differ, "slope": rise.value, "p": p}
        cells |= dict(zip(("low", "high"), rise.interval(), strict=True))
        if first is not None:
            reached = apart_from_people[first]
            cells |= {"first": at[first], "above_people": reached.value}
            cells |= dict(zip(("above_low", "above_high"), reached.interval(most=1), strict=True))
        cells["below_again"] = np.nan if below is None else at[below]
        worse = [place for place, change in enumerate(apart) if change.value < 0]
        if worse:
            place = min(worse, key=lambda place: (np.nan_to_num(ps[place], nan=1.0), apart[place].value))
            cells |= {"fall": apart[place].value, "fall_from": at[place], "fall_p": ps[place]}
            cells |= dict(zip(("fall_low", "fall_high"), apart[place].interval(most=1), strict=True))
            cells["fall_place"] = len(rows), place
        rows.append(keys | cells)
        fall_ps.append(ps)
    table = pd.DataFrame(rows, columns=[*SERIES_TRENDS.columns, "fall_place"])
    corrected = np.array(fall_ps)
    for level in LEVELS:
        of_level = (table["level"] == level).to_numpy()
        tested = of_level & table["p"].notna().to_numpy()
        table.loc[tested, "p_holm"] = holm(table.loc[tested, "p"])
        finite = np.isfinite(corrected) & of_level[:, None]
        corrected[finite] = holm(corrected[finite])
    table["fall_p_holm"] = [
        np.nan if pd.isna(change_place) is True else corrected[change_place] for change_place in table["fall_place"]
    ]
    return table.drop(columns=["fall_place", "dataset", "series", "measure"])
