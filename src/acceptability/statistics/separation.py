"""Measure how well scores separate acceptable sentences: point-biserial correlation, AUC, d′ and MCC (pure).

Niu & Penn (2020) propose the point-biserial correlation (PBC) in place of accuracy on pairs or sets. Here it is
beside the most that the same scores could reach, and beside measures that only ask for the order of the scores. Labels
are 1 (acceptable) and 0; higher scores should be more acceptable. Everything is undefined (NaN) where all labels or all
scores are equal, or fewer than three sentences count.
"""

from dataclasses import replace

import numpy as np
import pandas as pd
from scipy.special import ndtri

from acceptability.scoring import decisions, measures
from acceptability.statistics.clusters import Estimate, cluster_numbers, effective_number, jackknife, mean, sums_by
from acceptability.statistics.correlation import PLACES, point_biserial, vary


def pbc(labels: np.ndarray, scores: np.ndarray) -> float:
    """Return the point-biserial correlation of all sentences at once ("aggregated")."""
    return point_biserial(labels, scores)[0]


def most_possible_pbc(labels: np.ndarray, scores: np.ndarray) -> float:
    """Return the PBC if the highest of these scores belonged to the acceptable sentences: no order of them reaches
    more.
    """
    return pbc(np.sort(labels), np.sort(scores))


def auc(labels: np.ndarray, scores: np.ndarray) -> float:
    """Return the probability that an acceptable sentence scores higher than another one, a tie counting as half."""
    if not vary(labels, scores):
        return np.nan
    ones = labels == 1
    rounded = np.round(scores, PLACES)
    return float(_below(rounded[ones], rounded[~ones]).sum() / (ones.sum() * (~ones).sum()))


def auc_by_cluster(ones: np.ndarray, others: np.ndarray, numbers: np.ndarray) -> Estimate:
    """Return the auc of scores of pairs of sentences, with each cluster of pairs left out, without sorting for each
    anew.

    ``ones`` and ``others`` are the scores of acceptable sentences and of others, ``numbers`` those of the clusters that
    the i-th of both are in.
    """
    ones, others = np.round(ones, PLACES), np.round(others, PLACES)
    clusters = numbers.max(initial=-1) + 1
    wins = sums_by(numbers, _below(ones, others)) + sums_by(numbers, len(ones) - _below(others, ones))
    within = np.zeros(clusters)
    order = np.argsort(numbers, kind="stable")
    for cluster, part in enumerate(np.split(order, np.cumsum(np.bincount(numbers))[:-1])):
        within[cluster] = _below(ones[part], others[part]).sum()
    rest = len(ones) - np.bincount(numbers)
    with np.errstate(divide="ignore", invalid="ignore"):
        left_out = (wins.sum() / 2 - wins + within) / rest**2
    return Estimate(float(wins.sum() / 2 / len(ones) ** 2), left_out, effective_number(np.bincount(numbers)))


def _below(values: np.ndarray, others: np.ndarray) -> np.ndarray:
    """Return how many of the others are below each value, an equal one counting as half."""
    ordered = np.sort(others)
    return (np.searchsorted(ordered, values) + np.searchsorted(ordered, values, side="right")) / 2


def d_prime(areas: Estimate, labels: np.ndarray, numbers: np.ndarray) -> Estimate:
    """Return √2 · Φ⁻¹(AUC): the distance of two normal distributions with these AUCs (``areas``), in their SDs.

    It would be infinite at an AUC of 0 or 1, which therefore counts as half a pair away from there.
    """
    ones, others = (sums_by(numbers, labels == label) for label in (1, 0))

    def d_prime_of(area, number_of_pairs):
        half = 0.5 / np.maximum(number_of_pairs, 1)
        return np.sqrt(2) * ndtri(np.clip(area, half, 1 - half))

    left_out = d_prime_of(areas.left_out, (ones.sum() - ones) * (others.sum() - others))
    return replace(areas, value=float(d_prime_of(areas.value, ones.sum() * others.sum())), left_out=left_out)


