"""LSTM language models: vocabulary, rows, training, scores; each beside a plain reading of it."""

import json
import math
import re
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import torch

from acceptability.errors import InputError
from acceptability.kinds import registry
from acceptability.kinds.masked.training import split
from acceptability.kinds.ngram import ngrams as ngram
from acceptability.papers.cola.lstm import log_probs as lstm
from acceptability.papers.cola.lstm import recurrent
from acceptability.papers.cola.lstm import training as lstm_training
from acceptability.papers.cola.lstm.scoring import LSTM, SCORER
from acceptability.papers.cola.lstm.training import Settings
from acceptability.scoring import from_corpus, loop, measures, pretrained
from acceptability.scoring.tokenisation import tokeniser

SETTINGS = Settings(
    vocabulary=50, embedding=8, hidden=16, layers=2, dropout=0.1, epochs=4, batch_size=8, sequence=6, learning_rate=0.02, seed=5, threads=1
)  # fmt: skip
PUBLISHED = replace(SETTINGS, as_published=True)
WORDS = ["boy", "girl", "sleeps", "sees", "the", "a", "never", "unaffordable"]
SENTENCES = [" ".join(WORDS[(i * k + i // 3) % 8] for k in range(1, 3 + i % 6)).capitalize() + "." for i in range(120)]
SYSTEM = {"kind": "lstm", "beginning": True, "ending": True, "leading_space": False}
CPU = torch.device("cpu")


def train(folder, settings=SETTINGS, corpus="x", progress=lambda _step, _steps: None, seconds=1e9):
    told = folder / "c.safetensors", corpus, CPU, progress, seconds
    return from_corpus.train(lstm_training, SENTENCES, settings, *told)


def weights(model) -> dict[str, bytes]:
    return {name: tensor.numpy().tobytes() for name, tensor in model.state_dict().items()}


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    """A function that gives the training with some settings, which nothing disturbed."""
    return cache(lambda settings: train(tmp_path_factory.mktemp("whole"), settings))


@pytest.fixture(scope="module")
def whole(undisturbed):
    return undisturbed(SETTINGS)


@pytest.fixture(scope="module")
def folder(whole, tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("model")
    whole[0].save_pretrained(path)
    whole[1].save_pretrained(path)
    return path


def table(*sentences: str) -> pd.DataFrame:
    return pd.DataFrame({"sentence_id": [f"s{n}" for n in range(len(sentences))], "sentence": sentences})


def scored(model, tokenizer, sentences: pd.DataFrame, ending: bool = True, budget: int | None = None):
    encoded, _ = SCORER.read(tokenizer, sentences, SYSTEM | {"ending": ending})
    return encoded, lstm.score(model, encoded, ending, budget)


def plain_log_probs(model, ids: list[int]) -> list[float]:
    """One token after the other, by the gates' equations and the whole softmax."""
    states = [(torch.zeros(SETTINGS.hidden), torch.zeros(SETTINGS.hidden)) for _ in model.body.layers]
    found = []
    with torch.no_grad():
        for token, following in pairwise(ids):
            value = model.body.embedding.weight[token]
            for number, layer in enumerate(model.body.layers):
                hidden, cell = states[number]
                gates = layer.weight_ih_l0 @ value + layer.bias_ih_l0 + layer.weight_hh_l0 @ hidden + layer.bias_hh_l0
                enter, forget, new, out = gates.chunk(4)
                cell = torch.sigmoid(forget) * cell + torch.sigmoid(enter) * torch.tanh(new)
                value = torch.sigmoid(out) * torch.tanh(cell)
                states[number] = (value, cell)
            found.append(float(model.softmax.log_prob(value[None])[0, following]))
    return found


@pytest.mark.parametrize(
    "text",
    [
        "The boy's dog DIDN'T sleep, did it?",
        "“Don’t!” she said… 3.5% of x_2 (50,000)",
        "  ne\u0301e   Stra\u00dfe — ½ coffee's' ''x''",
        "हिन्दी में लिखा है। 東京",
        "a<b & c>d \u00a0 e-mail",
    ],
)
def test_words_are_those_of_the_n_gram_models(text):
    tokenizer = lstm_training.train_tokenizer([text], 100)
    assert tokenizer.tokenize(text) == tokeniser("words", lowercase=True)(text)


def test_vocabulary_holds_the_most_frequent_words_and_is_the_same_each_time():
    sentences = ["b a c", "b a", "b d", "B e"]
    tokenizer = lstm_training.train_tokenizer(sentences, 3)
    assert tokenizer.convert_ids_to_tokens(range(6)) == ["<unk>", "<s>", "</s>", "b", "a", "c"]
    assert len(tokenizer) == 6
    assert tokenizer("b d")["input_ids"] == [1, 3, 0]  # as a classifier reads it
    again = lstm_training.train_tokenizer(sentences, 3)
    assert again.backend_tokenizer.to_str() == tokenizer.backend_tokenizer.to_str()


def test_sentences_become_ids_between_start_and_end():
    tokenizer = lstm_training.train_tokenizer(["b a"], 9)
    ids, lengths = lstm_training.encode(tokenizer, ["b a", "", "q", "<s> b </s>"])
    assert ids.tolist() == [1, 4, 3, 2, 1, 0, 2, 1, 0, 4, 0, 2]
    assert lengths.tolist() == [4, 3, 5]


def test_every_prediction_is_in_one_row():
    lengths = np.array([3, 9, 2, 7])
    ids = np.arange(100, 121)
    rows = lstm_training.rows_of_sentences(ids, lengths, 4)
    cut = [ids[s : s + n].tolist() for s, n in zip(rows.starts, rows.lengths, strict=True)]
    assert cut[:3] == [[100, 101, 102], [103, 104, 105, 106, 107], [107, 108, 109, 110, 111]]
    assert [len(row) for row in cut] == [3, 5, 5, 2, 5, 3]
    predicted = [token for row in cut for token in row[1:]]
    assert predicted == [token for token in ids if token not in (100, 103, 112, 114)]


def test_running_text_is_cut_in_streams():
    rows, batches = lstm_training.rows_of_text(np.arange(23), streams=2, most=4)
    cut = [[rows.ids[rows.starts[n] : rows.starts[n] + rows.lengths[n]].tolist() for n in batch] for batch in batches]
    assert cut == [
        [[0, 1, 2, 3, 4], [11, 12, 13, 14, 15]],
        [[4, 5, 6, 7, 8], [15, 16, 17, 18, 19]],
        [[8, 9, 10], [19, 20, 21]],
    ]


@pytest.mark.parametrize("tokens", [1, 50, 10_000])
def test_batches_hold_each_row_once_and_nothing_to_pad(tokens):
    lengths = np.random.default_rng(0).integers(3, 20, 300)
    batches = loop.batches_of_one_length(lengths, tokens, 1, 0)
    assert sorted(np.concatenate(batches)) == list(range(300))
    assert all(len(set(lengths[batch])) == 1 for batch in batches)
    assert all(lengths[batch].sum() <= tokens or len(batch) == 1 for batch in batches)
    again, other = (loop.batches_of_one_length(lengths, tokens, 1, epoch) for epoch in (0, 1))
    assert [batch.tolist() for batch in batches] == [batch.tolist() for batch in again]
    assert [batch.tolist() for batch in batches] != [batch.tolist() for batch in other]


class Killed(Exception):
    pass


def killed_after(folder, step, settings=SETTINGS, **other):
    """Kill a training that has a checkpoint of this step; return the first step that it has taken."""
    steps = []

    def stop(done: int, _steps: int) -> None:
        steps.append(done)
        if done > step:  # a checkpoint after each step; the last one is of `step`
            raise Killed

    with pytest.raises(Killed):
        train(folder, settings, progress=stop, seconds=0, **other)
    return steps[0]


@pytest.mark.parametrize("settings", [SETTINGS, PUBLISHED])
@pytest.mark.parametrize("step", [1, 30])
def test_killed_and_resumed_equals_undisturbed(undisturbed, tmp_path, capsys, settings, step):
    whole, _, whole_curve = undisturbed(settings)
    killed_after(tmp_path, step, settings)
    steps = []
    model, _, curve = train(tmp_path, settings, progress=lambda done, _all: steps.append(done))
    assert steps[0] == step + 1
    *_, total, left = re.findall(r"([\d,]+) steps to take", capsys.readouterr().out)
    assert (int(total), int(left)) == (steps[-1], len(steps))
    assert weights(model) == weights(whole)
    assert curve.equals(whole_curve)


def test_checkpoint_of_another_training_is_not_resumed(tmp_path):
    for other in ({"corpus": "y"}, {"settings": replace(SETTINGS, seed=6)}):
        killed_after(tmp_path, 9)
        assert killed_after(tmp_path, 9) == 10  # of the same one, it is
        assert killed_after(tmp_path, 9, **other) == 1


def test_loss_falls_and_the_last_one_is_that_of_the_held_out_sentences(whole):
    model, tokenizer, curve = whole
    trained_on, held_out = split(SENTENCES, SETTINGS.seed)
    ids, lengths = lstm_training.encode(tokenizer, trained_on)
    assert curve["tokens"].iloc[-1] == SETTINGS.epochs * (len(ids) - len(lengths))
    assert curve["loss"].iloc[-1] < 0.8 * curve["loss"].iloc[0]
    ids, lengths = lstm_training.encode(tokenizer, held_out)
    assert lengths.max() <= SETTINGS.sequence + 3  # a longer one is cut in two, and its second part begins anew
    sentences = [part.tolist() for part in np.split(ids, np.cumsum(lengths)[:-1])]
    parts = [sentence[start : start + 7] for sentence in sentences for start in range(0, len(sentence) - 1, 6)]
    plain = [value for part in parts for value in plain_log_probs(model, part)]
    assert curve["held_out_loss"].iloc[-1] == pytest.approx(-np.mean(plain), rel=1e-4)


def test_training_equals_a_plain_loop(tmp_path):
    """The library's own optimiser and cross-entropy over the whole softmax, one batch after the other."""
    settings = replace(SETTINGS, dropout=0.0, epochs=1)
    ours, tokenizer, _ = train(tmp_path, settings)
    trained_on, _ = split(SENTENCES, settings.seed)
    rows = lstm_training.rows_of_sentences(*lstm_training.encode(tokenizer, trained_on), settings.sequence)
    torch.manual_seed(settings.seed)
    model = recurrent.WordLstm(ours.config)
    optimizer = torch.optim.Adam(model.parameters())
    batches = loop.batches_of_one_length(rows.lengths, 48, settings.seed, 0)
    for step, batch in enumerate(batches):
        ids = rows.take(batch, CPU)
        for group in optimizer.param_groups:
            group["lr"] = loop.learning_rate(settings.learning_rate, step, len(batches))
        logits = model(ids[:, :-1]).logits
        loss = torch.nn.functional.nll_loss(logits.flatten(0, 1), ids[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 0.5)
        optimizer.step()
    theirs = dict(model.named_parameters())
    for name, parameter in ours.named_parameters():
        assert torch.allclose(parameter, theirs[name], rtol=0, atol=2e-3), name


def test_published_training_learns_the_mark_of_the_start_and_ours_never_sees_it(whole, tmp_path):
    """After </s>, <s> is all but certain; facts of the authors' program."""
    published, *_ = train(tmp_path, replace(PUBLISHED, epochs=12))

    def log_prob(model) -> float:
        ids = torch.tensor([[1, 3, 2, 1]])
        with torch.no_grad():
            return float(model.log_probs(ids)[0][0, -1])

    assert log_prob(published) > math.log(0.9)
    assert int(whole[0].counts[1]) == 0
    with torch.no_grad():
        assert float(whole[0](torch.tensor([[1, 3, 4]])).logits[..., 1].exp().max()) < 0.05


@pytest.mark.parametrize("vocabulary", [5, 53, 2_500, 12_000])
def test_the_adaptive_softmax_sums_to_one_and_gives_the_target_as_the_whole_does(vocabulary):
    torch.manual_seed(1)
    config = recurrent.WordLstmConfig(vocab_size=vocabulary, embedding=4, hidden=16, layers=1)
    model = recurrent.WordLstm(config).eval()
    ids = torch.randint(0, vocabulary, (3, 7))
    with torch.no_grad():
        whole = model(ids).logits
        assert torch.allclose(whole.exp().sum(-1), torch.ones(3, 7), atol=1e-4)
        expected = whole[:, :-1].gather(2, ids[:, 1:, None])[..., 0]
        assert torch.allclose(model.log_probs(ids)[0], expected, atol=1e-4)


@pytest.mark.parametrize("ending", [True, False])
def test_scores_are_those_of_a_plain_loop_over_tokens(whole, ending):
    model, tokenizer, _ = whole
    encoded, found = scored(model, tokenizer, table(*SENTENCES[:20], "An unheard-of girl!", "boy"), ending)
    for sentence, columns in zip(encoded, found, strict=True):
        assert len(columns["log_prob"]) == len(sentence.ids) - 1
        assert columns["log_prob"] == pytest.approx(plain_log_probs(model, sentence.ids), abs=1e-4)
    assert [sentence.ids[-1] == 2 for sentence in encoded] == [ending] * len(encoded)


@pytest.mark.parametrize("budget", [1, 7, 100_000])
def test_scores_do_not_depend_on_the_batch(whole, budget):
    model, tokenizer, _ = whole
    usual, other = (scored(model, tokenizer, table(*SENTENCES), budget=size)[1] for size in (None, budget))
    for before, after in zip(usual, other, strict=True):
        np.testing.assert_allclose(after["log_prob"], before["log_prob"], atol=1e-5)
        assert (after["unigram_log_prob"] == before["unigram_log_prob"]).all()


@pytest.mark.parametrize("ending", [True, False])
def test_unigrams_are_those_of_n_gram_models_over_the_same_words(whole, ending):
    model, tokenizer, _ = whole
    trained_on, _ = split(SENTENCES, SETTINGS.seed)
    counts: dict[str, int] = {"</s>": len(trained_on)}
    for sentence in trained_on:
        for word in tokeniser("words", lowercase=True)(sentence):
            counts[word] = counts.get(word, 0) + 1
    unigrams = ngram.Unigrams(counts, ending)
    encoded, found = scored(model, tokenizer, table("The girl quietly sleeps."), ending)
    expected = [unigrams.log_probs.get(piece, unigrams.unknown) for piece in encoded[0].pieces]
    assert found[0]["unigram_log_prob"] == pytest.approx(expected, rel=1e-12)
    places = [place for place in range(len(tokenizer)) if place != 1 and (ending or place != 2)]
    assert math.fsum(model.unigram_log_probs(ending)[places].exp()) == pytest.approx(1, abs=1e-12)


def test_tables_of_tokens_have_what_the_measures_of_n_gram_models_need(whole):
    model, tokenizer, _ = whole
    encoded, found = scored(model, tokenizer, table("The zebra sleeps."))
    rows = pretrained.token_table(encoded, encoded, found, tokenizer.unk_token_id)
    assert rows["token"].tolist() == ["the", "<unk>", "sleeps", ".", "</s>"]
    assert rows["oov"].tolist() == [0, 1, 0, 0, 0]
    assert rows["position"].tolist() == rows["word"].tolist() == [1, 2, 3, 4, 5]
    sentence = measures.Sentence(3, {name: rows[name].tolist() for name in ("log_prob", "unigram_log_prob")})
    assert measures.slor(sentence) == pytest.approx((rows["log_prob"] - rows["unigram_log_prob"]).mean())
    assert registry.measures_of(registry.kinds()["lstm"]) == registry.measures_of(registry.kinds()["ngram"])


def test_a_part_is_scored_as_in_its_sentence(whole):
    model, tokenizer, _ = whole
    sentence = table("The girl never sleeps.").assign(given="The girl", scored="never sleeps")
    encoded, found = scored(model, tokenizer, sentence)
    assert encoded[0].pieces == ["never", "sleeps"]
    _, all_of_it = scored(model, tokenizer, table("The girl never sleeps."))
    np.testing.assert_allclose(found[0]["log_prob"], all_of_it[0]["log_prob"][2:4], atol=1e-6)


def test_a_model_is_read_from_its_folder(whole, folder):
    model, tokenizer = pretrained.load(folder, LSTM)
    assert weights(model) == weights(whole[0])
    assert tokenizer.get_vocab() == whole[1].get_vocab()
    assert pretrained.limit(model, tokenizer) > 10**6  # sentences of any length
    outline, _ = pretrained.outline(folder, LSTM)
    assert outline.device.type == "meta"
    assert registry.described_model({"path": str(folder)}, None)["kind"] == "lstm"
    with pytest.raises(InputError, match="WordLstm is an architecture of the kind lstm, not causal; set KIND=lstm"):
        registry.described_model({"path": str(folder)}, "causal")


@pytest.mark.parametrize("size", [4, 20])
def test_a_vocabulary_that_does_not_fit_its_model_is_refused(whole, folder, tmp_path, size):
    whole[0].save_pretrained(tmp_path)
    words = " ".join(f"w{n}" for n in range(size))
    lstm_training.train_tokenizer([words], size).save_pretrained(tmp_path)
    message = rf"the tokenizer knows {size + 3} tokens and the model {len(whole[1])}; use the tokenizer that belongs to the model"
    with pytest.raises(InputError, match=message):
        pretrained.load(tmp_path, LSTM)


def test_a_file_that_lacks_weights_is_refused(whole, folder, tmp_path):
    whole[0].save_pretrained(tmp_path)
    whole[1].save_pretrained(tmp_path)
    config = json.loads((tmp_path / "config.json").read_text())
    (tmp_path / "config.json").write_text(json.dumps(config | {"layers": 3}))
    with pytest.raises(InputError, match="has no weights for 4 parts of a lstm language model"):
        pretrained.load(tmp_path, LSTM)


def test_a_text_literal_that_is_a_mark_is_refused(whole):
    with pytest.raises(InputError, match=r"'s0': contains <s>, which this tokenizer does not treat as text"):
        scored(whole[0], whole[1], table("the <s> boy"))
