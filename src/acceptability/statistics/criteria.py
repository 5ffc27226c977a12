"""Define z-scores, deltas, the BLiMP criterion and the Acceptability Delta Criterion, ADC (pure).

Both are defined in The Acceptability Delta Criterion (BlackboxNLP 2021), section 6; its equations (1) and (2) are the
two halves of the ADC.

**Ties.** A system that gives both sentences of a pair the same score has not chosen between them. By the definitions,
it then misses both criteria (``meets``), and shares as papers print them count it so (``shares``). But to choose at
random would meet half of these pairs, so a share that counts them as missed makes a system with many ties look worse
than one that guesses. Wherever shares are compared (systems with each other, with references, with chance, on parts of
the data), a tie therefore counts as half: see ``credit``.
"""

from collections.abc import Collection, Iterator, Mapping

import numpy as np
import pandas as pd

from acceptability.errors import InputError
from acceptability.options import CORRECTED, Options

COLUMNS = ["measure", "variant", "criterion", "threshold", "met", "pairs", "share"]
MANY_TIES = 0.01  # of the pairs: fewer ties are not worth a word
ROUNDING_ERROR = 1e-9  # a smaller difference of two values is a rounding error: they are the same


def z_scores(scores, mean: float | None = None, sd: float | None = None) -> np.ndarray:
    """Return scores in standard deviations from the mean: (score − mean) / SD.

    ``mean`` and ``sd`` are those of the given scores (population SD, ddof = 0), all sentences of the
    dataset, in a pair or not; or, both together, those of a larger population. Human ratings are not
    put through this: they are mean z-scores of participants already.

    Raises InputError where the SD is 0 or not finite: then no z-score exists.
    """
    scores = np.asarray(scores, dtype=float)
    if (mean is None) != (sd is None):
        raise InputError("a population needs both its mean and its standard deviation")
    if mean is None or sd is None:
        mean, sd = scores.mean(), scores.std(ddof=0)
        if np.ptp(scores) == 0:
            sd = 0.0  # of equal numbers the computed SD may be a rounding error above 0
    if not (np.isfinite(sd) and sd > 0):
        raise InputError(f"the scores have a standard deviation of {sd}, so there are no z-scores")
    return (scores - mean) / sd


def z_scores_or_0(scores: pd.Series, population: Collection[str] | None = None) -> pd.Series:
    """Return z-scores by sentence_id; 0 where all scores of the population are the same, so that all deltas are 0.

    Mean and SD are those of the sentences of ``population`` that have a score; by default, of all that have one. The
    others have z-scores on the same scale.
    """
    known = scores if population is None else scores[scores.index.isin(population)]
    values = known.to_numpy(dtype=float)
    z = z_scores(scores, values.mean(), values.std(ddof=0)) if known.nunique() > 1 else 0.0
    return pd.Series(z, index=scores.index)


def pair_deltas(pairs: pd.DataFrame, values: pd.Series, rounding: pd.Series | None = None) -> pd.Series:
    """Return the value of the acceptable sentence minus that of the other one, for each pair; see subtract.

    NaN where a member has no value.

    Parameters:
        pairs: columns ``good_id`` and ``bad_id``; the result has their index.
        values: by unique sentence ids, in standard deviations.
        rounding: how far apart values may be and still be the same, by sentence (rounding_of).
    """
    sides = [pairs[side] for side in ("good_id", "bad_id")]
    good, bad = (values.reindex(side).to_numpy(dtype=float) for side in sides)
    tie = ROUNDING_ERROR
    if rounding is not None:
        tie = np.maximum(*(rounding.reindex(side).to_numpy(dtype=float) for side in sides))
    return pd.Series(subtract(good, bad, tie), index=pairs.index)


def subtract(good: np.ndarray, bad: np.ndarray, tie: float | np.ndarray = ROUNDING_ERROR) -> np.ndarray:
    """Return good − bad, and 0 where the two are ``tie`` or less apart. Every delta is computed here."""
    difference = good - bad
    return np.where(np.abs(difference) <= tie, 0.0, difference)


