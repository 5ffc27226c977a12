"""Send requests to a server: bounded, repeated after failures, many at once, and stored on disk as they arrive."""

import json
import os
import socket
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import suppress
from functools import partial
from http.client import HTTPConnection, HTTPException, HTTPResponse, IncompleteRead
from itertools import islice
from pathlib import Path
from typing import Any, cast
from urllib.error import URLError
from urllib.request import (
    AbstractHTTPHandler,
    HTTPErrorProcessor,
    HTTPHandler,
    HTTPSHandler,
    OpenerDirector,
    ProxyHandler,
    Request,
    build_opener,
)

from acceptability import limits
from acceptability.errors import InputError
from acceptability.kinds.served import address
from acceptability.reading.completions import is_error, message_of

KEY = "ACCEPTABILITY_API_KEY"  # the environment variable with a key that the server asks for
SHORTEST_KEY = 6  # characters; a shorter one may be a word of a sentence
TRIES = 3
PAUSE, LONGEST_PAUSE = 1.0, 60.0  # seconds before the second try; a server may ask for more
SECONDS, MODELS_SECONDS = limits.ANSWER_SECONDS.most, limits.MODELS_SECONDS.most  # with all tries
LARGEST = limits.ANSWER_BYTES.most
PIECE = 2**16  # bytes that are read at once
BUSY = 429


class _AsItComes(HTTPErrorProcessor):
    """Return every answer unchanged; no redirect is followed: sentences and keys go to no other address."""

    def http_response(self, request: Request, response: HTTPResponse) -> HTTPResponse:
        """Return the answer, whatever its status."""
        return response

    https_response = http_response


class _Answer(HTTPResponse):
    """Read an answer, and close its connection at a time even if a server never stops sending headers."""

    def __init__(self, sock: socket.socket, *arguments: Any, stop: float, **others: Any) -> None:
        super().__init__(sock, *arguments, **others)
        self._timer = threading.Timer(max(0.0, stop - time.monotonic()), self._shut, [sock])
        self._timer.daemon = True
        self._timer.start()

    @staticmethod
    def _shut(sock: socket.socket) -> None:
        with suppress(OSError):  # it is closed already
            socket.socket.shutdown(sock, socket.SHUT_RDWR)

    def close(self) -> None:
        """Close the answer, and end its timer."""
        self._timer.cancel()
        super().close()


class _Bounded(AbstractHTTPHandler):
    """Open addresses so that each answer ends at the time ``stop``."""

    stop: float

    def do_open(self, http_class: Callable[..., HTTPConnection], req: Request, **others: Any) -> HTTPResponse:
        """Send a request and return the answer."""

        def connection(*arguments: Any, **further: Any) -> HTTPConnection:
            new = http_class(*arguments, **further)
            new.response_class = cast(type[HTTPResponse], partial(_Answer, stop=self.stop))
            return new

        return super().do_open(connection, req, **others)


class _Http(_Bounded, HTTPHandler):
    pass


class _Https(_Bounded, HTTPSHandler):
    pass


def _opener(server: str, stop: float) -> OpenerDirector:
    """Return what sends requests whose answers end at ``stop``. Requests to this computer use no proxy."""
    handlers: list[_Bounded] = [_Http(), _Https()]
    for handler in handlers:
        handler.stop = stop
    return build_opener(_AsItComes(), *handlers, *([ProxyHandler({})] if address.is_here(server) else []))


def ask(server: str, path: str, content: Mapping | None = None, tries: int = TRIES) -> Any:
    """Return the JSON with which a server answers; ``content`` is sent to it as JSON, if there is any.

    A request that a server refuses as busy, fails at or does not answer is repeated after a pause, up to ``tries``
    times and within the seconds of all tries together. Raises UnreachableError where it does not help, and InputError
    for what else the server refuses.
    """
    url = f"{address.root(server)}{path}"
    seconds = MODELS_SECONDS if content is None else SECONDS
    stop = time.monotonic() + seconds
    for number in range(1, tries + 1):
        try:
            return _asked(server, url, content, stop)
        except _LostError as error:
            lost = error
        pause = max(lost.pause, PAUSE * 2 ** (number - 1))
        if time.monotonic() + pause > stop:
            break
        if number < tries:
            time.sleep(pause)
    else:
        raise UnreachableError(f"{url}: {lost}, three times in a row; check that the server runs at this address")
    raise UnreachableError(
        f"{url}: {lost}; it takes longer than {seconds:g} seconds to answer, with all tries; make fewer requests "
        "at the same time (at_once), or repeat the run when the server is idle"
    )


class UnreachableError(InputError):
    """Report a server that does not answer in time, however often it is asked."""


class _LostError(Exception):
    """Report a request that may succeed if it is repeated, ``pause`` seconds later at the earliest."""

    def __init__(self, message: str, pause: float = 0.0) -> None:
        super().__init__(message)
        self.pause = pause


