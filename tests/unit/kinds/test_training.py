from dataclasses import replace

import numpy as np
import pytest
import torch

from acceptability.errors import InputError
from acceptability.kinds.masked import training
from acceptability.kinds.masked.training import Settings
from acceptability.scoring import from_corpus, loop

SETTINGS = Settings(
    vocabulary=80, lowercase=True, layers=1, hidden=16, heads=2, epochs=8, batch_tokens=200, learning_rate=0.01, seed=5, threads=1
)  # fmt: skip
WORDS = ["boy", "girl", "sleeps", "sees", "the", "a", "never", "unaffordable"]
SENTENCES = [" ".join(WORDS[(i * k + i // 3) % 8] for k in range(1, 3 + i % 6)).capitalize() + "." for i in range(120)]


def train(folder, settings=SETTINGS, corpus="x", progress=lambda _step, _steps: None, seconds=1e9):
    told = folder / "c.safetensors", corpus, torch.device("cpu"), progress, seconds
    return from_corpus.train(training, SENTENCES, settings, *told)


def weights(model) -> dict[str, bytes]:
    return {name: parameter.detach().numpy().tobytes() for name, parameter in model.named_parameters()}


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A training that nothing disturbed."""
    return train(tmp_path_factory.mktemp("whole"))


class Killed(Exception):
    pass


def killed_after(folder, step, corpus="x"):
    """Kill a training after this step, with a checkpoint of each one before it; return the first step that it took."""
    steps = []

    def stop(done: int, _steps: int) -> None:
        steps.append(done)
        if done == step:
            raise Killed

    with pytest.raises(Killed):
        train(folder, corpus=corpus, progress=stop, seconds=0)
    return steps[0]


@pytest.mark.parametrize("step", [1, 7, 30])
def test_killed_and_resumed_equals_undisturbed(whole, tmp_path, step):
    killed_after(tmp_path, step + 1)  # the last checkpoint is of `step`
    steps = []
    model, tokenizer, curve = train(tmp_path, progress=lambda done, _all: steps.append(done))
    assert steps[0] == step + 1
    assert weights(model) == weights(whole[0])
    assert tokenizer.get_vocab() == whole[1].get_vocab()
    assert curve.equals(whole[2])


def test_checkpoint_of_another_training_is_not_resumed(whole, tmp_path):
    killed_after(tmp_path, 9)
    assert killed_after(tmp_path, 1, corpus="y") == 1
    other = replace(SETTINGS, seed=6)
    killed_after(tmp_path, 9)
    model, *_ = train(tmp_path, other)
    assert weights(model) != weights(whole[0])
    assert weights(model) == weights(train(tmp_path / "fresh", other)[0])


def test_half_a_checkpoint_is_not_resumed(whole, tmp_path):
    killed_after(tmp_path, 9)
    path = tmp_path / "c.safetensors"
    path.write_bytes(path.read_bytes()[:1000])
    assert weights(train(tmp_path)[0]) == weights(whole[0])


def test_loss_falls_and_every_token_is_counted(whole):
    curve = whole[2]
    assert curve["loss"].iloc[-1] < 0.7 * curve["loss"].iloc[0]
    assert curve["held_out_loss"].iloc[-1] < 0.7 * curve["held_out_loss"].iloc[0]
    assert curve["loss"].iloc[0] == pytest.approx(np.log(len(whole[1])), rel=0.05)  # it starts by guessing
    rows = training.encode(whole[1], training.split(SENTENCES, SETTINGS.seed)[0])
    assert curve["tokens"].iloc[-1] == 8 * sum(map(len, rows))
    assert curve["step"].is_monotonic_increasing


def test_too_little_text():
    with pytest.raises(InputError, match="3 different sentences are too few"):
        training.prepare(["a b", "b c", "c d"], SETTINGS, torch.device("cpu"))


def test_tokenizer(whole):
    tokenizer = whole[1]
    again = training.train_tokenizer(SENTENCES, SETTINGS.vocabulary, SETTINGS.lowercase)
    assert again.backend_tokenizer.to_str() == tokenizer.backend_tokenizer.to_str()
    assert len(tokenizer) <= SETTINGS.vocabulary
    assert tokenizer.convert_ids_to_tokens(range(5)) == training.SPECIAL
    assert tokenizer.tokenize("The BOY sleeps.") == tokenizer.tokenize("the boy sleeps .")
    cased = training.train_tokenizer(SENTENCES, SETTINGS.vocabulary, lowercase=False)
    assert cased.tokenize("The") != cased.tokenize("the")


def test_long_sentences_are_cut_and_nothing_is_lost(whole):
    tokenizer = whole[1]
    rows = training.encode(tokenizer, ["boy " * 300])
    assert [len(row) for row in rows] == [128, 128, 50]
    assert all(row[0] == 2 and row[-1] == 3 for row in rows)


@pytest.mark.parametrize("batch_tokens", [128, 500, 10_000])
def test_batches_hold_each_row_once_and_keep_to_their_size(batch_tokens):
    lengths = np.random.default_rng(0).integers(3, 128, 500)
    batches = training.batches_of_epoch(lengths, batch_tokens, seed=1, epoch=0)
    assert sorted(np.concatenate(batches)) == list(range(500))
    assert all(len(batch) * lengths[batch].max() <= batch_tokens for batch in batches)
    again = training.batches_of_epoch(lengths, batch_tokens, seed=1, epoch=0)
    assert [batch.tolist() for batch in batches] == [batch.tolist() for batch in again]
    other = training.batches_of_epoch(lengths, batch_tokens, seed=1, epoch=1)
    assert [batch.tolist() for batch in batches] != [batch.tolist() for batch in other]


def test_masks():
    generator = np.random.default_rng(0)
    rows = [np.array([2, *generator.integers(5, 90, length), 3]) for length in generator.integers(5, 60, 400)]
    ids, attention, labels = training.mask(rows, 90, np.random.default_rng(1))
    original = np.zeros_like(ids)
    for number, row in enumerate(rows):
        original[number, : len(row)] = row
    asked = labels != training.IGNORED
    assert (labels[asked] == original[asked]).all()
    assert (original[asked] >= 5).all()  # neither special tokens nor padding
    assert (ids[~asked] == original[~asked]).all()
    assert (attention == (original > 0)).all()
    tokens = (original >= 5).sum()
    assert asked.sum() / tokens == pytest.approx(0.15, abs=0.01)
    assert (ids[asked] == 4).mean() == pytest.approx(0.8, abs=0.02)
    assert (ids[asked] == original[asked]).mean() == pytest.approx(0.1 + 0.1 / 85, abs=0.02)


def test_a_short_batch_is_asked_for_one_token_at_least():
    for seed in range(20):
        _, _, labels = training.mask([np.array([2, 7, 3])], 90, np.random.default_rng(seed))
        assert labels.tolist() == [[training.IGNORED, 7, training.IGNORED]]


def test_learning_rate():
    rates = [loop.learning_rate(0.01, step, 100) for step in range(100)]
    assert rates[0] == pytest.approx(0.01 / 5)
    assert max(rates) == pytest.approx(0.01)
    assert rates.index(max(rates)) in (4, 5)
    assert rates[-1] == pytest.approx(0.01 / 95)


def test_loss_by_hand():
    """Only the masked places are asked for, each with the whole vocabulary."""
    model = training.new_model(SETTINGS, 90).eval()
    batch = training.mask([np.array([2, 7, 8, 9, 3]), np.array([2, 10, 3])], 90, np.random.default_rng(3))
    ids, attention, labels = map(torch.from_numpy, batch)
    with torch.no_grad():
        loss, asked = training.loss_of(model, batch)
        expected = model(input_ids=ids, attention_mask=attention, labels=labels).loss
    assert float(loss) / asked == pytest.approx(float(expected), rel=1e-5)


def test_held_out_sentences_are_never_trained_on():
    sentences = [f"sentence {number % 100}" for number in range(1000)]
    trained_on, held_out = training.split(sentences, seed=3)
    assert len(held_out) == 5
    assert len(trained_on) == 1000 - 50
    assert set(trained_on).isdisjoint(held_out)
    assert set(trained_on) | set(held_out) == set(sentences)


def test_rows_that_hold_nothing_known_are_left_out(whole):
    (row,) = training.encode(whole[1], ["ж ж", "boy", ""])
    assert row.tolist()[1:-1] == whole[1]("boy", add_special_tokens=False)["input_ids"]
    _, _, labels = training.mask([np.array([2, 1, 7, 3])], 90, np.random.default_rng(0))
    assert (labels[0, [0, 1, 3]] == training.IGNORED).all()
