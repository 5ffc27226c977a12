"""GGUF files are scored as the same weights in a folder are, or refused by one message."""

import json
import shutil
import sys

import numpy as np
import pytest
import torch
from gguf import GGMLQuantizationType, quants
from gguf.gguf_reader import GGUFReader

import acceptability
import tiny_gguf
from acceptability.command import entries
from acceptability.errors import InputError
from acceptability.kinds.causal.scoring import CAUSAL
from acceptability.kinds.registry import described_model
from acceptability.scoring import gguf_files, pretrained
from acceptability.sources import gguf_header, model_files, model_folder
from helpers import ROOT
from tiny_models import gpt2, gpt2_tokenizer, save

TEXTS = ["Dogs bark.", "The 12 cats'  naïve café, 3.50 €?", "A"]


def scores(model, **options) -> list[float]:
    return acceptability.score(TEXTS, model, **options)["log_prob"].tolist()


def refused(file) -> str:
    with pytest.raises(InputError) as error:
        pretrained.load(file, CAUSAL)
    assert "\n" not in str(error.value)
    return str(error.value)


@pytest.mark.parametrize("tied", [True, False])
def test_a_file_scores_as_the_folder_with_the_same_weights(tmp_path, tied):
    folder, file = tiny_gguf.both(tmp_path, tied=tied)
    expected = scores(folder)
    np.testing.assert_allclose(scores(file), expected, atol=1e-6)
    assert acceptability.score(TEXTS, file, tokens=True).equals(acceptability.score(TEXTS, folder, tokens=True))
    alone = tmp_path / "alone"
    alone.mkdir()
    shutil.copy(file, alone / "Any Name.GGUF")
    assert scores(alone) == scores(file)


def test_each_state_of_a_file_is_parsed_once(tmp_path, monkeypatch):
    """Each process parses a file once for configuration, tokenizer and weights, and anew where it was changed."""
    parsed = []
    monkeypatch.setattr("gguf.GGUFReader", lambda path: parsed.append(str(path)) or GGUFReader(path))
    gguf_files._parse_once.cache_clear()
    file = tiny_gguf.write(tmp_path / "llama.gguf", tiny_gguf.llama())
    first = scores(file)
    assert len(parsed) == 1 and scores(file) == first and len(parsed) == 1
    file.unlink()
    tiny_gguf.write(file, tiny_gguf.llama(layers=1))
    assert scores(file) != first and len(parsed) == 2
    gguf_files._parse_once.cache_clear()


def test_what_lies_beside_a_file_is_not_read(tmp_path):
    file = tiny_gguf.write(tmp_path / "llama.gguf", tiny_gguf.llama())
    alone = acceptability.score(TEXTS, file, tokens=True)
    mixed = save(tmp_path / "gpt2", gpt2(), gpt2_tokenizer())
    (mixed / "chat_template.jinja").write_text("another model's")
    shutil.copy(file, mixed / "llama.gguf")
    assert acceptability.score(TEXTS, mixed / "llama.gguf", tokens=True).equals(alone)
    assert pretrained.load_tokenizer(mixed / "llama.gguf", CAUSAL).chat_template is None
    (mixed / "config.json").unlink()  # then the folder means its GGUF file
    assert acceptability.score(TEXTS, mixed, tokens=True).equals(alone)


def test_an_encoder_decoder_is_refused_before_it_is_loaded(tmp_path):
    file = tiny_gguf.write(tmp_path / "t5.gguf", tiny_gguf.llama(), architecture="t5")
    for place in (file, tmp_path):
        with pytest.raises(InputError, match=r"t5.gguf: is an encoder-decoder \(t5\) in llama.cpp's format"):
            described_model({"path": str(place)}, None)
        with pytest.raises(InputError, match="in which none was tried here; name the model from which it was made"):
            acceptability.score(TEXTS, place, kind="encoder_decoder")


def test_quantised_weights_are_those_of_the_blocks(tmp_path):
    model = tiny_gguf.llama()
    file = tiny_gguf.write(tmp_path / "q8.gguf", model, "Q8_0")
    exact = scores(save(tmp_path / "exact", model, tiny_gguf.tokenizer()))
    for weight in model.parameters():
        if weight.ndim == 2:
            blocks = quants.quantize(weight.detach().numpy(), GGMLQuantizationType.Q8_0)
            weight.data = torch.from_numpy(quants.dequantize(blocks, GGMLQuantizationType.Q8_0))
    rounded = scores(save(tmp_path / "rounded", model, tiny_gguf.tokenizer()))
    np.testing.assert_allclose(scores(file), rounded, atol=1e-5)
    assert 1e-4 < abs(np.subtract(exact, rounded)).max() < 0.5
    origin = model_files.read_origin(file)
    assert origin["gguf"] == {
        "architecture": "llama",
        "quantisation": "Q8_0",
        "tensors": {"Q8_0": 16, "F32": 5},
    }
    assert list(origin["files"]) == ["q8.gguf"]


def test_the_header_is_read_without_the_packages(tmp_path, monkeypatch):
    _, file = tiny_gguf.both(tmp_path)
    for package in gguf_header.PACKAGES:
        monkeypatch.setitem(sys.modules, package, None)  # importing it fails
    header = gguf_header.read(file)
    assert (header.architecture, header.quantisation) == ("llama", "F32")
    assert header.numbers["blk.1.ffn_up.weight"] == 64 * 32
    entry = described_model({"path": str(file)}, None)
    assert entry["kind"] == "causal"
    assert model_files.model_files(file) == [file] and model_files.folder_of([file]) == file


