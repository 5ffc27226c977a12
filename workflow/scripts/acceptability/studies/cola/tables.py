"""Counts by source and split, Tables 2 and 5, the matrices behind Table 4, the targeted sets, and features."""

from pathlib import Path

import pandas as pd

from acceptability.contracts.data import FEATURES, SENTENCES
from acceptability.contracts.studies import CLASS_COUNTS, PRINTED, REPRODUCTION
from acceptability.studies.cola import corpus
from acceptability.studies.cola.manifest import TARGETED
from acceptability.studies.cola.matrices import CELLS, described, fitting, of_print
from acceptability.tables.text import Made, StudyTable, shown

MODELS = 12  # of Table 4, above the human judgments
NAMES = {"in_domain": "in-domain", "out_of_domain": "out-of-domain"}
RATES = {"precision": "Precision", "recall": "Recall", "found": "Found", "called_acceptable": "Called acceptable"}


def class_counts(*, in_domain: Path, out_of_domain: Path, released: Path) -> Made:
    """As CLASS_COUNTS."""
    made = corpus.class_counts(in_domain, out_of_domain, released)
    latex = made.assign(domain=made["domain"].map(NAMES)).rename(columns=str.capitalize)
    caption = "Sentences of each source and split of CoLA (version 1.0), and how many of them are acceptable."
    return Made(made, caption, latex=latex)


def table_2(*, reproduction: pd.DataFrame) -> Made:
    """Sentences and percentages of each source, printed and counted."""
    rows = reproduction[reproduction["place"] == "Table 2"]
    table = rows.assign(**rows["item"].str.extract("(?P<source>.*): (?P<what>.*)")).dropna(subset=["source"])
    wide = table.pivot(index="source", columns="what", values=["printed", "corrected"]).loc[table["source"].unique()]
    frame = pd.DataFrame(
        {
            "Source": wide.index,
            "Sentences, printed": wide["printed", "sentences"],
            "Sentences, counted": wide["corrected", "sentences"],
            "Acceptable, %, printed": wide["printed", "acceptable, in %"],
            "Acceptable, %, counted": [shown(float(value), 1) for value in wide["corrected", "acceptable, in %"]],
        }
    )
    return Made(frame, "Sources of CoLA: sentences and the share that is acceptable (the paper's Table 2).")


def matrices(*, printed: pd.DataFrame, counts: pd.DataFrame) -> Made:
    """Each matrix that fits a printed pair of accuracy and MCC, with what follows from it."""
    cells = printed[printed["place"] == "Table 4"]
    cells = cells.assign(**cells["item"].str.extract("(?P<system>.*): (?P<column>.*)"))
    values = cells.pivot(index="system", columns="column", values="printed").loc[cells["system"].unique()[:MODELS]]
    classes = counts.set_index("part")
    rows = []
    for domain, name in NAMES.items():
        sentences, acceptable = classes.loc[f"{domain}_test", ["sentences", "acceptable"]]
        for system, row in values.iterrows():
            accuracy, mcc = row[f"{name} accuracy"], row[f"{name} MCC"]
            found = of_print(mcc, accuracy, acceptable, sentences - acceptable)
            for matrix in found.to_dict("records"):
                pair = {"system": system, "test_set": name, "accuracy": accuracy, "mcc": mcc, "fitting": len(found)}
                rows.append(pair | matrix | described([matrix[cell] for cell in CELLS]))
    frame = pd.DataFrame(rows)
    latex = frame[["system", "test_set", "accuracy", "mcc"]].rename(
        columns={"system": "Model", "test_set": "Test set", "accuracy": "Accuracy", "mcc": "MCC"}
    )
    latex = latex.join(frame[CELLS].rename(columns=str.upper))
    for name, heading in RATES.items():
        latex[heading] = [shown(value, 3) for value in frame[name]]
    latex["Digits"] = frame["digits"]
    caption = (
        "The confusion matrix that fits each pair of accuracy and Matthews correlation coefficient (MCC) in the "
        "paper's Table 4: acceptable sentences called acceptable (TP) and not (FN), unacceptable ones called "
        "acceptable (FP) and not (TN). Precision and recall are of acceptable sentences. Found: share of the "
        "unacceptable sentences that are recognised. Called acceptable: share of all sentences. Digits: whether the "
        "printed numbers are rounded or cut off."
    )
    return Made(frame, caption, latex=latex)


