"""Released scores of the event sentences of Kauf et al. (2023): a file for each model and measure."""

from collections.abc import Mapping
from pathlib import Path

import pandas as pd

from acceptability.contracts import io
from acceptability.datasets import released
from acceptability.datasets.released import AGAIN
from acceptability.errors import InputError
from acceptability.reading.matching import same

METRICS = {  # how a file of scores ends: the measure, and the columns of the file
    "sentence-ll": ("log_prob", ("index", "sentence", "score", "tokens", "words")),
    "sentence-pll": ("pll", ("index", "sentence", "score", "tokens", "words")),
    "sentence-l2r-pll": ("l2r_context_masked", ("index", "sentence", "score")),
}
BROKEN = "deberta"


def scores(
    files: Mapping[str, Path], measures: Mapping[str, str], sentences: pd.DataFrame, pairs: pd.DataFrame
) -> pd.DataFrame:
    """Return ``sentence, measure, score``, with scores in nats, of measures that are in one file each.

    ``measures`` names the metric of each, which is also how its file's name ends, and its part where there are several.
    Sentences that the files have beside those of the dataset are superseded ones, and are returned, too. Raises
    InputError for other metrics, for a metric under the name of another measure, for what is wrong in a file or is
    missing there, and for the scores of DeBERTa.
    """
    tables = []
    for measure, metric in measures.items():
        path = files.get(metric, files.get(""))
        if metric not in METRICS or path is None or not path.stem.endswith(f".{metric}"):
            names = ", ".join(file.name for file in files.values())
            raise InputError(f"{names}: has no scores {metric!r}; correct study.yaml; metrics are {', '.join(METRICS)}")
        name, columns = METRICS[metric]
        if measure != name:
            raise InputError(f"{path}: {metric} is no {measure}; correct study.yaml: the measure is called {name}")
        if BROKEN in path.name:
            raise InputError(
                f"{path}: the released PLL of DeBERTa is not used: its sentences were tokenised wrongly, and on DTFit "
                "it has a correlation of -.003 with people's ratings; declare another model in study.yaml"
            )
        tables.append(_read_scores(path, columns, sentences["sentence"]).assign(measure=measure))
    return pd.concat(tables, ignore_index=True)


def _read_scores(path: Path, columns: tuple[str, ...], texts: pd.Series) -> pd.DataFrame:
    """Read ``sentence, score`` of a file, whose rows are numbered from 0. InputError unless all ``texts`` are there."""
    with released.fetched_again():
        raw = io.read_raw_tsv(path, list(columns))
    raw.index += 1
    released.refuse(path, raw, raw["index"] != pd.Series(range(len(raw)), raw.index).astype(str), "is not in its place")
    score = released.numbers(path, raw, "score", needed=True)
    released.refuse(path, raw, score > 0, "score is above 0, and so no log-probability")
    table = pd.DataFrame({"sentence": raw["sentence"], "score": score}).drop_duplicates()
    missing = texts[~texts.map(same).isin(table["sentence"].map(same))]
    if len(missing):
        raise InputError(
            f"{path}: has no score of {len(missing):,} of the {len(texts):,} sentences, the first "
            f"{missing.iloc[0]!r}; correct study.yaml or {AGAIN}"
        )
    return table
