"""Pairs as people read them, and those that show how rows differ (pure)."""

from collections.abc import Mapping

import pandas as pd

from acceptability.statistics import criteria


def with_texts(pairs: pd.DataFrame, sentences: pd.DataFrame) -> pd.DataFrame:
    """Return pairs with their texts and ratings, indexed by ``pair_id``.

    Columns: ``good_id, bad_id, phenomenon, good, good_rating, bad, bad_rating``.
    """
    by_id = sentences.set_index("sentence_id")
    shown = pairs.set_index("pair_id")[["good_id", "bad_id", "phenomenon"]]
    for side in ("good", "bad"):
        shown[side] = shown[f"{side}_id"].map(by_id["sentence"])
        shown[f"{side}_rating"] = shown[f"{side}_id"].map(by_id["rating"])
    return shown


def select_pairs(shown: pd.DataFrame, columns: pd.DataFrame, met: Mapping, missed: Mapping) -> pd.DataFrame:
    """Return the pairs that qualify (see criteria.qualifying), with the deltas of humans and of the rows that are
    named.

    Parameters:
        shown: pairs as with_texts returns them.
        columns: deltas by pair_id, as systems.delta_columns returns them.
        met, missed: as in criteria.qualifying.
    """
    rows = list(dict.fromkeys([*met["by"], *missed["by"]]))
    joined = shown.join(columns[["human", *rows]], validate="one_to_one")
    return joined[criteria.qualifying(joined, met, missed)]
