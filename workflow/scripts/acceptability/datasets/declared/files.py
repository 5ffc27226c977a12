"""Files that a declaration names → tables of texts, whose first row is the header."""

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePath

from acceptability.datasets.declared.table import Table
from acceptability.errors import InputError
from acceptability.reading import text
from acceptability.reading.cells import Cells, json_lines, separated, spreadsheet
from acceptability.reading.report import fail
from acceptability.reading.sheets import ARCHIVES, JSON_LINES, SPREADSHEETS, TABLES
from acceptability.sources.archives import read_members


def read(paths: Sequence[str], how: Mapping, place: str, notes: list[str]) -> Table:
    """Read files, one below the other; cells are empty where a file lacks a column of others.

    White space in a cell is one space. The column ``file`` says where a row is from, unless files have such a column.
    ``how`` is the key ``read``; ``place`` and ``notes`` are the table's. InputError for what cannot be read.
    """
    parts = [part for path in paths for part in _parts(path, how, place)]
    header = dict.fromkeys(key for _, columns, _ in parts for key in columns)
    columns = {key: [cell for _, own, rows in parts for cell in own.get(key, [""] * len(rows))] for key in header}
    columns.setdefault("file", [PurePath(name.removesuffix(".gz")).stem for name, _, rows in parts for _ in rows])
    numbers = [number if len(parts) == 1 else f"{number} of {name}" for name, _, rows in parts for number in rows]
    name = ", ".join(dict.fromkeys(Path(path).name for path in paths))
    table = Table(place, name, columns, numbers, notes, whole=dict(columns))
    table.say(f"{len(table):,} rows")
    return table


def _parts(path: str, how: Mapping, place: str) -> list[tuple[str, dict[str, list[str]], list[int]]]:
    """Return name, columns and numbers of rows of a file, or of those of an archive."""
    if not path.lower().endswith(ARCHIVES):
        if "member" in how:
            raise InputError(f"{place}read.member: {path} is no archive (zip, tar.gz); remove read.member")
        return [(Path(path).name, *_columns(path, _cells(path, None, how), how))]
    wanted, endings = re.compile(how.get("member", ".*")), (*TABLES, ".json", ".txt")
    members = read_members(path, lambda name: bool(wanted.fullmatch(name)) and name.lower().endswith(endings))
    if not members:
        raise InputError(f"{place}read.member: {path} has no table that is called {wanted.pattern!r}; correct it")
    inner = {name: f"{path}: {name}" for name in sorted(members)}
    return [
        (PurePath(name).name, *_columns(part, _cells(part, members[name], how), how)) for name, part in inner.items()
    ]


def _columns(path: str, cells: Cells, how: Mapping) -> tuple[dict[str, list[str]], list[int]]:
    """Return the columns of a file by name, and the numbers of their rows."""
    rows = [(number, row) for number, row in cells.rows if any(map(str.strip, row))]
    fail(path, cells.wrong if len(rows) > 1 else [*cells.wrong, "has no rows under its header; get the file again"])
    places = {at - 1: name for name, at in how.get("columns", {}).items()}
    header, rows = [places.get(at, " ".join(name.split())) for at, name in enumerate(rows[0][1])], rows[1:]
    width = len(header)
    wrong = [f"has {width} columns, and none at {at + 1}; correct read.columns" for at in places if at >= width]
    twice = dict.fromkeys(name for name in header if name and header.count(name) > 1)
    wrong += [f"the column {name!r} occurs twice; name one by its place: read: {{columns: …}}" for name in twice]
    others = [(number, len(row)) for number, row in rows if len(row) != width]
    wrong += [f"row {number}: has {own} cells where the header has {width}; mend it" for number, own in others]
    fail(path, wrong)
    columns = zip(header, zip(*(row for _, row in rows), strict=True), strict=True)
    return {key: [" ".join(cell.split()) for cell in own] for key, own in columns if key}, [row for row, _ in rows]


def _cells(path: str, data: bytes | None, how: Mapping) -> Cells:
    """Return the cells of a file below the lines that are skipped, with the numbers of its rows."""
    name, skip = path.lower(), how.get("skip", 0)
    if name.endswith(SPREADSHEETS):
        if data is not None:
            raise InputError(f"{path}: spreadsheets are not read in archives; unpack it, and name the spreadsheet")
        made = spreadsheet(path, how.get("sheet"))
        return Cells(made.rows[skip:], made.how, made.wrong)
    data = text.unpacked(path, Path(path).read_bytes() if data is None else data)
    whole = text.decoded(path, data, how.get("encoding", "utf-8"))[0].split("\n", skip)[-1]
    if "between" in how:
        first, *texts = f"\n{whole}\n".split(f"\n{how['between']}\n")
        wrong = [f"does not begin with {how['between']!r}; correct read.between"] if first.strip() else []
        rows = [(at, [one, str(at)]) for at, one in enumerate(texts, how.get("from", 1))]
        return Cells([(0, ["text", "place"]), *rows], "texts", wrong)
    if name.endswith(".json"):
        try:
            whole = "\n".join(map(json.dumps, json.loads(whole)))
        except (ValueError, TypeError) as error:
            raise InputError(f"{path}: is no list of JSON objects ({error}); get the file again") from error
    made = json_lines(whole) if name.endswith((*JSON_LINES, ".json")) else separated(whole, False)
    return Cells([(number + skip, row) for number, row in made.rows], made.how, made.wrong)
