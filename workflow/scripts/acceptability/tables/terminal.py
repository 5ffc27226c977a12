"""Tables and doubts for the terminal."""

import csv
import shutil
from collections.abc import Mapping
from pathlib import Path

SHOWN = 10  # rows of a table of scores, and doubts
GENERAL = ("ratings", "sentences", "pairs", "intervals")  # what doubts are about that say so themselves


def summary(described: Mapping, width: int | None = None) -> str:
    """What config.summary.described says, with the tables and doubts that its files hold, for lines of ``width``."""
    width = width or shutil.get_terminal_size((100, 24)).columns
    parts = [_of_dataset(dataset, described["folder"], width) for dataset in described["datasets"]]
    return "\n".join([*parts, *described["last"]])


def _of_dataset(dataset: Mapping, folder: str, width: int) -> str:
    header, *rows = _rows(dataset["table"])
    if "/scores/" in dataset["table"]:
        lines = [dataset["title"], aligned([header, *rows[:SHOWN]])]
        lines += [f"… and {len(rows) - SHOWN} more"] if len(rows) > SHOWN else []
    else:
        lines = [_shares(header, rows, width)]
    doubts = _rows(dataset["doubts"])[1:]
    labels = dataset["labels"]
    said = (doubt if about in GENERAL else f"{labels[about]}: {doubt}" for about, doubt in doubts[:SHOWN])
    lines += [f"Note: {doubt}" for doubt in said]
    if len(doubts) > SHOWN:
        lines.append(f"Note: {len(doubts) - SHOWN} more in {Path(folder, dataset['doubts'])}")
    lines += [f"{name + ':':<15}{Path(folder, path)}" for name, path in dataset["files"]]
    return "\n".join(lines) + "\n"


def _shares(header: list[str], rows: list[list[str]], width: int) -> str:
    """A table of shares; where it is too wide, without its intervals, then without its last columns."""
    whole = [header, *rows]
    if _fits(whole, width):
        return aligned(whole)
    bare = [header, *([cell.split(" [")[0] for cell in row] for row in rows)]
    kept = next((number for number in range(len(header), 2, -1) if _fits([row[:number] for row in bare], width)), 2)
    lines = aligned([row[:kept] for row in bare])
    return lines + (f"\nNot shown: {'; '.join(header[kept:])}" if header[kept:] else "")


def _fits(rows: list[list[str]], width: int) -> bool:
    return max(map(len, aligned(rows).splitlines())) <= width


def aligned(rows: list[list[str]]) -> str:
    """Columns side by side, with a line below the first row."""
    cells = [[cell if len(cell) <= 60 else f"{cell[:59]}…" for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in cells]
    return "\n".join([lines[0], "  ".join("-" * width for width in widths), *lines[1:]])


def _rows(path: str) -> list[list[str]]:
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.reader(file))
