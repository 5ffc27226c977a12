"""Model against human, a panel a row: of sentences or of pairs."""

import numpy as np
import pandas as pd

from acceptability.contracts.metrics import FITS, POINTS
from acceptability.figures.style import plt, size

READS = {"points": POINTS, "fits": FITS}
AXES = {
    "sentences": ("model score (z)", "human rating (z)"),
    "pairs": ("model delta (z)", "human delta (z)"),
}
JITTER = 0.05  # standard deviations, along the x-axis
ALPHA = 0.3
FIT_COLOUR = "#D00000"
POINT_COLOUR = "#0072B2"
MARGIN = 0.04  # of the range of the points, at each end of an axis


def draw(*, points: pd.DataFrame, fits: pd.DataFrame, labels: dict[str, str], level: str, width: float) -> plt.Figure:
    """Points are jittered along x; the best-fit line of human on model is red. ``level``: ``sentences``, ``pairs``."""
    columns = min(3, len(labels))
    rows = -(-len(labels) // columns)
    figure, panels = plt.subplots(
        rows, columns, figsize=size(width, 72 * (0.4 + 1.9 * rows)), sharex=True, sharey=True, squeeze=False
    )
    generator = np.random.default_rng(0)
    drawn = points.dropna()
    by_fit = fits.set_index("row")
    limits = {side: _limits(points[side]) for side in ("model", "human")}
    for axes, (row, label) in zip(panels.flat, labels.items(), strict=False):
        model, human = drawn.loc[drawn["row"] == row, ["model", "human"]].to_numpy().T
        axes.scatter(
            model + generator.uniform(-JITTER, JITTER, len(model)),
            human,
            s=4 if len(model) > 500 else 14,
            alpha=ALPHA,
            color=POINT_COLOUR,
            linewidths=0,
            rasterized=True,
        )
        fit = by_fit.loc[row]
        if np.isfinite(fit["slope"]):
            ends = np.array([model.min(), model.max()])
            axes.plot(ends, fit["intercept"] + fit["slope"] * ends, color=FIT_COLOUR)
        r = fit["pearson_r"]
        said = f"r = {r:.2f}".replace("-", "−") if np.isfinite(r) else "no correlation defined"
        axes.set_title(f"{label}\n{said}", fontsize=7)
        axes.axhline(0, color="#BBBBBB", linewidth=0.5, zorder=0)
        axes.axvline(0, color="#BBBBBB", linewidth=0.5, zorder=0)
        axes.set(xlim=limits["model"], ylim=limits["human"])
    for axes in panels.flat[len(labels) :]:
        axes.set_visible(False)
    for number in range(len(labels)):
        panels.flat[number].tick_params(labelbottom=number + columns >= len(labels))
    figure.supxlabel(AXES[level][0], fontsize=8)
    figure.supylabel(AXES[level][1], fontsize=8)
    return figure


def _limits(values: pd.Series) -> tuple[float, float]:
    """Ends of an axis: the values' range and a margin."""
    margin = MARGIN * (values.max() - values.min()) or 1.0
    return values.min() - margin, values.max() + margin
