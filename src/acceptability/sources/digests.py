"""Tell whether what a user gives is still the same: digests of contents, which do not change with dates.

A table is read whole, and only once: a file in the folder of the run remembers its digest with what the file system
says of it. The time of its last change (``ctime``) is among that, and no program can set it back: ``mv``, ``cp -p``,
``touch -d`` and unpacking an archive all move it on. The digest of what changed in the last two seconds is computed
again at the next look, since another change within the same tick of the clock would look the same.
"""

import hashlib
import json
from collections.abc import Callable, Collection
from functools import cache
from pathlib import Path
from typing import get_args

from acceptability.written import DAMAGED, Stamp, is_settled, of_file, remembered, stamp_of, unsettled_since, write_json

MEMORY = Path(".snakemake/digests.json")  # in the folder of the run
SMALL = 64 * 2**20  # bytes; weights of at most this size are read whole
BLOCK, BLOCKS = 2**12, 4  # bytes of a block, and blocks of a tensor, that are read of larger ones
MOST = 5_000  # tensors of which so many blocks are read


def of_weights(path: Path) -> str:
    """Return a digest of a file of weights that takes less than a second for 10 GB.

    Where it is larger than SMALL, the digest is that of its size, its header, and BLOCKS blocks of each of its tensors,
    spread evenly from its beginning to its end. With more than MOST tensors, it is of one block of each. A file without
    a header of safetensors counts as one tensor. What is changed between these blocks only is not seen.
    """
    size = path.stat().st_size
    if size <= SMALL:
        return of_file(path)
    digest = hashlib.sha256(str(size).encode())
    with open(path, "rb", buffering=0) as file:
        length = int.from_bytes(file.read(8), "little")
        header = file.read(length) if length < size else b""
        digest.update(header)
        try:
            tensors = [one["data_offsets"] for name, one in json.loads(header).items() if name != "__metadata__"]
        except DAMAGED:
            tensors = [[-8 - length, size - 8 - length]]  # in one piece
        for start, end in tensors:
            blocks = BLOCKS if len(tensors) <= MOST else 1
            for number in range(blocks):
                file.seek(8 + length + start + max(end - start - BLOCK, 0) * number // max(blocks - 1, 1))
                digest.update(file.read(min(BLOCK, end - start)))
    return digest.hexdigest()


def of_given(path: Path, memory: Path = MEMORY) -> str:
    """Return the SHA-256 of a file, or the digest of a folder.

    ``memory`` is the file that remembers digests; it is made where there is none.
    """

    def digest_of(file: Path) -> str:
        return _remembered(file.absolute(), stamp_of(file), memory)

    return of_folder(path, digest_of=digest_of) if path.is_dir() else digest_of(path)


def of_folder(folder: Path, endings: Collection[str] | None = None, digest_of: Callable[[Path], str] = of_file) -> str:
    """Return the SHA-256 of the names and digests of the files in a folder, except for hidden ones.

    ``endings``: only files with these count.
    """
    names = sorted(file.relative_to(folder) for file in folder.rglob("*") if file.is_file())
    visible = [name for name in names if not any(part.startswith(".") for part in name.parts)]
    counting = [name for name in visible if endings is None or name.suffix in endings]
    parts = [f"{digest_of(folder / name)} {name}\n" for name in counting]
    return hashlib.sha256("".join(parts).encode("utf-8", "surrogateescape")).hexdigest()


@cache
def _remembered(path: Path, stamp: Stamp, memory: Path) -> str:
    known = remembered(memory, lambda entries: all(map(_is_entry, entries.values())))
    before = known.get(str(path), {})
    if is_settled(stamp, before):
        return before["sha256"]
    since = unsettled_since(stamp, before)
    digest = of_file(path)
    write_json(known | {str(path): {"stamp": stamp, "sha256": digest, "unsettled_since": since}}, memory)
    return digest


def _is_entry(one: dict) -> bool:
    has_stamp = len(one["stamp"]) == len(get_args(Stamp))
    return has_stamp and isinstance(one["sha256"], str) and isinstance(one.get("unsettled_since"), float | None)
