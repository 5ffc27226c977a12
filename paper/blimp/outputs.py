"""The models' log-probabilities of single sentences, in files that the user may fetch, and accuracy by predictors."""

import json
from collections.abc import Mapping
from pathlib import Path

import pandas as pd

from acceptability.contracts import io

NEEDED = ("UID", "pairID", "prob_good", "prob_bad")  # as the program names them that made the files
PREDICTORS = {
    "length": "words of the acceptable sentence",
    "perplexity": "perplexity of the acceptable sentence by word",
    "probability": "log-probability of the acceptable sentence",
    "confidence": "difference of the two log-probabilities",
}
PARTS = 5


def unexpected_columns(path: Path) -> list[str]:
    """Return the columns of a file if they are not the expected ones: those of its first row; [] if they are."""
    with open(path, encoding="utf-8", errors="replace") as file:
        line = file.readline()
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        return [line[:60].strip() or "missing"]
    if not isinstance(row, dict):
        return [type(row).__name__]
    numbers = all(isinstance(row.get(name), int | float) for name in NEEDED[2:])
    return [] if numbers and set(NEEDED) <= row.keys() else list(row)


def read_outputs(path: Path) -> pd.DataFrame:
    """Return the log-probabilities ``good`` and ``bad`` of each pair, by its id. Raises InputError, by row."""
    rows = pd.DataFrame(io.read_json_lines(path, NEEDED))
    ids = rows["UID"] + "-" + rows["pairID"].astype(str)
    return pd.DataFrame({"good": rows["prob_good"].astype(float), "bad": rows["prob_bad"].astype(float)}).set_index(ids)


def by_predictor(outputs: Mapping[str, pd.DataFrame], pairs: pd.DataFrame, sentences: pd.Series) -> pd.DataFrame:
    """Compute each model's accuracy in five parts of the pairs, from the lowest to the highest value of a predictor.

    Parameters:
        outputs: by model, what ``read_outputs`` returns.
        pairs: the contract PAIRS. Rows of other pairs are left out.
        sentences: texts by id.

    Returns: the contract RELEASED_BY_PREDICTOR. The parts have as many pairs each, in the order of the predictor; a
    tie is missed. Perplexity has the logarithm's base of the file, which does not change the order.
    """
    words = pairs.set_index("pair_id")["good_id"].map(sentences.str.split().str.len())
    rows = []
    for system, table in outputs.items():
        known = table[table.index.isin(words.index)]
        values = {
            "length": words[known.index],
            "perplexity": -known["good"] / words[known.index],
            "probability": known["good"],
            "confidence": (known["good"] - known["bad"]).abs(),
        }
        right = known["good"] > known["bad"]
        for predictor, value in values.items():
            part = pd.qcut(value.rank(method="first"), PARTS, labels=range(1, PARTS + 1))
            for number, accuracy in right.groupby(part, observed=True).agg(["size", "mean"]).iterrows():
                rows.append((system, predictor, number, int(accuracy["size"]), float(accuracy["mean"])))
    return pd.DataFrame(rows, columns=["system", "predictor", "part", "pairs", "share"])


def effect(parts: pd.DataFrame, system: str, predictor: str) -> float:
    """Return a model's accuracy in the highest part minus that in the lowest, in percentage points."""
    rows = parts[(parts["system"] == system) & (parts["predictor"] == predictor)].sort_values("part")
    return 100 * (rows["share"].iloc[-1] - rows["share"].iloc[0])
