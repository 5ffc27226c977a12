"""Share of sentences that any two of the first k restarts judge differently, against k."""

import matplotlib as mpl
import pandas as pd

from acceptability.contracts.classifiers import STABILITY_CURVE
from acceptability.figures.style import GRID, MARKERS, plt, size

READS = {"curve": STABILITY_CURVE}


def draw(
    *, curve: pd.DataFrame, unstable_labels: dict[str, str], unstable_colours: dict[str, str], width: float
) -> plt.Figure:
    """A line a system, with a marker at its end."""
    figure, axes = plt.subplots(figsize=size(width, 72 * (2.8)))
    lines = []
    for number, (system, label) in enumerate(unstable_labels.items()):
        group = curve[curve["system"] == system]
        colour = unstable_colours[system]
        lines += axes.plot(group["restarts"], group["flipped"], color=colour, label=label)
        end = group.iloc[-1]
        marker = MARKERS[number % len(MARKERS)]
        axes.plot(end["restarts"], end["flipped"], marker=marker, markersize=5, color=colour)
    axes.set_ylim(bottom=0)
    axes.xaxis.set_major_locator(mpl.ticker.MaxNLocator(integer=True))
    axes.set(xlabel="restarts", ylabel="share of sentences that flip")
    axes.grid(axis="y", **GRID)
    axes.legend(lines, unstable_labels.values(), frameon=False)
    return figure
