"""Draw the figure of this analysis."""

import numpy as np
import pandas as pd

from acceptability.analyses.rules.manifest import NAMES
from acceptability.figures.layout import name_rows, row_heights, share_ticks, wrap
from acceptability.figures.style import COLOURS, PAGE, SMALLEST, legend_below, plt, size

MOST = 30  # phenomena: of more, or of more than fit, those in which a rule tells most
TALLEST = 600.0  # points, of all panels


def draw_rules(*, rules: pd.DataFrame, labels: dict[str, str], width: float) -> plt.Figure:
    """Draw a panel for each rule, with a line for all pairs and one for each phenomenon: share and interval.

    Flagged shares are filled. Of many phenomena, those are drawn in which a rule's share is furthest from one half.
    """
    table = rules[rules["level"].isin(["all", "phenomenon"])]
    key = ["level", "group"]  # a phenomenon may be called "all"
    order = table.groupby(key, sort=False).agg(pairs=("pairs", "max"))
    far = (table["share"] - 0.5).abs().groupby([table[name] for name in key], sort=False).max()
    whole = order.index.get_level_values("level") == "all"
    titles = labels | NAMES
    kinds = list(dict.fromkeys(table["rule"]))
    lines = -(-len(kinds) // (7 if width == PAGE else 3))
    columns = -(-len(kinds) // lines)
    texts = {
        key: wrap(f"{'All pairs' if key[0] == 'all' else key[1]} ({pairs:,})", 0.24 * width)
        for key, pairs in order["pairs"].items()
    }
    first = [*order.index[whole], *far[~whole].nlargest(MOST, keep="first").index]  # those that tell most
    heights = np.cumsum(row_heights([texts[key] for key in first], 11))
    number = max(2, int((lines * (heights + 48) <= TALLEST).sum()))
    order = order[order.index.isin(first[:number])]
    names = [texts[key] for key in order.index]
    height = 8 + lines * (heights[: len(names)][-1] + 48)
    figure, panels = plt.subplots(lines, columns, figsize=size(width, height), sharex=True, sharey=True, squeeze=False)
    for axes in panels.flat[len(kinds) :]:
        axes.set_visible(False)
    room = 0.6 * width / columns
    for axes, rule in zip(panels.flat, kinds, strict=False):
        places = name_rows(axes, names, 11)
        rows = table[table["rule"] == rule].set_index(key).reindex(order.index)
        flagged = (rows["flagged"] == 1).to_numpy()
        axes.axvline(0.5, color="#BBBBBB", linewidth=0.8, zorder=0)
        axes.hlines(places, rows["low"], rows["high"], color=COLOURS[0], linewidth=0.9)
        look = {"linestyle": "", "marker": "o", "markersize": 4, "color": COLOURS[0]}
        axes.plot(rows["share"][~flagged], places[~flagged], **look, markerfacecolor="white")
        axes.plot(rows["share"][flagged], places[flagged], **look)
        axes.set_title(wrap(titles[rule], room), fontsize=SMALLEST)
        axes.set_xlim(-0.14, 1.14)
        share_ticks(axes)
    handles = [
        plt.Line2D([], [], **look, label="can be told from one half"),
        plt.Line2D([], [], **look, markerfacecolor="white", label="cannot"),
    ]
    legend_below(figure, handles, "share of pairs that the rule gets right, with its 95 % interval")
    return figure
