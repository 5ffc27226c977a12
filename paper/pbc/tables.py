"""Sets and cells of Hu et al. (2020), tests of sets by their size, swapped labels, and letter case."""

import numpy as np
import pandas as pd

from acceptability.papers.pbc import cells as reflexives
from acceptability.papers.pbc.significance import LEVEL, smallest_p
from acceptability.papers.pbc.study import COMBINED, CORRELATIONS, EXPERIMENTS, SYSTEMS
from acceptability.tables.text import PresentedTable, shown, with_interval

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


def sets(*, sentences: pd.DataFrame, **scores: pd.DataFrame) -> PresentedTable:
    """Describe all sets of all systems: the contract SETS; LaTeX has the means of each cell."""
    rows = reflexives.sets(reflexives.scored(sentences, {key: scores[key] for key in SYSTEMS}))
    means = rows.groupby(reflexives.CELL, sort=False)[["pbc", "right"]].mean().reset_index()
    latex = means.assign(
        system=means["system"].map(SYSTEMS), pbc=_digits(means["pbc"]), right=_digits(means["right"])
    ).rename(columns=HEADINGS | {"pbc": "Mean PBC of sets", "right": "Right"})
    return PresentedTable(rows, latex, "Means over the sets of a combination; the CSV has all sets.")


def cells(*, sentences: pd.DataFrame, sets: pd.DataFrame, **others: pd.DataFrame) -> PresentedTable:
    """Describe all cells of all systems: the contract CELLS.

    Parameters:
        sentences, sets: the contracts SENTENCES and SETS.
        others: the contract SCORES of each system, and the released file of accuracies ``accuracy_<name>`` of each
            experiment.
    """
    scores = reflexives.scored(sentences, {key: others[key] for key in SYSTEMS})
    released = pd.concat([others[f"accuracy_{name}"].assign(exp=name) for name in EXPERIMENTS])
    accuracies = released.set_index(["model", "exp", "pronoun"])["total_acc"].astype(float)
    rows = reflexives.cells(scores, sets, accuracies)
    latex = rows[reflexives.CELL].assign(system=rows["system"].map(SYSTEMS)).rename(columns=HEADINGS)
    latex["PBC"] = with_interval(rows, "pbc", "pbc_low", "pbc_high")
    latex["Most possible"] = _digits(rows["most_possible_pbc"])
    latex["AUC"] = _digits(rows["auc"])
    latex["Accuracy"] = _digits(rows["accuracy"])
    return PresentedTable(rows, latex)


def _digits(values: pd.Series) -> pd.Series:
    """Write numbers with three decimals."""
    return values.map(lambda value: shown(value, 3))


def agreement_with_accuracy(*, cells: pd.DataFrame) -> PresentedTable:
    """Correlate each measure with the released and with the corrected accuracies, by Spearman's rho."""
    table = reflexives.agreement_with_accuracy(cells, CORRELATIONS)
    wide = table.pivot(index=["systems", "measure"], columns="accuracy", values="spearman_rho")
    rows = table.drop_duplicates(["systems", "measure"])
    latex = pd.DataFrame({"Combinations": rows["systems"].map(COMBINATIONS), "Measure": rows["measure"].map(NAMES)})
    latex["N"] = rows["cells"].astype(str)
    for accuracy, heading in ACCURACIES.items():
        latex[heading] = [shown(wide.loc[tuple(key), accuracy], 3) for key in rows[["systems", "measure"]].to_numpy()]
    return PresentedTable(table, latex)


