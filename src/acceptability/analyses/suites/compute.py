"""Compute surprisals of regions, and which items of suites are right (pure)."""

from collections.abc import Mapping
from typing import Any

import pandas as pd

from acceptability.analyses.suites import evaluation, regions
from acceptability.scoring.tokenisation import tokeniser


def compute(
    *,
    tokens: Mapping[str, pd.DataFrame],
    item_decisions: Mapping[str, pd.DataFrame],
    sentences: pd.DataFrame,
    suites: Mapping[str, Any],
    tokenisations: Mapping[str, list],
) -> dict[str, pd.DataFrame]:
    """Return the tables of the manifest by their names.

    Parameters:
        tokens: tables TOKENS by system.
        item_decisions: tables ITEM_DECISIONS by system.
        suites: the attributes of datasets.manifest.Suites.
        tokenisations: of systems whose tokens lack the column ``written``: how they split texts.
    """
    surprisals = [
        regions.of_tokens(system, table, sentences, suites["metrics"], tokeniser(*how) if how else None)
        for system, table in tokens.items()
        for how in [tokenisations.get(system)]
    ]
    return evaluation.evaluate(surprisals, item_decisions, suites)
