"""Tables 2 to 4 of the paper beside what is recomputed, rows of Table 4 that are permuted, and the released numbers."""

from pathlib import Path

import pandas as pd

from acceptability.papers.blimp import vocabulary as vocabulary_counts
from acceptability.papers.blimp.accuracies import advantages, by_paradigm, phenomena
from acceptability.papers.blimp.blimp.reader import LABELS
from acceptability.papers.blimp.contracts import RELEASED_ACCURACIES
from acceptability.papers.blimp.lengths import unequal
from acceptability.papers.blimp.outputs import by_predictor as by_predictor_of
from acceptability.papers.blimp.outputs import read_outputs, unexpected_columns
from acceptability.papers.blimp.permutations import right_cells, shown_elsewhere
from acceptability.papers.blimp.study import MODELS, SYSTEMS
from acceptability.rounding import percent
from acceptability.statistics.differences import differences
from acceptability.studies.verdicts import agrees
from acceptability.tables.text import PresentedTable, p_or_dash, shown

PRINTS = {"journal": "", "corrected": " (corrected PDF)"}  # versions of Tables 3 and 4, and what ends their names
NAMED = {"journal": "journal", "corrected": "corrected PDF"}


def released_accuracies(
    *, pairs: pd.DataFrame, results_2020: pd.DataFrame, humans_2021: pd.DataFrame, **models: pd.DataFrame
) -> PresentedTable:
    """Gather all released accuracies by paradigm.

    Parameters:
        pairs: the contract PAIRS: which paradigms there are, and of which phenomenon.
        results_2020, humans_2021: released files with people's accuracies in the journal's and in the corrected data.
        models: the contract ACCURACIES of each model and year, named ``model_year``.

    Returns: the contract RELEASED_ACCURACIES; LaTeX has the corrected data.
    """
    humans = {
        "human_2020": results_2020[results_2020["type"] == "sentence"].set_index("UID")["human"],
        "human_2021": humans_2021.set_index("Condition")["total_mean"],
    }
    phenomenon = phenomena(pairs)
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
    latex = by_paradigm(frame, "2021").round(1).rename(columns=SYSTEMS).loc[phenomenon.index]
    return PresentedTable(frame, latex.rename_axis("Paradigm").reset_index().astype(str), "In %, of 2021.")


def table_2(*, reproduction: pd.DataFrame) -> pd.DataFrame:
    """Show how many paradigms each phenomenon has: printed and counted."""
    rows = reproduction[(reproduction["place"] == "Table 2") & (reproduction["quantity"] == "paradigms")]
    frame = pd.DataFrame(
        {
            "Phenomenon": rows["argument"].map(LABELS),
            "Paradigms, printed": rows["printed"],
            "Paradigms, counted": rows["corrected"],
        }
    )
    return frame


def cells(reproduction: pd.DataFrame, table: str, version: str) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return the printed and the recomputed accuracies of Table 3 or 4 in one version: places × systems."""
    rows = reproduction[reproduction["place"] == f"Table {table}{PRINTS[version]}"]
    places = rows["argument"].str.split(expand=True).set_axis(["system", "place"], axis=1)
    long = pd.concat([places, rows["printed"], pd.to_numeric(rows[version]).rename("recomputed")], axis=1)
    matrices = (long.pivot(index="place", columns="system", values=name) for name in ("printed", "recomputed"))
    printed, recomputed = (wide.loc[places["place"].unique(), list(SYSTEMS)] for wide in matrices)
    return printed, recomputed


def _beside(reproduction: pd.DataFrame, table: str) -> pd.DataFrame:
    """Put both versions beside each other, with recomputed values in brackets where they do not come out as printed."""
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
    """Write a number with at most two decimals."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def table_3(*, reproduction: pd.DataFrame) -> pd.DataFrame:
    """Show the accuracy overall and by phenomenon."""
    frame = _beside(reproduction, "3").rename(index={"overall": "Overall"} | LABELS).rename_axis("Phenomenon")
    return frame.reset_index()


def table_4(*, reproduction: pd.DataFrame) -> pd.DataFrame:
    """Show the accuracy by paradigm."""
    frame = _beside(reproduction, "4").rename_axis("Paradigm").reset_index()
    return frame


