"""Decisions of language models that were released with QFrBLiMP: 1 where the good sentence has the lower perplexity."""

import re
from collections.abc import Mapping
from pathlib import Path

import pandas as pd

from acceptability.contracts import io
from acceptability.datasets import released
from acceptability.errors import InputError

NO_MODEL = re.compile(r"id|sentence_good|sentence_bad|category|type|subcat|annotator_\d+")


def decisions(
    files: Mapping[str, Path], measures: Mapping[str, str], sentences: pd.DataFrame, pairs: pd.DataFrame
) -> pd.DataFrame:
    """Return ``pair_id, measure, chose_good`` of each measure, whose column of the file is named like the model.

    InputError for a column that the file does not have, or that has other cells than 0, 1 and empty ones.
    """
    path = files[""]
    with released.fetched_again():
        raw = io.read_raw_tsv(path)
    raw.index += 2
    raw.insert(0, "id", raw.pop("id"))
    models = [name for name in raw if not NO_MODEL.fullmatch(name)]
    tables = []
    for measure, column in measures.items():
        if column not in models:
            raise InputError(f"{path}: has no model {column!r}; correct study.yaml; it has: {', '.join(models)}")
        chose_good = released.numbers(path, raw, column, 0, 1, whole=True)
        table = pd.DataFrame({"pair_id": "qfrblimp." + raw["id"].str.zfill(4), "measure": measure})
        tables.append(table.assign(chose_good=chose_good))
    table = pd.concat(tables).dropna()
    return table[table["pair_id"].isin(pairs["pair_id"])].astype({"chose_good": int}).reset_index(drop=True)
