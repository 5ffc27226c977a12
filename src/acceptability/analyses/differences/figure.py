"""Draw two heatmaps of row minus column, in percentage points, by the BLiMP criterion and at the smallest δ."""

import numpy as np
import pandas as pd

from acceptability.contracts.defaults import LEVEL
from acceptability.figures.heatmap import (
    colour_bar,
    draw_heatmap,
    fit,
    mark_cells,
    mark_of,
    name_room,
    room_beside,
    signs,
)
from acceptability.figures.style import SMALLEST, legend_below, most_lines, plt, size, wrapped
from acceptability.rounding import shown

NONE_POSSIBLE = "too few clusters differ for a test to find any"
NONE_FOUND = "none is significant"


def draw_differences(
    *, differences: pd.DataFrame, labels: dict[str, str], references: dict[str, str], width: float
) -> plt.Figure:
    """Draw systems in numbered rows and in columns, by their numbers, and baselines in rows only.

    A corner marks what is not significant: p ≥ 0.05 after Holm's correction; of differences from references, an
    interval that holds 0.
    """
    smallest = differences["threshold"].min()
    rows = labels | {row: label for row, label in references.items() if row in set(differences["second"])}
    compared = differences[differences["first"].isin(rows) & differences["second"].isin(rows)]
    panels = {"BLiMP criterion": compared[compared["criterion"] == "blimp"]}
    if np.isfinite(smallest):
        panels[f"ADC, δ = {smallest:g}"] = compared[compared["threshold"] == smallest]
    names = [f"{number}  {label}" for number, label in enumerate(labels.values(), start=1)]
    names = [wrapped(name, name_room(width), SMALLEST) for name in [*names, *list(rows.values())[len(labels) :]]]
    room = room_beside(names, width)
    beside = room / len(panels) / len(labels) >= 11
    room /= len(panels) if beside else 1
    matrices = {name: _matrices(table, list(rows), len(labels)) for name, table in panels.items()}
    titles = ["\n".join([name, *_said(panels[name], sure, room)]) for name, (_, sure) in matrices.items()]
    room /= len(labels)
    lines = most_lines(names)
    height = len(rows) * max(9.5, 8.0 * lines) + 20 + 10 * max(1, *(title.count("\n") for title in titles))
    shape = (1, len(panels)) if beside else (len(panels), 1)
    figure, grid = plt.subplots(*shape, figsize=size(width, height * shape[0]), sharey=True, squeeze=False)
    greatest = max(np.nanmax(np.abs(values), initial=1) for values, _ in matrices.values())
    for axes, title, (values, sure) in zip(grid.flat, titles, matrices.values(), strict=True):
        columns = [str(number) for number in range(1, len(labels) + 1)]
        numbers = np.array([[shown(value, 0) for value in row] for row in values])
        written, limits = fit(numbers.ravel().tolist(), room), (-greatest, greatest)
        texts = numbers if written else signs(values, limits, room)
        cells = draw_heatmap(axes, values, columns, names, limits, texts)
        mark_cells(axes, np.isfinite(values) & ~sure)
        axes.set_title(title, linespacing=1.0)
    if not written:
        colour_bar(grid.flat, cells)
    unsure = any((np.isfinite(values) & ~sure).any() for values, sure in matrices.values())
    legend_below(figure, [mark_of("not significant")] if unsure else [], "row − column, in percentage points")
    return figure


def _matrices(table: pd.DataFrame, rows: list[str], systems: int) -> tuple[np.ndarray, np.ndarray]:
    """Return row minus column in points (NaN: not compared), and whether the difference is significant; columns:
    systems.
    """
    places = {row: number for number, row in enumerate(rows)}
    values, sure = np.full((len(rows), len(rows)), np.nan), np.zeros((len(rows), len(rows)), dtype=bool)
    for row in table.itertuples():
        first, second = places[row.first], places[row.second]
        values[first, second], values[second, first] = 100 * row.difference, -100 * row.difference
        leaves_out_0 = row.low > 0 or row.high < 0
        sure[first, second] = sure[second, first] = leaves_out_0 if row.family == "references" else row.p_holm < LEVEL
    return values[:, :systems], sure[:, :systems]


def _said(table: pd.DataFrame, sure: np.ndarray, room: float) -> list[str]:
    """Return what a panel of that width says of its tests: that they could find nothing, or found nothing."""
    tested = table[table["family"] != "references"]
    possible = tested[["p_least", "p_holm"]] < LEVEL if len(tested) else table["low"].notna()
    possible = possible.to_numpy().any()
    if table.empty or (possible and sure.any()):
        return []
    return [wrapped(NONE_FOUND if possible else NONE_POSSIBLE, room, 8)]
