"""Check files by the name that git gives to their content, the id of a *blob*."""

import hashlib
from pathlib import Path

from acceptability.errors import InputError


def check_blob(path: str | Path, expected: str) -> None:
    """Raise InputError unless the id of the file's content begins with these hexadecimal digits."""
    data = Path(path).read_bytes()
    blob_id = hashlib.sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()
    if not blob_id.startswith(expected):
        raise InputError(
            f"{path}: is another file than the one asked for: git names its content {blob_id[: len(expected)]}, not "
            f"{expected}; download it again, or correct git_blob"
        )
