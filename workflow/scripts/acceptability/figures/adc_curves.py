"""The ADC at every δ."""

import pandas as pd

from acceptability.contracts.metrics import ADC_CURVES
from acceptability.figures.style import GRID, legend_below, plt, row_styles, size

READS = {"curves": ADC_CURVES}


def draw(
    *,
    curves: pd.DataFrame,
    labels: dict[str, str],
    colours: dict[str, str],
    references: dict[str, str],
    thresholds: list[float],
    width: float,
) -> plt.Figure:
    """A line for each row that has a curve; the configured ``thresholds`` are marked."""
    figure, axes = plt.subplots(figsize=size(width, 72 * (3.6)))
    every = max(1, len(curves["threshold"].unique()) // 8)
    lines = []
    for row, style in row_styles(labels, colours, references).items():
        curve = curves[curves["row"] == row]
        if curve.empty:
            continue
        lines += axes.plot(
            curve["threshold"], curve["share"], markevery=(every // 2, every), **(style | {"markersize": 4})
        )
    for threshold in thresholds:
        axes.axvline(threshold, color="#BBBBBB", linewidth=0.8, zorder=0)
    axes.set_xticks([0, *thresholds], ["0", *(f"{threshold:g}" for threshold in thresholds)])
    axes.set_xlim(0, curves["threshold"].max())
    axes.set_ylim(0, 1)
    axes.set(xlabel="δ, in standard deviations", ylabel="share of pairs that meet the ADC")
    axes.grid(axis="y", **GRID)
    legend_below(figure, lines)
    return figure
