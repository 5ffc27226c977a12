"""Weights and matrix products of lower precision: what they change, what they need, and what memory they take."""

import gc
import json
import sys
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
import torch
from transformers import BertForMaskedLM, LlamaConfig, LlamaForCausalLM

import gather_tokens
import score_model
from acceptability.contracts import io
from acceptability.contracts.data import PAIRS
from acceptability.errors import InputError
from acceptability.kinds.causal import log_probs as causal
from acceptability.kinds.causal.scoring import CAUSAL
from acceptability.kinds.masked import log_probs as masked
from acceptability.kinds.masked.scoring import MASKED, Masked
from acceptability.scoring import against_float32, precision_change, precisions, pretrained
from acceptability.scoring.pretrained import Architecture
from tiny_models import SENTENCES, VOCABULARY, bert, byte_tokenizer, gpt2, other_masked, save, wordpiece_tokenizer

OF_MASKED = {"kind": "masked", "shards": 1, "threads": 1, "as_published": False}
OF_CAUSAL = {"kind": "causal", "shards": 1, "threads": 1, "beginning": True, "ending": False, "leading_space": False}
OF_CAUSAL |= {"exact_savings": True}
CPU = torch.device("cpu")


@pytest.fixture
def folder(tmp_path):
    return save(tmp_path / "bert", bert(), wordpiece_tokenizer())


def sums(folder, precision: str, kind: Architecture = MASKED) -> np.ndarray:
    """Log-probabilities of SENTENCES."""
    model, tokenizer = pretrained.load(folder, kind, precision)
    if kind == MASKED:
        scored = masked.score(model, tokenizer, pretrained.encode(tokenizer, SENTENCES, SENTENCES), ["log_prob"])
    else:
        encoded = causal.prepare(tokenizer, SENTENCES, SENTENCES, True, False, False)
        scored = causal.score(model, tokenizer, encoded)
    return np.array([columns["log_prob"].sum() for columns in scored])


def llama() -> LlamaForCausalLM:
    torch.manual_seed(1)
    shape = {"hidden_size": 16, "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 32}
    return LlamaForCausalLM(LlamaConfig(vocab_size=261, max_position_embeddings=64, initializer_range=0.3, **shape))


# Numbers of 16 bits


@pytest.mark.parametrize("name", ["bert", "roberta", "distilbert", "albert", "electra", "deberta", "modernbert"])
def test_masked_models_of_16_bits_are_near(tmp_path, name):
    save(tmp_path, *((bert(), wordpiece_tokenizer()) if name == "bert" else other_masked(name)))
    apart = abs(sums(tmp_path, "bfloat16") - sums(tmp_path, "float32"))
    assert 1e-6 < apart.max() < 2


@pytest.mark.parametrize("model", [gpt2, llama])
def test_causal_models_of_16_bits_are_near(tmp_path, model):
    save(tmp_path, model(), byte_tokenizer(mask=False))
    apart = abs(sums(tmp_path, "bfloat16", CAUSAL) - sums(tmp_path, "float32", CAUSAL))
    assert 1e-6 < apart.max() < 2  # of sentences of 9 to 35 tokens


# What is refused, before weights are read


def test_a_package_that_several_gpus_need(folder, monkeypatch):
    def import_module(name):
        raise ModuleNotFoundError(f"no {name}")

    monkeypatch.setattr(pretrained, "device", lambda number: torch.device("cuda", 0))
    monkeypatch.setattr(pretrained, "load_weights", lambda *_, **__: pytest.fail("weights are read"))
    monkeypatch.setattr(precisions, "import_module", import_module)
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 2)
    message = r"^devices: all needs the package accelerate, .*-m pip install accelerate==.* or change the key$"
    with pytest.raises(InputError, match=message):
        pretrained.load(folder, MASKED, devices="all")


@pytest.mark.skipif(torch.cuda.device_count() > 1, reason="there are several GPUs here")
def test_all_devices_of_a_computer_without_several_gpus(folder, capsys):
    model, _ = pretrained.load(folder, MASKED, devices="all")
    assert model.device == pretrained.device()
    assert "does not have several GPUs, so the model is put on one device" in capsys.readouterr().out


# Memory


