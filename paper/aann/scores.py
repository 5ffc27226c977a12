"""Judgments of the sentences by GPT-3 that were released: how probable the answer “good” was, rather than “bad”."""

from collections.abc import Mapping
from pathlib import Path

import pandas as pd

from acceptability.datasets import released
from acceptability.sources.released_scores import require

MAIN = "spentLondon"  # the experiment whose sentences are named by their first ten letters
PREFIX = "-sent"  # of the kind of a sentence in names of columns: goodness-sent_no_a


def scores(
    files: Mapping[str, Path], measures: Mapping[str, str], sentences: pd.DataFrame, pairs: pd.DataFrame
) -> pd.DataFrame:
    """Return ``sentence_id, measure, score``, probabilities, of the sentences of the dataset that GPT-3 judged.

    A measure's column, ``goodness``, is in the files once for each kind of sentence. Scores are by id, not by text:
    GPT-3 judged a text again for each id, and not always in the same way. InputError for another column, and, by row,
    for what is no probability.
    """
    tables = []
    for path in files.values():
        raw = released.read(path, ("adj", "num", "noun", "experiment"), may_be_empty=("template", "sent"))
        ending = (raw["experiment"] + "-" + raw["template"]).mask(raw["experiment"] == MAIN, raw["sent"].str[:10])
        for measure, column in measures.items():
            require(raw, [f"{column}{PREFIX}"])
            for name in raw.filter(regex=f"^{column}{PREFIX}"):
                kind = name.removeprefix(f"{column}-")
                ids = raw["adj"] + "-" + raw["num"] + "-" + raw["noun"] + "-" + kind + "-" + ending
                judged = raw[ids.isin(sentences["sentence_id"])]
                score = released.numbers(path, judged, name, 0, 1)
                tables.append(pd.DataFrame({"sentence_id": ids[judged.index], "measure": measure, "score": score}))
    table = pd.concat(tables).dropna().reset_index(drop=True)
    for measure in measures:
        if missing := len(sentences) - (table["measure"] == measure).sum():
            print(f"{measure}: GPT-3 judged all but {missing:,} of {len(sentences):,} sentences, which have no score")
    return table
