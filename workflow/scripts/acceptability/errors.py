"""The one error that users are meant to see, and the way scripts show it."""

import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import TextIO


class InputError(Exception):
    """Something the user can mend: the message names the place and the mend in one line."""


class _Tee:
    """Writes to several text streams, flushing each, so that progress is seen and kept."""

    def __init__(self, *streams: TextIO) -> None:
        self.streams = streams

    def write(self, text: str) -> int:
        for stream in self.streams:
            stream.write(text)
            stream.flush()
        return len(text)

    def flush(self) -> None:
        for stream in self.streams:
            stream.flush()

    def isatty(self) -> bool:
        return False


@contextmanager
def naming(path: str | Path) -> Iterator[None]:
    """Put the file's name before the message of an InputError about what it holds."""
    try:
        yield
    except InputError as error:
        raise InputError(f"{path}: {error}") from error


@contextmanager
def reporting(log: str | Path) -> Iterator[None]:
    """Send all output of a script to its log and to the terminal; show an InputError as one line.

    An InputError, and an OSError (disk full, no permission), end the script with status 1 and the
    line ``error: …``. Any other exception is a bug of ours and keeps its traceback.
    """
    with open(log, "w", encoding="utf-8") as file:
        tee = _Tee(sys.stderr, file)
        with redirect_stdout(tee), redirect_stderr(tee):
            try:
                yield
            except InputError as error:
                print(f"error: {error}", file=sys.stderr)
                sys.exit(1)
            except OSError as error:
                place = f"{error.filename}: " if error.filename else ""
                print(f"error: {place}{error.strerror or error}", file=sys.stderr)
                sys.exit(1)
            except Exception:
                traceback.print_exc()
                sys.exit(1)
