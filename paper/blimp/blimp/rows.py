"""The rows of BLiMP's files, and of users' files in its format: JSON lines → checked dictionaries (no pandas)."""

import json
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from acceptability.errors import InputError
from acceptability.reading.report import fail
from acceptability.reading.roles import plain
from acceptability.sources.archives import open_zip, read_member

NEEDED = ("UID", "pairID", "sentence_good", "sentence_bad")
FLAGS = ("simple_LM_method", "one_prefix_method", "two_prefix_method", "lexically_identical")
PREFIXES = (
    ("one_prefix_prefix", "one_prefix_word_good", "one_prefix_word_bad"),
    ("two_prefix_prefix_good", "two_prefix_prefix_bad", "two_prefix_word"),
)
OPTIONAL = ("linguistics_term", "field", *FLAGS, *PREFIXES[0], *PREFIXES[1])
NAMES = {plain(name): name for name in (*NEEDED, *OPTIONAL)}  # other collections write pair_id, for example
MEND = "fetch it again, or unpack a complete copy"


def is_archive(path: str | Path) -> bool:
    """Return whether this is a copy of BLiMP.zip, and not a single file."""
    return Path(path).suffix.lower() == ".zip"


def count_paradigms(path: str | Path) -> int:
    """Count the paradigms of a single file; 0 where there is no file, which the check of files reports."""
    return len({row["UID"] for row in read(path)}) if Path(path).is_file() else 0


def read(path: str | Path, paradigms: Iterable[str] = ()) -> list[dict]:
    """Read the rows of a single file or of an archive; each gets a unique ``pair_id`` from its UID and pairID.

    An archive has one file for each paradigm, in the folder data; where ``paradigms`` are given, just these. Raises
    InputError for a damaged archive, and for all that is wrong in a file.
    """
    stamp = Path(path).stat()
    return _read(str(path), frozenset(paradigms), (stamp.st_mtime_ns, stamp.st_size))


@cache
def _read(path: str, paradigms: frozenset[str], _stamp: tuple[int, int]) -> list[dict]:
    """Read each state of a file once: the configuration asks for it several times."""
    if not is_archive(path):
        try:
            return _rows(Path(path).read_bytes(), path)
        except OSError as error:
            raise InputError(f"{path}: cannot be read: {error.strerror or error}; correct the path") from error
    with open_zip(path, MEND) as archive:
        names = [name for name in archive.namelist() if name.startswith("data/") and name.endswith(".jsonl")]
        files = {Path(name).stem: name for name in names}
        if missing := sorted(paradigms - files.keys()):
            raise InputError(f"{path}: has no file for the paradigm {', '.join(missing)}; {MEND}")
        if surplus := sorted(files.keys() - paradigms) if paradigms else []:
            raise InputError(f"{path}: has a file for {', '.join(surplus)}, which is no paradigm of BLiMP; remove it")
        if not files:
            raise InputError(f"{path}: has no files data/*.jsonl; {MEND}")
        members = [(uid, read_member(archive, files[uid], MEND)) for uid in sorted(files)]
    return [row for uid, data in members for row in _rows(data, f"{path}: {files[uid]}", uid)]


def _rows(data: bytes, place: str, uid: str | None = None) -> list[dict]:
    """Read the rows of one file; if ``uid`` is given, each row must have it."""
    try:
        lines = data.decode().removeprefix("\ufeff").split("\n")
    except UnicodeDecodeError as error:
        row = data[: error.start].count(b"\n") + 1
        raise InputError(f"{place}, row {row}: is not utf-8 text; save the file as UTF-8") from error
    rows, wrong, numbers = [], [], {}
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        row, complaints = _row(line)
        wrong += [f"row {number}{complaint}" for complaint in complaints]
        if not complaints and uid not in (None, row["UID"]):
            wrong.append(f"row {number}: the UID is {row['UID']!r}, but the file is that of {uid!r}; correct one")
        if not complaints:
            first = numbers.setdefault((row["UID"], row["pairID"]), number)
            if first != number:
                wrong.append(
                    f"rows {first} and {number}: have the same UID {row['UID']!r} and pairID {row['pairID']!r}; give "
                    "each pair its own pairID"
                )
            rows.append(row | {"pair_id": f"{row['UID']}-{row['pairID']}"})
    fail(place, wrong)
    if not rows:
        raise InputError(f"{place}: is empty; it needs a pair in each row")
    return rows


def _row(line: str) -> tuple[dict, list[str]]:
    """Return what a line holds, by the names of this format, and what is wrong with it."""
    try:
        parsed = json.loads(line)
    except (ValueError, RecursionError) as error:
        return {}, [f": is not JSON ({error}); write one object per line"]
    if not isinstance(parsed, dict):
        return {}, [': must be an object, such as {"UID": …, "pairID": …, "sentence_good": …, "sentence_bad": …}']
    row = {NAMES[plain(key)]: value for key, value in parsed.items() if plain(key) in NAMES}
    name = f" (pairID {row['pairID']!r})" if "pairID" in row else ""
    return row | {"pairID": str(row.get("pairID"))}, [f"{name}: {complaint}" for complaint in _complaints(row)]


def _complaints(row: dict) -> Iterator[str]:
    for key in NEEDED:
        if row.get(key) is None:
            yield f"{key} is missing; add it"
    for key, value in row.items():
        number = key == "pairID" and isinstance(value, int)
        if key in FLAGS:
            if not isinstance(value, bool):
                yield f"{key} is {value!r}; write true or false"
        elif value is not None and not (isinstance(value, str) or number):
            yield f"{key} is {value!r}, which is not text; put it in double quotes"
        elif value is not None and not str(value).strip():
            yield f"{key} is empty; fill it in, or leave the {'row' if key in NEEDED else 'key'} out"
    for together in PREFIXES:
        missing = [key for key in together if row.get(key) is None]
        if missing and len(missing) < len(together):
            yield f"{missing[0]} is missing; it belongs to {', '.join(key for key in together if key not in missing)}"