def mccs(labels: np.ndarray, scores: np.ndarray, numbers: np.ndarray) -> dict[str, Estimate]:
    """Return the MCC with the best threshold, chosen on all sentences (``best_mcc``) or by cross-validation.

    For ``cross_validated_mcc``, the threshold for each cluster is the best one on all other clusters, and the MCC is
    that of all decisions. Of several best thresholds, the lowest is taken. The estimates with a cluster left out keep
    the other clusters' decisions. NaN where the others of some cluster do not vary, so that no threshold is best there.
    """
    sizes = np.bincount(numbers)
    undefined = Estimate(np.nan, np.full(len(sizes), np.nan), effective_number(sizes))
    if not vary(labels, scores):
        return {"best_mcc": undefined, "cross_validated_mcc": undefined}
    rounded = np.round(scores, PLACES)
    thresholds = np.unique(rounded)
    all_hits, all_false_alarms = (_reach(thresholds, rounded[labels == label]) for label in (1, 0))
    greatest = float(np.nanmax(_mcc(all_hits, all_false_alarms, (labels == 1).sum(), len(labels))))
    best_without = undefined.left_out.copy()
    cells = np.full((len(sizes), 2), np.nan)  # of each cluster: acceptable sentences called so, others called so
    for cluster in range(len(sizes)):
        inside = numbers == cluster
        ones, others = (rounded[inside & (labels == label)] for label in (1, 0))
        hits, false_alarms = (_reach(thresholds, values) for values in (ones, others))
        acceptable, number = (labels == 1).sum() - len(ones), len(labels) - inside.sum()
        quality = _mcc(all_hits - hits, all_false_alarms - false_alarms, acceptable, number)
        if not np.isnan(quality).all():
            best = int(np.nanargmax(quality))
            cells[cluster] = hits[best], false_alarms[best]
            if vary(labels[~inside], scores[~inside]):
                best_without[cluster] = quality[best]
    best_mcc = replace(undefined, value=greatest, left_out=best_without)
    if np.isnan(cells).any():
        return {"best_mcc": best_mcc, "cross_validated_mcc": undefined}
    ones = sums_by(numbers, labels == 1)
    hits, false_alarms = cells.sum(axis=0)
    value = _mcc(hits, false_alarms, ones.sum(), sizes.sum())
    left_out = _mcc(hits - cells[:, 0], false_alarms - cells[:, 1], ones.sum() - ones, sizes.sum() - sizes)
    return {
        "best_mcc": best_mcc,
        "cross_validated_mcc": replace(undefined, value=float(value), left_out=left_out),
    }


def pbc_by_set(labels, scores, sets) -> pd.DataFrame:
    """Return the PBC of each set: ``set, items, acceptable`` (how many) and ``pbc``, by name."""
    frame = pd.DataFrame({"set": sets, "label": labels, "score": scores})
    rows = [
        (name, len(part), int(part["label"].sum()), pbc(part["label"].to_numpy(), part["score"].to_numpy()))
        for name, part in frame.groupby("set")
    ]
    return pd.DataFrame(rows, columns=["set", "items", "acceptable", "pbc"])


def decompose_pbc(labels, scores, sets) -> dict[str, float]:
    """Return the PBC of all sentences and its parts, for sentences that belong to sets, by name.

    pbc
        Of all sentences.
    set_centred_pbc
        Of all, each score minus the mean of its set.
    within_share
        Share of the scores' variance that lies within sets. Where each set has the same share of acceptable
        sentences, pbc = set_centred_pbc · √within_share.
    mean_set_pbc, median_set_pbc
        Mean ("micro-average") and median of the sets' own PBCs, where they are defined.
    sets, undefined_sets
        How many there are, and in how many all labels or all scores are equal.
    """
    labels, scores = np.asarray(labels, dtype=float), np.asarray(scores, dtype=float)
    centred = scores - pd.Series(scores).groupby(np.asarray(sets)).transform("mean").to_numpy()
    set_pbcs = pbc_by_set(labels, scores, sets)["pbc"]
    defined = vary(labels, scores)
    return {
        "pbc": pbc(labels, scores),
        "set_centred_pbc": pbc(labels, centred),
        "within_share": float(centred.var() / scores.var()) if defined else np.nan,
        "mean_set_pbc": float(set_pbcs.mean()),
        "median_set_pbc": float(set_pbcs.median()),
        "sets": len(set_pbcs),
        "undefined_sets": int(set_pbcs.isna().sum()),
    }


