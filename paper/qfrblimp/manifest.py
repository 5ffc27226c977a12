"""French minimal pairs of which people chose the better sentence, with decisions of language models."""

from collections.abc import Mapping

from acceptability.datasets.manifest import Manifest, Pairs

KIND = "qfrblimp"
KEYS: dict[str, dict] = {}
NEEDED = ()
DESCRIPTION = (
    "Beauchemin et al. (2026) changed sentences from an official guide to the French of Quebec into 1,761 minimal "
    "pairs of 20 phenomena, and had 12 people choose the better sentence of each pair. The file has a thirteenth "
    "annotator, who is right in every pair but the 18 whose two sentences are the same, as a program would be that "
    "compares them: these answers are excluded. The 18 pairs are kept, because the released shares count them; the "
    "column equal_sentences of the pairs names them. Nobody rated single sentences, so there are no human deltas and "
    "no ADC."
)


def manifest(entry: Mapping) -> Manifest:
    """Describe an entry: pairs with people's choices."""
    return Manifest(
        sources={"annotations": "qfrblimp.tsv"},
        options={"rows": 1761, "people": 13},
        pairs=Pairs(choices=True),
        description=DESCRIPTION,
    )
