"""The orders of five words and their Elo ratings → sentences, and all pairs of two.

Sprouse, Yankama, Indurkhya, Fong & Berwick (2018).
"""

from itertools import combinations
from pathlib import Path

import pandas as pd

from acceptability.datasets.dataset import Dataset
from acceptability.datasets.ratings import brought_to_z_scores
from acceptability.errors import naming
from acceptability.papers.thesis.cgi.rows import exchanges, read_orders


def read(path: Path, **reading: str) -> Dataset:
    """Read the orders, with z-scores of the Elo ratings as ratings; the column ``elo`` has the Elo ratings themselves.

    Of two orders, the one with the higher rating is the acceptable one; two with equal ratings make no pair. The
    phenomenon of a pair is its number of exchanges. All pairs are one cluster: they share their words, and each order
    is in pairs with all others, so that no part of the pairs is independent of the rest. InputError for what check
    refuses, and where all ratings are the same.
    """
    table = pd.DataFrame(read_orders(path, **reading))
    elo = table.set_index("sentence_id")["elo"]
    with naming(path):
        rating = brought_to_z_scores(table["elo"], "sentences")
    sentences = table[["sentence_id", "sentence"]].assign(rating=rating, elo=table["elo"].map(repr))
    pairs = [sorted(two, key=elo.get, reverse=True) for two in combinations(elo.index, 2) if elo[two[0]] != elo[two[1]]]
    minimal_pairs = pd.DataFrame(pairs, columns=["good_id", "bad_id"])
    minimal_pairs.insert(0, "pair_id", minimal_pairs["good_id"] + "|" + minimal_pairs["bad_id"])
    number = [exchanges(*pair) for pair in pairs]
    minimal_pairs["phenomenon"] = minimal_pairs["paradigm"] = [f"exchanges {n:02d}" for n in number]
    labels = [f"{n} exchange{'s' if n > 1 else ''}" for n in number]
    return Dataset(sentences, minimal_pairs.assign(cluster="all", phenomenon_label=labels))
