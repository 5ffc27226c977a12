"""Compare scores computed here with the scores that were released for the same model."""

import pandas as pd

from acceptability.contracts import systems
from acceptability.statistics.correlation import compare_scores


def compute(
    *, computed: dict[str, pd.DataFrame], published: dict[str, pd.DataFrame], released: dict[str, dict]
) -> pd.DataFrame:
    """Return how far the scores computed here differ from the released ones, as RELEASED.

    Parameters:
        computed, published: tables SCORES by system.
        released: by model, ``system``, whose scores were released, and the released measure of each of its measures.
    """
    ours, theirs = systems.by_row(computed, "score"), systems.by_row(published, "score")
    rows = []
    for model, entry in released.items():
        for measure in computed[model]["measure"].unique():
            if measure in entry["measures"]:
                row = f"{entry['system']}/{entry['measures'][measure]}"
                agreement = compare_scores(ours[f"{model}/{measure}"], theirs[row])
                rows.append({"system": model, "measure": measure, "released": entry["system"], **agreement})
    return pd.DataFrame(rows)
