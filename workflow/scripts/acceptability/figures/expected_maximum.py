"""What the best of k restarts reaches, against k."""

import matplotlib as mpl
import pandas as pd

from acceptability.contracts.classifiers import EXPECTED_MAXIMUM
from acceptability.figures.stability import marked
from acceptability.figures.style import GREY, GRID, MARKERS, legend_below, plt, size

READS = {"expected": EXPECTED_MAXIMUM}


def draw(
    *, expected: pd.DataFrame, classifier_labels: dict[str, str], classifier_colours: dict[str, str], width: float
) -> plt.Figure:
    """A colour a system. Dashed: the expected maximum on dev; solid: on test, of the restart that is best on dev."""
    figure, axes = plt.subplots(figsize=size(width, 90 + 0.25 * width))
    handles = []
    for number, (system, label) in enumerate(classifier_labels.items()):
        look = {"color": classifier_colours[system], "marker": MARKERS[number % len(MARKERS)], "markersize": 3.5}
        of_system = expected[expected["system"] == system].set_index("split")
        dev, test = of_system.loc[["dev"]], of_system.loc[["test"]]
        marks = marked(len(dev))
        axes.plot(dev["restarts"], dev["expected_maximum"], linestyle="--", linewidth=0.8, markevery=marks, **look)
        handles += axes.plot(test["restarts"], test["selected"], label=label, markevery=marks, **look)
    styles = {"test, best on dev": "-", "dev, expected maximum": "--"}
    handles += [mpl.lines.Line2D([], [], color=GREY, linestyle=line, label=name) for name, line in styles.items()]
    axes.xaxis.set_major_locator(mpl.ticker.MaxNLocator(integer=True))
    axes.set(xlabel="restarts tried", ylabel="Matthews correlation\ncoefficient")
    axes.grid(axis="y", **GRID)
    legend_below(figure, handles)
    return figure
