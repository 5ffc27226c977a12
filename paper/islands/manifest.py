"""Island effects: 2 × 2 designs of structure and length, with ratings by single participants."""

from collections.abc import Mapping

from acceptability.datasets.manifest import Designs, Manifest, Pairs, Ratings
from acceptability.papers.islands.experiments import EXPERIMENTS

KIND = "islands"
KEYS = {
    "experiment": {
        "description": "For `islands`: which one. "
        + "; ".join(f"`{key}`: {experiment.title}" for key, experiment in EXPERIMENTS.items())
        + ".",
        "enum": list(EXPERIMENTS),
        "default": next(iter(EXPERIMENTS)),
    }
}
NEEDED = ()
DESCRIPTION = (
    "{said}. Each design crosses structure (with an island or without) and length (of the dependency into it, or of a "
    "short one instead): each item has four sentences. Pairs are the two long ones of an item; they are made only in "
    "designs where these differ in little more than the island, and so not of {unpaired} islands. Ratings are z-scores "
    "within each person and survey, averaged."
)


def manifest(entry: Mapping) -> Manifest:
    """Describe an entry: rated sentences in 2 × 2 designs, some of which are in pairs."""
    key = entry.get("experiment", next(iter(EXPERIMENTS)))
    experiment = EXPERIMENTS[key]
    return Manifest(
        sources={"ratings": experiment.ratings, "materials": experiment.materials},
        options={"experiment": key, "rows": experiment.answers},
        pairs=Pairs(levels=("paradigm", "phenomenon")),
        ratings=Ratings(single=True, places=experiment.places),
        designs=Designs(interaction="island effect"),
        cluster="items",
        chosen="designs",
        description=DESCRIPTION.format(said=experiment.title, unpaired=" and ".join(experiment.unpaired)),
    )
