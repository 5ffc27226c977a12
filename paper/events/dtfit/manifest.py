"""Events with a typical or an untypical patient, both of which people rated."""

from collections.abc import Mapping

from acceptability.datasets.manifest import Manifest, Pairs, Ratings

KIND = "dtfit"
KEYS: dict[str, dict] = {}
NEEDED = ()
SOURCES = {"sentences": "events-clean_dtfit_sentenceset.csv", "ratings": "events-clean_dtfit_human_dat.csv"}
DESCRIPTION = (
    "DTFit (Vassallo et al. 2018; here as Kauf et al. 2023 released it) has 395 pairs of English sentences that differ "
    "in what an act is done to, which is typical or not (the actor won the award, or the battle). People rated from 1 "
    "to 7 how plausible the event is. All sentences are grammatical: the plausible one takes the place of the "
    "acceptable one. Only mean ratings were released. Ratings are therefore z-scores over the sentences, and not "
    "within people, and there is no ceiling."
)


def manifest(entry: Mapping) -> Manifest:
    """Describe an entry: pairs with mean ratings of both sentences."""
    return Manifest(
        sources=SOURCES,
        options={"rows": 790},
        pairs=Pairs(),
        ratings=Ratings(),
        cluster="frames",
        description=DESCRIPTION,
    )
