"""Draw what more restarts change: sentences that any two judge differently, and the greatest MCC."""

import matplotlib as mpl
import pandas as pd

from acceptability.figures.layout import marked
from acceptability.figures.style import GRID, MARKERS, legend_below, plt, size

PANELS = {"flipped": "share of sentences\nthat flip", "expected_maximum": "expected\nmaximum MCC"}


def draw_stability(
    *, stability_curve: pd.DataFrame, restart_labels: dict[str, str], restart_colours: dict[str, str], width: float
) -> plt.Figure:
    """Draw a panel for either, a line a system, with its markers, one of them at the end."""
    figure, panels = plt.subplots(len(PANELS), 1, figsize=size(width, 130 + 0.25 * width), sharex=True)
    for axes, (column, name) in zip(panels, PANELS.items(), strict=True):
        lines = []
        for number, (system, label) in enumerate(restart_labels.items()):
            group = stability_curve[stability_curve["system"] == system]
            look = {"color": restart_colours[system], "marker": MARKERS[number % len(MARKERS)], "markersize": 4}
            marks = marked(len(group))
            lines += axes.plot(group["restarts"], group[column], markevery=marks, label=label, **look)
        axes.set_ylabel(name)
        axes.grid(axis="y", **GRID)
    panels[0].set_ylim(bottom=0)
    axes.xaxis.set_major_locator(mpl.ticker.MaxNLocator(integer=True))
    axes.set_xlabel("restarts")
    legend_below(figure, lines)
    return figure