def _asked(server: str, url: str, content: Mapping | None, stop: float) -> Any:
    """Make one request, until the time ``stop``.

    Raises _LostError if it may be made again, InputError if that would not help.
    """
    key = _key()
    headers = {"Content-Type": "application/json", "Accept": "application/json"}
    headers |= {"Authorization": f"Bearer {key}"} if key else {}
    data = None if content is None else json.dumps(content).encode()
    left = max(0.01, stop - time.monotonic())
    try:
        with _opener(server, stop).open(Request(url, data, headers), timeout=left) as answer:
            whole = _read(answer, stop)
    except (OSError, HTTPException) as error:
        if time.monotonic() >= stop:
            raise _LostError("has not answered in time") from None
        reason = error.reason if isinstance(error, URLError) else error
        raise _LostError(f"cannot be reached ({message_of(str(reason), key) or type(reason).__name__})") from None
    if len(whole) > LARGEST:
        raise InputError(
            f"{url}: its answer is longer than {LARGEST:,} bytes; check that a language model's server has this address"
        )
    body = _json(whole, key)
    text = whole.decode(errors="replace") if body is None else body
    answered = f"answers with HTTP {answer.status}: {message_of(text, key)}"
    if answer.status == BUSY or answer.status >= 500:
        raise _LostError(answered, _wished(answer))
    if answer.status >= 300 or is_error(body):
        raise InputError(f"{url}: {answered}{_mend(answer, key)}")
    if body is None:
        raise InputError(f"{url}: answers with something else than JSON; correct the address, or api")
    return body


def _key() -> str:
    """Return the key that a server asks for; empty where there is none. InputError, without it, where it is none."""
    key = os.environ.get(KEY, "").strip()
    if not (key.isascii() and key.isprintable() and " " not in key):
        raise InputError(
            f"{KEY}: has a character that no key has, such as a line break or a curly quotation mark; set it again"
        )
    return key


def _read(answer: HTTPResponse, stop: float) -> bytes:
    """Return the content of an answer. Raises OSError or HTTPException where it is cut short, or not done in time."""
    whole, length = bytearray(), answer.length
    while (length is None or len(whole) < length) and (piece := answer.read1(PIECE)):
        whole += piece
        if len(whole) > LARGEST:
            return bytes(whole)
        if time.monotonic() > stop:
            raise TimeoutError
    if time.monotonic() > stop:  # shut by the timer, which looks like an end
        raise TimeoutError
    if length is not None and len(whole) < length:
        raise IncompleteRead(bytes(whole), length - len(whole))
    return bytes(whole)


def _json(content: bytes, key: str = "") -> Any:
    """Return what an answer says in JSON, without the key; None where it is something else."""
    try:
        body = json.loads(content)
        return _without(body, key) if len(key) >= SHORTEST_KEY else body
    except (ValueError, RecursionError):
        return None


def _without(body: Any, key: str) -> Any:
    """Return an answer in whose texts a key that the server repeats is left out."""
    if isinstance(body, str):
        return body.replace(key, "…")
    if isinstance(body, list):
        return [_without(part, key) for part in body]
    return {_without(name, key): _without(part, key) for name, part in body.items()} if isinstance(body, dict) else body


def _wished(answer: HTTPResponse) -> float:
    """Return for how many seconds a server wants no request, as far as it says so."""
    wished = answer.headers.get("Retry-After", "")
    return min(float(wished), LONGEST_PAUSE) if wished.isdecimal() else 0.0


def _mend(answer: HTTPResponse, key: str) -> str:
    """Return what to do about an answer that is an error."""
    if 300 <= answer.status < 400:
        place = message_of(answer.headers.get("Location", "?"), key)
        return f"; no redirect is followed, so name the address that it leads to ({place})"
    if answer.status in (401, 403):
        return f"; correct the key in the environment variable {KEY}" if key else f"; set its key in {KEY}"
    return "; is it the right address, and the right api?" if answer.status == 404 else ""


def answers(one: Callable[[str], Any], texts: Iterable[str], at_once: int) -> Iterator[tuple[str, Any]]:
    """Yield each text with what ``one`` returns for it, in the order of arrival; so many at once.

    Where one fails, no other is begun, those that are under way are yielded, and then its error is raised.
    """
    todo = iter(texts)
    waiting: dict[Future, str] = {}
    failure: BaseException | None = None
    with ThreadPoolExecutor(at_once) as pool:
        while True:
            for text in islice(todo, 0 if failure else at_once - len(waiting)):
                waiting[pool.submit(one, text)] = text
            if not waiting:
                break
            done, _ = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                text = waiting.pop(future)
                if error := future.exception():
                    failure = failure or error
                else:
                    yield text, future.result()
    if failure:
        raise failure


def read_journal(path: Path) -> list[dict]:
    """Return the lines of a journal. A last one that a kill cut short is taken off the file."""
    if not path.is_file():
        return []
    content = path.read_bytes()
    whole = content[: content.rfind(b"\n") + 1]
    if whole != content:
        with open(path, "r+b") as file:
            file.truncate(len(whole))
    return [_restored(path, number, line) for number, line in enumerate(whole.splitlines(), start=1)]


def _restored(path: Path, number: int, line: bytes) -> dict:
    """Return what a line of a journal holds. InputError where it is damaged."""
    body = _json(line)
    if not isinstance(body, dict):
        raise InputError(f"{path}, line {number}: is damaged; remove this line, and its sentence is asked for again")
    return body


def write_journal(path: Path, line: Mapping) -> None:
    """Add a line to a journal, which stays if this program is killed right after that."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "ab") as file:
        file.write(f"{json.dumps(line, ensure_ascii=False)}\n".encode())
