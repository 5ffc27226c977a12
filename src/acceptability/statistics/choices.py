"""Compute how people choose between the sentences of a pair, how reliably, and how systems compare (pure).

An *answer* is right where the sentence was chosen that experts accept. A pair's *share* is that of its right answers.
"""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pandas as pd
from scipy.special import ndtri

from acceptability.contracts.defaults import LEVEL
from acceptability.statistics import correlation, criteria
from acceptability.statistics.clusters import (
    Estimate,
    cluster_numbers,
    crossed_share_interval,
    jackknife,
    mean,
    ratio,
)
from acceptability.statistics.halves import spearman_brown
from acceptability.statistics.references import fit_factor

SPLITS = 1_000
SEED = 1
FEW = 20  # answers: of fewer, nothing is reported of a single person
Reliabilities = Mapping[str, tuple[float, int]]  # by name: stepped-up r, and of how many pairs or paradigms


def without_excluded(choices: pd.DataFrame) -> pd.DataFrame:
    """Return the choices that count: those that are not ``excluded``, where there is such a column."""
    if "excluded" not in choices:
        return choices
    return choices[choices["excluded"] == 0].drop(columns="excluded").reset_index(drop=True)


def by_pair(choices: pd.DataFrame, pairs: pd.DataFrame) -> pd.DataFrame:
    """Return the share of right answers for each pair that people judged, as CHOSEN_PAIRS, in the order of ``pairs``.

    The ``majority`` is right, wrong, or split: as many for the one sentence as for the other.

    Parameters:
        choices, pairs: the tables CHOICES and PAIRS.
    """
    counts = choices.groupby("pair_id")["chose_good"].agg(answers="size", right="sum")
    judged = pairs[pairs["pair_id"].isin(counts.index)].reset_index(drop=True)
    table = judged.join(counts, on="pair_id")[["pair_id", "paradigm", "phenomenon", "cluster", "answers", "right"]]
    table["share"] = table["right"] / table["answers"]
    sign = np.sign(2 * table["right"] - table["answers"])
    return table.assign(majority=sign.map({1: "right", -1: "wrong", 0: "split"}))


def by_person(choices: pd.DataFrame) -> pd.DataFrame:
    """Return the share of right answers of each participant, as CHOOSERS, most answers first.

    ``p`` is one-sided, by the binomial: how likely so many right answers are for somebody who guesses.
    """
    from scipy.stats import binom  # here, as only this needs it and it takes most of a second

    table = choices.groupby("participant")["chose_good"].agg(answers="size", right="sum").reset_index()
    table["share"] = table["right"] / table["answers"]
    table["p"] = binom.sf(table["right"] - 1, table["answers"], 0.5)
    return table.sort_values(["answers", "participant"], ascending=[False, True], ignore_index=True)


def summarise_choices(choices: pd.DataFrame, pairs: pd.DataFrame, reliable: Reliabilities) -> pd.DataFrame:
    """Return how often people are right, and how reliable their shares are, as CHOICE_SUMMARY.

    Intervals are over clusters, that of ``individual`` over clusters and people jointly (single_answers);
    ``threshold`` is empty.

    Parameters:
        choices, pairs: the tables CHOICES and PAIRS.
        reliable: reliabilities by name, as reliabilities returns them.
    """
    table, people = by_pair(choices, pairs), by_person(choices)
    numbers = cluster_numbers(table["cluster"])
    rows: list[tuple[str, float, tuple[float, float] | None, int]] = [
        ("answers", len(choices), None, len(table)),
        ("participants", len(people), None, len(people)),
    ]
    right, split = (table["majority"] == kind for kind in ("right", "split"))
    certain = table["share"].isin([0, 1])
    answers = table["answers"].sum()
    rows.append(("individual", *single_answers(choices, table, table["cluster"]), len(table)))
    for name, values, size in [
        ("majority", right, len(table)),
        ("split", split, len(table)),
        ("unanimous", certain, len(table)),
        ("best_guess", np.maximum(table["share"], 1 - table["share"]), answers),
        ("one_against_others", _one_against_others(table), answers),
    ]:
        estimate = mean(values, numbers)
        rows.append((name, estimate.value, estimate.share_interval(size), len(table)))
    enough = people[people["answers"] >= FEW]
    rows.append(("at_chance", (enough["p"] >= LEVEL).sum(), None, len(enough)))
    rows += [(name, value, None, number) for name, (value, number) in reliable.items()]
    summary = pd.DataFrame([(name, value, *(ends or (np.nan, np.nan)), n) for name, value, ends, n in rows])
    return summary.set_axis(["statistic", "value", "low", "high", "number"], axis=1).assign(
        threshold=np.nan, fold_sd=np.nan
    )


