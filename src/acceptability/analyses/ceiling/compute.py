"""Measure how well people agree with people: the ceiling for a system (pure).

A human rating of a sentence is the mean of a few participants' z-scores. Another panel of participants would have
given another mean. The criteria hold a system to one panel's deltas; here another panel replaces the system
(panels: who stands against whom).

**What it means for deltas.** Where no list contains both members of a pair, the two means of a delta come from
different people, and their errors add up. Nothing of a participant's habits cancels in the difference. It would if each
participant rated both members.

**What it does not see.** Participants of one list saw the same other sentences. Whatever the list did to a sentence's
ratings, all its raters share it. The ceiling takes that for agreement, and ``rating_error.noise_floor`` shows it.
"""

import numpy as np
import pandas as pd

from acceptability.statistics import places, rating_error
from acceptability.statistics.noise import (
    correlations_of,
    deconvolve,
    delta_variances,
    error_free_sd,
    expected_adc,
    expected_sd,
    fit_noise,
    pooled_variance,
    shares_of,
    stretches,
)
from acceptability.statistics.panels import Answers, answers, rated_pairs, split_halves

SPLITS = 200
FEWEST_SPLITS = 20
MOST_ANSWERS = 10_000_000  # that are split altogether: of more than 50,000 answers, there are fewer splits
SEED = 2021
COLUMNS = ["comparison", "raters", "against", "criterion", "threshold", "source", "mean", "low", "high"]
COLUMNS += ["pairs", "splits"]


def ceiling(
    ratings: pd.DataFrame, pairs: pd.DataFrame, thresholds: list[float], splits: int, seed: int
) -> pd.DataFrame:
    """Return the agreement between panels of participants, as a function of their size.

    ``ratings`` has ``participant, sentence_id, z_score``; ``pairs`` has ``good_id, bad_id``. Columns: ``comparison``,
    ``raters, against`` (raters of a sentence on the first and on the second side), ``criterion`` (blimp, adc, and
    Pearson's r: sentence_r, pair_r), ``threshold`` (δ of adc), ``source, mean, low, high`` (2.5th and 97.5th percentile
    over the splits; NaN where nothing is split), ``pairs`` (mean number that count) and ``splits``. The first side
    replaces the system, the second for the humans. The comparisons:

    - ``equal_panels``: k raters against k others, no participant being on both sides.
    - ``rest``: k raters against all others who rated the same sentence.
    - ``expected_ratings``: a judge who knows what each sentence would be rated on average by ever more
      participants, and on the ratings' own scale, against k raters. ``raters`` is NaN.
    - ``scaled_panels``: k raters, their means brought to an SD of 1 over these sentences, against k others.
    - ``scaled_ratings``: the judge without error, brought to an SD of 1 likewise, as the scores of systems are over
      theirs. Not a bound: a system whose variance lies between phenomena can do better. ``raters`` is NaN; ADC only.

    And the sources: ``observed`` (split halves), ``noise model`` (see Noise) and ``Spearman-Brown``. All raters are
    their mean over members of pairs. Empty where no pair has two answers to each member. Where there are no ``pairs``,
    see ceiling_of_sentences.
    """
    rated = answers(ratings)
    if pairs.empty:
        return ceiling_of_sentences(rated, splits, seed)
    good, bad = rated_pairs(rated, pairs)
    raters_of_members = rated.counts[np.append(good, bad)]
    most = int(np.median(raters_of_members)) // 2 if len(good) else 0
    observed = split_halves(rated, good, bad, thresholds, range(1, most + 1), splits, seed)
    if observed.empty:
        return pd.DataFrame(columns=COLUMNS)
    everyone = float(raters_of_members.mean())  # more than ``most``, as a mean is more than half the median
    whole = observed["comparison"].eq("rest")
    observed.loc[whole, "against"] = everyone - observed.loc[whole, "raters"]
    panels = [float(raters) for raters in range(1, int(np.ceil(everyone)))] + [everyone]
    panel_sizes = [("equal_panels", raters, raters) for raters in panels]
    panel_sizes += [("rest", raters, everyone - raters) for raters in panels[:most]]
    panel_sizes += [("expected_ratings", np.inf, raters) for raters in panels]
    rows = correlations_of(observed, panel_sizes)
    if noise := fit_noise(rated, good, bad):
        rows += shares_of(noise, panel_sizes, thresholds)
        scaled = [("scaled_panels", raters, raters) for raters in panels]
        scaled += [("scaled_ratings", np.inf, raters) for raters in panels]
        rows += shares_of(noise, scaled, thresholds, stretches(noise, expected_sd(rated)))
    return _joined(observed, rows, len(good), splits)


def _joined(observed: pd.DataFrame, rows: list[tuple], number: int, splits: int) -> pd.DataFrame:
    """Return what splits showed, then what is expected, by model or formula, of ``number`` pairs or sentences."""
    modelled = pd.DataFrame(rows, columns=["comparison", "raters", "against", "criterion", "threshold", "mean"])
    modelled = modelled.assign(
        source=np.where(modelled["criterion"].str.endswith("_r"), "Spearman-Brown", "noise model"),
        low=np.nan,
        high=np.nan,
        pairs=float(number),
        raters=modelled["raters"].replace(np.inf, np.nan),
    )
    return pd.concat([observed.assign(source="observed", splits=splits), modelled], ignore_index=True)[COLUMNS]


