"""A tiny Llama as a folder and as a GGUF file, which llama.cpp's own package writes."""

import json
from pathlib import Path

import gguf
import numpy as np
import torch
from gguf import GGMLQuantizationType
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

from tiny_models import gpt2_tokenizer, save

NAMES = {
    "model.embed_tokens": "token_embd",
    "model.norm": "output_norm",
    "lm_head": "output",
    "input_layernorm": "attn_norm",
    "post_attention_layernorm": "ffn_norm",
    "self_attn.q_proj": "attn_q",
    "self_attn.k_proj": "attn_k",
    "self_attn.v_proj": "attn_v",
    "self_attn.o_proj": "attn_output",
    "mlp.gate_proj": "ffn_gate",
    "mlp.up_proj": "ffn_up",
    "mlp.down_proj": "ffn_down",
}


def tokenizer() -> PreTrainedTokenizerFast:
    """Return a tokenizer of GPT-2's form with a few pieces of several letters."""
    return gpt2_tokenizer(["the dogs bark", "the cats bark"] * 9, size=266)


def llama(tied: bool = False, layers: int = 2, hidden: int = 32) -> LlamaForCausalLM:
    """Return a Llama with random weights for this tokenizer."""
    torch.manual_seed(0)
    config = LlamaConfig(
        vocab_size=len(tokenizer()), hidden_size=hidden, intermediate_size=64, num_hidden_layers=layers, num_attention_heads=4,
        num_key_value_heads=2, max_position_embeddings=64, initializer_range=0.3, bos_token_id=0, eos_token_id=0,
        tie_word_embeddings=tied,
    )  # fmt: skip
    return LlamaForCausalLM(config).eval()


def write(
    path: Path,
    model: LlamaForCausalLM,
    quantised: str = "F32",
    values: dict[str, float | int | str] | None = None,
    tensors: dict[str, np.ndarray] | None = None,
    architecture: str = "llama",
    cut: str = "gpt-2",
) -> Path:
    """Write a Llama's matrices as this type into a GGUF file, with further values and tensors."""
    config, pieces = model.config, json.loads(tokenizer().backend_tokenizer.to_str())["model"]
    writer = gguf.GGUFWriter(path, architecture)
    writer.add_name("tiny")
    writer.add_file_type(gguf.LlamaFileType[f"{'ALL' if quantised == 'F32' else 'MOSTLY'}_{quantised}"])
    writer.add_block_count(config.num_hidden_layers)
    writer.add_context_length(config.max_position_embeddings)
    writer.add_embedding_length(config.hidden_size)
    writer.add_feed_forward_length(config.intermediate_size)
    writer.add_head_count(config.num_attention_heads)
    writer.add_head_count_kv(config.num_key_value_heads)
    writer.add_layer_norm_rms_eps(config.rms_norm_eps)
    writer.add_rope_freq_base(config.rope_parameters["rope_theta"])
    writer.add_rope_dimension_count(config.hidden_size // config.num_attention_heads)
    writer.add_vocab_size(config.vocab_size)
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre(cut)
    writer.add_token_list(list(pieces["vocab"]))
    writer.add_token_types([3] + [1] * (config.vocab_size - 1))
    writer.add_token_merges([" ".join(merge) for merge in pieces["merges"]])
    writer.add_bos_token_id(0)
    writer.add_eos_token_id(0)
    for name, value in (values or {}).items():
        add = {str: writer.add_string, int: writer.add_uint32, float: writer.add_float32}[type(value)]
        add(name, value)
    for name, weight in weights(model).items():
        kind = GGMLQuantizationType[quantised if weight.ndim == 2 else "F32"]
        data = weight if kind == GGMLQuantizationType.F32 else gguf.quants.quantize(weight, kind)
        writer.add_tensor(name, data, raw_dtype=kind)
    for name, weight in (tensors or {}).items():
        writer.add_tensor(name, weight)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path


def weights(model: LlamaForCausalLM) -> dict[str, np.ndarray]:
    """Return a Llama's weights by llama.cpp's names, in its order of the rows of queries and keys."""
    config, named = model.config, {}
    for name, weight in model.state_dict().items():
        if name == "lm_head.weight" and config.tie_word_embeddings:
            continue
        block, _, part = name.removesuffix(".weight").removeprefix("model.layers.").partition(".")
        own = f"blk.{block}.{NAMES[part]}" if block.isdigit() else NAMES[name.removesuffix(".weight")]
        values = weight.numpy()
        if own.endswith(("attn_q", "attn_k")):
            heads = config.num_attention_heads if own.endswith("q") else config.num_key_value_heads
            values = values.reshape(heads, 2, -1, values.shape[1]).swapaxes(1, 2).reshape(values.shape)
        named[f"{own}.weight"] = np.ascontiguousarray(values)
    return named


def both(folder: Path, **options) -> tuple[Path, Path]:
    """Save the same Llama as a folder and as a GGUF file, and return both."""
    model = llama(**options)
    return save(folder / "llama", model, tokenizer()), write(folder / "llama.gguf", model)
