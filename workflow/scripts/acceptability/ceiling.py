"""How well people agree with people: the ceiling for a system, sampling error, identical sentences (pure).

A human rating of a sentence is the mean of a few participants' z-scores. Another panel of participants would have
given another mean. The criteria hold a system to one panel's deltas; here another panel stands in for the system.

**Who stands against whom.** A panel is made of whole participants. In every split, all participants are put into a
random order, and each group (participants who, directly or through others, rated sentences in common; in LI-Adger's
LI half the 11 to 13 who rated the same list of 100 sentences) is halved. The first k answers to a sentence from one
half stand against the first k from the other. Nobody is in both halves. Raters drawn anew for each sentence would
give the same means over splits, but narrower ranges: a participant's ways show in all 100 sentences of the list, and
would then be spread over both sides.

**What that means for deltas.** LI's lists never hold both members of a pair (but one), so the two means of a delta
come from different people, and their errors add up: nothing of a participant's habits cancels in the difference, as
it would if each participant rated both members. That is how the published deltas came about, too.

**What it does not see.** Participants of one list saw the same 99 other sentences. Whatever the list did to a
sentence's ratings, all its raters share it. The ceiling takes that for agreement, and ``noise_floor`` shows it.
"""

from dataclasses import dataclass

import numpy as np
import pandas as pd
from scipy import stats
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components
from scipy.special import ndtr

from acceptability import criteria

INTERVAL = (0.025, 0.975)
SPLITS = 200
SEED = 2021
GRID = 121  # points of the estimated distribution of error-free deltas
STEPS = 2000  # of the EM algorithm that estimates it
NODES = 100  # of the integral over the difference of two panels' errors
COLUMNS = ["comparison", "raters", "against", "criterion", "threshold", "source", "mean", "low", "high", "pairs"]


@dataclass(frozen=True)
class Answers:
    """z-scores of single participants, a row a sentence, a column an answer.

    ``z`` and ``participant`` (a number; −1 where a sentence has fewer answers) have the same shape; ``counts`` is the
    number of answers of each sentence, ``group`` that of each participant's group, ``sentences`` the ids of the rows.
    """

    sentences: pd.Index
    z: np.ndarray
    participant: np.ndarray
    counts: np.ndarray
    group: np.ndarray

    def means(self) -> np.ndarray:
        """Mean z-score of each sentence."""
        return self.z.sum(axis=1) / self.counts

    def variances(self) -> np.ndarray:
        """Sample variance (ddof = 1) of each sentence's z-scores; NaN where it has one answer."""
        squares = np.where(self.participant >= 0, (self.z - self.means()[:, None]) ** 2, 0).sum(axis=1)
        return np.divide(squares, self.counts - 1, out=np.full(len(squares), np.nan), where=self.counts > 1)


def answers(ratings: pd.DataFrame) -> Answers:
    """``participant, sentence_id, z_score``, one row an answer, in any order → Answers."""
    ratings = ratings.sort_values(["sentence_id", "participant"], ignore_index=True)
    row, sentences = pd.factorize(ratings["sentence_id"])
    who, names = pd.factorize(ratings["participant"], sort=True)
    counts = np.bincount(row)
    column = np.arange(len(row)) - np.repeat(np.cumsum(counts) - counts, counts)
    z, participant = np.zeros((len(counts), counts.max())), np.full((len(counts), counts.max()), -1)
    z[row, column], participant[row, column] = ratings["z_score"], who
    size = len(counts) + len(names)
    links = coo_array((np.ones(len(row)), (row, who + len(counts))), shape=(size, size))
    group = connected_components(links, directed=False)[1][len(counts) :]
    return Answers(pd.Index(sentences), z, participant, counts, group)


def rated_pairs(found: Answers, pairs: pd.DataFrame) -> tuple[np.ndarray, np.ndarray]:
    """Rows of ``found`` of the good and of the bad member, for the pairs of which both have answers."""
    good, bad = (found.sentences.get_indexer(pairs[side]) for side in ("good_id", "bad_id"))
    both = (good >= 0) & (bad >= 0)
    return good[both], bad[both]


