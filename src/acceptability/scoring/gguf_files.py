"""Load GGUF files with the library, and refuse what it would silently read differently from llama.cpp.

Weights are dequantised: exact, and in the memory of the precision that is asked for, not in that of the file.
"""

import json
import sys
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from transformers import PreTrainedConfig, PreTrainedModel

from acceptability.errors import InputError
from acceptability.sources import gguf_header
from acceptability.sources.gguf_header import PACKAGES, Header
from acceptability.sources.model_files import gguf_of
from acceptability.written import stamp_of

OTHER_NAMES = {"qwen2_moe": "qwen2moe", "qwen3_moe": "qwen3moe", "gpt_oss": "gpt-oss", "minimax_m2": "minimax-m2"}
ORIGINAL = "name the model from which it was made, whose weights are safetensors"
# Values of a file that shapes of weights show, or that play no part in log-probabilities.
SHOWN = (
    *("block_count", "embedding_length", "feed_forward_length", "vocab_size", "tensor_data_layout", "context_length"),
    *("attention.key_length", "attention.value_length", "expert_feed_forward_length", "use_parallel_residual"),
    *("expert_shared_feed_forward_length", "rope.scaling.original_context_length", "rope.scaling.finetuned"),
)
# Values that the library may leave out, and the entries of its configuration of which one must be the same.
SAME = {
    "rope.freq_base": ("rope_theta",),
    "rope.dimension_count": ("rotated",),
    "attention.layer_norm_epsilon": ("layer_norm_eps", "layer_norm_epsilon", "norm_eps", "norm_epsilon"),
    "attention.layer_norm_rms_epsilon": ("rms_norm_eps", "norm_eps", "layer_norm_epsilon"),
    "attn_logit_softcapping": ("attn_logit_softcapping",),
    "final_logit_softcapping": ("final_logit_softcapping",),
    "logit_scale": ("logit_scale",),
}
NONE = {"rope.scaling.type": "none", "attention.causal": True, "attention.max_alibi_bias": 0, "expert_count": 0}
# Ways of cutting text before it is made into tokens that come out as the library's usual one, GPT-2's, does.
CUTS = ("gpt-2", "mpt", "olmo", "jais", "phi-2", "starcoder", "refact", "smollm", "codeshell", "exaone")
LARGE = {("gemma2", 46), ("gemma3", 62)}  # by their layers; attention is scaled by a number that is not in the file
ANGLES = "rope_freqs.weight"  # what the angles of positions are divided by, in Llama 3.1 and later


def options(place: Path) -> dict[str, Any]:
    """Return the arguments with which the library reads what is in a place: a folder, or a GGUF file.

    Raises InputError where a GGUF file cannot be read: a package is missing, or the library does not know its
    architecture, a type of its tensors, or how its tokenizer cuts text.
    """
    file = gguf_of(place)
    if file is None:
        return {"pretrained_model_name_or_path": place}
    _check(file, gguf_header.read(file))
    _parse_once()
    return {"pretrained_model_name_or_path": _alone(file.absolute()).name, "gguf_file": file.name}


@cache
def _parse_once() -> None:
    """Let the library parse each state of a GGUF file once in a process.

    It does so for the configuration, for the tokenizer and for the weights, and each time takes longer than scoring.
    """
    import gguf

    parser = gguf.GGUFReader
    parsed = lru_cache(maxsize=1)(lambda path, _stamp: parser(path))
    gguf.GGUFReader = lambda path: parsed(str(path), stamp_of(Path(path)))


@cache
def _alone(file: Path) -> TemporaryDirectory:
    """Return a folder, removed when Python ends, with nothing but a link to a file.

    The library prefers a tokenizer.json beside a GGUF file, be it another model's, to the tokenizer in the file.
    """
    folder = TemporaryDirectory()
    (Path(folder.name) / file.name).symlink_to(file)
    return folder


def weights_options(place: Path) -> dict[str, Any]:
    """Return further arguments for reading weights: of a folder only safetensors, of a GGUF file all dequantised."""
    if gguf_of(place) is None:
        return {"use_safetensors": True}
    from transformers import GgufConfig

    return {"quantization_config": GgufConfig(dequantize=True)}


