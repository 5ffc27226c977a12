"""Turn bytes into text: compression and encoding."""

import bz2
import codecs
import gzip
import io
import lzma
import re
from collections.abc import Callable, Mapping
from pathlib import Path

from acceptability.errors import InputError
from acceptability.messages import setting
from acceptability.sources.archives import DAMAGED, LARGEST
from acceptability.sources.git_blobs import IS_POINTER, POINTER

COMPRESSED: dict[bytes, Callable[[io.BytesIO], io.BufferedIOBase]] = {
    b"\x1f\x8b": lambda data: gzip.GzipFile(fileobj=data),
    b"BZh": bz2.BZ2File,
    b"\xfd7zXZ\x00": lzma.LZMAFile,
}
BOMS = {codecs.BOM_UTF8: "utf-8", codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}
ONE_BYTE = re.compile(r"latin|iso.?8859|windows.?125|cp.?125|mac", re.IGNORECASE)  # encodings of a byte a letter
ENCODED = "{yaml} ({make} for make score; in a declaration, below read)"
MANY = "Many Western European files are in latin-1 or windows-1252, and files of Excel for Mac are in mac-roman"
END_OF_FILE = "\x1a"  # the last character of files of some old programs
PACKED = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")  # how spreadsheets, old and new, and archives begin


def is_utf_8(path: str | Path) -> bool:
    """Return whether a file is text in UTF-8."""
    try:
        return _is_utf_8(Path(path).read_bytes())
    except OSError:
        return False


def _is_utf_8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def unpacked(path: str, data: bytes) -> bytes:
    """Return the contents of a file that gzip, bzip2 or xz compressed; of any other file, its content.

    Raises InputError for a damaged file, and for one that unpacks to more than archives.LARGEST.
    """
    opened = next((opener for start, opener in COMPRESSED.items() if data.startswith(start)), None)
    if opened is None:
        return data
    try:
        with opened(io.BytesIO(data)) as file:
            whole = file.read(LARGEST + 1)
    except (*DAMAGED, OSError) as error:
        raise InputError(f"{path}: cannot be unpacked ({error}); get the file again") from error
    if len(whole) > LARGEST:
        raise InputError(f"{path}: unpacks to more than {LARGEST / 2**20:.0f} MB; unpack it, and split the table")
    return whole


def all_unpacked(path: str, members: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the contents of the files of an archive, which may be compressed once more.

    Raises InputError as ``unpacked``, and where all together are more than an archive may have.
    """
    contents, size = {}, 0
    for name, data in members.items():
        contents[name] = unpacked(f"{path}: {name}", data)
        size += len(contents[name])
        if size > LARGEST:
            raise InputError(f"{path}: unpacks to more than {LARGEST / 2**20:.0f} MB; unpack it, and split the tables")
    return contents


def decoded(path: str, data: bytes, encoding: str) -> tuple[str, str]:
    """Return a text, its lines ended by line feeds, and the encoding that it was read in.

    A byte order mark at the beginning leaves no doubt about the encoding. Raises InputError for another encoding than
    the one named, and for what is not text.
    """
    if data.startswith(POINTER):
        raise InputError(f"{path}: {IS_POINTER}")
    if data.startswith(PACKED):
        raise InputError(
            f"{path}: is not text, but a spreadsheet or an archive; its name must end in .xlsx, .ods or .zip"
        )
    encoding = next((name for mark, name in BOMS.items() if data.startswith(mark)), encoding)
    if ONE_BYTE.match(encoding) and not data.isascii() and _is_utf_8(data):
        raise InputError(f"{path}: is UTF-8 text, not {encoding}; leave the encoding out")
    try:
        text = data.decode(encoding)
    except LookupError as error:
        raise InputError(f"{path}: there is no encoding {encoding!r}; write utf-8, latin-1 or another") from error
    except ValueError as error:
        row = data[: getattr(error, "start", 0)].count(b"\n") + 1
        raise InputError(
            f"{path}, row {row}: is not {encoding} text; save it as “CSV UTF-8”, or set ",
            setting("encoding", "latin-1", ENCODED),
            f". {MANY}",
        ) from error
    if "\0" in text:
        raise InputError(f"{path}: is not text; if it is a spreadsheet, its name must end in .xlsx or .ods")
    if (control := re.search("[\x80-\x9f]", text)) and ONE_BYTE.match(encoding):
        row = text[: control.start()].count("\n") + 1
        raise InputError(
            f"{path}, row {row}: is not {encoding} text, but perhaps windows-1252; set ",
            setting("encoding", "windows-1252", ENCODED),
            f". {MANY}",
        )
    text = text.rstrip(END_OF_FILE).replace("\r\n", "\n").replace("\r", "\n")
    return text.removeprefix("\ufeff").replace("\n\ufeff", "\n"), encoding  # joined files have several marks
