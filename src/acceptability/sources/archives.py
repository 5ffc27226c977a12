"""Read archives that others packed, in memory or into one folder, and never without a bound on their size."""

import gzip
import lzma
import shutil
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import IO, cast

from acceptability import limits
from acceptability.errors import InputError

LARGEST = limits.ARCHIVE_BYTES.most
MOST_FILES, MOST_TABLES = limits.ARCHIVE_FILES.most, limits.ARCHIVE_TABLES.most
LARGEST_HEADER = limits.TAR_HEADER_BYTES.most
DAMAGED = (
    *(tarfile.TarError, zipfile.BadZipFile, gzip.BadGzipFile, zlib.error, lzma.LZMAError),
    *(EOFError, ValueError, IndexError, RecursionError),
)
CLASHES = (FileExistsError, IsADirectoryError, NotADirectoryError)  # one name for a file and a folder


def open_zip(path: str | Path, fix: str) -> zipfile.ZipFile:
    """Open a zip file. Raises InputError, which ends in ``fix``, if it is not one."""
    try:
        return zipfile.ZipFile(path)
    except (zipfile.BadZipFile, NotImplementedError, ValueError) as error:
        raise InputError(f"{path}: is not a complete zip file; {fix}") from error


def read_member(archive: zipfile.ZipFile, name: str, fix: str) -> bytes:
    """Return the bytes of one member of a zip file, which is never written to disk.

    Raises InputError if it is damaged, encrypted, or larger than ``LARGEST`` when unpacked.
    """
    place = f"{archive.filename}: {name}"
    try:
        size = archive.getinfo(name).file_size  # no more than this is ever unpacked
        if size > LARGEST:
            raise InputError(f"{place}: unpacks to {size / 2**20:,.0f} MB, more than any text; {fix}")
        return archive.read(name)
    except (*DAMAGED, OSError) as error:
        raise InputError(f"{place} is damaged ({error}); {fix}") from error
    except (RuntimeError, NotImplementedError) as error:  # encrypted, or compressed in a rare way
        raise InputError(f"{place}: {error}; unpack it, and name the folder") from error


def read_members(path: str | Path, is_wanted: Callable[[str], bool]) -> dict[str, bytes]:
    """Return the wanted files of a zip or a gzipped tar file by their names; nothing is written to disk.

    Raises InputError if the archive is damaged, encrypted, or beyond one of the limits of an archive.
    """
    fix = "unpack it, and name the folder"
    if Path(path).suffix.lower() == ".zip":
        with open_zip(path, fix) as archive:
            check_number(path, len(archive.namelist()), MOST_FILES, "files")
            members = [member for member in archive.infolist() if is_wanted(member.filename)]
            check_number(path, len(members), MOST_TABLES, "tables")
            _check_size(path, sum(member.file_size for member in members), fix)
            return {member.filename: read_member(archive, member.filename, fix) for member in members}
    try:
        with _opened_tar(path) as (archive, unpacked):
            files = [member for member in _members(archive, path, fix) if member.isreg() and is_wanted(member.name)]
            check_number(path, len(files), MOST_TABLES, "tables")
            unpacked.in_headers = False
            return {member.name: _file(archive, member).read() for member in files}
    except DAMAGED as error:
        raise InputError(f"{path}: cannot be unpacked ({error}); get the file again") from error


def check_number(path: str | Path, number: int, most: float, what: str) -> None:
    """Raise InputError where a folder or an archive has more files or tables than it may have."""
    if number > most:
        raise InputError(f"{path}: has {number:,} {what}, more than {most:,}; use a folder with fewer, or join them")


def _check_size(path: str | Path, size: int, fix: str) -> None:
    if size > LARGEST:
        raise InputError(f"{path}: unpacks to more than {LARGEST / 2**20:.0f} MB; {fix}")


class _Unpacked:
    """Read the bytes of a gzipped file, up to the limits: in all, and at once in a tar header."""

    def __init__(self, path: str | Path, file: gzip.GzipFile) -> None:
        self.path, self.file, self.in_headers = path, file, True
        self.seek, self.tell = file.seek, file.tell

    def read(self, size: int) -> bytes:
        """Return so many bytes. InputError where they are too many."""
        if self.in_headers and size > LARGEST_HEADER:
            raise InputError(f"{self.path}: has a header of more than {LARGEST_HEADER:,} bytes; get the file again")
        _check_size(self.path, self.tell() + size, "get the file again")
        return self.file.read(size)


