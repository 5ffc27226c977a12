"""The bootstrap over clusters, tests by sign flips, and Holm's correction (pure; numpy only)."""

import numpy as np
import pandas as pd

AT_ONCE = 10_000  # repetitions of sign flips, for the memory's sake


def cluster_sums(values, clusters) -> np.ndarray:
    """Sums of the rows of ``values`` (n × k, or n) over clusters, in the order of the clusters' names."""
    return pd.DataFrame(np.asarray(values, dtype=float)).groupby(np.asarray(clusters)).sum().to_numpy()


def bootstrap_weights(clusters: int, repetitions: int, seed: int) -> np.ndarray:
    """How often each cluster is drawn, with replacement, in each repetition (repetitions × clusters)."""
    generator = np.random.default_rng(seed)
    return generator.multinomial(clusters, np.full(clusters, 1 / clusters), size=repetitions)


def bootstrap_interval(sums: np.ndarray, sizes: np.ndarray, weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """95 % percentile interval of the share Σ sums / Σ sizes of each column, clusters being drawn.

    ``sums`` (clusters × k) may be counts or differences of counts; ``sizes`` (clusters) are the clusters' sizes;
    ``weights`` as bootstrap_weights gives them. NaN where there are fewer than two clusters.
    """
    if len(sizes) < 2:
        return np.full(sums.shape[1], np.nan), np.full(sums.shape[1], np.nan)
    drawn_sizes = weights @ sizes
    drawn = (weights @ sums)[drawn_sizes > 0] / drawn_sizes[drawn_sizes > 0, None]
    low, high = np.percentile(drawn, [2.5, 97.5], axis=0)
    return low, high


def sign_flip_p(differences: np.ndarray, repetitions: int, seed: int) -> np.ndarray:
    """Two-sided p of each column's sum, under random signs of its rows (clusters × k), all columns alike.

    The null: within a cluster, the two things compared may be exchanged. p = (1 + as extreme) / (1 + repetitions).
    """
    generator = np.random.default_rng(seed)
    whole = (differences == np.rint(differences)).all()
    differences = differences.astype(np.float32 if whole else float)  # exact for whole numbers, and twice as fast
    observed = np.abs(differences.sum(axis=0)) - differences.dtype.type(1e-9)
    extreme = np.zeros(differences.shape[1])
    for start in range(0, repetitions, AT_ONCE):
        size = (min(AT_ONCE, repetitions - start), len(differences))
        signs = generator.choice(np.array([-1, 1], dtype=differences.dtype), size=size)
        extreme += (np.abs(signs @ differences) >= observed).sum(axis=0)
    return (1 + extreme) / (1 + repetitions)


def holm(p) -> np.ndarray:
    """p-values adjusted for their number (Holm 1979): ordered, times m, m − 1, …; never falling, at most 1."""
    p = np.asarray(p, dtype=float)
    order = np.argsort(p, kind="stable")
    adjusted = np.empty_like(p)
    adjusted[order] = np.minimum(1, np.maximum.accumulate(p[order] * np.arange(len(p), 0, -1)))
    return adjusted
