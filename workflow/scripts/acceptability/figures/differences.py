"""Row minus column, in percentage points, by the BLiMP criterion and at the smallest δ: two heatmaps."""

import numpy as np
import pandas as pd

from acceptability.contracts.metrics import DIFFERENCES
from acceptability.figures.heatmap import draw_heatmap, write_cell
from acceptability.figures.style import plt, size

READS = {"differences": DIFFERENCES}


def draw(*, differences: pd.DataFrame, labels: dict[str, str], references: dict[str, str], width: float) -> plt.Figure:
    """Systems stand in rows and columns, references in rows only.

    Bold: p < 0.05 after Holm's correction; of differences from references, an interval that leaves out 0.
    """
    smallest = differences["threshold"].min()
    panels = {"BLiMP criterion": differences[differences["criterion"] == "blimp"]}
    if np.isfinite(smallest):
        panels[f"ADC, δ = {smallest:g}"] = differences[differences["threshold"] == smallest]
    rows = labels | references
    height = len(panels) * (0.5 + 0.21 * len(rows)) + 1.0
    figure, grid = plt.subplots(len(panels), 1, figsize=size(width, 72 * (height)), sharex=True, squeeze=False)
    for axes, (name, table) in zip(grid.flat, panels.items(), strict=True):
        values, sure = _matrices(table, list(rows))
        values = values[:, : len(labels)]
        greatest = np.nanmax(np.abs(values), initial=1)
        draw_heatmap(
            axes,
            values,
            None,
            columns=list(labels.values()),
            rows=list(rows.values()),
            limits=(-greatest, greatest),
            bar={"label": "row − column, points"},
        )
        for i, j in np.argwhere(np.isfinite(values)):
            colour = "white" if abs(values[i, j]) > 0.7 * greatest else "#000000" if sure[i, j] else "#555555"
            weight = "bold" if sure[i, j] else "normal"
            text = f"{round(values[i, j])}".replace("-", "−")
            write_cell(axes, i, j, text, fontsize=5.5, fontweight=weight, color=colour)
        unsure = "" if sure.any() else " – no difference is significant"
        axes.set_title(f"{name}{unsure}")
    return figure


def _matrices(table: pd.DataFrame, rows: list[str]) -> tuple[np.ndarray, np.ndarray]:
    """Row minus column in points (NaN: not compared), and whether the difference is significant."""
    places = {row: number for number, row in enumerate(rows)}
    values, sure = np.full((len(rows), len(rows)), np.nan), np.zeros((len(rows), len(rows)), dtype=bool)
    for row in table.itertuples():
        first, second = places[row.first], places[row.second]
        values[first, second], values[second, first] = 100 * row.difference, -100 * row.difference
        leaves_out_0 = row.low > 0 or row.high < 0
        sure[first, second] = sure[second, first] = leaves_out_0 if row.family == "references" else row.p_holm < 0.05
    return values, sure
