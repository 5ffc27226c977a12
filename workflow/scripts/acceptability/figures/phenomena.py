"""Which phenomena each row has: a heatmap of shares where they are few, strips where they are many."""

import matplotlib as mpl
import numpy as np
import pandas as pd

from acceptability.contracts.metrics import PHENOMENA
from acceptability.figures.heatmap import VLAG, draw_heatmap
from acceptability.figures.style import plt, size

READS = {"phenomena": PHENOMENA}
MANY = 40  # phenomena: more of them are too many for a labelled row each
BLIMP_ONLY = "#BBBBBB"
MISSED = "#D55E00"


def draw(*, phenomena: pd.DataFrame, labels: dict[str, str], width: float) -> plt.Figure:
    """Few phenomena: a heatmap of the share of pairs that meet the BLiMP criterion, in the order of the table.

    Many: a strip for each row, with the strictest criterion that a phenomenon's mean deltas meet.
    """
    table = phenomena.assign(row=phenomena["system"] + "/" + phenomena["measure"])
    table = table[table["row"].isin(labels)]
    names = list(table["phenomenon"].drop_duplicates())
    if len(names) > MANY:
        return _strips(table, labels, width)
    table = table[table["criterion"] == "blimp"]
    shares = table.pivot(index="phenomenon", columns="row", values="share").loc[names, list(labels)].to_numpy()
    figure, axes = plt.subplots(figsize=size(width, 72 * (1.6 + 0.22 * len(names))))
    draw_heatmap(
        axes,
        shares,
        np.array([[f"{share:.2f}" for share in row] for row in shares]),
        columns=list(labels.values()),
        rows=names,
        limits=(0, 1),
        bar={"label": "share of pairs"},
        cmap=VLAG.reversed(),
    )
    return figure


def _strips(table: pd.DataFrame, labels: dict[str, str], width: float) -> plt.Figure:
    """Above, the phenomena's mean human deltas, greatest first (without ratings: none, in the order of ``table``);
    below, the strictest criterion that each row meets; at its end, the share of phenomena that meet the strictest one.
    """
    human = table.groupby("phenomenon", sort=False)["mean_human_delta"].first()
    human = human.sort_values(ascending=False, kind="stable")
    deltas = sorted(table["threshold"].dropna().unique())
    rated = bool(deltas)
    grid = _strictest(table, deltas).loc[list(labels), human.index]
    height = 0.6 + 0.2 * len(labels)
    figure, panels = plt.subplots(
        1 + rated,
        1,
        figsize=size(width, 72 * (0.8 + 1.3 * rated + height)),
        sharex=True,
        squeeze=False,
        height_ratios=[1.3, height] if rated else [1],
    )
    if rated:
        _draw_human_deltas(panels[0, 0], human)
    steps = [f"ADC, δ = {delta:g}" for delta in deltas] + [f"BLiMP criterion{' only' if rated else ''}", "none"]
    blues = mpl.colormaps["Blues"](np.linspace(0.95, 0.35, len(deltas)))
    colours = mpl.colors.ListedColormap([*blues, BLIMP_ONLY, MISSED])
    axes = panels[-1, 0]
    axes.pcolormesh(
        np.arange(len(human) + 1) - 0.5,
        np.arange(len(labels) + 1) - 0.5,
        grid.to_numpy(),
        cmap=colours,
        vmin=-0.5,
        vmax=len(steps) - 0.5,
        rasterized=True,
    )
    axes.hlines(np.arange(1, len(labels)) - 0.5, -0.5, len(human) - 0.5, color="white", linewidth=2)
    axes.set_yticks(range(len(labels)), list(labels.values()))
    axes.set_ylim(len(labels) - 0.5, -0.5)
    axes.set_xlim(-0.5, len(human) - 0.5)
    axes.set(xticks=[], xlabel=f"{len(human)} phenomena" + (", by their mean human delta" if rated else ""))
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    strict = f"δ = {deltas[0]:g}" if rated else "BLiMP"
    shares = [f"{share:.2f}" for share in (grid == (0 if rated else len(deltas))).mean(axis=1)]
    for number, text in enumerate([strict, *shares]):
        axes.text(1.01, number - 1, text, transform=axes.get_yaxis_transform(), va="center", fontsize=7)
    handles = [mpl.patches.Patch(color=colours(number), label=step) for number, step in enumerate(steps)]
    figure.legend(handles=handles, loc="outside lower center", ncols=3, frameon=False)
    return figure


def _strictest(table: pd.DataFrame, deltas: list[float]) -> pd.DataFrame:
    """Row × phenomenon: the place of the smallest δ met among ``deltas``; after them, BLiMP criterion only; none."""
    place = table["threshold"].map({delta: number for number, delta in enumerate(deltas)}).fillna(len(deltas))
    strictest = place.where(table["mean_meets"] == 1, len(deltas) + 1).astype(int)
    return strictest.groupby([table["row"], table["phenomenon"]]).min().unstack()


def _draw_human_deltas(axes: plt.Axes, human: pd.Series) -> None:
    axes.bar(range(len(human)), human, width=1, color="#777777", linewidth=0)
    axes.axhline(0, color="#333333", linewidth=0.6)
    axes.set(ylabel="mean human Δ")
    axes.tick_params(bottom=False)
    axes.spines["bottom"].set_visible(False)
