"""The 31 suites of the analyses of Hu et al. (2020), with the formulas of their release (MIT licence)."""

import csv
from pathlib import Path

from acceptability.datasets.manifest import Manifest, Suites
from acceptability.papers.sg2020.circuits import circuit

KIND = "sg2020-suites"
KEYS: dict = {}
NEEDED = ()
FORMULAS = Path(__file__).with_name("formulas.csv")  # known before the suites are fetched


def manifest(entry) -> Manifest:
    """Describe the suites: an item is right if the first formula of its suite is true, as in the paper."""
    with FORMULAS.open(encoding="utf-8", newline="") as file:
        predictions = list(csv.DictReader(file))
    names = list(dict.fromkeys(one["suite"] for one in predictions))
    return Manifest(
        sources={"suites": "syntaxgym-suites.tar"},
        suites=Suites(
            predictions=predictions,
            metrics=dict.fromkeys(names, "sum"),
            groups={name: circuit(name) for name in names},
            right="first",
        ),
        cluster="items",
        description="The 31 suites (799 items) that Hu et al. (2020) analyse. Texts have no space before punctuation "
        "marks; spaces at the ends of regions are removed.",
    )
