"""Define tables of CoLA's counts, annotators, runs and sheets, and of fake sentences and their detection."""

from acceptability.contracts.columns import Table, count, number, share, text

CLASS_COUNTS = Table(
    "class_counts",
    {
        "part": text("a source or a split of a labelled corpus", unique=True),
        "kind": text("source or split"),
        "domain": text("in_domain: training sentences are from these sources; or out_of_domain"),
        "sentences": count("its sentences"),
        "acceptable": count("those of them that are acceptable"),
    },
    path="results/tables/{study}/class_counts.csv",
)
_PART = text("in_domain, out_of_domain, or all")
_ACCURACY = share("mean accuracy of the runs")
_MCC = number("mean Matthews correlation coefficient (MCC) of the runs; an undefined one counts as 0")
_SDS = {name: number(f"standard deviation of the runs' {name}, as a population") for name in ("accuracy", "mcc")}
ANNOTATORS = Table(
    "annotators",
    {
        "reading": text("how the one answer that is 2 is read: as 0, as 1, left out; or the authors' file of 2019"),
        "domain": _PART,
        "annotator": text("annotator1 to annotator5, or majority: the answer of three or more"),
        "sentences": count("sentences with an answer"),
        "accuracy": share("share of the answers that agree with CoLA's label"),
        "mcc": number("MCC of answers and labels"),
        "with_majority": share("share of the answers that agree with the majority"),
        "mcc_with_majority": number("MCC of answers and those of the majority"),
    },
    unique=("reading", "domain", "annotator"),
    path="results/tables/{study}/annotators.csv",
)
SPLIT_RUNS = Table(
    "split_runs",
    {
        "variant": text("as_published: with the authors' cut; corrected: with the number of in-domain sentences"),
        "cut": count("sentences that count as in-domain"),
        "part": _PART,
        "sentences": count("its sentences"),
        "runs": count("runs"),
        "accuracy": _ACCURACY,
        "accuracy_sd": _SDS["accuracy"],
        "mcc": _MCC,
        "mcc_sd": _SDS["mcc"],
    },
    unique=("variant", "part"),
    path="results/tables/{study}/split_runs.csv",
)
SPLIT_SHEET = Table(
    "split_sheet",
    {
        "split": text("original, or the number of a split in the paper's Table 5"),
        "part": _PART,
        "out_of_domain": count("out-of-domain sentences, as the sheet has them"),
        "mcc": _MCC,
        "mcc_sd": _SDS["mcc"],
        "accuracy": _ACCURACY,
        "accuracy_sd": _SDS["accuracy"],
    },
    unique=("split", "part"),
    path="results/tables/{study}/split_sheet.csv",
)
ENCODER_SHEET = Table(
    "encoder_sheet",
    {
        "encoder": text("a model of the paper's Table 4"),
        "part": _PART,
        "accuracy": share("its accuracy"),
        "mcc": number("its MCC"),
    },
    unique=("encoder", "part"),
    path="results/tables/{study}/encoder_sheet.csv",
)
SIZE_SHEET = Table(
    "size_sheet",
    {
        "sentences": count("training sentences"),
        "restart": count("number of the restart"),
        "mcc": number("its MCC on the development sentences"),
    },
    unique=("sentences", "restart"),
    path="results/tables/{study}/size_sheet.csv",
)
RUNS_BY_FEATURE = Table(
    "runs_by_feature",
    {
        "feature": text("a major feature of the annotated development sentences, or all", unique=True),
        "sentences": count("sentences with it"),
        "acceptable": count("those of them that are acceptable"),
        "runs": count("runs"),
        "mcc": _MCC,
        "mcc_sd": _SDS["mcc"],
    },
    path="results/tables/{study}/runs_by_feature.csv",
)
FAKES = Table(
    "fakes",
    {
        "sentence": text("a sentence's tokens, with spaces between them"),
        "kind": text("real, sampled or permuted"),
        "split": text("train or held_out"),
    },
)
REAL_FAKE = Table(
    "real_fake",
    {
        "fakes": text("the fakes that real sentences are told from: all, or of one kind", unique=True),
        "sentences": count("held-out sentences, real and fake"),
        "accuracy": share("share of right decisions"),
        "mcc": number("Matthews correlation coefficient; empty where it is undefined", nullable=True),
    },
)