def with_excluded(choices: pd.DataFrame, pairs: pd.DataFrame) -> pd.DataFrame:
    """Return the row ``individual`` of summarise_choices if excluded answers counted too, under the name
    ``individual_all``.

    The table is empty if no answer is excluded. ``choices`` are all of them, as in CHOICES.
    """
    if not choices.get("excluded", pd.Series(0)).any():
        return pd.DataFrame()
    rows = summarise_choices(choices, pairs, {})
    return rows[rows["statistic"] == "individual"].assign(statistic="individual_all")


def beside_ratings(
    choices: pd.DataFrame, pairs: pd.DataFrame, human: pd.Series, thresholds: list[float]
) -> pd.DataFrame:
    """Return how people's choices do as a system, on the judged pairs with a human delta: columns as summarise_choices.

    A pair's delta is √2 Φ⁻¹(p) (Thurstone 1927, case V), where p is the share of right answers, with half an answer
    added to each side. It has no unit that ratings have. So ``rated_r`` is Pearson's r with human deltas, and
    ``rated_adc`` the ADC where the deltas of each cluster are multiplied by the factor that is best for the clusters of
    other folds (references.Fitted), with its SD over divisions into folds, ``fold_sd``. The table is empty where fewer
    than three of the judged pairs are rated.

    Parameters:
        human: human deltas by pair_id.
        thresholds: the values of δ.
    """
    table = by_pair(choices, pairs)
    delta = human.reindex(table["pair_id"]).to_numpy(dtype=float)
    table, delta = table[np.isfinite(delta)], delta[np.isfinite(delta)]
    if len(table) < 3:
        return pd.DataFrame()
    choice_deltas = np.sqrt(2) * ndtri(((table["right"] + 0.5) / (table["answers"] + 1)).to_numpy()).round(12)
    numbers = cluster_numbers(table["cluster"])
    r = jackknife(_pearson, numbers, choice_deltas, delta)
    rows = [("rated_r", np.nan, r.value, *r.r_interval(), len(table), np.nan)]
    for threshold in thresholds if numbers.max() > 0 else []:  # else there is no other cluster to find the scale on
        fitted = fit_factor(delta, choice_deltas, table["cluster"], ("adc", threshold))
        share, ends = fitted.cross_validated, fitted.cross_validated.share_interval(len(table), fitted.choosing)
        rows.append(("rated_adc", threshold, share.value, *ends, len(table), fitted.fold_sd))
    return pd.DataFrame(rows, columns=["statistic", "threshold", "value", "low", "high", "number", "fold_sd"])


def single_answers(choices: pd.DataFrame, table: pd.DataFrame, units) -> tuple[float, tuple[float, float]]:
    """Return how often a single participant is right, and its 95 % interval over pairs and participants jointly.

    It is a mean over pairs.

    Parameters:
        choices: the table CHOICES; answers about other pairs do not matter.
        table: the pairs, as by_pair returns them.
        units: the unit of each pair, of which others could have been drawn.
    """
    place = pd.Series(np.arange(len(table)), index=table["pair_id"].to_numpy())
    counts = choices[choices["pair_id"].isin(place.index)]
    counts = counts.assign(pair=counts["pair_id"].map(place)).groupby(["pair", "participant"])["chose_good"]
    counts = counts.agg(["sum", "size"]).reset_index()
    right, answers = (table[name].to_numpy(float)[counts["pair"]] for name in ("right", "answers"))
    with np.errstate(divide="ignore", invalid="ignore"):
        others = (right - counts["sum"]) / (answers - counts["size"])
    shares = table["share"].to_numpy(float)
    without = counts[["pair", "participant"]].assign(share=others)
    return float(shares.mean()), over_pairs_and_people(
        shares, without, units, table["phenomenon"], table["answers"].sum()
    )


