"""Compute the four conditions of 2 × 2 designs and their interaction, for people and systems (pure).

The levels of each factor that come first in the table make the baseline. With the levels a, b of the first factor and
c, d of the second, the interaction is (a d − b d) − (a c − b c): the super-additivity, or differences of differences.
One is the island effect, (non-island long − island long) − (non-island short − island short): Sprouse, Wagers &
Phillips (2012), section 2. If the levels of one factor change places, the interaction changes its sign.

A condition is a number, its place in ``levels_of``: names of levels may hold spaces.
"""

from collections.abc import Iterator, Mapping
from itertools import product

import numpy as np
import pandas as pd

from acceptability.contracts.names import HUMAN
from acceptability.statistics import places
from acceptability.statistics.clusters import Estimate, crossed_interval

BALANCED = "human_balanced"  # the row of people at places at which all conditions occur
DIFFERENT = 0.001  # the level of a test that conditions stand at different places
FACTORS = ("factor_1", "factor_2")
EFFECTS = {  # weights of the conditions: both first levels; first and second; second and first; both second
    "factor_1": np.array([1, 0, -1, 0]),
    "factor_2": np.array([1, -1, 0, 0]),
    "interaction": np.array([-1, 1, 1, -1]),
}


def compute(
    *, sentences: pd.DataFrame, ratings: pd.DataFrame, z_scores: Mapping[str, pd.DataFrame], dataset: str
) -> pd.DataFrame:
    """Return the means of conditions and the effects, as FACTORIAL.

    People come first: each condition is the mean of its single ratings, or, where there are none, of its sentences'
    ratings; a system's is the mean of its sentences' z-scores. Where conditions of a design stand at different places
    of the questionnaire, a row BALANCED has the means of the stages at which all four occur (see at_same_stages).

    Parameters:
        z_scores: tables Z_SCORES by system.
    """
    conditions, levels = conditions_of(sentences), levels_of(sentences)
    parts = [
        evaluate_row(table.merge(conditions, on="sentence_id"), row)
        for row, table in _values_by_row(sentences, ratings, z_scores)
    ]
    table = pd.concat(parts, ignore_index=True)
    table.insert(0, "dataset", dataset)
    row_levels = [("", "") if statistic in EFFECTS else levels[statistic] for statistic in table["statistic"]]
    for place, factor in enumerate(FACTORS):
        table.insert(4 + place, factor, [of_both[place] for of_both in row_levels])
    table["statistic"] = table["statistic"].replace({place: " ".join(names) for place, names in enumerate(levels)})
    return table


def levels_of(sentences: pd.DataFrame) -> list[tuple[str, str]]:
    """Return the levels of both factors in each condition; the baseline comes first."""
    inside = sentences[sentences["design"] != ""]
    return list(product(*(inside[factor].unique() for factor in FACTORS)))


def conditions_of(sentences: pd.DataFrame) -> pd.DataFrame:
    """Return ``sentence_id, set, design, condition`` of the sentences in a design.

    The latter two are categories, which keep their order.
    """
    inside = sentences[sentences["design"] != ""]
    levels = pd.MultiIndex.from_tuples(levels_of(sentences))
    places = levels.get_indexer(pd.MultiIndex.from_frame(inside[list(FACTORS)]))
    condition = pd.Categorical(places, range(len(levels)))
    designs = pd.Categorical(inside["design"], inside["design"].unique())
    return inside[["sentence_id", "set"]].assign(design=designs, condition=condition)


def _values_by_row(sentences, ratings, z_scores) -> Iterator[tuple[str, pd.DataFrame]]:
    """Yield the name of each row and its values: ``sentence_id``, ``z_score`` and, of people, ``participant``."""
    rated = sentences[["sentence_id", "rating"]].rename(columns={"rating": "z_score"}).dropna()
    if len(ratings) or len(rated):
        yield HUMAN, ratings if len(ratings) else rated
    balanced = at_same_stages(ratings, conditions_of(sentences))
    if len(balanced):
        yield BALANCED, balanced
    for system, table in z_scores.items():
        for measure, group in table.groupby("measure", sort=False):
            yield f"{system}/{measure}", group


