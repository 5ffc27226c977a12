"""A server on this machine that speaks as much of the Hugging Face hub's protocol as fetching a model needs."""

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from background import running

REVISION = "0123456789abcdef0123456789abcdef01234567"
NAME = "some-owner/tiny-bert"


def commit_of(tag: str) -> str:
    """The commit that a tag stands for."""
    return hashlib.sha1(tag.encode()).hexdigest()


class Hub(ThreadingHTTPServer):
    """Serves the files of one folder as the model ``NAME`` at ``REVISION``; keeps the requests, and can break off.

    ``tags``: further folders, which are its files at other revisions.
    """

    def __init__(self, folder: Path, tags: Mapping[str, Path]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.requests, self.break_off_after = [], None
        self.folders = {REVISION: folder} | {commit_of(tag): path for tag, path in tags.items()}
        self.commits = {"main": REVISION} | {tag: commit_of(tag) for tag in tags}

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class _Handler(BaseHTTPRequestHandler):
    def log_message(self, *_arguments) -> None:
        pass

    def _answer(self, status: int, headers: dict[str, str], body: bytes = b"") -> None:
        self.send_response(status)
        for name, value in ({"Content-Length": str(len(body))} | headers).items():
            self.send_header(name, value)
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(body)

    def do_GET(self) -> None:
        path = self.path.split("?")[0]
        hub = self.server
        hub.requests.append((self.command, path, self.headers.get("Range")))
        named = re.search(r"/(?:revision|tree|resolve)/([^/]+)", path)
        revision = named[1] if named else "main"
        revision = hub.commits.get(revision, revision)
        folder = hub.folders.get(revision)
        names = sorted(file.name for file in folder.iterdir()) if folder else []
        if path.startswith("/api/models/"):
            if not path.startswith(f"/api/models/{NAME}"):
                self._answer(404, {"X-Error-Code": "RepoNotFound"})
            elif not folder:
                self._answer(404, {"X-Error-Code": "RevisionNotFound"})
            elif "/tree/" in path:
                entries = [
                    {"type": "file", "path": name, "size": (folder / name).stat().st_size, "oid": "0" * 40}
                    for name in names
                ]
                self._answer(200, {"Content-Type": "application/json"}, json.dumps(entries).encode())
            else:
                info = {
                    "id": NAME,
                    "modelId": NAME,
                    "sha": revision,
                    "siblings": [{"rfilename": name} for name in names],
                }
                self._answer(200, {"Content-Type": "application/json"}, json.dumps(info).encode())
            return
        asked = re.fullmatch(f"/{NAME}/resolve/{revision}/(.+)", path)
        if not asked or asked[1] not in names:
            self._answer(404, {"X-Error-Code": "EntryNotFound"})
            return
        data = (folder / asked[1]).read_bytes()
        headers = {"ETag": f'"{hashlib.sha256(data).hexdigest()}"', "X-Repo-Commit": revision, "Accept-Ranges": "bytes"}
        start = int(re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers["Range"])[1]) if self.headers.get("Range") else 0
        body = data[start:]
        headers["Content-Length"] = str(len(body))
        if start:
            headers["Content-Range"] = f"bytes {start}-{len(data) - 1}/{len(data)}"
        if self.command == "GET" and hub.break_off_after is not None and len(body) > hub.break_off_after:
            body = body[: hub.break_off_after]  # and the connection closes
            self.close_connection = True
        self._answer(206 if start else 200, headers, body)

    do_HEAD = do_GET


@contextmanager
def serving(folder: Path, tags: Mapping[str, Path] = {}) -> Iterator[Hub]:
    """A hub that runs while the context lasts; see Hub."""
    hub = Hub(folder, tags)
    with running(hub):
        yield hub