def ceiling(
    ratings: pd.DataFrame, pairs: pd.DataFrame, thresholds: list[float], splits: int, seed: int
) -> pd.DataFrame:
    """Agreement between panels of participants, as a function of their size.

    ``ratings`` has ``participant, sentence_id, z_score``; ``pairs`` has ``good_id, bad_id``. Gives ``comparison``,
    ``raters, against`` (raters of a sentence on the first and on the second side), ``criterion`` (blimp, adc, and
    Pearson's r: sentence_r, pair_r), ``threshold`` (δ of adc), ``source, mean, low, high`` (2.5th and 97.5th percentile
    over the splits; NaN where nothing is split) and ``pairs`` (mean number that count). The first side stands in for
    the system, the second for the humans. The comparisons:

    - ``equal_panels``: k raters against k others, no participant being on both sides.
    - ``rest``: k raters against all others who rated the same sentence.
    - ``expected_ratings``: a judge who knows what each sentence would be rated on average by ever more
      participants, and on the ratings' own scale, against k raters. ``raters`` is NaN.
    - ``scaled_ratings``: the same judge, brought to an SD of 1 over these sentences, as the scores of systems are over
      theirs. Not a bound: a system whose variance lies between phenomena can do better. ``raters`` is NaN; criteria
      only.

    And the sources: ``observed`` (split halves), ``noise model`` (see Noise) and ``Spearman-Brown``. All raters are
    their mean over members of pairs. Empty where no pair has two answers to each member.
    """
    found = answers(ratings)
    good, bad = rated_pairs(found, pairs)
    raters_of_members = found.counts[np.append(good, bad)]
    most = int(np.median(raters_of_members)) // 2 if len(good) else 0
    observed = split_halves(found, good, bad, thresholds, most, splits, seed)
    if observed.empty:
        return pd.DataFrame(columns=COLUMNS)
    everyone = float(raters_of_members.mean())  # more than ``most``, as a mean is more than half the median
    whole = observed["comparison"].eq("rest")
    observed.loc[whole, "against"] = everyone - observed.loc[whole, "raters"]
    panels = [float(raters) for raters in range(1, int(np.ceil(everyone)))] + [everyone]
    wanted = [("equal_panels", raters, raters) for raters in panels]
    wanted += [("rest", raters, everyone - raters) for raters in panels[:most]]
    wanted += [("expected_ratings", np.inf, raters) for raters in panels]
    rows = correlations_of(observed, wanted)
    if noise := fit_noise(found, good, bad):
        rows += shares_of(noise, wanted, thresholds)
        scaled = [("scaled_ratings", np.inf, raters) for raters in panels]
        rows += shares_of(noise, scaled, thresholds, stretch=1 / expected_sd(found))
    modelled = pd.DataFrame(rows, columns=["comparison", "raters", "against", "criterion", "threshold", "mean"])
    modelled = modelled.assign(
        source=np.where(modelled["criterion"].str.endswith("_r"), "Spearman-Brown", "noise model"),
        low=np.nan,
        high=np.nan,
        pairs=float(len(good)),
        raters=modelled["raters"].replace(np.inf, np.nan),
    )
    return pd.concat([observed.assign(source="observed"), modelled], ignore_index=True)[COLUMNS]


def split_halves(
    found: Answers, good: np.ndarray, bad: np.ndarray, thresholds: list[float], most: int, splits: int, seed: int
) -> pd.DataFrame:
    """The observed rows of ``ceiling``, for 1 to ``most`` raters; ``against`` is that of equal panels."""
    generator = np.random.default_rng(seed)
    rows = []
    for _ in range(splits):
        order = generator.permutation(len(found.group))
        side = halves(found.group, order)
        first, second = (running_means(found, order, side == half, most)[0] for half in (0, 1))
        panel, rest = running_means(found, order, np.ones(len(order), dtype=bool), most)
        for comparison, system, human in (("equal_panels", first, second), ("rest", panel, rest)):
            for raters, numbers in enumerate(agreement(system, human, good, bad, thresholds), start=1):
                rows += [(comparison, float(raters), float(raters), *key, *value) for key, value in numbers.items()]
    keys = ["comparison", "raters", "against", "criterion", "threshold"]
    if not rows:
        return pd.DataFrame(columns=keys)
    table = pd.DataFrame(rows, columns=[*keys, "value", "pairs"])
    by_key = table.groupby(keys, sort=False, dropna=False)
    summary = by_key.agg(mean=("value", "mean"), pairs=("pairs", "mean"))
    for name, share in zip(("low", "high"), INTERVAL, strict=True):
        summary[name] = by_key["value"].quantile(share)
    return summary.reset_index()


def halves(group: np.ndarray, order: np.ndarray) -> np.ndarray:
    """0 or 1 for each participant: every other one of a group, in the given order, so that halves are even."""
    by_group = np.lexsort((order, group))
    size = np.bincount(group)
    side = np.empty(len(group), dtype=int)
    side[by_group] = (np.arange(len(group)) - np.repeat(np.cumsum(size) - size, size)) % 2
    return side


