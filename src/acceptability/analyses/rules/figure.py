"""Draw the figure of this analysis."""

import pandas as pd

from acceptability.analyses.rules.manifest import NAMES
from acceptability.figures.layout import name_rows, row_heights, wrap
from acceptability.figures.style import COLOURS, PAGE, SMALLEST, legend_below, plt, size

MOST = 30  # groups: of more, those in which a rule tells most


def draw_rules(*, rules: pd.DataFrame, labels: dict[str, str], width: float) -> plt.Figure:
    """Draw a panel for each rule, with a line for all pairs and one for each phenomenon: share and interval.

    Flagged shares are filled. Of more than MOST phenomena, those are drawn in which a rule's share is furthest from one
    half.
    """
    table = rules[rules["level"].isin(["all", "phenomenon"])]
    key = ["level", "group"]  # a phenomenon may be called "all"
    order = table.groupby(key, sort=False).agg(pairs=("pairs", "max"))
    far = (table["share"] - 0.5).abs().groupby([table[name] for name in key], sort=False).max()
    whole = order.index.get_level_values("level") == "all"
    order = order[whole | order.index.isin(far[~whole].nlargest(MOST, keep="first").index)]
    titles = labels | NAMES
    names = [
        wrap(f"{'All pairs' if level == 'all' else group} ({pairs:,})", 0.24 * width)
        for (level, group), pairs in order["pairs"].items()
    ]
    height = row_heights(names, 11).sum()
    kinds = list(dict.fromkeys(table["rule"]))
    columns = min(len(kinds), 7 if width == PAGE else 3)
    lines = -(-len(kinds) // columns)
    figure, panels = plt.subplots(
        lines, columns, figsize=size(width, 8 + lines * (height + 48)), sharex=True, sharey=True, squeeze=False
    )
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
        axes.set_xticks([0, 0.5, 1], ["0", ".5", "1"])
    handles = [
        plt.Line2D([], [], **look, label="can be told from one half"),
        plt.Line2D([], [], **look, markerfacecolor="white", label="cannot"),
    ]
    legend_below(figure, handles, "share of pairs that the rule gets right, with its 95 % interval")
    return figure
