"""Predictions of the authors' runs: on the original split of Table 5, and on the development sentences of Figure 4."""

from collections.abc import Callable, Sequence
from operator import ne
from pathlib import Path

import numpy as np
import pandas as pd

from acceptability.contracts import io
from acceptability.errors import InputError
from acceptability.papers.cola.cola.reader import MOST_MISMATCHES, RAW_COLUMNS
from acceptability.papers.cola.corpus import digest
from acceptability.scoring.decisions import counts, mcc_of_counts, zero_where_undefined
from acceptability.sources.folders import read_folder

FIX = "fetch it again"
IN_DOMAIN = 530  # in-domain sentences of the test set, which come first
CUTS = {"as_published": 531, "corrected": IN_DOMAIN}  # the authors' program takes one sentence too many
# Rows of the annotated development sentences, from 0, whose label was still that of version 1.0 in this analysis.
AS_IN_1_0 = {53: 1, 496: 1}


def read_scores(path: Path, sentences: int) -> np.ndarray:
    """Return the scores of runs, runs × sentences, from a fetched folder with a line for each sentence."""
    return read_runs(path, sentences, lambda content: [float(line) for line in content.split()], "scores")


def read_runs(path: Path, sentences: int, read: Callable[[str], Sequence], what: str = "sentences") -> np.ndarray:
    """Return what ``read`` finds in the file of each run, runs × sentences, from a fetched folder.

    Raises InputError where a file cannot be read, or has another number of ``what``.
    """
    runs = []
    for name, content in sorted(read_folder(path).items()):
        try:
            values = read(content.decode("utf-8"))
        except (ValueError, IndexError) as error:
            raise InputError(f"{path}: {name}: {error}; {FIX}") from error
        if len(values) != sentences:
            raise InputError(f"{path}: {name} has {len(values)} {what} instead of {sentences}; {FIX}")
        runs.append(values)
    if not runs:
        raise InputError(f"{path}: has no run; {FIX}")
    return np.array(runs)


def coefficients(labels: np.ndarray, decisions: np.ndarray) -> np.ndarray:
    """Return the MCC of each run (rows of decisions), or that of one; an undefined one counts as 0."""
    return zero_where_undefined(mcc_of_counts(*counts(labels, decisions)))


def measured(labels: np.ndarray, decisions: np.ndarray) -> dict[str, float]:
    """Return the mean accuracy and MCC of runs (rows of decisions), with SDs of these runs as a population."""
    accuracy = (decisions == labels).mean(axis=1)
    coefficient = coefficients(labels, decisions)
    return {
        "accuracy": float(accuracy.mean()),
        "accuracy_sd": float(accuracy.std()),
        "mcc": float(coefficient.mean()),
        "mcc_sd": float(coefficient.std()),
    }


def split_runs(labels: np.ndarray, scores: np.ndarray) -> pd.DataFrame:
    """Measure the runs on the original split with each of CUTS: the contract SPLIT_RUNS.

    Parameters:
        labels: of the sentences of both test sets, in-domain ones first.
        scores: runs × sentences; a score of 0.5 or more is acceptable.
    """
    decisions = (scores >= 0.5).astype(int)
    rows = []
    for variant, cut in CUTS.items():
        parts = {"in_domain": slice(cut), "out_of_domain": slice(cut, None), "all": slice(None)}
        for part, place in parts.items():
            row = {"variant": variant, "cut": cut, "part": part, "sentences": len(labels[place]), "runs": len(scores)}
            rows.append(row | measured(labels[place], decisions[:, place]))
    return pd.DataFrame(rows)


def test_labels(path: Path) -> np.ndarray:
    """Return the labels of the sentences of both test sets."""
    return np.array(io.read_raw_tsv(path, RAW_COLUMNS)["label"], dtype=int)


def annotated_labels(path: Path) -> tuple[pd.Series, np.ndarray]:
    """Return texts and labels of the analysis by feature: labels of version 1.1, and two of version 1.0.

    Parameters:
        path: the development sentences in the authors' repository, in-domain ones first.
    """
    raw = io.read_raw_tsv(path)
    labels = np.array(raw["Accept"], dtype=int)
    labels[list(AS_IN_1_0)] = list(AS_IN_1_0.values())
    return raw["Sent"], labels


def check_order(texts: pd.Series, annotated: pd.Series, path: Path) -> None:
    """Raise InputError, which names ``path``, where more than a few texts are not the annotated ones in their order."""
    one, other = texts.map(digest).tolist(), annotated.map(digest).tolist()
    if len(one) != len(other) or sum(map(ne, one, other)) > MOST_MISMATCHES:
        raise InputError(f"{path}: its sentences are not the annotated ones of the corpus; {FIX}")


def runs_by_feature(labels: np.ndarray, scores: np.ndarray, annotated: pd.DataFrame) -> pd.DataFrame:
    """Measure runs on the sentences with each feature and on all: the contract RUNS_BY_FEATURE.

    Parameters:
        labels: of the annotated sentences.
        scores: runs × sentences; a score above 0.5 is acceptable.
        annotated: the sentences; from the fifth on, each column is a feature, which is ``1`` where a sentence has it.
    """
    decisions = (scores > 0.5).astype(int)
    groups = {"all": np.ones(len(labels), dtype=bool)}
    groups |= {feature: (annotated[feature] == "1").to_numpy() for feature in annotated.columns[4:]}
    rows = []
    for feature, has in groups.items():
        values = measured(labels[has], decisions[:, has])
        row = {"feature": feature, "sentences": int(has.sum()), "acceptable": int(labels[has].sum())}
        rows.append(row | {"runs": len(scores), "mcc": values["mcc"], "mcc_sd": values["mcc_sd"]})
    return pd.DataFrame(rows)
