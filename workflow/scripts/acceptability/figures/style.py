"""What figures share: the style sheet, markers and colours, how rows look, saving.

Every figure fits the text width, uses colours that colour-blind readers can tell apart and repeats by shape or text
what colour says. Letters are a little wider in PDFs than where a figure is laid out: spaces before labels at the left
edge keep the first one whole. All text is shown as it is written. Saved files carry no date, so that a rerun makes the
same bytes.
"""

from collections.abc import Mapping, Sequence
from io import BytesIO
from pathlib import Path

import matplotlib as mpl

mpl.use("Agg")

import matplotlib.pyplot as plt

from acceptability.contracts import io

plt.style.use(Path(__file__).with_name("style.mplstyle"))

MARKERS = "osD^vPX*<>"
DASHES = ["--", ":", "-.", (0, (1, 3)), (0, (6, 2, 1, 2, 1, 2)), (0, (8, 3)), (0, (3, 1, 1, 1))]
COLOURS = ("#0072B2", "#D55E00")
GRID = {"color": "#DDDDDD", "linewidth": 0.6}


def save(figure: plt.Figure, *paths: str | Path) -> None:
    """Save a figure under each path (PDF or PNG, by ending) and close it; a file appears whole or not at all.

    It is laid out once, for all files, and cut to what is drawn.
    """
    figure.get_layout_engine().execute(figure)
    box = figure.get_tightbbox().padded(mpl.rcParams["savefig.pad_inches"])
    figure.set_layout_engine("none")
    for path in paths:
        ending = Path(path).suffix.removeprefix(".")
        drawn = BytesIO()
        metadata = {"CreationDate": None} if ending == "pdf" else {}
        figure.savefig(drawn, format=ending, bbox_inches=box, metadata=metadata)
        io.write_bytes(drawn.getvalue(), path)
    plt.close(figure)


def row_styles(
    labels: Mapping[str, str], colours: Mapping[str, str], references: Mapping[str, str]
) -> dict[str, dict[str, object]]:
    """How a row's line looks: systems in colour with markers, references thin and grey, told apart by their dashes."""
    systems = {
        row: {"color": colours[row], "marker": MARKERS[number % len(MARKERS)], "markersize": 5, "label": label}
        for number, (row, label) in enumerate(labels.items())
    }
    greys = {
        row: {
            "color": "#777777",
            "linewidth": 1,
            "linestyle": DASHES[number % len(DASHES)],
            "zorder": 1,
            "label": label,
        }
        for number, (row, label) in enumerate(references.items())
    }
    return systems | greys


def legend_beside(axes: plt.Axes, lines: Sequence[mpl.lines.Line2D]) -> None:
    """A legend of these lines at the right; also where a label begins with ``_``, which matplotlib would leave out."""
    texts = [line.get_label() for line in lines]
    axes.legend(lines, texts, loc="center left", bbox_to_anchor=(1.0, 0.5), frameon=False)


def draw_across(axes: plt.Axes, lines: Mapping[str, float]) -> None:
    """Dotted vertical lines with their labels."""
    for label, value in lines.items():
        axes.axvline(value, color="#555555", linestyle=":", linewidth=1)
        axes.annotate(
            label,
            (value, 1),
            (0, 1),
            xycoords=("data", "axes fraction"),
            textcoords="offset points",
            ha="center",
            va="bottom",
            fontsize=6,
            color="#555555",
        )
