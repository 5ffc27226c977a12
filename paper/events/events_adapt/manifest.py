"""Events with exchanged roles that are impossible or unlikely then, in the active and the passive voice."""

from collections.abc import Mapping

from acceptability.datasets.manifest import Manifest, Pairs, Ratings

KIND = "events-adapt"
KEYS = {
    "ratings": {
        "type": "string",
        "pattern": "^[^{}]+$",
        "description": "For `events-adapt`: path of the single ratings, clean_EventsAdapt_human_dat.csv of the "
        "repository carina-kauf/lm-event-knowledge, if you have them. Without this key, the sentences are not rated. "
        "The path must not contain braces.",
    }
}
NEEDED = ()
DESCRIPTION = (
    "EventsAdapt (adapted from Fedorenko et al. 2020; here as Kauf et al. 2023 released it) has 391 events with two "
    "participants, each in the active and the passive voice and with exchanged roles: 1,564 English sentences. In 128 "
    "events, one participant is a thing, and the exchange is impossible (the handyman repaired the faucet, or the "
    "faucet the handyman). In 129, both are people, and it is unlikely. These make 514 pairs. In the other 134, both "
    "orders are plausible: these sentences are kept with the label 1, although the ids of half of them say implausible "
    "as the released file does, and make no pairs. All sentences are grammatical: the plausible one takes the place of "
    "the acceptable one. Most events come in two versions with synonyms, which are one cluster."
)
RATED = (
    " People rated from 1 to 7 how plausible the event is. Ratings are z-scores within each person, averaged; who "
    "always gave the same answer is left out."
)
UNRATED = " The people's ratings are not among the registered files, so there is no ADC; see the key ratings."


def manifest(entry: Mapping) -> Manifest:
    """Describe an entry: pairs, and the ratings of single participants where the entry names their file."""
    rated = "ratings" in entry
    return Manifest(
        sources={"sentences": "events-clean_eventsadapt_sentenceset.csv"},
        files={"ratings": entry["ratings"]} if rated else {},
        options={"rows": 1564},
        pairs=Pairs(levels=("paradigm", "phenomenon")),
        ratings=Ratings(single=True) if rated else None,
        cluster="events",
        description=DESCRIPTION + (RATED if rated else UNRATED),
    )
