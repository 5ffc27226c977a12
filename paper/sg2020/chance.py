"""Compute how many items are right by chance: all regions have independent surprisals of one distribution."""

import json
from collections.abc import Mapping
from pathlib import PurePath

from acceptability.analyses.suites.compute import chance
from acceptability.expectations import grammar
from acceptability.papers.sg2020.circuits import LEFT_OUT


def expected(suites: Mapping[str, bytes]) -> float:
    """Return the expected SG score: the mean over suites of the share of items whose first formula is true.

    Parameters:
        suites: the JSON text of each suite, by its file's name.
    """
    shares = []
    for name, text in suites.items():
        if PurePath(name).stem not in LEFT_OUT:
            formula = json.loads(text)["predictions"][0]["formula"]
            shares.append(chance([grammar.parse(formula)], "first"))
    return sum(shares) / len(shares)
