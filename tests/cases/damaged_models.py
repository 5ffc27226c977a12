"""Folders of tiny models, whole and with the faults that people bring."""

import json
import math
from collections.abc import Callable
from pathlib import Path

import torch
from safetensors.torch import load_file, save_file
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast, T5Config, T5ForConditionalGeneration

import tiny_gguf
from tiny_models import (
    END_OF_TEXT,
    SHAPE,
    bert,
    byte_tokenizer,
    gpt2,
    gpt2_tokenizer,
    save,
    save_gpt2,
    wordpiece_tokenizer,
)

WEIGHTS = "model.safetensors"
POINTER = "version https://git-lfs.github.com/spec/v1\noid sha256:{}\nsize 548105171\n"
ADAPTER = {"peft_type": "LORA", "base_model_name_or_path": "trained/on/another-computer", "task_type": "CAUSAL_LM"}
ADAPTER |= {"r": 2, "target_modules": ["q_proj"], "layers_to_transform": [0]}


def _with_dropout(folder: Path) -> None:
    """Save a GPT-2 whose tokenizer leaves out merges at random, as in training."""
    path = save_gpt2(folder, ["dogs bark loudly"] * 9, 265, 1, n_layer=1, n_head=2, n_embd=8) / "tokenizer.json"
    content = json.loads(path.read_text("utf-8"))
    content["model"]["dropout"] = 0.5
    path.write_text(json.dumps(content), "utf-8")


def _llama(folder: Path, *, layers: int = 2, size: int = 261, tokens: tuple[str, ...] = (), **special) -> Path:
    """Save a Llama over bytes; ``tokens`` are added to its tokenizer, for which the model has rows up to ``size``."""
    torch.manual_seed(1)
    tokenizer = byte_tokenizer(mask=False)
    if special.get("pad"):
        tokenizer.add_special_tokens({"pad_token": special["pad"]})
    tokenizer.add_special_tokens({"additional_special_tokens": list(tokens)})
    shape = SHAPE | {"num_hidden_layers": layers, "num_key_value_heads": 2, "max_position_embeddings": 128}
    ids = {"bos_token_id": 0 if special.get("begins", True) else None, "eos_token_id": 2}
    return save(folder, LlamaForCausalLM(LlamaConfig(vocab_size=size, **shape, **ids)), tokenizer)


def _without_beginning(folder: Path) -> None:
    """Save a Llama and a tokenizer that makes one token of a letter, and neither has a token at the beginning."""
    _llama(folder, begins=False)
    tokenizer = gpt2_tokenizer().backend_tokenizer
    PreTrainedTokenizerFast(tokenizer_object=tokenizer, eos_token=END_OF_TEXT).save_pretrained(folder)


def _changed(folder: Path, change: Callable[[str, torch.Tensor], tuple[str, torch.Tensor]]) -> None:
    """Change the names or the values of weights."""
    weights = load_file(folder / WEIGHTS)
    save_file(dict(change(*item) for item in weights.items()), folder / WEIGHTS, {"format": "pt"})


def _compiled(folder: Path) -> None:
    _changed(_llama(folder), lambda name, weight: (f"_orig_mod.{name}", weight))


def _parallel(folder: Path) -> None:
    _changed(_llama(folder), lambda name, weight: (f"module.{name}", weight))


def _with_nan(folder: Path) -> None:
    _changed(_llama(folder), lambda name, weight: (name, weight * math.nan if "layers.0.mlp.up" in name else weight))


def _with_infinity(folder: Path) -> None:
    _changed(_llama(folder), lambda name, weight: (name, weight + math.inf if "layers.0.mlp.up" in name else weight))


def _without_head(folder: Path) -> None:
    _changed(_llama(folder), lambda name, weight: (name.replace("lm_head", "other_head"), weight))


def _pickle(folder: Path) -> None:
    """Save the weights of a Llama as PyTorch does, and not as safetensors."""
    weights = _llama(folder) / WEIGHTS
    torch.save(load_file(weights), folder / "pytorch_model.bin")
    weights.unlink()


def _with_code(folder: Path) -> None:
    """Save a model of a type of its own, whose code is in its folder."""
    path = _llama(folder) / "config.json"
    own = {"model_type": "own", "auto_map": {"AutoConfig": "modeling.Own", "AutoModelForCausalLM": "modeling.Own"}}
    path.write_text(json.dumps(json.loads(path.read_text("utf-8")) | own), encoding="utf-8")
    (folder / "modeling.py").write_text("class Own: ...\n", encoding="utf-8")


