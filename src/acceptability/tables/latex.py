"""Write tables in LaTeX with pandas' Styler (booktabs), as wide as a column or a page of an ACL article."""

import re

import numpy as np
import pandas as pd

COLUMN, PAGE = 47, 98  # digits of a line in \footnotesize: in columns of 219 pt, on pages of 455 pt
GAP = 1.4  # digits between columns
LINES = 40  # of a float; a table with more breaks across pages
MOST = 8  # lines of a cell; where there were more, further columns go to another table
WORD = 16  # characters of a word; a longer one may break

NO_BREAK, BREAK = "\u00a0", "\u200b"
NARROW, WIDE = re.compile(r"[][ ().,;:|'/!fijlrtI\u00a0-]"), re.compile("[A-ZmwÀ-Þ%−±=@\u0250-\uffff]")  # in Times
NUMBER = re.compile(r"(?:([−-]?\d[\d,.]*(?:(?: to |–)[−-]?\d[\d,.]*)?)(?: ([\[(±].*))?)?")  # perhaps with an interval
SMALL = r"\footnotesize\setlength{\tabcolsep}{3pt}"
SIGNS = str.maketrans(
    {character: f"\\{character}" for character in "&%$#_{}"}
    | {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
    | {"<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}", '"': r"\textquotedbl{}"}
    | {"α": r"$\alpha$", "β": r"$\beta$", "γ": r"$\gamma$", "δ": r"$\delta$", "Δ": r"$\Delta$", "τ": r"$\tau$"}
    | {"ρ": r"$\rho$", "≥": r"$\geq$", "−": "$-$", "′": "$'$", "“": "``", "”": "''", "’": "'"}
    | {NO_BREAK: "~", BREAK: r"\allowbreak{}"}
    | dict.fromkeys(map(chr, range(32)), " ")
)


def to_latex(table: pd.DataFrame, caption: str, label: str) -> str:
    """Write a table as a float of the least width that fits, or as a longtable where it is too tall for a page.

    Where it is too wide for a page, more tables follow. Each has the columns that name the rows, and some others.
    """
    cells = table.astype(object).where(table.notna(), "").astype(str).map(_breakable)
    cells = cells.set_axis([_breakable(str(name)) for name in table], axis=1)
    columns = pd.DataFrame([_measure([name, *column]) for name, column in cells.items()])
    keys = 1 if cells.iloc[:, 0].is_unique or len(columns) < 3 else 2
    first, *others = ((cells.iloc[:, places], columns.iloc[places]) for places in _parts(columns, keys))
    body = _set(*first, _escaped(caption), label)
    body += "".join(f"\\addtocounter{{table}}{{-1}}\n{_set(*part, 'Continued.', None)}" for part in others)
    packages = "array,booktabs,longtable" if r"\begin{longtable}" in body else "array,booktabs"
    head = f"% Needs \\usepackage{{{packages}}}; for columns of 219 pt, as in ACL's style."
    if any(ord(character) > 0x17F and character not in "–—‘…" for character in body):
        head += " Compile it with LuaLaTeX or XeLaTeX and a font that has all its characters."
    return f"{head}\n{body}"


def _breakable(text: str) -> str:
    """Join what belongs together, such as an interval, and let long words break: after a sign in them, or anywhere."""
    text = re.sub(r"(?<=[δΔ]) | (?==)|(?<==) |(?<=±) ", NO_BREAK, re.sub(r"(\[[−\d.]+,) ", rf"\1{NO_BREAK}", text))
    part = rf"(?:\S{{0,{WORD - 1}}}[-./_|]|\S{{{WORD}}})(?=\S)"
    return re.sub(rf"\S{{{WORD + 1},}}", lambda word: re.sub(part, rf"\g<0>{BREAK}", word[0]), text)


def _measure(texts: list[str]) -> dict[str, float | bool]:
    """Measure a column, its heading first: the width without wrapping, the least width, and whether it has numbers."""
    return {
        "full": max(map(_width, texts)),
        "least": max(_width(piece) for text in texts for piece in re.split(f"[ {BREAK}]", text)),
        "number": all(map(NUMBER.fullmatch, texts[1:])),
    }


def _width(text: str) -> float:
    """Estimate how wide a text is in Times, in digits, rather too much. Intervals are smaller."""
    scale = 8 / 9 if text.startswith(("[", "±")) else 1
    return scale * (len(text) + 0.6 * len(WIDE.findall(text)) - 0.35 * len(NARROW.findall(text)) - text.count(BREAK))


def _parts(columns: pd.DataFrame, keys: int) -> list[list[int]]:
    """Return the places of the columns of each table, of as few as fit; the first ``keys`` columns are in all."""
    parts = []
    for number in range(1, max(len(columns) - keys, 1) + 1):
        parts = [[*range(keys), *others] for others in np.array_split(range(keys, len(columns)), number)]
        if all(_widths(columns.iloc[places], PAGE, MOST) is not None for places in parts):
            break
    return parts


def _widths(columns: pd.DataFrame, room: float, most: int) -> np.ndarray | None:
    """Return widths of columns that fit into ``room``, or None if a cell then had too many lines.

    Where columns must wrap, one that is four times as long gets twice the width.
    """
    full, least = columns["full"].to_numpy(), columns["least"].to_numpy()
    for scale in np.geomspace(2 * np.sqrt(full.max()), 0.1, 100):
        widths = np.clip(scale * np.sqrt(full), least, full)
        if widths.sum() + GAP * (len(widths) - 1) <= room:
            return widths if (full <= most * widths).all() else None
    return None


def _set(cells: pd.DataFrame, columns: pd.DataFrame, caption: str, label: str | None) -> str:
    """Set cells within a column of the article if they then have two lines at most, else across the page."""
    environment, widths = "table", _widths(columns, COLUMN, 2)
    if widths is None:
        environment, widths = "table*", _widths(columns, PAGE, MOST)
        widths = columns["least"].to_numpy() if widths is None else widths  # of one column that is too wide by itself
    lines = cells.map(_width).to_numpy() / widths
    if np.ceil(np.where(lines > 1, 1.1 * lines, 1)).max(axis=1, initial=1).sum() > LINES:
        environment = "longtable"
    kinds = []
    for column, width in zip(columns.itertuples(), widths, strict=True):
        wrapped = rf">{{\ragged{'left' if column.number else 'right'}\arraybackslash}}p{{{0.51 * width:.2f}em}}"
        kinds.append(wrapped if width < column.full else "r" if column.number else "l")
    headings = [*map(_escaped, cells.columns)]
    styler = cells.set_axis(range(len(columns)), axis=1).style.hide(axis="index").format(_cell)
    latex = styler.format_index(headings.__getitem__, axis=1).to_latex(
        environment=environment,
        position_float=None if environment == "longtable" else "centering",
        hrules=True,
        column_format=f"@{{}}{''.join(kinds)}@{{}}",
        caption=caption,
        label=label,
    )
    if (lines > 1).any():
        latex = latex.replace(" \\\\\n", " \\\\\\addlinespace\n")
    if environment != "longtable":
        return latex.replace("\\centering\n", f"\\centering{SMALL}\n", 1)
    latex = latex.replace(f"\\caption[]{{{caption}}}", "\\caption[]{Continued.}")
    return (  # on pages of one column; the text after it has as many columns as before
        "\\makeatletter\\edef\\columnsafter{\\if@twocolumn\\noexpand\\twocolumn\\fi}\\makeatother\\onecolumn\n"
        f"{{{SMALL}\\setlength{{\\LTcapwidth}}{{\\linewidth}}\n{latex}}}\n\\columnsafter\n"
    )


def _cell(text: str) -> str:
    """Escape a cell; what follows its number, such as an interval, is small."""
    number = NUMBER.fullmatch(text)
    if not number or not number[2]:
        return _escaped(text)
    return f"{_escaped(number[1])} {{\\scriptsize {number[2].translate(SIGNS)}}}"


def _escaped(text: str) -> str:
    r"""Escape what LaTeX would read. After ``\\`` it would take a first ``[`` or ``*`` for an argument."""
    text = text.translate(SIGNS).replace("--", "-{}-")
    return f"{{}}{text}" if text.startswith(("[", "*")) else text
