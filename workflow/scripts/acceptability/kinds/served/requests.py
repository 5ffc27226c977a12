"""Requests to a server: bounded in time and number, tried again, many at once, and kept on the disk as they come."""

import http.client
import json
import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import HTTPRedirectHandler, OpenerDirector, ProxyHandler, Request, build_opener

from acceptability.errors import InputError
from acceptability.kinds.served import address
from acceptability.reading.completions import message_of

KEY = "ACCEPTABILITY_API_KEY"  # the environment variable with a key that the server asks for
TRIES = 3
PAUSE, LONGEST_PAUSE = 1.0, 60.0  # seconds before the second try; a server may ask for more
SECONDS = 180.0  # until a request counts as lost
LARGEST = 2**26  # bytes of an answer
BUSY = 429


class _NoRedirects(HTTPRedirectHandler):
    """Follow no redirect: sentences and keys go to the address that was named, and to no other."""

    def redirect_request(self, *_: object) -> None:
        """Refuse it, so that it counts as an error of the server."""


def _opener(server: str) -> OpenerDirector:
    """Return what sends requests. To this computer, they go by no proxy."""
    return build_opener(_NoRedirects, *([ProxyHandler({})] if address.is_here(server) else []))


def ask(server: str, path: str, content: Mapping | None = None, tries: int = TRIES) -> Any:
    """Return the JSON with which a server answers; ``content`` is sent to it as JSON, if there is any.

    A request that a server is too busy for, that it fails at or does not answer is made again, after a pause, up to
    ``tries`` times. Raises InputError where it does not help, and for what else the server refuses.
    """
    url = f"{address.root(server)}{path}"
    try:
        return _asked(server, url, content)
    except _LostError as lost:
        if tries == 1:
            raise InputError(f"{url}: {lost}, also when tried {TRIES} times") from lost
        time.sleep(max(lost.pause, PAUSE * 2 ** (TRIES - tries)))
    return ask(server, path, content, tries - 1)


class _LostError(Exception):
    """A request that may succeed when it is made again, ``pause`` seconds later at the least."""

    def __init__(self, message: str, pause: float = 0.0) -> None:
        super().__init__(message)
        self.pause = pause


def _asked(server: str, url: str, content: Mapping | None) -> Any:
    """Make one request. Raises _LostError if it may be made again, InputError if that would not help."""
    key = os.environ.get(KEY, "").strip()
    headers = {"Content-Type": "application/json", "Accept": "application/json"}
    headers |= {"Authorization": f"Bearer {key}"} if key else {}
    data = None if content is None else json.dumps(content).encode()
    try:
        with _opener(server).open(Request(url, data, headers), timeout=SECONDS) as answer:
            whole = answer.read(LARGEST + 1)
    except HTTPError as error:
        said = _without(key, message_of(_json(error.read(LARGEST))))
        if error.code == BUSY or error.code >= 500:
            raise _LostError(f"answers with HTTP {error.code}: {said}", _wished(error)) from None
        raise InputError(f"{url}: answers with HTTP {error.code}: {said}{_mend(error, key)}") from None
    except (URLError, OSError, http.client.HTTPException) as error:
        reason = getattr(error, "reason", None) or error
        raise _LostError(f"cannot be reached ({_without(key, str(reason)) or type(reason).__name__})") from None
    if len(whole) > LARGEST:
        raise InputError(f"{url}: its answer is longer than {LARGEST:,} bytes; is it a server of a language model?")
    try:
        return json.loads(whole)
    except ValueError as error:
        raise InputError(f"{url}: answers with something else than JSON; correct the address, or api") from error


def _json(content: bytes) -> object:
    """Return what an error says: JSON or text."""
    try:
        return json.loads(content)
    except ValueError:
        return content.decode("utf-8", errors="replace")


def _without(key: str, text: str) -> str:
    """Return a text without the key, which servers repeat in messages."""
    return text.replace(key, "…") if key else text


def _wished(error: HTTPError) -> float:
    """Return for how many seconds a server wants no request, as far as it says so."""
    wished = error.headers.get("Retry-After", "")
    return min(float(wished), LONGEST_PAUSE) if wished.isdecimal() else 0.0


def _mend(error: HTTPError, key: str) -> str:
    """Return what to do about an answer that is an error."""
    if 300 <= error.code < 400:
        return f"; no redirect is followed, so name the address that it leads to ({error.headers.get('Location', '?')})"
    if error.code in (401, 403):
        return f"; correct the key in the environment variable {KEY}" if key else f"; give its key in {KEY}"
    return "; is it the right address, and the right api?" if error.code == 404 else ""


def answers(one: Callable[[str], Any], texts: Iterable[str], at_once: int) -> Iterator[tuple[str, Any]]:
    """Yield each text with what ``one`` returns for it, as they come; so many at once.

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
    return [json.loads(line) for line in whole.splitlines()]


def write_journal(path: Path, line: Mapping) -> None:
    """Add a line to a journal, which is on the disk when this returns."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "ab") as file:
        file.write(f"{json.dumps(line, ensure_ascii=False)}\n".encode())
