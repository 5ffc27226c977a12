"""Read fillers of an experiment from a user's table: sentences or pairs, some of which are gold items."""

from collections.abc import Sequence
from pathlib import Path

from acceptability.errors import InputError
from acceptability.experiment.design import Choice, Stimulus
from acceptability.reading import pairs, sentences, sheets
from acceptability.reading.report import Reading
from acceptability.reading.roles import plain
from acceptability.reading.table import Table

GOLD = "gold"
ENDS = ("good", "bad")


def read(path: str | Path, task: str, **reading: str) -> tuple[Sequence[Stimulus | Choice], Reading]:
    """Return the fillers of a table, and how it was read.

    For the task choice, it has the columns ``good`` and ``bad``; for others, ``sentence``. A column ``gold`` names the
    side on which everybody answers: good, bad, or nothing. InputError for what is wrong in it.
    """
    return _pairs(path, **reading) if task == "choice" else _sentences(path, **reading)


def _sentences(path: str | Path, **reading: str) -> tuple[list[Stimulus], Reading]:
    """Return fillers that are rated one at a time."""
    if {"good", "bad"} <= Table(path, "pairs", **reading).columns.keys():
        raise InputError(f"{path}: has columns good and bad, which are for TASK=choice; add a column sentence")
    texts, understood = sentences.read_fillers(path, **reading)
    golds = _golds(sheets.read(path, **reading), understood, ENDS)
    return [
        Stimulus(name, text, name, "filler", "", gold) for (name, text), gold in zip(texts.items(), golds, strict=True)
    ], understood


def _pairs(path: str | Path, **reading: str) -> tuple[list[Choice], Reading]:
    """Return fillers of which one of two sentences is chosen."""
    if not {"good", "bad"} <= Table(path, "pairs", **reading).columns.keys():
        raise InputError(f"{path}: fillers for TASK=choice are pairs; add the columns good and bad")
    filler_pairs = pairs.read(path, kind="fillers", **reading)
    golds = _golds(sheets.read(path, **reading), filler_pairs.reading, ENDS[:1])
    return [
        Choice(sentences.filler_id(name), "", good, bad, gold)
        for (name, (good, bad)), gold in zip(filler_pairs.members.items(), golds, strict=True)
    ], filler_pairs.reading


def _golds(sheet: sheets.Sheet, understood: Reading, allowed: tuple[str, ...]) -> list[str]:
    """Return the cells of the column ``gold``; empty ones where there is none. InputError for other words."""
    place = next((place for place, header in enumerate(sheet.header) if plain(header) == GOLD), None)
    if place is None:
        return [""] * len(sheet.rows)
    header = sheet.header[place]
    understood.columns[header] = GOLD
    cells = [cells[place].strip().lower() for cells in sheet.rows]
    for number, cell in zip(sheet.numbers, cells, strict=True):
        if cell not in ("", *allowed):
            raise InputError(
                f"{sheet.path}, row {number}: {header} is {cell!r}; write {' or '.join(allowed)}, or leave it empty "
                "where people may answer as they like"
            )
    return cells
