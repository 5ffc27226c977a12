"""Pack a folder of registered files into one archive, and read it."""

import tarfile
from collections.abc import Iterable
from pathlib import Path, PurePosixPath
from typing import IO

from acceptability.errors import InputError


def check_names(names: Iterable[str], where: str) -> None:
    """Raise InputError for a name in a list of files that is not a path inside a folder."""
    for name in names:
        path = PurePosixPath(name)
        if path.is_absolute() or ".." in path.parts or not path.parts or str(path) != name:
            raise InputError(f"{where}: the name {name!r} is not a path inside the folder; correct it")


def pack(folder: Path, names: Iterable[str], file: IO[bytes]) -> None:
    """Write the files of these names as a tar archive, whose bytes depend on nothing but names and contents."""
    with tarfile.open(fileobj=file, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name in sorted(names):
            member = tarfile.TarInfo(name)  # its owner, mode and date are constants
            member.size = (folder / name).stat().st_size
            with open(folder / name, "rb") as content:
                archive.addfile(member, content)


def read_folder(path: str | Path) -> dict[str, bytes]:
    """Return the contents of the files of a fetched folder (``resources/raw/<name>.tar``), by their names.

    Raises InputError if the archive is damaged, or has a link or a sparse file, whose content may be larger than the
    archive.
    """
    contents = {}
    try:
        with tarfile.open(path, mode="r:") as archive:
            for member in archive:
                if not (member.isreg() or member.isdir()) or member.issparse():
                    raise ValueError(f"{member.name} is a link or a sparse file")
                if content := archive.extractfile(member):
                    contents[member.name] = content.read()
    except (tarfile.TarError, EOFError, ValueError) as error:
        raise InputError(f"{path}: is not a complete archive of a folder ({error}); fetch it again") from error
    return contents
