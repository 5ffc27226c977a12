"""List the tables and settings that the page to explore pairs needs."""

import csv
from collections.abc import Sequence

from acceptability.plan.datasets import Dataset
from acceptability.plan.plan import Plan
from acceptability.plan.systems import REFERENCE

ASSETS = ("page.html", "page.css", "data.js", "criteria.js", "page.js", "chart.js", "table.js", "pair.js", "link.js")


def shown(plan: Plan) -> list[Dataset]:
    """Return the paired datasets that have shares of right pairs, by systems or by people."""
    return [dataset for dataset in plan.paired if "shares" in dataset.has]


def inputs(plan: Plan) -> dict[str, list[str]]:
    """Return the paths of the tables that the page shows, by kind of table, of the datasets that are shown."""
    return {
        "sentences": [f"results/sentences/{dataset.key}.csv" for dataset in shown(plan)],
        "pairs": [f"results/pairs/{dataset.key}.csv" for dataset in shown(plan)],
        "deltas": [
            path
            for dataset in shown(plan)
            for path in [*dataset.files("deltas", dataset.systems), f"results/deltas/{dataset.key}/{REFERENCE}.csv"]
        ],
        "levels": [f"results/metrics/{dataset.key}/by_level.csv" for dataset in shown(plan)],
        "signatures": [f"results/metrics/{dataset.key}/signature.csv" for dataset in shown(plan)],
        "tests": [path for dataset in shown(plan) for path in _tests(dataset)],
        "tokens": [path for dataset in shown(plan) for path in dataset.files("tokens", dataset.token_scorers)],
    }


def _tests(dataset: Dataset) -> list[str]:
    """Return the paths of what the page says of rows on all pairs: the main table and sentences for a paper."""
    names = ["criteria", "against_chance", "quotations"] if "systems" in dataset.has else []
    names += ["sentences_fits"] if {"rated", "scores"} <= dataset.has else []
    return [f"results/metrics/{dataset.key}/{name}.csv" for name in names]


def sizes(plan: Plan, pairs: Sequence[str]) -> str:
    """Return the number of pairs of each dataset in words, such as ``1,200 of My pairs, 60 of Others``."""
    counts = []
    for dataset, path in zip(shown(plan), pairs, strict=True):
        with open(path, encoding="utf-8", newline="") as file:
            counts.append(f"{sum(1 for _ in csv.DictReader(file)):,} of {dataset.title}")
    return ", ".join(counts)


def labels(plan: Plan) -> dict[str, dict]:
    """Return what the page says of each dataset that it shows.

    That is its ``label``, what was ``understood`` of the user's table, the ``labels`` of its systems, rows and
    references, which of the rows only decide (``deciding``), the labels of its ``rows`` alone, and of ``others`` that
    have shares by phenomenon.
    """
    return {
        dataset.key: {
            "label": dataset.title,
            "understood": dataset.understood,
            "labels": dataset.labels | dataset.subject.references,
            "deciding": [row for system in dataset.systems if system.decides for row in system.row_labels],
            "rows": dataset.row_labels,
            "others": dataset.subject.others,
        }
        for dataset in shown(plan)
    }
