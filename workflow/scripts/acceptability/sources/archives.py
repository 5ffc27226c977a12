"""Read archives that others packed, in memory or into one folder, and never without a bound on their size."""

import gzip
import shutil
import tarfile
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path, PurePosixPath

from acceptability.errors import InputError

LARGEST = 256 * 2**20  # bytes of a zip's member, or of a whole tar file; no text has more than some 30 MB
DAMAGED = (tarfile.TarError, gzip.BadGzipFile, zlib.error, EOFError, ValueError)
CLASHES = (FileExistsError, IsADirectoryError, NotADirectoryError)  # one name for a file and a folder


def open_zip(path: str | Path, mend: str) -> zipfile.ZipFile:
    """Open a zip file. Raises InputError, which ends in ``mend``, if it is not one."""
    try:
        return zipfile.ZipFile(path)
    except (zipfile.BadZipFile, NotImplementedError, ValueError) as error:
        raise InputError(f"{path}: is not a complete zip file; {mend}") from error


def read_member(archive: zipfile.ZipFile, name: str, mend: str) -> bytes:
    """Return the bytes of one member of a zip file, which is never written to disk.

    Raises InputError if it is damaged, encrypted, or larger than ``LARGEST`` when unpacked.
    """
    place = f"{archive.filename}: {name}"
    try:
        size = archive.getinfo(name).file_size  # no more than this is ever unpacked
        if size > LARGEST:
            raise InputError(f"{place}: unpacks to {size / 2**20:,.0f} MB, more than any text; {mend}")
        return archive.read(name)
    except (zipfile.BadZipFile, zlib.error, EOFError, ValueError, OSError) as error:
        raise InputError(f"{place} is damaged ({error}); {mend}") from error
    except (RuntimeError, NotImplementedError) as error:  # encrypted, or compressed in a rare way
        raise InputError(f"{place}: {error}; unpack it, and give the folder's path") from error


def read_members(path: str | Path, wanted: Callable[[str], bool]) -> dict[str, bytes]:
    """Return the wanted files of a zip or a gzipped tar file by their names; nothing is written to disk.

    Raises InputError if the archive is damaged, encrypted, or unpacks to more than ``LARGEST``.
    """
    mend = "unpack it, and give the folder's path"
    if Path(path).suffix.lower() == ".zip":
        with open_zip(path, mend) as archive:
            return {name: read_member(archive, name, mend) for name in archive.namelist() if wanted(name)}
    found, size = {}, 0
    try:
        with tarfile.open(path, "r:gz") as archive:
            for member in archive:
                size += member.size
                if size > LARGEST:
                    raise InputError(f"{path}: unpacks to more than {LARGEST / 2**20:.0f} MB; {mend}")
                if member.isreg() and wanted(member.name):
                    found[member.name] = archive.extractfile(member).read()
    except DAMAGED as error:
        raise InputError(f"{path}: cannot be unpacked ({error}); get the file again") from error
    return found


def unpack_tar(path: str | Path, folder: str | Path) -> None:
    """Unpack the files and folders of a gzipped tar file below ``folder``, without their permissions and owners.

    Nothing is written before every member is checked. Raises InputError for a name that leads out of the folder, for
    a link or a device, for a damaged file, and for one that unpacks to more than ``LARGEST`` in all.
    """
    try:
        with tarfile.open(path, "r:gz") as archive:
            members, size = [], 0
            for member in archive:
                name = PurePosixPath(member.name)
                if name.is_absolute() or ".." in name.parts:
                    raise ValueError(f"{member.name} leads out of its folder")
                if not (member.isreg() or member.isdir()) or member.size < 0:
                    raise ValueError(f"{member.name} is neither a file nor a folder")
                size += member.size
                if size > LARGEST:
                    raise InputError(f"{path}: unpacks to more than {LARGEST / 2**20:.0f} MB; get the file again")
                members.append(member)
            Path(folder).mkdir(parents=True, exist_ok=True)
            for member in members:
                target = Path(folder, member.name)
                (target if member.isdir() else target.parent).mkdir(parents=True, exist_ok=True)
                if member.isreg():
                    with archive.extractfile(member) as source, open(target, "wb") as copy:
                        shutil.copyfileobj(source, copy)
    except (*DAMAGED, *CLASHES) as error:
        raise InputError(f"{path}: cannot be unpacked safely ({error}); get the file again") from error
