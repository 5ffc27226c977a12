"""Turn files, folders and archives into tables with a header and rows of text."""

import os
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial, wraps
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, TypeAlias

from acceptability.errors import InputError, printable
from acceptability.messages import counted
from acceptability.reading import frames, text
from acceptability.reading.cells import Cells, json_objects, of_value, separated, spreadsheet, too_wide
from acceptability.reading.report import SHOWN, fail, listed, rows_of
from acceptability.reading.roles import KNOWN, LABEL, plain
from acceptability.reading.values import LABELS, looks_like
from acceptability.sources.archives import MOST_TABLES, check_number, names_of, read_members

if TYPE_CHECKING:
    import pandas as pd

SPREADSHEETS = (".xlsx", ".xlsm", ".xlsb", ".xls", ".ods")
JSON_LINES = (".jsonl", ".ndjson")
TABLES = (".csv", ".tsv", ".tab", *JSON_LINES, *SPREADSHEETS, *frames.READERS)  # what is read of folders and archives
COMPRESSED = (".gz", ".bz2", ".xz")
ARCHIVES = (".zip", ".tar.gz", ".tgz")
LEFT_BY_COMPUTERS = ("thumbs.db", "desktop.ini", "icon\r")  # files that file managers leave in folders
NAMED = f"which are files that end in {', '.join(TABLES)}"
KEYS = {
    "encoding": {
        "description": "For your own tables: how the text of CSV files is encoded, such as latin-1 or windows-1254.",
        "type": "string",
        "default": "utf-8",
    },
    "sheet": {
        "description": "For your own tables: the sheet of a spreadsheet that has several.",
        "type": "string",
    },
}
SLOW = 10_000_000  # bytes of a file that takes seconds to read
FEW_ROWS = 3  # with one fault, that each have a message
A_FRAME = "a data frame"  # how tables were read that are no files
NAMELESS = ["0", "1", "2", "3"]  # how pandas writes that there is no header
NAMELESS_SHAPE = (("phenomenon", "paradigm", "sentence", "label"), 3)  # of released tables below such a header
SHAPES = (  # of tables without a header: the columns, and the place of the labels
    (("source", "label", "mark", "sentence"), 1),
    (("label", "sentence"), 0),
    (("sentence", "label"), 1),
)


@dataclass(frozen=True, eq=False)
class Sheet:
    """Describe a table as it is written in a file: texts, and for each row its number in the file, from 1.

    It equals itself only, so that what follows from it can be cached.

    Attributes:
        wrong: what is wrong with its rows and its header.
        notes: what was decided or converted.
        how: how it was read: its encoding and separator, or its sheet.
        doubt: why its first row may not be a header; empty where there is no doubt.
    """

    path: str
    header: list[str]
    rows: list[list[str]]
    numbers: list[int]
    wrong: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    how: str = ""
    doubt: str = ""

    def __str__(self) -> str:
        """Return what messages call it."""
        return self.path


Source: TypeAlias = str | Path | Sheet | list[Path]  # a table, of a file, a folder, several files or a frame


def of_entry(entry: Mapping) -> dict[str, str]:
    """Return the keyword arguments of ``read`` that an entry of the configuration gives."""
    return {key: entry[key] for key in KEYS if key in entry}


def read(path: str | Path | Sheet, encoding: str = "utf-8", sheet: str | None = None) -> Sheet:
    """Read one table, in which nothing may be wrong. InputError as read_all."""
    (only,) = read_all(path, encoding, sheet).values()
    fail(only.path, only.wrong)
    return only


def read_all(path: Source | list[Sheet], encoding: str = "utf-8", sheet: str | None = None) -> dict[str, Sheet]:
    """Read the tables of a file, of several files, or of a folder or an archive, by short names; see short.

    Rows and columns without any text are left out. What has been read is returned unchanged. InputError for a file that
    is not there, is damaged, is empty or is encoded otherwise.
    """
    if isinstance(path, Sheet):
        return {"": path}
    tables = [one for one in path if isinstance(one, Sheet)] if isinstance(path, list) else []
    if tables:
        return dict(zip(short(one.path for one in tables), tables, strict=True)) if tables[1:] else {"": tables[0]}
    paths = tuple(map(str, path)) if isinstance(path, list) else files_of(path)
    try:
        return _read_all(paths, encoding, sheet, tuple(map(_stamp, paths)))
    except OSError as error:
        raise InputError(f"{error.filename}: cannot be read: {error.strerror or error}; correct the path") from error


