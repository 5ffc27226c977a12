"""Heatmap of Pearson's r between humans and systems, and between systems."""

import numpy as np
import pandas as pd

from acceptability.contracts.metrics import CORRELATIONS
from acceptability.figures.heatmap import draw_heatmap
from acceptability.figures.style import plt, size

READS = {"correlations": CORRELATIONS}
OF = {"pairs": "pair deltas", "sentences": "sentences’ z-scores"}
WEAK_P = 1e-4
LINE = 80  # characters of the title


def draw(*, correlations: pd.DataFrame, labels: dict[str, str], level: str, width: float) -> plt.Figure:
    """Lower triangle of r, each over the points that both have; ``ns`` marks p ≥ 0.0001. The humans' row is ``human``.

    ``level`` is ``pairs`` or ``sentences``. Where cells have different numbers of points, the title says so.
    """
    names = {"human": "Human ratings"} | labels
    order = [name for name in names if name in set(correlations["row"])]
    by_cell = correlations.pivot(index="row", columns="column").reindex(index=order)
    r, p = (by_cell[name][order].to_numpy() for name in ("pearson_r", "p_value"))
    texts = np.array([[f"{value:.2f}".replace("-", "−") for value in row] for row in r], dtype=object)
    texts[p >= WEAK_P] += "\nns"
    figure, axes = plt.subplots(figsize=size(width, 72 * (min(6.0, 1.6 + 0.5 * len(order)))))
    draw_heatmap(
        axes,
        np.where(np.tri(len(order), dtype=bool), r, np.nan),
        texts,
        columns=[names[name] for name in order],
        rows=[names[name] for name in order],
        limits=(-1, 1),
        bar={"label": "Pearson’s r", "shrink": 0.8},
        fontsize=min(7, 90 / len(order)),
    )
    notes = []
    fewest, most = correlations["points"].min(), correlations["points"].max()
    if fewest < most:
        notes.append(f"over {fewest:,} to {most:,} {level} each")
    if (p >= WEAK_P).any():
        notes.append("ns: p ≥ 0.0001")
    if np.isnan(r).any():
        notes.append("blank: constant, or fewer than 3 points")
    axes.set_title(_in_lines([f"correlation of {OF[level]}", *notes]))
    return figure


def _in_lines(parts: list[str]) -> str:
    """The parts with dashes between them, in lines as short as may be."""
    lines = parts[:1]
    for part in parts[1:]:
        if len(lines[-1]) + len(part) < LINE:
            lines[-1] += f" – {part}"
        else:
            lines.append(part)
    return "\n".join(lines)
