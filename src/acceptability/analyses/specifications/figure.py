"""Draw the specification curve: the share of every row under every specification, and the choices of each."""

import numpy as np
import pandas as pd

from acceptability.contracts.systems import row_keys
from acceptability.figures.style import COLOURS, PAGE, SMALLEST, legend_below, plt, row_styles, size
from acceptability.options import OPTIONS

GAP = 2  # specifications, between one δ and the next


def draw_specifications(
    *,
    specifications: pd.DataFrame,
    labels: dict[str, str],
    colours: dict[str, str],
    references: dict[str, str],
    width: float,
) -> plt.Figure:
    """Draw specifications in the order of δ, then of the mean share of all systems' rows; below are all choices except
    δ.
    """
    names = ["threshold", *OPTIONS]
    table = specifications.assign(row=row_keys(specifications))
    systems = table[table["row"].isin(labels)]
    order = systems.groupby(names)["share"].mean().reset_index()
    order = order.sort_values(["threshold", "share"], kind="stable", ignore_index=True)
    groups = order["threshold"].factorize()[0]
    places = np.arange(len(order)) + GAP * groups
    starts = np.flatnonzero(np.diff(groups, prepend=-1))
    choices = [(name, value, label) for name, option in OPTIONS.items() for value, label in option.values.items()]
    heights = [85 + 0.28 * width, (11 if width == PAGE else 16) * len(choices)]
    figure, (above, below) = plt.subplots(
        2, 1, figsize=size(width, sum(heights) + 26), sharex=True, height_ratios=heights
    )
    shares = table.pivot(index=names, columns="row", values="share").reindex(pd.MultiIndex.from_frame(order[names]))
    drawn = {row: label for row, label in references.items() if row in shares}
    pitch = 0.85 * width / places[-1]  # points, from one specification to the next, or a little less
    every = max(1, round(8 / pitch))
    lines = []
    for number, (row, style) in enumerate(row_styles(labels, colours, drawn).items()):
        thin = {"linewidth": 0.5, "markersize": 2.5, "markevery": (number % every, every)} if row in labels else {}
        broken = [np.insert(values, starts[1:], np.nan) for values in (places.astype(float), shares[row].to_numpy())]
        lines += above.plot(*broken, **(style | thin))
    for start in starts:
        text = f"δ = {order['threshold'][start]:g}"
        above.text(places[start], 1.02, text, fontsize=7, va="bottom", transform=above.get_xaxis_transform())
        above.axvline(places[start] - GAP / 2, color="#BBBBBB", linewidth=0.6, zorder=0)
    above.set(ylabel="share of pairs", ylim=(0, 1), xlim=(-GAP / 2, places[-1] + GAP / 2))
    below.spines["left"].set_visible(False)
    bar = {"linestyle": "", "marker": "|", "markersize": 5, "markeredgewidth": 0.7 * pitch}
    for height, (name, value, label) in enumerate(choices):
        places_of_choice = places[order[name] == value]
        below.plot(
            places_of_choice, [height] * len(places_of_choice), color=COLOURS[list(OPTIONS).index(name) % 2], **bar
        )
        if width < PAGE:  # there is no place beside the bars
            below.text(0, height - 0.24, label, fontsize=SMALLEST, va="bottom")
    below.set_yticks(
        range(len(choices)), [label if width == PAGE else "" for _, _, label in choices], fontsize=SMALLEST
    )
    below.set_ylim(len(choices) - 0.5, -0.5 if width == PAGE else -0.9)
    below.tick_params(length=0, labelbottom=False)
    above.tick_params(axis="x", length=0)
    below.set_xlabel(f"{len(order)} specifications")
    legend_below(figure, lines)
    return figure
