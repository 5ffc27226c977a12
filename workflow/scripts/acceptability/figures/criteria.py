"""Share of pairs that meet each criterion, from the BLiMP criterion through ever smaller δ."""

import numpy as np
import pandas as pd

from acceptability.contracts.metrics import CRITERIA
from acceptability.figures.style import GRID, legend_below, plt, row_styles, size

READS = {"criteria": CRITERIA}
CHANCE = "Chance: deltas dealt out at random"


def draw(
    *,
    criteria: pd.DataFrame,
    labels: dict[str, str],
    colours: dict[str, str],
    references: dict[str, str],
    width: float,
) -> plt.Figure:
    """A line a row, with 95 % intervals, and a dash at each system's chance; the variant ``corrected``.

    ``labels`` of systems, ``references`` of others.
    """
    table = criteria[criteria["variant"] == "corrected"]
    table = table.assign(row=table["system"] + "/" + table["measure"])
    steps = table[["criterion", "threshold"]].drop_duplicates().sort_values(
        ["criterion", "threshold"], ascending=[False, False]
    )  # fmt: skip
    ticks = [
        "BLiMP\ncriterion" if row.criterion == "blimp" else f"ADC\nδ = {row.threshold:g}" for row in steps.itertuples()
    ]
    figure, axes = plt.subplots(figsize=size(width, 72 * (3.4)))
    lines = []
    for number, (row, style) in enumerate(row_styles(labels, colours, references).items()):
        shares = steps.merge(table[table["row"] == row], on=["criterion", "threshold"], how="left")
        if len(ticks) == 1:
            style |= {"linestyle": "", "marker": style.get("marker", "_")}
        lines += axes.plot(range(len(ticks)), shares["share"], **style)
        if row in labels:  # side by side, so that the intervals can be told apart
            places = np.arange(len(ticks)) + 0.5 * ((number + 0.5) / len(labels) - 0.5)
            axes.vlines(places, shares["low"], shares["high"], color=style["color"], linewidth=0.6, alpha=0.7)
            axes.plot(places, shares["chance"], linestyle="", marker="_", markersize=4, color=style["color"])
    if table["chance"].notna().any():
        lines += axes.plot([], [], linestyle="", marker="_", markersize=4, color="#000000", label=CHANCE)
    axes.set_xticks(range(len(ticks)), ticks)
    axes.set_xlim(-0.35, len(ticks) - 0.65)
    axes.set_ylim(0, 1)
    axes.set(ylabel="share of pairs")
    axes.grid(axis="y", **GRID)
    legend_below(figure, lines)
    return figure
