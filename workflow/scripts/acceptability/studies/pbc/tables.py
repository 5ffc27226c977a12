"""Sets and cells of Hu et al. (2020), tests of sets by their size, swapped labels, and letter case."""

import numpy as np
import pandas as pd

from acceptability.contracts.data import SENTENCES
from acceptability.contracts.metrics import SEPARATION
from acceptability.contracts.scoring import SCORES
from acceptability.contracts.studies import CELLS, SETS
from acceptability.studies.pbc import cells as of_cells
from acceptability.studies.pbc.manifest import COMBINED, CORRELATIONS, EXPERIMENTS, SYSTEMS
from acceptability.studies.pbc.significance import LEVEL, smallest_p
from acceptability.tables.text import Made, StudyTable, interval, shown

NAMES = {
    "pbc": "PBC",
    "auc": "AUC",
    "set_centred_pbc": "PBC, set-centred",
    "mean_set_pbc": "PBC, mean of sets",
    "mean_set_auc": "AUC, mean of sets",
}
COMBINATIONS = {"all": "all", "large_models": "five large models", "without_5gram": "these without the 5-gram"}
ACCURACIES = {
    "released_accuracy": "ρ, released",
    "accuracy_by_released_rule": "ρ, corrected labels",
    "accuracy": "ρ, corrected labels and ties",
}
HEADINGS = {"system": "System", "experiment": "Experiment", "pronoun": "Pronoun"}


def sets(*, sentences: pd.DataFrame, **scores: pd.DataFrame) -> Made:
    """All sets of all systems, as SETS; LaTeX has the means of each cell."""
    made = of_cells.sets(of_cells.scored(sentences, {key: scores[key] for key in SYSTEMS}))
    means = made.groupby(of_cells.CELL, sort=False)[["pbc", "right"]].mean().reset_index()
    latex = means.assign(
        system=means["system"].map(SYSTEMS), pbc=_digits(means["pbc"]), right=_digits(means["right"])
    ).rename(columns=HEADINGS | {"pbc": "Mean PBC of sets", "right": "Right"})
    caption = "Mean point-biserial correlation (PBC) of the sets of each system, experiment and pronoun, and the share "
    return Made(made, f"{caption}of sets that count as right. The CSV has all sets.", latex=latex)


def cells(*, sentences: pd.DataFrame, sets: pd.DataFrame, **others: pd.DataFrame) -> Made:
    """All cells of all systems, as CELLS; ``others`` are scores by system, and ``accuracy_`` of each experiment."""
    scores = of_cells.scored(sentences, {key: others[key] for key in SYSTEMS})
    released = pd.concat([others[f"accuracy_{name}"].assign(exp=name) for name in EXPERIMENTS])
    accuracies = released.set_index(["model", "exp", "pronoun"])["total_acc"].astype(float)
    made = of_cells.cells(scores, sets, accuracies)
    latex = made[of_cells.CELL].assign(system=made["system"].map(SYSTEMS)).rename(columns=HEADINGS)
    latex["PBC"] = _digits(made["pbc"]) + made[["pbc_low", "pbc_high"]].set_axis(["low", "high"], axis=1).apply(
        interval, axis=1
    )
    latex["Most possible"] = _digits(made["most_possible_pbc"])
    latex["AUC"] = _digits(made["auc"])
    latex["Accuracy"] = _digits(made["accuracy"])
    caption = (
        "Point-biserial correlation (PBC) of each system, experiment and pronoun, with its 95 % interval over sets; "
        "the most that the same scores could reach; AUC; accuracy, where all conditions that share the lowest mean "
        "have the same chance to count as the lowest. Labels as corrected."
    )
    return Made(made, caption, latex=latex)


def _digits(values: pd.Series) -> pd.Series:
    return values.map(lambda value: shown(value, 3))


def agreement_with_accuracy(*, cells: pd.DataFrame) -> Made:
    """Spearman's rho of each measure with the released and with the corrected accuracies."""
    made = of_cells.agreement_with_accuracy(cells, CORRELATIONS)
    wide = made.pivot(index=["systems", "measure"], columns="accuracy", values="spearman_rho")
    rows = made.drop_duplicates(["systems", "measure"])
    latex = pd.DataFrame({"Combinations": rows["systems"].map(COMBINATIONS), "Measure": rows["measure"].map(NAMES)})
    latex["N"] = rows["cells"].astype(str)
    for accuracy, heading in ACCURACIES.items():
        latex[heading] = [shown(wide.loc[tuple(key), accuracy], 3) for key in rows[["systems", "measure"]].to_numpy()]
    caption = (
        "Spearman's rank correlation of each measure with accuracy, over N combinations of system, experiment and "
        "pronoun. Accuracies: as the authors released them; with corrected labels and their rule for ties, by which a "
        "set counts as one third where all three means are equal; and with a rule by which all that share the lowest "
        "mean have the same chance to count as the lowest. Combinations in which a measure is undefined are left out."
    )
    return Made(made, caption, latex=latex)


