"""Surprisals of words: which tokens make up a word, and the white space that belongs to it."""

import math

import numpy as np
import pandas as pd
import pytest
import torch

import list_words
from acceptability.contracts import io
from acceptability.contracts.data import SENTENCES
from acceptability.contracts.scoring import TOKENS, WORDS
from acceptability.errors import InputError
from acceptability.kinds.causal import log_probs as causal
from acceptability.scoring import pretrained, words
from acceptability.scoring.tokenisation import tokeniser
from configurations import DEMO, planned
from tiny_models import SENTENCES as TEXTS
from tiny_models import byte_tokenizer, gpt2, gpt2_tokenizer, wordpiece_tokenizer


@pytest.fixture(scope="module")
def model():
    """A tiny GPT-2 with pieces of several letters, and its tokenizer."""
    tokenizer = gpt2_tokenizer([*TEXTS, *TEXTS], 261)
    assert any(len(piece) > 2 for piece in tokenizer.get_vocab())
    return gpt2(), tokenizer


def log_probs_after(network, ids: list[int]) -> torch.Tensor:
    with torch.no_grad():
        return network(input_ids=torch.tensor([ids])).logits[0, -1].double().log_softmax(0)


@pytest.mark.parametrize("leading_space", [False, True])
@pytest.mark.parametrize("text", ["The boy sleeps.", "An unaffordable girl sees", "See"])
def test_a_word_is_what_its_text_and_a_boundary_add_to_the_text_before(model, text, leading_space):
    """By definition: p(w1 … wk, a boundary) / p(w1 … wk−1, a boundary), one prefix at a time."""
    network, tokenizer = model
    vocabulary = tokenizer.get_vocab()
    begins = [i for piece, i in vocabulary.items() if piece.startswith("Ġ")] + [tokenizer.eos_token_id]
    others = sorted(set(range(len(tokenizer))) - set(begins))

    def boundary(ids: list[int]) -> float:
        """The log-probability of the tokens after the first, and that a boundary follows."""
        total = sum(float(log_probs_after(network, ids[:place])[ids[place]]) for place in range(1, len(ids)))
        return total + float(log_probs_after(network, ids)[begins].logsumexp(0))

    (sentence,) = causal.prepare(tokenizer, [text], ["s"], True, False, leading_space)
    (scored,) = causal.score(network, tokenizer, [sentence], words=True)
    start = [tokenizer.bos_token_id]
    first = log_probs_after(network, start)
    before = float(first[begins if leading_space else others].logsumexp(0))
    for number in range(1, len(text.split()) + 1):
        upto = " " * leading_space + " ".join(text.split()[:number])
        after = boundary([*start, *tokenizer(upto)["input_ids"]])
        own = [k for k, word in enumerate(sentence.written) if word == number]
        assert scored["log_prob_whitespace"][own].sum() == pytest.approx(after - before, abs=1e-4)
        before = after


def test_the_total_changes_at_the_ends_only(model):
    network, tokenizer = model
    sentences = causal.prepare(tokenizer, TEXTS, TEXTS, True, False, True)
    for sentence, scored in zip(sentences, causal.score(network, tokenizer, sentences, words=True), strict=True):
        begins = pretrained.word_beginnings(tokenizer).tolist()
        first, last = (
            float(log_probs_after(network, ids)[begins].logsumexp(0)) for ids in (sentence.ids[:1], sentence.ids)
        )
        change = scored["log_prob_whitespace"].sum() - scored["log_prob"].sum()
        assert change == pytest.approx(last - first, abs=1e-4)


