"""Describe how a user's table was read, and what is wrong in it."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

from acceptability.errors import InputError, printable
from acceptability.messages import conjunction, joined

SHOWN = 20  # faults that are listed, and notes of one kind


@dataclass
class Reading:
    """Describe how a table was read.

    Attributes:
        path: the file, folder or archive; ``word``, the kind of table (see roles.NEEDED).
        what: its content, such as ``24 pairs``.
        files: of each file: its path, its rows, and how it was read (encoding, separator or sheet).
        columns: the role of each column by its header, or what a column that is not used holds.
        values: how the values of columns were read.
        notes: all that was decided, converted, dropped or ignored.
        matching: how many rows were matched loosely with the dataset, or not at all.
        beside: how a table that belongs to it, such as ratings, was read.
    """

    path: str
    word: str
    what: str = ""
    files: list[dict] = field(default_factory=list)
    columns: dict[str, str] = field(default_factory=dict)
    values: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    matching: list[str] = field(default_factory=list)
    beside: list["Reading"] = field(default_factory=list)

    @property
    def lines(self) -> list[str]:
        """Return it in lines: one with what was read, and one for each thing that was not plain."""
        used = ", ".join(
            header if header == role else f"{header} = {role}"
            for header, role in self.columns.items()
            if not role.startswith(UNUSED)
        )
        hows = list(dict.fromkeys(file["how"] for file in self.files))
        many = f"{len(self.files)} files, " if len(self.files) > 1 else ""
        more = [line for other in self.beside for line in other.lines]
        columns = f"; columns: {used}" if used else ""
        how = f" ({many}{' and '.join(hows[:3])})" if hows else ""
        return [printable(f"{self.path}: {self.what}{how}{columns}"), *self.noted, *more]

    @property
    def noted(self) -> list[str]:
        """Return what was not plain, a line each, with the table's path."""
        file_name = f"{Path(self.path).name}: "
        return [line if line.startswith(file_name) else f"{self.path}: " + line for line in self.remarks]

    @property
    def remarks(self) -> list[str]:
        """Return all lines on what was not plain: those of ``unclear``, and how rows were matched."""
        return [*self.unclear, *self.matching]

    @property
    def unclear(self) -> list[str]:
        """Return which columns are not used, how values were read, and the notes."""
        unused = [
            f"{header}{role.removeprefix(UNUSED)}" for header, role in self.columns.items() if role.startswith(UNUSED)
        ]
        values = [f"{header}: {how}" for header, how in self.values.items()]
        lines = [*([f"not used: {', '.join(unused)}"] if unused else []), *values, *self.notes]
        return list(map(printable, lines))

    def as_json(self) -> dict:
        """Return it whole, as reading.json has it."""
        return asdict(self)


UNUSED = "not used"
OF_SYSTEMS = (
    "scores",
    "decisions",
    "regions",
    "item_decisions",
)  # kinds of tables that hold what systems say, not sentences or ratings


def unclear(readings: Iterable[Reading]) -> list[str]:
    """Return what was not plain in the tables of a dataset and of its systems, a line for each thing.

    Lines on a table of systems begin with its name. How their rows were matched is left out: the tables MATCHES say it.
    """
    lines = []
    for reading in readings:
        name = f"{Path(reading.path).name}: " if reading.word in OF_SYSTEMS else ""
        lines += [line if line.startswith(name) else name + line for line in reading.unclear]
        lines += unclear(reading.beside)
    return lines


def fail(path: str | Path, wrong: Sequence[str]) -> None:
    """Raise InputError that lists what is wrong, a line each, if anything is."""
    if len(wrong) == 1:
        begin = "" if wrong[0].startswith(f"{path}") else f"{path}, " if wrong[0].startswith("row") else f"{path}: "
        raise InputError(begin, wrong[0])
    if wrong:
        more = [f"… and {len(wrong) - SHOWN:,} more"] if len(wrong) > SHOWN else []
        raise InputError(joined("\n  ", [f"{path}: {len(wrong):,} things are wrong:", *wrong[:SHOWN], *more]))


def listed(names: Sequence[str]) -> str:
    """Return the first names of a list, with commas between them."""
    return f"{', '.join(names[:SHOWN])}{', …' if len(names) > SHOWN else ''}"


def rows_of(numbers: Iterable[object]) -> str:
    """Return rows in words: all numbers of a few, the first ones of many."""
    return numbered("row", numbers)


def numbered(kind: str, numbers: Iterable[object]) -> str:
    """Return rows, or columns by their letters, in words: all of a few, the first ones of many."""
    names = list(map(str, numbers))
    if len(names) == 1:
        return f"{kind} {names[0]}"
    if len(names) > 5:
        return f"{kind}s {', '.join(names[:5])} and {len(names) - 5:,} more"
    return f"{kind}s {conjunction(names)}"
