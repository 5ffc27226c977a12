"""Draw the ADC at every δ."""

import pandas as pd

from acceptability.figures.style import GRID, legend_below, plt, row_styles, size

MARKS = 8  # markers of a curve
STROKES = 28.0  # points, of lines in the legend, so that dashes can be told apart


def draw_adc_curves(
    *,
    adc_curves: pd.DataFrame,
    labels: dict[str, str],
    colours: dict[str, str],
    references: dict[str, str],
    thresholds: list[float],
    width: float,
) -> plt.Figure:
    """Draw a line for each row that has a curve: systems with markers, references grey and dashed.

    The configured ``thresholds`` are marked.
    """
    figure, axes = plt.subplots(figsize=size(width, 110 + 0.25 * width))
    every = max(1, len(adc_curves["threshold"].unique()) // MARKS)
    lines, systems = [], 0
    by_row = dict(list(adc_curves.groupby("row")))
    for number, (row, style) in enumerate(row_styles(labels, colours, references).items()):
        if row not in by_row:
            continue
        curve = by_row[row]
        marks = {"markevery": (every * (number % 4) // 4, every), "clip_on": False}  # not all at the same δ
        lines += axes.plot(curve["threshold"], curve["share"], **style, **marks)
        systems += row not in references
    for threshold in thresholds:
        axes.axvline(threshold, color="#BBBBBB", linewidth=0.8, zorder=0)
    axes.set_xticks([0, *thresholds], ["0", *(f"{threshold:g}" for threshold in thresholds)])
    axes.set_xlim(0, adc_curves["threshold"].max())
    axes.set_ylim(0, 1)
    axes.set(xlabel="δ, in standard deviations", ylabel="share of pairs that meet the ADC")
    axes.grid(axis="y", **GRID)
    legend_below(figure, lines, apart=systems, strokes=STROKES)
    return figure
