"""How often one panel of participants meets the ADC when another stands for the humans, by its raters."""

import matplotlib as mpl
import numpy as np
import pandas as pd

from acceptability.contracts.raters import CEILING
from acceptability.figures.style import GRID, MARKERS, plt, size

READS = {"ceiling": CEILING}
JUDGES = {"expected_ratings": "none", "scaled_ratings": "#DDDDDD"}  # comparison → fill of its marker
MEANINGS = {
    "observed, with 95 % of splits": {},
    "noise model (extrapolated)": {"linestyle": "--", "linewidth": 1},
    "the same, first side at SD 1": {"linestyle": ":", "linewidth": 1},
    "expected ratings against\nall raters (noise model)": {"linestyle": "", "marker": "o", "markerfacecolor": "none"},
    "the same, SD 1 as systems": {"linestyle": "", "marker": "o", "markerfacecolor": "#DDDDDD"},
}


def draw(*, ceiling: pd.DataFrame, width: float) -> plt.Figure:
    """ADC of one panel of participants against another, by the raters of a sentence on either side: a line a δ.

    Solid, with a band of 95 % of the splits: observed. Dashed: the noise model; dotted: the same, the first panel being
    brought to an SD of 1. Open markers: a judge who knows the
    expected ratings, against all raters, by the noise model; grey ones: the same judge on the scale of systems.
    """
    adc = ceiling[(ceiling["criterion"] == "adc") & ~ceiling["comparison"].str.startswith("whole")]
    thresholds = sorted(adc["threshold"].unique())
    figure, axes = plt.subplots(figsize=size(width, 72 * (3.2)))
    shades = mpl.colormaps["viridis"](np.linspace(0, 0.75, max(len(thresholds), 1)))
    for number, (delta, colour) in enumerate(zip(thresholds, shades, strict=False)):
        rows = adc[adc["threshold"] == delta]
        panels = rows[rows["comparison"] == "equal_panels"]
        observed, model = panels[panels["source"] == "observed"], panels[panels["source"] != "observed"]
        line = {"color": colour, "marker": MARKERS[number % len(MARKERS)], "markersize": 4.5}
        axes.fill_between(observed["raters"], observed["low"], observed["high"], color=colour, alpha=0.2, linewidth=0)
        axes.plot(observed["raters"], observed["mean"], label=f"δ = {delta:g}", **line)
        axes.plot(model["raters"], model["mean"], color=colour, linestyle="--", linewidth=1)
        scaled = rows[(rows["comparison"] == "scaled_panels") & (rows["source"] != "observed")]
        axes.plot(scaled["raters"], scaled["mean"], color=colour, linestyle=":", linewidth=1)
        for comparison, fill in JUDGES.items():
            best = rows[rows["comparison"] == comparison].tail(1)
            place = best["against"] * (1.03 + 0.03 * number)  # side by side, as some are nearly the same
            axes.plot(place, best["mean"], markerfacecolor=fill, linestyle="", **line)
    if not thresholds:
        axes.text(0.5, 0.5, "too few ratings of each sentence", ha="center", transform=axes.transAxes)
    axes.set_ylim(0, 1)
    axes.set_xlim(left=0)
    axes.xaxis.set_major_locator(mpl.ticker.MaxNLocator(integer=True))
    axes.set(xlabel="raters of a sentence, on either side", ylabel="share of pairs that meet the ADC")
    axes.grid(axis="y", **GRID)
    handles = axes.get_legend_handles_labels()[0]
    handles += [mpl.lines.Line2D([], [], color="#555555", label=label, **look) for label, look in MEANINGS.items()]
    axes.legend(handles=handles, loc="center left", bbox_to_anchor=(1.0, 0.5), frameon=False)
    return figure
