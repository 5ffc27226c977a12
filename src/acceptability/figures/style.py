"""Define what figures share: widths, the style sheet, colours and markers, looks of rows, legends, saving.

Every figure is drawn for the width of a page and for that of a column, in points, as journals of computational
linguistics (ACL) set them. It goes into a paper unchanged: no type is smaller than 7 points. Colours are ones that
colour-blind readers can tell apart; markers, dashes or text repeat what they say. All text is shown as it is written.
Saved files carry no date, so that a rerun makes the same bytes.
"""

import os
import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache
from io import BytesIO
from itertools import pairwise
from pathlib import Path

import matplotlib as mpl

os.environ.setdefault("MPLBACKEND", "agg")  # jobs have no screen; a notebook says otherwise

import matplotlib.pyplot as plt
from matplotlib import font_manager
from matplotlib.ft2font import FT2Font, LoadFlags

from acceptability import fonts
from acceptability.contracts import io
from acceptability.errors import InputError

STYLE = Path(__file__).with_name("style.mplstyle")
plt.style.use(STYLE)
fonts.register()

COLUMN, PAGE = 219.0, 452.0  # points
SMALLEST = 7.0  # points, of type
PRINTED = 650.0  # points: reports print figures for a page that are higher than this smaller (paper/page.typ)
POINTS_DPI = 150  # of what is rasterised in PDF and SVG files: many points

MARKERS = "osD^vPX*<>"
DASHES = ["--", ":", "-.", (0, (1, 3)), (0, (6, 2, 1, 2, 1, 2)), (0, (8, 3)), (0, (3, 1, 1, 1)), (0, (4, 1, 4, 4))]
COLOURS = ("#0072B2", "#D55E00")
GREY = "#666666"
PEOPLE = "#000000"  # the colour of people who rated
GRID = {"color": "#DDDDDD", "linewidth": 0.6}


def size(width: float, height: float) -> tuple[float, float]:
    """Return the ``figsize`` of a figure, from points."""
    return width / 72, height / 72


def by_width(paths: Sequence[str]) -> dict[float, list[str]]:
    """Group the files of a figure by their width: names that end in ``-column`` are for a column."""
    narrow = [path for path in paths if Path(path).stem.endswith("-column")]
    return {PAGE: [path for path in paths if path not in narrow], COLUMN: narrow}


def save(figure: plt.Figure, *paths: str | Path, simulated: bool = False) -> None:
    """Save a figure under each path (PDF, PNG or SVG, by ending) and close it; a file appears whole or not at all.

    Characters that our font does not have are taken from an installed one.

    Raises:
        InputError: no installed font has a character.
    """
    if simulated:
        width, height = figure.get_size_inches()
        figure.set_size_inches(width, height + 13 / 72)
        figure.suptitle("Simulated data", fontsize=SMALLEST, color="#B00000")
        figure.get_layout_engine().set(h_pad=3 / 72)  # away from the titles of panels
    with mpl.rc_context({"font.family": set_fonts(figure), "figure.constrained_layout.use": False}):
        figure.get_layout_engine().execute(figure)
        figure.set_layout_engine(None)  # it is laid out once, for all files
        for path in paths:
            ending = Path(path).suffix.removeprefix(".")
            drawn = BytesIO()
            dpi = "figure" if ending == "png" else POINTS_DPI
            figure.savefig(drawn, format=ending, metadata=_DATES.get(ending), dpi=dpi)
            io.write_bytes(drawn.getvalue(), path)
    plt.close(figure)


def set_fonts(figure: plt.Figure) -> list[str]:
    """Set all text of a figure in our fonts, and return their names. Raises what save does."""
    families = _families(figure)
    for text in figure.findobj(mpl.text.Text):
        text.set_fontfamily(families)
    return families


_DATES = {"pdf": {"CreationDate": None}, "svg": {"Date": None}}


def _families(figure: plt.Figure) -> list[str]:
    """Return our font, and fonts for the characters that it does not have."""
    texts = "".join(text.get_text() for text in figure.findobj(mpl.text.Text))
    others, missing = fonts.covering(texts)
    if missing:
        signs = ", ".join(f"{character} (U+{ord(character):04X})" for character in missing[:5])
        raise InputError(
            f"no installed font has {signs}, which a label or a name in this figure needs; install one that has, such "
            "as Noto (on Debian and Ubuntu, fonts-noto or fonts-noto-cjk), or write the name in other letters"
        )
    for path in others:
        font_manager.fontManager.addfont(path)
    return [fonts.NAME, *map(fonts.family, others)]