def paths_of(path: Source | list[Sheet]) -> tuple[str, ...]:
    """Return the paths of the files that ``read_all`` reads: none of a table that is read, or that is not there."""
    several = path if isinstance(path, list) else [path]
    paths = [one for one in several if isinstance(one, str | Path) and Path(one).exists()]
    return tuple(file for one in paths for file in files_of(one)) if len(paths) == len(several) else ()


def once(function: Callable) -> Callable:
    """Make a function of a path, or of a Sheet, compute what follows from files once, as long as these are the same."""

    @lru_cache(maxsize=16)
    def computed(path: object, _files: tuple[Sheet, ...], *further: object, **reading: str):
        return function(list(path) if isinstance(path, tuple) else path, *further, **reading)

    @wraps(function)
    def cached(path: str | Path | Sheet | list[Path], *further: object, **reading: str):
        files = read_all(path, **{key: reading[key] for key in KEYS if key in reading})
        key = tuple(path) if isinstance(path, list) else path if isinstance(path, Sheet) else str(path)
        return computed(key, tuple(files.values()), *further, **reading)

    return cached


def files_of(path: str | Path) -> tuple[str, ...]:
    """Return the paths of the tables that a path means: itself, or those in a folder and in the folders in it."""
    folder = Path(path)
    if not folder.is_dir():
        return (str(path),)
    paths = sorted(file for file in folder.rglob("*") if is_table(file.relative_to(folder)) and file.is_file())
    if not paths:
        raise InputError(f"{path}: has no tables, {frames.saved_dataset(folder) or NAMED}")
    check_number(path, len(paths), MOST_TABLES, "tables")
    return tuple(map(str, paths))


def name_of(path: Source | list[Sheet]) -> str:
    """Return what messages call what is read: of several files, the folder that they are in."""
    return os.path.commonpath(list(map(str, path))) if isinstance(path, list) else str(path)


def file_names(paths: Sequence[str]) -> list[str]:
    """Return the name of each file, or of each member of an archive; with its folders where several have one name."""
    names = [PurePath(path.rpartition(": ")[2]).name for path in paths]
    counts, folders = Counter(names), [os.path.dirname(os.path.abspath(path)) for path in paths]
    above = os.path.commonpath(folders) if folders else ""
    return [os.path.relpath(path, above) if counts[name] > 1 else name for path, name in zip(paths, names, strict=True)]


def is_table(path: PurePath, endings: tuple[str, ...] = TABLES) -> bool:
    """Return whether a file in a folder or an archive is a table; those that computers hide are not."""
    return bare(path.name).lower().endswith(endings) and not is_hidden(path)


def is_hidden(path: PurePath) -> bool:
    """Return whether computers hide a file, or leave it beside one that is open in Excel (``~$a.xlsx``)."""
    hidden = any(part.startswith((".", "__MACOSX", "~$")) for part in path.parts)
    return hidden or path.name.lower() in LEFT_BY_COMPUTERS


def note_unread(path: str | Path | Sheet | Sequence, endings: tuple[str, ...] = TABLES) -> list[str]:
    """Return a note on the files of a folder or an archive that are not read, if there are any."""
    names: Iterable[str] = ()
    if isinstance(path, str | Path) and Path(path).is_dir():
        names = [os.path.relpath(file, path) for file in Path(path).rglob("*") if file.is_file()]
    elif isinstance(path, str | Path) and str(path).lower().endswith(ARCHIVES):
        names = _names_of(str(path), os.stat(path).st_mtime_ns)
    others = sorted(str(file) for file in map(PurePath, names) if not is_table(file, endings) and not is_hidden(file))
    if not others:
        return []
    examples = listed(others)
    what = "1 other file was" if len(others) == 1 else f"{len(others):,} other files were"
    return [f"{what} not read: {examples}; save tables among them as CSV"]


@lru_cache(maxsize=8)
def _names_of(path: str, _changed: int) -> tuple[str, ...]:
    """List each state of an archive once."""
    return tuple(names_of(path))


def bare(name: str) -> str:
    """Return a name without the ending of a compressed file."""
    ending = next((ending for ending in COMPRESSED if name.lower().endswith(ending)), "")
    return name[: len(name) - len(ending)]


