"""A user's table of pairs → sentences, pairs and, from a second table, ratings of single participants."""

from pathlib import Path

import pandas as pd

from acceptability.datasets.dataset import Dataset
from acceptability.datasets.ratings import brought_to_z_scores, mean_ratings, participant_z_scores
from acceptability.errors import naming
from acceptability.reading import pairs as rows
from acceptability.reading import ratings as answers
from acceptability.reading import sheets
from acceptability.segmentation import BETWEEN

# Columns that notes cannot have: those of the contract.
OWN = ("pair_id", "good_id", "bad_id", "paradigm", "phenomenon", "cluster", "article", "phenomenon_label")


def read(
    pairs: Path | list[Path],
    ratings: Path | None = None,
    standardise: str = "none",
    words: str | None = None,
    **reading: str,
) -> Dataset:
    """Read sentences, pairs and single ratings. InputError for what check refuses, and for ratings without a spread.

    Other columns of the table are kept with the pairs, as notes.
    """
    table = rows.read(pairs, words, **reading)
    sentences, minimal_pairs = from_records(table.records)
    for header, cells in table.rest.items():
        minimal_pairs[f"note_{header}" if header in OWN else header] = cells
    if ratings is None:
        with naming(sheets.name_of(pairs)):
            sentences["rating"] = brought_to_z_scores(sentences["rating"], standardise)
        return Dataset(sentences, minimal_pairs)
    single, _ = answers.read(ratings, table.columns["pair_id"], **reading)
    raw = pd.DataFrame(single).drop(columns="row")
    with naming(ratings):
        single = raw.assign(z_score=participant_z_scores(raw))[["participant", "sentence_id", "z_score"]]
        single = single[single["sentence_id"].isin(sentences["sentence_id"])]  # fillers only say how scales are used
        sentences["rating"] = sentences["sentence_id"].map(mean_ratings(single))
    return Dataset(sentences, minimal_pairs, single)


def from_records(records: list[dict]) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Make sentences and pairs of the rows of a table of pairs.

    Takes ``pair_id, phenomenon, good, bad`` and optionally ``good_rating, bad_rating``, ``good_regions, bad_regions``,
    ``good_words, bad_words`` (lists), ``article``, and ``paradigm`` and ``cluster``, which are the phenomenon where
    they are missing. The members get the ids ``<pair_id>.good`` and ``<pair_id>.bad`` and the labels 1 and 0.
    """
    with_regions = any(record.get(f"{side}_regions") for record in records for side in ("good", "bad"))
    with_words = any(record.get(f"{side}_words") for record in records for side in ("good", "bad"))
    sentences = pd.DataFrame(
        [
            {
                "sentence_id": f"{record['pair_id']}.{side}",
                "sentence": record[side].strip(),
                "label": label,
                "rating": record.get(f"{side}_rating"),
            }
            | ({"words": BETWEEN.join(record[f"{side}_words"])} if with_words else {})
            | ({"regions": record.get(f"{side}_regions") or ""} if with_regions else {})
            for record in records
            for side, label in (("good", 1), ("bad", 0))
        ]
    ).astype({"rating": float})
    pairs = pd.DataFrame(
        [
            {
                "pair_id": record["pair_id"],
                "good_id": f"{record['pair_id']}.good",
                "bad_id": f"{record['pair_id']}.bad",
                "paradigm": record.get("paradigm", record["phenomenon"]),
                "phenomenon": record["phenomenon"],
                "cluster": record.get("cluster", record["phenomenon"]),
            }
            | {key: record[key] for key in ("article",) if key in record}
            for record in records
        ]
    )
    return sentences, pairs
