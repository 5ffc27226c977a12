"""Turn files that a declaration names into tables of texts, whose first row is the header."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path, PurePath

from acceptability.datasets.declared.table import Table
from acceptability.errors import InputError
from acceptability.reading.cells import Cells, separated
from acceptability.reading.report import fail
from acceptability.reading.sheets import ARCHIVES, SPREADSHEETS, TABLES, bare, cells_of, is_table
from acceptability.responses.columns import counted
from acceptability.sources.archives import read_members


def read(paths: Sequence[str], how: Mapping, place: str, notes: list[str]) -> Table:
    """Read files, one below the other; cells are empty where a file lacks a column of others.

    White space in a cell is one space. The column ``file`` says where a row is from, unless files have such a column.
    ``how`` is the key ``read``; ``place`` and ``notes`` are the table's. InputError for what cannot be read.
    """
    parts = [part for path in paths for part in _parts(path, how, place, notes)]
    header = dict.fromkeys(key for _, columns, _ in parts for key in columns)
    columns = {
        key: [cell for _, part_columns, rows in parts for cell in part_columns.get(key, [""] * len(rows))]
        for key in header
    }
    origins = ([PurePath(bare(name)).stem] * len(rows) for name, _, rows in parts)
    columns.setdefault("file", [origin for part_origins in origins for origin in part_origins])
    numbers = [number if len(parts) == 1 else f"{number} of {name}" for name, _, rows in parts for number in rows]
    name = ", ".join(dict.fromkeys(Path(path).name for path in paths))
    table = Table(place, name, columns, numbers, notes)
    table.say(counted(len(table), "row"))
    return table


def _parts(path: str, how: Mapping, place: str, notes: list[str]) -> list[tuple[str, dict[str, list[str]], list[int]]]:
    """Return name, columns and numbers of rows of a file, or of those of an archive."""
    in_archive, in_sheets = (path.lower().endswith(endings) for endings in (ARCHIVES, SPREADSHEETS))
    unused = dict.fromkeys(("encoding", "between"), "a spreadsheet") if in_sheets else {"sheet": "no spreadsheet"}
    unused |= {} if in_archive else {"member": "no archive (zip, tar.gz)"}
    for key in [key for key in how if key in unused]:
        raise InputError(f"{place}read.{key}: {path} is {unused[key]}; remove read.{key}")
    if not in_archive:
        return [(Path(path).name, *_columns(path, None, how, notes))]
    member_name, endings = re.compile(how.get("member", ".*")), (*TABLES, ".json", ".txt")
    members = read_members(path, lambda name: bool(member_name.fullmatch(name)) and is_table(PurePath(name), endings))
    if not members:
        raise InputError(f"{place}read.member: {path} has no table that is called {member_name.pattern!r}; correct it")
    return [(PurePath(name).name, *_columns(f"{path}: {name}", members[name], how, notes)) for name in sorted(members)]


def _columns(path: str, data: bytes | None, how: Mapping, notes: list[str]) -> tuple[dict[str, list[str]], list[int]]:
    """Return the columns of a file by name, and the numbers of their rows; ``data`` are its bytes in an archive."""
    keys = {key: how[key] for key in ("encoding", "sheet", "skip") if key in how}
    cells = cells_of(path, data, parse=_parser(bare(path).lower(), how), **keys)
    rows = [(number, row) for number, row in cells.rows if any(map(str.strip, row))]
    fail(path, cells.wrong or ["has no rows under its header; get the file again"] * (len(rows) < 2))
    places = {at - 1: name for name, at in how.get("columns", {}).items()}
    header, rows = [places.get(at, " ".join(name.split())) for at, name in enumerate(rows[0][1])], rows[1:]
    width = len(header)
    wrong = [f"has {width} columns, and none at {at + 1}; correct read.columns" for at in places if at >= width]
    twice = dict.fromkeys(name for name in header if name and header.count(name) > 1)
    wrong += [f"the column {name!r} occurs twice; name one by its place: read: {{columns: …}}" for name in twice]
    others = [(number, len(row)) for number, row in rows if len(row) != width]
    wrong += [f"row {number}: has {length} cells where the header has {width}; fix it" for number, length in others]
    fail(path, wrong)
    columns = zip(header, zip(*(row for _, row in rows), strict=True), strict=True)
    notes += [f"{PurePath(path).name}: {note}" for note in cells.notes]
    return {key: [" ".join(cell.split()) for cell in column] for key, column in columns if key}, [
        row for row, _ in rows
    ]


def _parser(name: str, how: Mapping) -> Callable[[str], Cells] | None:
    """Return what makes cells of a text, where the name of its file does not say how."""
    if "between" in how:
        return partial(_texts, line=how["between"], first=how.get("from", 1))
    return partial(separated, lines_are_sentences=False) if name.endswith(".txt") else None


def _texts(whole: str, line: str, first: int) -> Cells:
    """Return texts, each below such a line, with their places."""
    above, *texts = f"\n{whole}\n".split(f"\n{line}\n")
    wrong = [f"does not begin with {line!r}; correct read.between"] if above.strip() else []
    rows = [(at, [one, str(at)]) for at, one in enumerate(texts, first)]
    return Cells([(0, ["text", "place"]), *rows], "texts", wrong)