@lru_cache(maxsize=64)
def _read_all(paths: tuple[str, ...], encoding: str, sheet: str | None, _stamps: tuple) -> dict[str, Sheet]:
    """Read each state of files once: the configuration asks for them many times."""
    if len(paths) > 1:
        sheets = {os.path.relpath(path, os.path.commonpath(paths)): _read(path, encoding, sheet) for path in paths}
    elif paths[0].lower().endswith(ARCHIVES):
        members = text.all_unpacked(paths[0], read_members(paths[0], lambda name: is_table(PurePath(name))))
        if not members:
            raise InputError(f"{paths[0]}: has no tables, {NAMED}")
        sheets = {name: _read(f"{paths[0]}: {name}", encoding, sheet, members[name]) for name in sorted(members)}
    else:
        return {"": _read(paths[0], encoding, sheet)}
    return dict(zip(short(sheets), sheets.values(), strict=True))


def short(names: Iterable[str]) -> list[str]:
    """Return short paths of files: without endings if they differ without them, and without folders if names are
    different. A last part that they share is left out if all are in folders (``eng/data``, ``fra/data``).
    """
    whole = [PurePath(name) for name in names]
    paths = [path.with_suffix("") for path in whole]
    if len(set(paths)) < len(paths):
        paths = whole
    parents = [path.parent for path in paths]
    if len({path.name for path in paths}) == 1 and PurePath() not in parents:
        paths = parents
    ends = [path.name for path in paths]
    return ends if len(set(ends)) == len(ends) else [path.as_posix() for path in paths]


def of_frame(frame: "pd.DataFrame", name: str) -> Sheet:
    """Return a frame as if it had been read from a file; ``name`` is what messages call it. The header is row 1.

    Levels of the index that have names are columns, as after ``set_index``; of others, a note says that they are not.
    """
    cells = _cells_of_frame(with_levels(frame))
    cells.notes += notes_on_index(frame)
    return _with_header(name, cells)


def with_levels(frame: "pd.DataFrame") -> "pd.DataFrame":
    """Return a frame in which the levels of its index that have names are columns, as after ``set_index``."""
    levels = [level for level in frame.index.names if level is not None and level not in frame.columns]
    return frame.reset_index(levels) if levels else frame


def notes_on_index(frame: "pd.DataFrame") -> Iterable[str]:
    """Yield notes on levels of a frame's index that are not used; row numbers without a name are none."""
    for place, level in enumerate(frame.index.names):
        values = frame.index.get_level_values(place)
        if level in frame.columns:
            yield f"the index {level} is not used, because a column has the same name"
        elif level is None and any(isinstance(value, str) for value in values):
            yield (
                f"the index has texts ({values[0]!r}, …) but no name, so it is not used; if they are ids, name it: "
                'frame.rename_axis("pair_id")'
            )


def _cells_of_frame(frame: "pd.DataFrame") -> Cells:
    filled = frame.astype(object).where(frame.notna(), None)
    rows = [[of_value(value) for value in row] for row in filled.itertuples(index=False)]
    return Cells(list(enumerate([list(map(str, frame.columns)), *rows], start=1)), A_FRAME)


def _read(path: str, encoding: str, sheet: str | None, data: bytes | None = None) -> Sheet:
    """Read a file; of a file in an archive, its bytes are ``data``."""
    return _with_header(path, cells_of(path, data, encoding, sheet))


def cells_of(
    path: str,
    data: bytes | None = None,
    encoding: str = "utf-8",
    sheet: str | None = None,
    skip: int = 0,
    parse: Callable[[str], Cells] | None = None,
) -> Cells:
    """Return the cells of a file, with the numbers of its rows; of a file in an archive, its bytes are ``data``.

    The first ``skip`` rows are left out. ``parse`` makes cells of the text where the file's name does not say how.
    InputError for what cannot be read.
    """
    name = bare(path).lower()
    size = len(data) if data is not None else os.path.getsize(path) if os.path.isfile(path) else 0
    if size >= SLOW:
        print(f"Reading {printable(path)} ({size / 1e6:.0f} MB) …", file=sys.stderr, flush=True)
    if name.endswith(SPREADSHEETS):
        if data is not None or name != path.lower():
            raise InputError(
                f"{path}: spreadsheets are not read inside an archive; unpack the archive, and name the folder"
            )
        cells = cells_of_spreadsheet(path, sheet)
        cells.rows = cells.rows[skip:]
        return cells
    if name.endswith(frames.ENDINGS):
        if data is not None or name != path.lower():
            raise InputError(
                f"{path}: files of this type are not read inside an archive; unpack the archive, and name the folder"
            )
        cells = _cells_of_frame(frames.read(path))
        cells.rows, cells.how = cells.rows[skip:], f"a {Path(path).suffix} file"
        return cells
    if name.endswith((".doc", ".docx", ".pdf", ".numbers", ".rtf")):
        raise InputError(f"{path}: is not a table; save it as CSV, xlsx, ods or JSON lines")
    data = text.unpacked(path, Path(path).read_bytes() if data is None else data)
    whole, encoding = text.decoded(path, data, encoding)
    whole = "\n" * skip + "\n".join(whole.split("\n")[skip:])
    if parse is None:
        is_text = name.endswith(".txt")
        parse = partial(separated, lines_are_sentences=is_text)
        if name.endswith((*JSON_LINES, ".json")):
            parse = partial(json_objects, lines_alone=name.endswith(JSON_LINES))
    cells = parse(whole)
    cells.how = f"{encoding.upper()}, {cells.how}"
    return cells


