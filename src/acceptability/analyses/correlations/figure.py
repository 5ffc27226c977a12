"""Draw the figures of this analysis."""

import numpy as np
import pandas as pd
import seaborn as sns

from acceptability.figures.heatmap import (
    colour_bar,
    draw_heatmap,
    fit,
    mark_cells,
    mark_of,
    name_room,
    room_beside,
    short,
    signs,
)
from acceptability.figures.layout import AROUND, grid, height_of, wrap
from acceptability.figures.style import GREY, GRID, MARKERS, SMALLEST, legend_below, most_lines, plt, size, wrapped
from acceptability.rounding import shown

AXES = {
    "sentences": ("model score (z)", "human rating (z)"),
    "pairs": ("model delta (z)", "human delta (z)"),
}
JITTER = 0.05  # standard deviations, along the x-axis
MANY = 500  # points of a panel: more are drawn smaller and fainter
FIT_COLOUR = "#D00000"
POINT_COLOUR = "#0072B2"
MARGIN = 0.04  # of the range of the points, at each end of an axis
HIGHEST_SCATTER = 640  # points, of the figure


def draw_scatter(
    *, points: pd.DataFrame, fits: pd.DataFrame, labels: dict[str, str], level: str, width: float
) -> plt.Figure:
    """Draw points, jittered along x, and the best-fit line of human on model. ``level``: ``sentences``, ``pairs``."""
    rows, columns = grid(len(labels), width)
    panel = (width - AROUND) / columns
    names = {row: wrap(label, panel - 6, SMALLEST) for row, label in labels.items()}
    title = 10 + max(map(height_of, names.values()))
    height = min(HIGHEST_SCATTER, AROUND + rows * (title + min(0.85 * panel, 170)))
    figure, panels = plt.subplots(rows, columns, figsize=size(width, height), sharex=True, sharey=True, squeeze=False)
    generator = np.random.default_rng(0)
    by_row = dict(list(points.dropna().groupby("row")))
    by_fit = fits.set_index("row")
    limits = {side: _limits(points[side]) for side in ("model", "human")}
    for axes, row in zip(panels.flat, labels, strict=False):
        model, human = by_row.get(row, points[:0])[["model", "human"]].to_numpy().T
        fit = by_fit.loc[row]
        look = {"s": 4, "alpha": 0.3} if len(model) > MANY else {"s": 16, "alpha": 0.6}
        jittered = model + generator.uniform(-JITTER, JITTER, len(model))
        sns.scatterplot(x=jittered, y=human, color=POINT_COLOUR, linewidth=0, rasterized=True, ax=axes, **look)
        if np.isfinite(fit["slope"]):
            ends = np.array([model.min(), model.max()])
            axes.plot(ends, fit["intercept"] + fit["slope"] * ends, color=FIT_COLOUR)
        r = fit["pearson_r"]
        coefficient = f"r = {shown(r, 2)}" if np.isfinite(r) else "no correlation defined"
        axes.set_title(f"{names[row]}\n{coefficient}", fontsize=SMALLEST, linespacing=1.1, pad=2)
        axes.axhline(0, color="#BBBBBB", linewidth=0.5, zorder=0)
        axes.axvline(0, color="#BBBBBB", linewidth=0.5, zorder=0)
    panels[0, 0].set(xlim=limits["model"], ylim=limits["human"])
    for number, axes in enumerate(panels.flat):
        if number >= len(labels):
            axes.remove()
        axes.tick_params(labelsize=SMALLEST, labelbottom=number + columns >= len(labels))
    figure.supxlabel(AXES[level][0], fontsize=8)
    figure.supylabel(AXES[level][1], fontsize=8)
    return figure


def _limits(values: pd.Series) -> tuple[float, float]:
    """Return the ends of an axis: the values' range and a margin."""
    margin = MARGIN * (values.max() - values.min()) or 1.0
    return values.min() - margin, values.max() + margin