def table_5(*, reproduction: pd.DataFrame, counts: pd.DataFrame) -> Made:
    """Out-of-domain sentences of each split: printed, counted, and how many are acceptable."""
    rows = reproduction[(reproduction["place"] == "Table 5") & (reproduction["quantity"] == "sentences")]
    classes = counts.set_index("part")[["sentences", "acceptable"]]
    sums = [classes.loc[argument.split()].sum() for argument in rows["argument"]]
    frame = pd.DataFrame(
        {
            "Split": rows["item"].str.partition(":")[0].str.removeprefix("split ").str.removesuffix(" split"),
            "Sources": rows["argument"],
            "Sentences, printed": rows["printed"],
            "Sentences, counted": rows["corrected"],
            "Acceptable, %": [shown(100 * row["acceptable"] / row["sentences"], 1) for row in sums],
        }
    )
    return Made(frame, "Out-of-domain sources of the splits in the paper's Table 5.")


def targeted_sets(*, printed: pd.DataFrame, **sets: Path) -> Made:
    """Sentences of each set, and how many matrices fit the MCCs that are printed for it."""
    cells = printed[printed["place"] == "Table 6"]
    rows = []
    for name, label in TARGETED.items():
        sentences = corpus.read_targeted(sets[name])
        acceptable = int(sentences["label"].sum())
        mccs = cells.loc[cells["item"].str.endswith(f": {label}"), "printed"]
        fits = [len(fitting(acceptable, len(sentences) - acceptable, mcc)) for mcc in mccs]
        rows.append(
            {
                "Set": label,
                "Sentences": len(sentences),
                "Acceptable": acceptable,
                "Different sentences": sentences["sentence"].nunique(),
                "Matrices, fewest": min(fits),
                "Matrices, most": max(fits),
            }
        )
    caption = (
        "The targeted sets of the paper's Table 6, and how many confusion matrices fit one of its Matthews correlation "
        "coefficients (MCC): the fewest and the most."
    )
    return Made(pd.DataFrame(rows), caption)


def feature_frequencies(*, sentences: pd.DataFrame, features: pd.DataFrame) -> Made:
    """How many development sentences have each major feature, the most frequent first."""
    table = corpus.frequencies(sentences, features).sort_values("sentences", ascending=False, kind="stable")
    frame = pd.DataFrame(
        {
            "Feature": table.index,
            "Sentences": table["sentences"],
            "Share, %": [shown(100 * share, 1) for share in table["share"]],
            "Acceptable": table["acceptable"].astype(int),
            "In Figure 1": ["yes" if name in corpus.FIGURE_1 else "no" for name in table.index],
        }
    )
    number = len(corpus.annotated(sentences, features))
    caption = (
        f"How many of the {number:,} development sentences have each feature, and how many of these are acceptable."
    )
    return Made(frame, caption)


def training_counts(*, sentences: pd.DataFrame) -> Made:
    """Training sentences of each source, the greatest first, and of all: tokens and types are words and marks."""
    training = sentences[sentences["split"] == "train"]
    parts = [(source, part) for source, part in training.groupby("source")]
    parts = [*sorted(parts, key=lambda named: -len(named[1])), ("all", training)]
    rows = []
    for source, part in parts:
        tokens = part["sentence"].str.lower().str.findall(corpus.TOKEN).explode()
        counts = {"Sentences": len(part), "Acceptable": int(part["label"].sum()), "Tokens": len(tokens)}
        rows.append({"Source": source} | counts | {"Types": tokens.nunique()})
    caption = (
        "CoLA's training sentences (version 1.1) by source: how many there are, how many of them are acceptable, and "
        "their tokens and types: lower-cased words and punctuation marks, as a bag of words counts them."
    )
    return Made(pd.DataFrame(rows), caption)


TABLES = {
    "training_counts": StudyTable({"sentences": SENTENCES}, training_counts),
    "class_counts": StudyTable({"in_domain": Path, "out_of_domain": Path, "released": Path}, class_counts),
    "table-2": StudyTable({"reproduction": REPRODUCTION}, table_2),
    "matrices": StudyTable({"printed": PRINTED, "counts": CLASS_COUNTS}, matrices),
    "table-5": StudyTable({"reproduction": REPRODUCTION, "counts": CLASS_COUNTS}, table_5),
    "targeted_sets": StudyTable({"printed": PRINTED} | dict.fromkeys(TARGETED, Path), targeted_sets),
    "feature_frequencies": StudyTable({"sentences": SENTENCES, "features": FEATURES}, feature_frequencies),
}
