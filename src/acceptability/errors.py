"""Define the one error that users are meant to see, and how scripts show it."""

import difflib
import errno
import fcntl
import gc
import os
import re
import sys
import traceback
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from pathlib import Path
from typing import TextIO, TypeVar

from acceptability.messages import Message, Setting, joined
from acceptability.written import record

Thing = TypeVar("Thing")
FULL = os.strerror(errno.ENOSPC)
REPORTED = os.EX_DATAERR  # the exit status of a script that has said in one line what is wrong
RUNNING = Path(".snakemake/running")  # all processes of a run hold this file in its folder: see command.locks


# Control characters other than tab and line ends, and those that change the direction of what follows.
CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def printable(text: str) -> str:
    """Return text that cannot change how a terminal shows what follows: escape sequences are spelled out."""
    if isinstance(text, Message):
        return text.changed(printable)
    return CONTROL.sub(lambda character: repr(character[0])[1:-1], text)


class InputError(Exception):
    """Report an error that the user can fix; the message names the place and the fix in one line.

    Attributes:
        message: its text, which may name settings. Interfaces other than the workflow take it from here.
    """

    def __init__(self, *parts: str | Setting) -> None:
        self.message = Message(*parts).changed(printable)
        super().__init__(self.message)

    def _render_traceback_(self) -> list[str]:
        """Return what a notebook shows of it: no traceback."""
        return [f"InputError: {self}"]


class _Tee:
    """Write to the terminal and to a log, and flush both, so that progress is visible and recorded.

    Names and sentences may contain escape sequences for terminals: they are spelled out.
    A log that cannot be written (disk full) is given up: what it would say is seen on the terminal.
    """

    def __init__(self, terminal: TextIO, log: TextIO) -> None:
        self.terminal = terminal
        self.log: TextIO | None = log

    def write(self, text: str) -> int:
        safe = printable(text)
        self.terminal.write(safe)
        self.terminal.flush()
        if self.log:
            try:
                self.log.write(safe)
                self.log.flush()
            except OSError:
                self.log = None
        return len(text)

    def flush(self) -> None:
        self.terminal.flush()

    def isatty(self) -> bool:
        return False


def suggest(name, allowed) -> str:
    """Return the allowed name that is most like this one, in words for a message; empty if none is like it."""
    close = difflib.get_close_matches(str(name), [str(key) for key in allowed], n=1)
    return f" (did you mean {close[0]!r}?)" if close else ""


def required(thing: Thing | None) -> Thing:
    """Return a thing that is known to be there. RuntimeError where it is not, which is a mistake of the program."""
    if thing is None:
        raise RuntimeError("a value that this program requires is missing; please report this")
    return thing


def no_such_file(path: str | Path) -> str:
    """Report in words that a file does not exist, and name one whose name differs in capital letters only."""
    missing = Path(path).expanduser()
    with suppress(OSError):
        alike = [file.name for file in missing.parent.iterdir() if file.name.casefold() == missing.name.casefold()]
        if alike:
            return f"there is no such file, but there is {sorted(alike)[0]!r} (capital letters count); correct the name"
    return "there is no such file; correct the path"


@contextmanager
def naming(path: str | Path) -> Iterator[None]:
    """Put the file's name before the message of an InputError about its content."""
    try:
        yield
    except InputError as error:
        raise InputError(f"{path}: ", error.message) from error


@contextmanager
def without_panic(message: str) -> Iterator[None]:
    """Turn a panic of a library written in Rust, which is no Exception, into an InputError.

    Parameters:
        message: what the error says; ``{}`` is replaced by the library's message.
    """
    try:
        yield
    except BaseException as error:
        if type(error).__name__ != "PanicException":
            raise
        raise InputError(message.format(" ".join(str(error).split())[:200])) from error


@contextmanager
def collecting(faults: list[str]) -> Iterator[None]:
    """Put the message of an InputError into a list, so that those about other files follow; see raise_all."""
    try:
        yield
    except InputError as error:
        faults.append(error.message)


def raise_all(faults: list[str], most: int | None = None) -> None:
    """Raise one InputError with these messages, if there are any: the first ``most``, and the number of the others."""
    if faults:
        more = len(faults[most:]) if most else 0
        raise InputError(joined("\n", faults[:most] + [f"… and {more:,} more"] * bool(more)))


@contextmanager
def reporting(log: str | Path, outputs: Iterable[str] = ()) -> Iterator[None]:
    """Send all output of a script to its log and to the terminal; show an InputError as one line.

    If the script ends well, the checksums of its outputs are recorded: see written.

    An InputError, and an OSError (disk full, no permission), end the script with the line ``error: …`` and the status
    REPORTED. Any other exception is a bug of ours: it keeps its traceback, and the status is 1.
    """
    gc.set_threshold(10_000)  # imports and tables are no garbage: looking through them takes a sixth of a short job
    terminal = sys.stderr
    with suppress(OSError):  # where scripts run by themselves, nothing is held
        running = open(RUNNING, encoding="utf-8")  # noqa: SIM115 (until the script ends)
        fcntl.flock(running, fcntl.LOCK_SH)
    try:
        file = open(log, "w", encoding="utf-8")  # noqa: SIM115 (closed below, whatever the disk says)
    except OSError as error:
        sys.exit(f"error: {_problem(error)}")
    tee = _Tee(terminal, file)
    with redirect_stdout(tee), redirect_stderr(tee):
        try:
            yield
            record(outputs)
        except InputError as error:
            print(f"error: {error}", file=sys.stderr)
            sys.exit(REPORTED)
        except Exception as error:
            if isinstance(error, OSError) or FULL in str(error):  # some libraries have errors of their own
                print(f"error: {_problem(error)}", file=sys.stderr)
                sys.exit(REPORTED)
            traceback.print_exc()
            sys.exit(1)
        finally:
            with suppress(OSError):
                file.close()
            gc.freeze()  # else Python looks through all objects again when it ends: a second where PyTorch is loaded


def _problem(error: Exception) -> str:
    """Return in one line what the operating system refused."""
    if FULL in str(error):
        return f"{FULL}; free some, and run the same command again"
    place = f"{error.filename}: " if isinstance(error, OSError) and error.filename else ""
    return f"{place}{getattr(error, 'strerror', None) or error}"
