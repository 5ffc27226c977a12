"""Report what is wrong with the files of a model, and what to do, before anything is loaded.

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
from acceptability.messages import Message, Setting, setting
from acceptability.sources import gguf_header
from acceptability.sources.git_blobs import is_pointer
from acceptability.sources.model_files import gguf_of, is_gguf, missing, model_files

MODELS = ("config.json", "adapter_config.json")  # of a whole model, and of an adapter
ADAPTERS = ("adapter_config.json", "adapter_model*", "adapters.safetensors", "pytorch_adapter*")
PICKLES = ("*.bin", "*.pt", "*.pth", "*.ckpt", "*.h5", "*.msgpack")
INDEX = "*.safetensors.index.json"
QUANTISED = ("quantization_config", "compression_config", "quantization")  # keys of config.json
QUANTISED_FILES = ("quantize_config.json", "quant_config.json", "hf_quant_config.json")
LIBRARIES = {  # what quantised weights need, by the method that config.json names
    "bitsandbytes": "bitsandbytes",
    "gptq": "optimum and gptqmodel",
    "awq": "gptqmodel",
    "compressed-tensors": "compressed-tensors",
    "hqq": "hqq",
    "quanto": "optimum-quanto",
    "torchao": "torchao",
}
DEQUANTISED = ("fp8", "fbgemm_fp8", "mxfp4", "mxfp8")
OTHER_INPUT = ("vision_config", "audio_config", "speech_config", "image_token_id", "image_token_index")  # keys there
TEXT_ALONE = ("gemma3", "gemma4")  # types of models that read images, too, and whose scores of text were tried
ENCODER_DECODERS = ("t5", "mt5", "umt5", "bart")  # types of models, as config.json names them
READ = ("*.json", "*.safetensors", "*.txt", "*.jinja")  # files of a folder that may be read
TYPES = {"architectures": list, "model_type": str, "weight_map": dict}  # of keys in JSON files that are used here
NAMED = {list: "a list of texts", str: "a text", dict: "an object"}
LISTED = 10  # files in one message
PUT = "correct the path, or put the model's files there, its weights as safetensors"
OWN_SCORES = "give its scores from another program as a table (docs/score.md)"

Read = Callable[[str], Mapping]


def check(path: Path) -> None:
    """Raise InputError where a folder does not hold the whole files of one model, in a format that is read here.

    A GGUF file is a whole model. The message names what is there instead, such as a pickle or a pointer of Git LFS.
    """
    if file := gguf_of(path):
        gguf_header.read(file)
        return
    if not path.is_dir():
        raise InputError(f"{path}: {no_folder(path)}")
    names = sorted(file.name for file in path.iterdir())
    for name in _like(names, READ):
        if not (path / name).is_file():
            raise InputError(f"{path / name}: is not a file but a folder, a pipe or a broken link; put the file there")
    read_file = partial(read, path)
    fault = _pointer(path) or fault_of_files(names, read_file)
    below = sorted({file.parent.name for name in MODELS for file in path.glob(f"*/{name}")})
    if fault == _lacks("config.json") and below:
        fault = f"has no config.json, but models in its folders ({', '.join(below)}); name one of them"
    fault = fault or _quantised(read_file("config.json"), names) or _shards(names, read_file) or _weights(path)
    if fault:
        raise InputError(f"{path}: ", fault)


def no_folder(path: Path) -> str:
    """Return the fault of a path that is neither a folder nor a GGUF file."""
    ask = "give the folder that contains the model's config.json, or a GGUF file"
    if path.is_file():
        return (
            f"is not a folder, and its name does not end in .gguf; {ask}. If it is one (Ollama's have no ending), copy "
            "it to a name that ends so"
        )
    return f"is not a folder; {ask}"


def check_scored(path: Path) -> None:
    """Raise InputError where a folder does not hold a language model that can be scored here, which check allows."""
    check(path)
    if file := gguf_of(path):
        if (architecture := gguf_header.read(file).architecture) in ENCODER_DECODERS:
            raise InputError(
                f"{file}: is an encoder-decoder ({architecture}) in llama.cpp's format, in which none was tried here; "
                f"name the model from which it was made, whose weights are safetensors, or {OWN_SCORES}"
            )
        return
    if fault := fault_of_config(read(path, "config.json"), [file.name for file in path.iterdir()]):
        raise InputError(f"{path}: ", fault)


def read(folder: Path, name: str) -> Mapping:
    """Return the content of a JSON file of a folder. Raise InputError where it is missing, or no JSON object."""
    path = folder / name
    if not path.is_file():
        raise InputError(f"{folder}: {_lacks(name)}")
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path}: is not JSON ({error}); put the model's own file there") from error
    check_types(content, str(path), "put the model's own file there")
    return content


def check_types(content: object, place: str, fix: str) -> None:
    """Raise InputError where the content of a model's JSON file has other types than its keys have."""
    if not isinstance(content, dict):
        raise InputError(f"{place}: is no JSON object; {fix}")
    for key, kind in TYPES.items():
        value = content.get(key)
        texts = value if isinstance(value, list) else []
        if not isinstance(value, kind | None) or not all(isinstance(text, str) for text in texts):
            raise InputError(f"{place}: {key} must be {NAMED[kind]}; {fix}")
    for key in QUANTISED:
        settings = content.get(key)
        if isinstance(settings, dict) and not isinstance(settings.get("quant_method"), str | None):
            raise InputError(f"{place}: {key}: quant_method must be a text; {fix}")


