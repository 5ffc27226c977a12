"""Heatmap of Pearson's r between humans and systems, and between systems."""

import numpy as np
import pandas as pd

from acceptability.contracts.metrics import CORRELATIONS
from acceptability.figures.heatmap import (
    LETTERS,
    colour_bar,
    draw_heatmap,
    fit,
    mark_cells,
    mark_of,
    name_room,
    room_beside,
    short,
    write_cells,
)
from acceptability.figures.style import legend_below, most_lines, plt, size, wrapped

READS = {"correlations": CORRELATIONS}


def draw(
    *, correlations: pd.DataFrame, labels: dict[str, str], significance: float, level: str, width: float
) -> plt.Figure:
    """r below the diagonal, each over the points that both have. The humans' row is ``human``.

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
        wrapped(f"{number}  {names[name]}", name_room(width), LETTERS) for number, name in enumerate(order, start=1)
    ]
    room = room_beside(rows, width, LETTERS) / (len(order) - 1)
    texts = np.array([[short(value) for value in row] for row in values])
    written = fit(texts[np.isfinite(values)].tolist(), room)
    lines = most_lines(rows)
    figure, axes = plt.subplots(figsize=size(width, len(order) * max(10.5, 8.0 * lines) + 14))
    columns = [str(number) for number in range(1, len(order))]
    cells = draw_heatmap(axes, values, columns, rows, limits=(-1, 1), room=room)
    if written:
        write_cells(axes, cells, texts)
    else:
        colour_bar([axes], cells, room)
    mark_cells(axes, weak)
    notes = [mark_of(f"p ≥ {significance:g}")] if weak.any() else []
    points = by_cell["points"][order].to_numpy()[:, :-1][below]
    said = _said(points, level, blank=np.isnan(values[below]).any())
    tested = np.isfinite(p[:, :-1][below]).any()
    legend_below(figure, notes, said if tested else f"{said}; too few clusters for a test")
    return figure


def _said(points: np.ndarray, level: str, blank: bool) -> str:
    fewest, most = points.min(), points.max()
    over = f"{most:,}" if fewest == most else f"{fewest:,} to {most:,}"
    return f"Pearson’s r over {over} {level}" + ("; blank: undefined" if blank else "")
