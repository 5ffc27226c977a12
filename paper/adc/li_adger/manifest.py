"""LI-Adger: rated minimal pairs from Linguistic Inquiry and from a textbook."""

from collections.abc import Mapping

from acceptability.datasets.manifest import Manifest, Pairs, Ratings

KIND = "li-adger"
MINIMAL_SETS = "minimal-sets"
KEYS = {
    "selection": {
        "enum": [MINIMAL_SETS],
        "description": f"For `li-adger`: `{MINIMAL_SETS}` takes the examples of the LI half that exist with the mark g "
        "and with the mark `*`, as sets of labelled sentences without pairs. Without this key, everything.",
    }
}
NEEDED = ()
SOURCES = {
    "sentences": "li-adger-sentences.csv",
    "ratings": "li-adger-ratings.csv",
    "pairs": "li-adger-pairs.csv",
    "estimates": "li-magnitude-estimates.csv",
    "likert": "li-likert.csv",
    "choices": "li-forced-choice.csv",
    "conditions": "li-conditions.csv",
}
ROWS = {  # of each file
    "sentences": 4178,
    "ratings": 4178,
    "pairs": 2393,
    "estimates": 30_400,
    "likert": 30_400,
    "choices": 30_700,
    "conditions": 150,
}
RENAMED = "resources/li_conditions_renamed.csv"
OF_MINIMAL_SETS = (
    "These are the 57 pairs of conditions in which LI-Adger has an example from Linguistic Inquiry (LI) both marked as "
    "acceptable and starred: 912 sentences. The 16 sentences of a pair of conditions, 8 of each, are a set. Labels are "
    "the experts' marks, not people's ratings."
)


def manifest(entry: Mapping) -> Manifest:
    """Describe an entry; answers of single people are known of the LI half only."""
    if entry.get("selection") == MINIMAL_SETS:
        return Manifest(
            sources={name: SOURCES[name] for name in ("sentences", "ratings")},
            options={"rows": ROWS},
            labelled=True,
            selection=True,
            cluster="sets",
            description=OF_MINIMAL_SETS,
        )
    return Manifest(
        sources=SOURCES,
        resources={"renamed": RENAMED},
        options={"rows": ROWS},
        pairs=Pairs(choices=True),
        ratings=Ratings(single=True, panel=True, assumed_raters=5),
        cluster="articles and chapters",
    )
