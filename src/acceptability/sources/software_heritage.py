"""Ask Software Heritage's archive of public code, which finds files by their content.

The archive allows each computer so many requests an hour and counts them in the headers of its answers:
``X-RateLimit-Limit``, ``-Remaining`` and ``-Reset`` (seconds since 1970). All downloads of a user share a file with the
time at which the archive may be asked again. They ask one at a time: each locks this file until the archive has
answered. The lock ends with its process, however that ends.
"""

import fcntl
import io
import os
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from email.message import Message
from http.client import HTTPResponse
from typing import TextIO
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import urlopen

from acceptability import limits
from acceptability.sources.kept import place

ARCHIVE = "https://archive.softwareheritage.org"
VARIABLE = "ACCEPTABILITY_SOFTWARE_HERITAGE"  # of the environment: another address of the archive, or empty: none
PERIOD = 3600  # seconds: the limit is for an hour, so a later time in the file is wrong
LONGEST_PAUSE = limits.SOURCE_SECONDS.most


class Exhausted(Exception):
    """Report that the archive may not be asked before a time, which the message has."""


def address_of(row: Mapping[str, str]) -> str:
    """Return the address of a registered file by its content; "" if the archive is not to be asked."""
    archive = os.environ.get(VARIABLE, ARCHIVE)
    content = f"sha1_git:{row['git_blob']}" if row.get("git_blob") else f"sha256:{row['sha256']}"
    return archive and f"{archive}/api/1/content/{content}/raw/"


def ask(address: str, timeout: float) -> HTTPResponse:
    """Return the archive's answer, after waiting for a short time if the limit of requests is reached.

    Raises Exhausted if the archive may not be asked for LONGEST_PAUSE, and what ``urlopen`` raises.
    """
    while True:
        with _locked(address) as file:
            if (wait := _seconds_left(file)) <= 0:
                try:
                    answer = urlopen(address, timeout=timeout)
                except HTTPError as error:
                    _note(file, error.headers, refused=error.code == 429)
                    raise
                _note(file, answer.headers)
                return answer
        if wait > LONGEST_PAUSE:
            raise Exhausted(f"allows no more requests until {_in_words(time.time() + wait)}")
        time.sleep(wait)


@contextmanager
def _locked(address: str) -> Iterator[TextIO]:
    """Open the file with the time for this process alone; an empty one in memory, where no file can be locked."""
    path = place(f"software-heritage/{quote(address.partition('/api/')[0], safe='')}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file: TextIO = open(path, "a+", encoding="utf-8")  # noqa: SIM115 (closed below)
        fcntl.flock(file, fcntl.LOCK_EX)
    except OSError:
        file = io.StringIO()
    with file:
        yield file


def _seconds_left(file: TextIO) -> float:
    """Return for how long the archive may not be asked. An unreadable time, or one after PERIOD, does not count."""
    file.seek(0)
    until = file.read(20)
    wait = float(until) - time.time() if until.isdecimal() else 0.0
    return wait if wait <= PERIOD else 0.0


def _note(file: TextIO, headers: Message, refused: bool = False) -> None:
    """Write the time at which the archive may be asked again into the file, if it allows no more requests."""
    left, reset = headers.get("X-RateLimit-Remaining", ""), headers.get("X-RateLimit-Reset", "")
    if (refused or left == "0") and reset.isdecimal():
        with suppress(OSError):  # on a full disk, the next process asks too early, and is refused
            file.seek(0)
            file.truncate()
            file.write(reset)
            file.flush()


def quota(headers: Message) -> str:
    """Return, as words for a message, how many requests the archive still allows; "" if its answer has no count."""
    limit, left, reset = (headers.get(f"X-RateLimit-{name}", "") for name in ("Limit", "Remaining", "Reset"))
    if not (limit.isdecimal() and left.isdecimal() and reset.isdecimal() and len(reset) <= 10):
        return ""
    return f"{left} of {limit} requests left until {_in_words(int(reset))}"


def _in_words(seconds: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(seconds))
