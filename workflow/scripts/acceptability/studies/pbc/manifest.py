"""Niu & Penn, Grammaticality and Language Modelling (Eval4NLP 2020): what its numbers, tables and figures need."""

from collections.abc import Mapping

from acceptability.contracts.artefact import Artefact

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
COLA = tuple(f"resources/raw/{name}" for name in ("cola-in-domain.tsv", "cola-out-of-domain.tsv", "cola-1.0.zip"))
EXPERIMENTS = ("exp1a", "exp1b", "exp2", "exp3", "exp4")  # of which accuracies were released
LABELLED = ("cola-all", "cola-all-downcased", "li-minimal-sets")

_SENTENCES = "results/sentences/hu2020.csv"
_NAMED = {"bert": "bert-hu", "trans": "transformer-xl", "tiny": "tiny-lstm"}  # the others are named as there
_SCORES = {key: f"results/scores/hu2020/{_NAMED.get(key, key)}-published.csv" for key in SYSTEMS}
_SETS, _CELLS = "results/tables/pbc/sets.csv", "results/tables/pbc/cells.csv"
_SEPARATION = {key.replace("-", "_"): f"results/metrics/{key}/separation.csv" for key in LABELLED}


def reads(study: Mapping) -> dict[str, str | list[str]]:
    """The files that ``evidence`` of the quantities takes, by name; those of resources/raw are fetched."""
    return {
        "sets": _SETS,
        "cells": _CELLS,
        "li": "resources/raw/li-adger-sentences.csv",
        "minimal_sets": "results/sentences/li-minimal-sets.csv",
        "cola": list(COLA),
        "separation": list(_SEPARATION.values()),
        "reflexives": _SENTENCES,
        "scores": _SCORES[ONE_SET],
    }


TABLES = {
    "sets": Artefact(
        reads={"sentences": _SENTENCES} | _SCORES,
        of="study",
        caption="Each set of strings with one pronoun: its point-biserial correlation (PBC), whether it counts as "
        "right, and tests of its acceptable strings against the others.",
    ),
    "cells": Artefact(
        reads={"sentences": _SENTENCES, "sets": _SETS}
        | _SCORES
        | {f"accuracy_{name}": f"resources/raw/hu2020-{name}-accuracy.csv" for name in EXPERIMENTS},
        of="study",
        caption="Each system, experiment and pronoun: point-biserial correlation (PBC), what stands beside it, and "
        "accuracy, with the corrected and the released labels.",
    ),
    "agreement_with_accuracy": Artefact(
        reads={"cells": _CELLS},
        of="study",
        caption="Spearman’s rank correlation of each measure with accuracy, over combinations of system, experiment "
        "and pronoun: all; those of the five large models, as in the paper; and these without the 5-gram.",
    ),
    "significance": Artefact(
        reads={"sets": _SETS},
        of="study",
        caption="How many sets of each size are not significant in the Mann-Whitney test, and the smallest p that a "
        "set of that size can have.",
    ),
    "labels": Artefact(
        reads={"sentences": _SENTENCES, "cells": _CELLS},
        of="study",
        caption="What swapped labels of one released file change: point-biserial correlation (PBC) and accuracy.",
    ),
    "one_sentence": Artefact(
        reads={"sentences": "results/sentences/cola-all.csv", "separation": _SEPARATION["cola_all"]},
        of="study",
        caption="How much of the variance of probabilities one sentence of CoLA holds, and what that makes of the "
        "point-biserial correlation (PBC).",
    ),
    "letter_case": Artefact(
        reads={key: path for key, path in _SEPARATION.items() if key.startswith("cola")},
        of="study",
        caption="Point-biserial correlations (PBC) on all of CoLA with letter case as it is and downcased.",
    ),
}
_OF_TWO = {"sentences": _SENTENCES} | {key: _SCORES[key] for key in ("grnn", "trans")}
FIGURES = {
    "figure-1": Artefact(
        reads=_OF_TWO | {"cells": _CELLS},
        of="study",
        caption="The paper’s Figure 1: surprisals of the pronoun in every set of experiment 1b, GRNN with herself and "
        "Transformer-XL with themselves.",
    ),
    "figure-2": Artefact(
        reads={key: path for key, path in _OF_TWO.items() if key != "trans"},
        of="study",
        caption="The paper’s Figure 2: surprisals of the strings of one set, and how well a threshold separates them.",
    ),
    "measures": Artefact(
        reads={"cells": _CELLS},
        of="study",
        caption="Point-biserial correlation (PBC) of every system, experiment and pronoun beside accuracy.",
    ),
}
