"""Read the header of a GGUF file, in llama.cpp's format of models, before its weights are loaded.

Standard library only.
"""

import os
import struct
from collections import Counter
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import prod
from pathlib import Path
from typing import Any, BinaryIO

from acceptability import limits
from acceptability.errors import InputError, no_such_file
from acceptability.sources.git_blobs import is_pointer
from acceptability.written import Stamp, stamp_of

PACKAGES = ("gguf", "accelerate")  # with which the library reads the weights
MAGIC, VERSIONS = b"GGUF", (2, 3)
NUMBERS = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}  # by type
UNKNOWN = "an unknown type"
MOST_DIMENSIONS, LARGEST_VALUE = limits.GGUF_DIMENSIONS.most, limits.GGUF_VALUE_BYTES.most
TEXT, ARRAY = 8, 9  # types of values that have no fixed size
AGAIN = "download it again, or name another file"
# Names of the types of tensors, and of whole files, in the order of their numbers; a hyphen marks a number without
# a type.
OF_TENSORS = (
    "F32 F16 Q4_0 Q4_1 - - Q5_0 Q5_1 Q8_0 Q8_1 Q2_K Q3_K Q4_K Q5_K Q6_K Q8_K IQ2_XXS IQ2_XS IQ3_XXS IQ1_S IQ4_NL IQ3_S "
    "IQ2_S IQ4_XS I8 I16 I32 I64 F64 IQ1_M BF16 - - - TQ1_0 TQ2_0 - - - MXFP4 NVFP4 Q1_0"
)
OF_FILES = (
    "F32 F16 Q4_0 Q4_1 - - - Q8_0 Q5_0 Q5_1 Q2_K Q3_K_S Q3_K_M Q3_K_L Q4_K_S Q4_K_M Q5_K_S Q5_K_M Q6_K IQ2_XXS IQ2_XS "
    "Q2_K_S IQ3_XS IQ3_XXS IQ1_S IQ4_NL IQ3_S IQ3_M IQ2_S IQ2_M IQ4_XS IQ1_M BF16 - - - TQ1_0 TQ2_0 MXFP4 NVFP4 Q1_0"
)


@dataclass(frozen=True)
class Header:
    """Describe a GGUF file by its header.

    Attributes:
        metadata: its values by their names; of a list of texts, such as the vocabulary, how many there are.
        tensors: the name of each tensor's type, such as Q4_1, by the tensor's name.
        numbers: how many numbers each tensor has.
        last, start: the name of the tensor that ends the file, and the place of its first byte.
    """

    metadata: dict[str, Any]
    tensors: dict[str, str]
    numbers: dict[str, int]
    last: str
    start: int

    @cached_property
    def architecture(self) -> str:
        """Return the name of the architecture in llama.cpp, such as llama."""
        return str(self.metadata.get("general.architecture", ""))

    @cached_property
    def quantisation(self) -> str:
        """Return the name of the file's type, such as Q4_1 (that of most tensors), or of the most frequent type."""
        file_type = _named(OF_FILES, self.metadata.get("general.file_type", -1))
        return file_type if file_type != UNKNOWN else Counter(self.tensors.values()).most_common(1)[0][0]

    @cached_property
    def described(self) -> dict[str, Any]:
        """Return what is recorded of how exact its weights are: the file's type, and the number of tensors by type."""
        return {"quantisation": self.quantisation, "tensors": dict(Counter(self.tensors.values()).most_common())}


def read(path: Path) -> Header:
    """Return the header of a GGUF file. Raise InputError where it is none, is damaged, or is one of several parts."""
    if not path.is_file():
        raise InputError(f"{path}: {no_such_file(path)}")
    if is_pointer(path):
        raise InputError(
            f"{path}: is a pointer of Git LFS, not the file that it points to; run `git lfs install`, and then "
            "`git lfs pull` in its folder"
        )
    return _read(path, stamp_of(path))


@lru_cache(maxsize=8)
def _read(path: Path, _stamp: Stamp) -> Header:
    """Read each state of a file once: its list of tokens takes seconds."""
    with path.open("rb") as file:
        if file.read(4) != MAGIC:
            raise InputError(f"{path}: is not a GGUF file, although its name ends in .gguf; download it again")
        try:
            header = _header(file)
            parts, _file_type = (int(header.metadata.get(name, 0)) for name in ("split.count", "general.file_type"))
        except (struct.error, ValueError, KeyError, TypeError, ArithmeticError, MemoryError, OSError) as error:
            raise InputError(f"{path}: is a damaged GGUF file, or of a version that is not known; {AGAIN}") from error
    if parts > 1:
        raise InputError(
            f"{path}: is one of {parts} parts of a model; join them with a program of "
            "llama.cpp (llama-gguf-split --merge FIRST_PART WHOLE.gguf), and name the whole file"
        )
    if not header.architecture or not header.tensors:
        what = "weights" if header.architecture else "architecture"
        raise InputError(f"{path}: is a GGUF file without {what}, so it contains no model; {AGAIN}")
    check_size(path, header.start + 1)
    return header


def check_size(path: Path, size: int) -> None:
    """Raise InputError where a file has fewer bytes than these."""
    if path.stat().st_size < size:
        raise InputError(f"{path}: is cut off: it has {path.stat().st_size:,} bytes of {size:,} or more; {AGAIN}")


def _header(file: BinaryIO) -> Header:
    version, tensors, values = _numbers(file, "IQQ")
    if version not in VERSIONS:
        raise KeyError(version)
    metadata = {_text(file): _value(file, *_numbers(file, "I")) for _ in range(values)}
    types, sizes, starts = {}, {}, {"": 0}
    for _ in range(tensors):
        name, (dimensions,) = _text(file), _numbers(file, "I")
        if dimensions > MOST_DIMENSIONS:
            raise ValueError(dimensions)
        sizes[name] = prod(_numbers(file, f"{dimensions}Q"))
        kind, offset = _numbers(file, "IQ")
        types[name], starts[name] = _named(OF_TENSORS, kind), offset
    alignment = metadata.get("general.alignment", 32)
    last = max(starts, key=starts.__getitem__)
    return Header(metadata, types, sizes, last, -(-file.tell() // alignment) * alignment + starts[last])


def _named(names: str, number: int) -> str:
    """Return the name of a type by its number."""
    return dict(enumerate(names.split())).get(number, UNKNOWN).replace("-", UNKNOWN)


def _numbers(file: BinaryIO, types: str) -> tuple:
    return struct.unpack(f"<{types}", _bytes(file, struct.calcsize(f"<{types}")))


def _text(file: BinaryIO) -> str:
    (length,) = _numbers(file, "Q")
    return _bytes(file, length).decode()


def _bytes(file: BinaryIO, length: int) -> bytes:
    """Read so many bytes. Raise ValueError, before they get room in memory, where they are too many for a value."""
    if length > min(LARGEST_VALUE, os.fstat(file.fileno()).st_size):
        raise ValueError(length)
    return file.read(length)


def _value(file: BinaryIO, kind: int) -> Any:
    """Return a value of this type; of a list of texts, their number."""
    if kind == TEXT:
        return _text(file)
    if kind != ARRAY:
        return _numbers(file, NUMBERS[kind])[0]
    kind, count = _numbers(file, "IQ")
    if kind == TEXT:
        for _ in range(count):
            (length,) = _numbers(file, "Q")
            file.seek(length, 1)
        return count
    return list(_numbers(file, f"{count}{NUMBERS[kind]}"))  # lists of lists are in no file of llama.cpp