def heaviest_score(scores) -> tuple[int, float]:
    """Return the position of the score that is farthest from the mean, and its share of the sum of squares around it.

    A share near 1 says that one sentence holds all the variance, and so decides every correlation with the scores. It
    is NaN where all scores are equal.
    """
    squares = (np.asarray(scores, dtype=float) - np.mean(scores)) ** 2
    if not squares.sum() > 0:
        return 0, np.nan
    return int(squares.argmax()), float(squares.max() / squares.sum())


def exponentiated(scores, sets=None) -> np.ndarray:
    """Return exp of log scores, after subtracting the greatest, of each set if sets are given.

    So not all of them, or of a set, become 0; and the PBC, or that of each set, is the same as without.
    """
    scores = pd.Series(np.asarray(scores, dtype=float))
    greatest = scores.max() if sets is None else scores.groupby(np.asarray(sets)).transform("max")
    return np.exp((scores - greatest).to_numpy())


def separations(labels, scores, clusters, boundary: float | None = None) -> pd.DataFrame:
    """Return how well scores separate labels: ``statistic, value, low, high, items``.

    The statistics are pbc, most_possible_pbc, auc, d_prime, and both of mccs. With a ``boundary``, also ``accuracy``
    and ``mcc``: a score above it calls a sentence acceptable. One that equals it counts as half right, and calls it
    unacceptable in the MCC. Intervals are the 95 % jackknife over ``clusters``.
    Sentences without a finite score are left out; ``items`` counts the others.
    """
    labels, scores = np.asarray(labels, dtype=float), np.asarray(scores, dtype=float)
    finite = np.flatnonzero(np.isfinite(labels) & np.isfinite(scores))
    finite = finite[np.argsort(scores[finite], kind="stable")]  # so that no sorting below takes long
    labels, scores, numbers = labels[finite], scores[finite], cluster_numbers(np.asarray(clusters)[finite])
    areas = jackknife(auc, numbers, labels, scores)
    rows = [
        ("pbc", jackknife(pbc, numbers, labels, scores)),
        ("most_possible_pbc", jackknife(most_possible_pbc, numbers, labels, scores)),
        ("auc", areas),
        ("d_prime", d_prime(areas, labels, numbers)),
        *mccs(labels, scores, numbers).items(),
    ]
    if boundary is not None:
        right = (1 + np.sign(scores - boundary) * (2 * labels - 1)) / 2
        rows.append(("accuracy", mean(right, numbers)))
        rows.append(
            ("mcc", jackknife(lambda truth, values: decisions.mcc(truth, values > boundary), numbers, labels, scores))
        )
    table = pd.DataFrame(
        [(name, estimate.value, *_interval(name, estimate, len(labels))) for name, estimate in rows],
        columns=["statistic", "value", "low", "high"],
    )
    return table.assign(items=len(labels))


def clusters_of(sentences: pd.DataFrame, pairs: pd.DataFrame) -> pd.Series:
    """Return the cluster of each sentence, by its id: that of its first pair, its set, its source, or itself."""
    ids = pd.Series(sentences["sentence_id"].to_numpy(), index=sentences["sentence_id"])
    if len(pairs):
        members = pd.concat([pairs.set_index(side)["cluster"] for side in ("good_id", "bad_id")])
        return ids.map(members[~members.index.duplicated()]).fillna(ids)
    column = next((name for name in ("set", "source") if name in sentences), "sentence_id")
    return sentences.set_index("sentence_id", drop=False)[column]


def sets_of(sentences: pd.DataFrame, pairs: pd.DataFrame) -> pd.DataFrame:
    """Return which sentence is in which set: ``set, sentence_id``.

    Sets are the paradigms of pairs or, without pairs, those that the sentences have.
    """
    if len(pairs):
        parts = [pairs[["paradigm", side]].set_axis(["set", "sentence_id"], axis=1) for side in ("good_id", "bad_id")]
        return pd.concat(parts).drop_duplicates()
    return sentences.reindex(columns=["set", "sentence_id"]).dropna()


