"""A second sample of pairs from articles in *Linguistic Inquiry*, both sentences of which people rated."""

from collections.abc import Mapping

from acceptability.datasets.manifest import Manifest, Pairs, Ratings

KIND = "li-2016"
KEYS: dict[str, dict] = {}
NEEDED = ()
DESCRIPTION = (
    "Mahowald et al. (2016) drew 100 contrasts from 43 articles that appeared in Linguistic Inquiry from 2001 to 2010, "
    "wrote 10 to 12 pairs for each, and had people rate both sentences from 1 to 7. The ratings are z-scores within "
    "each person, averaged, as Song, Hu and Mahowald (2025) released them; single answers and numbers of raters were "
    "not released, so there is no ceiling. The sample is of the same kind as the Linguistic Inquiry half of LI-Adger, "
    "with other sentences."
)


def manifest(entry: Mapping) -> Manifest:
    """Describe an entry: rated pairs with their articles."""
    return Manifest(
        sources={"pairs": "li-large-pairs.csv"},
        options={"rows": 2379},
        pairs=Pairs(),
        ratings=Ratings(),
        cluster="publications",
        description=DESCRIPTION,
    )
