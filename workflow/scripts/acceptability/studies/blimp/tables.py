"""Tables 2 to 4 of the paper beside what is recomputed, rows of Table 4 that are permuted, and the released numbers."""

import pandas as pd

from acceptability.analysis.differences import differences
from acceptability.contracts.data import PAIRS, SENTENCES
from acceptability.contracts.studies import ACCURACIES, RELEASED_ACCURACIES, REPRODUCTION
from acceptability.datasets.blimp.reader import LABELS
from acceptability.studies.blimp.accuracies import advantages, by_paradigm
from acceptability.studies.blimp.lengths import LEVEL, unequal
from acceptability.studies.blimp.manifest import MODELS, SYSTEMS, VERSIONS
from acceptability.studies.blimp.permutations import right_cells, shown_elsewhere
from acceptability.studies.verdicts import agrees
from acceptability.tables.text import Made, StudyTable, shown

PRINTS = {"journal": "", "corrected": " (corrected PDF)"}  # versions of Tables 3 and 4, and what ends their names
NAMED = {"journal": "journal", "corrected": "corrected PDF"}


def released_accuracies(
    *, pairs: pd.DataFrame, results_2020: pd.DataFrame, humans_2021: pd.DataFrame, **models: pd.DataFrame
) -> Made:
    """All released accuracies by paradigm; ``models`` by ``system_year``, people from the other two files."""
    humans = {
        "human_2020": results_2020[results_2020["type"] == "sentence"].set_index("UID")["human"],
        "human_2021": humans_2021.set_index("Condition")["total_mean"],
    }
    phenomenon = pairs.drop_duplicates("paradigm").set_index("paradigm")["phenomenon"]
    parts = models | {
        name: pd.DataFrame(
            {"method": "sentence", "paradigm": phenomenon.index, "share": list(shares[phenomenon.index])}
        )
        for name, shares in humans.items()
    }
    frame = pd.concat(
        part.assign(version=name.partition("_")[2], system=name.partition("_")[0]) for name, part in parts.items()
    )
    frame = frame.assign(phenomenon=frame["paradigm"].map(phenomenon), share=frame["share"].astype(float))
    frame = frame[list(RELEASED_ACCURACIES.columns)].sort_values(
        ["version", "method"], kind="stable", ignore_index=True
    )
    caption = (
        "Accuracy in % in each paradigm, as the authors corrected it in 2021. The CSV also has the journal's data of "
        "2020, and those of the prefix methods."
    )
    latex = by_paradigm(frame, "2021").round(1).rename(columns=SYSTEMS).loc[phenomenon.index]
    return Made(frame, caption, latex=latex.rename_axis("Paradigm").reset_index().astype(str))


def table_2(*, reproduction: pd.DataFrame) -> Made:
    """How many paradigms each phenomenon has: printed and counted."""
    rows = reproduction[(reproduction["place"] == "Table 2") & (reproduction["quantity"] == "paradigms")]
    frame = pd.DataFrame(
        {
            "Phenomenon": rows["argument"].map(LABELS),
            "Paradigms, printed": rows["printed"],
            "Paradigms, counted": rows["corrected"],
        }
    )
    return Made(frame, "Phenomena of BLiMP and their number of paradigms (the paper's Table 2).")


def cells(reproduction: pd.DataFrame, table: str, version: str) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Printed and recomputed accuracies of Table 3 or 4 in one version: places × systems."""
    rows = reproduction[reproduction["place"] == f"Table {table}{PRINTS[version]}"]
    places = rows["argument"].str.split(expand=True).set_axis(["system", "place"], axis=1)
    long = pd.concat([places, rows["printed"], pd.to_numeric(rows[version]).rename("recomputed")], axis=1)
    both = (long.pivot(index="place", columns="system", values=name) for name in ("printed", "recomputed"))
    printed, recomputed = (wide.loc[places["place"].unique(), list(SYSTEMS)] for wide in both)
    return printed, recomputed


def _beside(reproduction: pd.DataFrame, table: str) -> pd.DataFrame:
    """Both versions, system by system; recomputed values, in brackets, where they do not come out as printed."""
    columns = {}
    for version in PRINTS:
        printed, recomputed = cells(reproduction, table, version)
        for system, label in SYSTEMS.items():
            columns[f"{label}, {NAMED[version]}"] = [
                text if agrees(text, value) else f"{text} [{_short(value)}]"
                for text, value in zip(printed[system], recomputed[system], strict=True)
            ]
    frame = pd.DataFrame(columns, index=printed.index)
    return frame[[f"{label}, {name}" for label in SYSTEMS.values() for name in NAMED.values()]]


def _short(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


_IN_BRACKETS = (
    "as the journal and the corrected PDF print it. In square brackets: the value recomputed from the data of 2020 or, "
    "for the corrected PDF, of 2021, where it is not the printed one."
)


def table_3(*, reproduction: pd.DataFrame) -> Made:
    """Accuracy overall and by phenomenon."""
    frame = _beside(reproduction, "3").rename(index={"overall": "Overall"} | LABELS).rename_axis("Phenomenon")
    return Made(frame.reset_index(), f"Accuracy in % (the paper's Table 3), {_IN_BRACKETS}")


def table_4(*, reproduction: pd.DataFrame) -> Made:
    """Accuracy by paradigm."""
    frame = _beside(reproduction, "4").rename_axis("Paradigm").reset_index()
    return Made(frame, f"Accuracy in % by paradigm (the paper's Table 4), {_IN_BRACKETS}")


def table_4_permutations(*, reproduction: pd.DataFrame, pairs: pd.DataFrame) -> Made:
    """Rows of Table 4 that show another paradigm's numbers: all five, or those of the four models."""
    phenomenon = pairs.drop_duplicates("paradigm").set_index("paradigm")["phenomenon"]
    rows = []
    for version in PRINTS:
        printed, recomputed = cells(reproduction, "4", version)
        for columns, what in ((list(SYSTEMS), "all five"), (list(MODELS), "models")):
            for row, other in shown_elsewhere(printed[columns], recomputed[columns], phenomenon).items():
                if row not in [found["Row"] for found in rows if found["Print"] == NAMED[version]]:
                    rows.append(
                        {
                            "Print": NAMED[version],
                            "Phenomenon": LABELS[phenomenon[row]],
                            "Row": row,
                            "Shows the numbers of": other,
                            "Columns": what,
                            "Right here": right_cells(printed.loc[row], recomputed.loc[row]),
                            "Right there": right_cells(printed.loc[row, columns], recomputed.loc[other, columns]),
                        }
                    )
    caption = (
        "Rows of the paper's Table 4 that show the numbers of another paradigm. Right here, right there: how many of "
        "the row's five cells agree with the released numbers of its own paradigm and of the other one."
    )
    return Made(pd.DataFrame(rows), caption)


