"""What figures share: widths, the style sheet, colours and markers, how rows look, legends, saving.

Every figure is drawn for the width of a page and for that of a column, in points, as journals of computational
linguistics (ACL) set them, and goes into a paper as it is: no type is smaller than 6 points. Colours are ones that
colour-blind readers can tell apart; markers, dashes or text repeat what they say. All text is shown as it is written.
Saved files carry no date, so that a rerun makes the same bytes.
"""

from collections.abc import Mapping, Sequence
from io import BytesIO
from pathlib import Path

import matplotlib as mpl

mpl.use("Agg")

import matplotlib.pyplot as plt
from matplotlib import font_manager

from acceptability import fonts
from acceptability.contracts import io
from acceptability.errors import InputError

plt.style.use(Path(__file__).with_name("style.mplstyle"))

COLUMN, PAGE = 219.0, 452.0  # points
WIDTHS = {"": PAGE, "-column": COLUMN}  # by the end of a file's name
SMALLEST = 6.0  # points, of type

MARKERS = "osD^vPX*<>"
DASHES = ["--", ":", "-.", (0, (1, 3)), (0, (6, 2, 1, 2, 1, 2)), (0, (8, 3)), (0, (3, 1, 1, 1))]
COLOURS = ("#0072B2", "#D55E00")
GREY = "#666666"
GRID = {"color": "#DDDDDD", "linewidth": 0.6}


def size(width: float, height: float) -> tuple[float, float]:
    """``figsize`` of a figure, from points."""
    return width / 72, height / 72


def save(figure: plt.Figure, *paths: str | Path, simulated: bool = False) -> None:
    """Save a figure under each path (PDF, PNG or SVG, by ending) and close it; a file appears whole or not at all.

    Characters that our font does not have are taken from an installed one.

    Raises:
        InputError: no installed font has a character.
    """
    if simulated:
        width, height = figure.get_size_inches()
        figure.set_size_inches(width, height + 10 / 72)
        figure.suptitle("Simulated data", fontsize=7, color="#B00000")
    with mpl.rc_context({"font.family": _families(figure)}):
        for text in figure.findobj(mpl.text.Text):
            text.set_fontfamily(mpl.rcParams["font.family"])
        figure.get_layout_engine().execute(figure)
        figure.set_layout_engine("none")
        for path in paths:
            ending = Path(path).suffix.removeprefix(".")
            drawn = BytesIO()
            figure.savefig(drawn, format=ending, metadata=_DATES.get(ending))
            io.write_bytes(drawn.getvalue(), path)
    plt.close(figure)


_DATES = {"pdf": {"CreationDate": None}, "svg": {"Date": None}}


def _families(figure: plt.Figure) -> list[str]:
    """Our font, and those that have the characters that it does not have."""
    texts = "".join(text.get_text() for text in figure.findobj(mpl.text.Text))
    others, missing = fonts.covering(texts)
    if missing:
        named = ", ".join(f"{character} (U+{ord(character):04X})" for character in missing[:5])
        raise InputError(
            f"no installed font has {named}, which a label or a name in this figure needs; install one that has, such "
            "as Noto (on Debian and Ubuntu, fonts-noto or fonts-noto-cjk), or write the name in other letters"
        )
    for path in others:
        font_manager.fontManager.addfont(path)
    return [fonts.NAME, *map(fonts.family, others)]


def row_styles(
    labels: Mapping[str, str], colours: Mapping[str, str], references: Mapping[str, str]
) -> dict[str, dict[str, object]]:
    """How a row's line looks: systems in colour with markers, references thin and grey, told apart by their dashes."""
    systems = {
        row: {"color": colours[row], "marker": MARKERS[number % len(MARKERS)], "markersize": 4, "label": label}
        for number, (row, label) in enumerate(labels.items())
    }
    greys = {
        row: {
            "color": GREY,
            "linewidth": 0.8,
            "linestyle": DASHES[number % len(DASHES)],
            "zorder": 1,
            "label": label,
        }
        for number, (row, label) in enumerate(references.items())
    }
    return systems | greys


def legend_below(figure: plt.Figure, handles: Sequence[mpl.artist.Artist]) -> float:
    """A legend of these handles below the panels, in as many columns as fit; gives its height in points.

    The figure grows by that height. Labels that begin with ``_``, which matplotlib would leave out, are kept.
    """
    labels = [handle.get_label() for handle in handles]
    width, height = 72 * figure.get_size_inches()
    longest = max((text_width(label) for label in labels), default=0)
    columns = max(1, min(len(labels), int(width // (longest + 34))))
    lines = -(-len(labels) // columns)
    grown = 9.5 * lines + 6
    figure.set_size_inches(*size(width, height + grown))
    figure.legend(
        handles, labels, loc="outside lower center", ncols=columns, frameon=False, labelspacing=0.25, borderpad=0.1
    )
    return grown


def text_width(text: str, points: float = 7.0) -> float:
    """How wide a line of text is, in points."""
    path = mpl.textpath.TextPath((0, 0), text or " ", size=points, prop=font_manager.FontProperties(family=fonts.NAME))
    return path.get_extents().width


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
            fontsize=SMALLEST,
            color="#555555",
        )
