"""Scores computed here beside the scores that were released for the same model."""

import pandas as pd

from acceptability.statistics.correlation import compare_scores


def compute(
    *, computed: dict[str, pd.DataFrame], published: dict[str, pd.DataFrame], released: dict[str, dict]
) -> pd.DataFrame:
    """Return how far the scores computed here differ from the released ones, as RELEASED.

    Parameters:
        computed, published: tables SCORES by system.
        released: by model, ``system``, whose scores were released, and the released measure of each of its measures.
    """
    rows = []
    for model, entry in released.items():
        ours, theirs = _by_measure(computed[model]), _by_measure(published[entry["system"]])
        for measure in ours:
            if measure in entry["measures"]:
                agreement = compare_scores(ours[measure], theirs[entry["measures"][measure]])
                rows.append({"system": model, "measure": measure, "released": entry["system"], **agreement})
    return pd.DataFrame(rows)


def _by_measure(scores: pd.DataFrame) -> dict[str, pd.Series]:
    """Return the scores by sentence_id, by measure."""
    groups = scores.groupby("measure", sort=False)
    return {measure: group.set_index("sentence_id")["score"] for measure, group in groups}
