"""Sets and cells of Hu et al. (2020): what their accuracy and the point-biserial correlation (PBC) make of them (pure).

A *set* is an item in all its conditions with one pronoun; a *cell* is one system's scores of all sets of an experiment
with one pronoun. Scores are minus surprisals of the pronoun.
"""

from collections.abc import Collection, Mapping
from itertools import product

import numpy as np
import pandas as pd

from acceptability.analysis import separation
from acceptability.analysis.correlation import spearman, vary
from acceptability.analysis.statistics import jackknife
from acceptability.scoring import decisions
from acceptability.studies.pbc.significance import p_values

CELL = ["system", "experiment", "pronoun"]
NEAR = 1e-9  # means that are closer are equal
STATISTICS = ("pbc", "most_possible_pbc", "auc", "d_prime", "best_mcc", "cross_validated_mcc")
MEASURES = ("pbc", "auc", "set_centred_pbc", "mean_set_pbc", "mean_set_auc")  # that are compared with accuracy
ACCURACIES = ("released_accuracy", "accuracy_by_released_rule", "accuracy")


def scored(sentences: pd.DataFrame, scores: Mapping[str, pd.DataFrame]) -> pd.DataFrame:
    """The sentences (as the reader of the dataset makes them) that each system scores: ``system`` and ``score`` too."""
    parts = [
        sentences.merge(table[["sentence_id", "score"]], on="sentence_id", validate="one_to_one").assign(system=system)
        for system, table in scores.items()
    ]
    return pd.concat(parts, ignore_index=True)


def chance_of_being_right(scores: pd.DataFrame, ungrammatical: pd.Series) -> pd.DataFrame:
    """Is a set right: is the mean score of its ungrammatical strings below those of baseline and distractor?

    ``scores`` are rows of the result of scored; ``ungrammatical`` marks those that are compared with the other two
    conditions. Where means are equal, there are two rules. ``right``: of all that share the lowest mean, one counts as
    the lowest at random, so a set is 1, 0, 1/2 or 1/3 right. ``right_by_released_rule``: one is drawn only where all
    three means are equal (Hu et al. 2020), so a set is 1, 0 or 1/3 right. ``tied``: do others share the lowest mean
    with the ungrammatical strings?
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
    """AUC of one set, a tie counting as half: 0.5 where all scores are equal, though the PBC is undefined there."""
    return separation.auc(labels, scores) if vary(scores) else 0.5


def sets(scores: pd.DataFrame) -> pd.DataFrame:
    """Each system's sets, from the result of scored: as the contract SETS."""
    parts = []
    for cell, part in scores.groupby(CELL, sort=False):
        label, score = part["label"].to_numpy(), part["score"].to_numpy()
        made = (
            separation.by_sets(label, score, part["set"].to_numpy())
            .set_index("set")
            .rename(columns={"items": "strings"})
        )
        right = chance_of_being_right(part, part["condition"] == "ungrammatical")
        released = chance_of_being_right(part, part["label_as_released"].astype(int) == 0)
        made = made.join(right).join(released["right_by_released_rule"].rename("right_as_released"))
        by_set = part.groupby("set")[["label", "score"]]
        made["auc"] = by_set.apply(lambda own: auc_of_set(own["label"].to_numpy(), own["score"].to_numpy()))
        made = made.join(p_values(label, score, part["set"].to_numpy()))
        made = made.reset_index().assign(**dict(zip(CELL, cell, strict=True)))
        parts.append(made[[*CELL, *(name for name in made if name not in CELL)]])
    return pd.concat(parts, ignore_index=True)


def cells(scores: pd.DataFrame, of_sets: pd.DataFrame, released: pd.Series) -> pd.DataFrame:
    """Each cell's PBC and what stands beside it, as the contract CELLS; intervals are the jackknife over sets.

    ``of_sets`` is the result of sets, ``released`` the authors' accuracies by system, experiment and pronoun.
    """
    rows = []
    by_cell = of_sets.groupby(CELL)
    for cell, part in scores.groupby(CELL, sort=False):
        own = by_cell.get_group(cell)
        label, score, names = part["label"].to_numpy(), part["score"].to_numpy(), part["set"].to_numpy()
        found = separation.separations(label, score, names).set_index("statistic")
        inside = separation.decomposed(label, score, names)
        right = jackknife(np.mean, np.arange(len(own)), own["right"].to_numpy())
        low, high = right.share_interval(len(own))
        rows.append(
            dict(zip(CELL, cell, strict=True))
            | {"strings": len(part), "sets": len(own), "tied_sets": int(own["tied"].sum())}
            | {name: found.loc[name, "value"] for name in STATISTICS}
            | {f"{name}_{end}": found.loc[name, end] for name in ("pbc", "auc") for end in ("low", "high")}
            | {name: inside[name] for name in ("set_centred_pbc", "within_share", "mean_set_pbc")}
            | {"mean_set_auc": own["auc"].mean()}
            | {"pbc_as_released": separation.pbc(part["label_as_released"].to_numpy(dtype=float), score)}
            | {"accuracy": right.value, "accuracy_low": low, "accuracy_high": high}
            | {"accuracy_by_released_rule": own["right_by_released_rule"].mean()}
            | {"accuracy_as_released": own["right_as_released"].mean(), "released_accuracy": released[cell]}
        )
    return pd.DataFrame(rows)


def agreement_with_accuracy(cells: pd.DataFrame, systems: Mapping[str, Collection[str]]) -> pd.DataFrame:
    """Spearman's rho of each measure with each accuracy over the cells of some systems, by their name.

    ``cells`` is the result of the function of that name. A cell whose measure is undefined is left out. Gives the
    contract AGREEMENT_WITH_ACCURACY.
    """
    rows = []
    for name, chosen in systems.items():
        part = cells[cells["system"].isin(chosen)]
        for measure, accuracy in product(MEASURES, ACCURACIES):
            rho, counted = spearman(part[measure], part[accuracy])
            rows.append((name, measure, accuracy, rho, counted, len(part) - counted))
    columns = ["systems", "measure", "accuracy", "spearman_rho", "cells", "undefined"]
    return pd.DataFrame(rows, columns=columns)


def at_midpoint(labels: np.ndarray, scores: np.ndarray) -> tuple[float, float]:
    """The threshold halfway between the mean scores of the two labels, and the MCC of what it decides."""
    threshold = (scores[labels == 1].mean() + scores[labels == 0].mean()) / 2
    return float(threshold), decisions.mcc(labels, scores > threshold)
