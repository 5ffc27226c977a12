"""Which claims of a paper stand: in how many specifications each is supported, undecided or refuted."""

import textwrap

import numpy as np
import pandas as pd

from acceptability.contracts.studies import CHECKED_CLAIMS
from acceptability.figures.style import plt, size

READS = {"claims": CHECKED_CLAIMS}

PARTS = {"supported": "#0072B2", "undecided": "#DDDDDD", "refuted": "#D55E00"}
WIDTH = 110  # letters of a line


def draw(*, claims: pd.DataFrame, width: float) -> plt.Figure:
    """A bar for each claim that can be computed, and its verdict; claims in the order of the paper."""
    claims = claims[claims["specifications"] > 0]
    counts = {name: claims[name].to_numpy() for name in ("supported", "refuted")}
    counts["undecided"] = claims["specifications"].to_numpy() - counts["supported"] - counts["refuted"]
    heights, start = np.arange(len(claims)), np.zeros(len(claims))
    figure, axes = plt.subplots(figsize=size(width, 72 * (0.85 + 0.135 * max(len(claims), 3))))
    for name, colour in PARTS.items():
        share = counts[name] / claims["specifications"].to_numpy()
        seen = share > 0  # a bar of no width would be drawn as a hairline
        axes.barh(heights[seen], share[seen], left=start[seen], height=0.7, color=colour, linewidth=0)
        axes.plot([], [], marker="s", linestyle="", color=colour, label=name)
        start += share
    for height, verdict in zip(heights, claims["verdict"], strict=True):
        axes.text(1.02, height, verdict, va="center", fontsize=5.5)
    read = claims["claim"] + np.where(claims["place"].str.contains("our reading"), " (our reading)", "")
    texts = ["  " + "\n".join(textwrap.wrap(claim, WIDTH)) for claim in read]
    axes.set_yticks(heights, texts, fontsize=5.5)
    axes.set_ylim(len(claims) - 0.4, -0.6)
    axes.set_xlim(0, 1)
    axes.set_xticks([0, 0.5, 1], ["none", "half", "all"])
    axes.set_xlabel("share of the specifications")
    figure.legend(loc="outside lower center", ncols=3, frameon=False, fontsize=6.5)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    return figure
