"""Say what is wrong with the files of a model, and what to do, before anything is loaded.

A *fault* is a part of a sentence whose subject is the folder, or the model of the hub; "" where nothing is wrong.
Standard library only.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from fnmatch import fnmatch
from functools import partial
from pathlib import Path

from acceptability.errors import InputError
from acceptability.sources.git_blobs import is_pointer
from acceptability.sources.model_files import missing, model_files

MODELS = ("config.json", "adapter_config.json")  # of a whole model, and of an adapter
ADAPTERS = ("adapter_config.json", "adapter_model*", "adapters.safetensors", "pytorch_adapter*")
PICKLES = ("*.bin", "*.pt", "*.pth", "*.ckpt", "*.h5", "*.msgpack")
INDEX = "*.safetensors.index.json"
QUANTISED = ("quantization_config", "compression_config", "quantization")  # keys of config.json
QUANTISED_FILES = ("quantize_config.json", "quant_config.json", "hf_quant_config.json")
MERGING = (
    "LORA",
    "ADALORA",
    "LOHA",
    "LOKR",
    "IA3",
    "OFT",
    "BOFT",
    "VERA",
    "HRA",
    "",
)  # peft can merge these; "": unsaid
PUT = "correct the path, or put the model's files there, its weights as safetensors"
OWN_SCORES = "give its scores from another program as a table (docs/score.md)"

Read = Callable[[str], Mapping]


def check(path: Path) -> None:
    """Raise InputError where a folder does not hold the whole files of one model, in a format that is read here.

    The message names what is there instead, such as an adapter, a GGUF file, a pickle or a pointer of Git LFS.
    """
    if not path.is_dir():
        raise InputError(f"{path}: {_gguf([path.name]) or 'is not a folder; give the folder with the config.json'}")
    names = sorted(file.name for file in path.iterdir())
    own = partial(read, path)
    fault = _pointer(path) or fault_of_files(names, own)
    below = sorted({file.parent.name for name in MODELS for file in path.glob(f"*/{name}")})
    if fault == _lacks("config.json") and below:
        fault = f"has no config.json, but models in its folders ({', '.join(below)}); name one of them"
    fault = fault or _quantised(own("config.json"), names) or _shards(names, own) or _weights(path)
    if fault:
        raise InputError(f"{path}: {fault}")


def check_scored(path: Path) -> None:
    """Raise InputError where a folder does not hold a language model that can be scored here, which check allows."""
    check(path)
    if fault := fault_of_config(read(path, "config.json"), [file.name for file in path.iterdir()]):
        raise InputError(f"{path}: {fault}")


def read(folder: Path, name: str) -> Mapping:
    """Return the content of a JSON file of a folder. Raise InputError where it is missing, or no JSON object."""
    path = folder / name
    if not path.is_file():
        raise InputError(f"{folder}: {_lacks(name)}")
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise InputError(f"{path}: is not JSON ({error}); put the model's own file there") from error
    if not isinstance(content, dict):
        raise InputError(f"{path}: is no JSON object; put the model's own file there")
    return content


def _pointer(folder: Path) -> str:
    """Return the fault of a folder that Git has cloned without the large files."""
    pointers = [path.name for path in (*model_files(folder), *folder.glob("adapter_*")) if is_pointer(path)]
    return (
        f"{pointers[0]} is a pointer of Git LFS, not the file that it stands for; run `git lfs install`, and then "
        "`git lfs pull` in this folder"
        if pointers
        else ""
    )


def fault_of_files(names: Iterable[str], read: Read, mend: str = PUT) -> str:
    """Return the fault of files with these names; ``read`` gives a JSON file's content, and ``mend`` a missing one."""
    names = list(names)
    adapters = _like(names, ADAPTERS)
    whole = [name for name in names if name not in adapters]
    what = missing(whole)
    if adapters:
        config = read("adapter_config.json") if "adapter_config.json" in names else {}
        return _adapter_beside(adapters) if not what else _adapter(config)
    if what and (gguf := _gguf(names)):
        return gguf
    if what == "*.safetensors" and (pickles := _like(names, PICKLES)):
        return _pickle(pickles[0], read("config.json"))
    return _lacks(what, mend) if what else ""


def _like(names: Iterable[str], patterns: Iterable[str]) -> list[str]:
    return [name for name in names if any(fnmatch(name, pattern) for pattern in patterns)]


def _lacks(what: str, mend: str = PUT) -> str:
    return f"has no {what}; {mend}"


def _adapter(config: Mapping) -> str:
    kind, base, task = (str(config.get(key) or "") for key in ("peft_type", "base_model_name_or_path", "task_type"))
    named = "holds an adapter" + (f" ({kind})" if kind else "") + (f" of {base}" if base else "")
    if kind.upper() not in MERGING:
        return f"{named}, which cannot be merged into its model, so it is not scored here; {OWN_SCORES}"
    if task not in ("", "CAUSAL_LM"):
        return f"{named} for the task {task}: it makes no language model, so it cannot be scored; name another model"
    return (
        f"{named}, not a whole model; merge it in Python, with the package peft, and name the new folder: "
        "from peft import PeftModel; from transformers import AutoModelForCausalLM as Auto; "
        f"PeftModel.from_pretrained(Auto.from_pretrained({base or 'BASE'!r}), FOLDER).merge_and_unload("
        "safe_merge=True).save_pretrained('merged') (for a masked model, AutoModelForMaskedLM), and copy the files "
        "of the tokenizer to it"
    )


