"""Apply the steps of a declaration: each changes a table and reports in one line what it did."""

import re
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from acceptability.datasets.declared import files
from acceptability.datasets.declared.table import Table


def names_of(file: str | list[str]) -> list[str]:
    """Return the names of one file or of several."""
    return [file] if isinstance(file, str) else file


def files_of(entry: Mapping) -> dict[str, str]:
    """Return the files that a declaration names by arguments of the reader: those of its rows, then those of joins."""
    joins = [step["join"] for step in entry.get("steps", ()) if "join" in step]
    names = dict.fromkeys(name for section in (entry, *joins) for name in names_of(section["file"]))
    return {f"file_{number}": name for number, name in enumerate(names, start=1)}


def table_of(section: Mapping, paths: Mapping[str, str], place: str, notes: list[str]) -> Table:
    """Return the table of a declaration, or of a join, after its steps, which ``notes`` get a line each of.

    ``paths`` are those of the files, by their names in the declaration; ``place`` is the table's.
    """
    table = files.read([paths[name] for name in names_of(section["file"])], section.get("read", {}), place, notes)
    for number, step in enumerate(section.get("steps", ()), start=1):
        ((word, how),) = step.items()
        key = f"steps.{number}.{word}"
        if word == "join":
            how = {"theirs": how["mine"]} | how | {"table": table_of(how, paths, f"{place}{key}.", notes)}
        table, report = STEPS[word](table, how, key)
        table.say(f"{word} {report}")
    return table


def _keep(table: Table, condition: Mapping, key: str, fits_kept: bool = True) -> tuple[Table, str]:
    rows = [row for row, fit in enumerate(table.where(condition, key)) if fit == fits_kept]
    cells = {
        name: value if isinstance(value, str) else " or ".join(map(repr, value)) for name, value in condition.items()
    }
    condition_in_words = ", ".join(f"{name} {value:.60}" for name, value in cells.items())
    return table.at(rows), f"{condition_in_words}: {len(table) - len(rows):,} of {len(table):,} rows left out"


def _parse(table: Table, patterns: Mapping[str, str], key: str) -> tuple[Table, str]:
    notes = []
    for name, pattern in patterns.items():
        fits, groups = table.where({name: pattern}, key), re.compile(pattern).groupindex
        known = {cell: re.fullmatch(pattern, cell) for cell in dict.fromkeys(table.columns[name])}
        matches = [known[cell] for cell in table.columns[name]]
        table.add({group: [(match and match[group]) or "" for match in matches] for group in groups}, key)
        notes.append(f"{name}: {', '.join(groups)}{_rest(fits, 'without a match, and left empty')}")
    return table, "; ".join(notes)


def _rest(fits: list[bool], what: str) -> str:
    """Return how many rows do not fit, in words; nothing if all fit."""
    return "" if all(fits) else f"; {len(fits) - sum(fits):,} of {len(fits):,} rows {what}"


def _map(table: Table, cells: Mapping[str, Mapping[str, str]], key: str) -> tuple[Table, str]:
    notes = []
    for name, others in cells.items():
        fits = table.where({name: list(others)}, key)
        table.columns[name] = [others.get(cell, cell) for cell in table.columns[name]]
        notes.append(f"{name}{_rest(fits, 'left as before')}")
    return table, "; ".join(notes)


def _add(table: Table, texts: Mapping[str, str], key: str) -> tuple[Table, str]:
    for name, text in texts.items():
        if text in table.columns:
            table.fail(f"{key}.{name}", f"{text!r} is a column; write '{{{text}}}' for its cells")
        cells = table.texts(text, f"{key}.{name}") if "{" in text else [text] * len(table)
        table.add({name: cells}, key)
    return table, ", ".join(f"{name}{'' if '{' in text else f' {text!r} in all rows'}" for name, text in texts.items())


def _long(table: Table, pattern: str, key: str) -> tuple[Table, str]:
    wide = {name: match.groupdict("") for name in table.columns if (match := re.fullmatch(pattern, name))}
    names = dict.fromkeys(groups.get("column", "value") for groups in wide.values())
    blocks: dict[tuple, dict[str, str]] = defaultdict(dict)  # by the other groups: which column becomes which
    for name, groups in wide.items():
        column = groups.pop("column", "value")
        blocks[tuple(groups.items())][column] = name
    if not wide:
        table.fail(key, f"{pattern!r} fits no column of {table.path}; it has: {', '.join(table.columns)}; correct it")
    if len(wide) != len(names) * len(blocks) or any(len(of_block) < len(names) for of_block in blocks.values()):
        fault = f"{len(wide)} columns of {table.path}, and not one for each of {', '.join(names)}"
        table.fail(key, f"{pattern!r} fits {fault}; correct it, or name what tells them apart")
    columns = {
        name: [cell for cell in cells for _ in blocks] for name, cells in table.columns.items() if name not in wide
    }
    long = replace(table, columns=columns, numbers=[number for number in table.numbers for _ in blocks])
    others = [dict(block) for block in blocks]
    long.add({group: [other[group] for _ in table.numbers for other in others] for group in others[0]}, key)
    for name in names:
        rows = zip(*(table.columns[of_block[name]] for of_block in blocks.values()), strict=True)
        long.add({name: [cell for row in rows for cell in row]}, key)
    return long, f"{', '.join(names)}: {len(long):,} rows"


def _join(table: Table, how: Mapping, key: str) -> tuple[Table, str]:
    """Add columns of another table, which stands under ``table``."""
    other: Table = how["table"]
    keys, mine = other.texts(how["theirs"], "theirs"), table.texts(how["mine"], f"{key}.mine")
    cells = {name: other.texts(text, f"take.{name}") for name, text in how["take"].items()}
    rows = list(zip(*cells.values(), strict=True))
    known: dict[str, int] = {}
    first = [known.setdefault(name, row) for row, name in enumerate(keys)]
    fix = f"with other cells; {other.place}theirs must tell them apart"
    twice = ((row, at) for row, at in enumerate(first) if rows[row] != rows[at])
    other.refuse((row, f"{keys[row]!r:.60} is in row {other.numbers[at]}, too, {fix}") for row, at in twice)
    fits = [name in known for name in mine]
    if how.get("needed", True):
        fix = f"correct {other.place}mine, or write needed: false"
        lacking = ((row, name) for row, name in enumerate(mine) if name not in known)
        table.refuse((row, f"{other.path} lacks {name!r:.60}; {fix}") for row, name in lacking)
    taken = {name: [column[known[cell]] if cell in known else "" for cell in mine] for name, column in cells.items()}
    table.add(taken, key)
    return table, f"{other.path}: {', '.join(cells)}{_rest(fits, 'without a match, and left empty')}"


_drop = partial(_keep, fits_kept=False)
STEPS: dict[str, Callable[[Table, Any, str], tuple[Table, str]]] = {
    "keep": _keep,
    "drop": _drop,
    "parse": _parse,
    "map": _map,
    "add": _add,
    "long": _long,
    "join": _join,
}
