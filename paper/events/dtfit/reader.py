"""DTFit, sentences on typical and untypical patients → sentences and pairs, both members rated.

Vassallo, Chersoni, Santus, Lenci & Blache (2018), "Event knowledge in sentence processing: a new dataset for the
evaluation of argument typicality"; as released by Kauf et al. (2023).
"""

from pathlib import Path

from acceptability.datasets import released
from acceptability.datasets.dataset import Dataset
from acceptability.datasets.ratings import brought_to_z_scores
from acceptability.errors import naming
from acceptability.papers.events import events
from acceptability.papers.events.dtfit.manifest import KIND

PHENOMENON = "Typical patient"
ACT = 3  # so many words name who does what: The actor won


def read(sentences: Path, ratings: Path, rows: int | None = None) -> Dataset:
    """Read rated sentences and pairs, in clusters by act, as some items have the same agent and verb.

    Ratings are z-scores over the sentences; the note ``mean_rating`` of a sentence is its mean from 1 to 7. Raises
    InputError, by row, for what is wrong in a file, each of which has so many rows.
    """
    table = events.read_sentences(sentences, KIND, rows)
    mean = events.read_mean_ratings(ratings, table, rows)
    with released.fetched_again(), naming(ratings):
        rating = brought_to_z_scores(mean, "sentences")
    ids = table["sentence_id"]
    table = table.assign(rating=ids.map(rating), mean_rating=ids.map(mean).map(repr))
    act = table["sentence"].str.split().str[:ACT].str.join(" ")
    pairs = events.pairs_of(table.assign(paradigm=PHENOMENON, phenomenon=PHENOMENON, cluster=act))
    return Dataset(table[["sentence_id", "sentence", "label", "rating", "mean_rating"]], pairs)
