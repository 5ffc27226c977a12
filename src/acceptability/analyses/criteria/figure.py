"""Draw the share of pairs that meet each criterion: a row for each system and baseline, a panel for each criterion."""

import matplotlib as mpl
import numpy as np
import pandas as pd

from acceptability.contracts.systems import row_keys
from acceptability.figures.layout import share_ticks
from acceptability.figures.style import COLOURS, GREY, SMALLEST, legend_below, plt, size, widest, wrapped

LINE = 8.5  # points, from one line of a name to the next


def draw_criteria(
    *, criteria: pd.DataFrame, labels: dict[str, str], references: dict[str, str], width: float
) -> plt.Figure:
    """Draw points with their 95 % intervals, and a stroke at each row's chance; the variant ``corrected``, ties as
    half.

    Rows in the order of ``labels`` (of systems), then ``references`` in grey. The BLiMP criterion comes first, then the
    ADC from the smallest δ to the greatest, as in tables.
    """
    table = criteria[criteria["variant"] == "corrected"]
    table = table.set_index(row_keys(table))
    steps = table[["criterion", "threshold"]].drop_duplicates().sort_values(
        ["criterion", "threshold"], ascending=[False, True]
    )  # fmt: skip
    rows = labels | {row: label for row, label in references.items() if row in table.index}
    names = [wrapped(label, 0.4 * width, SMALLEST) for label in rows.values()]
    lines = np.array([name.count("\n") + 1 for name in names])
    places = LINE * (np.cumsum(lines) - lines / 2) + 4.0 * np.array([row in references for row in rows])
    columns = min(len(steps), max(1, int((width - widest(names, SMALLEST)) // 60)))
    blocks = -(-len(steps) // columns)
    tall = places[-1] + LINE * lines[-1] / 2
    figure, grid = plt.subplots(blocks, columns, figsize=size(width, blocks * (tall + 34)), sharey=True, squeeze=False)
    for axes, step in zip(grid.flat, steps.itertuples(), strict=False):
        met = table[
            (table["criterion"] == step.criterion)
            & (table["threshold"].isna() | (table["threshold"] == step.threshold))
        ]
        _draw_panel(axes, met.reindex(list(rows)), places, len(labels))
        axes.set_title("BLiMP criterion" if step.criterion == "blimp" else f"ADC, δ = {step.threshold:g}")
        axes.set_ylim(tall + 2, -2)
        axes.set_yticks(places, names, fontsize=SMALLEST, linespacing=1.0)
    for axes in grid[:, 0]:
        for name, row in zip(axes.get_yticklabels(), rows, strict=True):
            name.set(color="black" if row in labels else GREY, style="normal" if row in labels else "italic")
    for axes in grid.flat[len(steps) :]:
        axes.set_visible(False)
    marks = _legend(table["chance"].notna().any(), len(rows) > len(labels))
    alike = table["pairs"].nunique() == 1
    note = f"share of {int(table['pairs'].max()):,} pairs" if alike else "share of the pairs that a row covers"
    legend_below(figure, marks, note)
    return figure


def _draw_panel(axes: plt.Axes, met: pd.DataFrame, places: np.ndarray, systems: int) -> None:
    """Draw intervals, points and chance of one criterion; the first ``systems`` rows are systems."""
    axes.axvline(0.5, color="#DDDDDD", linewidth=0.6, zorder=0)
    axes.hlines(places, 0, 1, color="#EEEEEE", linewidth=0.5, zorder=0)
    for these, look in ((slice(systems), SYSTEM), (slice(systems, None), REFERENCE)):
        if not len(places[these]):  # of empty lines, matplotlib cannot tell the place, and lays out nothing
            continue
        axes.hlines(places[these], met["half_low"][these], met["half_high"][these], color=look["color"], linewidth=1.1)
        axes.plot(met["share_ties_half"][these], places[these], **look)
    axes.plot(met["chance"], places, **CHANCE)
    axes.set_xlim(-0.02, 1.02)
    share_ticks(axes, "0.5")
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)


_POINT = {"linestyle": "", "marker": "o", "markersize": 2.9, "clip_on": False}
SYSTEM = _POINT | {"color": COLOURS[0]}
REFERENCE = _POINT | {"color": GREY, "markerfacecolor": "white", "markeredgewidth": 0.9}
CHANCE = {"linestyle": "", "marker": "|", "markersize": 6, "color": COLOURS[1], "markeredgewidth": 1.1, "zorder": 1.5}


def _legend(chance: bool, references: bool) -> list[mpl.lines.Line2D]:
    """Return what the marks mean: those that are drawn."""
    looks = {"system, 95 % interval": SYSTEM | {"linestyle": "-", "linewidth": 1}}
    looks |= {"baseline": REFERENCE} if references else {}
    looks |= {"chance: its deltas, permuted": CHANCE} if chance else {}
    return [mpl.lines.Line2D([], [], label=label, **look) for label, look in looks.items()]
