"""Remove the lock that a killed run has left in its folder, where it is certain that nothing of that run lives.

Snakemake locks a folder with files, which outlive a run that is killed. So all processes of a run also hold a lock of
the operating system (``flock``) on one file, which ends with them, however they end. That file names the computers
whose runs may have locked the folder, since not all file systems let one computer see such locks of another.

The command that starts a run locks a second file for itself until its process ends, so that of several commands at the
same time only one gets the folder.
"""

import fcntl
import platform
import shlex
import shutil
import time
from pathlib import Path
from typing import TextIO

from acceptability.errors import RUNNING

LOCKS = Path(".snakemake/locks")  # Snakemake's
RESERVED = Path(".snakemake/reserved")  # locked by one process, never shared: converting a lock is not atomic
DYING = 2.0  # seconds that the jobs of a run that was just killed may still take to end

_held: list[TextIO] = []  # until this process ends
_reserved: list[TextIO] = []  # until this process ends or reserves a folder again


def hold(is_main: bool) -> str:
    """Lock this folder, in which Snakemake runs, until the process ends; return what to say, if anything.

    The main process of a run removes Snakemake's locks where no process holds the folder and all that have locked it
    ran on this computer. A job only holds it.
    """
    try:
        RUNNING.parent.mkdir(exist_ok=True)
        file = open(RUNNING, "a+", encoding="utf-8")  # noqa: SIM115
        _held.append(file)
        patience = DYING if is_locked() else 0
        message = "" if not is_main else _clear(file) if _is_alone(file, patience) else _busy()
        fcntl.flock(file, fcntl.LOCK_SH)
    except OSError:  # a file system that knows no such locks, or a folder that cannot be written to
        message = by_hand()
    return message


def reserve(folder: Path) -> bool:
    """Reserve a folder until this process ends. Return False if another process reserved it or a run uses it.

    True where a file system knows no such locks.
    """
    _release()
    try:
        (folder / RESERVED).parent.mkdir(parents=True, exist_ok=True)
        reservation = open(folder / RESERVED, "a", encoding="utf-8")  # noqa: SIM115
        _reserved.append(reservation)
        with open(folder / RUNNING, "a+", encoding="utf-8") as running:
            is_free = _is_alone(reservation, DYING) and _is_alone(running, DYING)
    except OSError:
        return True
    if not is_free:
        _release()
    return is_free


def _release() -> None:
    """End the reservation of this process."""
    if _reserved:
        _reserved.pop().close()


def by_hand() -> str:
    """Return how to remove the locks of this folder; empty where there are none."""
    if not is_locked():
        return ""
    return (
        f"This folder is locked by a run on another computer, or of an earlier version. If that run is over, type: "
        f"rm -r {shlex.quote(str(LOCKS.absolute()))}"
    )


def _busy() -> str:
    """Return in words why a locked folder stays locked, in which some process of a run lives."""
    if not is_locked():
        return ""
    return "note: another run, or a job of a run that was killed, is at work in this folder; wait until it has ended"


def is_locked() -> bool:
    """Return whether there are locks of Snakemake in this folder."""
    return any(LOCKS.glob("*.lock"))


def _is_alone(file: TextIO, patience: float) -> bool:
    end = time.monotonic() + patience
    while True:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return True
        except BlockingIOError:
            if time.monotonic() > end:
                return False
            time.sleep(0.1)


def _clear(file: TextIO) -> str:
    file.seek(0)
    here, computers = platform.node(), set(file.read().split())
    if not is_locked():
        message, computers = "", {here}
    elif computers == {here}:
        message = "The run before this one was killed; its locks are removed."
        shutil.rmtree(LOCKS)
    else:
        message, computers = by_hand(), computers | {here, "unknown"}
    file.truncate(0)
    print(*sorted(computers), file=file, flush=True)
    return message
