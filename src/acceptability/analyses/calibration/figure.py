"""Draw reliability diagrams: the share of acceptable sentences against p(acceptable), a panel for each classifier."""

import matplotlib as mpl
import pandas as pd

from acceptability.figures.layout import AROUND, grid, height_of, wrap
from acceptability.figures.style import COLOURS, GREY, SMALLEST, legend_below, plt, size

LOOKS = {  # how each variant is drawn, to which side of a bin's middle its bar lies, and how that is hatched
    "as_trained": ({"label": "as trained", "color": COLOURS[0], "marker": "o"}, -1, None),
    "temperature": ({"label": "with temperature", "color": COLOURS[1], "marker": "s"}, 1, "//////"),
}
HIGHEST = 560  # points, of the panels


def draw_calibration(
    *,
    reliability: pd.DataFrame,
    calibration: pd.DataFrame,
    classifier_labels: dict[str, str],
    split: str,
    width: float,
) -> plt.Figure:
    """Draw points with their intervals; dotted: right probabilities; bars: the share of the sentences in each bin.

    A point is the larger, the more sentences it represents.
    """
    bins = reliability[reliability["split"] == split]
    errors = calibration[calibration["split"] == split].set_index(["system", "variant"])["ece"]
    rows, columns = grid(len(classifier_labels), width)
    panel = (width - AROUND) / max(columns, 2)
    names = {system: wrap(label, panel - 8) for system, label in classifier_labels.items()}
    title = 12 + max(map(height_of, names.values()))
    height = min(HIGHEST, rows * (title + min(0.85 * panel, 150)))
    figure, panels = plt.subplots(
        rows, columns, figsize=size(width, AROUND + height), sharex=True, sharey=True, squeeze=False
    )
    for axes, (system, name) in zip(panels.flat, names.items(), strict=False):
        axes.plot([0, 1], [0, 1], color=GREY, linestyle=":", linewidth=0.8, zorder=1)
        handles = [_draw_variant(axes, bins[bins["system"] == system], variant) for variant in LOOKS]
        error = " → ".join(f"{errors[system, variant]:.3f}" for variant in LOOKS)
        axes.set_title(f"{name}\nECE {error}", fontsize=SMALLEST, linespacing=1.1, pad=2)
    ends, ticks, names_of_ticks = (-0.03, 1.03), (0, 0.5, 1), ("0", "0.5", "1")
    panels[0, 0].set(xlim=ends, ylim=ends, xticks=ticks, yticks=ticks)
    panels[0, 0].set(xticklabels=names_of_ticks, yticklabels=names_of_ticks)
    for number, axes in enumerate(panels.flat):
        if number >= len(names):
            axes.remove()
        axes.tick_params(labelsize=SMALLEST, labelbottom=number + columns >= len(names))
    figure.supylabel("share", fontsize=8)
    legend_below(figure, handles, title="p(acceptable)")
    return figure


def _draw_variant(axes: plt.Axes, table: pd.DataFrame, variant: str) -> mpl.lines.Line2D:
    """Draw bars, intervals and points of one classifier; gives a handle for the legend."""
    look, side, hatch = LOOKS[variant]
    table, colour = table[table["variant"] == variant], look["color"]
    middle = (table["bin"].to_numpy() - 0.5) / table["bin"].max()
    apart = 0.25 / table["bin"].max()
    bars = {"color": colour, "alpha": 0.25, "linewidth": 0, "hatch": hatch, "edgecolor": "white"}
    axes.bar(middle + side * apart, table["share"], width=2 * apart, **bars)
    has = table[table["acceptable"].notna()]
    axes.vlines(has["mean_p"], has["low"], has["high"], color=colour, linewidth=0.7)
    sizes = 2 + 40 * has["share"]  # square points
    axes.scatter(has["mean_p"], has["acceptable"], s=sizes, color=colour, marker=look["marker"], linewidths=0, zorder=3)
    return mpl.lines.Line2D([], [], linestyle="", markersize=4, **look)
