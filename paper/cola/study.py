"""Warstadt, Singh & Bowman, Neural Network Acceptability Judgments (TACL 2019): what its numbers are made from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acceptability.analyses.features.manifest import FEATURE_MCC
from acceptability.contracts.artefact import PATH, Artefact, File, fetched, one
from acceptability.contracts.data import FEATURES, SENTENCES
from acceptability.contracts.studies import PRINTED, REPRODUCTION
from acceptability.papers.cola.contracts import (
    ANNOTATORS,
    CLASS_COUNTS,
    ENCODER_SHEET,
    RUNS_BY_FEATURE,
    SIZE_SHEET,
    SPLIT_RUNS,
    SPLIT_SHEET,
)
from acceptability.papers.cola.divisions.manifest import DIVISIONS

if TYPE_CHECKING:
    from acceptability.plan.studies import Study

TARGETED = {  # sets of sentences with one contrast each, as the paper's Table 6 calls them
    "svo": "SVO",
    "wh_extraction": "Wh",
    "inchoative": "Causative",
    "singular_pl": "SV Agr.",
    "reflexive": "Reflexive",
}
_SETS = {name: fetched(f"cola-targeted-{name.replace('_', '-')}.tsv", PATH) for name in TARGETED}
_DATASET = {"sentences": one(SENTENCES, dataset="cola"), "features": one(FEATURES, dataset="cola")}
HIGH = (
    "For classifiers on an encoder these MCCs are too high: the best of up to 100 epochs is kept, by the MCC on all "
    "development sentences. Look at the test set."
)
_COUNTS = one(CLASS_COUNTS, study="cola")
MEASURED = {  # tables of the authors' annotators, runs and sheets
    table.name: one(table, study="cola")
    for table in (ANNOTATORS, SPLIT_RUNS, SPLIT_SHEET, ENCODER_SHEET, SIZE_SHEET, RUNS_BY_FEATURE)
}
_REPRODUCTION = one(REPRODUCTION, study="cola")


def reads(study: Study) -> dict[str, File | list[File]]:
    """Name the files that ``evidence`` of the quantities takes."""
    vocabulary = fetched("cola-vocabulary.txt", PATH)
    return _DATASET | MEASURED | {"counts": _COUNTS, "targeted": list(_SETS.values()), "vocabulary": vocabulary}


TABLES = {
    "training_counts": Artefact(
        reads={"sentences": one(SENTENCES, dataset="cola")},
        caption=(
            "CoLA’s training sentences (version 1.1) by source: how many there are, how many of them are acceptable, "
            "and their tokens and types: lower-cased words and punctuation marks, as a bag of words counts them."
        ),
    ),
    "class_counts": Artefact(
        reads={
            "in_domain": fetched("cola-in-domain.tsv", PATH),
            "out_of_domain": fetched("cola-out-of-domain.tsv", PATH),
            "released": fetched("cola-1.0.zip", PATH),
        },
        caption="Sentences of each source and each split of CoLA (version 1.0), and how many of them are acceptable. "
        "Of the in-domain test set, nothing but these counts is used.",
    ),
    "table-2": Artefact(
        reads={"reproduction": _REPRODUCTION},
        caption="The paper’s Table 2: sentences of each source and the share that is acceptable, as printed and as "
        "counted.",
    ),
    "matrices": Artefact(
        reads={"printed": one(PRINTED, study="cola", printed="table-4"), "counts": _COUNTS},
        caption=(
            "The confusion matrix that fits each pair of accuracy and Matthews correlation coefficient (MCC) in the "
            "paper’s Table 4: acceptable sentences called acceptable (TP) and not (FN), others called acceptable "
            "(FP) and not (TN). Precision and recall are of acceptable sentences. Found: share of the unacceptable "
            "sentences that are recognised. Called acceptable: share of all sentences. Digits: how the printed "
            "numbers must be read."
        ),
    ),
    "table-5": Artefact(
        reads={"reproduction": _REPRODUCTION, "counts": _COUNTS},
        caption=(
            "Out-of-domain sources of the splits in the paper’s Table 5, as the corpus abbreviates them: sentences "
            "as printed and as counted, and the share that is acceptable."
        ),
    ),
    "targeted_sets": Artefact(
        reads={"printed": one(PRINTED, study="cola", printed="table-6")} | _SETS,
        caption=(
            "The targeted sets of the paper’s Table 6: sentences, acceptable ones, different ones; and how many "
            "confusion matrices fit one of the printed Matthews correlation coefficients (MCC), the fewest and the "
            "most."
        ),
    ),
    "feature_frequencies": Artefact(
        reads=_DATASET,
        caption="How many of CoLA’s development sentences (version 1.1) have each broad class of features, and how "
        "many of these are acceptable.",
    ),
    "annotators": Artefact(
        reads={
            "answers": fetched("cola-people.tsv", PATH),
            "in_domain": fetched("cola-people-in-domain.tsv", PATH),
            "out_of_domain": fetched("cola-people-out-of-domain.tsv", PATH),
            "release": fetched("cola-people-corrected.tsv", PATH),
        },
        caption="Agreement of the five annotators, and of their majority, with CoLA’s labels and with the majority: "
        "accuracy and Matthews correlation coefficient (MCC). Annotators: mean of the five. Reading: how the one "
        "answer that is 2 is read (0: not acceptable); the authors’ file of 2019 has 1 instead, and four labels of "
        "version 1.1.",
    ),
    "split_runs": Artefact(
        reads={
            "test": fetched("cola-mixed-test.tsv", PATH),
            "runs": fetched("cola-split-original.tar", PATH),
        },
        caption="The original split of the paper’s Table 5, from the authors’ predictions: mean accuracy and Matthews "
        "correlation coefficient (MCC) of all runs, ± one standard deviation. Cut: the number of sentences that count "
        "as in-domain. The authors’ program has 531, but 530 are.",
    ),
    "split_sheet": Artefact(
        reads={"sheet": fetched("cola-splits.numbers", PATH)},
        caption="The splits of the paper’s Table 5 as the authors’ sheet has them: out-of-domain sentences, mean "
        "accuracy and Matthews correlation coefficient (MCC) of the runs, ± one standard deviation.",
    ),
    "encoder_sheet": Artefact(
        reads={"sheet": fetched("cola-encoders.numbers", PATH)},
        caption="Encoders that are trained on real and fake sentences alone, as the authors’ sheet has them: accuracy "
        "and Matthews correlation coefficient (MCC).",
    ),
    "size_sheet": Artefact(
        reads={"sheet": fetched("cola-sizes.numbers", PATH)},
        caption="The paper’s Figure 3 as the authors’ sheet has it: Matthews correlation coefficient (MCC) on the "
        "development sentences, by the number of training sentences.",
    ),
    "runs_by_feature": Artefact(
        reads={
            "annotated": fetched("cola-major-features.tsv", PATH),
            "labelled": fetched("cola-analysis-dev.tsv", PATH),
            "runs": fetched("cola-analysis-elmo-runs.tar", PATH),
        },
        caption="The paper’s Figure 4 from the authors’ predictions: mean Matthews correlation coefficient (MCC) of "
        "the runs on the development sentences with each broad class of features, and its standard deviation (SD). "
        "Labels are those of version 1.1, except for two sentences with labels of version 1.0.",
    ),
}
FIGURES = {
    "figure-1": Artefact(
        reads=_DATASET,
        caption="The paper’s Figure 1: share of CoLA’s development sentences (version 1.1) with each feature. Light "
        "bars: features that the paper’s figure leaves out.",
    ),
    "released_figure-3": Artefact(
        reads={"size_sheet": MEASURED["size_sheet"]},
        caption="The paper’s Figure 3 from the authors’ sheet: Matthews correlation coefficient (MCC) on the "
        "development sentences, by the number of training sentences. Small dots: restarts. Large dots: their mean.",
    ),
    "released_figure-4": Artefact(
        reads={"runs_by_feature": MEASURED["runs_by_feature"]},
        caption="The paper’s Figure 4 from the authors’ predictions: mean Matthews correlation coefficient (MCC) of "
        "the runs on the development sentences with each feature (their number is in brackets). Lines through the "
        "markers: one standard deviation over the runs. Dashed line: all development sentences.",
    ),
    "figure-3": Artefact(
        reads={"divisions": one(DIVISIONS, dataset="cola")},
        settings=("classifier_labels", "classifier_colours"),
        when=("learning_curve",),
        caption="The paper’s Figure 3, with the classifiers that are trained here: mean Matthews correlation "
        "coefficient (MCC) of the restarts on all development sentences, by the number of training sentences, with "
        "95 % intervals over sentences and restarts. " + HIGH,
    ),
    "figure-4": Artefact(
        reads={"by_feature": one(FEATURE_MCC, dataset="cola")},
        settings=("classifier_labels", "classifier_colours"),
        when=("classifiers",),
        caption="The paper’s Figure 4, with the classifiers that are trained here: mean Matthews correlation "
        "coefficient (MCC) of the restarts on all development sentences with each of its features (their number is in "
        "brackets). Lines through the markers: one standard deviation over the restarts. Almost no sentence with a "
        "violation is acceptable: instead of an MCC, the share that each classifier calls unacceptable is given. "
        + HIGH,
    ),
}
