"""Draw in how many specifications each claim of a paper is supported, undecided or refuted."""

import numpy as np
import pandas as pd

from acceptability.figures.layout import name_rows, row_heights, wrap
from acceptability.figures.style import SMALLEST, legend_below, mpl, plt, size

ROW = 11  # points
PARTS = {  # hatched, as blue and orange are the same grey
    "supported": {"facecolor": "#0072B2"},
    "undecided": {"facecolor": "#DDDDDD"},
    "refuted": {"facecolor": "#D55E00", "hatch": "////", "edgecolor": "white"},
}


def draw_claims(*, checked_claims: pd.DataFrame, width: float) -> plt.Figure:
    """Draw a bar for each claim that can be computed, and its verdict; claims in the order of the paper."""
    checked_claims = checked_claims[checked_claims["specifications"] > 0]
    counts = {name: checked_claims[name].to_numpy() for name in ("supported", "refuted")}
    counts["undecided"] = checked_claims["specifications"].to_numpy() - counts["supported"] - counts["refuted"]
    read = checked_claims["claim"] + np.where(checked_claims["place"].str.contains("our reading"), " (our reading)", "")
    texts = [wrap(claim, 0.48 * width) for claim in read]
    figure, axes = plt.subplots(figsize=size(width, 32 + row_heights(texts, ROW).sum()))
    places, start = name_rows(axes, texts, ROW), np.zeros(len(checked_claims))
    for name, look in PARTS.items():
        share = counts[name] / checked_claims["specifications"].to_numpy()
        seen = share > 0  # a bar of no width would be drawn as a hairline
        axes.barh(places[seen], share[seen], left=start[seen], height=7, linewidth=0, **look)
        start += share
    for place, verdict in zip(places, checked_claims["verdict"], strict=True):
        axes.text(1.02, place, verdict, va="center", fontsize=SMALLEST)
    axes.set_xlim(0, 1)
    axes.set_xticks([0, 0.5, 1], ["none", "half", "all"])
    axes.set_xlabel("share of the specifications")
    legend_below(figure, [mpl.patches.Patch(linewidth=0, label=name, **look) for name, look in PARTS.items()])
    return figure