def running_means(found: Answers, order: np.ndarray, allowed: np.ndarray, most: int) -> tuple[np.ndarray, np.ndarray]:
    """Mean of the first k answers of allowed participants, and of all their others: two arrays of k (1 to ``most``) ×
    sentence. NaN where a sentence has too few."""
    counts = (found.participant >= 0) & allowed[found.participant]
    place = np.argsort(np.where(counts, order[found.participant], len(order)), axis=1)
    sums = np.cumsum(np.take_along_axis(np.where(counts, found.z, 0), place, axis=1), axis=1)
    have, total = counts.sum(axis=1), sums[:, -1]
    raters = np.arange(1, most + 1)[:, None]
    sums = sums.T[:most]
    with np.errstate(divide="ignore", invalid="ignore"):
        first = np.where(have >= raters, sums / raters, np.nan)
        rest = np.where(have > raters, (total - sums) / (have - raters), np.nan)
    return first, rest


def agreement(
    system: np.ndarray, human: np.ndarray, good: np.ndarray, bad: np.ndarray, thresholds: list[float]
) -> list[dict]:
    """Both criteria (corrected) and both correlations of two panels' ratings (k × sentence), a dictionary a k.

    Keys are (criterion, δ or NaN), values (share or r, number of pairs).
    """
    found = []
    for ours, theirs in zip(system, human, strict=True):
        model, reference = ours[good] - ours[bad], theirs[good] - theirs[bad]
        both = ~np.isnan(model) & ~np.isnan(reference)
        pairs, model, reference = int(both.sum()), model[both], reference[both]
        if not pairs:
            break  # nor will there be any with more raters
        numbers = {("blimp", np.nan): criteria.blimp_met(reference, model).mean()}
        for delta in thresholds:
            met = criteria.adc_met(reference, model, delta, criteria.VARIANTS["corrected"])
            numbers["adc", float(delta)] = met.mean()
        rated = ~np.isnan(ours) & ~np.isnan(theirs)
        numbers["sentence_r", np.nan] = pearson(ours[rated], theirs[rated])
        numbers["pair_r", np.nan] = pearson(model, reference)
        found.append({key: (float(value), pairs) for key, value in numbers.items()})
    return found


def pearson(x: np.ndarray, y: np.ndarray) -> float:
    """Pearson's r; NaN of fewer than three points or a constant."""
    if len(x) < 3 or np.ptp(x) == 0 or np.ptp(y) == 0:
        return np.nan
    return float(np.corrcoef(x, y)[0, 1])


def spearman_brown(r: float, times: float) -> float:
    """Reliability of a panel ``times`` as large as those that correlate by ``r``: times·r / (1 + (times − 1)·r).

    Spearman (1910), Brown (1910). NaN for r ≤ 0, of which no panel can be made that agrees with another. An infinite
    panel has the reliability 1.
    """
    if not r > 0:
        return np.nan
    return 1.0 if np.isinf(times) else times * r / (1 + (times - 1) * r)


def correlations_of(observed: pd.DataFrame, wanted: list[tuple[str, float, float]]) -> list[tuple]:
    """Pearson's r between panels of any size, by Spearman and Brown's formula from the greatest observed equal panels
    of which all pairs are rated: the square root of the product of both panels' reliabilities."""
    rows = []
    for criterion in ("sentence_r", "pair_r"):
        seen = observed[(observed["criterion"] == criterion) & (observed["comparison"] == "equal_panels")]
        base = seen[seen["pairs"] == seen["pairs"].max()].iloc[-1]
        for comparison, raters, against in wanted:
            reliability = [spearman_brown(base["mean"], size / base["raters"]) for size in (raters, against)]
            rows.append((comparison, raters, against, criterion, np.nan, float(np.sqrt(np.prod(reliability)))))
    return rows


@dataclass(frozen=True)
class Noise:
    """A model of sampling error, to foretell what panels of other sizes would do.

    It assumes that a participant's z-score is the sentence's expected rating plus normal error, of the same ``sd`` for
    every participant and sentence (pooled within sentences), all errors independent. Error-free ``deltas`` have the
    shares ``weights``: the distribution under which the observed deltas are likeliest, without any assumption on its
    shape (Kiefer & Wolfowitz 1956). That list, order and other sentences do nothing is assumed, too. The rows of
    ``ceiling`` show how far it is off where split halves can be observed.
    """

    sd: float
    deltas: np.ndarray
    weights: np.ndarray


