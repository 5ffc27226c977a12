"""What the page to explore pairs is made from, and what of the configuration it is told."""

import csv
from collections.abc import Mapping, Sequence

from acceptability.config import artefacts, labels, systems

ASSETS = ("page.html", "page.css", "data.js", "criteria.js", "page.js", "chart.js", "table.js", "pair.js", "link.js")


def inputs(config: Mapping) -> dict[str, list[str]]:
    """Tables of all datasets with pairs; those of deltas and tokens have the path ``<dataset>/<system>.csv``."""
    paired = systems.paired(config)
    deltas = {dataset: [*systems.systems_of(config, dataset), systems.REFERENCE] for dataset in paired}
    tokens = {dataset: systems.of_tokens(config, dataset) for dataset in paired}
    return {
        "sentences": [f"results/sentences/{dataset}.csv" for dataset in paired],
        "pairs": [f"results/pairs/{dataset}.csv" for dataset in paired],
        "deltas": [f"results/deltas/{dataset}/{system}.csv" for dataset in paired for system in deltas[dataset]],
        "tokens": [f"results/tokens/{dataset}/{system}.csv" for dataset in paired for system in tokens[dataset]],
    }


def sizes(config: Mapping, pairs: Sequence[str]) -> str:
    """How many pairs each dataset has, by these tables of pairs: ``1,200 of My pairs, 60 of Others``."""
    found = []
    for dataset, path in zip(systems.paired(config), pairs, strict=True):
        with open(path, encoding="utf-8", newline="") as file:
            found.append(f"{sum(1 for _ in csv.DictReader(file)):,} of {artefacts.told_title(config, dataset)}")
    return ", ".join(found)


def described(config: Mapping) -> dict[str, dict]:
    """Of each dataset with pairs its ``label``, and the ``labels`` of its systems and of their rows, references too."""
    return {
        dataset: {
            "label": artefacts.told_title(config, dataset),
            "labels": labels.all_labels(config, systems.systems_of(config, dataset))
            | labels.reference_labels(artefacts.traits(config, dataset)),
        }
        for dataset in systems.paired(config)
    }
