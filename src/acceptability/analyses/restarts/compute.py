"""Evaluate restarts of classifiers on labelled sentences: each one, their mean, the selected one, expected maximum."""

import pandas as pd

from acceptability.analyses.restarts.selection import select_restarts
from acceptability.contracts import systems
from acceptability.scoring.decisions import decide
from acceptability.statistics import expected_maximum, restarts


def compute(*, sentences: pd.DataFrame, margins: dict[str, pd.DataFrame]) -> dict[str, pd.DataFrame]:
    """Return the tables RESTARTS, CLASSIFIERS, SELECTED and EXPECTED_MAXIMUM.

    Parameters:
        margins: what the restarts of each classifier say of the labelled sentences: sentence × restart.
    """
    truth = systems.truth(sentences)
    decisions = {system: table.apply(decide) for system, table in margins.items()}
    return {
        "restarts": systems.stack_judged(decisions, restarts.evaluate_restarts, *truth),
        "classifiers": systems.stack_judged(margins, restarts.summarise_restarts, *truth),
        "selected": systems.stack_judged(decisions, select_restarts, *truth),
        "expected_maximum": systems.stack_judged(decisions, expected_maximum.expected_maximum_by_split, *truth),
    }
