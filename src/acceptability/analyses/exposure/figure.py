"""Draw people's ratings at each stage of the questionnaire: a panel for each kind of sentence, with systems'
predictions.
"""

import pandas as pd
from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator

from acceptability.analyses.exposure.compute import KIND
from acceptability.analyses.exposure.table import best_row, most_answered, names_of
from acceptability.contracts.names import HUMAN
from acceptability.figures.layout import AROUND, grid, height_of, without_data, wrap
from acceptability.figures.style import DASHES, GRID, PEOPLE, SMALLEST, legend_below, plt, size

OF_PEOPLE = {"color": PEOPLE, "marker": "o", "markersize": 2, "linewidth": 0.9}
TALL = 62.0  # points, of a panel
FEW = 3  # systems that are all shown


def draw_exposure(
    *, exposure: pd.DataFrame, labels: dict[str, str], colours: dict[str, str], width: float
) -> plt.Figure:
    """Draw people's means with their intervals, and predictions of the systems, or of the best where there are many.

    Of many kinds of sentences, those with most answers are shown.
    """
    if exposure.empty:
        return without_data(width, "no sentence stands at several stages")
    rows = [row for row in labels if row in set(exposure["row"])]
    rows = rows if len(rows) <= FEW else best_row(exposure[exposure["row"].isin(rows)])
    kinds = most_answered(exposure)
    lines, columns = grid(len(kinds), width)
    titles = [wrap(title, (width - AROUND) / columns - 6) for title in names_of(kinds)]
    height = AROUND / 2 + lines * (TALL + max(map(height_of, titles)))
    figure, panels = plt.subplots(lines, columns, figsize=size(width, height), sharex=True, sharey=True, squeeze=False)
    by_kind = dict(list(exposure.groupby([*KIND, "row"])))
    for axes, kind, title in zip(panels.flat, kinds, titles, strict=False):
        people = by_kind[(*kind, HUMAN)]
        for number, row in enumerate(rows):
            predicted = by_kind.get((*kind, row), people[:0])
            axes.plot(predicted["stage"], predicted["value"], **_look(number, colours[row]))
        axes.vlines(people["stage"], people["low"], people["high"], color=PEOPLE, linewidth=0.7)
        axes.plot(people["stage"], people["value"], **OF_PEOPLE)
        axes.set_title(title, fontsize=SMALLEST, linespacing=1.1, pad=2)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=8))
        axes.grid(axis="y", **GRID)
    for number, axes in enumerate(panels.flat):
        if number >= len(kinds):
            axes.remove()
        axes.tick_params(labelsize=SMALLEST, labelbottom=number + columns >= len(kinds))
    handles = [Line2D([], [], label="people", **OF_PEOPLE)]
    handles += [
        Line2D([], [], label=f"predicted by {labels[row]}", **_look(number, colours[row]))
        for number, row in enumerate(rows)
    ]
    figure.supylabel("mean rating (z)", fontsize=8)
    legend_below(figure, handles, "stage of the questionnaire")
    return figure


def _look(number: int, colour: str) -> dict[str, object]:
    return {"color": colour, "linestyle": DASHES[number], "linewidth": 0.9}
