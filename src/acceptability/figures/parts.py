"""Define the parts of an HTML page that analyses fill: sentences, tables, pictures (pure)."""

import base64
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pandas as pd
from jinja2 import Environment

from acceptability.figures import style


@dataclass(frozen=True)
class Paragraph:
    """Describe a paragraph of plain text."""

    text: str
    kind: str = "paragraph"


@dataclass(frozen=True)
class Items:
    """Describe a list of sentences."""

    texts: Sequence[str]
    kind: str = "items"


@dataclass(frozen=True)
class Marked:
    """Describe a text in three pieces, of which the second is marked; ``between`` separates them."""

    before: str
    marked: str
    after: str
    between: str = " "


@dataclass(frozen=True)
class Grid:
    """Describe a table, with headings and cells as readers see them.

    Parameters:
        headings: of its columns, with what they mean.
        rows: texts, or texts of which a piece is marked; numbers are right-aligned in the columns ``numbers``.
        closed: a line that opens the table when it is clicked; empty: it is open.
    """

    headings: Mapping[str, str]
    rows: Sequence[Sequence[str | Marked]]
    numbers: frozenset[str] = frozenset()
    closed: str = ""
    kind: str = "grid"


@dataclass(frozen=True)
class Picture:
    """Describe a figure, as an address of the kind ``data:``, with its caption."""

    address: str
    caption: str
    kind: str = "picture"


Block = Paragraph | Items | Grid | Picture


@dataclass(frozen=True)
class Part:
    """Describe a section of the page.

    Parameters:
        title: its heading.
        blocks: what it shows, in order.
        summary: its most important sentences, which the page has at its top, too, and the terminal shows.
        lines: a small table, which the terminal shows below these sentences.
    """

    title: str
    blocks: Sequence[Block]
    summary: Sequence[str] = field(default_factory=tuple)
    lines: Sequence[str] = field(default_factory=tuple)


def sentences_of(part: Part) -> list[str]:
    """Return the texts of the paragraphs and lists of a section."""
    paragraphs = [block.text for block in part.blocks if isinstance(block, Paragraph)]
    return paragraphs + [text for block in part.blocks if isinstance(block, Items) for text in block.texts]


def picture(figure: style.plt.Figure, caption: str, simulated: bool = False) -> Picture:
    """Return a figure as a part of a page; it is closed."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "figure.svg"
        style.save(figure, path, simulated=simulated)
        drawn = base64.b64encode(path.read_bytes()).decode()
    return Picture(f"data:image/svg+xml;base64,{drawn}", caption)


def grid(frame: pd.DataFrame, headings: Mapping[str, tuple[str, str]], closed: str = "") -> Grid:
    """Return columns of a table of texts and numbers; ``headings`` have the heading and the meaning of each."""
    numbers = frozenset(headings[name][0] for name in headings if frame[name].dtype.kind in "if")
    columns = [frame[name].map(_cell).tolist() for name in headings]
    return Grid(dict(headings.values()), list(zip(*columns, strict=True)), numbers, closed)


def frame_grid(frame: pd.DataFrame, closed: str = "") -> Grid:
    """Return a table that is made for readers; columns whose cells are all numbers are right-aligned."""
    numeric = frame.columns[[frame[name].astype(str).str.fullmatch(r"−?[\d.,]+|none|").all() for name in frame]]
    rows = frame.astype(str).replace(" = ", "\u00a0=\u00a0", regex=True).to_numpy().tolist()
    return Grid(dict.fromkeys(frame.columns, ""), rows, frozenset(numeric), closed)


def _cell(value: object) -> str | Marked:
    if isinstance(value, Marked):
        return value
    if not isinstance(value, str) and pd.isna(value):
        return ""
    return f"{value:.4g}".replace("-", "−") if isinstance(value, float) else str(value)


def page(template: str, **contents: object) -> str:
    """Fill a template of Jinja; text is escaped."""
    return Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True).from_string(template).render(contents)
