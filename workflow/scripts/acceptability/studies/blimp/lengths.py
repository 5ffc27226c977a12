"""How the two sentences of a pair differ: in length, in their words, and from which word on (pure)."""

from itertools import zip_longest

import numpy as np
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


def differences(sentences: pd.Series, pairs: pd.DataFrame) -> pd.DataFrame:
    """How the two sentences of each pair differ; ``sentences`` are texts by id, ``pairs`` as in the contract PAIRS.

    Gives, a row a pair: ``words`` and ``characters``, how many more the acceptable sentence has; ``same_words``,
    whether both have each word equally often, in any order; ``first_difference``, the number of the first word that
    differs, from 1 (NaN: the sentences are the same). Words stand between white space; capitals and the final full
    stop or question mark do not matter.
    """
    words = sentences.str.lower().str.replace(r"[.?]$", "", regex=True).str.split()
    good, bad = (pairs[side].map(words) for side in ("good_id", "bad_id"))
    return pd.DataFrame(
        {
            "words": good.str.len() - bad.str.len(),
            "characters": pairs["good_id"].map(sentences.str.len()) - pairs["bad_id"].map(sentences.str.len()),
            "same_words": [sorted(first) == sorted(second) for first, second in zip(good, bad, strict=True)],
            "first_difference": [
                next((n for n, both in enumerate(zip_longest(*texts), start=1) if both[0] != both[1]), np.nan)
                for texts in zip(good, bad, strict=True)
            ],
        },
        index=pairs.index,
    )
