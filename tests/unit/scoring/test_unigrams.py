"""Unigrams of pretrained models: a corpus counted in their own tokens, and what becomes of the counts."""

import hashlib
import json
import math
from collections import Counter

import numpy as np
import pandas as pd
import pytest
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import PreTrainedTokenizerFast

import count_unigrams
import gather_tokens
from acceptability.contracts import io
from acceptability.contracts.data import SENTENCES
from acceptability.contracts.scoring import TOKENS, UNIGRAMS
from acceptability.errors import InputError
from acceptability.kinds.registry import kinds
from acceptability.scoring import pretrained, token_counts
from acceptability.scoring.unigrams import with_unigrams
from configurations import CAUSAL, DEMO, changed, keys, planned
from tiny_models import SENTENCES as TEXTS
from tiny_models import byte_tokenizer, gpt2, gpt2_tokenizer, save, wordpiece_tokenizer


def written(tmp_path, lines):
    path = tmp_path / "corpus.txt"
    path.write_bytes("".join(f"{line}\n" for line in lines).encode())
    return path


def counted(path, tokenizer, ending=False, space=False):
    seen = []
    table, about = token_counts.count(path, tokenizer, ending, space, lambda *told: seen.append(told))
    return dict(zip(table["token"], table["count"], strict=True)), about, seen


@pytest.mark.parametrize("tokenizer", [wordpiece_tokenizer(), gpt2_tokenizer(TEXTS, 280)], ids=["bert", "gpt2"])
@pytest.mark.parametrize("space", [False, True])
def test_counts_are_those_of_sentences_tokenised_one_by_one(tmp_path, monkeypatch, tokenizer, space):
    monkeypatch.setattr(token_counts, "SENTENCES", 2)
    lines = [*TEXTS, "", *TEXTS[:2]]
    path = written(tmp_path, lines)
    found, about, seen = counted(path, tokenizer, space=space)
    expected = Counter()
    for line in filter(None, lines):
        expected.update(tokenizer.tokenize(" " * space + line))
    assert found == dict(expected)
    assert about == {
        "sha256": hashlib.sha256(path.read_bytes()).hexdigest(), "sentences": 7, "tokens": sum(expected.values())
    }  # fmt: skip
    assert len(seen) == 4 and seen[-1] == (0, 1)


def test_the_end_of_the_text_occurs_once_a_sentence_if_it_is_scored(tmp_path):
    tokenizer = gpt2_tokenizer()
    path = written(tmp_path, ["ab", "a", "b"])
    assert counted(path, tokenizer)[0] == {"a": 2, "b": 2}
    assert counted(path, tokenizer, ending=True)[0] == {"a": 2, "b": 2, tokenizer.eos_token: 3}
    with pytest.raises(InputError, match="no tokens to count"):
        counted(written(tmp_path, [""]), tokenizer)


def test_line_ends_of_windows_are_no_tokens(tmp_path):
    path = written(tmp_path, ["ab\r", "a\r", "\r"])
    found, about, _ = counted(path, gpt2_tokenizer())
    assert found == {"a": 2, "b": 1} and about["sentences"] == 2


def test_ids_of_tokens_may_have_gaps(tmp_path):
    vocabulary = {"[UNK]": 0, "a": 1, "Ġb": 2, "b": 70}
    words = Tokenizer(models.WordLevel(vocabulary, unk_token="[UNK]"))
    words.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=words, unk_token="[UNK]")
    assert counted(written(tmp_path, ["b a", "b"]), tokenizer)[0] == {"a": 1, "b": 2}
    (encoded,) = pretrained.encode(tokenizer, ["b a"], ["x"])
    assert encoded.pieces == ["b", "a"] and pretrained.word_beginnings(tokenizer).tolist() == [2]


def test_smoothing_by_hand():
    tokens = pd.DataFrame({"token": ["a", "b", "never"], "log_prob": -1.0})
    counts = pd.DataFrame({"token": ["a", "b", "c"], "count": [5, 1, 2]})
    found = with_unigrams(tokens, counts)["unigram_log_prob"]  # 8 tokens, 3 types, one type for all others
    assert found.tolist() == pytest.approx([math.log(6 / 12), math.log(2 / 12), math.log(1 / 12)])
    assert sum((n + 1) / 12 for n in (5, 1, 2, 0)) == 1


