"""Find neural language models for users of Python, with their kinds and the tokens that they score."""

import contextlib
import io
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import pandas as pd

from acceptability.errors import InputError
from acceptability.kinds.keys import PRETRAINED
from acceptability.kinds.kind import Kind
from acceptability.kinds.registry import check_kind, described_model, of_section
from acceptability.sources import adapters, commits, model_files, model_folder

if TYPE_CHECKING:
    from transformers import PreTrainedModel, PreTrainedTokenizerBase

    from acceptability.scoring.language_models import Scorer

Loaded: TypeAlias = tuple["PreTrainedModel", "PreTrainedTokenizerBase"]
Entry: TypeAlias = dict[str, Any]  # a model as the configuration declares it


@dataclass(frozen=True)
class Options:
    """Describe how sentences are scored with any model, as the arguments of ``score``."""

    precision: str
    too_long: str
    words: bool


def check_installed() -> None:
    """Raise InputError where the library that neural models need is not installed."""
    if find_spec("transformers") is None:
        raise InputError(
            "transformers is not installed, which neural language models need; install acceptability[neural]"
        )


def described(
    model: "str | Path | tuple[PreTrainedModel, PreTrainedTokenizerBase]",
    kind: str | None,
    revision: str | None,
    reading: Mapping[str, bool | str],
    base: str | Path | None = None,
) -> Entry:
    """Return the entry that the configuration would have: where the model is, its kind and how it reads sentences."""
    by_name = {declared.name: declared for declared in of_section("models")}
    if kind is not None and kind not in by_name:
        raise InputError(f"kind={kind!r}: must be one of {', '.join(by_name)}")
    if isinstance(model, str | Path):
        entry = described_model(_place(model, revision, base), kind)
    else:
        if base is not None:
            raise InputError(f"base={str(base)!r}: applies only to the folder of an adapter; leave it out")
        entry = {"kind": _kind_of(model, kind)}
    return _with_reading(by_name[entry["kind"]], entry, reading)


def _place(model: str | Path, revision: str | None, base: str | Path | None) -> Entry:
    """Return where a model is: the keys ``path``, or ``hub`` and ``revision``; and those of an adapter."""
    place = Path(model).expanduser()
    if base is not None and not adapters.is_adapter(place):
        raise InputError(f"base={str(base)!r}: applies only to an adapter, which {model} is not; leave it out")
    if adapters.is_adapter(place):
        entry: Entry = dict(adapters.entry_of(place, base))
        if "hub" in entry:
            entry["revision"] = commits.resolve(str(entry["hub"]), revision or entry.get("revision"))
    elif place.is_dir() or model_files.is_gguf(place):
        entry = {"path": str(place)}
    elif isinstance(model, Path) or place.is_file() or model.startswith((".", "/", "~")) or model.count("/") > 1:
        raise InputError(f"{model}: {model_folder.no_folder(place)}")
    else:
        entry = {"hub": model, "revision": commits.resolve(model, revision)}
    if revision and "hub" not in entry:
        raise InputError(f"revision={revision!r}: applies only to a model of the hub; leave it out")
    return entry


def _with_reading(declared: Kind, entry: Entry, reading: Mapping[str, bool | str]) -> Entry:
    """Return an entry with how the model reads sentences. Raise InputError for what models of its kind do not have."""
    defaults = {
        key: schema["default"]
        for key, schema in declared.keys.items()
        if schema.get("type") == "boolean" and "default" in schema
    }
    choices = {
        name: schema["enum"] for name, schema in declared.keys.items() if "enum" in schema and name not in PRETRAINED
    }
    takes = [name for name, schema in declared.keys.items() if "boolean" in schema.get("type", ()) or name in choices]
    for name, value in reading.items():
        if name == "batch_size":
            raise InputError("batch_size=: the batch size is chosen automatically and changes no score; leave it out")
        if name in ("dtype", "torch_dtype"):
            raise InputError(f"{name}=: write precision={str(value).removeprefix('torch.')!r}")
        if name not in takes:
            raise InputError(f"{name}=: {declared.name} models do not have it; there are: {', '.join(takes)}")
        if name in choices:
            if value not in choices[name]:
                raise InputError(f"{name}={value!r}: must be one of {', '.join(choices[name])}")
            continue
        takes_text = "string" in declared.keys[name]["type"]
        if not isinstance(value, bool | str if takes_text else bool):
            raise InputError(f"{name}={value!r}: must be True or False{', or a text' * takes_text}")
    return {**defaults, **entry, **reading}


