"""Test three predictions about log-probabilities of minimal pairs (pure).

Hu, Wilcox, Song, Mahowald & Levy (2026): if a string's log-probability is made of the probability of its message and of
its grammaticality, then (1) it is highly correlated between the two sentences of a pair, which share a message; (2) its
difference within pairs goes with the difference that people see; (3) it hardly tells grammatical from ungrammatical
strings that are not in pairs.
"""

from collections.abc import Mapping

import numpy as np
import pandas as pd

from acceptability.contracts import systems
from acceptability.errors import InputError
from acceptability.statistics import choices, criteria, references
from acceptability.statistics.clusters import cluster_numbers, mean
from acceptability.statistics.correlation import r_without_error
from acceptability.statistics.separation import auc_by_cluster, auc_interval


def human_differences(
    pairs: pd.DataFrame, human_delta: pd.Series, answers: pd.DataFrame, preference: str | None
) -> pd.DataFrame:
    """Return ``difference, sign`` of the pairs for which people's difference is known, indexed by pair_id.

    ``pairs`` as in the contract PAIRS, ``human_delta`` by pair_id, ``answers`` as in CHOICES. The difference is that of
    ratings, good − bad; where nobody rated, the share of people who chose the good sentence; else the ``preference``,
    a column of the pairs, from 0 to 100, for the first of two sentences in a fixed order, minus 50. The sign is −1
    where the good sentence is the second of these, so that a model's difference can be taken in the same order. In the
    order good − bad, it would not depend on the preference for the first.
    """
    indexed = pairs.set_index("pair_id")
    sign = pd.Series(1.0, index=indexed.index)
    difference, unrated = human_delta, human_delta.isna().all()
    if unrated and len(answers):
        difference = choices.by_pair(choices.without_excluded(answers), pairs).set_index("pair_id")["share"]
    elif unrated and preference:
        difference = references.preference_for_first(indexed, preference)
        sign = np.sign(difference)
    return pd.DataFrame({"difference": difference.dropna()}).join(sign.rename("sign"))


def predictions(
    columns: pd.DataFrame, z_scores: Mapping[str, pd.Series], pairs: pd.DataFrame, people: pd.DataFrame, ranked: bool
) -> pd.DataFrame:
    """Return ``row, statistic, value, low, high, number`` (of pairs), with 95 % intervals over clusters.

    ``columns`` as systems.delta_columns gives them, ``z_scores`` by row and sentence_id, ``pairs`` as in the contract
    PAIRS, ``people`` as human_differences gives them. InputError for scores that are not finite.
    Statistics of each row:

    - ``within_pair_r``: Pearson's r of the good and the bad sentence's scores, over the pairs that count;
    - ``pair_r``: of the model's and people's differences; none where people's are not known;
    - ``auc``: how often the good sentence of any of these pairs scores higher than the bad one of any, ties half; a
      sentence counts as often as it is in pairs. None where sentences are ``ranked``: as such, none is good or bad;
    - ``paired``: how often it scores higher than the bad one of its own pair, ties half.
    """
    columns = columns[criteria.counted(columns["human"])]
    pairs = pairs.set_index("pair_id").loc[columns.index]
    numbers, size = cluster_numbers(pairs["cluster"]), len(pairs)
    known = people.loc[people.index.intersection(columns.index, sort=False)]
    known_numbers = cluster_numbers(pairs["cluster"].loc[known.index])
    rows = []
    for row, z in z_scores.items():
        good, bad = (z.reindex(pairs[side]).to_numpy() for side in ("good_id", "bad_id"))
        _refuse_what_is_not_finite(row, pairs.index, good, bad)
        r = r_without_error(good, bad, np.zeros(size), numbers)
        rows.append((row, "within_pair_r", r.value, *r.r_interval(), size))
        delta = columns[row]
        if len(known):
            difference = (delta.loc[known.index] * known["sign"]).to_numpy()
            r = r_without_error(known["difference"].to_numpy(), difference, np.zeros(len(known)), known_numbers)
            rows.append((row, "pair_r", r.value, *r.r_interval(), len(known)))
        if not ranked:
            area = auc_by_cluster(good, bad, numbers)
            rows.append((row, "auc", area.value, *auc_interval(area), size))
        right = mean(criteria.right(delta), numbers)
        rows.append((row, "paired", right.value, *right.share_interval(size), size))
    return pd.DataFrame(rows, columns=["row", "statistic", "value", "low", "high", "number"])


def _refuse_what_is_not_finite(row: str, names: pd.Index, good: np.ndarray, bad: np.ndarray) -> None:
    """Raise InputError for the first pair, by name, of which a sentence has no finite score."""
    wrong = ~np.isfinite(good) | ~np.isfinite(bad)
    if wrong.any():
        place = int(np.argmax(wrong))
        raise InputError(
            f"{row}: the scores of the pair {names[place]!r} are {good[place]} and {bad[place]}, but each must be a "
            "finite number; correct the scores, or leave the system out"
        )


def compute(
    *,
    pairs: pd.DataFrame,
    choices: pd.DataFrame,
    deltas: dict[str, pd.DataFrame],
    z_scores: dict[str, pd.DataFrame],
    preference: str | None,
    ranked: bool,
    dataset: str,
) -> pd.DataFrame:
    """Return what becomes of each prediction, by row, as PREDICTIONS.

    Parameters:
        choices: which sentences people chose; may be empty.
        deltas, z_scores: tables DELTAS and Z_SCORES by system.
        preference: the column of the pairs that says how much people prefer the first of two sentences, or None.
        ranked: whether pairs are made of ranked sentences, none of which is good or bad as such.
    """
    columns = systems.delta_columns(deltas)
    people = human_differences(pairs, columns["human"], choices, preference)
    table = predictions(columns, systems.by_row(z_scores, "z_score"), pairs, people, ranked)
    return table.assign(dataset=dataset)
