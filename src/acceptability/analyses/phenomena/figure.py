"""Draw the figures of this analysis."""

import matplotlib as mpl
import numpy as np
import pandas as pd

from acceptability.contracts.names import SUMMED
from acceptability.contracts.systems import row_keys
from acceptability.figures.heatmap import colour_bar, draw_heatmap, fit, name_room, room_beside, short, signs
from acceptability.figures.layout import LINE, height_of, name_rows, row_heights, share_ticks, wrap
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
BARS = 330.0  # points, of the panels of bars of `phenomena`: a heatmap replaces higher ones
MEANING = "share of pairs that meet the BLiMP criterion, a tie counting as half"


def draw_phenomena(
    *, phenomena: pd.DataFrame, by_level: pd.DataFrame, labels: dict[str, str], width: float
) -> plt.Figure:
    """Draw the share of each phenomenon's pairs that each row of ``labels`` gets right; a tie counts as half.

    Few phenomena and rows have bars with their intervals, more have the cells of a heatmap. Phenomena are in the order
    of the table. Many that are rated come by their mean human deltas, greatest first, with the strictest criterion that
    the mean deltas of their pairs meet.
    """
    deltas = sorted(phenomena["threshold"].dropna().unique())
    if deltas and phenomena["phenomenon"].nunique() > MANY:
        return _draw_strictest(phenomena.assign(row=row_keys(phenomena)), deltas, labels, width)
    shares = by_level[by_level["level"] == "phenomenon"]
    shares = shares.assign(row=row_keys(shares))
    shares = shares[shares["row"].isin(labels)]
    pairs = shares.groupby("group", sort=False)["pairs"].max()
    panels = _Panels(_counted(pairs), list(labels.values()), width)
    if panels.height <= BARS:
        figure, grid, places = panels.draw()
        for axes, row in zip(grid, labels, strict=False):
            _draw_bars(axes, places, shares[shares["row"] == row].set_index("group").reindex(pairs.index))
        legend_below(figure, _legend_of_bars(), MEANING)
        return figure
    return _draw_shares(shares.pivot(index="group", columns="row", values="share_ties_half"), pairs, labels, width)


def _draw_strictest(table: pd.DataFrame, deltas: list[float], labels: dict[str, str], width: float) -> plt.Figure:
    """Draw a heatmap of the strictest criterion that each phenomenon meets; rows that only decide are left out."""
    rated = set(table["row"][table["threshold"].notna()])
    labels = {row: label for row, label in labels.items() if row in rated}
    table = table[table["row"].isin(labels)]
    by_name = table.groupby("phenomenon", sort=False)
    human = by_name["mean_human_delta"].first().sort_values(ascending=False, kind="stable")
    pairs, blues = by_name["pairs"].max()[human.index], mpl.colormaps["Blues"](np.linspace(0.98, 0.4, len(deltas)))
    shades = mpl.colors.ListedColormap([*blues, "#DDDDDD", "#FFFFFF"])
    figure, _, key = _draw_cells(_strictest(table, deltas), pairs, labels, (-0.5, len(deltas) + 1.5), shades, width)
    steps = [*(f"ADC, δ = {delta:g}" for delta in deltas), "BLiMP criterion only", "none"]
    patches = [mpl.patches.Patch(facecolor=shades(n), edgecolor="#999999", label=step) for n, step in enumerate(steps)]
    legend_below(figure, patches + key, "", len(patches))
    return figure


def _draw_shares(values: pd.DataFrame, pairs: pd.Series, labels: dict[str, str], width: float) -> plt.Figure:
    """Draw a heatmap of shares, phenomenon × row; 0.5 is white."""
    figure, written, key = _draw_cells(values, pairs, labels, (0, 1), "vlag_r", width)
    note = f"{MEANING}; 0.5, in white, is chance"
    note += "; −: below chance" if any(text.get_text() == "−" for axes in figure.axes for text in axes.texts) else ""
    if not written:
        colour_bar(figure.axes, figure.axes[0].collections[0])
    legend_below(figure, key, note)
    return figure