def _kind_of(model: Loaded, kind: str | None) -> str:
    """Return the kind of a loaded model with its tokenizer. Raise InputError if it is something else."""
    try:
        network, _ = model
        base = network.get_base_model() if hasattr(network, "peft_config") else network
        architecture, config = type(base).__name__, network.config.to_dict()
    except (TypeError, ValueError, AttributeError) as error:
        alone = " without its tokenizer" if hasattr(model, "get_input_embeddings") else ""
        raise InputError(
            f"model: is a {type(model).__name__}{alone}; pass (model, tokenizer), a folder, a name on the hub, or an "
            "n-gram model"
        ) from error
    if fault := model_folder.encoder_decoder(config):
        raise InputError(f"model: {fault}")
    if kind is None:
        fitting = [
            declared.name
            for declared in of_section("models")
            if declared.architectures and architecture.endswith(declared.architectures)
        ]
        if not fitting:
            raise InputError(f"model: the kind of {architecture} is not known; pass kind='masked' or 'causal'")
        kind = fitting[0]
    check_kind(kind, [architecture], "model")
    return kind


def tokens_of_files(
    table: pd.DataFrame, entry: Entry, kind: Kind, options: Options, device: str | None
) -> tuple[pd.DataFrame, dict[str, Any]]:
    """Return the tokens of a table's sentences, scored with a model in files, and what they were made from.

    Tokens are as in the contract TOKENS.
    """
    from acceptability.scoring import pretrained

    scorer, system = _scorer(kind), _system(entry, kind, options)
    with _notes() as notes:
        where = _device(device) if device else None
        loaded = pretrained.load(
            folder(entry), scorer.architecture, options.precision, where=where, adapter=adapter(entry)
        )
        tokens, recorded, _ = scorer.score_table(*loaded, table, system)
    _warn(notes, recorded)
    return tokens, origin(entry) | {"system": system} | recorded


def tokens_of_loaded(
    table: pd.DataFrame, loaded: Loaded, entry: Entry, kind: Kind, options: Options, device: str | None
) -> tuple[pd.DataFrame, dict[str, Any]]:
    """Return the tokens of a table's sentences, scored with a loaded model and its tokenizer, and how they were scored.

    Tokens are as in the contract TOKENS. What files the model is from is not known.
    """
    from acceptability.scoring import pretrained

    scorer, system = _scorer(kind), _system(entry, kind, options)
    network, tokenizer = loaded
    with _notes() as notes:
        if device:
            raise InputError("device=: a loaded model stays on its device; move it with model.to(), or pass its folder")
        pretrained.check_tokenizer(tokenizer, scorer.architecture, "model")
        pretrained.check_together(network, tokenizer, scorer.architecture, "model")
        training = network.training
        network.eval()
        try:
            pretrained.try_model(network, tokenizer, scorer.architecture, "model")
            tokens, recorded, _ = scorer.score_table(network, tokenizer, table, system)
        finally:
            network.train(training)
    _warn(notes, recorded)
    return tokens, {"system": system} | recorded


def _scorer(kind: Kind) -> "Scorer":
    return import_module(f"acceptability.{kind.scoring}").SCORER


def _system(entry: Entry, kind: Kind, options: Options) -> dict[str, Any]:
    """Return how a system is scored, as jobs know it."""
    chosen_options = {"precision": options.precision, "too_long": options.too_long, "words": options.words}
    reading = kind.reading(entry)
    return {
        "kind": kind.name,
        "shards": 1,
        **chosen_options,
        **reading,
        "exact_savings": entry.get("exact_savings", True),
    }


@contextlib.contextmanager
def _notes() -> Iterator[list[str]]:
    """Collect the notes that jobs write into their logs."""
    notes: list[str] = []
    log = io.StringIO()
    with contextlib.redirect_stdout(log):
        yield notes
    notes += [line.removeprefix("note: ") for line in log.getvalue().splitlines() if line.startswith("note: ")]


def _warn(notes: list[str], recorded: Mapping[str, Any]) -> None:
    for doubt in (*notes, *recorded.get("doubts", [])):
        warnings.warn(doubt, stacklevel=5)


def origin(entry: Entry) -> dict[str, Any]:
    """Return what model_files.read_origin does of a model; one of the hub is known by its commit."""
    merged = adapter(entry)
    if "hub" not in entry:
        return model_files.read_origin(folder(entry), merged)
    files = {"adapter": {"files": model_files.checksums(model_files.adapter_files(merged))}} if merged else {}
    return {"hub": entry["hub"], "revision": entry["revision"]} | files


def folder(entry: Entry) -> Path:
    """Return the folder of a model's files, or its GGUF file; those of the hub are in the cache of its own library."""
    if "path" in entry:
        return model_files.gguf_of(Path(str(entry["path"]))) or Path(str(entry["path"]))
    from acceptability.sources import hub

    return hub.cached(str(entry["hub"]), str(entry["revision"]))


def adapter(entry: Entry) -> Path | None:
    """Return the folder of the adapter that is merged into a model, if there is one."""
    return Path(str(entry["adapter"])) if "adapter" in entry else None


def _device(name: str):
    """Return a device of PyTorch. Raise InputError where this computer does not have it."""
    import torch

    try:
        device = torch.device(name)
        torch.empty(0, device=device)
    except (RuntimeError, AssertionError) as error:
        raise InputError(f"device={name!r}: {str(error).splitlines()[0]}; leave it out, or pass 'cpu'") from error
    return device
