import math
import random
from pathlib import Path

import numpy as np
import pytest

from acceptability.errors import InputError
from acceptability.kinds.ngram import ngrams as ngram
from helpers import ARPA, UNIGRAMS, SlowArpa


@pytest.fixture
def arpa(tmp_path: Path) -> Path:
    (tmp_path / "model.arpa").write_text(ARPA)
    return tmp_path / "model.arpa"


def score(arpa, sentences, end_of_sentence=True):
    unigrams = ngram.Unigrams(UNIGRAMS, end_of_sentence)
    names = range(len(sentences))
    return ngram.score_tokens(ngram.load(arpa), unigrams, names, sentences, str.split, end_of_sentence)


def test_by_hand(arpa):
    scored = score(arpa, ["a b", "b c", "a a a"])
    assert scored.token.tolist() == ["a", "b", "</s>", "b", "c", "</s>", "a", "a", "a", "</s>"]
    assert scored.sentence_id.tolist() == [0, 0, 0, 1, 1, 1, 2, 2, 2, 2]
    assert scored.oov.tolist() == [0] * 4 + [1] + [0] * 5
    expected = [-0.4, -0.5, -0.8, -0.3 - 0.9, -0.4 - 1.5, -0.7, -0.4, -1.1, -1.1, -0.2 - 0.7]
    assert scored.log_prob.to_numpy() == pytest.approx(np.array(expected) * math.log(10), abs=1e-6)
    # tokens 6, types 3: denominator 6 + 3 + 1
    counts = [4, 2, 3, 2, 1, 3, 4, 4, 4, 3]
    assert scored.unigram_log_prob.to_numpy() == pytest.approx(np.log(np.array(counts) / 10))


def test_without_the_end_of_the_sentence_it_is_no_token_anywhere(arpa):
    scored = score(arpa, ["a b", "b c"], end_of_sentence=False)
    assert scored.token.tolist() == ["a", "b", "b", "c"]
    assert scored.log_prob.to_numpy() == pytest.approx(np.array([-0.4, -0.5, -1.2, -1.9]) * math.log(10), abs=1e-6)
    # tokens 4, types 2
    assert scored.unigram_log_prob.to_numpy() == pytest.approx(np.log(np.array([4, 2, 2, 1]) / 7))


def test_as_a_slow_reader_of_the_same_file(arpa):
    slow = SlowArpa(arpa)
    generator = random.Random(1)
    sentences = [" ".join(generator.choices("abc", k=generator.randint(1, 9))) for _ in range(50)]
    expected = [value for sentence in sentences for value in slow.sentence([*sentence.split(), "</s>"])]
    assert score(arpa, sentences).log_prob.to_numpy() / math.log(10) == pytest.approx(expected, abs=1e-6)


def test_a_sentence_scores_the_same_alone_and_among_others(arpa):
    sentences = ["a b", "c", "b a a", "a b"]
    together = score(arpa, sentences)
    for number, sentence in enumerate(sentences):
        assert score(arpa, [sentence]).log_prob.tolist() == together.log_prob[together.sentence_id == number].tolist()
    assert score(arpa, []).log_prob.tolist() == []


def test_the_table_numbers_the_tokens_of_each_sentence(arpa):
    table = score(arpa, ["a b", "c"])
    assert table["sentence_id"].tolist() == [0, 0, 0, 1, 1]
    assert table["position"].tolist() == [1, 2, 3, 1, 2]
    assert table["oov"].tolist() == [0, 0, 0, 1, 0]


@pytest.mark.parametrize("end_of_sentence", [True, False])
def test_unigram_probabilities_sum_to_one(end_of_sentence):
    model = ngram.Unigrams(UNIGRAMS, end_of_sentence)
    assert sum(map(math.exp, model.log_probs.values())) + math.exp(model.unknown) == pytest.approx(1)
    assert ("</s>" in model.log_probs) == end_of_sentence


def tool(folder: Path, name: str, script: str) -> None:
    (folder / name).write_text(f"#!/bin/sh\n{script}\n")
    (folder / name).chmod(0o755)


@pytest.mark.parametrize(
    ("script", "message"),
    [
        ("echo 'what(): BadDiscountException here' >&2; exit 134", "too small or .* discount_fallback: true"),
        ("cat > /dev/null; echo 'No space left on device' >&2; exit 1", "lmplz ran out of disk"),
        ("cat > /dev/null; echo one; echo two >&2; echo 'three' >&2; exit 3", "lmplz failed with status 3: two three$"),
        ("kill -9 $$", "lmplz failed with status -9: no message; it may have run out of memory"),
        ("echo 'cannot open it' >&2; exit 127", r"lmplz does not start \(cannot open it\); remove the folder"),
    ],
)
def test_failures_of_a_program_are_one_line_and_leave_no_model(tmp_path, script, message):
    tool(tmp_path, "lmplz", script)
    many = [["word"] * 50] * 5000  # more than a pipe holds
    with pytest.raises(InputError, match=message) as caught:
        ngram.train(many, 3, False, tmp_path, tmp_path / "model.binary", 100)
    assert "\n" not in str(caught.value)
    assert {path.name for path in tmp_path.iterdir()} == {"lmplz"}


def test_a_failing_build_binary_leaves_no_half_model(tmp_path):
    tool(tmp_path, "lmplz", "cat > /dev/null")
    tool(tmp_path, "build_binary", 'echo half > "$3"; exit 1')
    with pytest.raises(InputError, match="build_binary failed with status 1"):
        ngram.train([["word"]], 3, False, tmp_path, tmp_path / "model.binary", 100)
    assert {path.name for path in tmp_path.iterdir()} == {"lmplz", "build_binary"}


@pytest.mark.parametrize("sentences", [[], [[], []]])
def test_nothing_to_train_on(tmp_path, sentences):
    tool(tmp_path, "lmplz", "cat > /dev/null")
    with pytest.raises(InputError, match="contains no words to train on"):
        ngram.train(sentences, 3, False, tmp_path, tmp_path / "model.binary", 100)
