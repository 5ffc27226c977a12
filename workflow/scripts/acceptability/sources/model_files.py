"""Find the files of a Hugging Face model, and say which are missing."""

import json
from collections.abc import Iterable
from fnmatch import fnmatch
from pathlib import Path

from acceptability.errors import InputError
from acceptability.sources.fetching import sha256

NEEDED = [("config.json",), ("*.safetensors",), ("tokenizer.json", "vocab.txt", "vocab.json")]  # one of each
PATTERNS = [pattern for patterns in NEEDED for pattern in patterns] + [
    "*.safetensors.index.json",
    "tokenizer_config.json",
    "special_tokens_map.json",
    "added_tokens.json",
    "merges.txt",
]

TRAINED = ("config.json", "model.safetensors", "tokenizer.json", "tokenizer_config.json")  # of a model made here


def model_files(folder: Path) -> list[Path]:
    """Return the files of a model in a folder."""
    return sorted({path for pattern in PATTERNS for path in folder.glob(pattern)})


def missing(names: Iterable[str]) -> str:
    """Say in words what these files lack to be a model; the text is empty if they are complete."""
    names = list(names)
    for patterns in NEEDED:
        if not any(fnmatch(name, pattern) for name in names for pattern in patterns):
            return " or ".join(patterns)
    return ""


def missing_in(folder: Path) -> str:
    """Say in words what a folder lacks to be a model."""
    return missing(path.name for path in model_files(folder))


def checksums(files: list[Path]) -> dict[str, str]:
    """Return the SHA-256 of each file, by its name."""
    return {path.name: sha256(path) for path in files}


def read_origin(folder: Path) -> dict:
    """Say where a model is from: ``files`` with their checksums and, of a fetched one, ``hub`` and ``revision``.

    Raises InputError if a fetched file is no longer the one that was fetched.
    """
    files = checksums(model_files(folder))
    listing = folder / "fetched.json"
    if not listing.is_file():
        return {"files": files}
    fetched = json.loads(listing.read_text(encoding="utf-8"))
    if fetched["files"] != files:
        raise InputError(f"{folder}: its files are not those that were fetched; remove the folder, and run again")
    return fetched