def table_4_permutations(*, reproduction: pd.DataFrame, pairs: pd.DataFrame) -> pd.DataFrame:
    """List rows of Table 4 that show another paradigm's numbers: all five, or those of the four models."""
    phenomenon = phenomena(pairs)
    rows = []
    for version in PRINTS:
        printed, recomputed = cells(reproduction, "4", version)
        for columns, what in ((list(SYSTEMS), "all five"), (list(MODELS), "models")):
            for row, other in shown_elsewhere(printed[columns], recomputed[columns], phenomenon).items():
                if (NAMED[version], row) not in [(listed["Print"], listed["Row"]) for listed in rows]:
                    rows.append(
                        {
                            "Print": NAMED[version],
                            "Phenomenon": LABELS[phenomenon[row]],
                            "Row": row,
                            "Contains the numbers of": other,
                            "Columns": what,
                            "Right, own row": right_cells(printed.loc[row], recomputed.loc[row]),
                            "Right, other row": right_cells(printed.loc[row, columns], recomputed.loc[other, columns]),
                        }
                    )
    return pd.DataFrame(rows)


def unequal_lengths(*, sentences: pd.DataFrame, pairs: pd.DataFrame) -> PresentedTable:
    """List the paradigms with pairs of unequal length: the contract UNEQUAL_LENGTHS."""
    counts = unequal(sentences.set_index("sentence_id")["sentence"], pairs)
    latex = counts.assign(p=counts["p"].map(p_or_dash))
    headings = ["Paradigm", "Acceptable sentence longer", "Acceptable sentence shorter", "p"]
    return PresentedTable(counts, latex.set_axis(headings, axis=1))


def vocabulary_pairs(*, sentences: pd.DataFrame, pairs: pd.DataFrame, vocabulary: pd.DataFrame) -> PresentedTable:
    """Count pairs that are equal in entries of the vocabulary: the contract VOCABULARY_PAIRS."""
    texts = sentences.set_index("sentence_id")["sentence"]
    counts = vocabulary_counts.by_paradigm(texts, pairs, vocabulary_counts.entries(vocabulary))
    unequal_ones = counts[counts[["equal_in_entries", "one_entry_differs"]].min(axis=1) < counts["pairs"]]
    headings = ["Paradigm", "Pairs", "Equal in words", "Equal in entries", "One entry differs"]
    return PresentedTable(counts, unequal_ones.astype(str).set_axis(headings, axis=1))


def released_by_predictor(*, sentences: pd.DataFrame, pairs: pd.DataFrame, **models: Path) -> PresentedTable:
    """Show accuracy by length, perplexity, probability and confidence: the contract RELEASED_BY_PREDICTOR.

    It has no rows if the columns of a file are not the expected ones; the printed numbers then say which they are.
    """
    unexpected = any(map(unexpected_columns, models.values()))
    released = {} if unexpected else {model: read_outputs(path) for model, path in models.items()}
    frame = by_predictor_of(released, pairs, sentences.set_index("sentence_id")["sentence"])
    wide = frame.assign(share=frame["share"].map(lambda share: percent(share, 1)))
    wide = wide.pivot(index=["predictor", "part"], columns="system", values="share").reset_index()
    return PresentedTable(frame, wide.rename(columns={"predictor": "By", "part": "Part"} | SYSTEMS).astype(str))


def figure_6(*, accuracies: pd.DataFrame) -> pd.DataFrame:
    """Show the paper's Figure 6 in numbers: mean and SD over paradigms, by phenomenon, method and model."""
    rows = []
    for (phenomenon, method), table in advantages(accuracies).items():
        row = {"Phenomenon": phenomenon, "Method": method, "Paradigms": str(len(table))}
        means, spread = table.mean(), table.std()
        for model in table:
            sd = "" if pd.isna(spread[model]) else f" ± {shown(spread[model], 1)}"
            row[SYSTEMS[model]] = shown(means[model], 1) + sd
        rows.append(row)
    return pd.DataFrame(rows)


def pair_differences(*, sentences: pd.DataFrame, pairs: pd.DataFrame) -> pd.DataFrame:
    """Show how pairs differ in length and in words, by phenomenon and over all pairs."""
    differing = differences(sentences.set_index("sentence_id")["sentence"], pairs)
    parts = [(LABELS[name], differing.loc[part.index]) for name, part in pairs.groupby("phenomenon", sort=False)]

    def share(holds: pd.Series) -> str:
        return percent(holds.mean(), 1)

    rows = [
        {
            "Phenomenon": name,
            "Pairs": len(part),
            "Equal in words, %": share(part["words"] == 0),
            "Equal in characters, %": share(part["characters"] == 0),
            "Acceptable has fewer characters, %": share(part["characters"] < 0),
            "Same words, %": share(part["same_words"]),
            "First word differs, %": share(part["first_difference"] == 1),
            "First difference, median": shown(part["first_difference"].median(), 1),
        }
        for name, part in [*parts, ("All", differing)]
    ]
    return pd.DataFrame(rows)
