"""Measure how far log-probabilities in a lower precision differ from float32, and what that changes (pure).

A *change* is recorded as ``sentences`` (compared), ``largest`` and ``mean`` (absolute differences of log-probabilities
of sentences, in nats); and where there are pairs: ``pairs``, ``decisions_changed`` (which sentence is more probable, or
neither), ``ties`` and ``ties_float32``. Where nothing could be compared, it is ``not_measured``: why.
"""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from acceptability.contracts.defaults import TIE

PAIRS, FEWEST = 50, 5  # in a sample; in each of many shards
LARGE = 0.1  # nats by which a sentence changes
COUNTED = ("sentences", "pairs", "decisions_changed", "ties", "ties_float32")


def sample(
    count: int, names: Mapping[str, int], pairs: Sequence[tuple[str, str]], shards: int
) -> tuple[list[int], list[tuple[int, int]]]:
    """Return numbers of the sentences to compare, of ``count``; and the pairs of them, whose two sentences are all of
    these.

    ``names`` are the numbers of sentences by name, and ``pairs`` are of names. Without pairs, as many sentences.
    """
    most = max(FEWEST, PAIRS // shards)
    scored_pairs = [(names[good], names[bad]) for good, bad in pairs if good in names and bad in names]
    compared = [scored_pairs[place] for place in _spread(len(scored_pairs), most)]
    return sorted({number for pair in compared for number in pair}) or _spread(count, 2 * most), compared


def _spread(count: int, most: int) -> list[int]:
    return [place * count // min(count, most) for place in range(min(count, most))]


def change(lower: Mapping[int, float], single: Mapping[int, float], pairs: Sequence[tuple[int, int]]) -> dict:
    """Return the change of log-probabilities, natural, of the same sentences by number; ``pairs`` are of numbers."""
    apart = np.array([abs(lower[number] - single[number]) for number in single])
    described = {"sentences": len(apart), "largest": float(apart.max()), "mean": float(apart.mean())}
    if not pairs:
        return described
    decided, exactly = (
        np.array([np.sign(d) * (abs(d) > TIE) for d in (table[good] - table[bad] for good, bad in pairs)])
        for table in (lower, single)
    )
    return described | {
        "pairs": len(pairs),
        "decisions_changed": int((decided != exactly).sum()),
        "ties": int((decided == 0).sum()),
        "ties_float32": int((exactly == 0).sum()),
    }


def merged(changes: Sequence[Mapping]) -> dict:
    """Return the change of all shards."""
    measured = [one for one in changes if "sentences" in one]
    if not measured:
        return dict(changes[0])
    total = {name: sum(one.get(name, 0) for one in measured) for name in COUNTED}
    total |= {
        "largest": max(one["largest"] for one in measured),
        "mean": sum(one["mean"] * one["sentences"] for one in measured) / total["sentences"],
    }
    return {name: value for name, value in total.items() if any(name in one for one in measured)}


def describe(change: Mapping, precision: str) -> str:
    """Return the change in words."""
    if "sentences" not in change:
        return f"How much precision {precision} changes the scores was not measured: {change['not_measured']}."
    sentence = (
        f"With precision {precision}, log-probabilities of {change['sentences']} sentences differ from those in "
        f"float32 by {change['mean']:.2g} nats on average and {change['largest']:.2g} at most"
    )
    if "pairs" not in change:
        return f"{sentence}."
    return (
        f"{sentence}. Of {change['pairs']} pairs, decided differently: {change['decisions_changed']}; "
        f"ties: {change['ties']} (in float32: {change['ties_float32']})."
    )


def doubts(change: Mapping, precision: str) -> Iterator[str]:
    """Yield the change in words, if a reader of the scores should know it."""
    if "sentences" not in change or change["largest"] > LARGE or change.get("decisions_changed"):
        yield describe(change, precision)
