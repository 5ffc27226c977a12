"""z-scores, deltas, the BLiMP criterion and the Acceptability Delta Criterion (pure).

Paper: The Acceptability Delta Criterion (BlackboxNLP 2021), section 6, equations (1) and (2).
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np
import pandas as pd

from acceptability.errors import InputError


@dataclass(frozen=True)
class Options:
    """The choices that the paper leaves open. A variant of the analysis is one value of this.

    unrated
        What becomes of a pair without a human delta. ``met``: it counts as meeting the ADC, while the
        denominator stays the number of rated pairs (what the released numbers show: a comparison with
        NaN that never fails). ``dropped``: it counts nowhere.
    ties
        What becomes of a pair whose two members have the same score. ``sign``: sign(0) = 0 is a sign
        like any other, so the ADC can be met where the human delta is 0 too. ``missed``: a model that
        cannot tell two sentences apart meets no criterion on them.
    """

    unrated: Literal["met", "dropped"]
    ties: Literal["sign", "missed"]


VARIANTS = {
    "as_published": Options(unrated="met", ties="sign"),
    "corrected": Options(unrated="dropped", ties="missed"),
}


def z_scores(scores, mean: float | None = None, sd: float | None = None) -> np.ndarray:
    """Scores in standard deviations from the mean: (score − mean) / SD.

    ``mean`` and ``sd`` are those of the given scores (population SD, ddof = 0), all sentences of the
    dataset, in a pair or not; or, both together, those of a larger population. Human ratings are not
    put through this: they are mean z-scores of participants already, with a SD of 0.78 in LI-Adger.

    Raises InputError where the SD is 0 or not finite: then no z-score exists.
    """
    scores = np.asarray(scores, dtype=float)
    if (mean is None) != (sd is None):
        raise InputError("a population needs both its mean and its standard deviation")
    if mean is None:
        mean, sd = scores.mean(), scores.std(ddof=0)
        if np.ptp(scores) == 0:
            sd = 0.0  # of equal numbers the computed SD may be a rounding error above 0
    if not (np.isfinite(sd) and sd > 0):
        raise InputError(f"the scores have a standard deviation of {sd}, so that no z-score exists")
    return (scores - mean) / sd


def pair_deltas(pairs: pd.DataFrame, values: pd.Series) -> pd.Series:
    """Value of the acceptable sentence minus value of the other one, for each pair.

    ``pairs`` has ``good_id`` and ``bad_id``; ``values`` is indexed by unique sentence ids. NaN where
    a member has no value.
    """
    good = values.reindex(pairs["good_id"]).to_numpy(dtype=float)
    bad = values.reindex(pairs["bad_id"]).to_numpy(dtype=float)
    return pd.Series(good - bad, index=pairs.index)


def blimp_met(human_delta, model_delta) -> np.ndarray:
    """BLiMP criterion: Δlm > 0. Equal scores miss it. A pair without human delta is never counted.

    Where no pair at all has a human delta (a dataset without ratings), every pair counts.
    """
    human, model = np.asarray(human_delta, dtype=float), np.asarray(model_delta, dtype=float)
    return (model > 0) & counted(human)


def adc_met(human_delta, model_delta, threshold: float, options: Options) -> np.ndarray:
    """ADC: sign(Δh) = sign(Δlm) (equation 1) and |Δh − Δlm| < δ (equation 2, strict).

    ``threshold`` is δ, in standard deviations. sign is −1, 0 or 1; see Options for ties and for pairs
    without human delta. Raises InputError unless δ is positive and finite.
    """
    if not (np.isfinite(threshold) and threshold > 0):
        raise InputError(f"δ must be a positive number, not {threshold}")
    human, model = np.asarray(human_delta, dtype=float), np.asarray(model_delta, dtype=float)
    met = (np.sign(human) == np.sign(model)) & (np.abs(human - model) < threshold)
    if options.ties == "missed":
        met &= model != 0
    if options.unrated == "met":
        met |= np.isnan(human)
    return met


def counted(human_delta) -> np.ndarray:
    """Which pairs make the denominator: the rated ones; all, where none is rated."""
    rated = ~np.isnan(np.asarray(human_delta, dtype=float))
    return rated if rated.any() else np.ones_like(rated)


def decisions(human_delta, model_delta, thresholds: list[float]) -> dict[tuple[str, str, float], np.ndarray]:
    """Which pairs meet each criterion, by ``variant, criterion`` and δ (see steps)."""
    return {
        (variant, criterion, threshold): blimp_met(human_delta, model_delta)
        if criterion == "blimp"
        else adc_met(human_delta, model_delta, threshold, options)
        for variant, options in VARIANTS.items()
        for criterion, threshold in steps(human_delta, thresholds)
    }


def evaluate(deltas: pd.DataFrame, thresholds: list[float]) -> pd.DataFrame:
    """Both criteria, in every variant, for each measure of one system.

    Takes ``measure, human_delta, model_delta`` (one row a pair and measure). Gives ``measure, variant,
    criterion`` (blimp or adc), ``threshold`` (δ; NaN for blimp), ``met`` and ``pairs`` (counts) and
    ``share`` = met / pairs. No adc rows where no pair is rated.
    """
    rows = []
    for measure, group in deltas.groupby("measure", sort=False):
        pairs = int(counted(group["human_delta"]).sum())
        met = decisions(group["human_delta"], group["model_delta"], thresholds)
        rows += [(measure, *key, int(hits.sum()), pairs, hits.sum() / pairs) for key, hits in met.items()]
    return pd.DataFrame(rows, columns=["measure", "variant", "criterion", "threshold", "met", "pairs", "share"])


def steps(human_delta, thresholds: list[float]) -> list[tuple[str, float]]:
    """Criteria that can be asked, with δ (NaN for blimp): blimp, and where any pair is rated adc at each threshold."""
    rated = not np.isnan(np.asarray(human_delta, dtype=float)).all()
    return [("blimp", np.nan)] + [("adc", threshold) for threshold in thresholds if rated]


def meets(human_delta, model_delta, criterion: str, threshold: float | None) -> np.ndarray:
    """Which pairs meet a criterion (corrected variant): blimp, or adc with its ``threshold`` δ."""
    if criterion == "blimp":
        return blimp_met(human_delta, model_delta)
    return adc_met(human_delta, model_delta, threshold, VARIANTS["corrected"])


def select(columns: pd.DataFrame, met: dict, missed: dict) -> np.ndarray:
    """Which pairs all rows of ``met`` meet and no row of ``missed`` meets (corrected variant, rated pairs).

    ``columns`` holds the column ``human`` (Δh) and one of model deltas for each row; ``met`` and ``missed``
    have ``criterion`` (blimp or adc), ``threshold`` (for adc) and ``by`` (names of columns).
    """
    human = columns["human"].to_numpy()
    chosen = counted(human)
    for row in met["by"]:
        chosen = chosen & meets(human, columns[row], met["criterion"], met.get("threshold"))
    for row in missed["by"]:
        chosen = chosen & ~meets(human, columns[row], missed["criterion"], missed.get("threshold"))
    return chosen
