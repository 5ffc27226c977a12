"""Compare two panels that labelled the same sentences: their agreement, and which one scores agree with more (pure).

Labels are 1 (acceptable) and 0. The first panel's are the column ``label``, the second's ``other_label``. Where the
panels disagree, no scores can follow both, so a system's distance to perfection says less than which panel it follows.
"""

from collections.abc import Callable, Iterator

import numpy as np
import pandas as pd

from acceptability.papers.colac.panels.manifest import PANEL_AGREEMENT, PANEL_SEPARATION
from acceptability.scoring.decisions import mcc_of_counts
from acceptability.statistics.clusters import Estimate, cluster_numbers, effective_number, jackknife, sums_by
from acceptability.statistics.separation import auc, auc_interval, clusters_of, mccs, pbc

CELLS = {"both": (1, 1), "first_only": (1, 0), "second_only": (0, 1), "neither": (0, 0)}
SHARES = {name: (name,) for name in CELLS} | {
    "agree": ("both", "neither"),
    "first_acceptable": ("both", "first_only"),
    "second_acceptable": ("both", "second_only"),
}


def compute(
    *, sentences: pd.DataFrame, pairs: pd.DataFrame, scores: dict[str, pd.DataFrame], dataset: str
) -> dict[str, pd.DataFrame]:
    """Return the tables PANEL_AGREEMENT and PANEL_SEPARATION.

    ``scores`` are tables SCORES by system; there may be none.
    """
    by_id = sentences.set_index("sentence_id")
    labels = by_id[["label", "other_label"]].astype(float).set_axis(["first", "second"], axis=1).dropna()
    clusters = clusters_of(sentences, pairs).loc[labels.index]
    rows = [("people", "other_panel", *row) for row in of_each_other(labels, clusters)]
    for system, table in scores.items():
        for measure, group in table.groupby("measure", sort=False):
            values = group.set_index("sentence_id")["score"]
            rows += [(system, measure, *row) for row in of_scores(values, labels, clusters)]
    tables = {
        "panel_agreement": pd.DataFrame(agreement(labels, clusters), columns=[*PANEL_AGREEMENT.columns][1:]),
        "panel_separation": pd.DataFrame(rows, columns=[*PANEL_SEPARATION.columns][1:]),
    }
    for table in tables.values():
        table.insert(0, "dataset", dataset)
    return tables


def agreement(labels: pd.DataFrame, clusters: pd.Series) -> Iterator[tuple]:
    """Yield the rows of PANEL_AGREEMENT after ``dataset``.

    Parameters:
        labels: ``first, second``, those of both panels, by sentence.
        clusters: what intervals treat as a unit, by sentence.
    """
    numbers = cluster_numbers(clusters)
    first, second = labels["first"], labels["second"]
    counts = {name: sums_by(numbers, (first == one) & (second == other)) for name, (one, other) in CELLS.items()}
    for name, cells in SHARES.items():
        met = sum(counts[cell] for cell in cells)
        share = _of_counts(lambda hits, rest: hits / (hits + rest), met, np.bincount(numbers) - met)
        yield name, share.value, *share.share_interval(len(labels)), int(met.sum())
    mcc, kappa = (_of_counts(function, *counts.values()) for function in (_mcc, cohens_kappa))
    yield "mcc", mcc.value, *mcc.r_interval(), len(labels)
    yield "kappa", kappa.value, *kappa.interval(most=1), len(labels)


def _mcc(both, first_only, second_only, neither):
    return mcc_of_counts(both, second_only, first_only, neither)


def cohens_kappa(both, first_only, second_only, neither):
    """Return (o − e) / (1 − e): o is the share on which two panels agree; e, that which chance gives two panels of
    these shares of acceptable sentences. NaN where both give all sentences one label.
    """
    items = both + first_only + second_only + neither
    one, other = (both + first_only) / items, (both + second_only) / items
    expected = np.asarray(one * other + (1 - one) * (1 - other))
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(expected < 1, ((both + neither) / items - expected) / (1 - expected), np.nan)


def _of_counts(function: Callable, *counts: np.ndarray) -> Estimate:
    """Return what a function makes of counts, which are given by cluster, and of those with each cluster left out."""
    value = float(function(*(count.sum() for count in counts)))
    with np.errstate(invalid="ignore", divide="ignore"):
        left_out = function(*(count.sum() - count for count in counts))
    return Estimate(value, np.asarray(left_out, dtype=float), effective_number(sum(counts)))


def of_each_other(labels: pd.DataFrame, clusters: pd.Series) -> Iterator[tuple]:
    """Yield the rows of PANEL_SEPARATION after ``measure`` in which the labels of either panel replace scores."""
    for against, other in (("first", "second"), ("second", "first")):
        for statistic, estimate in _estimates(labels[against], labels[other], clusters).items():
            yield statistic, against, estimate.value, *_interval(statistic, estimate), len(labels)


def of_scores(scores: pd.Series, labels: pd.DataFrame, clusters: pd.Series) -> Iterator[tuple]:
    """Yield the rows of PANEL_SEPARATION after ``measure``, for scores by sentence.

    Sentences without a finite score do not count.
    """
    scores = scores.reindex(labels.index)
    scores = scores[np.isfinite(scores)].sort_values(kind="stable")  # so that no sorting takes long later
    labels, clusters = labels.loc[scores.index], clusters.loc[scores.index]
    agree = labels["first"] == labels["second"]
    sides = {side: _estimates(labels[side], scores, clusters) for side in ("first", "second")}
    agreed = _estimates(labels["first"][agree], scores[agree], clusters[agree])
    for statistic, first in sides["first"].items():
        second = sides["second"][statistic]
        difference = first - second
        yield statistic, "first", first.value, *_interval(statistic, first), len(scores)
        yield statistic, "second", second.value, *_interval(statistic, second), len(scores)
        yield statistic, "difference", difference.value, *difference.interval(), len(scores)
        yield statistic, "agreed", agreed[statistic].value, *_interval(statistic, agreed[statistic]), int(agree.sum())


def _estimates(labels: pd.Series, scores: pd.Series, clusters: pd.Series) -> dict[str, Estimate]:
    """Return each statistic of how well scores separate labels, by its name, with each cluster left out."""
    if labels.empty:
        return dict.fromkeys(STATISTICS, UNKNOWN)
    numbers, columns = cluster_numbers(clusters), (labels.to_numpy(), scores.to_numpy(dtype=float))
    return {name: function(*columns, numbers) for name, function in STATISTICS.items()}


STATISTICS: dict[str, Callable[..., Estimate]] = {
    "auc": lambda labels, scores, numbers: jackknife(auc, numbers, labels, scores),
    "pbc": lambda labels, scores, numbers: jackknife(pbc, numbers, labels, scores),
    "cross_validated_mcc": lambda *columns: mccs(*columns)["cross_validated_mcc"],
}
UNKNOWN = Estimate(np.nan, np.array([]))


def _interval(statistic: str, estimate: Estimate) -> tuple[float, float]:
    return auc_interval(estimate) if statistic == "auc" else estimate.r_interval()
