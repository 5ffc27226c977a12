"""Predictions that Warstadt & Bowman (2019) released, and CoLA's annotators: the upper rows of the paper's Table 5.

The three models were run 20, 20 and 15 times on all 1,043 development sentences of CoLA; the five annotators judged 200
of these. The paper's own rows are of other sentences, so the rows of Table 5 cannot be compared with each other.
"""

from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np
import pandas as pd

from acceptability.papers.cola import people, runs

# Rows of the development sentences, from 0, whose label is 1 in version 1.0 of CoLA and 0 in version 1.1.
ACCEPTABLE_IN_1_0 = (53, 496, 522, 526)
ANALYSED = "as analysed"  # labels of version 1.1, but of two sentences those of version 1.0; see runs.AS_IN_1_0


def elmo(content: str) -> list[bool]:
    """Return the decisions of a run of the CoLA baseline: a score in each line."""
    return [float(line) > 0.5 for line in content.split()]


def gpt(content: str) -> list[bool]:
    """Return the decisions of a run of GPT: a table with a header, whose second column is the decision."""
    return [bool(int(line.split("\t")[1])) for line in content.splitlines()[1:]]


def bert(content: str) -> list[bool]:
    """Return the decisions of a run of BERT large: in each line, the probabilities of the two labels."""
    return [float(line.split("\t")[1]) > 0.5 for line in content.splitlines()]


READERS: Mapping[str, Callable[[str], list[bool]]] = {"elmo": elmo, "gpt": gpt, "bert": bert}


def read_decisions(path: Path, model: str, sentences: int) -> np.ndarray:
    """Return the decisions of a model's runs, runs × sentences, from a fetched folder with a file for each run.

    Raises InputError where a file cannot be read, or has another number of sentences.
    """
    return runs.read_runs(path, sentences, READERS[model]).astype(int)


def described(labels: np.ndarray, decisions: np.ndarray) -> dict[str, float]:
    """Describe the MCCs of runs (rows of decisions): mean, SD as a population, the best, and that of the ensemble.

    The ensemble decides as more than half of the runs do; a tie is 0.
    """
    coefficients = runs.coefficients(labels, decisions)
    ensemble = (decisions.mean(axis=0) > 0.5).astype(int)
    return {
        "mean": float(coefficients.mean()),
        "sd": float(coefficients.std()),
        "max": float(coefficients.max()),
        "ensemble": float(runs.coefficients(labels, ensemble)),
    }


def runs_on_cola(development: Path, folders: Mapping[str, Path], answers: pd.DataFrame) -> pd.DataFrame:
    """Describe the three models by each set of labels, and the annotators: the contract RUNS_ON_COLA.

    Parameters:
        development: the development sentences as the authors annotated them, in the order of the predictions.
        folders: of the predictions, by model.
        answers: of the annotators; see people.read_answers.
    """
    _, labels = runs.annotated_labels(development)
    corrected, original = labels.copy(), labels.copy()
    corrected[list(runs.AS_IN_1_0)], original[list(ACCEPTABLE_IN_1_0)] = 0, 1
    rows = []
    for model, folder in folders.items():
        decisions = read_decisions(folder, model, len(labels))
        for version, gold in ((ANALYSED, labels), ("1.1", corrected), ("1.0", original)):
            sizes = {"sentences": len(gold), "acceptable": int(gold.sum()), "runs": len(decisions)}
            rows.append({"model": model, "labels": version} | sizes | described(gold, decisions))
    judged = answers[people.ANNOTATORS].replace(2.0, people.READINGS[people.PRINTED]).to_numpy().T.astype(int)
    gold = answers["label"].to_numpy().astype(int)
    sizes = {"sentences": len(gold), "acceptable": int(gold.sum()), "runs": len(judged)}
    rows.append({"model": "human", "labels": "1.0"} | sizes | described(gold, judged))
    return pd.DataFrame(rows)
