"""Plot model against human, a panel a row: of sentences or of pairs."""

import numpy as np
import pandas as pd
import seaborn as sns

from acceptability.figures.layout import AROUND, grid, height_of, wrap
from acceptability.figures.style import SMALLEST, plt, size
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
HIGHEST = 640  # points, of the figure


def draw(*, points: pd.DataFrame, fits: pd.DataFrame, labels: dict[str, str], level: str, width: float) -> plt.Figure:
    """Draw points, jittered along x, and the best-fit line of human on model. ``level``: ``sentences``, ``pairs``."""
    rows, columns = grid(len(labels), width)
    panel = (width - AROUND) / columns
    names = {row: wrap(label, panel - 6, SMALLEST) for row, label in labels.items()}
    title = 10 + max(map(height_of, names.values()))
    height = min(HIGHEST, AROUND + rows * (title + min(0.85 * panel, 170)))
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
        said = f"r = {shown(r, 2)}" if np.isfinite(r) else "no correlation defined"
        axes.set_title(f"{names[row]}\n{said}", fontsize=SMALLEST, linespacing=1.1, pad=2)
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
