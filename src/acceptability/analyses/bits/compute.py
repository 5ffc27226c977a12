"""Turn log-probabilities of sentences into bits per byte, character and word of the whole text (pure)."""

import numpy as np
import pandas as pd

from acceptability.contracts import systems
from acceptability.scoring.token_scores import sizes_of
from acceptability.statistics.clusters import cluster_numbers, ratio
from acceptability.statistics.separation import clusters_of

SUM = "log_prob"  # of a pseudo-log-likelihood, bits are not those of a text


def compute(
    *, sentences: pd.DataFrame, pairs: pd.DataFrame, scores: dict[str, pd.DataFrame], dataset: str
) -> pd.DataFrame:
    """Return the bits of the text by each system that has the measure SUM, as BITS. ``scores`` are tables SCORES."""
    having = {system: table for system, table in scores.items() if SUM in set(table["measure"])}
    return systems.stack_each(having, bits, sizes_of(sentences), clusters_of(sentences, pairs), dataset=dataset)


def bits(scores: pd.DataFrame, sizes: pd.DataFrame, clusters: pd.Series) -> pd.DataFrame:
    """Return one row: the sums over all sentences that have a score, and their ratios.

    Parameters:
        scores: a system's scores.
        sizes: the ``words``, ``characters`` and ``bytes`` of each sentence, by its id.
        clusters: the cluster of each sentence, by its id.
    """
    scored = scores[scores["measure"] == SUM].dropna(subset="score").set_index("sentence_id")["score"]
    scored_sizes, taken = sizes.loc[scored.index], -scored.to_numpy() / np.log(2)
    words = np.nan if scored_sizes["words"].isna().any() else float(scored_sizes["words"].sum())
    of_bytes = ratio(taken, scored_sizes["bytes"].to_numpy(), cluster_numbers(clusters.loc[scored.index]))
    low, high = of_bytes.ratio_interval()
    row = {
        "measure": SUM,
        "sentences": len(scored),
        "bytes": scored_sizes["bytes"].sum(),
        "characters": scored_sizes["characters"].sum(),
        "words": words,
        "bits": taken.sum(),
        "bits_per_byte": of_bytes.value,
        "low": low,
        "high": high,
        "bits_per_character": taken.sum() / scored_sizes["characters"].sum(),
        "bits_per_word": taken.sum() / words,
    }
    return pd.DataFrame([row])
