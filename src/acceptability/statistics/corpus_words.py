"""Decide whether a corpus has most words of some sentences, and compute its unigrams for them (pure)."""

import pandas as pd

from acceptability import segmentation
from acceptability.scoring.regions import scored_text
from acceptability.scoring.unigrams import Unigrams
from acceptability.statistics.stimuli import word_tokens

MOST_UNKNOWN = 1 / 3  # of the words: a corpus that lacks more is not of their language


def texts_in_pairs(sentences: pd.DataFrame, pairs: pd.DataFrame) -> pd.Series:
    """Return the texts that are scored of the sentences of pairs, by sentence_id. Parameters: SENTENCES and PAIRS."""
    texts = sentences.set_index("sentence_id")[scored_text(sentences)]
    return texts[texts.index.isin([*pairs["good_id"], *pairs["bad_id"]])]


def unigrams(texts: pd.Series, counts: pd.DataFrame | None) -> tuple[Unigrams | None, pd.DataFrame]:
    """Return the unigram model of a corpus, and a row with the columns ``words, unknown, used, script``.

    The model is None where there is no corpus, it lacks more than MOST_UNKNOWN of the texts' words, or most texts are
    in a ``script`` without spaces, so that words are not known. In other texts, a word in such a script, which may be a
    loan word, is a word like others.

    Parameters:
        texts: sentences.
        counts: the table WORD_COUNTS, or None.
    """
    known = {} if counts is None else dict(zip(counts["token"], counts["count"], strict=True))
    tokens = [token for text in texts for token in word_tokens(text)]
    unknown = sum(token not in known for token in tokens)
    scripts = [name for text in texts if (name := segmentation.script(text))]
    script = scripts[0] if 2 * len(scripts) > len(texts) else ""
    used = counts is not None and not script and unknown <= MOST_UNKNOWN * len(tokens)
    note = pd.DataFrame({"words": [len(tokens)], "unknown": [unknown], "used": [int(used)], "script": [script]})
    return (Unigrams(known, end_of_sentence=True) if used else None), note
