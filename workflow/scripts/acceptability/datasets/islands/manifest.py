"""Island effects: 2 × 2 designs of structure and length, with ratings by single participants."""

from collections.abc import Mapping

from acceptability.datasets.islands.experiments import EXPERIMENTS
from acceptability.datasets.manifest import Manifest

KIND = "islands"
KEYS = {
    "experiment": {
        "description": "For `islands`: which one. "
        + "; ".join(f"`{key}`: {experiment.said}" for key, experiment in EXPERIMENTS.items())
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
    """Rated sentences in 2 × 2 designs, some of which are in pairs."""
    key = entry.get("experiment", next(iter(EXPERIMENTS)))
    experiment = EXPERIMENTS[key]
    return Manifest(
        sources={"ratings": experiment.ratings, "materials": experiment.materials},
        options={"experiment": key, "rows": experiment.answers},
        pairs=True,
        rated=True,
        single_ratings=True,
        factorial=True,
        levels=("paradigm", "phenomenon"),
        cluster="paradigms",
        description=DESCRIPTION.format(said=experiment.said, unpaired=" and ".join(experiment.unpaired)),
    )
