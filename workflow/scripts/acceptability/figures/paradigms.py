"""Which paradigms each row gets right: the share of their pairs, by phenomenon."""

import numpy as np
import pandas as pd

from acceptability.analysis.levels import with_pairs
from acceptability.contracts.parts import BY_LEVEL
from acceptability.figures import phenomena
from acceptability.figures.style import plt

READS = {"levels": BY_LEVEL}


def draw(*, levels: pd.DataFrame, labels: dict[str, str], others: dict[str, str], width: float) -> plt.Figure:
    """A line for each paradigm, those of a phenomenon together, and a cell for each system and each of ``others``.

    ``others`` are people and systems of which only such shares are known. As phenomena.draw, for paradigms; a tie
    counts as half. Lines part the phenomena.
    """
    paradigms = levels[levels["level"] == "paradigm"].drop(columns="share")
    paradigms = paradigms.rename(columns={"group": "phenomenon", "share_ties_half": "share"})
    rows = with_pairs(labels | others, levels[levels["level"] == "paradigm"])
    figure = phenomena.draw(phenomena=paradigms.assign(criterion="blimp", threshold=np.nan), labels=rows, width=width)
    of_paradigm = paradigms.drop_duplicates("phenomenon")["of"].to_numpy()
    for place in np.flatnonzero(of_paradigm[1:] != of_paradigm[:-1]) + 1:
        figure.axes[0].axhline(place, color="black", linewidth=0.7)
    return figure
