"""Reference systems: what no model, or the humans themselves, would score by the same criteria (pure).

They are deltas like those of any system (the contract DELTAS).
"""

import numpy as np
import pandas as pd

from acceptability.analysis import criteria

SEED = 1


def negative_length(sentence: str) -> float:
    """Minus the number of whitespace-separated words: shorter = more acceptable."""
    return -float(len(sentence.split()))


def _z_scores(values: pd.Series) -> pd.Series:
    """z-scores of values; 0 where all are equal, so that all deltas are 0."""
    return values * 0.0 if values.nunique() == 1 else pd.Series(criteria.z_scores(values), index=values.index)


def best_constant(human_delta, threshold: float) -> float:
    """The one positive delta that, given to every pair, meets the ADC most often at δ = ``threshold``.

    The human deltas that meet it lie less than δ to each side; the constant is the middle of the window of
    width 2δ that holds the most positive ones (the lowest such window). 1 where no human delta is positive.
    """
    positive = np.sort([delta for delta in human_delta if delta > 0])
    if not len(positive):
        return 1.0
    ends = np.searchsorted(positive, positive + 2 * threshold, side="left")  # the window is open: strictly less
    first = int(np.argmax(ends - np.arange(len(positive))))
    return float((positive[first] + positive[ends[first] - 1]) / 2)


def reference_deltas(sentences: pd.DataFrame, pairs: pd.DataFrame, threshold: float, seed: int = SEED) -> pd.DataFrame:
    """Deltas of every reference for each pair; ``human_delta`` as for any system.

    oracle
        The human ratings as a system's scores: z-scored over the rated sentences (SD 1; mean ratings over participants
        have a smaller one). What the ratings themselves reach when they are scaled as systems' scores are.
    permuted_within, permuted_across
        The human deltas in one random order, within phenomena and over all rated pairs: the right distribution, the
        wrong pairs, but for those that chance puts back in their place. Like the humans, they mostly know which
        sentence is acceptable.
    best_constant
        See best_constant; ``threshold`` is the smallest δ. It knows which sentence is acceptable, and so meets the
        BLiMP criterion on every pair; its size is chosen with sight of the ratings.
    negative_length
        Minus the number of words, z-scored.
    random
        Standard normal scores, z-scored.

    Without ratings there are only the last two. ``sentences`` and ``pairs`` as in the contracts SENTENCES and PAIRS.
    """
    generator = np.random.default_rng(seed)
    by_id = sentences.set_index("sentence_id")
    human = criteria.pair_deltas(pairs, by_id["rating"])
    model = {}
    if human.notna().any():
        model["oracle"] = criteria.pair_deltas(pairs, _z_scores(by_id["rating"].dropna()))
        known = human.dropna()
        shuffled = known.groupby(pairs["phenomenon"].loc[known.index]).transform(lambda d: generator.permutation(d))
        model["permuted_within"] = shuffled.reindex(human.index)
        model["permuted_across"] = pd.Series(generator.permutation(known), index=known.index).reindex(human.index)
        model["best_constant"] = pd.Series(best_constant(known, threshold), index=human.index)
    model["negative_length"] = criteria.pair_deltas(pairs, _z_scores(by_id["sentence"].map(negative_length)))
    noise = pd.Series(generator.standard_normal(len(by_id)), index=by_id.index)
    model["random"] = criteria.pair_deltas(pairs, _z_scores(noise))
    return pd.concat(
        [
            pd.DataFrame({"pair_id": pairs["pair_id"], "measure": measure, "human_delta": human, "model_delta": deltas})
            for measure, deltas in model.items()
        ],
        ignore_index=True,
    )