@contextmanager
def _opened_tar(path: str | Path) -> Iterator[tuple[tarfile.TarFile, _Unpacked]]:
    """Open a gzipped tar file within the limits of an archive."""
    with gzip.open(path) as file:
        unpacked = _Unpacked(path, file)
        with tarfile.open(fileobj=cast(IO[bytes], unpacked), mode="r:") as archive:
            yield archive, unpacked


def _file(archive: tarfile.TarFile, member: tarfile.TarInfo) -> IO[bytes]:
    """Open a file of an archive. ValueError for what is no file."""
    file = archive.extractfile(member)
    if file is None:
        raise ValueError(f"{member.name} is no file")
    return file


def _members(archive: tarfile.TarFile, path: str | Path, fix: str) -> Iterator[tarfile.TarInfo]:
    """Yield what a tar file has. InputError where it is too much in all, before it is read."""
    size = 0
    for number, member in enumerate(archive, start=1):
        check_number(path, number, MOST_FILES, "files")
        size += max(0, member.size)
        _check_size(path, size, fix)
        yield member


def unpack_zip(path: str | Path, folder: str | Path) -> None:
    """Unpack a zip file below ``folder``, file by file and on disk.

    Nothing is written before all sizes are checked: none unpacks to more than the archive says. Raises InputError if it
    is damaged, encrypted, beyond the limits of a record, or if there is no space for it.
    """
    fix = "unpack it, and name the folder"
    with open_zip(path, fix) as archive:
        check_number(path, len(archive.namelist()), MOST_FILES, "files")
        size, packed = sum(member.file_size for member in archive.infolist()), Path(path).stat().st_size
        most = min(limits.RECORD_BYTES.most, limits.RECORD_RATIO.most * packed)
        if size > most:
            raise InputError(f"{path}: unpacks to {size / 1e6:,.0f} MB, more than {most / 1e6:,.0f} MB; {fix}")
        try:
            archive.extractall(folder)
        except (*DAMAGED, OSError, RuntimeError) as error:
            raise InputError(f"{path}: cannot be unpacked ({error}); {fix}") from error


def names_of(path: str | Path) -> list[str]:
    """Return the names of the files in a zip or a gzipped tar file that ``read_members`` reads without an error."""
    if Path(path).suffix.lower() == ".zip":
        with zipfile.ZipFile(path) as archive:
            return [member.filename for member in archive.infolist() if not member.is_dir()]
    with tarfile.open(path, "r:gz") as archive:
        return [member.name for member in archive if not member.isdir()]


def unpack_tar(path: str | Path, folder: str | Path) -> None:
    """Unpack the files and folders of a gzipped tar file below ``folder``, without their permissions and owners.

    Nothing is written before every member is checked. Raises InputError for a name that leads out of the folder, a link
    or a device, a damaged file, or one that is beyond a limit of archives.
    """
    try:
        with _opened_tar(path) as (archive, unpacked):
            members = []
            for member in _members(archive, path, "get the file again"):
                name = PurePosixPath(member.name)
                if name.is_absolute() or ".." in name.parts:
                    raise ValueError(f"{member.name} leads out of its folder")
                if not (member.isreg() or member.isdir()) or member.size < 0:
                    raise ValueError(f"{member.name} is neither a file nor a folder")
                members.append(member)
            Path(folder).mkdir(parents=True, exist_ok=True)
            unpacked.in_headers = False
            for member in members:
                target = Path(folder, member.name)
                (target if member.isdir() else target.parent).mkdir(parents=True, exist_ok=True)
                if member.isreg():
                    with _file(archive, member) as source, open(target, "wb") as copy:
                        shutil.copyfileobj(source, copy)
    except (*DAMAGED, *CLASHES) as error:
        raise InputError(f"{path}: cannot be unpacked safely ({error}); get the file again") from error