def _pointer(folder: Path) -> str:
    """Return the fault of a folder that Git has cloned without the large files."""
    pointers = [path.name for path in (*model_files(folder), *folder.glob("adapter_*")) if is_pointer(path)]
    return pointer(pointers[0]) if pointers else ""


def pointer(name: str) -> str:
    """Return the fault of a file that points to another one, which Git has not fetched."""
    return (
        f"{name} is a pointer of Git LFS, not the file that it points to; run `git lfs install`, and then "
        "`git lfs pull` in this folder"
    )


def fault_of_files(names: Iterable[str], read: Read, fix: str = PUT, here: bool = True) -> str:
    """Return the fault of files with these names, which are ``here``, or on the hub.

    ``read`` gives a JSON file's content; ``fix`` says what to do where a file is missing.
    """
    names = list(names)
    adapters = _like(names, ADAPTERS)
    whole = [name for name in names if name not in adapters]
    what = missing(whole)
    if adapters:
        config = read("adapter_config.json") if "adapter_config.json" in names else {}
        return _adapter_beside(adapters) if not what else _adapter(config, here)
    if what and (gguf := _gguf(names, here)):
        return gguf
    if what == "*.safetensors" and (pickles := _like(names, PICKLES)):
        return _pickle(pickles[0], read("config.json"))
    return _lacks(what, fix) if what else ""


def _like(names: Iterable[str], patterns: Iterable[str]) -> list[str]:
    return [name for name in names if any(fnmatch(name, pattern) for pattern in patterns)]


def _lacks(what: str, fix: str = PUT) -> str:
    return f"has no {what}; {fix}"


def _adapter(config: Mapping, here: bool) -> Message:
    kind, base = (str(config.get(key) or "") for key in ("peft_type", "base_model_name_or_path"))
    adapter = "contains an adapter" + (f" ({kind})" if kind else "") + (f" of {base}" if base else "")
    if not here:
        return Message(
            f"{adapter}, not a whole model; download it (hf download REPOSITORY --local-dir my_adapter), and name that "
            "folder: ",
            setting("model", "my_adapter"),
            " and ",
            setting("base", base or "FOLDER-OR-HUB-NAME"),
        )
    return Message(
        f"{adapter}, not a whole model; name its base, too, into which it is merged: ",
        Setting(
            make="MODEL=ADAPTER_FOLDER BASE=FOLDER-OR-HUB-NAME",
            yaml="adapter: ADAPTER_FOLDER, and path: or hub: for the base",
            python="base='FOLDER-OR-HUB-NAME'",
            workflow="MODEL=ADAPTER_FOLDER BASE=FOLDER-OR-HUB-NAME for make score, base= from Python; in the "
            "configuration, adapter: ADAPTER_FOLDER, and path: or hub: for the base",
        ),
    )


def _adapter_beside(adapters: list[str]) -> Message:
    return Message(
        f"contains a whole model, and an adapter next to it ({', '.join(adapters)}), which would not be applied; move "
        "the adapter into a folder of its own, to score the model without it, or with it (",
        Setting(
            make="MODEL=ADAPTER_FOLDER BASE=MODEL_FOLDER",
            yaml="adapter: ADAPTER_FOLDER, path: MODEL_FOLDER",
            python="the adapter's folder as the model, base='MODEL_FOLDER'",
            workflow="MODEL=ADAPTER_FOLDER BASE=MODEL_FOLDER",
        ),
        ")",
    )


