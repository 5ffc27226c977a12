"""EventsRev, sentences with two people whose roles are exchanged → sentences, pairs, ratings of single participants.

Ivanova, Mineroff, Zimmerer, Kanwisher, Varley & Fedorenko (2021), "The language network is recruited but not required
for nonverbal event semantics"; as released by Kauf et al. (2023).
"""

from pathlib import Path

from acceptability.datasets.dataset import Dataset
from acceptability.papers.events import events
from acceptability.papers.events.events_rev.manifest import KIND

PHENOMENON = "Roles of two people"


def read(sentences: Path, ratings: Path, rows: int | None = None, answers: int | None = None) -> Dataset:
    """Read rated sentences, pairs, each of which is a cluster, and z-scores of single answers.

    The note ``mean_rating`` of a sentence is its mean from 1 to 7. Raises InputError, by row, for what is wrong in a
    file: there are so many ``rows`` of sentences, and so many of ``answers``.
    """
    table = events.read_sentences(sentences, KIND, rows)
    single = events.read_answers(ratings, table, answers)
    table = events.rated(table, single)
    pairs = events.pairs_of(table.assign(paradigm=PHENOMENON, phenomenon=PHENOMENON, cluster=table["pair_id"]))
    columns = ["sentence_id", "sentence", "label", "rating", "mean_rating"]
    return Dataset(table[columns], pairs, single.drop(columns="rating"))
