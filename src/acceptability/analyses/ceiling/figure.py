"""Draw how often one panel of participants meets the ADC when another replaces the humans, by its raters."""

import matplotlib as mpl
import numpy as np
import pandas as pd

from acceptability.figures.layout import end_at_tick, without_data
from acceptability.figures.style import COLOURS, GRID, MARKERS, legend_below, plt, size

EMPTY = "too few ratings of each sentence"

OF_SENTENCES = {"equal_panels": "another panel of that size", "rest": "all other raters"}
JUDGES = {"expected_ratings": "none", "scaled_ratings": "#DDDDDD"}  # comparison → fill of its marker
MEANINGS = {
    "observed, with 95 % of the splits": {},
    "predicted": {"linestyle": "--", "linewidth": 1},
    "predicted, first panel at SD 1": {"linestyle": ":", "linewidth": 1},
    "expected ratings, predicted": {"linestyle": "", "marker": "o", "markerfacecolor": "none", "markersize": 4},
    "expected ratings at SD 1, predicted": {
        "linestyle": "",
        "marker": "o",
        "markerfacecolor": "#DDDDDD",
        "markersize": 4,
    },
}


def draw_ceiling(*, ceiling: pd.DataFrame, width: float) -> plt.Figure:
    """Draw ADC of one panel of participants against another, by the raters of a sentence on either side: a line a δ.

    Solid, with a band of 95 % of the splits: observed. Dashed: the noise model; dotted: the same, the first panel being
    brought to an SD of 1. Open markers: a judge who knows the expected ratings, against all raters, by the noise model;
    grey ones: the same judge on the scale of systems.
    """
    adc = ceiling[(ceiling["criterion"] == "adc") & ~ceiling["comparison"].str.startswith("whole")]
    thresholds = sorted(adc["threshold"].unique())
    if not thresholds:
        return without_data(width, EMPTY)
    figure, axes = plt.subplots(figsize=size(width, 110 + 0.2 * width))
    shades = mpl.colormaps["viridis"](np.linspace(0, 0.75, len(thresholds)))
    for number, (delta, colour) in enumerate(zip(thresholds, shades, strict=True)):
        rows = adc[adc["threshold"] == delta]
        panels = rows[rows["comparison"] == "equal_panels"]
        observed, model = panels[panels["source"] == "observed"], panels[panels["source"] != "observed"]
        line = {"color": colour, "marker": MARKERS[number % len(MARKERS)], "markersize": 4, "clip_on": False}
        axes.fill_between(observed["raters"], observed["low"], observed["high"], color=colour, alpha=0.2, linewidth=0)
        axes.plot(observed["raters"], observed["mean"], label=f"δ = {delta:g}", **line)
        axes.plot(model["raters"], model["mean"], color=colour, linestyle="--", linewidth=1)
        scaled = rows[(rows["comparison"] == "scaled_panels") & (rows["source"] != "observed")]
        axes.plot(scaled["raters"], scaled["mean"], color=colour, linestyle=":", linewidth=1)
        for comparison, fill in JUDGES.items():
            best = rows[rows["comparison"] == comparison].tail(1)
            place = best["against"] * (1.03 + 0.03 * number)  # side by side, as some are nearly the same
            axes.plot(place, best["mean"], markerfacecolor=fill, linestyle="", **line)
    axes.set_ylim(np.floor(10 * axes.dataLim.y0) / 10, 1)
    end_at_tick(axes)
    axes.set(xlabel="raters of a sentence in each panel", ylabel="share of pairs that meet the ADC")
    axes.grid(axis="y", **GRID)
    handles = axes.get_legend_handles_labels()[0]
    handles += [mpl.lines.Line2D([], [], color="#555555", label=label, **look) for label, look in MEANINGS.items()]
    legend_below(figure, handles, f"{int(adc['pairs'].max()):,} pairs")
    return figure


def draw_ceiling_of_sentences(*, ceiling: pd.DataFrame, width: float) -> plt.Figure:
    """Draw r of a panel with another of its size, and with all others, by its raters, on a logarithmic axis."""
    ceiling = ceiling[ceiling["criterion"] == "sentence_r"]
    if ceiling.empty:
        return without_data(width, EMPTY)
    figure, axes = plt.subplots(figsize=size(width, 80 + 0.15 * width))
    for (comparison, label), colour, marker in zip(OF_SENTENCES.items(), COLOURS, MARKERS, strict=False):
        rows = ceiling[ceiling["comparison"] == comparison]
        seen, formula = (rows[rows["source"].eq("observed") == observed] for observed in (True, False))
        axes.vlines(seen["raters"], seen["low"], seen["high"], color=colour, linewidth=0.7)
        points = {"color": colour, "marker": marker, "markersize": 3, "linestyle": "", "clip_on": False}
        axes.plot(seen["raters"], seen["mean"], label=label, **points)
        axes.plot(formula["raters"], formula["mean"], color=colour, linestyle="--", linewidth=1)
    axes.set_xscale("log")
    sizes = ceiling.loc[ceiling["source"].eq("observed"), "raters"].unique()
    axes.set_xticks(sizes, [f"{size:,.0f}" for size in sizes])
    axes.minorticks_off()
    axes.set_ylim(top=1)
    axes.set(xlabel="raters of a sentence in the panel", ylabel="Pearson’s r of ratings")
    axes.grid(axis="y", **GRID)
    handles = axes.get_legend_handles_labels()[0]
    handles.append(mpl.lines.Line2D([], [], color="#555555", label="predicted", **MEANINGS["predicted"]))
    legend_below(figure, handles, f"{ceiling['pairs'].max():,.0f} sentences, or fewer where fewer have so many raters")
    return figure
