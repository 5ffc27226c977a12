"""Which files make up a Hugging Face model."""

import hashlib
from pathlib import Path

CONFIG = ("config.json",)
WEIGHTS = ("*.safetensors",)
TOKENIZER = ("tokenizer.json", "vocab.txt", "vocab.json", "*.model")
EXTRAS = (
    "*.safetensors.index.json",
    "tokenizer_config.json",
    "special_tokens_map.json",
    "added_tokens.json",
    "merges.txt",
)


def model_files(folder: Path) -> list[Path]:
    """The files of a model in a folder, those of ``EXTRAS`` included where they are."""
    return sorted({path for pattern in (*CONFIG, *WEIGHTS, *TOKENIZER, *EXTRAS) for path in folder.glob(pattern)})


def missing(folder: Path) -> str:
    """What a folder lacks to be a model, in words; nothing where it is complete."""
    for needed in (CONFIG, WEIGHTS, TOKENIZER):
        if not any(path.is_file() for pattern in needed for path in folder.glob(pattern)):
            return " or ".join(needed)
    return ""


def checksums(files: list[Path]) -> dict[str, str]:
    """SHA-256 of each file, by its name."""
    found = {}
    for path in files:
        with open(path, "rb") as file:
            found[path.name] = hashlib.file_digest(file, "sha256").hexdigest()
    return found
