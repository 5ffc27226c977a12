"""Know each file that a job wrote by its checksum, so that a file that was changed since is not taken for a result.

A job that ends well records the SHA-256 of its outputs, each in a small file of its own below WRITTEN. When a run
starts, the outputs are compared with these records. Each file is read whole, but only once while its stamp stays the
same: no program can set back the time of the last change (``ctime``), which is part of a stamp.
"""

import hashlib
import json
import os
import shutil
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

WRITTEN = Path(".snakemake/written")  # in the folder of the run
FOR_ALL, OWNER_ONLY = 0o666, 0o600  # who may read a file; the umask takes more away
TICK = 2.0  # seconds in which two changes of a file may have the same stamp
# What reading a damaged file of JSON that the program wrote raises: no JSON, too deep, or values of another kind.
DAMAGED = (ValueError, LookupError, TypeError, AttributeError, RecursionError, OverflowError)

Stamp = tuple[int, int, int, int]  # inode, size, times of the last modification and change


def of_file(path: str | Path) -> str:
    """Return the SHA-256 (hexadecimal) of a file."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def stamp_of(path: Path) -> Stamp:
    """Return what the file system says of a file; it differs after each change."""
    status = path.stat()
    return status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns


def unsettled_since(stamp: Stamp, known: Mapping) -> float | None:
    """Return since when a file has had this stamp, as far as this computer has seen. Ask before the file is read.

    None: longer than TICK, so that a change from now on gives it another stamp. The file's own date is enough for that.
    Where it is in the future, because the clock of a network disk is ahead, the time of the first look counts.

    Parameters:
        known: the ``stamp`` at the last look, and the answer at that time as ``unsettled_since``.
    """
    now = time.time()
    first_look = known.get("unsettled_since") if known.get("stamp") == list(stamp) else None
    since = first_look or now
    return None if now - min(since, stamp[-1] / 1e9) > TICK else since


def is_settled(stamp: Stamp, known: Mapping) -> bool:
    """Return whether what is known of a file is still true, because it was read when its present stamp was settled."""
    return known.get("stamp") == list(stamp) and known.get("unsettled_since") is None


def remembered(path: Path, is_sound: Callable[[Any], bool]) -> dict[str, Any]:
    """Return what a file of JSON remembers: nothing where there is none, or where it is damaged, which is reported."""
    try:
        known = json.loads(path.read_text(encoding="utf-8"))
        if is_sound(known):
            return known
    except FileNotFoundError:
        return {}
    except DAMAGED:
        pass
    print(f"note: {path} is damaged; it is ignored, and written again", file=sys.stderr)
    return {}


def record(outputs: Iterable[str]) -> None:
    """Record the outputs of a job, which has just written them. Files outside the folder of the run are left out."""
    for output in map(Path, outputs):
        if not Path(os.path.abspath(output)).is_relative_to(Path.cwd()):
            continue
        folder = str(output) if output.is_dir() else ""
        if folder:
            shutil.rmtree(WRITTEN / os.path.relpath(output), ignore_errors=True)  # of files that are no longer written
        for path in _files_of(output):
            if not path.is_symlink():  # such as a link to a program
                date = path.stat().st_mtime_ns
                known = {"sha256": of_file(path), "time": date, "stamp": None, "folder": folder}
                _write(path, known)


def changed() -> list[str]:
    """Return the recorded files that differ from what a job wrote, or are missing from an output folder.

    An output that is missing itself is not among them: Snakemake knows that it has to be made.

    An unchanged file with a date in the future gets back the date that it was recorded with.
    """
    found = []
    for entry in sorted(WRITTEN.rglob("*.json")):
        path = entry.relative_to(WRITTEN).with_suffix("")
        try:
            if _differs(path, json.loads(entry.read_text(encoding="utf-8"))):
                found.append(str(path))
        except OSError as error:
            print(f"note: {path} cannot be read ({error.strerror}), so it counts as changed", file=sys.stderr)
            found.append(str(path))
        except DAMAGED:
            print(f"note: {entry} is damaged, so {path} counts as changed", file=sys.stderr)
            found.append(str(path))
    return found


def _differs(path: Path, known: dict) -> bool:
    """Return whether a file differs from its record. Remember its stamp, and correct its date, where it does not."""
    sha256, recorded = str(known["sha256"]), int(known["time"])
    if not path.is_file():
        return bool(known.get("folder")) and Path(known["folder"]).is_dir()
    stamp, is_future = stamp_of(path), path.stat().st_mtime_ns > time.time_ns()
    if is_settled(stamp, known) and not is_future:
        return False
    since = unsettled_since(stamp, known)
    if of_file(path) != sha256:
        return True
    if is_future:
        date = min(recorded, time.time_ns())  # which leaves outputs in the order in which they were written
        os.utime(path, ns=(date, date))
        stamp, since = stamp_of(path), time.time()
    _write(path, known | {"stamp": stamp, "unsettled_since": since})
    return False


def _files_of(path: Path) -> list[Path]:
    """Return an output, or the files in an output folder, without hidden ones, which are Snakemake's."""
    if not path.is_dir():
        return [path] if path.exists() else []
    return [file for file in sorted(path.rglob("*")) if file.is_file() and not file.name.startswith(".")]


def _write(path: Path, known: dict) -> None:
    """Write the record of a file, whole or not at all."""
    write_json(known, WRITTEN / f"{os.path.relpath(path)}.json")


def write_json(content: object, path: Path, mode: int = FOR_ALL) -> None:
    """Write a file of JSON, and make its folder; see write_whole."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole([json.dumps(content).encode()], path, mode)


def write_whole(parts: Iterable[bytes], path: Path, mode: int = FOR_ALL) -> None:
    """Write a file, whole or not at all, whatever other processes write there at the same time."""
    new = path.with_name(f"{path.name}.{os.getpid()}.part")
    new.unlink(missing_ok=True)  # of a process that was killed: it may have another mode
    try:
        with open(new, "wb", opener=partial(os.open, mode=mode)) as file:
            file.writelines(parts)
        os.replace(new, path)
    finally:
        new.unlink(missing_ok=True)
