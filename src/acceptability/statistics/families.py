"""Group sentences that share something into families, so that nothing is tested on a family it was fitted to (pure)."""

import numpy as np
import pandas as pd
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components


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
    graph = coo_array((np.ones(len(one)), (one, other + len(names))), shape=(size, size))
    return pd.Series(connected_components(graph, directed=False)[1][: len(names)], index=pd.Index(names))
