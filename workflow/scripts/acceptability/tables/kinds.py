"""Kinds of disagreement between humans, experts and systems, and what pairs they are (light: rules read it)."""

KINDS = {
    "humans_against_experts": "pairs whose acceptable sentence people rate below the unacceptable one",
    "missed_by_all": "pairs that no system gets right with any of its measures",
    "met_by_one": "pairs that only one system gets right, with at least one of its measures",
}
OF_RATINGS = ("humans_against_experts",)


def kinds_of(rated: bool) -> list[str]:
    """Kinds that a dataset can have, with human ratings or without."""
    return [kind for kind in KINDS if rated or kind not in OF_RATINGS]
