"""The same scores under every combination of the choices that the paper leaves open, and which claims survive (pure).

A *specification* is one value of each of ``CHOICES``. The paper's own is δ = 0.5 (or 1, or 5) with the first value
of every other choice. Variants of pseudo-log-likelihood are measures, and so rows of their own.
"""

from collections.abc import Mapping
from fnmatch import fnmatchcase
from itertools import product

import numpy as np
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
QUANTITIES = {  # what each is computed from
    "above": ("share",),
    "blimp_above": ("blimp",),
    "r_above": ("pearson_r",),
    "falls_further": ("share", "blimp"),
    "below": ("share",),
    "reaches": ("share",),
    "apart_less": ("share",),
    "loses_more": ("share", "blimp"),
    "loses_less": ("share", "blimp"),
}
BOUNDED = ("below", "reaches", "apart_less", "loses_more", "loses_less")  # their argument ends with a number
LEVEL = 0.975  # of the bootstraps, in which a robust claim holds: as an end of a 95 % interval
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


def ranks(made: pd.DataFrame) -> pd.DataFrame:
    """The best and the worst place of each row among all rows, by δ and scale of the ratings, over the other choices.

    ``made`` as evaluate gives it, without references. Gives ``row, threshold, human_scale, best, worst``; 1 is the
    greatest share, and equal shares have the same place.
    """
    place = made.groupby(SPECIFICATION, sort=False)["share"].rank(method="min", ascending=False).astype(int)
    made = made.assign(row=made["system"] + "/" + made["measure"], place=place)
    grouped = made.groupby(["row", "threshold", "human_scale"], sort=False)["place"]
    return grouped.agg(best="min", worst="max").reset_index()


def parse(rows, quantity: str, argument: str) -> tuple[list[list[str]], float | None]:
    """Rows that fit each pattern of a claim's argument, and its bound.

    Raises InputError for an unknown quantity and for a pattern that fits no row.
    """
    patterns = argument.split(" ")
    if quantity not in QUANTITIES:
        raise InputError(f"{quantity!r} is no quantity of a claim; there are: {', '.join(QUANTITIES)}")
    bound = float(patterns.pop()) if quantity in BOUNDED else None
    groups = []
    for pattern in patterns:
        groups.append([row for row in rows if fnmatchcase(row, pattern)])
        if not groups[-1]:
            raise InputError(f"a claim is about {pattern!r}, but no such row was scored")
    return groups, bound


def holds(values: Mapping[str, pd.DataFrame], quantity: str, argument: str) -> np.ndarray:
    """In which cases (specifications, bootstraps) a claim holds.

    ``values`` has ``share, blimp, pearson_r``: frames, system/measure × case.

    ``above A B``: every row that fits pattern A has a greater share than every row that fits B; ``blimp_above`` the
    same under the BLiMP criterion, ``r_above`` of the correlation of deltas. ``below A x``: all A are below x;
    ``reaches A x``: none is. ``apart_less A B x``: no A and B are x or more
    apart. ``loses_more A x``: from BLiMP to the ADC, all A lose more than x; ``loses_less A x``: less than x, or win
    less. ``falls_further A B``: from BLiMP to the ADC, each A loses more than each B. Raises InputError as parse does.
    """
    groups, bound = parse(values["share"].index, quantity, argument)
    needed = QUANTITIES[quantity]
    of = values[needed[0]] if len(needed) == 1 else values["blimp"] - values["share"]
    first, *others = (of.loc[group].to_numpy() for group in groups)
    if others and quantity != "apart_less":
        return first.min(axis=0) > others[0].max(axis=0)
    if quantity == "apart_less":
        apart = [first.max(axis=0) - others[0].min(axis=0), others[0].max(axis=0) - first.min(axis=0)]
        return np.maximum(*apart) < bound
    if quantity == "below":
        return first.max(axis=0) < bound
    if quantity == "reaches":
        return first.min(axis=0) >= bound
    if quantity == "loses_more":
        return first.min(axis=0) > bound
    return np.abs(first).max(axis=0) < bound  # loses_less


def check_claims(
    made: pd.DataFrame, claims: pd.DataFrame, drawn: Mapping[float, Mapping[str, pd.DataFrame]]
) -> pd.DataFrame:
    """Each claim of the paper under all specifications with its δ (an empty one: each δ), and for other phenomena.

    ``made`` as evaluate gives it; ``claims`` has ``place, claim, threshold, quantity, argument, note``; ``drawn`` has,
    by δ, the values that holds wants in each of many bootstraps over the phenomena (uncertainty.drawn: corrected, the
    paper's other choices). Gives the claims with ``published`` (does it hold under the paper's own choices; empty where
    it cannot be computed), ``holding`` and ``specifications`` (counts), ``different`` (how many of these differ at all
    in what the claim is about), ``bootstraps`` (the share in which it holds, at each δ), ``depends_on`` (the choices
    that alone can overturn it, and ``phenomena`` where it holds in less than 97.5 % of the bootstraps) and a
    ``verdict``: robust, depends, never holds, not reproducible here, or that its δ was not asked.
    """
    made = made.assign(row=made["system"] + "/" + made["measure"])
    values = {
        name: made.pivot(index="row", columns=SPECIFICATION, values=name) for name in ("share", "blimp", "pearson_r")
    }
    rows = []
    for claim in claims.itertuples(index=False):
        if not claim.quantity:
            rows.append(("", 0, 0, 0, np.nan, "", "not reproducible here"))
            continue
        limits = [float(claim.threshold)] if claim.threshold else list(drawn)
        if not set(limits) <= set(drawn):
            rows.append(("", 0, 0, 0, np.nan, "", f"δ = {claim.threshold} was not asked"))
            continue
        fitting = {name: table.loc[:, table.columns.isin(limits, level="threshold")] for name, table in values.items()}
        truth = dict(zip(fitting["share"], holds(fitting, claim.quantity, claim.argument).tolist(), strict=True))
        groups, _ = parse(fitting["share"].index, claim.quantity, claim.argument)
        involved = [fitting[name].loc[group] for name in QUANTITIES[claim.quantity] for group in groups]
        different = len(pd.concat(involved, ignore_index=True).T.round(9).drop_duplicates())
        bootstraps = np.all([holds(drawn[limit], claim.quantity, claim.argument) for limit in limits], axis=0).mean()
        overturning = [name for place, name in enumerate(SPECIFICATION) if _overturns(truth, place)]
        own = [value for key, value in truth.items() if key[1:] == tuple(choice[0] for choice in CHOICES.values())]
        holding = sum(truth.values())
        if holding and bootstraps < LEVEL:
            overturning.append("phenomena")
        verdict = "never holds" if not holding else "depends" if overturning else "robust"
        counts = (holding, len(truth), different, bootstraps)
        rows.append(("yes" if all(own) else "no", *counts, ", ".join(overturning), verdict))
    columns = ["published", "holding", "specifications", "different", "bootstraps", "depends_on", "verdict"]
    return pd.concat([claims.reset_index(drop=True), pd.DataFrame(rows, columns=columns)], axis=1)


def _overturns(truth: dict[tuple, bool], place: int) -> bool:
    """Are there two specifications that differ in this choice only, and in the truth of the claim?"""
    seen: dict[tuple, bool] = {}
    return any(seen.setdefault(key[:place] + key[place + 1 :], value) != value for key, value in truth.items())