def rounding_of(scores: pd.DataFrame, tie: float, sd: float) -> pd.Series:
    """Return, for each sentence, how far apart two z-scores of one measure may be and still be the same.

    A log-probability is a sum of many rounded numbers: two that are ``tie`` nats apart or less are the same. So are two
    scores that a change of ``tie`` nats can bring together, whatever is made from log-probabilities: a mean over ten
    tokens changes by a tenth of it. Other scores are the same where only ROUNDING_ERROR tells them apart.

    Parameters:
        scores: the rows of one measure of a table SCORES.
        tie: in nats.
        sd: the standard deviation of these scores.
    """
    rounding = pd.Series(ROUNDING_ERROR, index=scores["sentence_id"])
    if "change_per_nat" in scores and sd > 0:
        rounding[:] = (scores["change_per_nat"].to_numpy(dtype=float) * tie / sd).clip(ROUNDING_ERROR)
    return rounding.fillna(ROUNDING_ERROR)


def meets(
    human_delta, model_delta, criterion: str, threshold: float | None = None, options: Options = CORRECTED
) -> np.ndarray:
    """Return which pairs meet a criterion: ``blimp``, or ``adc`` with δ = ``threshold``, in standard deviations.

    BLiMP: Δlm > 0, so that equal scores miss it. A pair without human delta never meets it, but where no pair at all
    has one (a dataset without ratings), every pair can. ADC: sign(Δh) = sign(Δlm) (equation 1) and |Δh − Δlm| < δ
    (equation 2, strict). Raises InputError unless δ is positive and finite.
    """
    if criterion == "blimp":
        return (np.asarray(model_delta, dtype=float) > 0) & counted(human_delta)
    if threshold is None or not (np.isfinite(threshold) and threshold > 0):
        raise InputError(f"δ must be a positive number, not {threshold}")
    return distances(human_delta, model_delta, options) < threshold


def distances(human_delta, model_delta, options: Options = CORRECTED) -> np.ndarray:
    """Return |Δh − Δlm| of each pair whose two signs are the same, ∞ of others: the ADC is met at every δ above it.

    A sign is −1, 0 or 1. Where the options say that an unrated pair meets the ADC, its distance is 0.
    """
    human, model = np.asarray(human_delta, dtype=float), np.asarray(model_delta, dtype=float)
    agree = np.sign(human) == np.sign(model)
    if options.ties == "missed":
        agree &= model != 0
    distance = np.where(agree, np.abs(human - model), np.inf)
    if options.unrated == "met":
        distance[np.isnan(human)] = 0
    return distance


def accepted(human_delta, criterion: str, threshold: float | None = None) -> tuple[np.ndarray, np.ndarray]:
    """Return the two ends of the open range of model deltas that meets a criterion (corrected), for each human delta.

    An empty range has two equal ends.
    """
    human = np.asarray(human_delta, dtype=float)
    if criterion == "blimp":
        return np.zeros_like(human), np.full_like(human, np.inf)
    low = np.where(human > 0, np.maximum(human - threshold, 0), human - threshold)
    high = np.where(human < 0, np.minimum(human + threshold, 0), human + threshold)
    return np.where(human == 0, 0, low), np.where(human == 0, 0, high)


def credit(human_delta, model_delta, criterion: str, threshold: float | None = None) -> np.ndarray:
    """Return what each pair adds to a share that is compared: 1 where it meets the criterion, 1/2 for a tie
    (half_of_ties).
    """
    met = meets(human_delta, model_delta, criterion, threshold)
    return met + half_of_ties(human_delta, model_delta, criterion, threshold)


def right(model_delta) -> np.ndarray:
    """Return the credit by the BLiMP criterion where every pair counts: 1 for Δlm > 0, 1/2 for a tie, 0 for Δlm < 0.

    NaN where there is no delta.
    """
    return (1 + np.sign(np.asarray(model_delta, dtype=float))) / 2


def half_of_ties(human_delta, model_delta, criterion: str, threshold: float | None = None) -> np.ndarray:
    """Return what each pair adds to the share where ties are decided at random.

    It is 1/2 where either order would meet the criterion by its size.

    It is 0 for pairs without a tie, and for those whose human delta is 0 or, by the ADC, not below δ.
    """
    if criterion == "blimp":
        return 0.5 * ((np.asarray(model_delta, dtype=float) == 0) & counted(human_delta))
    return 0.5 * (tie_distances(human_delta, model_delta) < threshold)