def _gguf(names: Iterable[str], here: bool) -> str:
    """Return the fault of models in the format of llama.cpp: several in a folder that is here, or any on the hub."""
    files = sorted(filter(is_gguf, names))
    listed = ", ".join(files[:LISTED]) + (f" and {len(files) - LISTED} more" if len(files) > LISTED else "")
    if not files:
        return ""
    if here:
        return f"contains {len(files)} GGUF files ({listed}); name one of them"
    return (
        f"contains its weights as GGUF files only ({listed}); download one of them (hf download REPOSITORY FILE "
        "--local-dir .), and name the file"
    )


def _pickle(file: str, config: Mapping) -> str:
    """Return the fault of weights whose format could run programs."""
    architectures = config.get("architectures") or ["AutoModelForCausalLM"]
    return (
        f"has no *.safetensors: its weights, {file}, are in a format that is never loaded here, as it can run "
        "programs. Convert them, if you trust their authors, in Python: import transformers; "
        f"transformers.{architectures[0]}"
        ".from_pretrained(FOLDER, use_safetensors=False, weights_only=True).save_pretrained(FOLDER)"
    )


def fault_of_config(config: Mapping, names: Iterable[str] = ()) -> str:
    """Return the fault of a model that its config.json, and the names of its other files, reveal."""
    if fault := _quantised(config, names):
        return fault
    architectures = config.get("architectures") or []
    brackets = f" ({', '.join(architectures)})" if architectures else ""
    if fault := encoder_decoder(config):
        return fault
    if any(key in config for key in OTHER_INPUT) and config.get("model_type") not in TEXT_ALONE:
        return (
            f"reads images or sound, too{brackets}, and models of the type {config.get('model_type')} were not tried "
            f"here with text alone (tried were {', '.join(TEXT_ALONE)}); name a model of texts alone, or {OWN_SCORES}"
        )
    headless = architectures and all(re.search("(?<!Head)(?<!Heads)Model$", name) for name in architectures)
    if headless and "modules.json" in names:
        return (
            f"is a model of sentence-transformers{brackets}, which gives vectors of sentences: it has no "
            "language-modelling head, so no word has a probability; name the model from which it was trained"
        )
    return ""


def encoder_decoder(config: Mapping) -> str:
    """Return the fault of a model with an encoder and a decoder, of a type that was not tried here."""
    if not config.get("is_encoder_decoder") or config.get("model_type") in ENCODER_DECODERS:
        return ""
    architectures = ", ".join(config.get("architectures") or [config.get("model_type") or "of an unnamed type"])
    return (
        f"is an encoder-decoder of a type that was not tried here ({architectures}; scored are "
        f"{', '.join(ENCODER_DECODERS)}); {OWN_SCORES}"
    )


def _quantised(config: Mapping, names: Iterable[str]) -> str:
    files = _like(names, QUANTISED_FILES)
    settings = next((config[key] for key in QUANTISED if config.get(key)), files and {"quant_method": files[0]})
    if not settings:
        return ""
    method = settings.get("quant_method") if isinstance(settings, dict) else None
    if method is None and isinstance(settings, dict) and {"load_in_8bit", "load_in_4bit"} & set(settings):
        method = "bitsandbytes"
    if method in LIBRARIES:
        why = f"which need {LIBRARIES[method]}, with which they were not tried here"
    elif method in DEQUANTISED:
        why = "which the library dequantises silently"
    else:
        why = "in a way that was not tried here"
    return (
        f"has quantised weights ({method or 'of an unnamed method'}), {why}; name the model from which it was made, "
        "whose weights are not quantised, or a GGUF file of it"
    )


def _shards(names: list[str], read: Read) -> str:
    """Return the fault of weights in several files, of which one is missing."""
    for index in _like(names, [INDEX]):
        for shard in sorted(set(map(str, (read(index).get("weight_map") or {}).values()))):
            if shard not in names:
                return f"has no {shard}, which {index} names; copy or fetch it, too"
    return ""


def _weights(folder: Path) -> str:
    """Return the fault of weights that are cut off, or whose names a wrapper of the model has changed.

    The wrapper is that of torch.compile, or of training on several processors.
    """
    names: list[str] = []
    for path in sorted(folder.glob("*.safetensors")):
        if (tensor_names := tensors(path)) is None:
            return f"{path.name} is damaged, or no safetensors file; copy or fetch it again"
        names += tensor_names
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


def tensors(path: Path) -> list[str] | None:
    """Return the names of the tensors in a safetensors file; None where it is damaged."""
    try:
        with path.open("rb") as file:
            length = int.from_bytes(file.read(8), "little")
            if length > path.stat().st_size:
                return None
            header = json.loads(file.read(length))
        header.pop("__metadata__", None)
        size = 8 + length + max((entry["data_offsets"][1] for entry in header.values()), default=0)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return None
    return list(header) if size <= path.stat().st_size else None
