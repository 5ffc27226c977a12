"""Warstadt et al., BLiMP (TACL 2020): what its numbers, tables and figures are made from."""

from collections.abc import Mapping

from acceptability.contracts.artefact import Artefact

SYSTEMS = {"ngram": "5-gram", "lstm": "LSTM", "txl": "Transformer-XL", "gpt2": "GPT-2", "human": "People"}
MODELS = tuple(system for system in SYSTEMS if system != "human")
VERSIONS = {"2020": "journal", "2021": "corrected"}
_PAIRS = "results/pairs/blimp-full.csv"
_ACCURACIES = "results/tables/blimp/released_accuracies.csv"
_REPRODUCTION = "results/metrics/blimp/reproduction.csv"
_RELEASED = {"accuracies": _ACCURACIES}


def reads(study: Mapping) -> dict[str, str | list[str]]:
    """The files that ``evidence`` of the quantities takes, by name; those of resources/raw are fetched."""
    main = study["main"]
    return {
        "accuracies": _ACCURACIES,
        "pairs": f"results/pairs/{main}.csv",
        "sentences": f"results/sentences/{main}.csv",
        "choices": f"results/choices/{main}.csv",
        "humans": "resources/raw/blimp-humans.csv",
        "answer_sheets": "resources/raw/blimp-answers.csv",
    }


TABLES = {
    "pair_differences": Artefact(
        reads={"sentences": "results/sentences/blimp-full.csv", "pairs": _PAIRS},
        of="study",
        caption="How the two sentences of pairs differ, by phenomenon: in their numbers of words and characters, in "
        "their words whatever the order, and from which word on.",
    ),
    "figure-6": Artefact(
        reads=_RELEASED,
        of="study",
        caption="The paper’s Figure 6 as a table: accuracy by the full-sentence method minus accuracy by the "
        "one-prefix and the two-prefix method, in percentage points; means over paradigms ± standard deviation. The "
        "journal’s data.",
    ),
    "released_accuracies": Artefact(
        reads={
            f"{system}_{version}": f"results/accuracies/blimp-full/{system}-{version}.csv"
            for version in VERSIONS
            for system in MODELS
        }
        | {
            "pairs": _PAIRS,
            "results_2020": "resources/raw/blimp-results-2020.csv",
            "humans_2021": "resources/raw/blimp-humans.csv",
        },
        of="study",
        caption="Share of the pairs of each paradigm that models and people get right, as the authors released it: the "
        "journal’s data (2020) and the corrected data (2021).",
    ),
    "unequal_lengths": Artefact(
        reads={"sentences": "results/sentences/blimp-full.csv", "pairs": _PAIRS},
        of="study",
        caption="In each paradigm with pairs of unequal length in words: how often the acceptable sentence is the "
        "longer one, and how often the shorter one, with p of a two-sided sign test.",
    ),
    "table-2": Artefact(
        reads={"reproduction": _REPRODUCTION},
        of="study",
        caption="The paper’s Table 2: the number of paradigms of each phenomenon, as printed and as counted.",
    ),
    "table-3": Artefact(
        reads={"reproduction": _REPRODUCTION},
        of="study",
        caption="The paper’s Table 3, accuracy by phenomenon in %: the journal’s and the corrected PDF’s. In square "
        "brackets: the recomputed value, where the printed one differs from it.",
    ),
    "table-4": Artefact(
        reads={"reproduction": _REPRODUCTION},
        of="study",
        caption="The paper’s Table 4, accuracy by paradigm in %: the journal’s and the corrected PDF’s. In square "
        "brackets: the recomputed value, where the printed one differs from it.",
    ),
    "table-4-permutations": Artefact(
        reads={"reproduction": _REPRODUCTION, "pairs": _PAIRS},
        of="study",
        caption="Rows of the paper’s Table 4 that show the numbers of another paradigm of the same phenomenon.",
    ),
}
FIGURES = {
    "figure-1": Artefact(
        reads=_RELEASED,
        of="study",
        caption="The paper’s Figure 1: Pearson’s r of accuracies over the paradigms, between models and people; for "
        "the journal’s and the corrected data.",
    ),
    "figure-3": Artefact(
        reads=_RELEASED,
        of="study",
        caption="The paper’s Figure 3: accuracy with and without an adjective between determiner and noun (top), and "
        "by the type of attractor between subject and verb (bottom); for the journal’s and the corrected data. Bars: "
        "means over paradigms. Lines: one standard deviation over paradigms, where there are several.",
    ),
    "figure-4": Artefact(
        reads=_RELEASED,
        of="study",
        caption="The paper’s Figure 4: accuracy on agreement with nouns that have a regular or an irregular plural; "
        "for the journal’s and the corrected data. Bars: means over paradigms. Lines: one standard deviation over "
        "paradigms.",
    ),
    "figure-6": Artefact(
        reads=_RELEASED,
        of="study",
        caption="The paper’s Figure 6: accuracy by the full-sentence method minus accuracy by the one-prefix and the "
        "two-prefix method, in percentage points. Bars: means over paradigms. Lines: one standard deviation over "
        "paradigms, where there are several. The journal’s data; no corrected accuracies of the prefix methods were "
        "released. The released two-prefix accuracies of the models are not of the same kind: see the report.",
    ),
}
