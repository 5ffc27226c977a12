"""Find the files of a Hugging Face model, and say which are missing."""

import json
from collections.abc import Iterable
from fnmatch import fnmatch
from pathlib import Path

from acceptability.errors import InputError
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

TRAINED = ("config.json", "model.safetensors", "tokenizer.json", "tokenizer_config.json")  # of a model made here


def model_files(folder: Path) -> list[Path]:
    """Return the paths of a model's files in a folder: configuration, safetensors weights, tokenizer."""
    return sorted({path for pattern in PATTERNS for path in folder.glob(pattern)})


def folder_of(files: list[Path]) -> Path:
    """Return the folder in which a model's files are; a folder that is not kept stands for its files."""
    return files[0] if files[0].is_dir() else files[0].parent


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


def read_origin(folder: Path) -> dict:
    """Return where a model is from: ``files`` (name → SHA-256) and, if it was fetched, also ``hub`` and ``revision``.

    Raises InputError if its files are no longer those that were fetched.
    """
    files = checksums(model_files(folder))
    listing = folder / "fetched.json"
    if not listing.is_file():
        return {"files": files}
    fetched = json.loads(listing.read_text(encoding="utf-8"))
    if fetched["files"] != files:
        raise InputError(f"{folder}: its files are not those that were fetched; remove the folder, and run again")
    return fetched