def cells_of_spreadsheet(path: str, sheet: str | None) -> Cells:
    """Return the cells of a spreadsheet; each state of it is parsed once, as results of experiments are read twice."""
    cells = _parsed(path, sheet, _stamp(path))
    return replace(cells, rows=list(cells.rows), wrong=list(cells.wrong), notes=list(cells.notes))


@lru_cache(maxsize=1)
def _parsed(path: str, sheet: str | None, _state: tuple[int, ...]) -> Cells:
    return spreadsheet(path, sheet)


def _stamp(path: str) -> tuple[int, ...]:
    """Return numbers that change when a file does."""
    state = os.stat(path)
    return state.st_mtime_ns, state.st_ctime_ns, state.st_size, state.st_ino


def _with_header(path: str, table_cells: Cells) -> Sheet:
    """Find the header, by evidence, and check that the rows are as long as it is."""
    rows = [(number, cells) for number, cells in table_cells.rows if any(map(str.strip, cells))]
    if not rows:
        fail(path, table_cells.wrong)
        raise InputError(f"{path}: is empty; it needs a header row")
    if fault := too_wide(len(rows), max(len(cells) for _, cells in rows)):
        raise InputError(f"{path}: {fault}")
    wrong, notes, doubt = list(table_cells.wrong), list(table_cells.notes), ""
    shape: tuple[str, ...] = ()
    known = [sum(plain(cell) in KNOWN for cell in cells) for _, cells in rows[:10]]
    if [cell.strip() for cell in rows[0][1]][-4:] == NAMELESS and len(rows) > 1:  # a header that names nothing
        cut = len(rows[0][1]) - 4
        rows, known = [(number, cells[cut:]) for number, cells in rows[1:]], [0]
        shape = _shape([cells for _, cells in rows], (*SHAPES, NAMELESS_SHAPE))
    elif not known[0]:
        shape = _shape([cells for _, cells in rows], SHAPES)
    if shape:
        notes.append(f"has no header; its columns were read as {', '.join(shape)}")
        rows.insert(0, (0, list(shape)))
    elif not known[0] and max(known) >= 2:
        place = known.index(max(known))
        above, rows = rows[:place], rows[place:]
        wrong += [
            f"row {number}: {' '.join(filter(None, cells))!r:.60} is above the header (row {rows[0][0]}); remove it"
            for number, cells in above
        ]
    elif not known[0] and (data := next((cell.strip() for cell in rows[0][1] if _is_data(cell)), "")):
        doubt = f"row 1 looks like data ({data[:60]!r}): write a header row above it"
    if _is_heading(rows[0][1]):
        headings = [f"{cells[0].strip()!r} (row {number})" for number, cells in rows if _is_heading(cells)]
        raise InputError(
            f"{path}: has lines that look like headings: {', '.join(headings[:SHOWN])}; replace them "
            f"by a column, such as "
            "label, and write a header row (sentence, label)"
        )
    header = [" ".join(name.split()) for name in rows[0][1]]
    # With commas, a text that has one is the likelier reason; and there, R names the column of row names.
    if (
        table_cells.mark in ("\t", " ")
        and known[0]
        and len(rows) > 1
        and _has_row_numbers([cells for _, cells in rows[1:]], len(header))
    ):
        header = ["", *header]
        rows[0] = (rows[0][0], header)
    index = [cells[0].strip() for _, cells in rows[1:]]
    if header[0] == "" and all(header[1:]) and len(header) > 1 and (known[0] or all(map(str.isdecimal, index))):
        if any(index):
            notes.append(f"column 1 has no name, as row names of R and pandas ({index[0]!r}, …); it is not used")
        header, rows = header[1:], [(number, cells[1:]) for number, cells in rows]
    again = [number for number, cells in rows[1:] if [" ".join(name.split()) for name in cells] == header]
    wrong += [f"row {number}: is the header once more; remove it" for number in again]
    wrong += _of_other_length(rows[1:], header)
    columns = [place for place, name in enumerate(header) if name or _any_text(rows[1:], place)]
    top = f"row {rows[0][0]}: "
    for place in columns:
        if not header[place]:
            wrong.append(
                f"{top}column {place + 1} has text but no name; write one, and remove rows above the header, if "
                "there are any"
            )
    names = [header[place] for place in columns]
    twice = [place for place, name in zip(columns, names, strict=True) if name and names.count(name) > 1]
    wrong += [f"{top}the column {name!r} occurs twice; rename one" for name in {header[place]: 0 for place in twice}]
    columns = [place for place in columns if header[place] and header.index(header[place]) == place]
    if len(rows) == 1:
        fail(path, wrong or ["has no rows under its header" + (f"; {doubt}" if doubt else "")])
    if columns == list(range(len(header))) and all(len(cells) == len(header) for _, cells in rows):
        body = [cells for _, cells in rows[1:]]
    else:
        body = [[cells[place] if place < len(cells) else "" for place in columns] for _, cells in rows[1:]]
    numbers = [number for number, _ in rows[1:]]
    return Sheet(path, [header[place] for place in columns], body, numbers, wrong, notes, table_cells.how, doubt)


