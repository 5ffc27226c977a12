"""Explain errors of the library that loads models: what they mean and what to do, each in one line."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from transformers import MODEL_FOR_CAUSAL_LM_MAPPING, MODEL_FOR_MASKED_LM_MAPPING, AutoConfig

from acceptability.errors import InputError
from acceptability.messages import Message
from acceptability.scoring import gguf_files
from acceptability.sources.model_config import kind_is
from acceptability.sources.model_folder import OWN_SCORES

LOCAL = {"local_files_only": True, "trust_remote_code": False}


@contextmanager
def explained(folder: str | Path, kind: str, alternative: str) -> Iterator[None]:
    """Turn whatever the library raises about the files of a model into an InputError.

    Parameters:
        kind: how messages call the kind of the model, such as ``causal``.
        alternative: what a user could do with a folder of another architecture; empty where its configuration says it.
    """
    try:
        yield
    except InputError:
        raise
    except Exception as error:
        raise InputError(explain(Path(folder), kind, alternative, error)) from error


def explain(folder: Path, kind: str, alternative: str, error: Exception) -> str | Message:
    """Return one line for what the library says in many."""
    text = " ".join(str(error).split())
    if "trust_remote_code" in text:
        return (
            f"{folder}: the model needs its own program code ({code_of(folder)}), which is never run here; use another "
            "model"
        )
    if "Unrecognized configuration class" in text:
        return f"{folder}: " + (alternative or _other_kind(folder, kind))
    if isinstance(error, ImportError):
        return (
            f"{folder}: the model needs a package that is not part of this workflow ({text[:200]}); use another model"
        )
    return f"{folder}: cannot be used as a {kind} model ({type(error).__name__}: {text[:300]}); use another model"


def code_of(folder: Path) -> str:
    """Return which program code of its own a model's config.json names, such as ``modeling.Model``; empty if none."""
    path = folder / "config.json"
    classes = json.loads(path.read_text(encoding="utf-8")).get("auto_map") if path.is_file() else None
    return ", ".join(map(str, (classes or {}).values()))


def _other_kind(folder: Path, kind: str) -> str:
    """Return what a user could do with a folder whose architecture is not that of a kind."""
    config = AutoConfig.from_pretrained(**gguf_files.options(folder), **LOCAL)
    for name, classes in (("masked", MODEL_FOR_MASKED_LM_MAPPING), ("causal", MODEL_FOR_CAUSAL_LM_MAPPING)):
        if type(config) in classes:
            return Message(f"{config.model_type} is not a {kind} language model, but a {name} one: ", kind_is(name))
    return (
        f"{config.model_type} is neither a masked nor a causal language model of texts alone, so it is not scored "
        f"here; {OWN_SCORES}"
    )
