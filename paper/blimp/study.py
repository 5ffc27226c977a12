"""Warstadt et al., BLiMP (TACL 2020): what its numbers, tables and figures are made from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acceptability.analyses.choices.manifest import CHOSEN_PAIRS
from acceptability.contracts.artefact import PATH, Artefact, File, fetched, one
from acceptability.contracts.data import PAIRS, SENTENCES
from acceptability.contracts.studies import ACCURACIES, REPRODUCTION
from acceptability.papers.blimp.contracts import (
    RELEASED_ACCURACIES,
    RELEASED_BY_PREDICTOR,
    UNEQUAL_LENGTHS,
    VOCABULARY_PAIRS,
)

if TYPE_CHECKING:
    from acceptability.plan.studies import Study

SYSTEMS = {"ngram": "5-gram", "lstm": "LSTM", "txl": "Transformer-XL", "gpt2": "GPT-2", "human": "People"}
MODELS = tuple(system for system in SYSTEMS if system != "human")
VERSIONS = {"2020": "journal", "2021": "corrected"}
OUTPUTS = {system: f"blimp-outputs-{system}.jsonl" for system in MODELS}  # which the user may fetch
_OUTPUTS = {system: fetched(name, PATH) for system, name in OUTPUTS.items()}
_SENTENCES = one(SENTENCES, dataset="blimp-full")
_PAIRS = one(PAIRS, dataset="blimp-full")
_ACCURACIES = one(RELEASED_ACCURACIES, study="blimp")
_REPRODUCTION = one(REPRODUCTION, study="blimp")
VOCABULARY = "blimp-vocabulary-2019.csv"  # which a bundle lacks
_VOCABULARY = fetched(VOCABULARY)
_RELEASED = {"accuracies": _ACCURACIES}


def reads(study: Study) -> dict[str, File]:
    """Name the files that ``evidence`` of the quantities takes.

    ``by_predictor`` is among them if all outputs are fetched, and the vocabulary if it is not left out of a bundle.
    """
    main = study.main.key
    outputs = {"by_predictor": one(RELEASED_BY_PREDICTOR, study="blimp"), **_OUTPUTS}
    vocabulary = {"vocabulary": _VOCABULARY, "vocabulary_pairs": one(VOCABULARY_PAIRS, study="blimp")}
    files = (outputs if {*OUTPUTS.values()} <= study.has else {}) | (vocabulary if VOCABULARY in study.has else {})
    return files | {
        "accuracies": _ACCURACIES,
        "pairs": one(PAIRS, dataset=main),
        "unequal_lengths": one(UNEQUAL_LENGTHS, study="blimp"),
        "judged": one(CHOSEN_PAIRS, dataset=main),
        "humans": fetched("blimp-humans.csv"),
        "answer_sheets": fetched("blimp-answers.csv"),
    }


TABLES = {
    "pair_differences": Artefact(
        reads={"sentences": _SENTENCES, "pairs": _PAIRS},
        caption=(
            "How the two sentences of pairs differ, by phenomenon. Same words: each as often in both, in any order. "
            "First difference: the number of the first word that differs. Capitals and the final full stop or "
            "question mark do not matter."
        ),
    ),
    "figure-6": Artefact(
        reads=_RELEASED,
        caption="The paper’s Figure 6 as a table: accuracy by the full-sentence method minus accuracy by the "
        "one-prefix and the two-prefix method, in percentage points; means over paradigms ± standard deviation. The "
        "journal’s data.",
    ),
    "released_accuracies": Artefact(
        reads={
            f"{system}_{version}": one(ACCURACIES, dataset="blimp-full", system=f"{system}-{version}")
            for version in VERSIONS
            for system in MODELS
        }
        | {
            "pairs": _PAIRS,
            "results_2020": fetched("blimp-results-2020.csv"),
            "humans_2021": fetched("blimp-humans.csv"),
        },
        caption="Share of the pairs of each paradigm that models and people get right, as the authors released it: the "
        "journal’s data (2020) and the corrected data (2021).",
    ),
    "unequal_lengths": Artefact(
        reads={"sentences": _SENTENCES, "pairs": _PAIRS},
        caption=(
            "Pairs whose sentences differ in their number of words, by paradigm: in how many the acceptable sentence "
            "is the longer or the shorter one, with p of a two-sided sign test."
        ),
    ),
    "released_by_predictor": Artefact(
        reads={"sentences": _SENTENCES, "pairs": _PAIRS, **_OUTPUTS},
        when=tuple(OUTPUTS.values()),
        caption=(
            "Accuracy in five parts of the pairs with as many pairs each, from the lowest (1) to the highest (5) "
            "length, perplexity and log-probability of the acceptable sentence, and to the greatest difference of the "
            "two log-probabilities (confidence); for the paper’s Figure 2."
        ),
    ),
    "vocabulary_pairs": Artefact(
        reads={"sentences": _SENTENCES, "pairs": _PAIRS, "vocabulary": _VOCABULARY},
        when=(VOCABULARY,),
        caption=(
            "Pairs that are equal in their number of words, and in their number of entries of the vocabulary, and "
            "pairs that differ in one entry at most; for paradigms in which one of the last two does not hold for all "
            "pairs. Entries are single words and the vocabulary’s expressions of several words."
        ),
    ),
    "table-2": Artefact(
        reads={"reproduction": _REPRODUCTION},
        caption="The paper’s Table 2: the number of paradigms of each phenomenon, as printed and as counted.",
    ),
    "table-3": Artefact(
        reads={"reproduction": _REPRODUCTION},
        caption=(
            "Accuracy in %, overall and by phenomenon (the paper’s Table 3), as the journal and the corrected PDF "
            "print it. In square brackets: the recomputed value, where the printed one differs from it. People: "
            "single answers."
        ),
    ),
    "table-4": Artefact(
        reads={"reproduction": _REPRODUCTION},
        caption=(
            "Accuracy in % by paradigm (the paper’s Table 4), as the journal and the corrected PDF print it. In "
            "square brackets: the recomputed value, where the printed one differs from it."
        ),
    ),
    "table-4-permutations": Artefact(
        reads={"reproduction": _REPRODUCTION, "pairs": _PAIRS},
        caption=(
            "Rows of the paper’s Table 4 that show the numbers of another paradigm: all five, or those of the four "
            "models. Right here and right there: how many of the numbers agree with the data of the row’s own "
            "paradigm, and of the other one."
        ),
    ),
}
FIGURES = {
    "figure-2": Artefact(
        reads={"parts": one(RELEASED_BY_PREDICTOR, study="blimp")},
        when=tuple(OUTPUTS.values()),
        caption="The paper’s Figure 2: accuracy by length in words, perplexity and log-probability of the acceptable "
        "sentence, and by confidence, the difference of the two log-probabilities; in five parts of the pairs with as "
        "many pairs each. From the released log-probabilities of the journal’s data.",
    ),
    "figure-1": Artefact(
        reads=_RELEASED,
        caption="The paper’s Figure 1: Pearson’s r of accuracies over the paradigms, between models and people; for "
        "the journal’s and the corrected data.",
    ),
    "figure-3": Artefact(
        reads=_RELEASED,
        caption="The paper’s Figure 3: accuracy with and without an adjective between determiner and noun (top), and "
        "by the type of attractor between subject and verb (bottom); for the journal’s and the corrected data. Bars: "
        "means over paradigms. Lines: one standard deviation over paradigms, where there are several.",
    ),
    "figure-4": Artefact(
        reads=_RELEASED,
        caption="The paper’s Figure 4: accuracy on agreement with nouns that have a regular or an irregular plural; "
        "for the journal’s and the corrected data. Bars: means over paradigms. Lines: one standard deviation over "
        "paradigms.",
    ),
    "figure-6": Artefact(
        reads=_RELEASED,
        caption="The paper’s Figure 6: accuracy by the full-sentence method minus accuracy by the one-prefix and the "
        "two-prefix method, in percentage points. Bars: means over paradigms. Lines: one standard deviation over "
        "paradigms, where there are several. The journal’s data; no corrected accuracies of the prefix methods were "
        "released. The released two-prefix accuracies of the models are not of the same kind: see the report.",
    ),
}
