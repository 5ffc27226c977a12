"""The ADC of systems beside chance, one constant for all pairs, and other people."""

import numpy as np
import pandas as pd

from acceptability.contracts.raters import PEOPLE
from acceptability.figures.style import GRID, plt, size

READS = {"people": PEOPLE}


def draw(
    *, people: pd.DataFrame, panels: dict[str, str], labels: dict[str, str], colours: dict[str, str], width: float
) -> plt.Figure:
    """A row for each panel and system, at the smallest δ: the share with its interval, and the chance matched to it.

    The line and the band are the best constant delta and its interval.
    """
    adc = people[people["statistic"] == "adc"]
    smallest = adc["threshold"].min()
    adc = adc[adc["threshold"] == smallest]
    by_row = adc.set_index(adc["system"] + "/" + adc["measure"])
    drawn = set(by_row.index[by_row["chance"].notna()])  # what is predicted has no deltas
    rows = {row: label for row, label in (panels | labels).items() if row in drawn}
    figure, axes = plt.subplots(figsize=size(width, 72 * (0.85 + 0.14 * max(len(rows), 4))))
    if "reference/best_constant" in by_row.index:
        constant = by_row.loc["reference/best_constant"]
        axes.axvspan(constant["low"], constant["high"], color="#EEEEEE", zorder=0)
        axes.axvline(
            constant["value"], color="#555555", linestyle="--", linewidth=1, label="one preference for all pairs"
        )
    for height, row in enumerate(rows):
        found, colour = by_row.loc[row], colours.get(row, "#000000")
        axes.hlines(height, found["low"], found["high"], color=colour, linewidth=1.2)
        axes.plot(found["value"], height, marker="o", color=colour, markersize=4, linestyle="")
        axes.plot(found["chance"], height, marker="|", color=colour, markersize=7, markeredgewidth=1.4, linestyle="")
    axes.plot([], [], marker="o", color="#555555", linestyle="-", label="share of pairs, 95 % interval")
    axes.plot(
        [],
        [],
        marker="|",
        color="#555555",
        markersize=9,
        linestyle="",
        label="chance: the same deltas, dealt out at random",
    )
    axes.set_yticks(np.arange(len(rows)), [f"  {label}" for label in rows.values()], fontsize=6)
    axes.set_ylim(len(rows) - 0.4, -0.6)
    axes.set_xlim(0, 1)
    axes.set(xlabel=f"share of pairs that meet the ADC, δ = {smallest:g}")
    axes.grid(axis="x", **GRID)
    figure.legend(loc="outside lower center", ncols=3, frameon=False, fontsize=6.5)
    return figure