def significance(*, sets: pd.DataFrame) -> Made:
    """Sets by their number of strings: how many are not significant, and the smallest p that they can have."""
    chosen = sets[sets["system"].isin(COMBINED)]
    rows = []
    for (strings, acceptable), part in chosen.groupby(["strings", "acceptable"]):
        least = smallest_p(acceptable, strings - acceptable)
        row = {"Strings": f"{strings} ({acceptable} + {strings - acceptable})", "Sets": len(part)}
        for name, of in (("right", part[part["right"] == 1]), ("others", part[part["right"] != 1])):
            row[f"Sets: {name}"] = len(of)
            for heading, column in (("then", "mann_whitney_p_as_published"), ("today", "mann_whitney_p")):
                row[f"Not significant {heading}: {name}"] = int((of[column] >= LEVEL).sum())
        row |= {f"Smallest p, {name.replace('_', ' ')}": f"{value:.2g}" for name, value in least.items()}
        rows.append(row)
    frame = pd.DataFrame(rows)
    caption = (
        f"Sets that are not significant (p ≥ {LEVEL}) in the Mann-Whitney test, by number of strings (acceptable + "
        "others): as scipy computed p before version 1.7 (then: half the two-sided p of the normal approximation), and "
        "as it computes it today (two-sided, exact for small sets). Right: ungrammatical strings score lowest. The "
        "smallest p is that of a set whose acceptable strings all score higher than the others."
    )
    return Made(frame, caption)


def labels(*, sentences: pd.DataFrame, cells: pd.DataFrame) -> Made:
    """Cells whose released labels differ from the corrected ones: PBC and accuracy with both."""
    differing = sentences[sentences["label"] != sentences["label_as_released"].astype(int)]
    affected = differing[["experiment", "pronoun"]].drop_duplicates()
    rows = cells.merge(affected, on=["experiment", "pronoun"])
    frame = rows[of_cells.CELL].assign(system=rows["system"].map(SYSTEMS)).rename(columns=HEADINGS)
    for heading, column in (
        ("PBC, as released", "pbc_as_released"),
        ("PBC, corrected", "pbc"),
        ("Accuracy, as released", "released_accuracy"),
        ("Accuracy, corrected", "accuracy"),
    ):
        frame[heading] = rows[column].map(lambda value: shown(value, 4))
    caption = (
        f"Point-biserial correlation (PBC) and accuracy with the released labels, {len(differing):,} of which are "
        "swapped, and with the corrected ones. Accuracies as released are the authors' own numbers, which are random "
        "where means are equal; corrected, all that share the lowest mean have the same chance to count as the lowest."
    )
    return Made(frame, caption)


def letter_case(*, cola_all: pd.DataFrame, cola_all_downcased: pd.DataFrame) -> Made:
    """PBC of each row on sentences as they are and downcased; of log scores also that of their exponentials."""
    both = {"as it is": cola_all, "downcased": cola_all_downcased}
    columns = {}
    for statistic, kind in (("pbc", "log"), ("exp_pbc", "exp")):
        for name, table in both.items():
            values = table[table["statistic"] == statistic].set_index(["system", "measure"])["value"]
            columns[f"{kind}, {name}"] = values.map(lambda value: shown(value, 4))
    frame = pd.DataFrame(columns).fillna("").rename_axis(["system", "measure"])
    order = cola_all[["system", "measure"]].drop_duplicates().apply(tuple, axis=1)
    frame = frame.loc[list(order)].reset_index().rename(columns={"system": "System", "measure": "Score"})
    caption = (
        "Point-biserial correlation (PBC) of scores and labels of all of CoLA, with letter case as it is and "
        "downcased; of logarithms and, where scores are logarithms, of their exponentials."
    )
    return Made(frame, caption)


def one_sentence(*, sentences: pd.DataFrame, separation: pd.DataFrame) -> Made:
    """Of each row with log scores: PBC of these and of their exponentials, and what the heaviest sentence alone gives.

    If one of n sentences, a share p of which is acceptable, holds all the variance, the PBC is √((1 − p)/p/(n − 1)) if
    that sentence is acceptable and −√(p/(1 − p)/(n − 1)) if not.
    """
    share, number = sentences["label"].mean(), len(sentences)
    alone = {1: np.sqrt((1 - share) / share / (number - 1)), 0: -np.sqrt(share / (1 - share) / (number - 1))}
    texts = sentences.set_index("sentence_id")
    rows = []
    for (system, measure), part in separation.groupby(["system", "measure"], sort=False):
        found = part.set_index("statistic")
        if "exp_heaviest" in found.index:
            heaviest = texts.loc[found.loc["exp_heaviest", "sentence_id"]]
            rows.append(
                {
                    "System": system,
                    "Score": measure,
                    "PBC, log": shown(found.loc["pbc", "value"], 4),
                    "PBC, exp": shown(found.loc["exp_pbc", "value"], 4),
                    "Share of one sentence": shown(found.loc["exp_heaviest", "value"], 3),
                    "Sentence": heaviest["sentence"],
                    "Label": str(int(heaviest["label"])),
                    "Alone, acceptable": shown(alone[1], 4),
                    "Alone, not acceptable": shown(alone[0], 4),
                }
            )
    caption = (
        "Point-biserial correlation (PBC) on all of CoLA of log scores and of their exponentials; the sentence that "
        "holds most of the variance of these, with its share and its label; and the PBC if a sentence of either label "
        "held all of it."
    )
    return Made(pd.DataFrame(rows), caption)


_SCORES = dict.fromkeys(SYSTEMS, SCORES)
_ACCURACIES = {f"accuracy_{name}": None for name in EXPERIMENTS}
TABLES = {
    "sets": StudyTable({"sentences": SENTENCES} | _SCORES, sets),
    "cells": StudyTable({"sentences": SENTENCES, "sets": SETS} | _SCORES | _ACCURACIES, cells),
    "agreement_with_accuracy": StudyTable({"cells": CELLS}, agreement_with_accuracy),
    "significance": StudyTable({"sets": SETS}, significance),
    "labels": StudyTable({"sentences": SENTENCES, "cells": CELLS}, labels),
    "one_sentence": StudyTable({"sentences": SENTENCES, "separation": SEPARATION}, one_sentence),
    "letter_case": StudyTable({"cola_all": SEPARATION, "cola_all_downcased": SEPARATION}, letter_case),
}