def test_words_after_a_word_are_a_distribution():
    """Words of one letter over a vocabulary without any other piece: their probabilities sum to 1."""
    network, tokenizer = gpt2(), byte_tokenizer(mask=False)  # each letter is a piece, and Ġ is one
    start, begins = [tokenizer.bos_token_id], pretrained.word_beginnings(tokenizer).tolist()
    mark = tokenizer.convert_tokens_to_ids("Ġ")
    context = [*start, *tokenizer("a")["input_ids"]]
    over = float(log_probs_after(network, context)[begins].logsumexp(0))
    # p(the text ends, or white space follows | a word is over) = 1
    parts = [float(log_probs_after(network, context)[i]) - over for i in (mark, tokenizer.eos_token_id)]
    assert sum(map(math.exp, parts)) == pytest.approx(1)


@pytest.mark.parametrize("most", [6, 9])
def test_windows_have_the_boundaries_that_they_see(model, most, monkeypatch):
    """With windows, white space is that of the same window as the token before it."""
    network, tokenizer = model
    monkeypatch.setattr(causal, "limit", lambda *_: most)
    (sentence,) = causal.prepare(tokenizer, ["An unaffordable girl sees"], ["s"], True, True, True)
    (scored,) = causal.score(network, tokenizer, [sentence], words=True)
    assert len(sentence.ids) > most
    assert np.isfinite(scored["log_prob_whitespace"]).all()
    change = scored["log_prob_whitespace"].sum() - scored["log_prob"].sum()
    begins = pretrained.word_beginnings(tokenizer).tolist()
    first = float(log_probs_after(network, sentence.ids[:1])[begins].logsumexp(0))
    assert change == pytest.approx(-first, abs=1e-4)  # the end of the text is scored: no last term


def test_only_tokenizers_that_mark_beginnings_have_them():
    assert pretrained.word_beginnings(wordpiece_tokenizer()) is None
    byte = byte_tokenizer(mask=False)
    assert pretrained.word_beginnings(byte).tolist() == sorted([byte.eos_token_id, byte.convert_tokens_to_ids("Ġ")])


@pytest.mark.parametrize("tokenizer", [wordpiece_tokenizer(), gpt2_tokenizer(TEXTS, 300), byte_tokenizer(mask=True)])
@pytest.mark.parametrize("text", ["The  boy's\tunaffordable…girl , é sees .", " a b ", "boys"])
def test_pieces_are_of_the_words_that_they_are_written_in(tokenizer, text):
    (sentence,) = pretrained.encode(tokenizer, [text], ["s"])
    assert sorted(set(sentence.written)) == list(range(1, len(text.split()) + 1))
    assert sentence.written == sorted(sentence.written)
    alone = [len(tokenizer.tokenize(f" {word}" if number else word)) for number, word in enumerate(text.split())]
    if "  " not in text and "\t" not in text and not text.startswith(" "):
        assert [sentence.written.count(n + 1) for n in range(len(alone))] == alone


SENTENCE = pd.DataFrame({"sentence_id": ["x"], "sentence": ["Boys don't sleep."], "rating": np.nan})
ROWS = pd.DataFrame(
    {
        "sentence_id": "x",
        "position": [1, 2, 3, 4, 5],
        "token": ["boys", "don't", "sleep", ".", "</s>"],
        "log_prob": [-1.0, -2.0, -4.0, -8.0, -16.0],
        "oov": 0,
    }
)


def test_words_of_an_n_gram_model_by_hand():
    found = words.of_tokens(ROWS, SENTENCE, tokeniser("words", lowercase=True))
    assert found["text"].tolist() == ["Boys", "don't", "sleep.", "</s>"]
    assert found["word"].tolist() == [1, 2, 3, 4]
    assert found["tokens"].tolist() == [1, 1, 2, 1]
    assert found["surprisal"].tolist() == [1, 2, 12, 16]
    assert found["surprisal_bits"].tolist() == pytest.approx([x / math.log(2) for x in (1, 2, 12, 16)])
    part = words.of_tokens(ROWS.iloc[2:4], SENTENCE, tokeniser("words", lowercase=True))  # a part is scored
    assert part[["text", "surprisal"]].to_numpy().tolist() == [["sleep.", 12.0]]
    with pytest.raises(InputError, match="'x': its tokens go across words"):
        words.of_tokens(ROWS, SENTENCE, lambda text: ["Boysd", "on'tsleep."] if " " in text else [text])


