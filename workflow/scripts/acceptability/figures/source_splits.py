"""Mean MCC over the restarts on in-domain and out-of-domain test sentences: a row a split by source."""

import pandas as pd

from acceptability.contracts.classifiers import DIVISIONS
from acceptability.datasets.manifest import BETWEEN_SOURCES
from acceptability.figures.layout import name_rows, row_heights, wrap
from acceptability.figures.style import GRID, MARKERS, legend_below, mpl, plt, size

READS = {"divisions": DIVISIONS}
PARTS = {"in": "in-domain", "out": "out-of-domain"}


def draw(
    *,
    divisions: pd.DataFrame,
    classifier_labels: dict[str, str],
    classifier_colours: dict[str, str],
    source_labels: dict[str, str],
    width: float,
) -> plt.Figure:
    """Rows are named by their out-of-domain sources. Open markers: these; filled ones: the sources trained on."""
    table = divisions[divisions["kind"] == "sources"]
    systems = [system for system in classifier_labels if system in set(table["system"])]
    splits = list(table["division"].drop_duplicates())
    count = table[table["part"] == "out"].groupby("division")["sentences"].first()
    sources = [", ".join(source_labels[code] for code in split.split(BETWEEN_SOURCES)) for split in splits]
    names = [wrap(f"{name} ({count[split]})", 0.42 * width) for name, split in zip(sources, splits, strict=True)]
    least = 8 + 9 * len(systems)
    figure, axes = plt.subplots(figsize=size(width, 40 + row_heights(names, least).sum()))
    places = pd.Series(name_rows(axes, names, least), splits)
    handles = []
    for number, system in enumerate(systems):
        colour, marker = classifier_colours[system], MARKERS[number % len(MARKERS)]
        for place, part in enumerate(PARTS):
            rows = table[(table["system"] == system) & (table["part"] == part)].set_index("division")
            y = places[rows.index] + (number - (len(systems) - 1) / 2) * 9 + (place - 0.5) * 4
            axes.hlines(y, rows["low"], rows["high"], color=colour, linewidth=0.8)
            look = {"color": colour, "marker": marker, "markersize": 3.5, "linestyle": ""}
            look |= {"markerfacecolor": "white"} if part == "out" else {"label": classifier_labels[system]}
            drawn = axes.plot(rows["mean"], y, **look)
            handles += drawn if part == "in" else []
    grey = {"color": "#666666", "marker": "o", "markersize": 3.5, "linestyle": ""}
    handles += [
        mpl.lines.Line2D([], [], label=label, markerfacecolor="white" if part == "out" else "#666666", **grey)
        for part, label in PARTS.items()
    ]
    axes.set(xlabel="Matthews correlation coefficient")
    axes.axvline(0, color="#BBBBBB", linewidth=0.5, zorder=0)
    axes.grid(axis="x", **GRID)
    legend_below(figure, handles)
    return figure
