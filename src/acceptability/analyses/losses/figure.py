"""Draw the loss of a model that was trained here against the number of tokens seen."""

import pandas as pd

from acceptability.figures.style import COLOURS, GRID, legend_below, plt, size


def draw_losses(*, losses: pd.DataFrame, width: float) -> plt.Figure:
    """Draw two lines: of the training, and of sentences held out; natural log."""
    figure, axes = plt.subplots(figsize=size(width, 80 + 0.15 * width))
    millions = losses["tokens"] / 1e6
    lines = axes.plot(millions, losses["loss"], color=COLOURS[0], label="training")
    lines += axes.plot(millions, losses["held_out_loss"], color=COLOURS[1], linestyle="--", label="held-out sentences")
    axes.set(xlabel="million tokens seen", ylabel="loss per predicted token")
    axes.set_ylim(bottom=0)
    axes.grid(axis="y", **GRID)
    legend_below(figure, lines)
    return figure
