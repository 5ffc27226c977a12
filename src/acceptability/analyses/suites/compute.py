"""Compute surprisals of regions, and which items of suites are right (pure)."""

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from acceptability.analyses.suites import evaluation, regions
from acceptability.analyses.suites.manifest import SURPRISALS
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
        regions.of_tokens(
            system,
            table,
            sentences,
            suites["metrics"],
            tokeniser(*tokenisations[system]) if tokenisations.get(system) else None,
        )
        for system, table in tokens.items()
    ]
    return evaluated(surprisals, item_decisions, suites)


def evaluated(
    surprisals: Sequence[pd.DataFrame], item_decisions: Mapping[str, pd.DataFrame], suites: Mapping[str, Any]
) -> dict[str, pd.DataFrame]:
    """Return the same of tables SURPRISALS. A run of several in a table of decisions is called ``system/run``."""
    together = pd.concat([pd.DataFrame(columns=list(SURPRISALS.columns)), *surprisals][bool(surprisals) :])
    decided = [
        table.assign(system=system if table["measure"].nunique() == 1 else system + "/" + table["measure"])
        for system, table in item_decisions.items()
    ]
    how = {name: suites[name] for name in ("predictions", "right", "groups")}
    decisions = pd.concat(decided, ignore_index=True) if decided else None
    return {"surprisals": together.reset_index(drop=True)} | evaluation.evaluate(together, decisions=decisions, **how)
