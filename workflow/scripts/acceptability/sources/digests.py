"""Tell whether what a user gives is still the same: digests of contents, which do not change with dates.

A table is read whole, and only once: a file in the folder of the run remembers its digest with what the file system
says of it. The time of its last change (``ctime``) is among that, and no program can set it back: ``mv``, ``cp -p``,
``touch -d`` and unpacking an archive all move it on. What changed in the last two seconds is not remembered, since
another change within the same tick of the clock would look the same.
"""

import hashlib
import json
import os
import sys
import time
from functools import cache
from pathlib import Path

SMALL = 64 * 2**20  # bytes; weights of at most this size are read whole
BLOCK, BLOCKS = 2**12, 4  # bytes of a block, and blocks of a tensor, that are read of larger ones
MOST = 5_000  # tensors of which so many blocks are read
TICK = 2.0  # seconds

Stamp = tuple[int, int, int, int, int]  # device, inode, size, times of the last modification and change


def of_file(path: str | Path) -> str:
    """Return the SHA-256 (hexadecimal) of a file."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def of_weights(path: Path) -> str:
    """Return a digest of a file of weights that takes less than a second for 10 GB.

    Where it is larger than SMALL, the digest is that of its size, its header, and BLOCKS blocks of each of its tensors,
    spread evenly from its beginning to its end: of one block where there are more than MOST tensors, and of the file as
    one tensor where it has no header of safetensors. What is changed between these blocks only is not seen.
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
        except (ValueError, KeyError, TypeError, AttributeError):
            tensors = [[-8 - length, size - 8 - length]]  # in one piece
        for start, end in tensors:
            blocks = BLOCKS if len(tensors) <= MOST else 1
            for number in range(blocks):
                file.seek(8 + length + start + max(end - start - BLOCK, 0) * number // max(blocks - 1, 1))
                digest.update(file.read(min(BLOCK, end - start)))
    return digest.hexdigest()


def of_given(path: Path, memory: Path) -> str:
    """Return the SHA-256 of a file, or of the names and digests of the files in a folder, but for hidden ones.

    ``memory`` is the file that remembers digests; it is made where there is none.
    """
    if not path.is_dir():
        return _remembered(path.absolute(), _stamp(path), memory)
    names = sorted(file.relative_to(path) for file in path.rglob("*") if file.is_file())
    shown = [name for name in names if not any(part.startswith(".") for part in name.parts)]
    parts = [f"{_remembered((path / name).absolute(), _stamp(path / name), memory)} {name}\n" for name in shown]
    return hashlib.sha256("".join(parts).encode("utf-8", "surrogateescape")).hexdigest()


@cache
def _remembered(path: Path, stamp: Stamp, memory: Path) -> str:
    known = _known(memory)
    if str(path) in known and tuple(known[str(path)]["stamp"]) == stamp:
        return known[str(path)]["sha256"]
    digest = of_file(path)
    if time.time() - stamp[-1] / 1e9 > TICK:
        memory.parent.mkdir(parents=True, exist_ok=True)
        part = memory.with_name(f"{memory.name}.{os.getpid()}.part")
        part.write_text(json.dumps(known | {str(path): {"stamp": stamp, "sha256": digest}}), encoding="utf-8")
        os.replace(part, memory)
    return digest


def _known(memory: Path) -> dict[str, dict]:
    """Return what a memory file remembers: nothing where there is none, or where it is damaged, which is reported."""
    try:
        known = json.loads(memory.read_text(encoding="utf-8"))
        if all(len(one["stamp"]) == len(Stamp.__args__) and isinstance(one["sha256"], str) for one in known.values()):
            return known
    except FileNotFoundError:
        return {}
    except (ValueError, KeyError, TypeError, AttributeError):
        pass
    print(f"note: {memory} is damaged; it is ignored, and written again", file=sys.stderr)
    return {}


def _stamp(path: Path) -> Stamp:
    status = path.stat()
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns
