"""Warstadt, Singh & Bowman, Neural Network Acceptability Judgments (TACL 2019): what its numbers are made from."""

from collections.abc import Mapping

from acceptability.contracts.artefact import Artefact

TARGETED = {  # sets of sentences with one contrast each, as the paper's Table 6 calls them
    "svo": "SVO",
    "wh_extraction": "Wh",
    "inchoative": "Causative",
    "singular_pl": "SV Agr.",
    "reflexive": "Reflexive",
}
_SETS = {name: f"resources/raw/cola-targeted-{name.replace('_', '-')}.tsv" for name in TARGETED}
_DATASET = {"sentences": "results/sentences/cola.csv", "features": "results/features/cola.csv"}
HIGH = (
    "For classifiers on an encoder these MCCs are too high: the best of up to 100 epochs is kept, by the MCC on all "
    "development sentences. Look at the test set."
)
_COUNTS = "results/tables/cola/class_counts.csv"
_REPRODUCTION = "results/metrics/cola/reproduction.csv"


def reads(study: Mapping) -> dict[str, str | list[str]]:
    """The files that ``evidence`` of the quantities takes, by name; those of resources/raw are fetched."""
    return _DATASET | {"counts": _COUNTS, "targeted": list(_SETS.values())}


TABLES = {
    "training_counts": Artefact(
        reads={"sentences": "results/sentences/cola.csv"},
        of="study",
        caption="CoLA’s training sentences (version 1.1) by source: sentences, acceptable ones, tokens and types "
        "(lower-cased words and punctuation marks).",
    ),
    "class_counts": Artefact(
        reads={
            "in_domain": "resources/raw/cola-in-domain.tsv",
            "out_of_domain": "resources/raw/cola-out-of-domain.tsv",
            "released": "resources/raw/cola-1.0.zip",
        },
        of="study",
        caption="Sentences of each source and each split of CoLA (version 1.0), and how many of them are acceptable. "
        "Of the in-domain test set, nothing but these counts is used.",
    ),
    "table-2": Artefact(
        reads={"reproduction": _REPRODUCTION},
        of="study",
        caption="The paper’s Table 2: sentences of each source and the share that is acceptable, as printed and as "
        "counted.",
    ),
    "matrices": Artefact(
        reads={"printed": "paper/cola/printed/table-4.csv", "counts": _COUNTS},
        of="study",
        caption="The confusion matrix behind each pair of accuracy and Matthews correlation coefficient (MCC) in the "
        "paper’s Table 4, and what follows from it.",
    ),
    "table-5": Artefact(
        reads={"reproduction": _REPRODUCTION, "counts": _COUNTS},
        of="study",
        caption="The splits of the paper’s Table 5: out-of-domain sentences, as printed and as counted, and how many "
        "of them are acceptable.",
    ),
    "targeted_sets": Artefact(
        reads={"printed": "paper/cola/printed/table-6.csv"} | _SETS,
        of="study",
        caption="The targeted sets of the paper’s Table 6: sentences, and how many confusion matrices fit a printed "
        "Matthews correlation coefficient (MCC).",
    ),
    "feature_frequencies": Artefact(
        reads=_DATASET,
        of="study",
        caption="How many of CoLA’s development sentences (version 1.1) have each broad class of features, and how "
        "many of these are acceptable.",
    ),
}
FIGURES = {
    "figure-1": Artefact(
        reads=_DATASET,
        of="study",
        caption="The paper’s Figure 1: share of CoLA’s development sentences (version 1.1) with each feature. Light "
        "bars: features that the paper’s figure leaves out.",
    ),
    "figure-3": Artefact(
        reads={"divisions": "results/metrics/cola/divisions.csv"},
        told=("classifier_labels", "classifier_colours"),
        when=("learning_curve",),
        of="study",
        caption="The paper’s Figure 3, with the classifiers that are trained here: mean Matthews correlation "
        "coefficient (MCC) of the restarts on all development sentences, by the number of training sentences, with "
        "95 % intervals over sentences and restarts. " + HIGH,
    ),
    "figure-4": Artefact(
        reads={"by_feature": "results/metrics/cola/features.csv"},
        told=("classifier_labels", "classifier_colours"),
        when=("classifiers",),
        of="study",
        caption="The paper’s Figure 4, with the classifiers that are trained here: mean Matthews correlation "
        "coefficient (MCC) of the restarts on all development sentences with each of its features (their number is in "
        "brackets). Lines through the markers: one standard deviation over the restarts. Almost no sentence with a "
        "violation is acceptable: instead of an MCC, the share that each classifier calls unacceptable is given. "
        + HIGH,
    ),
}
