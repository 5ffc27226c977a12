"""Draw the ADC of systems, chance, one constant for all pairs, and other people."""

import pandas as pd

from acceptability.contracts.systems import row_keys
from acceptability.figures.layout import name_rows, row_heights, wrap
from acceptability.figures.style import GREY, GRID, legend_below, plt, size

ROW = 11  # points
CONSTANT = "best constant delta, 95 % interval"
SHARE = "share of pairs, 95 % interval"
CHANCE = "chance: its deltas, permuted"


def draw_people(
    *, people: pd.DataFrame, panels: dict[str, str], labels: dict[str, str], colours: dict[str, str], width: float
) -> plt.Figure:
    """Draw a row for each panel and system, at the smallest δ: the share with its interval, and the chance matched to
    it.

    The line and the band are the best constant delta and its interval.
    """
    adc = people[people["statistic"] == "adc"]
    smallest = adc["threshold"].min()
    adc = adc[adc["threshold"] == smallest]
    by_row = adc.set_index(row_keys(adc))
    drawn = set(by_row.index[by_row["chance"].notna()])  # what is predicted has no deltas
    names = {row: wrap(label, 0.4 * width) for row, label in (panels | labels).items() if row in drawn}
    of_names = by_row.loc[list(names)]
    figure, axes = plt.subplots(figsize=size(width, 22 + row_heights(list(names.values()), ROW).sum()))
    heights = name_rows(axes, list(names.values()), ROW)
    handles = []
    if "reference/best_constant" in by_row.index:
        constant = by_row.loc["reference/best_constant"]
        axes.axvspan(constant["low"], constant["high"], color="#EEEEEE", zorder=0)
        handles = [axes.axvline(constant["value"], color=GREY, linestyle="--", linewidth=1, label=CONSTANT)]
    inks = [colours.get(row, "#000000") for row in names]
    axes.hlines(heights, of_names["low"], of_names["high"], color=inks, linewidth=1.2)
    axes.scatter(of_names["value"], heights, color=inks, s=14, linewidths=0, zorder=3)
    axes.scatter(of_names["chance"], heights, color=inks, marker="|", s=40, linewidths=1.3, zorder=3)
    handles += axes.plot([], [], marker="o", color=GREY, markersize=4, label=SHARE)
    handles += axes.plot([], [], marker="|", color=GREY, markersize=7, markeredgewidth=1.3, linestyle="", label=CHANCE)
    axes.set_xlim(0, 1)
    axes.grid(axis="x", **GRID)
    pairs = f"{adc['pairs'].max():,} pairs" if adc["pairs"].nunique() == 1 else "the pairs that a row covers"
    legend_below(figure, handles, f"share of {pairs} that meet the ADC, δ = {smallest:g}")
    return figure
