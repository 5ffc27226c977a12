"""Draw how the share of right pairs changes with length, with the score and with the size of the delta."""

import matplotlib as mpl
import pandas as pd

from acceptability.figures.style import GREY, SMALLEST, legend_below, plt, row_styles, size

PANELS = {
    "words": "words of the acceptable sentence",
    "difference": "the acceptable sentence is …",
    "score": "its score, in tenths of the pairs",
    "score_per_word": "its score per word, in tenths",
    "confidence": "|delta|, in tenths of the pairs",
}
DIFFERENCE = {-1: "shorter", 0: "as long", 1: "longer"}
TALL = 96.0  # points, of a panel
NARROWEST = 140.0


def draw_lengths(
    *, by_predictor: pd.DataFrame, labels: dict[str, str], colours: dict[str, str], width: float
) -> plt.Figure:
    """Draw a panel for each predictor, a line for each row; a tie counts as half."""
    looks = row_styles(labels, colours, {})
    panels = [name for name in PANELS if name in set(by_predictor["predictor"])]
    columns = max(1, int(width // NARROWEST))
    blocks = -(-len(panels) // columns)
    figure, grid = plt.subplots(blocks, columns, figsize=size(width, blocks * TALL), sharey=True, squeeze=False)
    handles: list[mpl.lines.Line2D] = []
    for axes, name in zip(grid.flat, panels, strict=False):
        of_panel = by_predictor[by_predictor["predictor"] == name]
        axes.axhline(0.5, color=GREY, linewidth=0.6, linestyle=":")
        for row, look in looks.items():
            line = of_panel[of_panel["row"] == row]
            drawn = axes.plot(line["value"], line["share_ties_half"], **look | {"markersize": 2.5, "linewidth": 0.9})
            handles += drawn if axes is grid[0, 0] else []
        if name == "difference":
            axes.set_xticks(list(DIFFERENCE), list(DIFFERENCE.values()))
            axes.set_xlim(-1.3, 1.3)
        else:
            axes.xaxis.set_major_locator(mpl.ticker.MaxNLocator(integer=True, nbins=6))
        axes.set_xlabel(PANELS[name], fontsize=SMALLEST)
        axes.tick_params(labelsize=SMALLEST)
        axes.set_ylim(0, 1)
    for axes in grid.flat[len(panels) :]:
        axes.set_visible(False)
    legend_below(figure, handles, "share of pairs that meet the BLiMP criterion, a tie counting as half")
    return figure