def over_pairs_and_people(
    shares: np.ndarray, without: pd.DataFrame, units, phenomena, answers: float
) -> tuple[float, float]:
    """Return the 95 % interval of the mean share over units of pairs and people, both of which are samples.

    If each unit and each person belongs to one of several phenomena, which have several of both, units and people are
    drawn within phenomena. The interval is then for these.

    Parameters:
        shares: the share of each pair.
        without: ``pair`` (its place), ``participant`` and the pair's ``share`` without this participant, NaN where
            nobody else answered; a row for each participant of each pair.
        units, phenomena: the unit and the phenomenon of each pair.
        answers: what the mean is a share of.
    """
    numbers, pair = cluster_numbers(units), without["pair"].to_numpy()
    unit, person = numbers[pair], pd.factorize(without["participant"])[0]
    kinds = {"units": unit, "people": person, "both": pd.factorize(person * (numbers.max() + 1) + unit)[0]}
    gone = without["share"].isna().to_numpy()
    changes = np.where(gone, 0, without["share"]) - shares[pair]
    phenomenon = pd.Series(np.asarray(phenomena)[pair])
    within = {name: phenomenon.groupby(of_kind) for name, of_kind in kinds.items()}
    nested = phenomenon.nunique() > 1 and all(within[name].nunique().max() == 1 for name in ("units", "people"))
    several = all(pd.Series(kinds[name]).groupby(phenomenon).nunique().min() > 1 for name in ("units", "people"))
    strata = {name: groups.first().to_numpy() if nested and several else None for name, groups in within.items()}
    estimates = {"units": replace(mean(shares, numbers), strata=strata["units"])}
    for name in ("people", "both"):
        above, below = (np.bincount(kinds[name], values) for values in (changes, gone))
        with np.errstate(divide="ignore", invalid="ignore"):
            left_out = (shares.sum() + above) / (len(shares) - below)
        estimates[name] = Estimate(float(shares.mean()), left_out, strata=strata[name])
    return crossed_share_interval(estimates["units"], estimates["people"], estimates["both"], answers)


def _one_against_others(table: pd.DataFrame) -> np.ndarray:
    """Return, for each pair, how often a single participant chooses as most of the others do.

    Where the others are split, the person agrees by half. ``table`` has ``right`` and ``answers`` (counts).
    """
    right, answers = table["right"].to_numpy(float), table["answers"].to_numpy(float)

    def agrees(answer: float) -> np.ndarray:
        others = 2 * (right - answer) - (answers - 1)
        return (1 + np.sign(others) * (1 if answer else -1)) / 2

    return (right * agrees(1) + (answers - right) * agrees(0)) / answers


