"""Damaged files of models end in one line, and before they take memory or time."""

import json
import os
import struct

import pytest
from transformers import PreTrainedTokenizerFast

from acceptability.errors import InputError
from acceptability.kinds.masked.scoring import MASKED
from acceptability.scoring import pretrained
from acceptability.sources import gguf_header, model_folder
from tiny_models import bert, save, wordpiece_tokenizer


def text(value: str) -> bytes:
    return struct.pack("<Q", len(value)) + value.encode()


def value(key: str, kind: int, data: bytes) -> bytes:
    return text(key) + struct.pack("<I", kind) + data


ARCHITECTURE = value("general.architecture", 8, text("llama"))
TENSOR = text("t") + struct.pack("<IQIQ", 1, 4, 0, 0) + b"\0" * 64


@pytest.mark.parametrize(
    ("body", "values"),
    [
        (ARCHITECTURE + text("t") + struct.pack("<I", 2**32 - 1) + b"\0" * 64, 1),
        (value("a", 9, struct.pack("<IQ", 0, 3 * 2**30)), 1),
        (value("a", 9, struct.pack("<IQ", 9, 1) * 20_000), 1),
        (value("a", 8, struct.pack("<Q", 2**62)), 1),
        (ARCHITECTURE + value("split.count", 8, text("x")) + TENSOR, 2),
        (ARCHITECTURE + value("general.file_type", 9, struct.pack("<IQI", 4, 1, 2)) + TENSOR, 2),
        (ARCHITECTURE + TENSOR, 2**40),
    ],
    ids=["dimensions", "a long list", "lists in lists", "a long text", "parts", "type of file", "values"],
)
def test_a_damaged_gguf_header(tmp_path, body, values):
    path = tmp_path / "m.gguf"
    path.write_bytes(b"GGUF" + struct.pack("<IQQ", 3, 1, values) + body)
    with pytest.raises(InputError, match=r"m.gguf: is a damaged GGUF file"):
        gguf_header.read(path)


@pytest.fixture
def folder(tmp_path):
    save(tmp_path / "m", bert(), wordpiece_tokenizer())
    return tmp_path / "m"


def change(path, **keys) -> None:
    path.write_text(json.dumps(json.loads(path.read_text(encoding="utf-8")) | keys), encoding="utf-8")


def test_json_that_is_no_object_of_the_right_kind(folder):
    model_folder.check(folder)
    for architectures in (5, [5], [None], ["BertForMaskedLM", []]):
        change(folder / "config.json", architectures=architectures)
        with pytest.raises(InputError, match=r"config.json: architectures must be a list of texts"):
            model_folder.check(folder)
    change(folder / "config.json", architectures=None, quantization_config={"quant_method": ["x"]})
    with pytest.raises(InputError, match=r"config.json: quantization_config: quant_method must be a text"):
        model_folder.check(folder)
    (folder / "config.json").write_text("[" * 300_000)
    with pytest.raises(InputError, match=r"config.json: is not JSON"):
        model_folder.check(folder)


@pytest.mark.parametrize("weights", [[1, 2], {"a": [1]}])
def test_an_index_of_weights_that_names_no_files(folder, weights):
    (folder / "model.safetensors.index.json").write_text(json.dumps({"weight_map": weights}))
    with pytest.raises(InputError, match=r"weight_map must be an object|has no \[1\], which model.safetensors.index"):
        model_folder.check(folder)


@pytest.mark.parametrize("data", [b"[" * 200_000, b'{"t": {"data_offsets": []}}', b'{"t": {"data_offsets": [0, "x"]}}'])
def test_a_header_of_endless_brackets_or_without_places(folder, data):
    (folder / "model.safetensors").write_bytes(struct.pack("<Q", len(data)) + data)
    with pytest.raises(InputError, match=r"model.safetensors is damaged"):
        model_folder.check(folder)


@pytest.mark.parametrize("name", ["config.json", "model.safetensors", "tokenizer.json"])
def test_what_is_no_file_is_not_waited_for(folder, name):
    for make in (os.mkfifo, os.mkdir, lambda path: os.symlink(path.name, path)):
        path = folder / name
        path.rmdir() if path.is_dir() else path.unlink()
        make(path)
        with pytest.raises(InputError, match=rf"{name}: is not a file but a folder, a pipe or a broken link"):
            model_folder.check(folder)


def test_errors_and_panics_of_libraries_are_one_line(folder):
    tokenizer = folder / "tokenizer.json"
    whole = tokenizer.read_text(encoding="utf-8")
    change(tokenizer, model={"type": "Other"})
    with pytest.raises(InputError, match=r"cannot be used as a masked model \(Exception: "):
        pretrained.load_tokenizer(folder, MASKED)
    tokenizer.write_text(whole, encoding="utf-8")
    rule = {"type": "Replace", "pattern": {"String": "a"}, "content": "a" * 100}
    change(tokenizer, normalizer={"type": "Sequence", "normalizers": [rule] * 6})
    with pytest.raises(InputError, match=r"tokenizer.json makes texts 1,000,000,000,000 times as long"):
        pretrained.load_tokenizer(folder, MASKED)
    tokenizer.write_text(whole, encoding="utf-8")
    backtracks = {"type": "Split", "pattern": {"Regex": "(a+)+$|(x+x+)+y"}, "behavior": "Isolated", "invert": False}
    change(tokenizer, pre_tokenizer=backtracks)
    loaded = PreTrainedTokenizerFast(tokenizer_file=str(tokenizer))
    with pytest.raises(InputError, match=r"sentence_id 's' to 's': the tokenizer crashed \(Onig"):
        pretrained.encode(loaded, [f"A {'a' * 60} x"], ["s"])
