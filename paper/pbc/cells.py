"""Sets and cells of Hu et al. (2020): what their accuracy and the point-biserial correlation (PBC) make of them (pure).

A *set* is an item in all its conditions with one pronoun; a *cell* is one system's scores of all sets of an experiment
with one pronoun. Scores are minus surprisals of the pronoun.
"""

from collections.abc import Collection, Mapping
from itertools import product

import numpy as np
import pandas as pd

from acceptability.papers.pbc.significance import p_values
from acceptability.scoring import decisions
from acceptability.statistics import separation
from acceptability.statistics.clusters import jackknife
from acceptability.statistics.correlation import spearman, vary

CELL = ["system", "experiment", "pronoun"]
NEAR = 1e-9  # means that are closer are equal
STATISTICS = ("pbc", "most_possible_pbc", "auc", "d_prime", "best_mcc", "cross_validated_mcc")
MEASURES = ("pbc", "auc", "set_centred_pbc", "mean_set_pbc", "mean_set_auc")  # that are compared with accuracy
ACCURACIES = ("released_accuracy", "accuracy_by_released_rule", "accuracy")


def scored(sentences: pd.DataFrame, scores: Mapping[str, pd.DataFrame]) -> pd.DataFrame:
    """Join the sentences, as the dataset's reader makes them, with each system's scores: ``system`` and ``score``."""
    parts = [
        sentences.merge(table[["sentence_id", "score"]], on="sentence_id", validate="one_to_one").assign(system=system)
        for system, table in scores.items()
    ]
    return pd.concat(parts, ignore_index=True)


def chance_of_being_right(scores: pd.DataFrame, ungrammatical: pd.Series) -> pd.DataFrame:
    """Say how far each set is right: whether its ungrammatical strings have a lower mean than the other conditions.

    Parameters:
        scores: rows of the result of scored.
        ungrammatical: which of these rows are compared with the conditions baseline and distractor.

    Returns: a row for each set. Where means are equal, there are two rules. ``right``: of all that share the lowest
    mean, one counts as the lowest at random, so a set is 1, 0, 1/2 or 1/3 right. ``right_by_released_rule``: one is
    drawn only where all three means are equal (Hu et al. 2020), so a set is 1, 0 or 1/3 right. ``tied`` is 1 where
    others share the lowest mean with the ungrammatical strings.
    """
    parts = {"ungrammatical": ungrammatical} | {
        name: scores["condition"] == name for name in ("baseline", "distractor")
    }
    means = pd.DataFrame({name: scores["score"][part].groupby(scores["set"]).mean() for name, part in parts.items()})
    lowest = means.le(means.min(axis=1) + NEAR, axis=0)
    number = lowest.sum(axis=1)
    right = lowest["ungrammatical"] / number
    return pd.DataFrame(
        {
            "right": right,
            "right_by_released_rule": right.where(number != 2, 0.0),
            "tied": (lowest["ungrammatical"] & (number > 1)).astype(int),
        }
    )


def auc_of_set(labels: np.ndarray, scores: np.ndarray) -> float:
    """Return the AUC of one set, a tie counting as half: 0.5 where all scores are equal, and have no PBC."""
    return separation.auc(labels, scores) if vary(scores) else 0.5


def sets(scores: pd.DataFrame) -> pd.DataFrame:
    """Describe each system's sets, from the result of scored: the contract SETS."""
    parts = []
    for cell, part in scores.groupby(CELL, sort=False):
        label, score = part["label"].to_numpy(), part["score"].to_numpy()
        described = (
            separation.pbc_by_set(label, score, part["set"].to_numpy())
            .set_index("set")
            .rename(columns={"items": "strings"})
        )
        right = chance_of_being_right(part, part["condition"] == "ungrammatical")
        released = chance_of_being_right(part, part["label_as_released"].astype(int) == 0)
        described = described.join(right).join(released["right_by_released_rule"].rename("right_as_released"))
        by_set = part.groupby("set")[["label", "score"]]
        described["auc"] = by_set.apply(
            lambda strings: auc_of_set(strings["label"].to_numpy(), strings["score"].to_numpy())
        )
        described = described.join(p_values(label, score, part["set"].to_numpy()))
        described = described.reset_index().assign(**dict(zip(CELL, cell, strict=True)))
        parts.append(described[[*CELL, *(name for name in described if name not in CELL)]])
    return pd.concat(parts, ignore_index=True)


def cells(scores: pd.DataFrame, described_sets: pd.DataFrame, released: pd.Series) -> pd.DataFrame:
    """Describe each cell: its PBC and the values next to it.

    Parameters:
        scores: the result of scored.
        described_sets: the result of sets.
        released: the authors' accuracies by system, experiment and pronoun.

    Returns: the contract CELLS; intervals are by the jackknife over sets.
    """
    rows = []
    by_cell = described_sets.groupby(CELL)
    for cell, part in scores.groupby(CELL, sort=False):
        its_sets = by_cell.get_group(cell)
        label, score, names = part["label"].to_numpy(), part["score"].to_numpy(), part["set"].to_numpy()
        separations = separation.separations(label, score, names).set_index("statistic")
        inside = separation.decompose_pbc(label, score, names)
        right = jackknife(np.mean, np.arange(len(its_sets)), its_sets["right"].to_numpy())
        low, high = right.share_interval(len(its_sets))
        rows.append(
            dict(zip(CELL, cell, strict=True))
            | {"strings": len(part), "sets": len(its_sets), "tied_sets": int(its_sets["tied"].sum())}
            | {name: separations.loc[name, "value"] for name in STATISTICS}
            | {f"{name}_{end}": separations.loc[name, end] for name in ("pbc", "auc") for end in ("low", "high")}
            | {name: inside[name] for name in ("set_centred_pbc", "within_share", "mean_set_pbc")}
            | {"mean_set_auc": its_sets["auc"].mean()}
            | {"pbc_as_released": separation.pbc(part["label_as_released"].to_numpy(dtype=float), score)}
            | {"accuracy": right.value, "accuracy_low": low, "accuracy_high": high}
            | {"accuracy_by_released_rule": its_sets["right_by_released_rule"].mean()}
            | {"accuracy_as_released": its_sets["right_as_released"].mean(), "released_accuracy": released[cell]}
        )
    return pd.DataFrame(rows)


def agreement_with_accuracy(cells: pd.DataFrame, systems: Mapping[str, Collection[str]]) -> pd.DataFrame:
    """Correlate each measure with each accuracy over the cells of some systems, by Spearman's rho.

    Parameters:
        cells: the contract CELLS. A cell whose measure is undefined is left out.
        systems: by name, the systems over whose cells a correlation is.

    Returns: the contract AGREEMENT_WITH_ACCURACY.
    """
    rows = []
    for name, included in systems.items():
        part = cells[cells["system"].isin(included)]
        for measure, accuracy in product(MEASURES, ACCURACIES):
            rho, counted = spearman(part[measure], part[accuracy])
            row = {"systems": name, "measure": measure, "accuracy": accuracy}
            rows.append(row | {"spearman_rho": rho, "cells": counted, "undefined": len(part) - counted})
    return pd.DataFrame(rows)


def at_midpoint(labels: np.ndarray, scores: np.ndarray) -> tuple[float, float]:
    """Return the threshold halfway between the mean scores of the two labels, and the MCC of what it decides."""
    threshold = (scores[labels == 1].mean() + scores[labels == 0].mean()) / 2
    return float(threshold), decisions.mcc(labels, scores > threshold)
