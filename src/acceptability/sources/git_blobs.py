"""Know files of git by their content: by the id of a *blob*, and pointers of Git LFS."""

import hashlib
import os
from pathlib import Path

from acceptability.errors import InputError

IS_POINTER = "is a pointer of Git LFS, not the file itself; run git lfs pull"
POINTER = b"version https://git-lfs.github.com/spec/"  # how pointers of Git LFS begin


def blob_id_of(path: str | Path) -> str:
    """Return the id that git gives a file's content, as ``git hash-object`` prints it; the file is read in pieces.

    The id is a SHA-1. It protects against accidents, such as a cut or changed file, not against forgery.
    """
    with open(path, "rb") as file:
        digest = hashlib.sha1(b"blob %d\0" % os.fstat(file.fileno()).st_size, usedforsecurity=False)
        return hashlib.file_digest(file, lambda: digest).hexdigest()


def check_blob(path: str | Path, expected: str) -> None:
    """Raise InputError unless the id of the file's content begins with these hexadecimal digits."""
    blob_id = blob_id_of(path)
    if not blob_id.startswith(expected):
        raise InputError(
            f"{path}: is another file than the one asked for: git names its content {blob_id[: len(expected)]}, not "
            f"{expected}; download it again, or correct git_blob"
        )


def is_pointer(path: str | Path) -> bool:
    """Return whether a file is a pointer of Git LFS: a few lines in place of a file that was not fetched."""
    with open(path, "rb") as file:
        return file.read(len(POINTER)) == POINTER