def labels_of(sentences: pd.DataFrame, pairs: pd.DataFrame) -> pd.Series:
    """Return the label of each sentence, by its id. A dataset without labels has those that its pairs give their
    members.

    A sentence that is the acceptable member of one pair and the other member of another then has none (NaN).
    """
    if "label" in sentences:
        return sentences.set_index("sentence_id")["label"].astype(float)
    good, bad = (sentences["sentence_id"].isin(pairs[side]).to_numpy() for side in ("good_id", "bad_id"))
    return pd.Series(np.where(good == bad, np.nan, good), index=sentences["sentence_id"])


def separations_of_system(scores: pd.DataFrame, sentences: pd.DataFrame, pairs: pd.DataFrame) -> pd.DataFrame:
    """Return how well each measure of a system separates the labels of all sentences, and of the sentences of each set.

    Columns: ``measure``, those of separations, and ``sentence_id``. Where there are sets (see sets_of), rows are added
    for the parts of decompose_pbc but pbc. A sentence that is in several sets counts in each; ``items`` counts these.
    Where scores are logarithms, so are ``exp_pbc``, the PBC of the exponentiated scores; ``exp_heaviest``, the share of
    their variance that is due to one sentence, which ``sentence_id`` names; and, where there are sets,
    ``exp_median_set_pbc``.

    Parameters:
        scores, sentences, pairs: the tables SCORES (of one system), SENTENCES and PAIRS.
    """
    labels, clusters = labels_of(sentences, pairs), clusters_of(sentences, pairs)
    members = sets_of(sentences, pairs)
    members = members[members["sentence_id"].map(labels).notna()]
    tables = {}
    for measure, group in scores.groupby("measure", sort=False):
        values = group.set_index("sentence_id")["score"]
        rows, sentence_ids = [], {}
        if measures.is_log(measure):
            exponents = exponentiated(values)
            place, share = heaviest_score(exponents)
            sentence_ids["exp_heaviest"] = values.index[place] if share > 0 else None
            rows.append(("exp_pbc", pbc(labels.loc[values.index].to_numpy(), exponents), len(values)))
            rows.append(("exp_heaviest", share, len(values)))
        inside = members[members["sentence_id"].isin(values.index)]
        if len(inside):
            set_labels, numbers = (column.loc[inside["sentence_id"]].to_numpy() for column in (labels, values))
            parts = decompose_pbc(set_labels, numbers, inside["set"])
            if measures.is_log(measure):
                by_set = pbc_by_set(set_labels, exponentiated(numbers, inside["set"]), inside["set"])
                parts["exp_median_set_pbc"] = float(by_set["pbc"].median())
            rows += [(name, value, len(inside)) for name, value in parts.items() if name != "pbc"]
        table = separations(labels, values.reindex(labels.index), clusters, measures.boundary(measure))
        table = pd.concat([table, pd.DataFrame(rows, columns=["statistic", "value", "items"])])
        tables[measure] = table.assign(sentence_id=table["statistic"].map(sentence_ids))
    return pd.concat(tables, names=["measure"]).reset_index("measure")


def _interval(name: str, estimate: Estimate, items: int) -> tuple[float, float]:
    """Return the 95 % interval of a statistic by its name, on the scale that fits it."""
    if not np.isfinite(estimate.left_out).all():
        return np.nan, np.nan
    if name == "d_prime":
        return estimate.interval()
    if name == "accuracy":
        return estimate.share_interval(items)
    return auc_interval(estimate) if name == "auc" else estimate.r_interval()


def auc_interval(estimate: Estimate) -> tuple[float, float]:
    """Return the 95 % interval of an AUC: Somers' d = 2 · AUC − 1 is a correlation."""
    somers = replace(estimate, value=2 * estimate.value - 1, left_out=2 * estimate.left_out - 1)
    low, high = somers.r_interval()
    return (low + 1) / 2, (high + 1) / 2


def _reach(thresholds: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Return how many of the values are at or above each threshold."""
    return len(values) - np.searchsorted(np.sort(values), thresholds)


def _mcc(hits, false_alarms, ones, items):
    """Return the MCC from how many acceptable and other sentences are called acceptable; NaN where it is undefined."""
    others = items - ones
    return decisions.mcc_of_counts(hits, false_alarms, ones - hits, others - false_alarms)
