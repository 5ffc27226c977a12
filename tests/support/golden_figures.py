"""The marks of every figure, without its text, as small pictures in tests/fixtures/figures/.

Letters, and what is laid out around them, look a little different wherever FreeType is another; marks do not. Text has
tests of its own.
"""

from pathlib import Path

import matplotlib as mpl
from matplotlib.figure import Figure

from acceptability.figures.style import PAGE
from figure_tables import drawing
from shown import FIGURES

FOLDER = Path(__file__).parents[1] / "fixtures/figures"
PICTURES = {
    "sentences": "scatter",
    "correlations": "correlations",
    "major_features": "features",
}  # others: by their name
ALIKE = ("sentence_correlations", "pairs", "minor_features")  # drawn by the function of another one
DRAWN = {PICTURES.get(name, name): name for name in FIGURES if name not in ALIKE}  # picture → its figure
COARSE = {"lines.antialiased": False, "patch.antialiased": False}  # for small files


def draw(module: str) -> Figure:
    """A figure of three systems, for a page."""
    with mpl.rc_context(COARSE):
        return drawing(DRAWN[module], systems=3, points=50, phenomena=12)(width=PAGE)


def save(figure: Figure, path: Path) -> None:
    """The panels, as large as they are without text."""
    for axes in figure.axes:
        axes.tick_params(labelbottom=False, labeltop=False, labelleft=False, labelright=False)
    for text in figure.findobj(mpl.text.Text):
        text.set_visible(False)
    for legend in figure.legends:
        legend.remove()
    with mpl.rc_context(COARSE):
        figure.savefig(path, dpi=72, metadata={"Software": None})
    mpl.pyplot.close(figure)


def renew() -> None:
    """Draw all pictures again."""
    FOLDER.mkdir(exist_ok=True)
    for module in DRAWN:
        save(draw(module), FOLDER / f"{module}.png")
