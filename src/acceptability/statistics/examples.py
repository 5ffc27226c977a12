"""Join pairs with their texts and ratings, for people to read (pure)."""

import pandas as pd


def with_texts(pairs: pd.DataFrame, sentences: pd.DataFrame) -> pd.DataFrame:
    """Return pairs with their texts, each after its author's mark (if any), and ratings, indexed by ``pair_id``.

    Columns: ``good_id, bad_id, phenomenon, good, good_rating, bad, bad_rating``.
    """
    by_id = sentences.set_index("sentence_id")
    pairs = pairs.set_index("pair_id")
    table = pairs[["good_id", "bad_id", "phenomenon"]].copy()
    for side in ("good", "bad"):
        texts = table[f"{side}_id"].map(by_id["sentence"])
        table[side] = pairs[f"{side}_mark"] + texts if f"{side}_mark" in pairs else texts
        table[f"{side}_rating"] = table[f"{side}_id"].map(by_id["rating"])
    return table
