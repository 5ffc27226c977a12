"""Loss of a model that was trained here, against the tokens seen."""

import pandas as pd

from acceptability.contracts.scoring import LOSSES
from acceptability.figures.style import COLOURS, plt

READS = {"losses": LOSSES}


def draw(*, losses: pd.DataFrame, title: str) -> plt.Figure:
    """Two lines: of the training, and of sentences held out; per masked token, natural log."""
    figure, axes = plt.subplots(figsize=(6.3, 2.6))
    millions = losses["tokens"] / 1e6
    axes.plot(millions, losses["loss"], color=COLOURS[0], label="training")
    axes.plot(millions, losses["held_out_loss"], color=COLOURS[1], linestyle="--", label="held-out sentences")
    axes.set(xlabel="million tokens seen", ylabel="loss per masked token", title=title)
    axes.set_ylim(bottom=0)
    axes.legend(frameon=False)
    return figure
