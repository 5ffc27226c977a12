"""Log-probabilities and prompted decisions that were released of a sample of BLiMP: one file for each model."""

from collections.abc import Mapping
from pathlib import Path

import pandas as pd

from acceptability.papers.blimp_650.manifest import ROWS
from acceptability.papers.blimp_650.reader import PAIR, TEXTS, pair_ids
from acceptability.papers.dgl import task_demands


def scores(
    files: Mapping[str, Path], measures: Mapping[str, str], sentences: pd.DataFrame, pairs: pd.DataFrame
) -> pd.DataFrame:
    """Return ``sentence_id, measure, score`` from the file of one model; see task_demands.scores."""
    return task_demands.scores(files[""], measures, sentences, pair_ids, PAIR, TEXTS, ROWS)


def decisions(
    files: Mapping[str, Path], measures: Mapping[str, str], sentences: pd.DataFrame, pairs: pd.DataFrame
) -> pd.DataFrame:
    """Return ``pair_id, measure, chose_good`` from the files of several models; see task_demands.decisions."""
    table = task_demands.decisions(files, measures, pair_ids, PAIR, ROWS)
    return table[table["pair_id"].isin(pairs["pair_id"])].reset_index(drop=True)