def reliabilities(choices: pd.DataFrame, pairs: pd.DataFrame) -> Reliabilities:
    """Return how reliable people's shares are: by name, the reliability and the number of pairs or paradigms it is
    over.

    ``pairs_over_people``, ``paradigms_over_people`` and ``paradigms_over_pairs`` say whose shares, and over what. Each
    is the mean over SPLITS random splits. Over people, the answers to each pair with at least two are split into
    halves, so a participant may be in both halves, with answers to different pairs. Over pairs, the pairs of each
    paradigm with at least four are split. The mean is stepped up by Spearman and Brown's formula to all answers, or to
    all pairs. It is NaN if fewer than three pairs or paradigms can be split; splits in which a half does not vary are
    left out.
    """
    table = by_pair(choices, pairs)
    repeated = table["answers"].to_numpy() > 1
    generator = np.random.default_rng(SEED)
    pair = pd.Index(table["pair_id"]).get_indexer(choices["pair_id"])
    good, pair = choices["chose_good"].to_numpy(float)[repeated[pair]], pair[repeated[pair]]
    paradigm = pd.factorize(table["paradigm"])[0]
    paradigms = paradigm.max() + 1
    pair_rs, paradigm_rs, split_pair_rs = [], [], []
    shares = table["share"].to_numpy()
    sizes = np.bincount(paradigm)
    for _ in range(SPLITS):
        order = np.lexsort((generator.random(len(pair)), pair))
        first = np.empty(len(pair), dtype=bool)
        first[order] = np.arange(len(pair)) % 2 == 0
        halves = [_means(good[half], pair[half], len(table)) for half in (first, ~first)]
        pair_rs.append(_pearson(*halves))
        paradigm_rs.append(_pearson(*(_means(half[repeated], paradigm[repeated], paradigms) for half in halves)))
        place = np.empty(len(table), dtype=int)
        order = np.lexsort((generator.random(len(table)), paradigm))
        place[order] = np.arange(len(table)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        half = sizes[paradigm] // 2
        parts = [place < half, (place >= half) & (place < 2 * half)]
        large = np.flatnonzero(sizes >= 4)
        split_pair_rs.append(_pearson(*(_means(shares[part], paradigm[part], paradigms)[large] for part in parts)))
    items = sizes[sizes >= 4].mean() / (sizes[sizes >= 4] // 2).mean() if (sizes >= 4).any() else np.nan
    return {
        "pairs_over_people": (spearman_brown(_mean_r(pair_rs), 2), int(repeated.sum())),
        "paradigms_over_people": (spearman_brown(_mean_r(paradigm_rs), 2), len(set(paradigm[repeated]))),
        "paradigms_over_pairs": (spearman_brown(_mean_r(split_pair_rs), items), int((sizes >= 4).sum())),
    }


def _mean_r(splits: list[float]) -> float:
    """Return the mean of the correlations that are defined; NaN where none is."""
    known = [r for r in splits if np.isfinite(r)]
    return float(np.mean(known)) if known else np.nan


def _means(values: np.ndarray, groups: np.ndarray, number: int) -> np.ndarray:
    """Return the mean of the values of each group, by its number; NaN for a group without values."""
    with np.errstate(invalid="ignore"):
        return np.bincount(groups, values, number) / np.bincount(groups, minlength=number)


def _pearson(first: np.ndarray, second: np.ndarray) -> float:
    """Return Pearson's r alone, without the number of points."""
    return correlation.pearson(first, second)[0]


def agreement(
    columns: pd.DataFrame,
    choices: pd.DataFrame,
    pairs: pd.DataFrame,
    accuracies: Mapping[str, pd.Series],
    reliable: Reliabilities,
) -> pd.DataFrame:
    """Return how each row (system/measure) agrees with people, as CHOICE_AGREEMENT without ``dataset``.

    answers
        The share of single answers that a row agrees with. Its ceiling is that of the better guess for each pair.
    majority
        The share of pairs on which it agrees with most people, without pairs that split them.
    pair_r, paradigm_r
        Pearson's r of its deltas with the shares of pairs, and of its shares by paradigm with people's. Their ceilings,
        which a perfect predictor could reach, are the square roots of reliabilities: that of paradigms is over pairs,
        unless the system's pairs are those that people judged.

    A tie is half right. Intervals are over clusters.

    Parameters:
        columns: deltas by pair_id, as systems.delta_columns returns them.
        accuracies: shares by paradigm, for rows of which nothing else is known.
        reliable: as reliabilities returns them.
    """
    table = by_pair(choices, pairs)
    numbers = cluster_numbers(table["cluster"])
    share, sign = table["share"].to_numpy(), table["majority"].map({"right": 1, "wrong": -1, "split": 0}).to_numpy()
    ceilings = {name: float(np.sqrt(value)) if value > 0 else np.nan for name, (value, _) in reliable.items()}
    same_pairs = len(table) == len(pairs)  # else a system's shares are over others than those that people judged
    ceiling_of_systems = ceilings["paradigms_over_people" if same_pairs else "paradigms_over_pairs"]
    best = np.maximum(share, 1 - share).mean()
    people = table.groupby("paradigm")["share"].mean()
    paradigms = pairs.set_index("pair_id")["paradigm"].reindex(columns.index)
    rows = []
    for row in columns.columns.drop("human"):
        delta = columns[row].reindex(table["pair_id"]).to_numpy()
        right_choices = criteria.right(delta)
        agrees = ratio(right_choices * share + (1 - right_choices) * (1 - share), np.ones(len(table)), numbers)
        rows.append((row, "answers", agrees.value, *agrees.share_interval(table["answers"].sum()), best, len(table)))
        decided = sign != 0
        with_most = ratio(np.where(sign > 0, right_choices, 1 - right_choices) * decided, decided, numbers)
        rows.append((row, "majority", with_most.value, *with_most.share_interval(decided.sum()), 1.0, decided.sum()))
        r = jackknife(_pearson, numbers, delta, share)
        rows.append((row, "pair_r", r.value, *r.r_interval(), ceilings["pairs_over_people"], len(table)))
        right = pd.Series(criteria.right(columns[row]), index=columns.index)
        rows.append((row, *_by_paradigm(right.groupby(paradigms).mean(), people, ceiling_of_systems)))
    ceiling_of_others = ceilings["paradigms_over_pairs"]
    rows += [(row, *_by_paradigm(shares, people, ceiling_of_others)) for row, shares in accuracies.items()]
    return pd.DataFrame(rows, columns=["row", "statistic", "value", "low", "high", "ceiling", "number"])


def _by_paradigm(shares: pd.Series, people: pd.Series, ceiling: float) -> tuple:
    """Return the cells of ``paradigm_r``: Pearson's r of a row's shares with people's by paradigm, its interval,
    ceiling and number of paradigms, after the name of the statistic.
    """
    shares = shares.reindex(people.index)
    r = jackknife(_pearson, np.arange(len(people)), shares.to_numpy(), people.to_numpy())
    return ("paradigm_r", r.value, *r.r_interval(), ceiling, len(people))