def unequal_lengths(*, sentences: pd.DataFrame, pairs: pd.DataFrame) -> Made:
    """Paradigms with pairs of unequal length, as UNEQUAL_LENGTHS."""
    made = unequal(sentences.set_index("sentence_id")["sentence"], pairs)
    latex = made.assign(p=["<0.001" if p < 0.001 else shown(p, 3) for p in made["p"]])
    headings = ["Paradigm", "Acceptable sentence longer", "Acceptable sentence shorter", "p"]
    caption = (
        f"Pairs whose sentences differ in their number of words, in the {len(made)} paradigms that have such pairs. p "
        f"is of a two-sided sign test; where it is {LEVEL} or more, no difference is shown, which does not show that "
        "there is none."
    )
    return Made(made, caption, latex=latex.set_axis(headings, axis=1))


def figure_6(*, accuracies: pd.DataFrame) -> Made:
    """What the paper's Figure 6 shows: mean and SD over paradigms, by phenomenon, method and model."""
    rows = []
    for (phenomenon, method), table in advantages(accuracies).items():
        row = {"Phenomenon": phenomenon, "Method": method, "Paradigms": str(len(table))}
        means, spread = table.mean(), table.std()
        for model in table:
            sd = "" if pd.isna(spread[model]) else f" ± {shown(spread[model], 1)}"
            row[SYSTEMS[model]] = shown(means[model], 1) + sd
        rows.append(row)
    caption = (
        "Accuracy on full sentences minus accuracy by each prefix method, in percentage points (the paper's Figure 6): "
        "mean over paradigms ± standard deviation, where there are several. The journal's data."
    )
    return Made(pd.DataFrame(rows), caption)


def pair_differences(*, sentences: pd.DataFrame, pairs: pd.DataFrame) -> Made:
    """How pairs differ in length and in words, by phenomenon and of all."""
    found = differences(sentences.set_index("sentence_id")["sentence"], pairs)
    parts = [(LABELS[name], found.loc[part.index]) for name, part in pairs.groupby("phenomenon", sort=False)]

    def percent(those: pd.Series) -> str:
        return shown(100 * those.mean(), 1)

    rows = [
        {
            "Phenomenon": name,
            "Pairs": len(part),
            "Equal in words, %": percent(part["words"] == 0),
            "Equal in characters, %": percent(part["characters"] == 0),
            "Acceptable has fewer characters, %": percent(part["characters"] < 0),
            "Same words, %": percent(part["same_words"]),
            "First word differs, %": percent(part["first_difference"] == 1),
            "First difference, median": shown(part["first_difference"].median(), 1),
        }
        for name, part in [*parts, ("All", found)]
    ]
    caption = (
        "How the two sentences of pairs differ. Same words: each as often in both, in any order. First difference: "
        "the number of the first word that differs. Capitals and the final full stop or question mark do not matter."
    )
    return Made(pd.DataFrame(rows), caption)


TABLES = {
    "pair_differences": StudyTable({"sentences": SENTENCES, "pairs": PAIRS}, pair_differences),
    "figure-6": StudyTable({"accuracies": RELEASED_ACCURACIES}, figure_6),
    "released_accuracies": StudyTable(
        {f"{system}_{version}": ACCURACIES for version in VERSIONS for system in MODELS}
        | {"pairs": PAIRS, "results_2020": None, "humans_2021": None},
        released_accuracies,
    ),
    "unequal_lengths": StudyTable({"sentences": SENTENCES, "pairs": PAIRS}, unequal_lengths),
    "table-2": StudyTable({"reproduction": REPRODUCTION}, table_2),
    "table-3": StudyTable({"reproduction": REPRODUCTION}, table_3),
    "table-4": StudyTable({"reproduction": REPRODUCTION}, table_4),
    "table-4-permutations": StudyTable({"reproduction": REPRODUCTION, "pairs": PAIRS}, table_4_permutations),
}