def draw_correlations(
    *, correlations: pd.DataFrame, labels: dict[str, str], significance: float, level: str, width: float
) -> plt.Figure:
    """Draw r below the diagonal, each over the points that both have. The humans' row is ``human``.

    Rows have names and numbers, columns numbers. A corner marks p ≥ ``significance``, over clusters. ``level`` is
    ``pairs`` or ``sentences``.
    """
    names = {"human": "Human ratings"} | labels
    order = [name for name in names if name in set(correlations["row"])]
    by_cell = correlations.pivot(index="row", columns="column").reindex(index=order)
    r, p = (by_cell[name][order].to_numpy() for name in ("pearson_r", "cluster_p"))
    below = np.tri(len(order), k=-1, dtype=bool)[:, :-1]
    values, weak = np.where(below, r[:, :-1], np.nan), below & (p[:, :-1] >= significance)
    rows = [
        wrapped(f"{number}  {names[name]}", name_room(width), SMALLEST) for number, name in enumerate(order, start=1)
    ]
    room = room_beside(rows, width) / (len(order) - 1)
    numbers = np.array([[short(value) for value in row] for row in values])
    written = fit(numbers[np.isfinite(values)].tolist(), room)
    lines = most_lines(rows)
    figure, axes = plt.subplots(figsize=size(width, len(order) * max(10.5, 8.0 * lines) + 14))
    columns = [str(number) for number in range(1, len(order))]
    texts = numbers if written else signs(values, (-1, 1), room)
    cells = draw_heatmap(axes, values, columns, rows, (-1, 1), texts)
    if not written:
        colour_bar([axes], cells)
    mark_cells(axes, weak)
    notes = [mark_of(f"p ≥ {significance:g}")] if weak.any() else []
    points = by_cell["points"][order].to_numpy()[:, :-1][below]
    note = _said(points, level, blank=np.isnan(values[below]).any())
    tested = np.isfinite(p[:, :-1][below]).any()
    legend_below(figure, notes, note if tested else f"{note}; too few clusters for a test")
    return figure


def _said(points: np.ndarray, level: str, blank: bool) -> str:
    fewest, most = points.min(), points.max()
    over = f"{most:,}" if fewest == most else f"{fewest:,} to {most:,}"
    return f"Pearson’s r over {over} {level}" + ("; blank: undefined" if blank else "")


STEP, LEAST, GAP = 5.0, 3.0, 4.0  # points, from one marker to the next, where there are many, and between models
HIGHEST = 540  # points, of the panel, if there are not too many rows
PALETTE = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#000000", "#56B4E9", "#882255"]


def draw_linking_functions(
    *, fits: pd.DataFrame, linking_functions: dict[str, dict[str, str]], width: float
) -> plt.Figure:
    """Draw a band for each model, in which each of its linking functions has a marker: r of sentences with its
    interval.
    """
    described = pd.DataFrame.from_dict(linking_functions, orient="index").join(fits.set_index("row"))
    functions = list(described["function"].unique())
    described["order"] = described["function"].map(functions.index)
    labels = described.groupby("model", sort=False)["label"].first()
    names = {model: wrap(label, 0.34 * width) for model, label in labels.items()}
    markers = described.groupby("model", sort=False).size()
    step = np.clip((HIGHEST - GAP * len(names)) / len(described), LEAST, STEP)
    heights = np.array([GAP + max(step * markers[model], height_of(name)) for model, name in names.items()])
    ends = np.cumsum(heights)
    middles = dict(zip(names, ends - heights / 2, strict=True))
    described = described.sort_values("order", kind="stable")
    place = described.groupby("model").cumcount() - (described["model"].map(markers) - 1) / 2
    described["place"] = described["model"].map(middles) + step * place
    figure, axes = plt.subplots(figsize=size(width, 40 + ends[-1]))
    handles = []
    for number, (function, rows) in enumerate(described.groupby("function", sort=False)):
        look = {"color": PALETTE[number % len(PALETTE)], "marker": MARKERS[number % len(MARKERS)], "markersize": 3}
        axes.hlines(rows["place"], rows["low"], rows["high"], color=look["color"], linewidth=0.9)
        axes.plot(rows["pearson_r"], rows["place"], linestyle="", **look)
        handles += axes.plot([], [], linewidth=0.9, label=function, **look)
    axes.hlines(ends[:-1], 0, 1, transform=axes.get_yaxis_transform(), color="#DDDDDD", linewidth=0.6)
    axes.axvline(0, color=GREY, linewidth=0.6, linestyle=":")
    axes.set_ylim(ends[-1], 0)
    axes.set_yticks(list(middles.values()), list(names.values()), fontsize=SMALLEST, linespacing=1)
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="x", **GRID)
    counts = " to ".join(f"{points:,.0f}" for points in sorted({described["points"].min(), described["points"].max()}))
    legend_below(figure, handles, f"Pearson’s r with the ratings of {counts} sentences")
    return figure
