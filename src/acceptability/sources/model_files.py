"""Find the files of a Hugging Face model, and say which are missing."""

import json
from collections.abc import Iterable
from fnmatch import fnmatch
from pathlib import Path

from acceptability.errors import InputError
from acceptability.sources import gguf_header
from acceptability.sources.digests import of_file

NEEDED = [("config.json",), ("*.safetensors",), ("tokenizer.json", "vocab.txt", "vocab.json")]  # one of each
PATTERNS = [pattern for patterns in NEEDED for pattern in patterns] + [
    "*.safetensors.index.json",
    "tokenizer_config.json",
    "chat_template.jinja",
    "special_tokens_map.json",
    "added_tokens.json",
    "merges.txt",
]

ADAPTER = "adapter_config.json"  # what makes a folder one of an adapter
ADAPTER_WEIGHTS = "adapter_model.safetensors"
GGUF = ".gguf"  # how names of files in llama.cpp's format end
TRAINED = ("config.json", "model.safetensors", "tokenizer.json", "tokenizer_config.json")  # of a model made here


def model_files(place: Path) -> list[Path]:
    """Return the paths of a model's files: configuration, safetensors weights, tokenizer; or its GGUF file alone.

    ``place`` is its folder, or the GGUF file.
    """
    if file := gguf_of(place):
        return [file]
    return sorted({path for pattern in PATTERNS for path in place.glob(pattern)})


def is_gguf(name: str | Path) -> bool:
    """Return whether a name is one of a GGUF file."""
    return Path(name).suffix.lower() == GGUF


def gguf_of(place: Path) -> Path | None:
    """Return the GGUF file that a path means: itself, or the only one in a folder without another model; else None."""
    if is_gguf(place) and not place.is_dir():
        return place
    names = [path.name for path in place.iterdir()] if place.is_dir() else []
    files = [name for name in names if is_gguf(name)]
    return place / files[0] if len(files) == 1 and missing(names) else None


def folder_of(files: list[Path]) -> Path:
    """Return what a model with these files is loaded from: their folder, or the GGUF file that is all of it.

    A folder that is not kept represents its files.
    """
    return files[0] if files[0].is_dir() or is_gguf(files[0]) else files[0].parent


def adapter_files(folder: Path) -> list[Path]:
    """Return the paths of the files of an adapter in a folder: its configuration and its weights."""
    return [folder / name for name in (ADAPTER, ADAPTER_WEIGHTS)]


def adapter_of(files: list[Path]) -> Path | None:
    """Return the folder of the adapter that is among a model's files, if there is one."""
    return next((path.parent for path in files if path.name == ADAPTER), None)


def missing(names: Iterable[str]) -> str:
    """Return the first file that a model needs and these names lack, such as "config.json"; "" if none is missing."""
    names = list(names)
    for patterns in NEEDED:
        if not any(fnmatch(name, pattern) for name in names for pattern in patterns):
            return " or ".join(patterns)
    return ""


def checksums(files: list[Path]) -> dict[str, str]:
    """Return the SHA-256 of each file, by its name."""
    return {path.name: of_file(path) for path in files}


def read_origin(folder: Path, adapter: Path | None = None) -> dict:
    """Return where a model is from: ``files`` (name → SHA-256) and, if it was fetched, also ``hub`` and ``revision``.

    Of a GGUF file, also ``gguf``: its architecture, and how its weights are quantised. Of an ``adapter`` in a folder of
    its own, also ``adapter``: what its configuration says, and the SHA-256 of its files. Raises InputError if files are
    no longer those that were fetched.
    """
    if adapter:
        config = json.loads((adapter / ADAPTER).read_text(encoding="utf-8"))
        description = {"way": config["peft_type"], "base": config.get("base_model_name_or_path")}
        return read_origin(folder) | {"adapter": description | {"files": checksums(adapter_files(adapter))}}
    files = checksums(model_files(folder))
    if file := gguf_of(folder):
        header = gguf_header.read(file)
        return {"files": files, "gguf": {"architecture": header.architecture} | header.described}
    listing = folder / "fetched.json"
    if not listing.is_file():
        return {"files": files}
    fetched = json.loads(listing.read_text(encoding="utf-8"))
    if fetched["files"] != files:
        raise InputError(f"{folder}: its files are not those that were fetched; remove the folder, and run again")
    return fetched
