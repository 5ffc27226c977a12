"""Compare systems with people who chose the better sentence of a pair: shares, and how reliable they are."""

import pandas as pd

from acceptability.analyses.choices.manifest import ANALYSIS
from acceptability.contracts import systems
from acceptability.statistics import choices as chosen
from acceptability.statistics import places


def compute(
    *,
    pairs: pd.DataFrame,
    choices: pd.DataFrame,
    deltas: dict[str, pd.DataFrame],
    accuracies: dict[str, pd.DataFrame],
    thresholds: list[float],
    dataset: str,
) -> dict[str, pd.DataFrame]:
    """Return the tables CHOSEN_PAIRS, CHOOSERS, CHOICE_SUMMARY and CHOICE_AGREEMENT.

    Parameters:
        choices: which sentence of a pair each participant chose.
        deltas: tables DELTAS by system.
        accuracies: tables ACCURACIES of systems of which only shares by paradigm were released.
    """
    answers = chosen.without_excluded(choices)
    if answers.empty:  # nobody was asked about any of these pairs
        return {table.name: pd.DataFrame(columns=list(table.columns)) for table in ANALYSIS.writes}
    released = {
        f"{system}/accuracy": table[table["method"] == "sentence"].set_index("paradigm")["share"]
        for system, table in accuracies.items()
    }
    reliable = chosen.reliabilities(answers, pairs)
    columns = systems.delta_columns(deltas)
    summary = pd.concat(
        [
            chosen.summarise_choices(answers, pairs, reliable),
            chosen.with_excluded(choices, pairs),
            places.effects_on_choices(answers, pairs),
            chosen.beside_ratings(answers, pairs, columns["human"], thresholds),
        ]
    )
    agreement = chosen.agreement(columns, answers, pairs, released, reliable)
    return {
        "chosen_pairs": chosen.by_pair(answers, pairs),
        "choosers": chosen.by_person(answers),
        "choice_summary": summary.assign(dataset=dataset),
        "choice_agreement": agreement.assign(dataset=dataset),
    }
