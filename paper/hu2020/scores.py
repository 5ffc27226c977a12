"""Surprisals of the pronouns that Hu et al. (2020) released, a file for each part of the dataset → scores of sentences.

A file has a token and its surprisal on each line, and ``<eos>`` at the end of each sentence; or it is a CSV with a row
for each sentence: its text, ending in ``<eos>`` or not, and the surprisal of the token that is scored.
"""

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pandas as pd

from acceptability.contracts import io
from acceptability.errors import InputError

END = "<eos>"
FETCH = "fetch it again"

Tokens = list[tuple[str, float]]  # of a sentence: each token and its surprisal


def scores(
    files: Mapping[str, Path], measures: Mapping[str, str], sentences: pd.DataFrame, pairs: pd.DataFrame
) -> pd.DataFrame:
    """Return minus the surprisal of what is scored of each sentence: ``sentence_id, measure, score``.

    ``files``: by part, which is how the ids of its sentences begin. ``measures``: the column of each, which holds
    surprisals in a CSV. Where the parts are not the whole dataset, z-scores refer to the sentences that have a score:
    their mean and SD go with the scores, as ``population_mean`` and ``population_sd``. Raises InputError where a file
    does not have, in order, the sentences of its part.
    """
    tables = []
    for measure, column in measures.items():
        parts = [_of_part(part, path, sentences, column) for part, path in files.items()]
        table = pd.concat(parts, ignore_index=True).assign(measure=measure)
        if len(table) < len(sentences):
            table["population_mean"], table["population_sd"] = table["score"].mean(), table["score"].std(ddof=0)
        tables.append(table)
    return pd.concat(tables)


def _of_part(part: str, path: Path, sentences: pd.DataFrame, column: str) -> pd.DataFrame:
    """Read ``sentence_id`` and ``score`` of the sentences of a part. Prints how many have other words in the file."""
    expected = sentences[sentences["sentence_id"].str.startswith(f"{part}.")]
    if expected.empty:
        raise InputError(f"{path}: no sentence of the dataset belongs to the part {part!r}; correct study.yaml")
    released = _table(path, column) if path.suffix == ".csv" else _text(path)
    if len(released) != len(expected):
        raise InputError(f"{path}: has {len(released):,} sentences, but {part} has {len(expected):,}; {FETCH}")
    scores, differing = [], 0
    for number, (row, tokens) in enumerate(zip(expected.itertuples(), released, strict=True), start=1):
        surprisals = [surprisal for token, surprisal in tokens if token == row.scored]
        if len(surprisals) != 1:
            raise InputError(
                f"{path}, sentence {number} ({row.sentence_id}): has {row.scored!r} {len(surprisals)} times instead of "
                f"once; {FETCH}"
            )
        scores.append(-surprisals[0])
        differing += " ".join(token for token, _ in tokens).lower() != row.sentence.lower()
    if 4 * differing > len(expected):
        raise InputError(f"{path}: {differing:,} of {len(expected):,} sentences are not those of {part}; {FETCH}")
    if differing:
        print(f"{path}: {differing:,} of {len(expected):,} sentences have other words than those of {part}")
    return pd.DataFrame({"sentence_id": expected["sentence_id"], "score": scores})


def _text(path: Path) -> list[Tokens]:
    """Read the sentences of a file with a token on each line; repeated marks of their ends count once."""
    released: list[Tokens] = [[]]
    for number, line in enumerate(io.read_text(path).split("\n"), start=1):
        cells = line.split()
        if cells[:1] == [END] and released[-1]:
            released.append([])
        elif cells and cells[0] != END:
            released[-1].append((cells[0], _number(cells[1] if len(cells) == 2 else "", f"{path}, row {number}")))
    return released if released[-1] else released[:-1]


def _table(path: Path, column: str) -> list[Tokens]:
    """Read the sentences of a CSV with one in each row; all tokens of a sentence have its one surprisal."""
    raw = io.read_raw_csv(path)
    for name in ("sentence", column):
        if name not in raw:
            raise InputError(f"{path}: has no column {name!r}; correct study.yaml; it has: {', '.join(raw)}")
    rows = enumerate(zip(raw["sentence"], raw[column], strict=True), start=2)
    numbered = [(text.split(), _number(cell, f"{path}, row {number}")) for number, (text, cell) in rows]
    return [[(token, surprisal) for token in tokens if token != END] for tokens, surprisal in numbered]


def _number(cell: str, place: str) -> float:
    try:
        number = float(cell)
    except ValueError:
        number = np.nan
    if not np.isfinite(number):
        raise InputError(f"{place}: must end in a surprisal, a finite number; {FETCH}")
    return number
