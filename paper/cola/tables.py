"""Counts, Tables 2 and 5, matrices behind Table 4, targeted sets, features; the authors' annotators, runs, sheets."""

from pathlib import Path

import pandas as pd

from acceptability.contracts import io
from acceptability.papers.cola import corpus, people, sheets
from acceptability.papers.cola import runs as predictions
from acceptability.papers.cola.matrices import CELLS, described, fitting, fitting_print
from acceptability.papers.cola.study import TARGETED
from acceptability.rounding import percent
from acceptability.studies.evidence import printed_cells
from acceptability.tables.text import PresentedTable, plus_minus, shown

MODELS = 12  # of Table 4, above the human judgments
NAMES = {"in_domain": "in-domain", "out_of_domain": "out-of-domain"}
PARTS = NAMES | {"all": "all"}
RATES = {"precision": "Precision", "recall": "Recall", "found": "Found", "called_acceptable": "Called acceptable"}


def class_counts(*, in_domain: Path, out_of_domain: Path, released: Path) -> PresentedTable:
    """Count the sentences of each source and split: the contract CLASS_COUNTS."""
    counts = corpus.class_counts(in_domain, out_of_domain, released)
    latex = counts.assign(domain=counts["domain"].map(NAMES)).rename(columns=str.capitalize)
    return PresentedTable(counts, latex)


def table_2(*, reproduction: pd.DataFrame) -> pd.DataFrame:
    """Show sentences and percentages of each source, printed and counted."""
    cells = printed_cells(reproduction, "Table 2")
    wide = cells.pivot(index="row", columns="column", values=["printed", "corrected"]).loc[cells["row"].unique()]
    frame = pd.DataFrame(
        {
            "Source": wide.index,
            "Sentences, printed": wide["printed", "sentences"],
            "Sentences, counted": wide["corrected", "sentences"],
            "Acceptable, %, printed": wide["printed", "acceptable, in %"],
            "Acceptable, %, counted": [shown(float(value), 1) for value in wide["corrected", "acceptable, in %"]],
        }
    )
    return frame


def matrices(*, printed: pd.DataFrame, counts: pd.DataFrame) -> PresentedTable:
    """List each matrix that fits a printed pair of accuracy and MCC, with what follows from it."""
    cells = printed_cells(printed, "Table 4")
    values = cells.pivot(index="row", columns="column", values="printed").loc[cells["row"].unique()[:MODELS]]
    classes = counts.set_index("part")
    rows = []
    for domain, name in NAMES.items():
        sentences, acceptable = classes.loc[f"{domain}_test", ["sentences", "acceptable"]]
        for system, row in values.iterrows():
            accuracy, mcc = row[f"{name} accuracy"], row[f"{name} MCC"]
            fits = fitting_print(mcc, accuracy, acceptable, sentences - acceptable)
            for matrix in fits.to_dict("records"):
                pair = {"system": system, "test_set": name, "accuracy": accuracy, "mcc": mcc, "fitting": len(fits)}
                rows.append(pair | matrix | described([matrix[cell] for cell in CELLS]))
    frame = pd.DataFrame(rows)
    latex = frame[["system", "test_set", "accuracy", "mcc"]].rename(
        columns={"system": "Model", "test_set": "Test set", "accuracy": "Accuracy", "mcc": "MCC"}
    )
    latex = latex.join(frame[CELLS].rename(columns=str.upper))
    for name, heading in RATES.items():
        latex[heading] = [shown(value, 3) for value in frame[name]]
    latex["Digits"] = frame["digits"]
    return PresentedTable(frame, latex)


def table_5(*, reproduction: pd.DataFrame, counts: pd.DataFrame) -> pd.DataFrame:
    """Show the out-of-domain sentences of each split: printed, counted, and how many are acceptable."""
    rows = reproduction[(reproduction["place"] == "Table 5") & (reproduction["quantity"] == "sentences")]
    classes = counts.set_index("part")[["sentences", "acceptable"]]
    sums = [classes.loc[argument.split()].sum() for argument in rows["argument"]]
    frame = pd.DataFrame(
        {
            "Split": rows["item"].str.partition(":")[0].str.removeprefix("split ").str.removesuffix(" split"),
            "Sources": rows["argument"],
            "Sentences, printed": rows["printed"],
            "Sentences, counted": rows["corrected"],
            "Acceptable, %": [percent(row["acceptable"] / row["sentences"], 1) for row in sums],
        }
    )
    return frame


def targeted_sets(*, printed: pd.DataFrame, **sets: Path) -> pd.DataFrame:
    """Count the sentences of each set, and how many matrices fit the MCCs that are printed for it."""
    cells = printed_cells(printed, "Table 6")
    rows = []
    for name, label in TARGETED.items():
        sentences = corpus.read_targeted(sets[name])
        acceptable = int(sentences["label"].sum())
        mccs = cells.loc[cells["column"] == label, "printed"]
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
    return pd.DataFrame(rows)


