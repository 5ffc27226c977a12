"""Pairs from Linguistic Inquiry that Mahowald, Graff, Hartman & Gibson (2016) had rated → sentences and pairs.

Their file also has the pairs of Sprouse, Schütze & Almeida (2013), which are LI-Adger's and left out here.
"""

import re
from pathlib import Path

import pandas as pd

from acceptability.datasets import released
from acceptability.datasets.dataset import Dataset
from acceptability.errors import InputError
from acceptability.papers.li_2016.manifest import KIND

TEXTS = {"good": "sentence_grammatical", "bad": "sentence_ungrammatical"}
RATINGS = {"good": "LS_grammatical", "bad": "LS_ungrammatical"}
DIFFERENCE = "LS_diff"
TWICE = {11: "the same difference"}  # the header has two columns of the name DIFFERENCE
SOURCE, SAMPLE = "source", "Mahowald"
CONTRAST = re.compile(r"(\d+\.\d\.\w+)\.\S+")  # issue, author, examples: 32.2.Nunes.fn35iia-fn35iib
ROUNDING = 1e-9


def read(pairs: Path, rows: int | None = None) -> Dataset:
    """Read rated sentences, and pairs whose phenomena are the contrasts, in clusters by article.

    Raises InputError, by row, for what is wrong in the file, which has so many rows.
    """
    columns = ("pair_ID", "paradigm", SOURCE, *TEXTS.values())
    raw = released.read(pairs, columns, (*RATINGS.values(), DIFFERENCE), unique=True, rows=rows, rename=TWICE)
    raw = raw[raw[SOURCE] == SAMPLE]
    if raw.empty:
        raise InputError(f"{pairs}: has no pair of the source {SAMPLE!r}; {released.AGAIN}")
    contrast = raw["paradigm"].str.extract(CONTRAST)[0]
    released.refuse(pairs, raw, contrast.isna(), raw["paradigm"].map(lambda it: f"{it!r} names no article"))
    rating = {side: released.numbers(pairs, raw, column, needed=True) for side, column in RATINGS.items()}
    difference = released.numbers(pairs, raw, DIFFERENCE, needed=True)
    apart = (rating["good"] - rating["bad"] - difference).abs() > ROUNDING
    released.refuse(pairs, raw, apart, f"{DIFFERENCE} is not the difference of the two ratings")
    texts = {side: raw[column].str.split().str.join(" ") for side, column in TEXTS.items()}
    released.refuse(pairs, raw, texts["good"] == texts["bad"], "its two sentences are the same")
    ids = f"{KIND}." + raw["pair_ID"]
    members = [
        pd.DataFrame(
            {"sentence_id": f"{name}.{side}", "sentence": texts[side][row], "label": label, "rating": rating[side][row]}
            for row, name in ids.items()
        )
        for side, label in (("good", 1), ("bad", 0))
    ]
    return Dataset(
        pd.concat(members).sort_index(kind="stable").reset_index(drop=True),
        pd.DataFrame(
            {
                "pair_id": ids,
                "good_id": ids + ".good",
                "bad_id": ids + ".bad",
                "paradigm": raw["paradigm"],
                "phenomenon": raw["paradigm"],
                "cluster": contrast,
                "article": contrast,
            }
        ).reset_index(drop=True),
    )
