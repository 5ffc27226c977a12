"""The same scores under every combination of the choices that the paper leaves open, and which claims survive (pure).

A *specification* is one value of each of ``CHOICES``. The paper's own is δ = 0.5 (or 1, or 5) with the first value
of every other choice. Variants of pseudo-log-likelihood are measures, and so rows of their own.
"""

from collections.abc import Mapping
from fnmatch import fnmatchcase
from itertools import product

import pandas as pd

from acceptability import criteria, statistics
from acceptability.errors import InputError
from acceptability.references import best_constant

CHOICES = {
    "human_scale": ("participants", "sentences"),
    "population": ("dataset", "pairs"),
    "normaliser": ("none", "words"),
    "ties": ("sign", "missed"),
    "unrated": ("met", "dropped"),
}
LOG_PROBABILITIES = ("log_prob", "pll", "pll_word_l2r", "pll_as_published")
QUANTITIES = ("above", "blimp_above", "r_above", "falls_further", "below", "reaches", "apart_less", "loses_more")
QUANTITIES += ("loses_less",)
SPECIFICATION = ["threshold", *CHOICES]


def evaluate(
    sentences: pd.DataFrame,
    pairs: pd.DataFrame,
    scores: Mapping[str, pd.DataFrame],
    thresholds: list[float],
    reference: str,
) -> pd.DataFrame:
    """Share of pairs that meet the ADC for every row (system/measure) under every specification.

    human_scale
        ``participants``: ratings as they are, mean z-scores over participants (the paper). ``sentences``: divided by
        their SD over the sentences of the population, so that humans and systems have the same SD there.
    population
        What a system's SD is taken over: all sentences of the dataset (the paper; for scores that carry their
        population's SD, that one), or the sentences of its rated pairs.
    normaliser
        ``words``: sums of log-probabilities are divided by the sentence's number of words (at white space); other
        measures stay as they are.
    ties, unrated
        See criteria.Options.

    ``sentences, pairs`` and each of ``scores`` as in ``io.TABLES``. Gives the choices, ``system, measure, met, pairs,
    share``, ``blimp``, the share that meets the BLiMP criterion under the same choices, and ``pearson_r`` of model and
    human deltas. The system ``reference`` stands for two references: the oracle (human ratings, brought to an SD of 1)
    and the best constant delta, found anew for each scale of the ratings at the smallest δ.
    """
    by_id = sentences.set_index("sentence_id")
    words = by_id["sentence"].str.split().str.len()
    human = criteria.pair_deltas(pairs, by_id["rating"])
    counted = criteria.counted(human)
    rated = pairs[human.notna()]
    in_pairs = pd.unique(pd.concat([rated["good_id"], rated["bad_id"]]))
    ratings = by_id["rating"].dropna()
    tables = []
    for system, table in scores.items():
        for measure, group in table.groupby("measure", sort=False):
            plain = group.set_index("sentence_id")["score"]
            for normaliser, population in product(CHOICES["normaliser"], CHOICES["population"]):
                divided = normaliser == "words" and measure in LOG_PROBABILITIES
                score = plain / words.reindex(plain.index) if divided else plain
                if population == "dataset" and "population_sd" in group and not divided:
                    sd = group["population_sd"].iloc[0]
                else:
                    sd = (score if population == "dataset" else score.reindex(in_pairs).dropna()).std(ddof=0)
                model = criteria.pair_deltas(pairs, score) / sd
                for scale in CHOICES["human_scale"]:
                    humans = human / human_sd(ratings, in_pairs, population) if scale == "sentences" else human
                    tables += _rows((scale, population, normaliser), (system, measure), humans, model, thresholds)
    for normaliser, population, scale in product(
        *(CHOICES[name] for name in ("normaliser", "population", "human_scale"))
    ):
        sd = human_sd(ratings, in_pairs, population)
        humans = human / sd if scale == "sentences" else human
        constant = pd.Series(best_constant(humans.dropna(), min(thresholds)), index=human.index)
        for measure, model in (("oracle", human / sd), ("best_constant", constant)):
            tables += _rows((scale, population, normaliser), (reference, measure), humans, model, thresholds)
    made = pd.DataFrame(tables, columns=[*SPECIFICATION, "system", "measure", "met", "blimp", "pearson_r"])
    made.insert(9, "pairs", int(counted.sum()))
    made.insert(10, "share", made["met"] / made["pairs"])
    return made.sort_values([*SPECIFICATION], kind="stable", ignore_index=True)


def human_sd(ratings: pd.Series, in_pairs, population: str) -> float:
    """SD (ddof = 0) of the ratings over all rated sentences, or over those of the rated pairs."""
    return float((ratings if population == "dataset" else ratings.reindex(in_pairs).dropna()).std(ddof=0))