def tie_distances(human_delta, model_delta) -> np.ndarray:
    """Return |Δh| of each tie whose human delta is not 0, and ∞ of other pairs.

    A random order of the tie may meet the ADC at every δ above |Δh|.
    """
    human, tie = np.asarray(human_delta, dtype=float), np.asarray(model_delta, dtype=float) == 0
    return np.where(tie & (human != 0) & ~np.isnan(human), np.abs(human), np.inf)


def counted(human_delta) -> np.ndarray:
    """Return which pairs make the denominator of a share: the rated ones; all, where none is rated."""
    rated = ~np.isnan(np.asarray(human_delta, dtype=float))
    return rated if rated.any() else np.ones_like(rated)


def steps(human_delta, thresholds: list[float]) -> list[tuple[str, float]]:
    """Return the criteria that can be asked, each with its δ: (blimp, NaN), and (adc, δ) for each threshold.

    The latter only where any pair is rated.
    """
    rated = not np.isnan(np.asarray(human_delta, dtype=float)).all()
    return [("blimp", np.nan)] + [("adc", threshold) for threshold in thresholds if rated]


def met_by_measure(
    deltas: pd.DataFrame, thresholds: list[float], variants: Mapping[str, Options]
) -> Iterator[tuple[pd.DataFrame, dict[tuple[str, str, float], np.ndarray]]]:
    """Yield, for each measure of one system, its deltas, and which pairs meet each criterion, by (variant, criterion,
    δ).

    Parameters:
        deltas: columns ``measure, human_delta, model_delta``, one row for each pair and measure.
        thresholds: the values of δ.
        variants: the options of each variant, by its name.
    """
    for _, group in deltas.groupby("measure", sort=False):
        human, model = group["human_delta"].to_numpy(), group["model_delta"].to_numpy()
        yield (
            group,
            {
                (name, *step): meets(human, model, *step, options)
                for name, options in variants.items()
                for step in steps(human, thresholds)
            },
        )


def shares(deltas: pd.DataFrame, thresholds: list[float], variants: Mapping[str, Options]) -> pd.DataFrame:
    """Return the share of pairs that meet both criteria, in every variant, for each measure of one system.

    Columns: ``measure, variant, criterion`` (blimp or adc), ``threshold`` (δ; NaN for blimp), ``met`` and ``pairs``
    (counts) and ``share`` = met / pairs. There are no adc rows where no pair is rated. Parameters as in met_by_measure.
    """
    rows = [row for group, met in met_by_measure(deltas, thresholds, variants) for row in share_rows(group, met)]
    return pd.DataFrame(rows, columns=COLUMNS)


def share_rows(deltas: pd.DataFrame, met: Mapping[tuple[str, str, float], np.ndarray]) -> list[tuple]:
    """Return the rows of shares for one measure, from the deltas and dictionary that met_by_measure yields."""
    measure, pairs = deltas["measure"].iloc[0], int(counted(deltas["human_delta"]).sum())
    return [(measure, *key, int(hits.sum()), pairs, hits.sum() / pairs) for key, hits in met.items()]


def places(values: pd.Series) -> pd.Series:
    """Return the rank of each value: 1 for the greatest, the same for those that only rounding tells apart; NaN for
    NaN.
    """
    array = values.to_numpy(dtype=float)
    greater = array[None, :] > array[:, None] + ROUNDING_ERROR
    return pd.Series(1.0 + greater.sum(axis=1), index=values.index).where(values.notna())


def qualifying(columns: pd.DataFrame, met: Mapping, missed: Mapping) -> np.ndarray:
    """Return which pairs all rows of ``met`` meet and no row of ``missed`` meets (corrected; of the pairs that count
    and that all these rows cover).

    Parameters:
        columns: a column ``human`` (Δh) and one of model deltas for each row.
        met, missed: ``criterion`` (blimp or adc), ``threshold`` (for adc) and ``by`` (names of columns).
    """
    human = columns["human"].to_numpy()
    qualify = counted(human) & columns[[*met["by"], *missed["by"]]].notna().all(axis=1).to_numpy()
    for row in met["by"]:
        qualify = qualify & meets(human, columns[row], met["criterion"], met.get("threshold"))
    for row in missed["by"]:
        qualify = qualify & ~meets(human, columns[row], missed["criterion"], missed.get("threshold"))
    return qualify
