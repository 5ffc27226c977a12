"""Pairs whose sentences differ in length (pure)."""

import pandas as pd


def unequal(sentences: pd.Series, pairs: pd.DataFrame) -> pd.DataFrame:
    """Count the pairs whose sentences differ in their number of words, in each paradigm that has some.

    Parameters:
        sentences: texts by id.
        pairs: the contract PAIRS.

    Returns: the contract UNEQUAL_LENGTHS, with p of a two-sided sign test. A p of LEVEL or more shows no difference; it
    does not show that lengths are random.
    """
    from scipy.stats import binomtest  # here, as only this needs it and it takes most of a second

    words = sentences.str.split().str.len()
    difference = pairs["good_id"].map(words) - pairs["bad_id"].map(words)
    sides = pd.DataFrame({"longer": difference > 0, "shorter": difference < 0})
    counts = sides.groupby(pairs["paradigm"], sort=False).sum().rename_axis("paradigm").reset_index()
    counts = counts[counts["longer"] + counts["shorter"] > 0].reset_index(drop=True)
    p = [float(binomtest(row.longer, row.longer + row.shorter).pvalue) for row in counts.itertuples()]
    return counts.assign(p=p)