def test_words_of_the_treebanks_tokens_which_depend_on_what_is_around_them():
    """A full stop belongs to its token but at the end; quotation marks are written by where they stand."""
    tokenise = tokeniser("treebank", lowercase=True)
    text = 'Mr. Smith said "don\'t" ("Why?") to "Mrs." Gonna.'
    sentence = pd.DataFrame({"sentence_id": ["x"], "sentence": [text]})
    tokens = tokenise(text)
    assert tokens[0] == "mr." and tokenise("Mr.") == ["mr", "."] and "''" in tokens
    rows = pd.DataFrame(
        {"sentence_id": "x", "position": range(1, len(tokens) + 1), "token": tokens, "log_prob": -1.0, "oov": 0}
    )
    found = words.of_tokens(rows, sentence, tokenise)
    assert found["text"].tolist() == text.split()
    assert found["tokens"].tolist() == [1, 1, 1, 4, 6, 1, 3, 3]
    part = words.of_tokens(rows.iloc[3:7], sentence, tokenise)
    assert part["text"].tolist() == ['"don\'t"']


def test_masked_models_mask_the_rest_of_the_word_and_causal_ones_count_white_space():
    rows = ROWS.assign(written=[1, 2, 3, 3, 4])
    masked = words.of_tokens(rows.assign(log_prob_word_l2r=-1.0), SENTENCE)
    assert masked["surprisal"].tolist() == [1, 1, 2, 1] and "surprisal_whitespace" not in masked
    spaced = words.of_tokens(rows.assign(log_prob_whitespace=-3.0), SENTENCE)
    assert spaced["surprisal"].tolist() == [1, 2, 12, 16]
    assert spaced["surprisal_whitespace"].tolist() == [3, 3, 6, 3]


def test_the_rank_of_a_word_is_that_of_its_first_token():
    rows = ROWS.assign(written=[1, 2, 3, 3, 4], rank=[7, 1, 40, 900, 2])
    found = words.of_tokens(rows, SENTENCE)
    io.check_table(found, WORDS, "words")
    assert found["rank"].tolist() == [7, 1, 40, 2]
    assert "rank" not in words.of_tokens(ROWS, SENTENCE, tokeniser("words", lowercase=True))


def test_a_first_word_without_its_first_token_is_left_out():
    rows = ROWS.assign(written=[1, 1, 2, 3, 4]).iloc[1:]  # its second piece is scored
    assert words.of_tokens(rows, SENTENCE)["word"].tolist() == [2, 3, 4]
    rows = ROWS.assign(written=[1, 2, 3, 3, 4]).iloc[1:]
    assert words.of_tokens(rows, SENTENCE)["word"].tolist() == [2, 3, 4]


def test_regions_are_those_of_the_users_column(tmp_path):
    named = SENTENCE.assign(regions="subject verb verb")
    paths = [tmp_path / f"{name}.csv" for name in ("sentences", "tokens", "words")]
    io.write_table(named, paths[0], SENTENCES)
    io.write_table(ROWS, paths[1], TOKENS)
    list_words.main(paths[0], paths[1], ["words", True], paths[2])
    assert io.read_table(paths[2], WORDS)["region"].tolist() == ["subject", "verb", "verb", ""]
    with pytest.raises(InputError, match="'x': regions names 2 regions for 3 words; write one name for each word"):
        words.of_tokens(ROWS, SENTENCE.assign(regions="subject verb"), tokeniser("words", True))


def test_the_tokenisation_is_that_of_the_system():
    demo = planned(DEMO)
    assert demo.systems["toy-trigram-simulated"].tokenisation == ["words", True]
    assert all(model.tokenisation == [] for model in demo.models.values())
    assert demo.datasets["toy-simulated"].token_scorers[0].key == "toy-trigram-simulated"
