"""Decisions of language models that were released with QFrBLiMP: 1 where the good sentence has the lower perplexity."""

from collections.abc import Mapping
from pathlib import Path

import pandas as pd

from acceptability.errors import InputError
from acceptability.papers.qfrblimp import reader

NO_MODELS = (reader.ID, *reader.TEXTS.values(), reader.CATEGORY, reader.TYPE, reader.DETAIL)


def decisions(
    files: Mapping[str, Path], measures: Mapping[str, str], sentences: pd.DataFrame, pairs: pd.DataFrame
) -> pd.DataFrame:
    """Return ``pair_id, measure, chose_good`` of each measure, whose column of the file is named like the model.

    InputError for a column that the file does not have, or that has other cells than 0, 1 and empty ones.
    """
    path = files[""]
    raw = reader.read_pairs(path)
    models = [name for name in raw if name not in NO_MODELS and not reader.ANNOTATOR.fullmatch(name)]
    tables = []
    for measure, column in measures.items():
        if column not in models:
            raise InputError(f"{path}: has no model {column!r}; correct study.yaml; it has: {', '.join(models)}")
        chosen = reader.zeros_and_ones(path, raw, column, needed=False)
        tables.append(pd.DataFrame({"pair_id": reader.pair_ids(raw), "measure": measure, "chose_good": chosen}))
    table = pd.concat(tables).dropna()
    return table[table["pair_id"].isin(pairs["pair_id"])].astype({"chose_good": int}).reset_index(drop=True)
