"""Pairs of a double object and a prepositional dative, with people's preference."""

from collections.abc import Mapping

from acceptability.datasets.manifest import Manifest, Pairs

KIND = "dais"
KEYS: dict[str, dict] = {}
NEEDED = ()
DESCRIPTION = (
    "Hawkins et al. (2020) had people say, from 0 to 100, how much they prefer a double object (gave him the book) to "
    "a prepositional dative (gave the book to him), for 5,000 pairs with 200 verbs. The preferred sentence of a pair "
    "takes the place of the acceptable one: neither need be unacceptable, and nobody rated a sentence by itself, so "
    "there are no human deltas and no ADC. Two pairs without a preference are left out. People prefer the "
    "prepositional dative in 91 % of the pairs, so a system that always does is right in so many: compare the two "
    "phenomena, which are the pairs by the construction that people prefer."
)


def manifest(entry: Mapping) -> Manifest:
    """Describe an entry: pairs of two sentences that people compared and did not rate."""
    return Manifest(
        sources={"preferences": "dais.csv"},
        options={"rows": 5000},
        pairs=Pairs(levels=("paradigm", "phenomenon"), preference="preference", ranked=True),
        cluster="verbs",
        description=DESCRIPTION,
    )