def ceiling_of_sentences(rated: Answers, splits: int, seed: int) -> pd.DataFrame:
    """Return the agreement between panels about sentences that are in no pairs: sentence_r, otherwise as in ceiling.

    Panels have 1, 2, 5, 10, 20, … raters. ``pairs`` counts sentences: those with enough raters, which may be fewer, and
    other ones, the larger the panels are; panels that less than a tenth of the sentences have are left out. ``against``
    is the mean over the very sentences, where it is all others.
    """
    sizes = [size for power in range(6) for size in (10**power, 2 * 10**power, 5 * 10**power)]
    sizes = [size for size in sizes if size < rated.counts.max()]
    nothing = np.zeros(0, dtype=int)
    observed = split_halves(rated, nothing, nothing, [], sizes, splits, seed)
    observed = observed[observed["pairs"] >= len(rated.counts) / 10] if len(observed) else observed
    if observed.empty:
        return pd.DataFrame(columns=COLUMNS)
    rest = observed["comparison"].eq("rest")
    others = {float(size): rated.counts[rated.counts > size].mean() - size for size in sizes}
    observed.loc[rest, "against"] = observed.loc[rest, "raters"].map(others)
    everyone = float(rated.counts.mean())
    smaller = [float(size) for size in sizes if size < everyone]
    panel_sizes = [("equal_panels", raters, raters) for raters in (*smaller, everyone)]
    panel_sizes += [("rest", raters, others[raters]) for raters in smaller if raters < rated.counts.min()]
    panel_sizes += [("expected_ratings", np.inf, raters) for raters in (*smaller, everyone)]
    return _joined(observed, correlations_of(observed, panel_sizes), len(rated.counts), splits)


WHOLE = ["whole_panels", "whole_scaled_panels", "whole_expected", "whole_scaled_expected"]


def whole_ceiling(
    ratings: pd.DataFrame, sentences: pd.DataFrame, pairs: pd.DataFrame, thresholds: list[float], assumed: float
) -> pd.DataFrame:
    """Return the ceiling of all rated pairs, where single ratings are known of some only; columns as in ceiling.

    It **assumes** that every other sentence has ``assumed`` raters, whose single ratings err as much as the known ones.
    The noise model is fitted to the pairs with known single ratings and to the others apart, and the two are joined by
    their numbers of pairs. Comparisons, each side having as many raters of a sentence as it has: ``whole_panels`` (one
    panel against another), ``whole_scaled_panels`` (the first brought to an SD of 1 over all rated sentences);
    ``whole_expected`` (a judge without sampling error) and ``whole_scaled_expected``. ADC only; ``raters`` and
    ``against`` are means over members of pairs. The table is empty where participants never differ.
    """
    rated = answers(ratings)
    variance = pooled_variance(rated)
    if not variance > 1e-12:
        return pd.DataFrame(columns=COLUMNS)
    by_id = sentences.set_index("sentence_id")["rating"].dropna()
    counts = pd.Series(rated.counts, index=rated.sentences).reindex(by_id.index).fillna(assumed).to_numpy()
    known = by_id.index.isin(rated.sentences)
    pairs = pairs[pairs["good_id"].isin(by_id.index) & pairs["bad_id"].isin(by_id.index)]
    good, bad = (by_id.index.get_indexer(pairs[side]) for side in ("good_id", "bad_id"))
    deltas = by_id.to_numpy()[good] - by_id.to_numpy()[bad]
    errors = delta_variances(variance, counts, good, bad)
    observed_sd = by_id.std(ddof=0)
    expected = error_free_sd(by_id.to_numpy(), variance / counts)
    sides = dict(zip(WHOLE, [(1.0, 1.0), (1.0, 1 / observed_sd), (0.0, 1.0), (0.0, 1 / expected)], strict=True))
    totals = {(name, delta): 0.0 for name in sides for delta in thresholds}
    both_known = known[good] & known[bad]
    for part in (both_known, ~both_known):
        if not part.any():
            continue
        grid, weights = deconvolve(deltas[part], errors[part])
        error = errors[part].mean()
        for name, (error_factor, stretch) in sides.items():
            for delta in thresholds:
                met = (weights * expected_adc(grid, error_factor * error, error, delta, stretch)).sum()
                totals[name, delta] += met * part.mean()
    raters = counts[np.append(good, bad)].mean()
    table = pd.DataFrame([(*key, share) for key, share in totals.items()], columns=["comparison", "threshold", "mean"])
    raters_of_rows = [raters if sides[name][0] else np.nan for name in table["comparison"]]
    table = table.assign(raters=raters_of_rows, against=raters, criterion="adc", source="noise model", pairs=len(pairs))
    return table.reindex(columns=COLUMNS)


def compute(
    *,
    sentences: pd.DataFrame,
    pairs: pd.DataFrame,
    ratings: pd.DataFrame,
    thresholds: list[float],
    assumed_raters: float | None,
    dataset: str,
) -> dict[str, pd.DataFrame]:
    """Return the tables CEILING and HUMAN_ERROR.

    Parameters:
        ratings: ratings of single participants.
        assumed_raters: how many raters each sentence without single ratings is taken to have, where there are any.
    """
    splits = min(SPLITS, max(FEWEST_SPLITS, MOST_ANSWERS // max(1, len(ratings))))
    agreement = ceiling(ratings, pairs, thresholds, splits, SEED)
    error = rating_error.human_error(ratings, pairs, thresholds)
    without = rating_error.error_without_place(ratings, sentences, pairs)
    error = pd.concat([error, without, places.effects_on_ratings(ratings, sentences)], ignore_index=True)
    if assumed_raters:
        whole = whole_ceiling(ratings, sentences, pairs, thresholds, assumed_raters)
        agreement = pd.concat([agreement, whole], ignore_index=True)
    for table in (agreement, error):
        table.insert(0, "dataset", dataset)
    return {"ceiling": agreement, "human_error": error}
