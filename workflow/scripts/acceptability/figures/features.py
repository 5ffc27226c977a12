"""Mean MCC over the restarts on the sentences with a feature, with its interval: a row a feature."""

import numpy as np
import pandas as pd

from acceptability.contracts.classifiers import CLASSIFIERS, FEATURE_MCC
from acceptability.figures.style import MARKERS, draw_across, plt, size

READS = {"features": FEATURE_MCC, "summary": CLASSIFIERS}
LONG = 20  # features: more of them stand in two columns


def draw(
    *,
    features: pd.DataFrame,
    summary: pd.DataFrame,
    classifier_labels: dict[str, str],
    classifier_colours: dict[str, str],
    lines: dict[str, float],
    level: str,
    width: float,
) -> plt.Figure:
    """Features of one ``level`` (``major`` or ``minor``). Dashed lines: the systems' means on the whole test set.

    An open marker says that some restart's MCC is undefined. ``lines`` are drawn across, by their labels.
    """
    table = features[features["level"] == level]
    means = summary[summary["split"] == "test"].set_index("system")["mean"]
    names = list(table["feature"].drop_duplicates())
    columns = 2 if len(names) > LONG else 1
    rows = -(-len(names) // columns)
    height = 1.1 + (0.1 + 0.06 * len(classifier_labels)) * rows
    figure, panels = plt.subplots(1, columns, figsize=size(width, 72 * (height)), sharex=True, squeeze=False)
    sentences = table.groupby("feature", sort=False)["sentences"].first()
    for axes, start in zip(panels.flat, range(0, len(names), rows), strict=True):
        shown = names[start : start + rows]
        handles = []
        for number, system in enumerate(classifier_labels):
            place = (number - (len(classifier_labels) - 1) / 2) * 0.7 / len(classifier_labels)
            of_system = table[table["system"] == system].set_index("feature").loc[shown]
            colour = classifier_colours[system]
            handles.append(_draw_system(axes, of_system, place, MARKERS[number % len(MARKERS)], colour))
            axes.axvline(means[system], color=colour, linestyle="--", linewidth=0.8)
        draw_across(axes, lines)
        axes.set_yticks(range(len(shown)), [f"{name} ({sentences[name]})" for name in shown], fontsize=6)
        axes.set_ylim(rows - 0.5, -0.5)
        axes.axvline(0, color="#BBBBBB", linewidth=0.5, zorder=0)
        axes.set_xlabel("Matthews correlation coefficient")
    figure.legend(handles, classifier_labels.values(), loc="outside lower center", ncols=2, frameon=False)
    return figure


def _draw_system(axes: plt.Axes, of_system: pd.DataFrame, place: float, marker: str, colour: str):
    """Means and intervals of one system, ``place`` below the features' rows; gives the filled markers."""
    places = np.arange(len(of_system)) + place
    has = of_system["mean"].notna().to_numpy()
    axes.hlines(places[has], of_system["low"][has], of_system["high"][has], color=colour, linewidth=0.7)
    look = {"linestyle": "", "marker": marker, "markersize": 3.5, "color": colour}
    undefined = (of_system["undefined"] > 0).to_numpy()
    filled, opened = has & ~undefined, has & undefined
    (handle,) = axes.plot(of_system["mean"][filled], places[filled], **look)
    axes.plot(of_system["mean"][opened], places[opened], markerfacecolor="white", **look)
    return handle