def test_memory_of_a_tiny_bert_by_hand(folder, capsys):
    hidden, inner, layers, words = 16, 32, 2, len(VOCABULARY)
    in_layers = layers * (4 * hidden**2 + 2 * hidden * inner) + hidden**2
    biases_and_norms = layers * (4 * hidden + inner + hidden + 4 * hidden) + hidden + 2 * hidden
    weights = (words + 64 + 2) * hidden + 2 * hidden + in_layers + biases_and_norms + words
    empty, _ = pretrained.outline(folder, MASKED)
    for precision, size in (("float32", 4), ("bfloat16", 2)):
        precisions.announce(folder, empty, precision, CPU, spread=False)
        assert f"{weights:,} weights take {weights * size / 1e6:.2f} MB to load" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["bert", "gpt2", "albert", "electra", "deberta"])
def test_weights_are_counted_once_as_in_the_loaded_model(tmp_path, name, capsys):
    known = {"bert": (bert(), wordpiece_tokenizer()), "gpt2": (gpt2(), byte_tokenizer(mask=False))}
    save(tmp_path, *(known[name] if name in known else other_masked(name)))
    model, _ = pretrained.load(tmp_path, CAUSAL if name == "gpt2" else MASKED)
    assert f"{model.num_parameters():,} weights take" in capsys.readouterr().out


def test_more_than_is_free_is_refused_before_weights_are_read(folder, monkeypatch):
    monkeypatch.setattr(pretrained, "load_weights", lambda *_, **__: pytest.fail("weights are read"))
    monkeypatch.setattr(precisions, "free_bytes", lambda device, spread: 20_000)
    with pytest.raises(precisions.NoRoom, match=r"bert: its 7,081 weights take 0.03 MB to load, and 0.02 MB of memory"):
        pretrained.load(folder, MASKED)


def test_a_model_is_refused_if_the_library_would_leave_a_part_of_it_on_the_disk(folder):
    model = bert()
    model.hf_device_map = {"bert": 0, "cls": "disk"}
    with pytest.raises(precisions.NoRoom, match=r"bert: does not fit on the GPUs; use fewer bits"):
        precisions.check_devices(model, folder)


def test_memory_of_several_gpus_is_added_up(monkeypatch):
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 3)
    monkeypatch.setattr(torch.cuda, "mem_get_info", lambda which: (10 ** (1 + torch.device("cuda", which).index), 0))
    assert precisions.free_bytes(torch.device("cuda", 1), spread=True) == 1110
    monkeypatch.setattr(torch.cuda, "mem_get_info", lambda which: (10**which.index, 0))
    assert precisions.free_bytes(torch.device("cuda", 1), spread=False) == 10


# The change


@pytest.mark.parametrize(
    ("groups", "limits", "expected"),
    [
        ("0::/slurm/job_7/step_0", {"slurm/memory.max": "max", "slurm/job_7/memory.max": "8000"}, 7900),
        ("4:cpu,memory:/job\n1:cpu:/a:b", {"memory/job/memory.limit_in_bytes": "9000"}, 8800),
        ("4:memory:/j", {"memory/j/memory.limit_in_bytes": "7000", "memory/memory.limit_in_bytes": "6000"}, 5800),
        ("0::/", {"memory.max": "max"}, sys.maxsize),
        ("1:cpu:/job", {"job/memory.max": "5"}, sys.maxsize),
        (None, {"memory.max": "5"}, sys.maxsize),
    ],
)
def test_the_memory_that_is_left_of_a_limit(groups, limits, expected, monkeypatch, tmp_path):
    monkeypatch.setattr(precisions, "GROUPS", tmp_path)
    monkeypatch.setattr(precisions, "OWN_GROUPS", tmp_path / "own")
    if groups:
        (tmp_path / "own").write_text(groups + "\n")
    for name, limit in limits.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(limit + "\n")
        (tmp_path / name).with_name("memory.stat").write_text("anon 100\nfile 900\ntotal_rss 200\n")
    assert min(precisions.left_bytes()) == expected


def test_free_memory_is_what_is_there_and_what_the_job_may_have(monkeypatch):
    monkeypatch.setattr(precisions.psutil, "virtual_memory", lambda: SimpleNamespace(available=1000))
    for left, expected in (([sys.maxsize], 1000), ([sys.maxsize, 700, 900], 700), ([-5], 0)):
        monkeypatch.setattr(precisions, "left_bytes", lambda left=left: left)
        assert precisions.free_bytes(torch.device("cpu"), spread=False) == expected


