"""Compare a recorded table with the recomputed one, cell by cell."""

import csv
import math
import re
from pathlib import Path

TOLERANCE = 1e-6  # of numbers, relative to the larger one: another processor rounds sums in another order
TINY = 1e-12  # differences that are always rounding
ROUNDED = re.compile(r"(−|\$-\$|)(\d+)\.(\d+)")  # a number in a table: sign, in CSV or LaTeX, and digits
NAMING = 3  # first cells of a row, at most, which name it


def compare(recorded: Path, recomputed: Path, is_rounded: bool = False) -> tuple[int, str]:
    """Return how many cells of a table (.csv), or lines of a text, are compared; and which differs most, or "".

    A recorded file that is no table, or no text, differs as a whole.

    Parameters:
        recorded, recomputed: the paths of the same table.
        is_rounded: may each rounded number differ by one unit of its last digit?
    """
    is_table = recorded.suffix == ".csv"
    try:
        before = _rows(recorded, is_table)
    except (UnicodeDecodeError, csv.Error) as error:
        return 0, f"cannot be read as a {'table' if is_table else 'text'}: {error}"
    now = _rows(recomputed, is_table)
    size = sum(map(len, before[is_table:]))
    shapes = [len(before), *map(len, before)], [len(now), *map(len, now)]
    if shapes[0] != shapes[1] or (is_table and before[:1] != now[:1]):
        return size, f"the header or the shape differs: {len(before)} lines in the record, {len(now)} recomputed"
    differing = [
        (_distance(one, other), -line, place, one, other)
        for line, (row, its_row) in enumerate(zip(before, now, strict=True), start=1)
        for place, (one, other) in enumerate(zip(row, its_row, strict=True))
        if one != other and _distance(one, other) > TINY and not (is_rounded and _is_rounding(one, other))
    ]
    if not differing:
        return size, ""
    distance, line, place, one, other = max(differing)
    names = ", ".join(before[-line - 1][: min(place, NAMING)])
    where = f"line {-line} ({names}), {before[0][place]}" if is_table else f"line {-line}"
    by = f", {distance:.2g} of its size" if distance < float("inf") else ""
    return (
        size,
        f"{len(differing)} of {size} differ; {where}: {one.strip()!r} in the record, {other.strip()!r} recomputed{by}",
    )


def _rows(path: Path, is_table: bool) -> list[list[str]]:
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.reader(file)) if is_table else [[line] for line in file]


def _is_rounding(one: str, other: str) -> bool:
    """Return whether two texts differ only in rounded numbers, each by one unit of its last digit at most."""
    if ROUNDED.sub("\0", one) != ROUNDED.sub("\0", other):
        return False
    pairs = zip(ROUNDED.findall(one), ROUNDED.findall(other), strict=True)
    return all(len(a[-1]) == len(b[-1]) and abs(_units(*a) - _units(*b)) <= 1 for a, b in pairs)


def _units(sign: str, whole: str, decimals: str) -> int:
    return int(f"{'-' * bool(sign)}{whole}{decimals}")


def _distance(one: str, other: str) -> float:
    """Return by how much two numbers differ, relative to the larger one; 0 within TOLERANCE; infinity for texts."""
    try:
        first, second = float(one), float(other)
    except ValueError:
        return float("inf")
    difference = abs(first - second)
    if not math.isfinite(difference):  # "nan" and 0.5
        return float("inf")
    relative = difference / max(abs(first), abs(second)) if difference > TINY else 0.0
    return 0.0 if relative <= TOLERANCE else relative
