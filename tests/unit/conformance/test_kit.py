"""The kit: equal weights everywhere, sentences that separate conventions, and scores that two computations agree on."""

from importlib import import_module
from itertools import combinations

import numpy as np
import pytest
from gguf import GGUFReader
from safetensors.numpy import load_file
from transformers import AutoTokenizer

from acceptability.conformance import kit
from acceptability.errors import InputError
from acceptability.kinds.registry import kinds
from acceptability.scoring import pretrained
from acceptability.scoring.conventions import conventions
from benchmarks import conformance_kit as plain

MODELS = kit.models()["kind"].to_dict()
GGUF = [name for name in MODELS if (kit.DATA / name / kit.HEADER).is_file()]
REFUSED = ("special token", "longer than")  # sentences that the package does not score without being asked


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("kit")
    kit.write(folder)
    return folder


def test_the_kit_is_small_and_has_sixty_sentences_and_three_models(folder):
    sizes = [file.stat().st_size for top in (folder, kit.DATA) for file in top.rglob("*") if file.is_file()]
    assert sum(sizes) < 3_000_000
    assert len(kit.sentences()) == len(set(kit.sentences().values())) == 60
    assert sorted(MODELS) == sorted(path.name for path in folder.iterdir() if path.is_dir())
    assert len(kit.expected()) == 60 * sum(len(plain.conventions_of(model)) for model in MODELS)


def test_weights_that_differ_from_the_kit_are_refused(tmp_path, monkeypatch):
    drawn = kit.weights("tiny-gpt2", 74)
    monkeypatch.setattr(kit, "weights", lambda model, seed: drawn)
    with pytest.raises(InputError, match="tiny-gpt2: weights differ from those of the kit"):
        kit.write(tmp_path)


def test_causal_models_are_gguf_files_too_as_the_writer_of_llama_cpp_makes_them(folder, tmp_path):
    assert GGUF == ["tiny-gpt2", "tiny-llama"]
    for model in GGUF:
        tokenizer = AutoTokenizer.from_pretrained(folder / model).backend_tokenizer
        network = plain.CLASSES["causal"].from_pretrained(folder / model)
        shapes = {name: weights.shape for name, weights in load_file(folder / model / kit.WEIGHTS).items()}
        header = plain.gguf_header(tmp_path / "model.gguf", model, network, tokenizer, dict(sorted(shapes.items())))
        assert (kit.DATA / model / kit.HEADER).read_bytes() == header
        tensors = {tensor.name: tensor.data for tensor in GGUFReader(folder / f"{model}.gguf").tensors}
        assert sum(values.size for values in tensors.values()) == network.num_parameters()
        np.testing.assert_array_equal(tensors["token_embd.weight"], network.get_input_embeddings().weight.detach())


@pytest.mark.parametrize("file", [*MODELS, *(f"{model}.gguf" for model in GGUF)])
def test_the_package_computes_the_scores_that_a_plain_loop_did(file, folder):
    model = file.removesuffix(".gguf")
    kind, tests = kinds()[MODELS[model]], kit.tests()
    loaded = pretrained.load(folder / file, import_module(f"acceptability.{kind.scoring}").SCORER.architecture)
    texts = {name: text for name, text in kit.sentences().items() if not tests[name].startswith(REFUSED)}
    log_probs = import_module(f"acceptability.{kind.conventions}").log_probs(
        *loaded, texts, plain.conventions_of(model)
    )
    expected = kit.expected().query("model == @model").set_index(["convention", "sentence_id"])
    assert list(log_probs) == [way for way in plain.conventions_of(model) if way.prediction != "without_eos"]
    for way, rows in log_probs.items():
        table = expected.loc[way.name].loc[list(texts)]
        assert [len(row) for row in rows.values()] == table["tokens"].tolist()
        sums = [row.sum() if len(row) else np.nan for row in rows.values()]
        np.testing.assert_allclose(sums, table["log_prob"], rtol=0, atol=3e-5, err_msg=way.name)


@pytest.mark.parametrize("model", MODELS)
def test_the_plain_loop_still_computes_the_scores_of_the_table(model, folder):
    kind, sentences = MODELS[model], kit.sentences()
    network = plain.CLASSES[kind].from_pretrained(folder / model).eval()
    tokenizer = AutoTokenizer.from_pretrained(folder / model)
    table = kit.expected().set_index(["model", "convention", "sentence_id"])
    for way in plain.conventions_of(model)[::5]:
        for name in ("s04", "s37", "s55", "s56", "s57", "s60"):
            log_prob, tokens = plain.SCORES[kind](network, tokenizer, sentences[name], way)
            expected = table.loc[(model, way.name, name)]
            assert tokens == expected["tokens"]
            np.testing.assert_allclose(log_prob, expected["log_prob"], rtol=0, atol=3e-5)


@pytest.mark.parametrize("model", MODELS)
def test_any_two_conventions_differ_on_several_sentences(model):
    table = kit.expected().query("model == @model")
    wide = table.pivot(index="sentence_id", columns="convention", values="log_prob")
    for one, other in combinations(wide, 2):
        differ = (wide[one] - wide[other]).abs() > 0.01
        assert differ.sum() >= 5, (one, other)


def test_conventions_have_names_and_words_of_their_own():
    names, words = zip(*((way.name, (way.kind, way.words)) for way in conventions()), strict=True)
    assert len(set(names)) == len(set(words)) == len(names)
