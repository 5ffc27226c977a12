"""Draw the figures of this analysis."""

import matplotlib as mpl
import numpy as np
import pandas as pd

from acceptability.contracts.names import SUMMED
from acceptability.contracts.systems import row_keys
from acceptability.figures.heatmap import (
    LETTERS,
    WIDEST,
    colour_bar,
    draw_heatmap,
    fit,
    name_room,
    room_beside,
    short,
    signs,
)
from acceptability.figures.layout import name_rows, row_heights, wrap
from acceptability.figures.style import (
    COLOURS,
    GREY,
    PAGE,
    SMALLEST,
    legend_below,
    most_lines,
    plt,
    size,
    text_width,
    widest,
    wrapped,
)
from acceptability.statistics.levels import with_pairs, with_pairs_of_sums

MANY = 70  # phenomena: more of them are drawn in blocks side by side
DENSE = SMALLEST + 0.1  # points from line to line, in blocks
TALLEST = {True: 560.0, False: 702.0}  # points, of a block: on a page, in a column
LINES = 3  # of a system's name above its column; longer ones are numbered


def draw_phenomena(*, phenomena: pd.DataFrame, labels: dict[str, str], width: float) -> plt.Figure:
    """Draw a line for each phenomenon, with its number of pairs, and a cell for each row of ``labels``.

    Few phenomena, in the order of the table: the share of their pairs that meet the BLiMP criterion. Many that are
    rated, by their mean human deltas, greatest first: the strictest criterion that the mean deltas of their pairs meet.
    """
    table = phenomena.assign(row=row_keys(phenomena))
    table = table[table["row"].isin(labels)]
    pairs = table.groupby("phenomenon", sort=False)["pairs"].max()
    deltas = sorted(table["threshold"].dropna().unique())
    strict = bool(deltas) and len(pairs) > MANY
    if strict:
        labels = {row: label for row, label in labels.items() if row in set(table["row"][table["threshold"].notna()])}
        human = table.groupby("phenomenon", sort=False)["mean_human_delta"].first()
        pairs = pairs[human.sort_values(ascending=False, kind="stable").index]
        values, shades = _strictest(table, deltas), _shades(len(deltas))
    else:
        values = table[table["criterion"] == "blimp"].pivot(index="phenomenon", columns="row", values="share")
        shades = "vlag_r"
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
    texts = np.array([[short(value) for value in row] for row in values])
    written = not strict and blocks == 1 and fit(texts.ravel(), room)
    texts = None if strict else texts if written else signs(values, limits, room)
    for axes, start in zip(grid.flat, range(0, len(names), rows), strict=True):
        these = slice(start, start + rows)
        written_here = None if texts is None else texts[these]
        cells = draw_heatmap(axes, values[these], columns, names[these], limits, room, written_here, shades, letters)
        axes.set_ylim(rows, 0)
        axes.xaxis.tick_top()
        axes.tick_params(length=0)
    legend, apart = [] if columns == _in_cells(labels, room) else _key(labels), 0
    if strict:
        steps = [*(f"ADC, δ = {delta:g}" for delta in deltas), "BLiMP criterion only", "none"]
        patches = [
            mpl.patches.Patch(facecolor=shades(n), edgecolor="#999999", label=step) for n, step in enumerate(steps)
        ]
        legend, apart = patches + legend, len(patches)
    elif not written:
        colour_bar(grid.flat, cells)
    note = "share of pairs that meet the BLiMP criterion; 0.5, in white, is chance"
    note += "; −: below chance" if any(text.get_text() == "−" for axes in grid.flat for text in axes.texts) else ""
    legend_below(figure, legend, "" if strict else note, apart)
    return figure


def _strictest(table: pd.DataFrame, deltas: list[float]) -> pd.DataFrame:
    """Return phenomenon × row: the place of the smallest δ met among ``deltas``; after them, BLiMP criterion only;
    none.
    """
    place = table["threshold"].map({delta: number for number, delta in enumerate(deltas)}).fillna(len(deltas))
    strictest = place.where(table["mean_meets"] == 1, len(deltas) + 1)
    return strictest.groupby([table["phenomenon"], table["row"]]).min().unstack()


def _shades(deltas: int) -> mpl.colors.ListedColormap:
    """Return colours from dark, for the smallest of so many δ, to grey (BLiMP criterion only) and white (none)."""
    blues = mpl.colormaps["Blues"](np.linspace(0.98, 0.4, deltas))
    return mpl.colors.ListedColormap([*blues, "#DDDDDD", "#FFFFFF"])


def _shortened(name: str, end: str, room: float) -> str:
    """Name and end in one line of that width; the middle of the name is left out where they are wider."""
    length, written = len(name), name
    while length > 1 and text_width(written + end, SMALLEST) > room:
        length -= 1
        written = f"{name[: -(-length // 2)]}…{name[len(name) - length // 2 :]}"
    return written + end


def _in_cells(labels: dict[str, str], room: float) -> list[str]:
    return [wrapped(label, min(room, WIDEST) - 4, SMALLEST) for label in labels.values()]