def feature_frequencies(*, sentences: pd.DataFrame, features: pd.DataFrame) -> pd.DataFrame:
    """Count the development sentences with each major feature, the most frequent first."""
    table = corpus.frequencies(sentences, features).sort_values("sentences", ascending=False, kind="stable")
    frame = pd.DataFrame(
        {
            "Feature": table.index,
            "Sentences": table["sentences"],
            "Share, %": [percent(share, 1) for share in table["share"]],
            "Acceptable": table["acceptable"].astype(int),
            "In Figure 1": ["yes" if name in corpus.FIGURE_1 else "no" for name in table.index],
        }
    )
    return frame


def training_counts(*, sentences: pd.DataFrame) -> pd.DataFrame:
    """Count training sentences, tokens and types (words and marks) of each source, the greatest first, and of all."""
    training = sentences[sentences["split"] == "train"]
    parts = [(source, part) for source, part in training.groupby("source")]
    parts = [*sorted(parts, key=lambda source_and_part: -len(source_and_part[1])), ("all", training)]
    rows = []
    for source, part in parts:
        tokens = part["sentence"].str.lower().str.findall(corpus.TOKEN).explode()
        counts = {"Sentences": len(part), "Acceptable": int(part["label"].sum()), "Tokens": len(tokens)}
        rows.append({"Source": source} | counts | {"Types": tokens.nunique()})
    return pd.DataFrame(rows)


def annotators(*, answers: Path, in_domain: Path, out_of_domain: Path, release: Path) -> PresentedTable:
    """Measure how annotators agree with labels and majority: the contract ANNOTATORS."""
    answered = people.read_answers(answers, in_domain, out_of_domain)
    frame = people.agreement(answered, people.read_release(release))
    who = frame["annotator"].where(frame["annotator"] == people.MAJORITY, "annotators")
    measures = {"accuracy": "Accuracy", "mcc": "MCC"}
    measures |= {"with_majority": "Accuracy, majority", "mcc_with_majority": "MCC, majority"}
    means = frame.groupby(["reading", "domain", who], sort=False)[list(measures)].mean().reset_index()
    latex = means[["reading", "domain", "annotator"]].rename(columns=str.capitalize)
    latex["Domain"] = latex["Domain"].map(PARTS)
    for measure, heading in measures.items():
        latex[heading] = [shown(value, 3) for value in means[measure]]
    return PresentedTable(frame, latex)


def split_runs(*, test: Path, runs: Path) -> PresentedTable:
    """Measure the authors' runs on the original split: the contract SPLIT_RUNS."""
    labels = predictions.test_labels(test)
    frame = predictions.split_runs(labels, predictions.read_scores(runs, len(labels)))
    return PresentedTable(frame, _means(frame, {"Cut": frame["cut"], "Sentences": frame["sentences"]}))


def split_sheet(*, sheet: Path) -> PresentedTable:
    """Read the authors' results by split: the contract SPLIT_SHEET."""
    frame = sheets.split_sheet(sheet)
    return PresentedTable(frame, _means(frame, {"Split": frame["split"], "Out-of-domain": frame["out_of_domain"]}))


def _means(frame: pd.DataFrame, first: dict[str, pd.Series]) -> pd.DataFrame:
    """Show mean and SD of accuracy and MCC by part, after some first columns."""
    latex = pd.DataFrame(first | {"Part": frame["part"].map(PARTS)})
    for measure, heading in (("accuracy", "Accuracy"), ("mcc", "MCC")):
        means = [shown(value, 3) for value in frame[measure]]
        latex[heading] = means + plus_minus(frame[f"{measure}_sd"])
    return latex


def encoder_sheet(*, sheet: Path) -> PresentedTable:
    """Read the authors' results of encoders that are trained on real and fake alone: the contract ENCODER_SHEET."""
    frame = sheets.encoder_sheet(sheet)
    latex = pd.DataFrame({"Model": frame["encoder"], "Test set": frame["part"].map(NAMES)})
    for measure, heading in (("accuracy", "Accuracy"), ("mcc", "MCC")):
        latex[heading] = [shown(value, 3) for value in frame[measure]]
    return PresentedTable(frame, latex)


def size_sheet(*, sheet: Path) -> PresentedTable:
    """Read the authors' MCCs by the number of training sentences: the contract SIZE_SHEET."""
    frame = sheets.size_sheet(sheet)
    latex = frame.groupby("sentences")["mcc"].agg(["size", "mean", "std", "max"]).reset_index()
    for name in ("mean", "std", "max"):
        latex[name] = [shown(value, 3) for value in latex[name]]
    return PresentedTable(frame, latex.set_axis(["Sentences", "Restarts", "Mean MCC", "SD", "Best MCC"], axis=1))


def runs_by_feature(*, annotated: Path, labelled: Path, runs: Path) -> PresentedTable:
    """Measure the authors' runs by feature: the contract RUNS_BY_FEATURE."""
    sentences = io.read_raw_tsv(annotated)
    texts, labels = predictions.annotated_labels(labelled)
    predictions.check_order(texts, sentences["Sentence"], labelled)
    frame = predictions.runs_by_feature(labels, predictions.read_scores(runs, len(labels)), sentences)
    latex = frame[["feature", "sentences", "acceptable", "runs"]].rename(columns=str.capitalize)
    latex["MCC"], latex["SD"] = ([shown(value, 3) for value in frame[name]] for name in ("mcc", "mcc_sd"))
    return PresentedTable(frame, latex)