def row_styles(
    labels: Mapping[str, str], colours: Mapping[str, str], references: Mapping[str, str]
) -> dict[str, dict[str, object]]:
    """Return the look of each row's line: systems in colour with markers, references thin, grey and dashed.

    Where there are more systems than markers, those of the other systems are hollow.
    """
    systems = {
        row: {"color": colours[row], "marker": MARKERS[number % len(MARKERS)], "markersize": 4, "label": label}
        | ({"markerfacecolor": "white"} if number // len(MARKERS) % 2 else {})
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


def legend_below(
    figure: plt.Figure, handles: Sequence[mpl.artist.Artist], title: str = "", apart: int = 0, strokes: float = 14
) -> None:
    """Draw a legend below the panels, in as many columns as fit; the first ``apart`` handles have columns of their own.

    The figure grows by its height. ``title`` is a line above the legend: what the panels' shared axis shows. Labels
    that begin with ``_``, which matplotlib would leave out, are kept. ``strokes`` is the length of lines, in points.
    """
    width, height = 72 * figure.get_size_inches()
    marks = strokes + 20 if any(not _is_blank(handle) for handle in handles) else 14
    room = width - marks
    if len(handles) > 6 and width == PAGE:  # a few long labels do not take a column from all others
        room = max(width / 3 - marks, sorted(text_width(handle.get_label()) for handle in handles)[-len(handles) // 2])
    labels = [wrapped(handle.get_label(), room) for handle in handles]
    columns = max(1, min(len(labels), int(width // (widest(labels) + marks))))
    if columns > 1 and 0 < apart < len(handles):
        handles, columns = _columns_apart(handles, apart, columns)
        labels = [wrapped(handle.get_label(), room) for handle in handles]
    lines = max((sum(label.count("\n") + 1 for label in part) for part in _split(labels, columns)), default=0)
    title = wrapped(title, width - 8)
    grown = 9.5 * lines + 6 + 9 * bool(title) * (title.count("\n") + 1)
    figure.set_size_inches(*size(width, height + grown))
    look: dict[str, object] = {"handlelength": 0, "handletextpad": 0} if marks == 14 else {"handlelength": strokes / 7}
    look |= {"frameon": False, "labelspacing": 0.25, "borderpad": 0.1, "title": title or None, "title_fontsize": 7}
    figure.legend(handles, labels, loc="outside lower center", ncols=columns, **look)


def _split(labels: Sequence[str], columns: int) -> list[Sequence[str]]:
    """Return the labels of each column, as matplotlib fills them: the first ones have one more where needed."""
    least, more = divmod(len(labels), columns)
    ends = [number * least + min(number, more) for number in range(columns + 1)]
    return [labels[start:end] for start, end in pairwise(ends)]


def _columns_apart(handles: Sequence[mpl.artist.Artist], apart: int, most: int) -> tuple[list[mpl.artist.Artist], int]:
    """Add blank handles, so that the first ``apart`` fill whole columns. Returns handles and the number of columns."""
    others = len(handles) - apart
    lines = next(n for n in range(1, len(handles)) if -(-apart // n) - (-others // n) <= most)
    blank = mpl.lines.Line2D([], [], linestyle="", label=" ")
    parts = list(handles[:apart]) + [blank] * (-apart % lines), list(handles[apart:]) + [blank] * (-others % lines)
    return [*parts[0], *parts[1]], (len(parts[0]) + len(parts[1])) // lines


def _is_blank(handle: mpl.artist.Artist) -> bool:
    return isinstance(handle, mpl.lines.Line2D) and handle.get_linestyle() == "None" and handle.get_marker() == "None"


def text_width(text: str, points: float = 7.0) -> float:
    """Return the width of a line of text, in points; wide characters (of Chinese, say) count as a square each."""
    font = _font()
    font.set_size(points, 72)
    font.set_text("".join(character for character in text if not _is_wide(character)), flags=LoadFlags.NO_HINTING)
    return font.get_width_height()[0] / 64 + points * sum(map(_is_wide, text))


def _is_wide(character: str) -> bool:
    return unicodedata.east_asian_width(character) in "WF"


@cache
def _font() -> FT2Font:
    return FT2Font(str(fonts.OWN))


def widest(names: Sequence[str], points: float = 7.0) -> float:
    """Return the width of the widest line of these names, in points; 0 without names."""
    return max((text_width(line, points) for name in names for line in name.split("\n")), default=0)


def most_lines(names: Sequence[str]) -> int:
    """Return the greatest number of lines of a name."""
    return max(name.count("\n") + 1 for name in names)


def wrapped(text: str, room: float, points: float = 7.0) -> str:
    """Break a text into lines no wider than ``room`` points: at blanks, and words that are too long anywhere."""
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines[-1] else word
        if text_width(longer, points) <= room:
            lines[-1] = longer
            continue
        if lines[-1]:
            lines.append("")
        for character in word:
            if text_width(lines[-1] + character, points) > room:
                lines.append("")
            lines[-1] += character
    return "\n".join(lines)


def draw_across(axes: plt.Axes, lines: Mapping[str, float]) -> None:
    """Draw dotted vertical lines with their labels."""
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
