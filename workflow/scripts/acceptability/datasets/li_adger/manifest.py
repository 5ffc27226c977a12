"""LI-Adger: rated minimal pairs from Linguistic Inquiry and from a textbook."""

from collections.abc import Mapping

from acceptability.datasets.manifest import Manifest

KIND = "li-adger"
KEYS: dict = {}
NEEDED = ()
SOURCES = {
    "sentences": "li-adger-sentences.csv",
    "ratings": "li-adger-ratings.csv",
    "pairs": "li-adger-pairs.csv",
    "estimates": "li-magnitude-estimates.csv",
    "likert": "li-likert.csv",
}
RENAMED = "resources/li_conditions_renamed.csv"


def manifest(entry: Mapping) -> Manifest:
    """Single ratings are known of the LI half only: magnitude estimates, and other people's on a Likert scale."""
    return Manifest(
        sources=SOURCES,
        resources={"renamed": RENAMED},
        pairs=True,
        rated=True,
        single_ratings=True,
        assumed_raters=5,
        other_ratings=True,
    )
