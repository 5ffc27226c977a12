"""Make tables of the workflow from files of scores and decisions as authors release them (pure)."""

import re
from collections.abc import Collection, Mapping

import numpy as np
import pandas as pd

from acceptability.contracts.io import numbers
from acceptability.errors import InputError


def published_sentence_scores(raw: pd.DataFrame, measure: str, column: str) -> pd.DataFrame:
    """Return the scores of one measure, as SCORES, from a file with a row for each sentence; empty cells are left out.

    Parameters:
        raw: texts with ``id`` and ``column``; logarithms are natural.
    """
    require(raw, [column])
    table = pd.DataFrame({"sentence_id": raw["id"], "measure": measure, "score": numbers(raw[column])})
    return table.dropna(ignore_index=True)


def of_dataset(scores: pd.DataFrame, sentences: pd.DataFrame) -> pd.DataFrame:
    """Keep the scores of the dataset's sentences. Raises InputError if the release has none of them."""
    known = scores["sentence_id"].isin(sentences["sentence_id"])
    if not known.any():
        raise InputError("has no sentence of this dataset; correct dataset or source in study.yaml")
    if not known.all():
        print(f"{(~known).sum():,} of {len(known):,} scores are of sentences that this dataset does not have; left out")
    return scores[known]


def released_restarts(raw: pd.DataFrame) -> pd.DataFrame:
    """Return the decisions of restarts: ``sentence_id``, and a column for each restart, which its number names.

    Decisions are 1 (acceptable) or 0. ``raw`` holds texts: ``id`` and, of each restart, ``seed<number>``. Raises
    InputError if it has no such columns, or other values.
    """
    seeds = [column for column in raw if re.fullmatch(r"seed\d+", column)]
    if not seeds or not raw[seeds].isin(["0", "1"]).all(axis=None):
        raise InputError("has no decisions of restarts, columns seed<number> of 0 and 1; fetch the file again")
    decided = raw[seeds].astype(int).rename(columns=lambda column: column.removeprefix("seed"))
    return pd.concat([raw["id"].rename("sentence_id"), decided], axis=1)


def require(raw: pd.DataFrame, columns: list[str]) -> None:
    """Raise InputError for a declared column that the file does not have."""
    for column in columns:
        if column not in raw:
            raise InputError(f"has no column {column!r}; correct study.yaml; it has: {', '.join(raw)}")


def require_parts(parts: Collection[str], *known: set[str]) -> None:
    """Raise InputError where the parts of a release are not those of one of the known ones; {""} is one file."""
    if set(parts) not in known:
        alternatives = [f"parts: [{', '.join(sorted(one))}]" if one != {""} else "no parts" for one in known]
        raise InputError(
            f"scores that were released of this dataset have {' or '.join(alternatives)}; correct study.yaml"
        )


def to_natural(log_base: float | None) -> float:
    """Return the factor from logarithms of this base to natural ones; 1 for scores that are not logarithms."""
    return 1.0 if log_base is None else float(np.log(log_base))


def accuracies(table: pd.DataFrame, columns: Mapping[str, str], sizes: pd.Series) -> pd.DataFrame:
    """Return the share of right pairs by paradigm, as ACCURACIES: ``method, paradigm, share, pairs``.

    Parameters:
        table: texts as released.
        columns: the table's column for ``paradigm``, ``share`` (0 to 1) and possibly ``method``.
        sizes: the number of pairs of each paradigm of the dataset; other paradigms are left out.

    Raises InputError if a column or a paradigm is missing.
    """
    require(table, list(columns.values()))
    table = table[table[columns["paradigm"]].isin(sizes.index)]
    shares = pd.DataFrame(
        {
            "method": table[columns["method"]] if "method" in columns else "sentence",
            "paradigm": table[columns["paradigm"]],
            "share": numbers(table[columns["share"]]),
        }
    )
    shares["pairs"] = shares["paradigm"].map(sizes).astype(int)
    if absent := sorted(set(sizes.index) - set(shares.loc[shares["method"] == "sentence", "paradigm"])):
        raise InputError(f"has no accuracy for {', '.join(absent)}; fetch it again")
    return shares.reset_index(drop=True)