def test_scripts_count_and_gather(tmp_path):
    folder = save(tmp_path / "model", gpt2(), byte_tokenizer(mask=False))
    system = {"kind": "causal", "ending": True, "leading_space": False}
    paths = [tmp_path / "unigrams.csv", tmp_path / "unigrams.json"]
    corpus = written(tmp_path, ["a b", 'say "a, b"'])
    count_unigrams.main(
        corpus, [folder / "config.json"], {"name": "mine", "kind": "text"}, kinds()["causal"].scoring, system, *paths
    )
    table, about = io.read_table(paths[0], UNIGRAMS), json.loads(paths[1].read_text())
    assert dict(zip(table["token"], table["count"], strict=True))["</s>"] == 2
    assert about["corpus"]["name"] == "mine" and about["corpus"]["tokens"] == table["count"].sum()
    assert about["system"] == system

    sentences = pd.DataFrame({"sentence_id": ["x"], "sentence": ["a"], "rating": np.nan})
    tokens = pd.DataFrame(
        {"sentence_id": "x", "position": [1, 2], "token": ["a", "</s>"], "log_prob": [-1.0, -2.0], "oov": 0}
    )
    io.write_table(sentences, tmp_path / "sentences.csv", SENTENCES)
    io.write_table(tokens, tmp_path / "1.csv", TOKENS)
    (tmp_path / "1.json").write_text('{"device": "cpu"}')
    gathered = [tmp_path / "tokens.csv", tmp_path / "tokens.json"]
    gather_tokens.main(tmp_path / "sentences.csv", [tmp_path / "1.csv"], [tmp_path / "1.json"], paths, *gathered)
    count, total = dict(zip(table["token"], table["count"], strict=True)), table["count"].sum() + len(table) + 1
    expected = [math.log((count[piece] + 1) / total) for piece in ("a", "</s>")]
    assert io.read_table(gathered[0], TOKENS)["unigram_log_prob"].tolist() == pytest.approx(expected)
    assert json.loads(gathered[1].read_text())["unigrams"] == about["corpus"]
    gather_tokens.main(tmp_path / "sentences.csv", [tmp_path / "1.csv"], [tmp_path / "1.json"], [], *gathered)
    assert "unigram_log_prob" not in io.read_table(gathered[0], TOKENS)


BERT = "models/toy-bert-simulated"


def test_a_model_with_unigrams_has_the_measures_that_need_them():
    measures = ["pll", "slor", "norm_lp", "pen_lp"]
    declared = changed(changed(DEMO, f"{BERT}/measures", measures), f"{BERT}/unigrams", "toy-simulated")
    declared = changed(declared, "examples", {})
    config = planned(declared)
    key = "toy-bert-simulated"
    assert config.systems[key].unigram_files == [f"results/unigrams/{key}.csv", f"results/unigrams/{key}.json"]
    assert config.systems[key].tokenised == {"kind": "masked", "ending": False, "leading_space": False}
    labels = config.datasets["toy-simulated"].row_labels
    of_bert = [labels[f"{key}/{name}"] for name in measures[1:]]
    assert of_bert == [f"Toy BERT PLL {name}" for name in ("SLOR", "NormLP", "PenLP")]
    assert labels["toy-trigram-simulated/slor"] == "Toy trigram SLOR"
    entry = {"label": "B", "row": f"{key}/pll"}
    planned(changed(declared, "fitted/own-simulated", entry))  # MORCELA needs no other system's then


def test_the_corpus_is_needed_by_what_runs():
    gpt = CAUSAL | {"unigrams": "brown", "measures": ["slor"], "ending": True}
    config = planned(changed(DEMO | {"corpora": DEMO["corpora"] | {"brown": {"kind": "brown"}}}, "models/mine", gpt))
    assert "brown" in keys(config.used_corpora)
    assert config.systems["mine"].tokenised["ending"] is True
    assert config.systems["toy-bert-simulated"].unigram_files == []


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (f"{BERT}/measures", ["slor"], r"toy-bert-simulated: the key 'unigrams' is missing: .* Measures such as slor"),
        ("models/mine", CAUSAL | {"measures": ["norm_lp"]}, r"models.mine: the key 'unigrams' is missing"),
        (f"{BERT}/unigrams", "brwn", r"unigrams: the corpus 'brwn' is not declared"),
        (
            "models/toy-lstm-simulated/unigrams",
            "toy-simulated",
            r"unigrams: is for `causal`, `encoder_decoder`, `masked` and `mntp` only; remove",
        ),
    ],
)
def test_mistakes_are_named(path, value, message):
    with pytest.raises(InputError, match=message):
        planned(changed(DEMO, path, value))
