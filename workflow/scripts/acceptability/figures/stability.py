"""Share of sentences that any two of the first k restarts judge differently, against k."""

import matplotlib as mpl
import pandas as pd

from acceptability.contracts.classifiers import STABILITY_CURVE
from acceptability.figures.style import GRID, MARKERS, legend_below, plt, size

READS = {"curve": STABILITY_CURVE}
MARKS = 5  # markers of a line


def draw(
    *, curve: pd.DataFrame, unstable_labels: dict[str, str], unstable_colours: dict[str, str], width: float
) -> plt.Figure:
    """A line a system, with its markers, one of them at the end."""
    figure, axes = plt.subplots(figsize=size(width, 80 + 0.2 * width))
    lines = []
    for number, (system, label) in enumerate(unstable_labels.items()):
        group = curve[curve["system"] == system]
        look = {"color": unstable_colours[system], "marker": MARKERS[number % len(MARKERS)], "markersize": 4}
        marks = list(range(len(group) - 1, 0, -max(1, len(group) // MARKS)))
        lines += axes.plot(group["restarts"], group["flipped"], markevery=marks, label=label, **look)
    axes.set_ylim(bottom=0)
    axes.xaxis.set_major_locator(mpl.ticker.MaxNLocator(integer=True))
    axes.set(xlabel="restarts", ylabel="share of sentences that flip")
    axes.grid(axis="y", **GRID)
    legend_below(figure, lines)
    return figure