def test_a_change_by_hand():
    lower = dict(enumerate([-1.0, -2.0, -3.0, -4.0, -5.0, -5.00005]))
    single = dict(enumerate([-1.0, -2.5, -3.0, -3.9, -5.0, -5.2]))
    pairs = [(0, 1), (2, 3), (1, 2), (4, 5), (3, 2)]  # (4, 5) becomes a tie
    found = precision_change.change(lower, single, pairs)
    assert found["sentences"] == 6 and found["pairs"] == 5
    assert found["largest"] == pytest.approx(0.5)
    assert found["mean"] == pytest.approx((0.5 + 0.1 + 0.19995) / 6)
    assert (found["decisions_changed"], found["ties"], found["ties_float32"]) == (1, 1, 0)
    turned = precision_change.change({0: -1.0, 1: -2.0}, {0: -2.0, 1: -2.0}, [(0, 1)])
    assert (turned["decisions_changed"], turned["ties"], turned["ties_float32"]) == (1, 0, 1)
    assert set(precision_change.change(lower, single, [])) == {"sentences", "largest", "mean"}


def test_shards_together_are_as_one():
    random = np.random.default_rng(1)
    lower, single = (dict(enumerate(random.normal(size=10).round(1))) for _ in range(2))
    pairs = [(0, 1), (2, 3), (4, 5), (6, 7), (8, 9)]
    whole = precision_change.change(lower, single, pairs)
    halves = [(range(4), pairs[:2]), (range(4, 10), pairs[2:])]
    parts = [
        precision_change.change({n: lower[n] for n in numbers}, {n: single[n] for n in numbers}, some)
        for numbers, some in halves
    ]
    assert precision_change.merged(parts) == pytest.approx(whole)
    assert precision_change.merged([parts[0], {"not_measured": "x"}]) == pytest.approx(parts[0])
    assert precision_change.merged([{"not_measured": "x"}]) == {"not_measured": "x"}
    assert "pairs" not in precision_change.merged([{"sentences": 2, "largest": 1.0, "mean": 0.5}])


def test_a_sample_has_whole_pairs_from_everywhere():
    names = {f"s{n}": n for n in range(400)}
    pairs = [(f"s{2 * n}", f"s{2 * n + 1}") for n in range(210)]  # the last ten are in another shard
    numbers, chosen = precision_change.sample(400, names, pairs, 1)
    assert len(chosen) == 50 and len(numbers) == 100 and chosen[0] == (0, 1) and chosen[-1][0] > 380
    assert numbers == [number for pair in chosen for number in pair]
    assert len(precision_change.sample(400, names, pairs, 10)[1]) == 5
    numbers, chosen = precision_change.sample(400, names, [], 1)
    assert chosen == [] and len(set(numbers)) == 100 and max(numbers) > 390
    assert precision_change.sample(3, {"a": 0, "b": 1, "same": 1}, [("a", "same"), ("a", "x")], 1) == ([0, 1], [(0, 1)])
    assert precision_change.sample(1, {"a": 0}, [], 1) == ([0], [])


def test_who_is_warned_of_what():
    small = {"sentences": 4, "largest": 0.02, "mean": 0.01, "pairs": 2, "decisions_changed": 0, "ties": 0}
    small |= {"ties_float32": 0}
    assert not list(precision_change.doubts(small, "bfloat16"))
    (said,) = precision_change.doubts(small | {"decisions_changed": 1, "ties": 1}, "bfloat16")
    assert said == (
        "With precision bfloat16, log-probabilities of 4 sentences differ from those in float32 by 0.01 nats on average "
        "and 0.02 at most. Of 2 pairs, decided differently: 1; ties: 1 (in float32: 0)."
    )
    assert list(precision_change.doubts({"sentences": 4, "largest": 0.2, "mean": 0.01}, "bfloat16"))
    (said,) = precision_change.doubts({"not_measured": "no room"}, "float16")
    assert said == "How much precision float16 changes the scores was not measured: no room."


PAIRED = pd.DataFrame(
    [
        {"pair_id": str(n), "good_id": good, "bad_id": bad, "cluster": "c", "paradigm": "p", "phenomenon": "f"}
        for n, (good, bad) in enumerate([("0", "1"), ("2", "3"), ("4", "5"), ("6", "7")])
    ]
)
TEXTS = [*SENTENCES, "The girl sleeps.", "The boy sees.", "The boy sleeps."]  # the last is the first again


