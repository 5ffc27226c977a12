"""Estimate the sampling error of human deltas, and how far ratings of identical sentences differ (pure)."""

import numpy as np
import pandas as pd
from scipy.special import chdtrc, stdtrit

from acceptability.statistics import places
from acceptability.statistics.noise import perfect_r, pooled_variance
from acceptability.statistics.panels import Answers, answers, rated_pairs

COLUMNS = ["statistic", "threshold", "value", "number"]


def human_error(ratings: pd.DataFrame, pairs: pd.DataFrame, thresholds: list[float]) -> pd.DataFrame:
    """Return the standard error of human deltas, beside δ: ``statistic, threshold, value, number``.

    The standard error of a mean is SD/√n of the sentence's z-scores; that of a delta is the square root of the sum of
    both members' squares. ``number`` counts what the statistic is over. ``ratings`` and ``pairs`` as in
    ceiling.ceiling.

    - ``raters``: mean number of raters of a sentence
    - ``rating_sd``: SD of a single z-score around its sentence's mean, pooled
    - ``perfect_r``: expected r, with the mean ratings, of a predictor of every expected rating (noise.perfect_r)
    - ``delta_sd``: SD (ddof = 1) of the human deltas; ``reliability``: its square's share that is no sampling error
    - ``se_lower_quartile, se_median, se_upper_quartile``: of the standard errors
    - ``se_above``: share of pairs whose standard error exceeds δ
    - ``below_two_se``: share of pairs whose delta is nearer to 0 than two standard errors
    - ``sentence_sd``: SD (ddof = 1) of the sentences' ratings; ``sentence_reliability``: as reliability, of sentences.
      Both are over sentences with two answers or more
    """
    rated = answers(ratings)
    good, bad = rated_pairs(rated, pairs)
    means, squares = rated.means(), rated.variances() / rated.counts
    delta, error = means[good] - means[bad], np.sqrt(squares[good] + squares[bad])
    several = ~np.isnan(error)
    delta, error = delta[several], error[several]
    rows = [("raters", np.nan, rated.counts.mean(), len(rated.counts))]
    rows.append(("rating_sd", np.nan, np.sqrt(pooled_variance(rated)), len(rated.counts)))
    rows.append(("perfect_r", np.nan, perfect_r(rated), len(rated.counts)))
    if len(error):
        names = ("se_lower_quartile", "se_median", "se_upper_quartile")
        quartiles = np.quantile(error, [0.25, 0.5, 0.75])
        rows += [(name, np.nan, value, len(error)) for name, value in zip(names, quartiles, strict=True)]
        rows += [("se_above", float(limit), (error > limit).mean(), len(error)) for limit in thresholds]
        rows.append(("below_two_se", np.nan, (np.abs(delta) < 2 * error).mean(), len(error)))
    if len(error) > 1 and np.ptp(delta) > 0:
        rows.append(("delta_sd", np.nan, delta.std(ddof=1), len(error)))
        rows.append(("reliability", np.nan, 1 - (error**2).mean() / delta.var(ddof=1), len(error)))
    means, squares = means[rated.counts > 1], squares[rated.counts > 1]
    if len(means) > 1 and np.ptp(means) > 0:
        rows.append(("sentence_sd", np.nan, means.std(ddof=1), len(means)))
        rows.append(("sentence_reliability", np.nan, 1 - squares.mean() / means.var(ddof=1), len(means)))
    return pd.DataFrame(rows, columns=COLUMNS)


WITHOUT_PLACE = ("rating_sd", "reliability", "sentence_reliability")


def error_without_place(ratings: pd.DataFrame, sentences: pd.DataFrame, pairs: pd.DataFrame) -> pd.DataFrame:
    """Return statistics of human_error without the linear effect of the place in the questionnaire on ratings.

    The effect has a slope of its own for each kind of sentence: see places.without_effects. Statistics: those of
    WITHOUT_PLACE, with ``_place`` after their names, and place_share, whose ``number`` is that of the slopes. Empty
    where no sentence stands at several places.
    """
    adjusted, slopes = places.without_effects(ratings, sentences)
    share = place_share(ratings, sentences)
    if np.isnan(share):
        return pd.DataFrame(columns=COLUMNS)
    error = human_error(adjusted, pairs, [])
    adjusted_error = error[error["statistic"].isin(WITHOUT_PLACE)].copy()
    of_one = adjusted_error["statistic"] == "rating_sd"
    adjusted_error.loc[of_one, "value"] = np.sqrt((1 - share) * _within(ratings) / _freedom(ratings))
    adjusted_error["statistic"] += "_place"
    return pd.concat(
        [adjusted_error, pd.DataFrame([("place_share", np.nan, share, slopes)], columns=COLUMNS)], ignore_index=True
    )


