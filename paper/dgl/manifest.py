"""Sentences of eight constructions that people judged again and again, in pairs with versions that nobody judged."""

from collections.abc import Mapping

from acceptability.datasets.manifest import Manifest, Pairs

KIND = "dgl"
KEYS: dict[str, dict] = {}
NEEDED = ()
ROWS = 80
DESCRIPTION = (
    "Dentella, Günther and Leivada (2023) had 80 people say of 80 sentences of eight constructions, half of them "
    "grammatical, whether they are: each person of the 10 sentences of one construction, 10 times. Hu et al. (2024) "
    "wrote a counterpart to each, but to the adjectives, of which both sentences had been judged: their five pairs "
    "stand twice. People judged single sentences and did not compare the two of a pair: a right answer about the "
    "judged one, that it is grammatical or that it is not, counts as a choice of the good one. Choices are each "
    "person’s first answer about a sentence. There is no rating of both sentences of a pair, so there are no human "
    "deltas and no ADC. The two sentences of one pair of center embeddings are the same by mistake: a tie for everyone."
)


def manifest(entry: Mapping) -> Manifest:
    """Describe an entry: pairs of which people judged one sentence."""
    return Manifest(
        sources={"pairs": "dgl-pairs.csv", "answers": "dgl-humans.csv"},
        options={"rows": 90, "answer_rows": 8800},
        pairs=Pairs(choices=True),
        cluster="items",
        chosen="constructions",
        description=DESCRIPTION,
    )
