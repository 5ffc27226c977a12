"""A table in LaTeX (booktabs), at the column or page width of a two-column article such as ACL's style sets."""

import re
from dataclasses import dataclass
from itertools import groupby
from math import ceil, sqrt

import pandas as pd

COLUMN, PAGE = 219, 455  # widths in points
LINES = 50  # of a float; a taller table breaks across pages
MOST = 8  # lines of a cell; where there were more, further columns go to another table
TEXT, NOTE, GAP = 9, 8, 6  # in points: \footnotesize, \scriptsize, the space between columns
WORD = 16  # characters; a longer word may break

_SPECIAL = {character: f"\\{character}" for character in "&%$#_{}"}
_SPECIAL |= {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
_SPECIAL |= {"<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}", '"': r"\textquotedbl{}"}
_SYMBOLS = {
    "δ": r"$\delta$",
    "Δ": r"$\Delta$",
    "τ": r"$\tau$",
    "ρ": r"$\rho$",
    "≥": r"$\geq$",
    "−": "$-$",
    "“": "``",
    "”": "''",
    "’": "'",
    "′": r"$'$",
}
NO_BREAK, BREAK = "\u00a0", "\u200b"
_SPACES = {NO_BREAK: "~", BREAK: r"\allowbreak{}"} | dict.fromkeys(map(chr, range(32)), " ")
ESCAPED = str.maketrans(_SPECIAL | _SYMBOLS | _SPACES)

SIZES = f"\\footnotesize\\setlength{{\\tabcolsep}}{{{GAP / 2:g}pt}}"

# A number or a range; then a note: an interval, a standard deviation, what is in brackets.
NUMBER = re.compile(r"([−-]?\d[\d,.]*(?:(?: to |–)[−-]?\d[\d,.]*)?)(?: ([\[(±].*))?")


@dataclass(frozen=True)
class Column:
    """A column: ``over`` is the heading that it shares with its neighbours; ``notes`` follow numbers and are small."""

    over: str
    heading: str
    texts: list[str]
    notes: list[str]
    number: bool


@dataclass(frozen=True)
class Layout:
    """Columns with their widths, in points; ``stacked``: notes are below their numbers, not beside them."""

    columns: list[Column]
    widths: list[float]
    room: int
    stacked: bool


def to_latex(table: pd.DataFrame, caption: str, label: str) -> str:
    """The table as a float of the least width that fits; as a longtable where it is too tall for a page.

    Where it is too wide for a page, more tables follow, each with the columns that name its rows and some others.
    """
    packages, parts = {"array": None, "booktabs": None}, []
    for number, layout in enumerate(_layouts(_columns(table))):
        again = f"Table~\\ref{{{label}}}, continued"
        head = again if number else f"\\caption{{{_escaped(caption)}}}\\label{{{label}}}"
        if sum(_lines(layout, row) for row in range(len(table))) > LINES:
            packages["longtable"] = None
            parts.append(_long(layout, head, again))
        else:
            parts.append(_float(layout, head))
    body = "".join(parts)
    first = f"% Needs \\usepackage{{{','.join(packages)}}}; for columns of {COLUMN} pt, as in ACL's style."
    if any(ord(character) > 0x17F and character not in "–—‘…" for character in body):
        first += " Compile it with LuaLaTeX or XeLaTeX and a font that has all its characters."
    return f"{first}\n{body}"


def _columns(table: pd.DataFrame) -> list[Column]:
    """The columns. Neighbours whose headings differ only after the last comma share what stands before it."""
    headings = [_breakable(str(name)) for name in table]
    columns = []
    for over, group in groupby(enumerate(headings), lambda place: place[1].rpartition(", ")[0] or place[0]):
        group = list(group)
        shared = over if len(group) > 1 else ""
        for place, heading in group:
            cells = ["" if pd.isna(cell) else _breakable(str(cell)) for cell in table.iloc[:, place]]
            found = [NUMBER.fullmatch(cell) for cell in cells]
            number = any(found) and all(match or not cell for match, cell in zip(found, cells, strict=True))
            columns.append(
                Column(
                    over=shared,
                    heading=heading.removeprefix(f"{shared}, "),
                    texts=[match[1] if match else "" for match in found] if number else cells,
                    notes=[match[2] or "" if match else "" for match in found] if number else [""] * len(cells),
                    number=number,
                )
            )
    return columns


def _groups(columns: list[Column]) -> list[list[int]]:
    """The places of neighbours that share a heading; of any other column, its place alone."""
    return [list(group) for _, group in groupby(range(len(columns)), lambda place: columns[place].over or place)]


def _layouts(columns: list[Column]) -> list[Layout]:
    """Within a column if the columns fit, else across the page, else in several tables."""
    noted = any(note for column in columns for note in column.notes)
    for room, stacked, most in ((COLUMN, False, 2), (PAGE, False, 1 if noted else MOST), (PAGE, noted, MOST)):
        if widths := _widths(columns, room, stacked, most):
            return [Layout(columns, widths, room, stacked)]
    keys = _keys(columns)
    others = len(columns) - keys
    fits = (number for number in range(others - 1, 1, -1) if _widths(columns[: keys + number], PAGE, noted, MOST))
    parts = ceil(others / next(fits, 1))
    if parts == 1:
        return [Layout(columns, [_least(column, noted) for column in columns], PAGE, noted)]
    each = ceil(others / parts)
    groups = (columns[place : place + each] for place in range(keys, len(columns), each))
    return [layout for group in groups for layout in _layouts([*columns[:keys], *group])]


def _keys(columns: list[Column]) -> int:
    """How many of the first columns tell the rows apart: one or two."""
    return 1 if len(set(columns[0].texts)) == len(columns[0].texts) or len(columns) < 3 else 2


def _widths(columns: list[Column], room: float, stacked: bool, most: float) -> list[float]:
    """The columns' widths if they fit into ``room`` with at most so many lines in a cell; else none.

    Numbers take what they need. Where texts must wrap, a text four times as long gets twice the width.
    """
    least = [
        max(_least(columns[place], stacked), _width(columns[place].over) / len(group))
        for group in _groups(columns)
        for place in group
    ]
    natural = [_natural(column) for column in columns]
    scale = sqrt(max(natural))
    while True:
        widths = [max(low, min(full, scale * sqrt(full))) for low, full in zip(least, natural, strict=True)]
        if any(full > most * width for full, width in zip(natural, widths, strict=True)):
            return []
        if sum(widths) + GAP * (len(columns) - 1) <= room:
            return widths
        if widths == least:
            return []
        scale *= 0.95


def _least(column: Column, stacked: bool) -> float:
    """The least width of a column: what must not break of its heading and texts; numbers with their notes."""
    least = max(map(_width, _pieces(column.heading)))
    if not column.number:
        return max([least, *(_width(piece) for text in column.texts for piece in _pieces(text))])
    numbers, notes = (
        max(_width(text, size) for text in of) for of, size in ((column.texts, TEXT), (column.notes, NOTE))
    )
    return max(least, numbers, notes) if stacked else max(least, numbers + notes)


def _natural(column: Column) -> float:
    """The width that a column of texts would like; of numbers, none beyond the least."""
    return 0 if column.number else max(_least(column, False), *map(_width, column.texts), 0)


def _width(text: str, size: int = TEXT) -> float:
    """How wide a text is in Times, in points: an estimate that is rather too large."""
    points, narrow, wide = f" .,;:|'/{NO_BREAK}", "!()[]-fijlrtI", "mwMW%−±@"
    return size * sum(
        0 if character == BREAK
        else 0.28 if character in points
        else 0.34 if character in narrow
        else 0.9 if character in wide or ord(character) > 0x24F
        else 0.72 if character.isupper()
        else 0.51
        for character in text
    )  # fmt: skip


def _breakable(text: str) -> str:
    """The text, with places where its long words may break: after a sign in them, or anywhere."""
    text = re.sub("(?<=[δΔ]) | (?==)|(?<==) ", NO_BREAK, text)
    part = rf"(?:\S{{0,{WORD - 1}}}[-./_|]|\S{{{WORD}}})(?=\S)"
    return re.sub(rf"\S{{{WORD + 1},}}", lambda word: re.sub(part, rf"\g<0>{BREAK}", word[0]), text)


def _pieces(text: str) -> list[str]:
    """What must not break, each with the space after it."""
    return re.findall(f"[^ {BREAK}]+[ {BREAK}]?", text) or [""]


def _wraps(column: Column, width: float) -> bool:
    """Does a column of texts have less than the width that it would like?"""
    return width < _natural(column)


def _lines(layout: Layout, row: int) -> float:
    """About how many lines a row takes, with the space after it."""
    if layout.stacked:
        return len(_stack(layout, row)) + 0.5
    texts = zip(layout.columns, layout.widths, strict=True)
    return max(ceil(1.1 * _width(column.texts[row]) / width) if _wraps(column, width) else 1 for column, width in texts)


def _stack(layout: Layout, row: int) -> list[list[str]]:
    """The lines of a row whose notes are below their numbers: the cells of each."""
    cells = []
    for column, width in zip(layout.columns, layout.widths, strict=True):
        note = column.notes[row]
        below = [f"\\scriptsize {_escaped(note)}"] if note else []
        texts = [column.texts[row]] if column.number else _wrapped(column.texts[row], width)
        cells.append([*map(_escaped, texts), *below])
    height = max(map(len, cells))
    return [[cell[line] if line < len(cell) else "" for cell in cells] for line in range(height)]


def _float(layout: Layout, head: str) -> str:
    """A float at column or page width."""
    name = "table" if layout.room == COLUMN else "table*"
    return (
        f"\\begin{{{name}}}\n\\centering{SIZES}\n{head}\\par\\medskip\n\\begin{{tabular}}{{{_kinds(layout)}}}\n"
        f"\\toprule\n{_heading(layout)}\\midrule\n{_body(layout)}\\bottomrule\n\\end{{tabular}}\n\\end{{{name}}}\n"
    )


def _long(layout: Layout, head: str, again: str) -> str:
    """A table that breaks across pages, which have one column each; after it, the text has as many as before."""
    heading = f"\\toprule\n{_heading(layout)}\\midrule\n"
    again = f"\\multicolumn{{{sum(_spans(layout))}}}{{@{{}}l@{{}}}}{{{again}}}"
    starts, number = (head, "") if head.startswith("\\caption") else (again, "\\addtocounter{table}{-1}")
    return (
        "\\makeatletter\\edef\\columnsafter{\\if@twocolumn\\noexpand\\twocolumn\\fi}\\makeatother\\onecolumn\n"
        f"{{{SIZES}\\setlength{{\\LTcapwidth}}{{\\linewidth}}{number}\n\\begin{{longtable}}{{{_kinds(layout)}}}\n"
        f"{starts} \\\\\n{heading}\\endfirsthead\n{again} \\\\\n{heading}\\endhead\n\\bottomrule\n\\endfoot\n"
        f"{_body(layout)}\\end{{longtable}}}}\n\\columnsafter\n"
    )


def _spans(layout: Layout) -> list[int]:
    """How many columns of LaTeX each column takes: notes beside numbers are one of their own."""
    return [2 if any(column.notes) and not layout.stacked else 1 for column in layout.columns]


def _kinds(layout: Layout) -> str:
    """LaTeX's kinds of columns. Numbers end at the right, so that decimal points are below each other."""
    kinds = []
    for column, width, span in zip(layout.columns, layout.widths, _spans(layout), strict=True):
        if column.number:
            kinds.append(r"r@{\,}>{\scriptsize}l" if span == 2 else "r")
        elif _wraps(column, width) and not layout.stacked:
            kinds.append(rf">{{\raggedright\arraybackslash}}p{{{int(1000 * width / layout.room) / 1000}\linewidth}}")
        else:
            kinds.append("l")
    return f"@{{}}{''.join(kinds)}@{{}}"


def _heading(layout: Layout) -> str:
    """The lines of the headings; those that columns share first, with a rule below."""
    spans, lines = _spans(layout), []
    if any(column.over for column in layout.columns):
        cells, rules, first = [], [], 1
        for group in _groups(layout.columns):
            over, span = layout.columns[group[0]].over, sum(spans[place] for place in group)
            cells.append(f"\\multicolumn{{{span}}}{{c}}{{{_escaped(over)}}}")
            rules += [f"\\cmidrule(lr){{{first}-{first + span - 1}}}"] if over else []
            first += span
        lines = [_row(cells), f"{' '.join(rules)}\n"]
    wrapped = [_wrapped(column.heading, width) for column, width in zip(layout.columns, layout.widths, strict=True)]
    for line in range(-max(map(len, wrapped)), 0):
        texts = [_escaped(heading[line]) if len(heading) >= -line else "" for heading in wrapped]
        cells = zip(texts, spans, strict=True)
        lines.append(_row([f"\\multicolumn{{2}}{{c}}{{{text}}}" if span == 2 else text for text, span in cells]))
    return "".join(lines)


def _wrapped(text: str, width: float) -> list[str]:
    """A text in lines of at most a width."""
    lines = [""]
    for piece in _pieces(text):
        if lines[-1] and _width(lines[-1] + piece.rstrip(" ")) > width:
            lines.append("")
        lines[-1] += piece
    return [line.strip(f" {BREAK}") for line in lines]


def _body(layout: Layout) -> str:
    """The rows."""
    lines, spans = [], _spans(layout)
    for row in range(len(layout.columns[0].texts)):
        if layout.stacked:
            *above, last = _stack(layout, row)
            lines += [*(_row(cells, r"\\*") for cells in above), _row(last), "\\addlinespace\n"]
        else:
            columns = zip(layout.columns, spans, strict=True)
            cells = ((column.texts[row], column.notes[row])[:span] for column, span in columns)
            lines.append(_row([_escaped(text) for texts in cells for text in texts]))
    return "".join(lines).removesuffix("\\addlinespace\n")


def _row(cells: list[str], end: str = r"\\") -> str:
    r"""A line of the table. ``\\`` and rules would take a first ``[`` or ``*`` for their argument."""
    return ("{}" if cells[0].startswith(("[", "*")) else "") + " & ".join(cells) + f" {end}\n"


def _escaped(text: str) -> str:
    return text.translate(ESCAPED).replace("--", "-{}-")
