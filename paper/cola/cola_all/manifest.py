"""All labelled sentences of the Corpus of Linguistic Acceptability, to measure how well scores separate the labels."""

from collections.abc import Mapping

from acceptability.datasets.manifest import Manifest

KIND = "cola-all"
KEYS = {
    "downcased": {
        "type": "boolean",
        "default": False,
        "description": "For `cola-all`: puts the sentences in lower case, to measure the effect of letter case.",
    }
}
NEEDED = ()
SOURCES = {"sentences": "cola-all.tsv"}
DESCRIPTION = (
    "These are all 10,656 sentences of CoLA with expert labels. They include CoLA’s test sets, whose labels GLUE keeps "
    "hidden. So this dataset is off by default, and nothing is trained or tuned on it. Classifiers trained on "
    "CoLA know most of its sentences."
)
DOWNCASED = " Here the sentences are in lower case."


def manifest(entry: Mapping) -> Manifest:
    """Describe an entry: without splits, so that no classifier can be trained or tuned on it."""
    downcased = entry.get("downcased", False)
    return Manifest(
        sources=SOURCES,
        options={"downcased": downcased},
        labelled=True,
        cluster="publications",
        description=DESCRIPTION + DOWNCASED * downcased,
    )
