"""Look up commits and small files of models on the Hugging Face hub, with the standard library alone."""

import json
import os
import re
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from threading import Thread
from typing import TypeVar
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import Request, urlopen

from acceptability.errors import InputError
from acceptability.written import DAMAGED, write_whole

SECONDS = 10  # within which the hub must have answered a request
RECORD = "resources/models/commits.json"
Answer = TypeVar("Answer")


def is_commit(revision: str | None) -> bool:
    """Return whether a revision is a whole commit, which need not be looked up."""
    return bool(revision and re.fullmatch("[0-9a-f]{40}", revision))


def resolve(name: str, revision: str | None = None) -> str:
    """Return the commit (40 hexadecimal digits) of a branch, a tag or a shortened commit; without any, the newest.

    Raises InputError if the hub cannot be reached, or has no such model or revision.
    """
    path = f"api/models/{name}" + (f"/revision/{quote(revision, safe='')}" if revision else "")
    return json.loads(_get(path, f"{name} at {revision}" if revision else name))["sha"]


def read_file(name: str, commit: str, file: str) -> dict:
    """Return one of the model's JSON files at a commit.

    Raises InputError if the hub cannot be reached, or the file is missing.
    """
    try:
        return json.loads(_get(f"{name}/resolve/{commit}/{file}", name))
    except FileNotFoundError:
        raise InputError(f"{name} at {commit}: has no {file}; name another model") from None


def list_files(name: str, commit: str) -> list[str]:
    """Return the names of the model's files at a commit, but not of those in folders. Raises what resolve does."""
    listed = json.loads(_get(f"api/models/{name}/revision/{commit}", name))["siblings"]
    return [file["rfilename"] for file in listed if "/" not in file["rfilename"]]


def recorded(name: str, record: Path = Path(RECORD), revision: str | None = None) -> str:
    """Return the recorded commit of a hub model (``owner/name``), or of one of its branches or tags.

    The first time, the commit (of the main branch, by default) is looked up and written into ``record``, a JSON file.
    Raises InputError as resolve does, and for a damaged record: another commit may be a different model.
    """
    try:
        known = json.loads(record.read_text(encoding="utf-8")) if record.is_file() else {}
        is_damaged = not all(isinstance(commit, str) for commit in known.values())
    except DAMAGED:
        is_damaged = True
    if is_damaged:
        raise InputError(f"{record}: is damaged; remove it, and the commits of all models are looked up again")
    key = f"{name}@{revision}" if revision else name
    if key not in known:
        known[key] = resolve(name, revision)
        record.parent.mkdir(parents=True, exist_ok=True)
        write_whole([f"{json.dumps(known, indent=2, sort_keys=True)}\n".encode()], record)
    return known[key]


def within(seconds: float, ask: Callable[[], Answer]) -> Answer:
    """Return what a function returns, or raise what it raises. Raises TimeoutError if that takes longer.

    The timeout of a connection does not limit the time in which its address is looked up, nor the whole answer.
    """
    future: Future = Future()

    def run() -> None:
        try:
            future.set_result(ask())
        except Exception as error:
            future.set_exception(error)

    Thread(target=run, daemon=True).start()
    try:
        return future.result(seconds)
    except TimeoutError as error:
        raise TimeoutError(f"no answer within {seconds:g} seconds") from error


def reason(error: BaseException) -> str:
    """Return in a few words why the hub cannot be reached."""
    text = getattr(error, "reason", None) or error
    return " ".join(str(getattr(text, "strerror", None) or text or type(error).__name__).split())[:120]


def _read(request: Request) -> bytes:
    with urlopen(request, timeout=SECONDS) as answer:
        return answer.read()


def _get(path: str, name: str) -> bytes:
    endpoint = os.environ.get("HF_ENDPOINT", "https://huggingface.co").rstrip("/")
    headers = {"Authorization": f"Bearer {token}"} if (token := os.environ.get("HF_TOKEN")) else {}
    try:
        if os.environ.get("HF_HUB_OFFLINE", "0").lower() not in ("", "0", "false"):
            raise OSError("HF_HUB_OFFLINE is set")
        return within(SECONDS, lambda: _read(Request(f"{endpoint}/{path}", headers=headers)))
    except HTTPError as error:
        if error.code == 404 and "/resolve/" in path:
            raise FileNotFoundError(path) from error
        if error.code in (401, 403, 404):
            raise InputError(
                f"{name}: the hub has no such model or revision; correct the name, or set HF_TOKEN if you had "
                "to accept the model's terms"
            ) from error
        raise _unreachable(name, error) from error
    except (OSError, ValueError) as error:
        raise _unreachable(name, error) from error


def _unreachable(name: str, error: Exception) -> InputError:
    return InputError(
        f"{name}: is not a folder here, and the Hugging Face hub cannot be reached ({reason(error)}); correct the "
        "folder's path, or try again with a network connection"
    )
