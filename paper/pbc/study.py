"""Niu & Penn, Grammaticality and Language Modelling (Eval4NLP 2020): what its numbers, tables and figures need."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acceptability.analyses.separation.manifest import SEPARATION
from acceptability.contracts.artefact import PATH, Artefact, File, fetched, one
from acceptability.contracts.data import SENTENCES
from acceptability.contracts.scoring import SCORES
from acceptability.papers.pbc.contracts import AGREEMENT_WITH_ACCURACY, CELLS, SETS

if TYPE_CHECKING:
    from acceptability.plan.studies import Study

SYSTEMS = {
    "bert": "BERT",
    "trans": "Transformer-XL",
    "jrnn": "JRNN",
    "grnn": "GRNN",
    "5gram": "5-gram",
    "tiny": "Tiny LSTM",
    "rnng": "RNNG",
}
COMBINED = ("bert", "trans", "jrnn", "grnn")  # those whose 60 combinations of experiment and pronoun the paper examines
CORRELATED = (*COMBINED, "5gram")  # those of its rank correlation
ONE_SET = "grnn"  # the system whose scores of one set Figure 2 shows
CORRELATIONS = {"all": tuple(SYSTEMS), "large_models": CORRELATED, "without_5gram": COMBINED}  # over whose cells
COLA = ("cola-in-domain.tsv", "cola-out-of-domain.tsv", "cola-1.0.zip")
EXPERIMENTS = ("exp1a", "exp1b", "exp2", "exp3", "exp4")  # of which accuracies were released
LABELLED = ("cola-all", "cola-all-downcased", "li-minimal-sets")

_SENTENCES = one(SENTENCES, dataset="hu2020")
_NAMED = {"bert": "bert-hu", "trans": "transformer-xl", "tiny": "tiny-lstm"}  # the others are named as there
_SCORES = {key: one(SCORES, dataset="hu2020", system=f"{_NAMED.get(key, key)}-published") for key in SYSTEMS}
_SETS, _CELLS = one(SETS, study="pbc"), one(CELLS, study="pbc")
_SEPARATION = {key.replace("-", "_"): one(SEPARATION, dataset=key) for key in LABELLED}


def reads(study: Study) -> dict[str, File | list[File]]:
    """Name the files that ``evidence`` of the quantities takes."""
    return {
        "sets": _SETS,
        "cells": _CELLS,
        "agreement": one(AGREEMENT_WITH_ACCURACY, study="pbc"),
        "li": fetched("li-adger-sentences.csv"),
        "minimal_sets": one(SENTENCES, dataset="li-minimal-sets"),
        "cola": [fetched(name, PATH) for name in COLA],
        "separation": list(_SEPARATION.values()),
        "reflexives": _SENTENCES,
        "scores": _SCORES[ONE_SET],
    }


TABLES = {
    "sets": Artefact(
        reads={"sentences": _SENTENCES} | _SCORES,
        caption=(
            "Each set of strings with one pronoun: its point-biserial correlation (PBC), whether it counts as right, "
            "and tests of its acceptable strings against the others."
        ),
    ),
    "cells": Artefact(
        reads={"sentences": _SENTENCES, "sets": _SETS}
        | _SCORES
        | {f"accuracy_{name}": fetched(f"hu2020-{name}-accuracy.csv") for name in EXPERIMENTS},
        caption=(
            "Each system, experiment and pronoun: point-biserial correlation (PBC) with its 95 % interval over sets, "
            "and the values next to it; labels as corrected. Accuracy: all conditions that share the lowest mean "
            "have the same chance to count as the lowest."
        ),
    ),
    "agreement_with_accuracy": Artefact(
        reads={"cells": _CELLS},
        caption=(
            "Spearman’s rank correlation of each measure with accuracy, over N combinations of system, experiment "
            "and pronoun: all; those of the five large models, as in the paper; and these without the 5-gram. "
            "Accuracies: as the authors released them; with corrected labels and their rule for ties; and with a "
            "rule by which all that share the lowest mean have the same chance to count as the lowest. Combinations "
            "in which a measure is undefined are left out."
        ),
    ),
    "significance": Artefact(
        reads={"sets": _SETS},
        caption=(
            "Sets by number of strings (acceptable + others): how many have p ≥ 0.05 in the Mann-Whitney test, as "
            "scipy computed p before version 1.7 (then: half the two-sided p of the normal approximation) and as it "
            "does today (two-sided, exact for small sets), and the smallest p that a set of that size can have. "
            "Right: the ungrammatical strings score lowest."
        ),
    ),
    "labels": Artefact(
        reads={"sentences": _SENTENCES, "cells": _CELLS},
        caption=(
            "Point-biserial correlation (PBC) and accuracy with the released and with the corrected labels, where "
            "these differ. Accuracies as released are the authors’ own numbers, which are random where means are "
            "equal."
        ),
    ),
    "one_sentence": Artefact(
        reads={"sentences": one(SENTENCES, dataset="cola-all"), "separation": _SEPARATION["cola_all"]},
        caption=(
            "Point-biserial correlation (PBC) on all of CoLA of log scores and of their exponentials; the sentence "
            "that contains most of the variance of these, with its share and its label; and the PBC if a sentence of "
            "either label contained all of it."
        ),
    ),
    "letter_case": Artefact(
        reads={key: file for key, file in _SEPARATION.items() if key.startswith("cola")},
        caption=(
            "Point-biserial correlation (PBC) of scores and labels of all of CoLA, with letter case as it is and "
            "downcased: of the scores, and, where they are logarithms, of their exponentials."
        ),
    ),
}
_OF_TWO = {"sentences": _SENTENCES} | {key: _SCORES[key] for key in ("grnn", "trans")}
FIGURES = {
    "figure-1": Artefact(
        reads=_OF_TWO | {"cells": _CELLS},
        caption=(
            "Surprisals of the pronoun in all sets of experiment 1b: GRNN with herself and Transformer-XL with "
            "themselves (the paper’s Figure 1). Each column of points is a set; sets are in the order of their mean "
            "surprisal."
        ),
    ),
    "figure-2": Artefact(
        reads={key: file for key, file in _OF_TWO.items() if key != "trans"},
        caption=(
            "Surprisals of the strings of one set (item 42 of experiment 1b, GRNN, himself), with the point-biserial "
            "correlation (PBC) and the Matthews correlation coefficient (MCC) of baseline and ungrammatical strings "
            "(B-U), distractor and ungrammatical strings (D-U), and all (BD-U): the paper’s Figure 2."
        ),
    ),
    "measures": Artefact(
        reads={"cells": _CELLS},
        caption=(
            "Point-biserial correlation (PBC) of all strings, and mean of the sets’ PBCs, beside accuracy "
            "(corrected). A point is one combination of model, experiment and pronoun."
        ),
    ),
}
