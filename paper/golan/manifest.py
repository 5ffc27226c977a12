"""Pairs of strings made to set two scores of a masked model apart, with people's choices."""

from collections.abc import Mapping

from acceptability.datasets.manifest import Manifest, Pairs

KIND = "golan"
KEYS: dict[str, dict] = {}
NEEDED = ()
DESCRIPTION = (
    "Golan et al. (2023) had 30 people say, from 1 to 6, which of two strings of eight words is more likely. 120 "
    "pairs were synthesised so that two scores of one masked model disagree: its pseudo-log-likelihood (PLL), and the "
    "mean log-probability over orders in which words are predicted (chain). 12 pairs are a sentence and its words in "
    "another order. Many strings are gibberish: the pairs are a stress test of scores, and say little about syntax. "
    "Nobody labelled or rated a string by itself, so the one that most people choose takes the place of the "
    "acceptable one; no pair is split evenly. As the same answers decide it, the majority is right in every pair, and "
    "people's own share of right answers, 87.9 %, is the highest that any choices can agree with: it is a ceiling, "
    "and no rival of systems. One participant agrees as often with the majority of the other 29, which is the released "
    "leave-one-out ceiling."
)


def manifest(entry: Mapping) -> Manifest:
    """Describe an entry: pairs of two strings that people compared and did not rate."""
    return Manifest(
        sources={"answers": "controversial-pairs.csv"},
        options={"rows": 3960},
        pairs=Pairs(choices=True, ranked=True),
        cluster="pairs",
        description=DESCRIPTION,
    )
