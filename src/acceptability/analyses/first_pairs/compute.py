"""Rank pairs by how much their ratings would tell about which system is closest to people."""

from collections.abc import Mapping

import numpy as np
import pandas as pd

from acceptability.contracts import systems
from acceptability.statistics import first_pairs
from acceptability.statistics.power.assumptions import rater_sd


def compute(
    *,
    deltas: dict[str, pd.DataFrame],
    pairs: pd.DataFrame,
    first: int | None,
    seed: int,
    assumptions: Mapping[str, float],
    ratings: pd.DataFrame | None = None,
) -> dict[str, pd.DataFrame]:
    """Return the tables FIRST_PAIRS and FIRST_ERRORS.

    A participant's two ratings of a pair are taken to have independent errors, so that their difference lies around the
    true one with √2 times the SD of an answer.

    Parameters:
        deltas: tables DELTAS by system; all their rows are compared.
        first: how many pairs are to be rated first; None: as first_pairs.usual_number says.
        assumptions: those of the user, by name; ``rater_sd`` is the SD of a participant's answers to one sentence.
        ratings: the table RATINGS, which says rater_sd where the user does not; None: it is that of the literature.
    """
    columns = systems.delta_columns(deltas).drop(columns="human").reindex(pairs["pair_id"])
    spread = np.sqrt(2) * rater_sd(ratings, assumptions)
    number = first or first_pairs.usual_number(len(pairs))
    table = first_pairs.ranked(columns, number, spread, seed)
    chances = table.set_index("pair_id")["chance"].reindex(columns.index).to_numpy()
    return {"first_pairs": table, "first_errors": first_pairs.standard_errors(columns, chances, number)}
