"""Find how the two sentences of a pair differ: in length, in their words, and from which word on (pure)."""

from itertools import zip_longest

import numpy as np
import pandas as pd

from acceptability import segmentation


def words_of(sentences: pd.Series) -> pd.Series:
    """Return the list of words of each sentence.

    Words are those of segmentation.parts; capitals and the final full stop or question mark do not matter.
    """
    return sentences.str.lower().str.replace(r"[.?]$", "", regex=True).map(segmentation.parts)


def differences(sentences: pd.Series, pairs: pd.DataFrame) -> pd.DataFrame:
    """Return how the two sentences of each pair differ, a row for each pair.

    Columns: ``words`` and ``characters``, how many more the acceptable sentence has; ``same_words``, whether both have
    each word equally often, in any order; ``first_difference``, the number of the first word that differs, from 1 (NaN:
    the sentences are the same). For words, see words_of.

    Parameters:
        sentences: texts by sentence_id.
        pairs: the table PAIRS.
    """
    words = words_of(sentences)
    good, bad = (pairs[side].map(words) for side in ("good_id", "bad_id"))
    return pd.DataFrame(
        {
            "words": good.str.len() - bad.str.len(),
            "characters": pairs["good_id"].map(sentences.str.len()) - pairs["bad_id"].map(sentences.str.len()),
            "same_words": [sorted(first) == sorted(second) for first, second in zip(good, bad, strict=True)],
            "first_difference": [
                next(
                    (n for n, word_pair in enumerate(zip_longest(*texts), start=1) if word_pair[0] != word_pair[1]),
                    np.nan,
                )
                for texts in zip(good, bad, strict=True)
            ],
        },
        index=pairs.index,
    )
