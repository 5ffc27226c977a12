"""Tabulate the mixed model of individual ratings, for each row."""

import pandas as pd

from acceptability.tables.text import shown

NONE = "none"
VARIANCES = {
    "item_variance": "Var., sentences",
    "phenomenon_variance": "Var., phenomena",
    "article_variance": "Var., articles",
    "participant_slope_variance": "Var., slopes",
    "residual_variance": "Var., residual",
}


def make_mixed_model(*, mixed_model: pd.DataFrame, labels: dict[str, str]) -> pd.DataFrame:
    """Return the slope with its 95 % interval, share explained, differences of AIC, and variances; first the model
    without a system. ``labels`` by ``system/measure``. Variances that no model has are left out.
    """
    slopes = [
        shown(row.slope, 2)
        + (f" [{shown(row.slope_low, 2)}, {shown(row.slope_high, 2)}]" if pd.notna(row.slope_low) else "")
        for row in mixed_model.itertuples()
    ]
    columns = {
        "System": [labels.get(row, "no system" if row == NONE else row) for row in mixed_model["row"]],
        "Slope": slopes,
        "Explained": [shown(value, 3) for value in mixed_model["explained"]],
        "ΔAIC": [shown(value, 1) for value in mixed_model["delta_aic"]],
        "ΔAIC, one slope": [shown(value, 1) for value in mixed_model["delta_aic_one_slope"]],
        "ΔAIC, with length": [shown(value, 1) for value in mixed_model["delta_aic_length"]],
    }
    for name, heading in VARIANCES.items():
        if mixed_model[name].notna().any():
            columns[heading] = [shown(value, 3) for value in mixed_model[name]]
    return pd.DataFrame(columns)