def _with_more_layers(folder: Path) -> None:
    """Save weights of three layers beside a configuration of two."""
    config = (_llama(folder) / "config.json").read_bytes()
    _llama(folder, layers=3)
    (folder / "config.json").write_bytes(config)


def _adapter(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "adapter_config.json").write_text(json.dumps(ADAPTER), encoding="utf-8")
    name = "base_model.model.model.layers.0.self_attn.q_proj.lora_{}.weight"
    save_file(
        {name.format("A"): torch.ones(2, 16), name.format("B"): torch.ones(16, 2)}, folder / "adapter_model.safetensors"
    )
    byte_tokenizer(mask=False).save_pretrained(folder)


def _with_adapter(folder: Path) -> None:
    _llama(folder)
    _adapter(folder)


def _made(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _quantised(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "model-q4.gguf").write_bytes(b"GGUF\x03" + bytes(60))
    byte_tokenizer(mask=False).save_pretrained(folder)


def _pointers(folder: Path) -> None:
    (_llama(folder) / WEIGHTS).write_text(POINTER.format("abc"), encoding="utf-8")


def _pointer_of_the_tokenizer(folder: Path) -> None:
    (_llama(folder) / "tokenizer.json").write_text(POINTER.format("def"), encoding="utf-8")


def _encoder_decoder(folder: Path) -> None:
    torch.manual_seed(1)
    shape = {"d_model": 16, "d_ff": 32, "d_kv": 8, "num_layers": 1, "num_heads": 2}
    config = T5Config(vocab_size=261, **shape, decoder_start_token_id=1, pad_token_id=1, eos_token_id=2)
    save(folder, T5ForConditionalGeneration(config), byte_tokenizer(mask=False))


def _generative(folder: Path) -> None:
    """Save a GPT-2 whose beginning, ending and unknown token are one, with pieces learnt from sentences."""
    save_gpt2(
        folder, ["The dogs sleep here.", "He saw the girl."], 300, 1, n_positions=64, n_embd=16, n_layer=2, n_head=2
    )


def _bigrams(folder: Path) -> None:
    """Save a bigram model of a few words, as a text that KenLM reads."""
    words = ["<unk>", "</s>", "dogs", "bark", "cats", "nap", "."]
    unigrams = ["-99\t<s>\t-0.3", *(f"-0.8\t{word}\t-0.3" for word in words)]
    bigrams = ["-0.2\tdogs bark", "-0.2\tcats nap"]
    parts = ["\\data\\", f"ngram 1={len(unigrams)}", f"ngram 2={len(bigrams)}", "", "\\1-grams:", *unigrams, ""]
    folder.mkdir(parents=True, exist_ok=True)
    text = "\n".join([*parts, "\\2-grams:", *bigrams, "", "\\end\\", ""])
    (folder / "model.binary").write_text(text, encoding="utf-8")


MODELS: dict[str, Callable[[Path], object]] = {
    "gpt2": lambda folder: save(folder, gpt2(128), byte_tokenizer(mask=False)),
    "gpt2 with one special token": _generative,
    "gpt2 with dropout of its tokenizer": _with_dropout,
    "gpt2 of 32 positions": lambda folder: save(folder, gpt2(32), byte_tokenizer(mask=False)),
    "bert": lambda folder: save(folder, bert(), wordpiece_tokenizer()),
    "llama": _llama,
    "llama that cannot begin": _without_beginning,
    "llama with a chat's tokens": lambda folder: _llama(folder, size=264, tokens=("<|im_start|>", "<|im_end|>")),
    "llama with an added padding token": lambda folder: _llama(folder, pad="[PAD]"),
    "llama with more layers": _with_more_layers,
    "llama with nan": _with_nan,
    "llama with infinity": _with_infinity,
    "llama with code": _with_code,
    "llama without a head": _without_head,
    "pickle": _pickle,
    "llama that was compiled": _compiled,
    "llama in parallel": _parallel,
    "llama and an adapter": _with_adapter,
    "adapter": _adapter,
    "gguf": _quantised,
    "whole gguf": lambda folder: tiny_gguf.write(_made(folder) / "tiny-model.gguf", tiny_gguf.llama(), "Q8_0"),
    "pointers": _pointers,
    "pointer of the tokenizer": _pointer_of_the_tokenizer,
    "t5": _encoder_decoder,
    "bigrams": _bigrams,
}
