"""Pairs whose sentences differ in length (pure)."""

import pandas as pd

LEVEL = 0.05


def unequal(sentences: pd.Series, pairs: pd.DataFrame) -> pd.DataFrame:
    """Each paradigm with pairs whose sentences differ in their number of words, as the contract UNEQUAL_LENGTHS.

    ``sentences`` are texts by id; ``pairs`` as in the contract PAIRS. p is of a two-sided sign test. A p of LEVEL or
    more shows no difference; it does not show that lengths are random.
    """
    from scipy.stats import binomtest  # here, as only this needs it and it takes most of a second

    words = sentences.str.split().str.len()
    difference = pairs["good_id"].map(words) - pairs["bad_id"].map(words)
    sides = pd.DataFrame({"longer": difference > 0, "shorter": difference < 0})
    counts = sides.groupby(pairs["paradigm"], sort=False).sum().rename_axis("paradigm").reset_index()
    counts = counts[counts["longer"] + counts["shorter"] > 0].reset_index(drop=True)
    p = [float(binomtest(row.longer, row.longer + row.shorter).pvalue) for row in counts.itertuples()]
    return counts.assign(p=p)
