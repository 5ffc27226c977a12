"""Mean MCC over the restarts on each source, by classifiers that were trained without it: a row a source."""

import pandas as pd

from acceptability.contracts.classifiers import DIVISIONS
from acceptability.figures.layout import name_rows, row_heights, wrap
from acceptability.figures.style import GREY, GRID, MARKERS, SMALLEST, legend_below, plt, size

READS = {"divisions": DIVISIONS}


def draw(
    *,
    divisions: pd.DataFrame,
    classifier_labels: dict[str, str],
    classifier_colours: dict[str, str],
    source_labels: dict[str, str],
    width: float,
) -> plt.Figure:
    """The best judged sources stand at the top. Dashed lines: the sentences of all sources together.

    A source whose sentences all have one label has a dash and the accuracy of the systems instead.
    """
    table = divisions[divisions["kind"] == "without"]
    systems = [system for system in classifier_labels if system in set(table["system"])]
    rows, pooled = (table[table["part"] == part] for part in ("source", "pooled"))
    means = rows.groupby("division")["mean"].mean().sort_values(ascending=False)  # those without one come last
    count = rows.groupby("division")["sentences"].first()
    names = [wrap(f"{source_labels[source]} ({count[source]:,})", 0.42 * width) for source in means.index]
    least = 6 + 4 * len(systems)
    figure, axes = plt.subplots(figsize=size(width, 40 + row_heights(names, least).sum()))
    places = pd.Series(name_rows(axes, names, least), means.index)
    handles = []
    for number, system in enumerate(systems):
        found = rows[(rows["system"] == system) & rows["mean"].notna()].set_index("division")
        y = places[found.index] + (number - (len(systems) - 1) / 2) * 4
        colour = classifier_colours[system]
        axes.hlines(y, found["low"], found["high"], color=colour, linewidth=0.8)
        look = {"color": colour, "marker": MARKERS[number % len(MARKERS)], "markersize": 3.5, "linestyle": ""}
        handles += axes.plot(found["mean"], y, label=classifier_labels[system], **look)
        axes.axvline(
            float(pooled.loc[pooled["system"] == system, "mean"].iloc[0]), color=colour, ls="--", linewidth=0.8
        )
    axes.axvline(0, color="#BBBBBB", linewidth=0.5, zorder=0)
    for source in means.index[means.isna()]:
        accuracy = rows.loc[rows["division"] == source, "accuracy"].agg(["min", "max"]).map("{:.2f}".format)
        text = f"– (accuracy {' to '.join(dict.fromkeys(accuracy))})"
        where = {"xytext": (2, 0), "textcoords": "offset points", "va": "center"}
        blank = {"facecolor": "white", "edgecolor": "none", "pad": 0.5}
        axes.annotate(text, (0, places[source]), fontsize=SMALLEST, color=GREY, bbox=blank, **where)
    axes.set(xlabel="Matthews correlation coefficient")
    axes.grid(axis="x", **GRID)
    legend_below(figure, handles)
    return figure