def _has_row_numbers(rows: list[list[str]], columns: int) -> bool:
    """Return whether all rows begin with a number for which the header has no cell, as write.table of R writes them."""
    numbers = {cells[0] for cells in rows if len(cells) == columns + 1 and cells[0].isdecimal() and cells[-1].strip()}
    return len(numbers) == len(rows)


def _shape(rows: list[list[str]], shapes: Sequence[tuple[tuple[str, ...], int]]) -> tuple[str, ...]:
    """Return the columns of a table without a header, where its shape is known; nothing where it is not."""
    for columns, place in shapes:
        labels = [cells[place].strip().lower() if len(cells) == len(columns) else "" for cells in rows]
        if set(labels) <= LABELS.keys() and len(set(labels)) == 2 and looks_like(LABEL, labels):
            return columns
    return ()


def _is_heading(cells: list[str]) -> bool:
    """Return whether a row is a heading of those below it, such as ``Ungrammatical:``."""
    filled = [cell.strip() for cell in cells if cell.strip()]
    return len(filled) == 1 and filled[0] == cells[0].strip() and filled[0].endswith(":")


def _is_data(cell: str) -> bool:
    ends = cell.strip().endswith((".", "?", "!", "。", "？", "！"))
    long = not cell.isascii() and len(cell.strip()) > 3
    return bool(ends or long or len(cell.split()) > 2 or re.fullmatch(r"[+-]?\d*[.,]?\d+", cell.strip()))


def _of_other_length(rows: list[tuple[int, list[str]]], header: list[str]) -> Iterable[str]:
    """Yield what is wrong with rows that are longer than the header, or so short that a named column has no cell."""
    numbers_of: dict[tuple[int, str], list[int]] = {}
    for number, cells in rows:
        if len(cells) > len(header) and any(cell.strip() for cell in cells[len(header) :]):
            curly = any(mark in cell for cell in cells for mark in "“”„")
            quotes = "straight double quotes, not curly ones" if curly else "double quotes"
            fix = f"put text that contains a separator in {quotes}"
            numbers_of.setdefault((len(cells), fix), []).append(number)
        elif len(cells) < len(header) and any(header[len(cells) :]):
            numbers_of.setdefault((len(cells), "add the others"), []).append(number)
    for (length, fix), numbers in numbers_of.items():
        instead = f"{counted(length, 'cell')} where the header has {len(header)}; {fix}"
        if len(numbers) > FEW_ROWS:
            yield f"{rows_of(numbers)}: have {instead}"
        else:
            yield from (f"row {number}: has {instead}" for number in numbers)


def _any_text(rows: list[tuple[int, list[str]]], place: int) -> bool:
    return any(place < len(cells) and cells[place].strip() for _, cells in rows)