def test_the_limit_is_the_files_and_a_window_that_is_not_read_limits_sentences(tmp_path):
    model = tiny_gguf.llama()
    plain = tiny_gguf.write(tmp_path / "plain.gguf", model)
    window = tiny_gguf.write(tmp_path / "window.gguf", model, values={"llama.attention.sliding_window": 9})
    limits = [pretrained.limit(*pretrained.load(file, CAUSAL)) for file in (plain, window)]
    assert limits == [64, 9]


def test_angles_of_llama_3_are_divided(tmp_path):
    model = tiny_gguf.llama()
    file = tiny_gguf.write(
        tmp_path / "angles.gguf", model, tensors={gguf_files.ANGLES: np.array([1, 2, 4, 8], "float32")}
    )
    folder = save(tmp_path / "plain", model, tiny_gguf.tokenizer())
    assert abs(np.subtract(scores(folder), scores(file))).max() > 0.01
    network, tokenizer = pretrained.load(folder, CAUSAL)
    network.model.rotary_emb.inv_freq /= torch.tensor([1.0, 2, 4, 8])
    np.testing.assert_allclose(scores((network, tokenizer)), scores(file), atol=1e-6)
    wrong = tiny_gguf.write(tmp_path / "wrong.gguf", model, tensors={gguf_files.ANGLES: np.ones(3, "float32")})
    assert f"does not read {gguf_files.ANGLES}" in refused(wrong)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"values": {"llama.rope.scaling.type": "yarn"}}, 'does not read rope.scaling.type = "yarn"'),
        ({"values": {"llama.logit_scale": 0.5}}, "does not read logit_scale = 0.5"),
        ({"values": {"llama.rope.scaling.type": "none"}, "cut": "deepseek-llm"}, "cuts text in the way deepseek-llm"),
        ({"tensors": {"blk.0.attn_q.bias": np.ones(32, "float32")}}, "1 of its tensors, the first blk.0.attn_q.bias"),
        ({"tensors": {"x.weight": np.ones(32, "int32")}}, "the first x.weight, are quantised as I32"),
        ({"architecture": "phi2"}, "has the architecture phi2, which the library does not read"),
    ],
)  # fmt: skip
def test_what_the_library_would_leave_out_is_refused(tmp_path, options, said):
    assert said in refused(tiny_gguf.write(tmp_path / "x.gguf", tiny_gguf.llama(), **options))


def test_general_and_tokenizer_are_no_architectures():
    assert {"llama", "qwen2", "qwen2moe", "gpt-oss", "t5"} <= set(gguf_files.architectures())
    assert not {"general", "tokenizer", "gptneox", "bert"} & set(gguf_files.architectures())


@pytest.mark.parametrize(
    ("lacking", "said"),
    [
        (["gguf"], "needs the package gguf;"),
        (["accelerate"], "needs the package accelerate;"),
        (["gguf", "accelerate"], "needs the packages gguf and accelerate;"),
    ],
)
def test_a_missing_package_is_named(tmp_path, monkeypatch, lacking, said):
    _, file = tiny_gguf.both(tmp_path)
    monkeypatch.setattr(gguf_files, "find_spec", lambda name: None if name in lacking else True)
    message = refused(file)
    assert said in message and "`make formats`" in message and "-m pip install gguf accelerate" in message


def test_damaged_files(tmp_path):
    _, file = tiny_gguf.both(tmp_path)
    data = file.read_bytes()
    for count in (20, 200, 9000, len(data) // 2, len(data) - 1, len(data) - 100):
        file.write_bytes(data[:count])
        message = refused(file)
        assert "damaged GGUF file" in message or "is cut off: it has" in message, count
    for start, said in (
        (b"PK", "is not a GGUF file"),
        (b"GGUF\x01\0\0\0", "version"),
        (b"GGUF" + bytes(68), "version"),
    ):
        file.write_bytes(start)
        assert said in refused(file)
    file.write_text("version https://git-lfs.github.com/spec/v1\noid sha256:abc\n")
    assert "is a pointer of Git LFS" in refused(file)
    file.unlink()
    assert "there is no such file" in refused(file)


def test_several_files_and_parts(tmp_path):
    folder, file = tiny_gguf.both(tmp_path)
    (tmp_path / "several").mkdir()
    for name in ("b-Q8_0.gguf", "a-Q4_0.gguf"):
        shutil.copy(file, tmp_path / "several" / name)
    with pytest.raises(InputError, match=r"contains 2 GGUF files \(a-Q4_0.gguf, b-Q8_0.gguf\); name one of them"):
        model_folder.check(tmp_path / "several")
    part = tiny_gguf.write(tmp_path / "x-00001-of-00002.gguf", tiny_gguf.llama(), values={"split.count": 2})
    assert "is one of 2 parts of a model; join them" in refused(part)
    shutil.copy(file, folder / "beside.gguf")  # a whole model is what its folder means
    assert model_files.gguf_of(folder) is None and scores(folder) == scores(file)


def test_a_repository_of_the_hub_with_gguf_files_only():
    fault = model_folder.fault_of_files(
        ["README.md", "x-Q4_0.gguf", "x-Q8_0.gguf"], json.loads, "choose another", here=False
    )
    assert "contains its weights as GGUF files only (x-Q4_0.gguf, x-Q8_0.gguf); download one of them" in fault


def test_the_label_says_how_weights_are_quantised(tmp_path):
    model = tiny_gguf.llama()
    labels = {}
    for name in ("small.Q8_0.gguf", "small.gguf"):
        words = {"model": str(tiny_gguf.write(tmp_path / name, model, "Q8_0"))}
        ((key, (section, entry)),) = entries.system_entries(words, {}, entries.declared_entries(ROOT)).items()
        labels[key] = entry["label"]
        assert section == "models" and entry["path"] == words["model"]
    assert labels == {"small-q8-0": "small.Q8_0", "small": "small (Q8_0)"}