def _draw_cells(
    values: pd.DataFrame,
    pairs: pd.Series,
    labels: dict[str, str],
    limits: tuple[float, float],
    shades: str | mpl.colors.ListedColormap,
    width: float,
) -> tuple[plt.Figure, bool, list[mpl.lines.Line2D]]:
    """Draw a line for each phenomenon, with its number of pairs, and a cell for each row of ``labels``.

    Returns the figure, whether the cells have their numbers, and the legend of columns that have only numbers.
    """
    values = values.loc[pairs.index, list(labels)].to_numpy(dtype=float)
    blocks = int(np.ceil(len(pairs) * DENSE / TALLEST[width == PAGE])) if len(pairs) > MANY else 1
    names = [wrapped(name, name_room(width), SMALLEST) for name in _counted(pairs)]
    line = LINE * SMALLEST
    dense = blocks > 1 or len(names) * line * most_lines(names) > TALLEST[width == PAGE]
    if dense:
        room = 0.5 * width / blocks if blocks > 1 else name_room(width)
        names = [_shortened(name, f" ({number:,})", room) for name, number in pairs.items()]
    room = room_beside(names, width / blocks) / len(labels)
    columns, lines = _columns(labels, room)
    pitch = DENSE if dense else max(8.6, line * most_lines(names))
    rows = -(-len(names) // blocks)
    figure, grid = plt.subplots(1, blocks, figsize=size(width, rows * pitch + line * lines + 6), squeeze=False)
    numbers = np.array([[short(value) for value in row] for row in values])
    shares = isinstance(shades, str)
    written = shares and blocks == 1 and fit(numbers.ravel().tolist(), room)
    texts = None if not shares else numbers if written else signs(values, limits, room)
    for axes, start in zip(grid.flat, range(0, len(names), rows), strict=True):
        these = slice(start, start + rows)
        of_cells = None if texts is None else texts[these]
        draw_heatmap(axes, values[these], columns, names[these], limits, of_cells, shades)
        axes.set_ylim(rows, 0)
        axes.xaxis.tick_top()
        axes.tick_params(length=0)
    return figure, written, [] if columns == _in_cells(labels, room) else _key(labels)


def _strictest(table: pd.DataFrame, deltas: list[float]) -> pd.DataFrame:
    """Return phenomenon × row: the place of the smallest δ met among ``deltas``; after them, BLiMP criterion only;
    none.
    """
    place = table["threshold"].map({delta: number for number, delta in enumerate(deltas)}).fillna(len(deltas))
    strictest = place.where(table["mean_meets"] == 1, len(deltas) + 1)
    return strictest.groupby([table["phenomenon"], table["row"]]).min().unstack()


def _shortened(name: str, end: str, room: float) -> str:
    """Name and end in one line of that width; the middle of the name is left out where they are wider."""
    length, written = len(name), name
    while length > 1 and text_width(written + end, SMALLEST) > room:
        length -= 1
        written = f"{name[: -(-length // 2)]}…{name[len(name) - length // 2 :]}"
    return written + end


def _counted(pairs: pd.Series) -> list[str]:
    return [f"{name} ({number:,})" for name, number in pairs.items()]


def _in_cells(labels: dict[str, str], room: float) -> list[str]:
    return [wrapped(label, room - 4, SMALLEST) for label in labels.values()]


def _columns(labels: dict[str, str], room: float) -> tuple[list[str], int]:
    """Return the names of the columns if all fit above their cells, else numbers (each, or every fifth), and their
    lines.
    """
    names = _in_cells(labels, room)
    lines = most_lines(names)
    if lines <= LINES and room > 20:
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

    ``others`` are people and systems of which only such shares are known. A tie counts as half. Lines part the
    phenomena.
    """
    by_paradigm = by_level[by_level["level"] == "paradigm"]
    rows = with_pairs(labels, others, by_paradigm)
    paradigms = with_pairs_of_sums(by_paradigm).assign(row=row_keys(by_paradigm))
    paradigms = paradigms.sort_values("of", key=lambda names: pd.factorize(names)[0], kind="stable")
    shares = paradigms.pivot(index="group", columns="row", values="share_ties_half")
    figure = _draw_shares(shares, paradigms.groupby("group", sort=False)["pairs"].max(), rows, width)
    of_paradigm = paradigms.drop_duplicates("group")["of"].to_numpy()
    rows_of_block = int(figure.axes[0].get_ylim()[0])
    for place in np.flatnonzero(of_paradigm[1:] != of_paradigm[:-1]) + 1:
        block, row = divmod(place, rows_of_block)
        figure.axes[block].axhline(row, color="black", linewidth=0.7)
    return figure


NARROWEST = 70.0  # points, of a panel
ROW = 9.5  # points
BAR = "#A9CCE3"
PEOPLE = ("people/individual", SUMMED)


class _Panels:
    """Lay out a panel for each row, with a line for each phenomenon.

    Parameters:
        names: of the phenomena.
        labels: of the rows.
        width: of the figure, in points.
    """

    def __init__(self, names: list[str], labels: list[str], width: float) -> None:
        self.names = [wrap(name, 0.3 * width) for name in names]
        room = width - widest(self.names, SMALLEST) - 12
        most = max(1, int(room // NARROWEST))
        self.lines = -(-len(labels) // most)
        self.columns = -(-len(labels) // self.lines)
        self.titles = [wrap(label, room / self.columns - 8) for label in labels]
        tall = row_heights(self.names, ROW).sum() + max(map(height_of, self.titles)) + 20
        self.width, self.height = width, self.lines * tall

    def draw(self) -> tuple[plt.Figure, list[plt.Axes], np.ndarray]:
        """Return a figure with empty panels, these panels, and the places of their lines."""
        figure, grid = plt.subplots(
            self.lines, self.columns, figsize=size(self.width, self.height), sharey=True, squeeze=False
        )
        for axes, title in zip(grid.flat, self.titles, strict=False):
            places = name_rows(axes, self.names, ROW)
            axes.set_title(title, fontsize=SMALLEST, linespacing=1)
            axes.axvline(0.5, color=GREY, linewidth=0.6, linestyle=":")
            axes.set_xlim(0, 1)
            share_ticks(axes)
        for axes in grid.flat[len(self.titles) :]:
            axes.set_visible(False)
        return figure, list(grid.flat), places


def _draw_bars(axes: plt.Axes, places: np.ndarray, shares: pd.DataFrame) -> None:
    """Draw a bar with its interval for each row of BY_LEVEL."""
    axes.barh(places, shares["share_ties_half"], height=0.62 * ROW, color=BAR, linewidth=0)
    axes.hlines(places, shares["half_low"], shares["half_high"], color=COLOURS[0], linewidth=1)


def _legend_of_bars() -> list[mpl.lines.Line2D]:
    looks = {"95 % interval": {"color": COLOURS[0], "linewidth": 1}}
    looks |= {"chance": {"color": GREY, "linewidth": 0.8, "linestyle": ":"}}
    return [mpl.lines.Line2D([], [], label=label, **look) for label, look in looks.items()]


def draw_phenomenon_bars(
    *, by_level: pd.DataFrame, labels: dict[str, str], others: dict[str, str], width: float
) -> plt.Figure:
    """Draw bars with their 95 % intervals for each phenomenon and all pairs, a tie counting as half.

    A stroke is what people reach, where they chose; a dotted line is chance. ``others``: people, and systems of which
    only shares of paradigms are known. Where bars would be higher than a page, there is a heatmap.
    """
    table = with_pairs_of_sums(by_level[by_level["level"].isin(["phenomenon", "all"])])
    table = table.assign(row=row_keys(table)).sort_values("level", key=lambda level: level == "all", kind="stable")
    table["name"] = table["group"].str.replace("_", " ").mask(table["level"] == "all", "all pairs")
    pairs = table.groupby("name", sort=False)["pairs"].max()
    known = {row: label for row, label in (labels | others).items() if row in set(table["row"])}
    rows = {row: label for row, label in known.items() if row not in PEOPLE} or known  # or people alone
    panels = _Panels(_counted(pairs), list(rows.values()), width)
    if panels.height > TALLEST[width == PAGE]:
        return _draw_shares(table.pivot(index="name", columns="row", values="share_ties_half"), pairs, known, width)
    figure, grid, places = panels.draw()
    by_row = {row: of_row.set_index("name").reindex(pairs.index) for row, of_row in table.groupby("row")}
    people = [by_row[row]["share"] for row in PEOPLE if row in by_row]
    for axes, row in zip(grid, rows, strict=False):
        _draw_bars(axes, places, by_row[row])
        for shares in people:
            axes.plot(shares, places, **STROKE)
    strokes = [mpl.lines.Line2D([], [], **STROKE, label="people, single answers")] if people else []
    legend_below(figure, _legend_of_bars() + strokes, MEANING)
    return figure


STROKE = {
    "linestyle": "",
    "marker": "|",
    "markersize": 6,
    "color": "black",
    "markeredgewidth": 1,
    "clip_on": False,  # at 0 and 1, it is whole
}