def _columns(labels: dict[str, str], room: float) -> tuple[list[str], int]:
    """Return the names of the columns if all fit above their cells, else numbers (each, or every fifth), and their
    lines.
    """
    names = _in_cells(labels, room)
    lines = most_lines(names)
    if lines <= LINES and min(room, WIDEST) > 20:
        return names, lines
    every = 1 if fit([str(len(labels))], room) else 5
    return [str(n) if n % every == 0 or n == 1 else "" for n in range(1, len(labels) + 1)], 1


def _key(labels: dict[str, str]) -> list[mpl.lines.Line2D]:
    """Return a legend of the numbers of columns."""
    return [
        mpl.lines.Line2D([], [], linestyle="", label=f"{number}  {label}")
        for number, label in enumerate(labels.values(), start=1)
    ]


def draw_paradigms(
    *, by_level: pd.DataFrame, labels: dict[str, str], others: dict[str, str], width: float
) -> plt.Figure:
    """Draw a line for each paradigm, those of a phenomenon together, and a cell for each system and each of ``others``.

    ``others`` are people and systems of which only such shares are known. As draw_phenomena, for paradigms; a tie
    counts as half. Lines part the phenomena.
    """
    by_paradigm = by_level[by_level["level"] == "paradigm"]
    rows = with_pairs(labels, others, by_paradigm)
    paradigms = with_pairs_of_sums(by_paradigm).drop(columns="share")
    paradigms = paradigms.rename(columns={"group": "phenomenon", "share_ties_half": "share"})
    paradigms = paradigms.sort_values("of", key=lambda names: pd.factorize(names)[0], kind="stable")
    figure = draw_phenomena(phenomena=paradigms.assign(criterion="blimp", threshold=np.nan), labels=rows, width=width)
    of_paradigm = paradigms.drop_duplicates("phenomenon")["of"].to_numpy()
    rows_of_block = int(figure.axes[0].get_ylim()[0])
    for place in np.flatnonzero(of_paradigm[1:] != of_paradigm[:-1]) + 1:
        block, row = divmod(place, rows_of_block)
        figure.axes[block].axhline(row, color="black", linewidth=0.7)
    return figure


NARROWEST = 62.0  # points, of a panel
TITLE = 22.0  # points, of two lines
ROW = 9.5


def draw_phenomenon_bars(
    *, by_level: pd.DataFrame, labels: dict[str, str], others: dict[str, str], width: float
) -> plt.Figure:
    """Draw bars with their 95 % intervals, a tie counting as half.

    A stroke is what people reach, where they chose; a dotted line is chance. ``others``: people, and systems of which
    only shares of paradigms are known.
    """
    by_level = by_level[by_level["level"].isin(["phenomenon", "all"])].assign(row=row_keys(by_level))
    groups = [name for name in by_level["group"].unique() if name != "all"] + ["all"]
    people = by_level[by_level["row"].isin(PEOPLE)].set_index("group")["share"].reindex(groups)
    rows = {row: label for row, label in (labels | others).items() if row in set(by_level["row"]) and row not in PEOPLE}
    rows = rows or {row: label for row, label in others.items() if row in set(by_level["row"])}  # people alone
    names = [wrap("all pairs" if name == "all" else name.replace("_", " "), 0.3 * width) for name in groups]
    columns = max(1, min(len(rows), int((width - widest(names, SMALLEST) - 8) // NARROWEST)))
    blocks = -(-len(rows) // columns)
    tall = row_heights(names, ROW).sum()
    figure, grid = plt.subplots(
        blocks, columns, figsize=size(width, blocks * (tall + TITLE + 10)), sharey=True, squeeze=False
    )
    for axes, (row, label) in zip(grid.flat, rows.items(), strict=False):
        of_row = by_level[by_level["row"] == row].set_index("group").reindex(groups)
        places = name_rows(axes, names, ROW)
        axes.barh(places, of_row["share_ties_half"], height=0.62 * ROW, color=LIGHT, linewidth=0)
        axes.hlines(places, of_row["half_low"], of_row["half_high"], color=COLOURS[0], linewidth=1)
        axes.plot(people, places, linestyle="", marker="|", markersize=6, color="black", markeredgewidth=1)
        axes.axvline(0.5, color=GREY, linewidth=0.6, linestyle=":")
        axes.set_title(wrapped(label, NARROWEST, SMALLEST), fontsize=SMALLEST, linespacing=1)
        axes.set(xlim=(0, 1))
        axes.set_xticks([0, 0.5, 1], ["0", ".5", "1"], fontsize=SMALLEST)
    for axes in grid.flat[len(rows) :]:
        axes.set_visible(False)
    handles = grid[0, 0].plot([], [], color=COLOURS[0], linewidth=1, label="95 % interval")
    handles += grid[0, 0].plot([], [], color=GREY, linewidth=0.8, linestyle=":", label="chance")
    if np.isfinite(people).any():
        handles += grid[0, 0].plot([], [], linestyle="", marker="|", color="black", label="people, single answers")
    legend_below(figure, handles, "share of pairs that meet the BLiMP criterion, a tie counting as half")
    return figure


PEOPLE = ("people/individual", SUMMED)
LIGHT = "#A9CCE3"