def at_same_stages(ratings: pd.DataFrame, conditions: pd.DataFrame) -> pd.DataFrame:
    """Return single ratings at stages of the questionnaire at which all conditions of the design occur, with ``stage``.

    They are those of designs whose conditions stand at different stages, by a χ² test at the level DIFFERENT; none
    where places are not known. A stage is a place, or one of a few bins of places (places.stages_of).
    """
    from scipy.stats import chi2_contingency  # here, as only this needs it and it takes most of a second

    if "place" not in ratings:
        return ratings[:0]
    rated = ratings.assign(stage=places.stages_of(ratings["place"])).merge(conditions, on="sentence_id")
    parts = [rated[:0]]
    for _, group in rated.groupby("design", observed=True):
        counts = pd.crosstab(group["stage"], group["condition"])
        shared = counts.index[(counts > 0).sum(axis=1) == len(EFFECTS["interaction"])]
        if len(shared) and chi2_contingency(counts).pvalue < DIFFERENT:
            parts.append(group[group["stage"].isin(shared)])
    return pd.concat(parts)[[*ratings, "stage"]]


def evaluate_row(values: pd.DataFrame, row: str) -> pd.DataFrame:
    """Return every statistic of every design of one row: ``row, design, statistic, value, low, high, sets, people``.

    Intervals (95 %) are over items (sets), and of single ratings over items and participants jointly: the jackknife
    leaves out one at a time, with all its values. A statistic is NaN where a condition that it needs has no values.
    ``sets`` and ``people`` count those of the design. ``values`` has ``design, condition, set, z_score`` and, of single
    ratings, ``participant``; with ``stage``, each stage counts the same.
    """
    rows = []
    for design, group in values.groupby("design", observed=True):
        over_sets = estimates(group, group["set"])
        ends = {name: estimate.interval() for name, estimate in over_sets.items()}
        people = 0
        if "participant" in group:
            people = group["participant"].nunique()
            over_people = estimates(group, group["participant"])
            over_both = estimates(group, group.groupby(["set", "participant"]).ngroup())
            ends = {name: crossed_interval(over_sets[name], over_people[name], over_both[name]) for name in over_sets}
        for name, estimate in over_sets.items():
            rows.append((row, design, name, estimate.value, *ends[name], group["set"].nunique(), people))
    columns = ["row", "design", "statistic", "value", "low", "high", "sets", "people"]
    return pd.DataFrame(rows, columns=columns)


def estimates(values: pd.DataFrame, clusters: pd.Series) -> dict[str, Estimate]:
    """Return each statistic of one design by its name, with what it is with each cluster left out."""
    stages = values.groupby("stage") if "stage" in values else [(None, values)]
    names = clusters.unique()
    parts = [_means(part, clusters[part.index], names) for _, part in stages]
    whole, without = (np.mean(side, axis=0) for side in zip(*parts, strict=True))
    statistics = dict(zip(values["condition"].cat.categories, np.eye(4), strict=True)) | EFFECTS
    result = {}
    for name, weights in statistics.items():
        used = weights != 0
        result[name] = Estimate(float(whole[used] @ weights[used]), without[:, used] @ weights[used])
    return result


def _means(values: pd.DataFrame, clusters: pd.Series, names: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the mean of each condition, and those without each of the clusters ``names`` (clusters × 4)."""
    by_cell = values["z_score"].groupby([clusters.to_numpy(), values["condition"].array], observed=False)
    sums, counts = (
        table.unstack().reindex(index=names, columns=values["condition"].cat.categories).fillna(0).to_numpy()
        for table in (by_cell.sum(), by_cell.size())
    )
    with np.errstate(divide="ignore", invalid="ignore"):
        whole = sums.sum(axis=0) / counts.sum(axis=0)
        return whole, (sums.sum(axis=0) - sums) / (counts.sum(axis=0) - counts)
