"""Turkish minimal pairs that people rated."""

from collections.abc import Mapping

from acceptability.datasets.manifest import Manifest, Pairs, Ratings

KIND = "turblimp"
KEYS: dict[str, dict] = {}
NEEDED = ()
SOURCES = {
    "survey": "turblimp-survey.xlsx",
    "ratings": "turblimp-ratings.xlsx",
    "experimental": "turblimp-ratings-experimental.xlsx",
}
DESCRIPTION = (
    "Başar et al. (2025) had 30 people rate 216 of TurBLiMP’s Turkish minimal pairs from 1 to 7, 15 people a sentence. "
    "Nobody saw both sentences of a pair: 15 people rated one, 15 others the other. 96 pairs are of 16 phenomena. 120 "
    "are about argument structure, in six word orders and four kinds of subordination, which are paradigms "
    "here. Ratings are z-scores within each person, averaged."
)


def manifest(entry: Mapping) -> Manifest:
    """Describe an entry: rated pairs with the ratings of single participants."""
    return Manifest(
        sources=SOURCES,
        options={"people": 30},
        pairs=Pairs(levels=("paradigm", "phenomenon")),
        ratings=Ratings(single=True),
        cluster="paradigms",
        description=DESCRIPTION,
    )
