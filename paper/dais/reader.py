"""The Dative Alternation and Information Structure data set (DAIS) → pairs, the preferred sentence first.

Hawkins, Yamakoshi, Griffiths & Goldberg (2020), "Investigating representations of verb bias in neural language models".
"""

from pathlib import Path

import numpy as np
import pandas as pd

from acceptability.datasets import released
from acceptability.datasets.dataset import Dataset
from acceptability.errors import InputError

PREFERENCE = "BehavDOpreference"
SENTENCES = {"do": "DOsentence", "pd": "PDsentence"}
NAMES = {"do": "double object", "pd": "prepositional dative"}
COLUMNS = ("i", "verb_id", "classification", "recipient_id", "theme_type", PREFERENCE, *SENTENCES.values())
RELEASED = "_ratio"  # the end of the columns with a model's log ratio of the two sentences
TIE = 50


def read(preferences: Path, rows: int | None = None) -> Dataset:
    """Read unrated sentences, and pairs whose good member people prefer; a preference of 50 makes no pair.

    Phenomena are the two constructions that people prefer, paradigms also the kind of verb and of recipient; clusters
    are verbs. Notes of the pairs: ``preference`` (for the double object, from 0 to 100), ``theme_type``, and the
    released log ratios of models. Raises InputError, by row, for what is wrong in the file, which has so many rows.
    """
    raw = released.read(preferences, COLUMNS, unique=True, rows=rows)
    preference = released.numbers(preferences, raw, PREFERENCE, 0, 100, needed=True)
    if preference.eq(TIE).all():
        raise InputError(f"{preferences}: has no pair with a preference; {released.AGAIN}")
    ids = "dais." + raw["i"].str.zfill(4)
    texts = {side: raw[column].str.split().str.join(" ") for side, column in SENTENCES.items()}
    released.refuse(preferences, raw, texts["do"] == texts["pd"], "its two sentences are the same")
    members = [pd.DataFrame({"sentence_id": ids + "." + side, "sentence": text}) for side, text in texts.items()]
    sentences = pd.concat(members).sort_index(kind="stable").reset_index(drop=True)
    preferred = pd.Series(np.where(preference > TIE, "do", "pd"), index=raw.index)
    other = preferred.map({"do": "pd", "pd": "do"})
    phenomenon = preferred.map(NAMES) + " preferred"
    pairs = pd.DataFrame(
        {
            "pair_id": ids,
            "good_id": ids + "." + preferred,
            "bad_id": ids + "." + other,
            "paradigm": phenomenon + ", " + raw["classification"] + " verb, " + raw["recipient_id"],
            "phenomenon": phenomenon,
            "cluster": raw["verb_id"],
            "preference": raw[PREFERENCE],
            "theme_type": raw["theme_type"],
        }
    )
    pairs = pairs.assign(**{name: raw[name] for name in raw if name.endswith(RELEASED)})
    return Dataset(sentences.assign(rating=None), pairs[preference != TIE].reset_index(drop=True))
