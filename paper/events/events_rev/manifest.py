"""Events with two people in the likely or the reversed roles, both of which people rated."""

from collections.abc import Mapping

from acceptability.datasets.manifest import Manifest, Pairs, Ratings

KIND = "events-rev"
KEYS: dict[str, dict] = {}
NEEDED = ()
SOURCES = {"sentences": "events-clean_eventsrev_sentenceset.csv", "ratings": "events-clean_eventsrev_human_dat.csv"}
DESCRIPTION = (
    "EventsRev (Ivanova et al. 2021; here as Kauf et al. 2023 released it) has 38 pairs of English sentences with two "
    "people, whose roles are exchanged in the implausible one (the cop is arresting the criminal, or the criminal the "
    "cop). 96 people rated one sentence of each pair from 1 to 7, how plausible the event is; 48 rated each sentence. "
    "All sentences are grammatical: the plausible one takes the place of the acceptable one. Ratings are z-scores "
    "within each person, averaged."
)


def manifest(entry: Mapping) -> Manifest:
    """Describe an entry: pairs with the ratings of single participants."""
    return Manifest(
        sources=SOURCES,
        options={"rows": 76, "answers": 3648},
        pairs=Pairs(),
        ratings=Ratings(single=True),
        cluster="pairs",
        description=DESCRIPTION,
    )
