"""A sample of BLiMP of which released log-probabilities and prompted decisions of 13 language models are known."""

from collections.abc import Mapping

from acceptability.datasets.manifest import Manifest, Pairs

KIND = "blimp-650"
KEYS: dict[str, dict] = {}
NEEDED = ()
ROWS = 650
DESCRIPTION = (
    "Hu and Frank (2024) drew 650 of BLiMP’s 67,000 pairs: 50 of each of 13 phenomena, two of which BLiMP counts as "
    "one, argument structure, as we do here. The 67 paradigms have 2 to 27 pairs. Nobody rated the sentences, so there "
    "are no human deltas and no ADC. People’s choices are known of 12 of the pairs only, and are left out."
)


def manifest(entry: Mapping) -> Manifest:
    """Describe an entry: the pairs, which are in the file of any of the 13 models."""
    return Manifest(
        sources={"pairs": "demands-blimp-pythia-1b-deduped.csv"},
        options={"rows": ROWS},
        pairs=Pairs(levels=("paradigm", "phenomenon")),
        cluster="paradigms",
        description=DESCRIPTION,
    )
