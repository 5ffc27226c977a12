"""Correlation with people by linking function and model."""

import numpy as np
import pandas as pd

from acceptability.contracts.metrics import FITS
from acceptability.figures.layout import height_of, wrap
from acceptability.figures.style import GREY, GRID, MARKERS, SMALLEST, legend_below, plt, size

READS = {"fits": FITS}
STEP, LEAST, GAP = 5.0, 3.0, 4.0  # points, from one marker to the next, where there are many, and between models
HIGHEST = 540  # points, of the panel, if there are not too many rows
PALETTE = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#000000", "#56B4E9", "#882255"]


def draw(*, fits: pd.DataFrame, linking_functions: dict[str, dict[str, str]], width: float) -> plt.Figure:
    """A band for each model, in which each of its linking functions has a marker: r of sentences with its interval."""
    told = pd.DataFrame.from_dict(linking_functions, orient="index").join(fits.set_index("row"))
    functions = list(told["function"].unique())
    told["order"] = told["function"].map(functions.index)
    labels = told.groupby("model", sort=False)["label"].first()
    names = {model: wrap(label, 0.34 * width) for model, label in labels.items()}
    markers = told.groupby("model", sort=False).size()
    step = np.clip((HIGHEST - GAP * len(names)) / len(told), LEAST, STEP)
    heights = np.array([GAP + max(step * markers[model], height_of(name)) for model, name in names.items()])
    ends = np.cumsum(heights)
    middles = dict(zip(names, ends - heights / 2, strict=True))
    told = told.sort_values("order", kind="stable")
    place = told.groupby("model").cumcount() - (told["model"].map(markers) - 1) / 2
    told["place"] = told["model"].map(middles) + step * place
    figure, axes = plt.subplots(figsize=size(width, 40 + ends[-1]))
    handles = []
    for number, (function, rows) in enumerate(told.groupby("function", sort=False)):
        look = {"color": PALETTE[number % len(PALETTE)], "marker": MARKERS[number % len(MARKERS)], "markersize": 3}
        axes.hlines(rows["place"], rows["low"], rows["high"], color=look["color"], linewidth=0.9)
        axes.plot(rows["pearson_r"], rows["place"], linestyle="", **look)
        handles += axes.plot([], [], linewidth=0.9, label=function, **look)
    axes.hlines(ends[:-1], 0, 1, transform=axes.get_yaxis_transform(), color="#DDDDDD", linewidth=0.6)
    axes.axvline(0, color=GREY, linewidth=0.6, linestyle=":")
    axes.set_ylim(ends[-1], 0)
    axes.set_yticks(list(middles.values()), list(names.values()), fontsize=SMALLEST, linespacing=1)
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="x", **GRID)
    counts = " to ".join(f"{points:,.0f}" for points in sorted({told["points"].min(), told["points"].max()}))
    legend_below(figure, handles, f"Pearson’s r with the ratings of {counts} sentences")
    return figure