@pytest.fixture
def scored(tmp_path):
    def score(model, tokenizer, system: dict) -> tuple[dict, pd.DataFrame]:
        """Return what gather_tokens records of TEXTS, and the tokens; with the real scripts."""
        folder = save(tmp_path / "model", model, tokenizer)
        table = pd.DataFrame({"sentence_id": map(str, range(len(TEXTS))), "sentence": TEXTS, "rating": np.nan})
        table.to_csv(tmp_path / "sentences.csv", index=False)
        io.write_table(PAIRED, tmp_path / "pairs.csv", PAIRS)
        made = [(tmp_path / f"{n}.csv", tmp_path / f"{n}.json") for n in range(1, system["shards"] + 1)]
        for number, paths in enumerate(made, start=1):
            pairs = tmp_path / "pairs.csv" if system["precision"] != "float32" else None
            scoring = f"kinds.{system['kind']}.scoring"
            files = tmp_path / "sentences.csv", [folder / "config.json"]
            score_model.main(*files, scoring, system, "mine", str(number), *paths, pairs=pairs)
        to = tmp_path / "tokens.csv", tmp_path / "tokens.json"
        gather_tokens.main(tmp_path / "sentences.csv", [a for a, _ in made], [b for _, b in made], [], *to)
        return json.loads(to[1].read_text()), pd.read_csv(to[0], dtype={"sentence_id": str})

    return score


def test_a_run_reports_what_an_independent_difference_finds(scored, capsys):
    lower, tokens = scored(bert(), wordpiece_tokenizer(), OF_MASKED | {"precision": "bfloat16"})
    assert "log-probabilities of 7 sentences differ from those in float32 by " in capsys.readouterr().out
    exactly, single = scored(bert(), wordpiece_tokenizer(), OF_MASKED | {"precision": "float32"})
    assert "precision_change" not in exactly and "doubts" not in exactly
    of = [table.groupby("sentence_id")["log_prob"].sum() for table in (tokens, single)]
    apart = abs(of[0] - of[1])[:7]  # without the sentence that is there twice
    change = lower["precision_change"]
    assert change["largest"] == pytest.approx(apart.max(), rel=1e-3)
    assert change["mean"] == pytest.approx(apart.mean(), rel=1e-3)
    decided = [np.sign(one[PAIRED["good_id"]].to_numpy() - one[PAIRED["bad_id"]].to_numpy()) for one in of]
    assert change["decisions_changed"] == (decided[0] != decided[1]).sum()
    assert (change["sentences"], change["pairs"], change["ties"], change["ties_float32"]) == (7, 4, 0, 0)
    assert lower["doubts"] == list(precision_change.doubts(change, "bfloat16"))


def test_shards_are_reported_together(scored):
    system = OF_CAUSAL | {"precision": "bfloat16", "shards": 2}
    found, _ = scored(gpt2(), byte_tokenizer(mask=False), system)
    assert 4 <= found["precision_change"]["sentences"] <= 7 and found["precision_change"]["largest"] > 0
    assert found["precision_change"]["pairs"] >= 2  # those within a shard


def test_decisions_of_a_model_that_hardly_has_any_become_ties(scored, monkeypatch):
    """Scores in a precision of whole nats."""
    real = Masked.score

    def coarse(*given):
        scored, recorded = real(*given)
        return [
            {"log_prob": np.array([round(of["log_prob"].sum() / 1000), *of["log_prob"][1:] * 0])} for of in scored
        ], recorded

    monkeypatch.setattr(Masked, "score", coarse)
    found, _ = scored(bert(), wordpiece_tokenizer(), OF_MASKED | {"precision": "bfloat16", "as_published": False})
    assert (found["precision_change"]["ties"], found["precision_change"]["decisions_changed"]) == (4, 4)
    assert "Of 4 pairs, decided differently: 4; ties: 4 (in float32: 0)." in found["doubts"][0]


def test_a_model_that_does_not_fit_in_float32_is_scored_and_the_change_not_measured(scored, monkeypatch):
    monkeypatch.setattr(precisions, "free_bytes", lambda device, spread: 3 * 7_081)
    found, tokens = scored(bert(), wordpiece_tokenizer(), OF_MASKED | {"precision": "bfloat16"})
    assert "7,081 weights take 0.03 MB to load" in found["precision_change"]["not_measured"]
    assert found["doubts"][0].startswith("How much precision bfloat16 changes the scores was not measured: ")
    assert tokens["log_prob"].notna().all()


def test_the_model_in_lower_precision_is_out_of_memory_when_the_other_is_loaded(scored, monkeypatch):
    real, alive = pretrained.load, []

    def load(*given, **named):
        alive.append(sum(type(one) is BertForMaskedLM for one in gc.get_objects()))
        return real(*given, **named)

    model = bert()
    monkeypatch.setattr(against_float32.pretrained, "load", load)
    scored(model, wordpiece_tokenizer(), OF_MASKED | {"precision": "bfloat16"})
    assert alive[1] == alive[0]
