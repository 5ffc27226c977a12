"""Draw the mean MCC over the restarts on the sentences with a feature, with its interval: a row for each feature."""

import numpy as np
import pandas as pd

from acceptability.figures.layout import name_rows, row_heights, wrap
from acceptability.figures.style import MARKERS, PAGE, draw_across, legend_below, plt, size

LONG = 20  # features: more of them are in two columns on a page
HIGHEST = 500  # points, of the panels: rows of many systems are closer together


def draw_features(
    *,
    feature_mcc: pd.DataFrame,
    classifiers: pd.DataFrame,
    classifier_labels: dict[str, str],
    classifier_colours: dict[str, str],
    lines: dict[str, float],
    level: str,
    width: float,
) -> plt.Figure:
    """Draw features of one ``level`` (``major`` or ``minor``). Dashed lines: the systems' means on the whole test set.

    An open marker says that some restart's MCC is undefined. ``lines`` are drawn across, by their labels.
    """
    table = feature_mcc[(feature_mcc["level"] == level) & (feature_mcc["split"] == "dev")]
    means = classifiers[classifiers["split"] == "test"].set_index("system")["mean"]
    sentences = table.groupby("feature", sort=False)["sentences"].max()
    names = [f"{name} ({count})" for name, count in sentences.items()]
    columns = 2 if len(names) > LONG and width == PAGE else 1
    rows = -(-len(names) // columns)
    room = 0.5 if rows > LONG and columns == 1 else 0.4  # of the width: many names go on one line each
    names = [wrap(name, room * width / columns) for name in names]
    least = min(6 + 3 * len(classifier_labels), HIGHEST / rows)
    parts = [slice(start, start + rows) for start in range(0, len(names), rows)]
    height = max(row_heights(names[part], least).sum() for part in parts)
    figure, panels = plt.subplots(1, columns, figsize=size(width, 40 + height), sharex=True, squeeze=False)
    for axes, part in zip(panels.flat, parts, strict=True):
        places = name_rows(axes, names[part], least)
        axes.set_ylim(height, 0)
        handles = []
        for number, (system, label) in enumerate(classifier_labels.items()):
            beside = (number - (len(classifier_labels) - 1) / 2) * 0.7 * least / len(classifier_labels)
            of_system = table[table["system"] == system].set_index("feature").loc[sentences.index[part]]
            look = {"color": classifier_colours[system], "marker": MARKERS[number % len(MARKERS)], "label": label}
            handles.append(_draw_system(axes, of_system, places + beside, look))
            axes.axvline(means[system], color=classifier_colours[system], linestyle="--", linewidth=0.8)
        draw_across(axes, lines)
        axes.axvline(0, color="#BBBBBB", linewidth=0.5, zorder=0)
        axes.set_xlabel("Matthews correlation coefficient")
    legend_below(figure, handles)
    return figure


def _draw_system(axes: plt.Axes, of_system: pd.DataFrame, places: np.ndarray, look: dict[str, str]):
    """Draw means and intervals of one system, at ``places``; gives the filled markers."""
    has = of_system["mean"].notna().to_numpy()
    axes.hlines(places[has], of_system["low"][has], of_system["high"][has], color=look["color"], linewidth=0.7)
    style = {**look, "linestyle": "", "markersize": 3.5}
    undefined = (of_system["undefined"] > 0).to_numpy()
    filled, opened = has & ~undefined, has & undefined
    (handle,) = axes.plot(of_system["mean"][filled], places[filled], **style)
    axes.plot(of_system["mean"][opened], places[opened], markerfacecolor="white", **style)
    return handle
