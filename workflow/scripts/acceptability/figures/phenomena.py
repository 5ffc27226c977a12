"""Which phenomena each row gets right: of few, the share of pairs; of many, the strictest criterion that they meet."""

import matplotlib as mpl
import numpy as np
import pandas as pd

from acceptability.contracts.metrics import PHENOMENA
from acceptability.figures.heatmap import (
    LETTERS,
    VLAG,
    WIDEST,
    colour_bar,
    draw_heatmap,
    fit,
    name_room,
    room_beside,
    short,
    write_cells,
)
from acceptability.figures.style import PAGE, SMALLEST, legend_below, most_lines, plt, size, text_width, wrapped

READS = {"phenomena": PHENOMENA}
MANY = 70  # phenomena: more of them are drawn in blocks side by side
DENSE = SMALLEST + 0.1  # points from line to line, in blocks
TALLEST = {True: 560.0, False: 702.0}  # points, of a block: on a page, in a column
LINES = 3  # of a system's name above its column; longer ones are numbered


def draw(*, phenomena: pd.DataFrame, labels: dict[str, str], width: float) -> plt.Figure:
    """A line for each phenomenon, with its number of pairs, and a cell for each row of ``labels``.

    Few phenomena, in the order of the table: the share of their pairs that meet the BLiMP criterion. Many that are
    rated, by their mean human deltas, greatest first: the strictest criterion that the mean deltas of their pairs meet.
    """
    table = phenomena.assign(row=phenomena["system"] + "/" + phenomena["measure"])
    table = table[table["row"].isin(labels)]
    pairs = table.groupby("phenomenon", sort=False)["pairs"].max()
    deltas = sorted(table["threshold"].dropna().unique())
    strict = bool(deltas) and len(pairs) > MANY
    if strict:
        human = table.groupby("phenomenon", sort=False)["mean_human_delta"].first()
        pairs = pairs[human.sort_values(ascending=False, kind="stable").index]
        values, shades = _strictest(table, deltas), _shades(len(deltas))
    else:
        values = table[table["criterion"] == "blimp"].pivot(index="phenomenon", columns="row", values="share")
        shades = VLAG.reversed()
    limits = (-0.5, len(deltas) + 1.5) if strict else (0, 1)
    values = values.loc[pairs.index, list(labels)].to_numpy(dtype=float)
    blocks = int(np.ceil(len(pairs) * DENSE / TALLEST[width == PAGE])) if len(pairs) > MANY else 1
    names = [wrapped(f"{name} ({number:,})", name_room(width), LETTERS) for name, number in pairs.items()]
    dense = blocks > 1 or len(names) * 7.2 * most_lines(names) > TALLEST[width == PAGE]
    if dense:
        room = 0.5 * width / blocks if blocks > 1 else name_room(width)
        names = [_shortened(name, f" ({number:,})", room) for name, number in pairs.items()]
    letters = SMALLEST if dense else LETTERS
    room = room_beside(names, width / blocks, letters) / len(labels)
    columns, lines = _columns(labels, room)
    pitch = DENSE if blocks > 1 else 7.0 if dense else max(8.6, 7.2 * most_lines(names))
    rows = -(-len(names) // blocks)
    figure, grid = plt.subplots(1, blocks, figsize=size(width, rows * pitch + 7 * lines + 6), squeeze=False)
    for axes, start in zip(grid.flat, range(0, len(names), rows), strict=True):
        these = slice(start, start + rows)
        cells = draw_heatmap(axes, values[these], columns, names[these], limits, room, shades, letters)
        axes.set_ylim(rows, 0)
        axes.xaxis.tick_top()
        axes.tick_params(length=0)
    texts = np.array([[short(value) for value in row] for row in values])
    legend, apart = [] if columns == _in_cells(labels, room) else _key(labels), 0
    if strict:
        steps = [*(f"ADC, δ = {delta:g}" for delta in deltas), "BLiMP criterion only", "none"]
        patches = [
            mpl.patches.Patch(facecolor=shades(n), edgecolor="#999999", label=step) for n, step in enumerate(steps)
        ]
        legend, apart = patches + legend, len(patches)
    elif blocks == 1 and fit(texts.ravel().tolist(), room):
        write_cells(axes, cells, texts)
    else:
        colour_bar(grid.flat, cells, room)
    said = "share of pairs that meet the BLiMP criterion; 0.5, in white, is chance"
    said += "; −: below chance" if any(text.get_text() == "−" for axes in grid.flat for text in axes.texts) else ""
    legend_below(figure, legend, "" if strict else said, apart)
    return figure


def _strictest(table: pd.DataFrame, deltas: list[float]) -> pd.DataFrame:
    """Phenomenon × row: the place of the smallest δ met among ``deltas``; after them, BLiMP criterion only; none."""
    place = table["threshold"].map({delta: number for number, delta in enumerate(deltas)}).fillna(len(deltas))
    strictest = place.where(table["mean_meets"] == 1, len(deltas) + 1).astype(int)
    return strictest.groupby([table["phenomenon"], table["row"]]).min().unstack()


def _shades(deltas: int) -> mpl.colors.ListedColormap:
    """Dark for the smallest of so many δ, ever lighter to grey (BLiMP criterion only) and white (none)."""
    blues = mpl.colormaps["Blues"](np.linspace(0.98, 0.4, deltas))
    return mpl.colors.ListedColormap([*blues, "#DDDDDD", "#FFFFFF"])


def _shortened(name: str, end: str, room: float) -> str:
    """Name and end in one line of that width; the middle of the name is left out where they are wider."""
    kept, written = len(name), name
    while kept > 1 and text_width(written + end, SMALLEST) > room:
        kept -= 1
        written = f"{name[: -(-kept // 2)]}…{name[len(name) - kept // 2 :]}"
    return written + end


def _in_cells(labels: dict[str, str], room: float) -> list[str]:
    return [wrapped(label, min(room, WIDEST) - 4, SMALLEST) for label in labels.values()]


def _columns(labels: dict[str, str], room: float) -> tuple[list[str], int]:
    """Names of the columns, where all fit above their cells, else numbers (each, or every fifth); and their lines."""
    names = _in_cells(labels, room)
    lines = most_lines(names)
    if lines <= LINES and min(room, WIDEST) > 20:
        return names, lines
    every = 1 if fit([str(len(labels))], room) else 5
    return [str(n) if n % every == 0 or n == 1 else "" for n in range(1, len(labels) + 1)], 1


def _key(labels: dict[str, str]) -> list[mpl.lines.Line2D]:
    """What the numbers of columns stand for, for a legend."""
    return [
        mpl.lines.Line2D([], [], linestyle="", label=f"{number}  {label}")
        for number, label in enumerate(labels.values(), start=1)
    ]
