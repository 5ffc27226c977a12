"""Pairs as people read them (pure)."""

import pandas as pd


def with_texts(pairs: pd.DataFrame, sentences: pd.DataFrame) -> pd.DataFrame:
    """Return pairs with their texts and ratings, indexed by ``pair_id``.

    Columns: ``good_id, bad_id, phenomenon, good, good_rating, bad, bad_rating``.
    """
    by_id = sentences.set_index("sentence_id")
    table = pairs.set_index("pair_id")[["good_id", "bad_id", "phenomenon"]]
    for side in ("good", "bad"):
        table[side] = table[f"{side}_id"].map(by_id["sentence"])
        table[f"{side}_rating"] = table[f"{side}_id"].map(by_id["rating"])
    return table
