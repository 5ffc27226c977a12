"""Keep facts about the user's tables, such as which columns they have, for the other processes of a run.

Snakemake makes the plan in its main process and again in each job of a cluster, and the plan depends on such facts. The
first process reads the tables, and writes the facts into a file in the folder of the run. They hold as long as the
files have the same names and contents, and the code that reads them is the same.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from acceptability import installation
from acceptability.sources.digests import of_folder
from acceptability.written import FOR_ALL, of_file, remembered, stamp_of, write_json

KEPT = Path(".snakemake/tables.json")  # in the folder of the run
ROOMS, CODE = ("reading", "responses", "datasets"), {".py", ".tsv", ".yaml"}  # the files that find the facts
_known: dict[str, Any] = {}  # the facts that this process asked for


def fact(question: str, files: Iterable[str | Path], how: Mapping, find: Callable[[], Any]) -> Any:
    """Return what JSON can hold: a fact that was kept, or else what ``find`` finds in the files.

    Parameters:
        question: what is asked, such as ``columns of pairs``.
        files: the paths of all files that the fact depends on; without any, or where one is not there, ``find`` is
            asked each time.
        how: all else that the fact depends on, such as the encoding.
    """
    paths = [Path(file) for file in files]
    if not paths or not all(path.is_file() for path in paths):
        return find()
    key = key_of(question, paths, how)
    if key not in _known:
        before = _kept(str(KEPT.absolute()))
        _known[key] = before[key] if key in before else find()
    return _known[key]


def key_of(question: str, files: Iterable[Path], how: Mapping) -> str:
    """Return a key that differs where the names or contents of the files, or anything else in a question, differ."""
    names = [[path.name, _digest(str(path.absolute()), stamp_of(path))] for path in files]
    return hashlib.sha256(json.dumps([question, names, dict(how), _code()]).encode()).hexdigest()


def keep(folder: Path) -> None:
    """Write the facts that this process asked for into the folder of a run."""
    target = folder / KEPT
    if _known and _known != _kept(str(target.absolute())):
        write(_known, target)


def write(facts: Mapping[str, Any], path: Path, mode: int = FOR_ALL) -> None:
    """Write facts with their checksum, for ``read``."""
    write_json({"sha256": _checksum(facts), "facts": facts}, path, mode)


def read(path: Path) -> dict[str, Any]:
    """Return the facts of an earlier process: none where there is no such file, or where it is damaged."""
    return remembered(path, lambda saved: saved["sha256"] == _checksum(saved["facts"])).get("facts", {})


@lru_cache(maxsize=256)
def _digest(path: str, _stamp: tuple) -> str:
    return of_file(path)


@cache
def _code() -> list[str]:
    return [of_folder(installation.PACKAGE / room, CODE) for room in ROOMS]


def _checksum(facts: Mapping) -> str:
    return hashlib.sha256(json.dumps(facts).encode()).hexdigest()


@cache
def _kept(path: str) -> dict[str, Any]:
    return read(Path(path))