def _adapter_beside(adapters: list[str]) -> str:
    return (
        f"holds a whole model, and an adapter beside it ({', '.join(adapters)}), which would not be applied; move the "
        "adapter into a folder of its own to score the model without it, or name that folder to read how it is merged"
    )


def _gguf(names: Iterable[str]) -> str:
    """Return the fault of weights in the format of llama.cpp."""
    files = _like(names, ["*.gguf"])
    if not files:
        return ""
    which = files[0] if len(files) == 1 else f"{len(files)} GGUF files, such as {files[0]}"
    return (
        f"holds {which}, in the GGUF format of llama.cpp, which is not read here; name the model from which it was "
        "made, with safetensors weights, or convert it in Python (docs/models.md has the lines)"
    )


def _pickle(file: str, config: Mapping) -> str:
    """Return the fault of weights whose format could run programs."""
    (name, *_) = [*config.get("architectures", []), "AutoModelForCausalLM"]
    return (
        f"has no *.safetensors: its weights, {file}, are in a format that is never loaded here, as it can run "
        f"programs. Convert them, if you trust their authors, in Python: import transformers; transformers.{name}"
        ".from_pretrained(FOLDER, use_safetensors=False, weights_only=True).save_pretrained(FOLDER)"
    )


def fault_of_config(config: Mapping, names: Iterable[str] = ()) -> str:
    """Return the fault of a model that its config.json, and the names of its other files, give away."""
    if fault := _quantised(config, names):
        return fault
    architectures = [str(name) for name in config.get("architectures") or []]
    said = f" ({', '.join(architectures)})" if architectures else ""
    if fault := encoder_decoder(config):
        return fault
    headless = architectures and all(re.search("(?<!Head)(?<!Heads)Model$", name) for name in architectures)
    if headless and "modules.json" in names:
        return (
            f"is a model of sentence-transformers{said}, which gives vectors of sentences: it has no "
            "language-modelling head, so no word has a probability; name the model from which it was trained"
        )
    return ""


def encoder_decoder(config: Mapping) -> str:
    """Return the fault of a model like T5 and BART."""
    if not config.get("is_encoder_decoder"):
        return ""
    named = ", ".join(config.get("architectures") or [config.get("model_type") or "of an unnamed type"])
    return (
        f"is an encoder-decoder ({named}), which is neither a masked nor a causal model, and which is not scored here; "
        f"{OWN_SCORES}"
    )


def _quantised(config: Mapping, names: Iterable[str]) -> str:
    files = _like(names, QUANTISED_FILES)
    settings = next((config[key] for key in QUANTISED if config.get(key)), files and {"quant_method": files[0]})
    if not settings:
        return ""
    method = settings.get("quant_method") if isinstance(settings, dict) else None
    return (
        f"holds quantised weights ({method or 'of an unnamed method'}), of which no kind is read here: some would be "
        "loaded wrongly without a word; name the model from which it was made, whose weights are not quantised"
    )


def _shards(names: list[str], read: Read) -> str:
    """Return the fault of weights in several files, of which one is missing."""
    for index in _like(names, [INDEX]):
        for shard in sorted(set(read(index).get("weight_map", {}).values())):
            if shard not in names:
                return f"has no {shard}, which {index} names; copy or fetch it, too"
    return ""


def _weights(folder: Path) -> str:
    """Return the fault of weights that are cut off, or whose names a wrapper of the model has changed.

    The wrapper is that of torch.compile, or of training on several processors.
    """
    names: list[str] = []
    for path in sorted(folder.glob("*.safetensors")):
        try:
            names += _tensors(path)
        except (ValueError, KeyError, TypeError, AttributeError):
            return f"{path.name} is damaged, or no safetensors file; copy or fetch it again"
    compiled = [name for name in names if "_orig_mod." in name]
    if not compiled and not (names and all(name.startswith("module.") for name in names)):
        return ""
    return (
        f"has weights with names such as {(compiled or names)[0]}, as {'torch.compile' if compiled else 'DataParallel'}"
        " leaves them. Save them with the model's own names, in Python: from pathlib import Path; from "
        "safetensors.torch import load_file, save_file; [save_file({name.replace('_orig_mod.', '').removeprefix("
        "'module.'): weight for name, weight in load_file(file).items()}, file, {'format': 'pt'}) for file in "
        "Path(FOLDER).glob('*.safetensors')]; and change them in model.safetensors.index.json likewise, if there is one"
    )


def _tensors(path: Path) -> list[str]:
    """Return the names of the tensors in a safetensors file. Raise ValueError, or the like, where it is damaged."""
    with path.open("rb") as file:
        length = int.from_bytes(file.read(8), "little")
        if length > path.stat().st_size:
            raise ValueError
        header = json.loads(file.read(length))
    header.pop("__metadata__", None)
    if path.stat().st_size < 8 + length + max((entry["data_offsets"][1] for entry in header.values()), default=0):
        raise ValueError
    return list(header)
