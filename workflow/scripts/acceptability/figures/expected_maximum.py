"""What the best of k restarts reaches, against k."""

import matplotlib as mpl
import pandas as pd

from acceptability.contracts.classifiers import EXPECTED_MAXIMUM
from acceptability.figures.style import GREY, GRID, MARKERS, legend_below, plt, size

READS = {"expected": EXPECTED_MAXIMUM}
MARKS = 5  # markers of a line


def draw(
    *, expected: pd.DataFrame, restart_labels: dict[str, str], restart_colours: dict[str, str], width: float
) -> plt.Figure:
    """A colour a system. Dashed: the expected maximum on dev; solid: on test, of the restart that is best on dev.

    Where sentences have no splits, solid is the expected maximum.
    """
    figure, axes = plt.subplots(figsize=size(width, 90 + 0.25 * width))
    split = expected["split"].isin(["dev", "test"]).any()
    handles = []
    for number, (system, label) in enumerate(restart_labels.items()):
        of_system = expected[expected["system"] == system].set_index("split")
        look = {"color": restart_colours[system], "marker": MARKERS[number % len(MARKERS)], "markersize": 3.5}
        if split:
            _draw_line(axes, of_system.loc[["dev"]], "expected_maximum", look | {"linestyle": "--", "linewidth": 0.8})
        lines = of_system.loc[["test"]] if split else of_system
        handles += _draw_line(axes, lines, "selected" if split else "expected_maximum", look | {"label": label})
    if split:
        styles = {"test, best on dev": "-", "dev, expected maximum": "--"}
        handles += [mpl.lines.Line2D([], [], color=GREY, linestyle=line, label=name) for name, line in styles.items()]
    axes.xaxis.set_major_locator(mpl.ticker.MaxNLocator(integer=True))
    axes.set(xlabel="restarts tried", ylabel="Matthews correlation\ncoefficient")
    axes.grid(axis="y", **GRID)
    legend_below(figure, handles)
    return figure


def _draw_line(axes: plt.Axes, table: pd.DataFrame, column: str, look: dict) -> list[mpl.lines.Line2D]:
    marks = list(range(len(table) - 1, -1, -max(1, len(table) // MARKS)))
    return axes.plot(table["restarts"], table[column], markevery=marks, **look)
