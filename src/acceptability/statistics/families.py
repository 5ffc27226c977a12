"""Group sentences that share something into families, so that nothing is tested on a family it was fitted to (pure)."""

import numpy as np
import pandas as pd


def families(sentences: pd.DataFrame, pairs: pd.DataFrame) -> pd.Series:
    """Return the number of each sentence's family, by sentence_id.

    Sentences that share a cluster of pairs, a ``set``, a ``construction`` or their text are of one family, and so is
    what they share with others. A sentence that shares nothing is a family by itself.
    """
    names = sentences["sentence_id"]
    links = [names.to_frame("one").assign(other="text " + sentences["sentence"])]
    links += [
        pairs[[side]].set_axis(["one"], axis=1).assign(other="cluster " + pairs["cluster"])
        for side in ("good_id", "bad_id")
    ]
    for column in ("set", "construction"):
        if column in sentences:
            links.append(names.to_frame("one").assign(other=f"{column} " + sentences[column]))
    linked = pd.concat(links)
    one = pd.Index(names).get_indexer(linked["one"])
    other, groups = pd.factorize(linked["other"])
    size = len(names) + len(groups)
    return pd.Series(components(one, other + len(names), size)[: len(names)], index=pd.Index(names))


def components(one: np.ndarray, other: np.ndarray, size: int) -> np.ndarray:
    """Return the number of the component of each of ``size`` items, of which ``one`` and ``other`` are linked."""
    from scipy.sparse import coo_array  # here, as data without ratings of participants or sets need none of it
    from scipy.sparse.csgraph import connected_components

    graph = coo_array((np.ones(len(one)), (one, other)), shape=(size, size))
    return connected_components(graph, directed=False)[1]
