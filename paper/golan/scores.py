"""Scores that were released with the controversial pairs: two log-probabilities of each string by each masked model."""

from collections.abc import Mapping
from pathlib import Path

import pandas as pd

from acceptability.datasets import released
from acceptability.errors import InputError
from acceptability.papers.golan.reader import PAIR, TEXTS

ENDING = "_prob"  # of a column with scores


def scores(
    files: Mapping[str, Path], measures: Mapping[str, str], sentences: pd.DataFrame, pairs: pd.DataFrame
) -> pd.DataFrame:
    """Return ``sentence, measure, score`` of each measure: natural log-probabilities.

    A measure's column, such as ``bert_prob``, stands twice in the file: as ``sentence1_bert_prob`` and as
    ``sentence2_bert_prob``. InputError where the file lacks one, or gives a sentence two scores.
    """
    path = files[""]
    raw = released.read(path, (PAIR, *TEXTS.values()))
    names_of_first = [
        name.removeprefix(TEXTS["1"]) for name in raw if name.startswith(TEXTS["1"]) and name.endswith(ENDING)
    ]
    score_names = [name.removeprefix("_") for name in names_of_first if TEXTS["2"] + name in raw]
    tables = []
    for measure, column in measures.items():
        if column not in score_names:
            raise InputError(f"{path}: has no scores {column!r}; correct study.yaml; it has: {', '.join(score_names)}")
        for text in TEXTS.values():
            name = f"{text}_{column}"
            score = released.numbers(path, raw, name)
            differs = score.fillna(0) != score.fillna(0).groupby(raw[text]).transform("first")
            released.refuse(path, raw, differs, f"{name} is not that of the sentence's other rows")
            tables.append(pd.DataFrame({"sentence": raw[text], "measure": measure, "score": score}))
    return pd.concat(tables).drop_duplicates().dropna().reset_index(drop=True)
