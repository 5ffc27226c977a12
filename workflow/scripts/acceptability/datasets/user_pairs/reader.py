"""A user's CSV of pairs → sentences, pairs and, from a second CSV, ratings of single participants."""

from pathlib import Path

import pandas as pd

from acceptability.contracts import checks, io
from acceptability.contracts.data import USER_PAIRS, USER_RATINGS
from acceptability.datasets.dataset import Dataset
from acceptability.datasets.ratings import mean_ratings, participant_z_scores
from acceptability.errors import InputError, naming


def read(pairs: Path, ratings: Path | None = None) -> Dataset:
    """Raises InputError for a damaged file, ratings in both files, and ratings that rate both members of no pair."""
    table = io.read_table(pairs, USER_PAIRS)
    sentences, minimal_pairs = from_user_table(table)
    single = None
    if ratings:
        if sentences["rating"].notna().any():
            raise InputError(f"{pairs}: has ratings, and {ratings} has others; keep one of the two")
        raw = io.read_table(ratings, USER_RATINGS)
        checks.check_known(raw, sentences, ratings)
        with naming(ratings):
            single = raw.assign(z_score=participant_z_scores(raw)).drop(columns="rating")
            sentences["rating"] = sentences["sentence_id"].map(mean_ratings(raw))
    if (ratings or "good_rating" in table) and not any_rated(sentences):
        raise InputError(
            f"{ratings or pairs}: rates both members of no pair; add ratings, or leave them out altogether"
        )
    return Dataset(sentences, minimal_pairs) if single is None else Dataset(sentences, minimal_pairs, single)


def from_user_table(table: pd.DataFrame) -> tuple[pd.DataFrame, pd.DataFrame]:
    """A user's table of pairs → (sentences, pairs).

    Takes ``pair_id, phenomenon, good, bad`` and optionally ``good_rating, bad_rating``, and ``paradigm`` and
    ``cluster``, which are the phenomenon where they are missing. The members get the ids ``<pair_id>.good`` and
    ``<pair_id>.bad`` and the labels 1 and 0.
    """
    members = []
    for side, label in (("good", 1), ("bad", 0)):
        rating = table.get(f"{side}_rating", pd.Series(float("nan"), index=table.index))
        members.append(
            pd.DataFrame(
                {
                    "sentence_id": table["pair_id"] + f".{side}",
                    "sentence": table[side].str.strip(),
                    "label": label,
                    "rating": rating,
                }
            )
        )
    sentences = pd.concat(members).sort_index(kind="stable").reset_index(drop=True)
    pairs = pd.DataFrame(
        {
            "pair_id": table["pair_id"],
            "good_id": table["pair_id"] + ".good",
            "bad_id": table["pair_id"] + ".bad",
            "paradigm": table.get("paradigm", table["phenomenon"]),
            "phenomenon": table["phenomenon"],
            "cluster": table.get("cluster", table["phenomenon"]),
        }
    )
    return sentences, pairs


def any_rated(sentences: pd.DataFrame) -> bool:
    """Does any pair have ratings of both members? ``sentences`` as from_user_table gives them."""
    return bool(sentences["rating"].notna().to_numpy().reshape(-1, 2).all(axis=1).any())
