"""What models get right by log-probability and by prompt, from the released files of Hu & Frank (2024)."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pandas as pd

from acceptability.contracts.defaults import LEVEL
from acceptability.datasets import released
from acceptability.papers.blimp_650 import reader as blimp_650
from acceptability.papers.dgl import answers as dgl
from acceptability.papers.dgl import task_demands
from acceptability.papers.released.study import DEMANDS, SIZES, argument
from acceptability.statistics import criteria
from acceptability.statistics.clusters import (
    cluster_numbers,
    cluster_sums,
    holm,
    least_sign_flip_p,
    mean,
    sign_flip_p,
)
from acceptability.statistics.uncertainty import FLIPS, SEED

KINDS = dict(zip(SIZES, ("dgl", "blimp"), strict=True))  # in the names of files
READERS = dict(zip(SIZES, (dgl, blimp_650), strict=True))  # they say which pair a row is about


def prompted(files: Mapping[str, Path], rows: int | None = None) -> pd.DataFrame:
    """Return a row for each model: shares of its pairs, by log-probability (direct) and by prompt.

    Columns: ``model``; ``pairs``, how many there are; shares of right pairs, a tie being wrong: ``direct``, and, by
    prompt, ``first`` (the good sentence is the first one), ``second`` and ``both`` (right in both orders); shares of
    right pairs, a tie being half right: ``direct_ties_half`` and ``averaged`` (by the mean of both orders);
    ``answers_1``, the share of answers that are 1, with ``answers_1_first``, ``answers_1_second`` and
    ``answers_1_both``; ``answers_2_both``; ``alike``, the share of pairs of which the same sentence is chosen in both
    orders, right or not; and ``listed``, the mean probability of either answer, over pairs and orders.

    Parameters:
        files: the file of each model.
        rows: how many rows a file has, where that is known.
    """
    return pd.DataFrame(
        [{"model": model} | _shares(task_demands.read(path, rows=rows)) for model, path in files.items()]
    )


def _shares(table: pd.DataFrame) -> dict[str, float]:
    """Return the columns of prompted after ``model``."""
    answer = {key: table[name] for key, name in task_demands.ANSWERS.items()}
    by_score, by_prompt = pair_credits(table)
    one = {order: answer[order, 1] > answer[order, 2] for order in ("good", "bad")}
    two = {order: answer[order, 1] < answer[order, 2] for order in ("good", "bad")}
    shares = {
        "direct": table[task_demands.DIRECT],
        "direct_ties_half": by_score,
        "averaged": by_prompt,
        "first": table[task_demands.FIRST],
        "second": table[task_demands.SECOND],
        "both": table[task_demands.BOTH],
        "answers_1": np.concatenate([one["good"], one["bad"]]),
        "answers_1_first": one["good"],
        "answers_1_second": one["bad"],
        "answers_1_both": one["good"] & one["bad"],
        "answers_2_both": two["good"] & two["bad"],
        "alike": (one["good"] & two["bad"]) | (two["good"] & one["bad"]),
        "listed": [np.exp(answer[order, 1]) + np.exp(answer[order, 2]) for order in ("good", "bad")],
    }
    return {"pairs": len(table)} | {name: float(np.mean(right)) for name, right in shares.items()}


def pair_credits(table: pd.DataFrame) -> tuple[np.ndarray, np.ndarray]:
    """Return what each pair adds to the share by log-probability, and to that by prompt, averaged: a tie adds 1/2.

    ``table`` is as task_demands.read returns it.
    """
    good, bad = (table[task_demands.LOG_PROB + ending] for ending in task_demands.SENTENCES.values())
    differences = criteria.subtract(good, bad), criteria.subtract(table[task_demands.AVERAGED], 0)
    return tuple(criteria.right(difference) for difference in differences)


def answers(files: Mapping[str, Path], dataset_labels: Mapping[str, str]) -> dict[str, pd.DataFrame]:
    """Return what prompted says of each dataset's files, by the label of the dataset."""
    return {dataset_labels[dataset]: prompted(_files(files, dataset)) for dataset in SIZES}


def _files(files: Mapping[str, Path], dataset: str) -> dict[str, Path]:
    """Return the files of a dataset, by the label of their model."""
    return {label: files[f"{KINDS[dataset]}_{number}"] for number, label in enumerate(DEMANDS.values())}


def gained(tables: Mapping[str, pd.DataFrame | Path], dataset_labels: Mapping[str, str]) -> dict[str, pd.DataFrame]:
    """Return how many more pairs each model gets right by prompt, averaged over both orders, than by log-probability.

    Each dataset, by its label, has a row for each model: ``model``, ``difference`` of the shares, a tie being half
    right, its 95 % interval over clusters ``low, high``, and ``p_holm``: p where the signs of whole clusters are
    flipped, by Holm's correction over the models of all datasets that are tested. NaN: no model of the dataset is
    tested, since its clusters are too few for the smallest p to be below LEVEL if corrected for its models alone.

    Parameters:
        tables: the files, and the tables PAIRS, by ``argument``.
    """
    parts = {
        dataset_labels[dataset]: compare(_files(tables, dataset), tables[argument("pairs", dataset)], READERS[dataset])
        for dataset in SIZES
    }
    compared = pd.concat(parts, names=["dataset"])
    by_dataset = compared.groupby("dataset")["p_least"]
    able = by_dataset.transform("min") * by_dataset.transform("count") < LEVEL
    compared["p_holm"] = pd.Series(holm(compared["p"][able]), index=compared.index[able], dtype=float)
    return {name: compared.loc[name] for name in parts}


def compare(files: Mapping[str, Path], pairs: pd.DataFrame, reader) -> pd.DataFrame:
    """Return ``model, difference, low, high, p, p_least`` of each file; see gained.

    Parameters:
        files: the file of each model.
        pairs: the table PAIRS of the dataset.
        reader: the module with ``pair_ids``, and with PAIR, the columns that these need.
    """
    clusters, rows = pairs.set_index("pair_id")["cluster"], []
    for model, path in files.items():
        raw = task_demands.read(path, reader.PAIR, rows=len(pairs))
        ids = reader.pair_ids(raw)
        cluster = ids.map(clusters)
        released.refuse(path, raw, cluster.isna(), ids.map(lambda name: f"{name!r} is not a pair of the dataset"))
        by_score, by_prompt = pair_credits(raw)
        share = mean(by_prompt - by_score, cluster_numbers(cluster))
        sums = cluster_sums(by_prompt - by_score, cluster)
        low, high = share.interval(most=1)
        p, p_least = sign_flip_p(sums, FLIPS, SEED)[0], least_sign_flip_p(sums, FLIPS)[0]
        rows.append((model, share.value, low, high, p, p_least))
    return pd.DataFrame(rows, columns=["model", "difference", "low", "high", "p", "p_least"])