def significance(*, sets: pd.DataFrame) -> pd.DataFrame:
    """Count, by their number of strings, sets that are not significant; show the smallest p that they can have."""
    examined = sets[sets["system"].isin(COMBINED)]
    rows = []
    for (strings, acceptable), part in examined.groupby(["strings", "acceptable"]):
        least = smallest_p(acceptable, strings - acceptable)
        row = {"Strings": f"{strings} ({acceptable} + {strings - acceptable})", "Sets": len(part)}
        for name, group in (("right", part[part["right"] == 1]), ("others", part[part["right"] != 1])):
            row[f"Sets: {name}"] = len(group)
            for heading, column in (("then", "mann_whitney_p_as_published"), ("today", "mann_whitney_p")):
                row[f"Not significant {heading}: {name}"] = int((group[column] >= LEVEL).sum())
        row |= {f"Smallest p, {name.replace('_', ' ')}": f"{value:.2g}" for name, value in least.items()}
        rows.append(row)
    frame = pd.DataFrame(rows)
    return frame


def labels(*, sentences: pd.DataFrame, cells: pd.DataFrame) -> pd.DataFrame:
    """Show PBC and accuracy of cells whose released labels differ from the corrected ones, with both."""
    differing = sentences[sentences["label"] != sentences["label_as_released"].astype(int)]
    affected = differing[["experiment", "pronoun"]].drop_duplicates()
    rows = cells.merge(affected, on=["experiment", "pronoun"])
    frame = rows[reflexives.CELL].assign(system=rows["system"].map(SYSTEMS)).rename(columns=HEADINGS)
    for heading, column in (
        ("PBC, as released", "pbc_as_released"),
        ("PBC, corrected", "pbc"),
        ("Accuracy, as released", "released_accuracy"),
        ("Accuracy, corrected", "accuracy"),
    ):
        frame[heading] = rows[column].map(lambda value: shown(value, 4))
    return frame


def letter_case(*, cola_all: pd.DataFrame, cola_all_downcased: pd.DataFrame) -> pd.DataFrame:
    """Show the PBC of each row on sentences as they are and downcased; of log scores, also that of exponentials."""
    table_by_case = {"as it is": cola_all, "downcased": cola_all_downcased}
    columns = {}
    for statistic, kind in (("pbc", "log"), ("exp_pbc", "exp")):
        for name, table in table_by_case.items():
            values = table[table["statistic"] == statistic].set_index(["system", "measure"])["value"]
            columns[f"{kind}, {name}"] = values.map(lambda value: shown(value, 4))
    frame = pd.DataFrame(columns).fillna("").rename_axis(["system", "measure"])
    order = cola_all[["system", "measure"]].drop_duplicates().apply(tuple, axis=1)
    frame = frame.loc[list(order)].reset_index().rename(columns={"system": "System", "measure": "Score"})
    return frame


def one_sentence(*, sentences: pd.DataFrame, separation: pd.DataFrame) -> pd.DataFrame:
    """Show, for each row with log scores, their PBC, that of their exponentials, and what the heaviest sentence gives.

    If one of n sentences, a share p of which is acceptable, holds all the variance, the PBC is √((1 − p)/p/(n − 1)) if
    that sentence is acceptable and −√(p/(1 − p)/(n − 1)) if not.
    """
    share, number = sentences["label"].mean(), len(sentences)
    alone = {1: np.sqrt((1 - share) / share / (number - 1)), 0: -np.sqrt(share / (1 - share) / (number - 1))}
    texts = sentences.set_index("sentence_id")
    rows = []
    for (system, measure), part in separation.groupby(["system", "measure"], sort=False):
        statistics = part.set_index("statistic")
        if "exp_heaviest" in statistics.index:
            heaviest = texts.loc[statistics.loc["exp_heaviest", "sentence_id"]]
            rows.append(
                {
                    "System": system,
                    "Score": measure,
                    "PBC, log": shown(statistics.loc["pbc", "value"], 4),
                    "PBC, exp": shown(statistics.loc["exp_pbc", "value"], 4),
                    "Weight of the heaviest sentence": shown(statistics.loc["exp_heaviest", "value"], 3),
                    "Sentence": heaviest["sentence"],
                    "Label": str(int(heaviest["label"])),
                    "Alone, acceptable": shown(alone[1], 4),
                    "Alone, not acceptable": shown(alone[0], 4),
                }
            )
    return pd.DataFrame(rows)