def place_share(ratings: pd.DataFrame, sentences: pd.DataFrame) -> float:
    """Return the share of the variance of one z-score around its sentence's mean that is an effect of the place.

    For each slope that places.without_effects fits, a degree of freedom goes, so that the share is 0 on average where
    places do nothing, and by chance below it. NaN where no sentence stands at several places.
    """
    adjusted, slopes = places.without_effects(ratings, sentences)
    before, freedom = _within(ratings), _freedom(ratings)
    if not slopes or freedom <= slopes or before < 1e-12:
        return np.nan
    return float(1 - _within(adjusted) / (freedom - slopes) * freedom / before)


def _within(ratings: pd.DataFrame) -> float:
    """Return the sum of the squares of z-scores around their sentence's mean."""
    means = ratings.groupby("sentence_id")["z_score"].transform("mean")
    return float(((ratings["z_score"] - means) ** 2).sum())


def _freedom(ratings: pd.DataFrame) -> int:
    return len(ratings) - ratings["sentence_id"].nunique()


def delta_errors(rated: Answers, pairs: pd.DataFrame) -> pd.Series:
    """Return the squared standard error of the human delta, by pair_id, where both members have two answers or more."""
    return _sums_of_members(rated.variances() / rated.counts, rated, pairs)


def delta_half_intervals(rated: Answers, pairs: pd.DataFrame) -> pd.Series:
    """Return half of the 95 % interval of the human deltas, by pair_id: standard errors times the quantile of Student's
    t.

    Its degrees of freedom are Welch and Satterthwaite's: (a + b)² / (a² / (m − 1) + b² / (n − 1)), from the members'
    squared standard errors and numbers of answers.
    """
    squares = rated.variances() / rated.counts
    total = _sums_of_members(squares, rated, pairs)
    parts = _sums_of_members(squares**2 / np.maximum(rated.counts - 1, 1), rated, pairs)
    freedom = (total**2 / parts.where(parts > 0)).fillna(1.0)  # where participants never differ, the error is 0
    return stdtrit(freedom, 0.975) * np.sqrt(total)


def _sums_of_members(values: np.ndarray, rated: Answers, pairs: pd.DataFrame) -> pd.Series:
    """Return the sum of both members' values, by pair_id, where both have one; ``values`` are by row of ``rated``."""
    by_sentence = pd.Series(values, index=rated.sentences)
    good, bad = (pairs.set_index("pair_id", drop=False)[side].map(by_sentence) for side in ("good_id", "bad_id"))
    return (good + bad).dropna()


def noise_floor(sentences: pd.DataFrame, ratings: pd.DataFrame | None) -> pd.DataFrame:
    """Return how far two ratings of the same string are apart, and how far sampling error alone would put them.

    Every two ids with the same string and with ratings count. Columns: ``sources`` (``all``, then the sources of the
    two), ``strings`` and ``differences`` (counts), ``sd`` (around 0: which id comes first means nothing) and
    ``mean_absolute`` of the differences; ``known`` (differences of which both raters' numbers are known) and, over
    these, ``sd_known``, ``sd_expected`` from sampling error with the pooled SD, and ``p``, the chance that sampling
    error alone makes them so great (their squares in units of the expected variances, taken as independent: χ²). NaN
    where there are no differences. ``place_share`` is the same for all: see error_without_place.

    Parameters:
        sentences: columns ``sentence_id, sentence, rating`` and possibly ``source``.
        ratings: single z-scores, or None.
    """
    rated = sentences[sentences["rating"].notna()]
    rated = rated[["sentence_id", "sentence", "rating"]].assign(source=rated.get("source", ""))
    twice = rated.merge(rated, on="sentence", suffixes=("", "_other"))
    twice = twice[twice["sentence_id"] < twice["sentence_id_other"]]
    source_pairs = [sorted(names) for names in zip(twice["source"], twice["source_other"], strict=True)]
    twice = twice.assign(sources=["–".join(names) for names in source_pairs], expected=np.nan)
    if ratings is not None:
        rated = answers(ratings)
        error = pd.Series(pooled_variance(rated) / rated.counts, index=rated.sentences)
        twice["expected"] = twice["sentence_id"].map(error) + twice["sentence_id_other"].map(error)
    of_place = np.nan if ratings is None else place_share(ratings, sentences)
    groups = [("all", twice)]
    if "source" in sentences:
        groups += list(twice.groupby("sources"))
    rows = []
    for sources, group in groups:
        difference, known = group["rating"] - group["rating_other"], group["expected"].notna()
        numbers = {"sources": sources, "strings": group["sentence"].nunique(), "differences": len(group)}
        numbers |= {"sd": np.sqrt((difference**2).mean()), "mean_absolute": difference.abs().mean()}
        numbers |= {"known": int(known.sum()), "sd_known": np.sqrt((difference[known] ** 2).mean())}
        squares = (difference[known] ** 2 / group.loc[known, "expected"].where(lambda error: error > 0)).sum()
        p = float(chdtrc(known.sum(), squares)) if group.loc[known, "expected"].gt(0).any() else np.nan
        rows.append(numbers | {"sd_expected": np.sqrt(group["expected"].mean()), "p": p, "place_share": of_place})
    return pd.DataFrame(rows)
