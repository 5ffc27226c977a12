"""The demo's trained model against independent readings of it."""

import json
import math
import subprocess
from pathlib import Path

import kenlm
import numpy as np
import pandas as pd
import pytest

from acceptability.kinds.ngram import ngrams as ngram
from acceptability.scoring.tokenisation import tokeniser
from helpers import SlowArpa

SYSTEM = "toy-trigram-simulated"


@pytest.fixture(scope="session")
def arpa(demo: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What lmplz itself makes of the demo's corpus, split in words by hand."""
    path = tmp_path_factory.mktemp("arpa") / "model.arpa"
    text = (demo / "results/corpora/toy-simulated.txt").read_text(encoding="utf-8").lower()
    text = text.replace(".", " .").replace("?", " ?")
    command = [demo / "results/tools/kenlm/lmplz", "--order", "3", "--memory", "100M", "--discount_fallback"]
    with open(path, "w", encoding="utf-8") as file:
        subprocess.run(command, input=text.encode(), stdout=file, stderr=subprocess.DEVNULL, check=True)
    return path


@pytest.fixture(scope="session")
def slow(arpa: Path) -> SlowArpa:
    return SlowArpa(arpa)


@pytest.fixture(scope="session")
def tokens(demo: Path) -> pd.DataFrame:
    return pd.read_csv(demo / f"results/tokens/toy-simulated/{SYSTEM}.csv", keep_default_na=False)


def test_every_token_as_a_slow_reader_of_the_arpa_file_scores_it(tokens, slow):
    for _, sentence in tokens.groupby("sentence_id"):
        expected = slow.sentence(sentence["token"].tolist())
        assert sentence["log_prob"].to_numpy() / math.log(10) == pytest.approx(expected, abs=1e-6)


def test_words_that_the_model_does_not_know(demo, slow):
    model = ngram.load(demo / f"results/models/{SYSTEM}/model.binary")
    sentence = "the zebra sees the yak near the boy ."
    scored = ngram.score_tokens(model, ngram.Unigrams({"the": 1}, True), ["s"], [sentence], str.split, True)
    assert scored.oov.sum() == 2
    assert scored.log_prob.to_numpy() / math.log(10) == pytest.approx(
        slow.sentence([*sentence.split(), "</s>"]), abs=1e-6
    )


def test_every_sentence_as_kenlm_itself_scores_it(demo, tokens):
    model = kenlm.Model(str(demo / f"results/models/{SYSTEM}/model.binary"))
    written = pd.read_csv(demo / "results/sentences/toy-simulated.csv").set_index("sentence_id")["sentence"]
    scores = pd.read_csv(demo / f"results/scores/toy-simulated/{SYSTEM}.csv")
    log_prob = scores[scores["measure"] == "log_prob"].set_index("sentence_id")["score"]
    for name, sentence in written.items():
        text = sentence[:-1].lower() + " " + sentence[-1]
        assert log_prob[name] / math.log(10) == pytest.approx(model.score(text), rel=1e-6)
    assert tokens.groupby("sentence_id")["token"].last().eq("</s>").all()


def test_probabilities_over_the_vocabulary_sum_to_one(demo, slow):
    vocabulary = [words[0] for words in slow.entries if len(words) == 1 and words != ("<s>",)]
    for context in [("<s>",), ("<s>", "the"), ("the", "boy"), ("boy", "sees"), ("unheard", "of"), ("near", "sleeps")]:
        known = tuple(word if slow.knows(word) else "<unk>" for word in context)
        assert sum(10 ** slow.log10(word, known) for word in vocabulary) == pytest.approx(1, abs=1e-4)
    # and as the workflow scores: all words as the first of a sentence
    model = ngram.load(demo / f"results/models/{SYSTEM}/model.binary")
    first = ngram.score_tokens(model, ngram.Unigrams({}, False), vocabulary, vocabulary, lambda word: [word], False)
    first = [value for value, word in zip(first.log_prob, vocabulary, strict=True) if word != "</s>"]
    end = math.exp(ngram.score_tokens(model, ngram.Unigrams({}, True), ["s"], [""], str.split, True).log_prob[0])
    assert np.exp(first).sum() + end == pytest.approx(1, abs=1e-4)


def test_slor_by_hand_from_the_corpus(demo, slow):
    """From the corpus and the ARPA file to one SLOR, without any of the package's code."""
    lines = (demo / "results/corpora/toy-simulated.txt").read_text(encoding="utf-8").splitlines()
    counts: dict[str, int] = {"</s>": len(lines)}
    for line in lines:
        for word in [*line[:-1].lower().split(), line[-1]]:
            counts[word] = counts.get(word, 0) + 1
    sentences = pd.read_csv(demo / "results/sentences/toy-simulated.csv").set_index("sentence_id")["sentence"]
    sentence = sentences["06-01.bad"]
    words = [*sentence[:-1].lower().split(), sentence[-1], "</s>"]
    model = sum(slow.sentence(words)) * math.log(10)
    unigram = sum(math.log((counts[word] + 1) / (sum(counts.values()) + len(counts) + 1)) for word in words)
    scores = pd.read_csv(demo / f"results/scores/toy-simulated/{SYSTEM}.csv").set_index(["sentence_id", "measure"])
    assert scores.loc[("06-01.bad", "slor"), "score"] == pytest.approx((model - unigram) / len(words), abs=1e-6)


def test_provenance_says_what_the_model_was_made_from(demo):
    made = json.loads((demo / f"results/models/{SYSTEM}/provenance.json").read_text(encoding="utf-8"))
    tokenise = tokeniser("words", lowercase=True)
    lines = (demo / "results/corpora/toy-simulated.txt").read_text(encoding="utf-8").splitlines()
    assert made["corpus"]["sentences"] == len(lines) == 20_000
    assert made["corpus"]["tokens"] == sum(len(tokenise(line)) for line in lines)
    assert made["training"]["tokenisation"] == "words"
    assert made["training"]["lowercase"] is True


def test_training_keeps_within_its_memory(demo):
    used = pd.read_csv(demo / f"results/benchmarks/train_ngram/{SYSTEM}.tsv", sep="\t")
    assert used["max_rss"].item() < 4000


def test_training_again_makes_the_same_model(demo, tmp_path):
    lines = (demo / "results/corpora/toy-simulated.txt").read_text(encoding="utf-8").splitlines()
    sentences = map(tokeniser("words", lowercase=True), lines)
    ngram.train(sentences, 3, True, demo / "results/tools/kenlm", tmp_path / "again.binary", memory_mb=64)
    made = demo / f"results/models/{SYSTEM}/model.binary"
    assert (tmp_path / "again.binary").read_bytes() == made.read_bytes()


@pytest.mark.parametrize("order", [2, 4, 6])
def test_other_orders(demo, tmp_path, order):
    sentences = [line.lower().split() for line in ["the boy sleeps .", "the girl sings .", "a girl sleeps here ."]]
    ngram.train(sentences, order, True, demo / "results/tools/kenlm", tmp_path / "model.binary", memory_mb=64)
    assert ngram.load(tmp_path / "model.binary").order == order