def _check(file: Path, header: Header) -> None:
    if missing := [name for name in PACKAGES if find_spec(name) is None]:
        raise InputError(
            f"{file}: a GGUF file needs the package{'s' * (len(missing) > 1)} {' and '.join(missing)}; run `make "
            f"formats` in the project's folder, or elsewhere {sys.executable} -m pip install {' '.join(PACKAGES)}"
        )
    from gguf.constants import GGML_QUANT_SIZES, GGMLQuantizationType
    from gguf.quants import _type_traits

    known = architectures()
    if header.architecture not in known:
        raise InputError(
            f"{file}: has the architecture {header.architecture}, which the library does not read from GGUF files "
            f"(it reads {', '.join(known)}); {ORIGINAL}"
        )
    readable = {"F32", "F16", *(kind.name for kind in _type_traits)}
    if unknown := [name for name, kind in header.tensors.items() if kind not in readable]:
        raise InputError(
            f"{file}: {len(unknown)} of its tensors, the first {unknown[0]}, are quantised as "
            f"{header.tensors[unknown[0]]}, which cannot be dequantised here; name a file of another quantisation"
        )
    block, size = GGML_QUANT_SIZES[GGMLQuantizationType[header.tensors[header.last]]]
    gguf_header.check_size(file, header.start + header.numbers[header.last] // block * size)
    from transformers.integrations.gguf.gguf_tokenizer_mapping import GGUF_PRE_TOKENIZER_SPLITS

    cut = header.metadata.get("tokenizer.ggml.pre", CUTS[0])
    if header.metadata.get("tokenizer.ggml.model") == "gpt2" and cut not in (*CUTS, *GGUF_PRE_TOKENIZER_SPLITS):
        raise InputError(
            f"{file}: its tokenizer cuts text in the way {cut}, which the library does not know, so that its tokens "
            f"could be wrong; {ORIGINAL}"
        )


def architectures() -> list[str]:
    """Return llama.cpp's names of the architectures that the library reads."""
    from transformers.integrations.gguf import GGUF_ARCHS
    from transformers.modeling_gguf_pytorch_utils import GGUF_SUPPORTED_ARCHITECTURES

    names = {OTHER_NAMES.get(name, name) for name in (*GGUF_SUPPORTED_ARCHITECTURES, *GGUF_ARCHS)}
    return sorted(names - {"general", "tokenizer"})


def check_config(place: Path, config: PreTrainedConfig) -> None:
    """Raise InputError where a GGUF file says what is missing from the configuration that the library made of it.

    A sliding window that is missing limits the length of sentences instead. GPT-2's number of positions is set here.
    """
    file = gguf_of(place)
    if file is None:
        return
    if "n_ctx" in config.to_dict():  # where the library puts it for GPT-2, which has another name for it
        config.n_positions = config.n_ctx
    header = gguf_header.read(file)
    unread, settings = _unread(header), _given(config)
    window = unread.pop("attention.sliding_window", None)
    if window and settings.get("sliding_window") != window:
        config.max_position_embeddings = min(config.max_position_embeddings, window)
    wrong = []
    for name, value in unread.items():
        same = [settings.get(other) for other in SAME.get(name, ())]
        if name not in SHOWN and NONE.get(name) != value and not any(_is_same(value, other) for other in same):
            wrong.append(f"{name} = {json.dumps(value)}")
    if (header.architecture, header.metadata.get(f"{header.architecture}.block_count")) in LARGE:
        wrong.append("how it scales attention, as a model of this size")
    if wrong:
        raise InputError(_not_read(file, wrong[0]))


def _unread(header: Header) -> dict[str, Any]:
    """Return the values of an architecture that the library does not put into the configuration."""
    from transformers.integrations.ggml import GGUF_CONFIG_MAPPING
    from transformers.integrations.gguf import GGUF_ARCHS

    if header.architecture in GGUF_ARCHS:  # reads all, or says that one is missing
        return {}
    names = {other: name for name, other in OTHER_NAMES.items()}
    read = GGUF_CONFIG_MAPPING[names.get(header.architecture, header.architecture)]
    values = {
        name.removeprefix(f"{header.architecture}."): value
        for name, value in header.metadata.items()
        if name.startswith(f"{header.architecture}.")
    }
    return {name: value for name, value in values.items() if read.get(name) is None}


def _given(config: PreTrainedConfig) -> dict[str, Any]:
    """Return the entries of a configuration; those about positions, too, and how many numbers of a head they rotate."""
    settings = config.to_dict()
    angles = settings.get("rope_parameters") or {}
    if angles:
        head = settings.get("head_dim") or config.hidden_size // config.num_attention_heads
        settings["rotated"] = int(head * angles.get("partial_rotary_factor", 1))
    return settings | angles


def _is_same(value: Any, other: Any) -> bool:
    """Return whether two values are the same number; a file has 32 bits of each."""
    return isinstance(other, int | float) and abs(value - other) <= 1e-6 * abs(other)


def _not_read(file: Path, what: str) -> str:
    return f"{file}: the library does not read {what}, so that the scores would be wrong; {ORIGINAL}"


def check_tensors(place: Path, model: PreTrainedModel) -> None:
    """Raise InputError where a GGUF file has tensors that the library does not use. ``model`` needs no weights."""
    file = gguf_of(place)
    if file is None:
        return
    from transformers.integrations.gguf import GGUF_ARCHS
    from transformers.modeling_gguf_pytorch_utils import TENSOR_PROCESSORS, TensorProcessor, get_gguf_hf_weights_map

    header = gguf_header.read(file)
    numbers = sum(count for name, count in header.numbers.items() if name != ANGLES)
    if header.architecture in GGUF_ARCHS or numbers == model.num_parameters():  # the former says itself what is unused
        return
    processor = TENSOR_PROCESSORS.get(header.architecture, TensorProcessor)(config=model.config.to_dict())
    used = get_gguf_hf_weights_map(model, processor)
    if unused := [name for name in header.tensors if name not in used and name != ANGLES]:
        raise InputError(_not_read(file, f"{len(unused)} of its tensors, the first {unused[0]}"))


def divide_angles(place: Path, model: PreTrainedModel) -> None:
    """Divide the angles of a model's positions by what its GGUF file has for it, and the library leaves out.

    Raises InputError where the model has no such angles.
    """
    file = gguf_of(place)
    if file is None or ANGLES not in gguf_header.read(file).tensors:
        return
    import torch
    from gguf import GGUFReader

    (divisors,) = (torch.from_numpy(one.data.copy()) for one in GGUFReader(file).tensors if one.name == ANGLES)
    turning = [module for module in model.modules() if hasattr(module, "inv_freq")]
    if not turning or any(module.inv_freq.shape != divisors.shape for module in turning):
        raise InputError(_not_read(file, ANGLES))
    for module in turning:
        module.inv_freq = module.inv_freq / divisors.to(module.inv_freq)
