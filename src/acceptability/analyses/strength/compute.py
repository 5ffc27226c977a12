"""Test whether systems know how strong a preference is, and whether these ratings can show it (pure).

The ADC asks for the right sign and for a difference of the right size. The contribution of the sizes of a system's
deltas is seen if all else is unchanged: with its signs and random sizes, and with right signs and its sizes or one
constant. Sampling error of the ratings may hide any such difference, so a predictor without error is put beside them.
"""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
import pandas as pd

from acceptability.analyses.strength.manifest import STRENGTH
from acceptability.contracts import systems
from acceptability.statistics import criteria, noise
from acceptability.statistics.panels import Answers, answers, rated_pairs
from acceptability.statistics.references import fit_factor

UNKNOWN = np.nan


def compute(
    *,
    pairs: pd.DataFrame,
    ratings: pd.DataFrame,
    deltas: Mapping[str, pd.DataFrame],
    chance_steps: pd.DataFrame,
    scored_sentences: Mapping[str, pd.DataFrame] | None,
    thresholds: Sequence[float],
    dataset: str,
) -> pd.DataFrame:
    """Return the table STRENGTH.

    Parameters:
        ratings: ratings of single participants; may be empty.
        deltas: tables DELTAS by system.
        chance_steps: the table CHANCE_STEPS.
        scored_sentences: tables Z_SCORES by system, where rows may cover a part of the pairs.
    """
    columns = systems.delta_columns(deltas)
    known = chance_steps.pivot(index=["row", "threshold"], columns="known", values="share")
    scored = systems.by_row(scored_sentences or {}, "z_score")
    rows = _rows(columns[criteria.counted(columns["human"])], pairs, known, ratings, scored, thresholds)
    table = pd.DataFrame(rows, columns=[name for name in STRENGTH.columns if name != "dataset"])
    table.insert(0, "dataset", dataset)
    return table


def _rows(
    columns: pd.DataFrame,
    pairs: pd.DataFrame,
    known: pd.DataFrame,
    ratings: pd.DataFrame,
    scored: Mapping[str, pd.Series],
    thresholds: Sequence[float],
) -> Iterator[tuple]:
    """Yield the rows of STRENGTH without the dataset.

    Parameters:
        columns: deltas of the rated pairs, as systems.delta_columns returns them.
        known: shares of rows at each δ, by what is known of a delta (chance.share_by_knowledge).
        scored: z-scores by sentence_id, of rows that have them.
    """
    by_id, worlds = pairs.set_index("pair_id", drop=False), {}
    for row in columns.columns.drop("human"):
        covered = columns.loc[columns[row].notna(), ["human", row]]
        if covered.empty:
            continue
        sentences = frozenset(scored[row].index if row in scored else ())
        key = tuple(covered.index), sentences
        if key not in worlds:
            single = ratings[ratings["sentence_id"].isin(sentences)] if sentences else ratings
            rated = answers(single) if len(single) else None
            worlds[key] = dict(_of_pairs(covered["human"], by_id.loc[covered.index], rated, thresholds))
        for threshold, (constant, high, perfect, scaled, number, verdict) in worlds[key].items():
            right = float(criteria.credit(covered["human"], covered[row].abs(), "adc", threshold).mean())
            share, sign_only, chance = known.loc[(row, threshold), ["share", "sign_only", "chance"]]
            shares = share, sign_only, right, constant, high, chance, perfect, scaled
            yield row, threshold, len(covered), *shares, number, verdict


def _of_pairs(
    human: pd.Series, pairs: pd.DataFrame, rated: Answers | None, thresholds: Sequence[float]
) -> Iterator[tuple[float, tuple[float, float, float, float, int, str]]]:
    """Yield for each δ what is the same for all rows that cover these pairs.

    These are the cross-validated constant, the upper end of its interval, and the perfect predictor, on the scale of
    the ratings and at a standard deviation of 1, the number of pairs that it is about, and whether strength can be
    measured on these, by the constant that is fitted to them.
    """
    model, number = None, 0
    perfect: dict[tuple[str, float], float] = {}
    if rated:
        good, bad = rated_pairs(rated, pairs)
        model = noise.fit_noise(rated, good, bad) if len(good) else None
        perfect = noise.perfect_shares(model, rated, good, bad, thresholds) if model else {}
        number = len(good) if model else 0
    are_rated = np.isin(pairs[["good_id", "bad_id"]], rated.sentences if rated else []).all(axis=1)
    for threshold in thresholds:
        constant, high = _constant(human, pairs["cluster"], threshold)
        raw, scaled = (perfect.get((scale, threshold), UNKNOWN) for scale in ("raw", "sd_1"))
        beside = _constant(human[are_rated], pairs["cluster"][are_rated], threshold) if model else (UNKNOWN, UNKNOWN)
        yield threshold, (constant, high, raw, scaled, number, measurable(raw, scaled, *beside))


def _constant(human: pd.Series, clusters: pd.Series, threshold: float) -> tuple[float, float]:
    """Return the share of the cross-validated constant by the ADC, and the upper end of its 95 % interval."""
    constant = fit_factor(human, np.ones(len(human)), clusters, ("adc", threshold))
    share = constant.cross_validated
    if not np.isfinite(share.value):
        return UNKNOWN, UNKNOWN
    return share.value, share.share_interval(len(human), constant.choosing)[1]


def measurable(perfect: float, scaled: float, constant: float, high: float) -> str:
    """Return whether ratings can measure strength, as a key of MEASURABLE.

    Parameters:
        perfect, scaled: the expected share of a perfect predictor, on the scale of the ratings and at a standard
            deviation of 1; NaN: not known.
        constant, high: the share of the cross-validated constant, and the upper end of its interval; may be NaN.
    """
    if np.isnan(perfect):
        return "unknown"
    if perfect <= constant:
        return "no"
    if scaled <= constant:
        return "scale"
    return "yes" if perfect > high else "unclear"
