"""The Dative Alternation and Information Structure data set (DAIS) → pairs, the preferred sentence first.

Hawkins, Yamakoshi, Griffiths & Goldberg (2020), "Investigating representations of verb bias in neural language models".
"""

from pathlib import Path

import numpy as np
import pandas as pd

from acceptability.contracts import io
from acceptability.datasets.dataset import Dataset
from acceptability.datasets.user_files import fail
from acceptability.errors import InputError

PREFERENCE = "BehavDOpreference"
SENTENCES = {"do": "DOsentence", "pd": "PDsentence"}
NAMES = {"do": "double object", "pd": "prepositional dative"}
COLUMNS = ("i", "verb_id", "classification", "recipient_id", "theme_type", PREFERENCE, *SENTENCES.values())
RELEASED = "_ratio"  # the end of the columns with a model's log ratio of the two sentences
TIE = 50
AGAIN = "fetch the file again"


def read(preferences: Path) -> Dataset:
    """Unrated sentences, and pairs whose good member is the one that people prefer; a preference of 50 makes none.

    Phenomena are the two constructions that people prefer, paradigms also the kind of verb and of recipient; clusters
    are verbs. Notes of the pairs: ``preference`` (for the double object, from 0 to 100), ``theme_type``, and the
    released log ratios of models. Raises InputError, by row, for what is wrong in the file.
    """
    raw = io.read_raw_csv(preferences)
    _check(raw, preferences)
    ids = "dais." + raw["i"].str.zfill(4)
    members = [
        pd.DataFrame({"sentence_id": ids + "." + side, "sentence": raw[column]}) for side, column in SENTENCES.items()
    ]
    sentences = pd.concat(members).sort_index(kind="stable").reset_index(drop=True)
    sentences["sentence"] = sentences["sentence"].map(lambda text: " ".join(text.split()))
    preference = raw[PREFERENCE].astype(float)
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


def _check(raw: pd.DataFrame, path: Path) -> None:
    if missing := [name for name in COLUMNS if name not in raw]:
        raise InputError(f"{path}: has no column {missing[0]!r}; {AGAIN}; it has: {', '.join(raw)}")
    preference = pd.to_numeric(raw[PREFERENCE], errors="coerce")
    wrong = []
    for row, (value, bad) in enumerate(zip(raw[PREFERENCE], ~preference.between(0, 100), strict=True), start=2):
        if bad:
            wrong.append(f"row {row}: {PREFERENCE} is {value!r}, not a number from 0 to 100; {AGAIN}")
    for row in np.flatnonzero(raw["i"].duplicated()):
        wrong.append(f"row {row + 2}: has the number {raw['i'].iloc[row]!r} of another row; {AGAIN}")
    for row in np.flatnonzero(raw[list(COLUMNS)].map(str.strip).eq("").any(axis=1)):
        wrong.append(f"row {row + 2}: has an empty cell; {AGAIN}")
    fail(path, wrong)
    if preference.eq(TIE).all():
        raise InputError(f"{path}: has no pair with a preference; {AGAIN}")
