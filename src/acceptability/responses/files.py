"""Turn results of an experiment into text, rows and records, as far as each file has them."""

import csv
import io
import json
import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path, PurePath

from acceptability.errors import InputError
from acceptability.reading import frames, sheets, text
from acceptability.reading.cells import LONGEST, SEPARATORS, of_value
from acceptability.sources.archives import MOST_TABLES, check_number, read_members

ENDINGS = (*sheets.TABLES, ".json", ".txt")
OF_EXPERIMENTS = {  # files that `make experiment` writes into a folder, which have no answers
    *("materials.csv", "README.txt", "pcibex/experiment.csv", "pcibex/fillers.csv"),
    *("qualtrics/import.txt", "qualtrics/key.csv", "qualtrics/loops.csv", "qualtrics/steps.txt"),
}
NAMED = f"which are files that end in {', '.join(ENDINGS)}"


@dataclass(frozen=True, eq=False)
class File:
    """Contain one file of results. What it is, is found when it is asked for.

    Attributes:
        path: what messages call it.
        name: its name alone; with its folders where several files have one name.
        text: its contents, with line feeds at the ends of lines; empty of a file with cells.
        cells: the rows of a spreadsheet, or of a data frame.
    """

    path: str
    name: str
    text: str = ""
    cells: tuple[tuple[int, list[str]], ...] = ()

    @cached_property
    def rows(self) -> list[tuple[int, list[str]]]:
        """Return the rows that have any text, with the numbers of their last lines, from 1."""
        if self.cells or not self.text:
            return list(self.cells)
        first = self.text[: self.text.find("\n") + 1] or self.text
        separator = max(SEPARATORS, key=lambda mark: len(next(csv.reader([first], delimiter=mark), [])))
        before = csv.field_size_limit(LONGEST)
        try:
            reader = csv.reader(io.StringIO(self.text, newline=""), delimiter=separator)
            return [(reader.line_num, row) for row in reader if any(row)]
        except csv.Error as error:
            raise InputError(f"{self.path}: cannot be read as a table: {error}; export it again") from error
        finally:
            csv.field_size_limit(before)

    @cached_property
    def header(self) -> list[str]:
        """Return the cells of the first row, without white space around them."""
        return [cell.strip() for cell in self.rows[0][1]] if not self.is_json and self.rows else []

    @cached_property
    def records(self) -> list[tuple[int, dict]] | None:
        """Return the objects of a JSON file, flat or in arrays, one array after the other; None: it is not JSON.

        Each has the number of the array that it is from; objects without an array have 0.
        """
        if not self.is_json:
            return None
        decoder, place, numbered_records, number = json.JSONDecoder(), 0, [], 0
        try:
            while place < len(self.text):
                if self.text[place].isspace() or self.text[place] == ",":
                    place += 1
                    continue
                value, place = decoder.raw_decode(self.text, place)
                number += isinstance(value, list)
                numbered_records += [(number, one) for one in value] if isinstance(value, list) else [(0, value)]
        except (ValueError, RecursionError) as error:
            raise InputError(f"{self.path}: is damaged JSON: {error}; export it again") from error
        return numbered_records if all(isinstance(one, dict) for _, one in numbered_records) else None

    @property
    def is_json(self) -> bool:
        """Return whether the text begins as an array or an object of JSON does."""
        return self.text.lstrip()[:1] in ("[", "{")


def read(path: str | Path | Sequence[str | Path], encoding: str = "utf-8", sheet: str | None = None) -> list[File]:
    """Read a file, several, those in a folder and in the folders in it, or those in an archive.

    Raises InputError for what is not there, is damaged, or has no such file.
    """
    files: list[File] = []
    for one in files_of(path):
        try:
            if one.lower().endswith(sheets.ARCHIVES):
                members = text.all_unpacked(one, read_members(one, lambda name: is_result(PurePath(name))))
                if not members:
                    raise InputError(f"{one}: has no results, {NAMED}")
                files += [_file(f"{one}: {name}", encoding, sheet, members[name]) for name in sorted(members)]
            else:
                files.append(_file(one, encoding, sheet))
        except OSError as error:
            raise InputError(f"{one}: cannot be read: {error.strerror or error}; correct the path") from error
    names = sheets.file_names([file.path for file in files])
    return [replace(file, name=name) for file, name in zip(files, names, strict=True)]


def files_of(path: str | Path | Sequence[str | Path]) -> list[str]:
    """Return the paths of results that a path means: itself, or those in a folder and in the folders in it.

    Of several paths, those that each of them means.
    """
    if not isinstance(path, str | Path):
        return [file for one in path for file in files_of(one)]
    folder = Path(path)
    if not folder.is_dir():
        return [str(path)]
    paths = sorted(file for file in folder.rglob("*") if is_result(file.relative_to(folder)) and file.is_file())
    if (folder / "texts.yaml").is_file() and (folder / "materials.csv").is_file():
        paths = [file for file in paths if file.relative_to(folder).as_posix() not in OF_EXPERIMENTS]
        if not paths:
            fault = f"{path}: is the folder of an experiment, and no answers are in it; "
            raise InputError(f"{fault}name the folder or the file with the answers that its host or platform saved")
    if not paths:
        raise InputError(f"{path}: has no results, {frames.saved_dataset(folder) or NAMED}")
    check_number(path, len(paths), MOST_TABLES, "files of results")
    return list(map(str, paths))


def paths_of(path: object) -> list[str]:
    """Return the paths of the files that ``read`` reads: none of a table in memory, or where a file is not there."""
    several = path if isinstance(path, list | tuple) else [path]
    paths = [one for one in several if isinstance(one, str | Path) and Path(one).exists()]
    if len(paths) < len(several):
        return []
    try:
        return files_of(paths)
    except InputError:  # a folder without results, which reading it says
        return []


def is_result(path: PurePath) -> bool:
    """Return whether a file in a folder or an archive may be one of results; those that computers hide are not."""
    is_other = path.name in frames.OF_DATASETS or sheets.is_hidden(path)
    return path.name.lower().endswith(ENDINGS) and not is_other


def _file(path: str, encoding: str, sheet: str | None, data: bytes | None = None) -> File:
    """Read a file; of a file in an archive, its bytes are ``data``."""
    name = os.path.basename(path if data is None else path.rpartition(": ")[2])
    if sheets.bare(name).lower().endswith((*sheets.SPREADSHEETS, *frames.ENDINGS)):
        return File(path, name, cells=tuple(sheets.cells_of(path, data, sheet=sheet).rows))
    data = text.unpacked(path, Path(path).read_bytes() if data is None else data)
    whole, _ = text.decoded(path, data, encoding)
    if not whole.strip():
        raise InputError(f"{path}: is empty; export it again, or remove it")
    return File(path, name, whole)


def as_text(value: object) -> str:
    """Return a value of JSON as the cell of a table would have it; nothing where there is none."""
    return str(of_value(value))