def _rows(choices: tuple, row: tuple, human: pd.Series, model: pd.Series, thresholds: list[float]) -> list[tuple]:
    """The specifications that differ in δ, ties and unrated pairs only."""
    counted = criteria.counted(human)
    blimp = criteria.blimp_met(human, model).sum() / counted.sum()
    pearson_r = statistics.correlation(human, model, "pearson")[0]
    rows = []
    for ties, unrated, delta in product(CHOICES["ties"], CHOICES["unrated"], thresholds):
        met = criteria.adc_met(human, model, delta, criteria.Options(unrated=unrated, ties=ties))
        rows.append((delta, *choices, ties, unrated, *row, int(met.sum()), blimp, pearson_r))
    return rows


def holds(rows: pd.DataFrame, quantity: str, argument: str) -> bool:
    """Does a claim hold in one specification? ``rows`` has ``share, blimp, pearson_r``, indexed by row.

    ``above A B``: every row that fits pattern A has a greater share than every row that fits B; ``blimp_above`` the
    same under the BLiMP criterion, ``r_above`` of the correlation of deltas. ``below A x``: all A are below x;
    ``reaches A x``: none is. ``apart_less A B x``: no A and B are x or more
    apart. ``loses_more A x``: from BLiMP to the ADC, all A lose more than x; ``loses_less A x``: less than x, or win
    less. ``falls_further A B``: from BLiMP to the ADC, each A loses more than each B.
    Raises InputError for an unknown quantity and for a pattern that fits no row.
    """
    patterns = argument.split(" ")
    if quantity not in QUANTITIES:
        raise InputError(f"{quantity!r} is no quantity of a claim; there are: {', '.join(QUANTITIES)}")
    bounded = ("below", "reaches", "apart_less", "loses_more", "loses_less")
    bound = float(patterns.pop()) if quantity in bounded else None
    shares, blimp = rows["share"], rows["blimp"]
    groups = []
    for pattern in patterns:
        groups.append([row for row in shares.index if fnmatchcase(row, pattern)])
        if not groups[-1]:
            raise InputError(f"a claim is about {pattern!r}, but no such row was scored")
    first, lost = shares[groups[0]], (blimp - shares)
    if quantity == "above":
        return first.min() > shares[groups[1]].max()
    if quantity == "blimp_above":
        return blimp[groups[0]].min() > blimp[groups[1]].max()
    if quantity == "r_above":
        return rows.loc[groups[0], "pearson_r"].min() > rows.loc[groups[1], "pearson_r"].max()
    if quantity == "falls_further":
        return lost[groups[0]].min() > lost[groups[1]].max()
    if quantity == "below":
        return first.max() < bound
    if quantity == "reaches":
        return first.min() >= bound
    if quantity == "apart_less":
        second = shares[groups[1]]
        return max(first.max() - second.min(), second.max() - first.min()) < bound
    if quantity == "loses_more":
        return lost[groups[0]].min() > bound
    return lost[groups[0]].abs().max() < bound  # loses_less


def check_claims(made: pd.DataFrame, claims: pd.DataFrame) -> pd.DataFrame:
    """Each claim of the paper under all specifications with its δ (an empty one: each δ).

    ``made`` as evaluate gives it; ``claims`` has ``place, claim, threshold, quantity, argument, note``. Gives these
    with ``published`` (does it hold under the paper's own choices; empty where it cannot be computed), ``holding`` and
    ``specifications`` (counts), ``depends_on`` (the choices that alone can overturn it) and a ``verdict``: robust,
    never holds, depends, not reproducible here.
    """
    made = made.assign(row=made["system"] + "/" + made["measure"])
    grouped = {key: group.set_index("row") for key, group in made.groupby(SPECIFICATION, sort=False)}
    rows = []
    for claim in claims.itertuples(index=False):
        if not claim.quantity:
            rows.append(("", 0, 0, "", "not reproducible here"))
            continue
        fitting = [key for key in grouped if not claim.threshold or key[0] == float(claim.threshold)]
        if not fitting:
            raise InputError(f"a claim is about δ = {claim.threshold}, which criteria.thresholds does not name")
        truth = {key: holds(grouped[key], claim.quantity, claim.argument) for key in fitting}
        overturning = [name for place, name in enumerate(SPECIFICATION) if _overturns(truth, place)]
        own = [value for key, value in truth.items() if key[1:] == tuple(choice[0] for choice in CHOICES.values())]
        holding = sum(truth.values())
        verdict = "robust" if holding == len(truth) else "depends" if holding else "never holds"
        rows.append(("yes" if all(own) else "no", holding, len(truth), ", ".join(overturning), verdict))
    found = pd.DataFrame(rows, columns=["published", "holding", "specifications", "depends_on", "verdict"])
    return pd.concat([claims.reset_index(drop=True), found], axis=1)


def _overturns(truth: dict[tuple, bool], place: int) -> bool:
    """Are there two specifications that differ in this choice only, and in the truth of the claim?"""
    seen: dict[tuple, bool] = {}
    return any(seen.setdefault(key[:place] + key[place + 1 :], value) != value for key, value in truth.items())