def pooled_variance(found: Answers) -> float:
    """Variance of z-scores within sentences, pooled over sentences; NaN where no sentence has two answers."""
    several = found.counts > 1
    freedom = found.counts[several] - 1
    return float((found.variances()[several] * freedom).sum() / freedom.sum()) if several.any() else np.nan


def fit_noise(found: Answers, good: np.ndarray, bad: np.ndarray) -> Noise | None:
    """The noise model of these ratings; None where participants never differ."""
    variance = pooled_variance(found)
    if not variance > 1e-12:
        return None
    means = found.means()
    errors = variance * (1 / found.counts[good] + 1 / found.counts[bad])
    return Noise(np.sqrt(variance), *deconvolve(means[good] - means[bad], errors))


def deconvolve(observed: np.ndarray, variances: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Error-free values and their shares, such that values with normal errors are likeliest as ``observed``.

    ``variances`` are those of the errors. The values stand on a grid over the observed range; the EM algorithm finds
    their shares.
    """
    grid = np.linspace(observed.min(), observed.max(), GRID)
    exponent = -((observed[:, None] - grid) ** 2) / (2 * variances[:, None])
    likelihood = np.exp(exponent - exponent.max(axis=1, keepdims=True))
    weights = np.full(GRID, 1 / GRID)
    for _ in range(STEPS):
        posterior = likelihood * weights
        weights = (posterior / posterior.sum(axis=1, keepdims=True)).mean(axis=0)
    return grid, weights


def expected_sd(found: Answers) -> float:
    """SD (ddof = 0) of the expected ratings over sentences: that of the mean ratings, less their sampling error."""
    error = (pooled_variance(found) / found.counts).mean()
    return float(np.sqrt(max(found.means().var(ddof=0) - error, 1e-12)))


def shares_of(
    noise: Noise, wanted: list[tuple[str, float, float]], thresholds: list[float], stretch: float = 1.0
) -> list[tuple]:
    """Expected shares of pairs that meet both criteria, panel (``raters``) against panel (``against``).

    ``stretch`` multiplies the deltas of the first side, which then must have no sampling error.
    """
    rows = []
    for comparison, raters, against in wanted:
        first, second = (2 * noise.sd**2 / size for size in (raters, against))
        blimp = (noise.weights * expected_blimp(noise.deltas, first)).sum()
        rows.append((comparison, raters, against, "blimp", np.nan, float(blimp)))
        for delta in thresholds:
            adc = (noise.weights * expected_adc(noise.deltas, first, second, delta, stretch)).sum()
            rows.append((comparison, raters, against, "adc", float(delta), float(adc)))
    return rows


def expected_blimp(deltas: np.ndarray, variance: float) -> np.ndarray:
    """Probability that error-free delta + normal error is above 0; ``variance`` is the error's, and may be 0."""
    return ndtr(deltas / np.sqrt(variance)) if variance else (deltas > 0).astype(float)


def expected_adc(deltas: np.ndarray, first: float, second: float, threshold: float, stretch: float = 1.0) -> np.ndarray:
    """Probability that two panels' deltas meet the ADC, given the error-free ``deltas``.

    Where the first side has no error, its deltas may be multiplied by ``stretch``.

    The panels' deltas are delta + normal error; ``first`` (may be 0) and ``second`` are the errors' variances. Let U be
    the difference of the two, of variance v = first + second, and W the mean of the two that is independent of U, of
    variance first·second/v. Given U = u ≥ 0, both are positive where W > u·second/v, and negative where
    W < −u·first/v; the other way round for u < 0. So the probability is an integral over |u| < δ.
    """
    deltas = np.asarray(deltas, dtype=float)
    variance = first + second
    spread = np.sqrt(variance)
    if not first:
        size = np.abs(deltas)
        excess = (stretch - 1) * size
        low = np.maximum(excess - threshold, -size)  # the error that keeps the sign, and is near enough
        return np.where(size == 0, 0, np.maximum(0, ndtr((excess + threshold) / spread) - ndtr(low / spread)))
    node, weight = np.polynomial.legendre.leggauss(NODES)
    end = min(threshold, 9 * spread)  # beyond, nothing is left
    u, step = (node + 1) * end / 2, weight * end / 2
    density = np.exp(-(u**2) / (2 * variance)) / (spread * np.sqrt(2 * np.pi))
    sd = np.sqrt(first * second / variance)
    deltas, up, down = deltas[..., None], u * second / variance, u * first / variance
    above = ndtr((deltas - up) / sd) + ndtr((-deltas - down) / sd)
    below = ndtr((deltas - down) / sd) + ndtr((-deltas - up) / sd)
    return (density * step * (above + below)).sum(axis=-1)


def human_error(ratings: pd.DataFrame, pairs: pd.DataFrame, thresholds: list[float]) -> pd.DataFrame:
    """The standard error of human deltas, beside δ: ``statistic, threshold, value, number``.

    ``ratings`` and ``pairs`` as in ``ceiling``. The standard error of a mean is SD/√n of the sentence's z-scores; that
    of a delta is the square root of the sum of both members' squares. ``number`` counts what the statistic is over.

    - ``raters``: mean number of raters a sentence
    - ``rating_sd``: SD of a single z-score around its sentence's mean, pooled
    - ``delta_sd``: SD (ddof = 1) of the human deltas; ``reliability``: its square's share that is no sampling error
    - ``se_lower_quartile, se_median, se_upper_quartile``: of the standard errors
    - ``se_above``: share of pairs whose standard error exceeds δ
    - ``below_two_se``: share of pairs whose delta is nearer to 0 than two standard errors
    """
    found = answers(ratings)
    good, bad = rated_pairs(found, pairs)
    means, squares = found.means(), found.variances() / found.counts
    delta, error = means[good] - means[bad], np.sqrt(squares[good] + squares[bad])
    several = ~np.isnan(error)
    delta, error = delta[several], error[several]
    rows = [("raters", np.nan, found.counts.mean(), len(found.counts))]
    rows.append(("rating_sd", np.nan, np.sqrt(pooled_variance(found)), len(found.counts)))
    if len(error):
        names = ("se_lower_quartile", "se_median", "se_upper_quartile")
        quartiles = np.quantile(error, [0.25, 0.5, 0.75])
        rows += [(name, np.nan, value, len(error)) for name, value in zip(names, quartiles, strict=True)]
        rows += [("se_above", float(limit), (error > limit).mean(), len(error)) for limit in thresholds]
        rows.append(("below_two_se", np.nan, (np.abs(delta) < 2 * error).mean(), len(error)))
    if len(error) > 1 and np.ptp(delta) > 0:
        rows.append(("delta_sd", np.nan, delta.std(ddof=1), len(error)))
        rows.append(("reliability", np.nan, 1 - (error**2).mean() / delta.var(ddof=1), len(error)))
    return pd.DataFrame(rows, columns=["statistic", "threshold", "value", "number"])


def noise_floor(sentences: pd.DataFrame, ratings: pd.DataFrame | None) -> pd.DataFrame:
    """How far two ratings of the same string are apart, and how far sampling error alone would put them.

    ``sentences`` has ``sentence_id, sentence, rating`` and may have ``source``; ``ratings`` has single z-scores, or is
    None. Every two ids with the same string and with ratings count. Gives ``sources`` (``all``, then the sources of
    the two), ``strings`` and ``differences`` (counts), ``sd`` (around 0: which id comes first means nothing) and
    ``mean_absolute`` of the differences; ``known`` (differences of which both raters' numbers are known) and, over
    these, ``sd_known``, ``sd_expected`` from sampling error with the pooled SD, and ``p``, the chance that sampling
    error alone makes them so great (their squares in units of the expected variances, taken as independent: χ²). NaN
    of no differences.
    """
    rated = sentences[sentences["rating"].notna()]
    rated = rated[["sentence_id", "sentence", "rating"]].assign(source=rated.get("source", ""))
    twice = rated.merge(rated, on="sentence", suffixes=("", "_other"))
    twice = twice[twice["sentence_id"] < twice["sentence_id_other"]]
    both = [sorted(names) for names in zip(twice["source"], twice["source_other"], strict=True)]
    twice = twice.assign(sources=["–".join(names) for names in both], expected=np.nan)
    if ratings is not None:
        found = answers(ratings)
        error = pd.Series(pooled_variance(found) / found.counts, index=found.sentences)
        twice["expected"] = twice["sentence_id"].map(error) + twice["sentence_id_other"].map(error)
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
        p = float(stats.chi2.sf(squares, known.sum())) if group.loc[known, "expected"].gt(0).any() else np.nan
        rows.append(numbers | {"sd_expected": np.sqrt(group["expected"].mean()), "p": p})
    return pd.DataFrame(rows)
