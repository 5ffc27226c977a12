"""The specification curve: the share of every row under every specification, and which choices each makes."""

import numpy as np
import pandas as pd

from acceptability.contracts.metrics import SPECIFICATIONS
from acceptability.figures.style import COLOURS, legend_below, plt, row_styles, size
from acceptability.options import OPTIONS

READS = {"specifications": SPECIFICATIONS}


def draw(
    *,
    specifications: pd.DataFrame,
    labels: dict[str, str],
    colours: dict[str, str],
    references: dict[str, str],
    width: float,
) -> plt.Figure:
    """Specifications are ordered by δ, then by the mean share of all systems' rows; below stands every choice but δ."""
    names = ["threshold", *OPTIONS]
    table = specifications.assign(row=specifications["system"] + "/" + specifications["measure"])
    systems = table[table["row"].isin(labels)]
    order = systems.groupby(names)["share"].mean().reset_index()
    order = order.sort_values(["threshold", "share"], kind="stable", ignore_index=True)
    places = pd.MultiIndex.from_frame(order[names])
    choices = [(name, value, label) for name, option in OPTIONS.items() for value, label in option.values.items()]
    figure, (above, below) = plt.subplots(
        2, 1, figsize=size(width, 72 * (5.2)), sharex=True, height_ratios=[3, 0.16 * len(choices)]
    )
    drawn = {row: label for row, label in references.items() if row in set(table["row"])}
    lines = []
    for row, style in row_styles(labels, colours, drawn).items():
        shares = table[table["row"] == row].set_index(names)["share"].reindex(places)
        width = {"linewidth": 0.5} if row in labels else {}
        lines += above.plot(np.arange(len(order)), shares.to_numpy(), **(style | {"markersize": 2.2} | width))
    for start, threshold in order["threshold"].drop_duplicates().items():
        for axes in (above, below):
            axes.axvline(start - 0.5, color="#BBBBBB", linewidth=0.8)
        above.text(start, 1.01, f"δ = {threshold:g}", fontsize=7, va="bottom", transform=above.get_xaxis_transform())
    above.set(ylabel="share of pairs")
    above.set_ylim(0, 1)
    legend_below(figure, lines)
    for height, (name, value, _) in enumerate(choices):
        made = np.flatnonzero(order[name] == value)
        colour = COLOURS[list(OPTIONS).index(name) % 2]
        below.plot(made, [height] * len(made), linestyle="", marker="s", markersize=2.5, color=colour)
    below.set_yticks(range(len(choices)), [label for _, _, label in choices], fontsize=6)
    below.set_ylim(len(choices) - 0.5, -0.5)
    below.set_xticks([])
    below.set_xlabel(f"{len(order)} specifications")
    return figure
