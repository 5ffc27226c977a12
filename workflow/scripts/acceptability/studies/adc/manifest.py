"""Vázquez Martínez, The Acceptability Delta Criterion (BlackboxNLP 2021): what its numbers and tables are made from."""

from collections.abc import Mapping

from acceptability.contracts.artefact import Artefact
from acceptability.datasets.li_adger.manifest import RENAMED


def reads(study: Mapping) -> dict[str, str | list[str]]:
    """The files that ``evidence`` of the quantities takes, by name; those of resources/raw are fetched."""
    key, main = study["key"], study["main"]
    systems = dict.fromkeys(row.split("/")[0] for row in study["rows"])
    by_system = {
        stage: [f"results/{stage}/{main}/{system}.csv" for system in systems]
        for stage in ("deltas", "z_scores", "scores")
    }
    return by_system | {
        "sentences": f"results/sentences/{main}.csv",
        "pairs": f"results/pairs/{main}.csv",
        "construction": f"results/tables/{key}/pair_construction.csv",
        "examples": [f"results/examples/{main}/{example}.csv" for example in study["examples"]],
        "magnitude_estimates": "resources/raw/li-magnitude-estimates.csv",
        "renamed": RENAMED,
        "blimp": "resources/raw/blimp.zip",
        "blimp_models": "resources/raw/blimp-models.jsonl",
        "blimp_humans": "resources/raw/blimp-humans.csv",
    }


CLASSIFIERS = {  # fine-tuned on CoLA; their scores were released
    f"bert_{name.replace(' ', '_')}": (f"bert-{name.replace(' ', '-')}-cola-published", f"BERT {name} CoLA")
    for name in ("base uncased", "large uncased", "large cased")
}
_SENTENCES = "results/sentences/li-adger.csv"
_REPRODUCTION = "results/metrics/adc/reproduction.csv"
TABLES = {
    "table-1": Artefact(
        reads={"reproduction": _REPRODUCTION},
        of="study",
        caption="The paper's Table 1: share of minimal pairs that meet each criterion, as printed, as recomputed with "
        "the published computation, and as corrected.",
    ),
    "table-2": Artefact(
        reads={"sentences": _SENTENCES, "printed": "paper/adc/printed/table-2.csv"},
        of="study",
        caption="A phenomenon with three conditions, which makes two pairs.",
    ),
    "table-3": Artefact(
        reads={"sentences": _SENTENCES, "printed": "paper/adc/printed/table-3.csv"},
        of="study",
        caption="Human ratings of two minimal pairs.",
    ),
    "table-4": Artefact(
        reads={
            "pairs": "results/pairs/li-adger.csv",
            "deltas": "results/deltas/li-adger/trigram-published.csv",
            "printed": "paper/adc/printed/table-4.csv",
        },
        of="study",
        caption="Deltas of the same pairs, for humans and the trigram's log-probability.",
    ),
    "table-5": Artefact(
        reads={"reproduction": _REPRODUCTION},
        of="study",
        caption="The paper's Table 5: Matthews correlation coefficient (MCC) of classifiers on CoLA's test set, as "
        "printed, and why it cannot be recomputed. Classifiers trained here are in the table classifiers of CoLA.",
    ),
    "halves": Artefact(
        reads={
            "sentences": _SENTENCES,
            "pairs": "results/pairs/li-adger.csv",
            "agreement": "results/metrics/li-adger/agreement.csv",
            "known": "results/metrics/li-adger/contamination/cola.csv",
        }
        | {name: f"results/scores/li-adger/{system}.csv" for name, (system, _) in CLASSIFIERS.items()},
        of="study",
        caption="The released classifiers on each half of LI-Adger: how well they tell the sentences that experts "
        "accept from the others, and the share of pairs that meet each criterion.",
    ),
    "pair_construction": Artefact(
        reads={
            "sentences": _SENTENCES,
            "curated": "resources/raw/li-adger-pairs.csv",
            "conditions": "resources/raw/li-conditions.csv",
            "renamed": RENAMED,
        },
        of="study",
        caption="Every minimal pair: built by the paper's rule, in the curated list, or both, and why not.",
    ),
    "pair_construction_summary": Artefact(
        reads={"construction": "results/tables/adc/pair_construction.csv"},
        of="study",
        caption="How many minimal pairs of each half the paper's rule and the curated list share.",
    ),
}
