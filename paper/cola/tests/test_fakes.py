"""Fakes: sampling by hand-made probabilities, permutations by their properties."""

from dataclasses import replace

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from acceptability.errors import InputError
from acceptability.papers.cola.encoder import fakes
from acceptability.papers.cola.encoder.fakes import END_ID, START_ID, Settings
from acceptability.papers.cola.lstm import recurrent
from acceptability.papers.cola.lstm import training as lstm_training

SETTINGS = Settings(
    sentences=40, sampled=0.25, shortest=2, longest=9, least_moved=0.2, most_moved=0.8, seed=3, as_published=False, threads=1
)  # fmt: skip
WORDS = ["boy", "girl", "sleeps", "sees", "the", "a", "never", "old"]
RANDOM = np.random.default_rng(0)
SENTENCES = [" ".join(RANDOM.choice(WORDS, 2 + number % 6)) + "." for number in range(400)]


def quiet(_made: int, _asked: int) -> None:
    pass


@pytest.fixture
def model(monkeypatch) -> recurrent.WordLstm:
    """Twelve ids, in clusters of 4, 4 and 4, with clearly different probabilities."""
    monkeypatch.setattr(recurrent, "CUTOFFS", (4, 8))
    torch.manual_seed(2)
    config = recurrent.WordLstmConfig(vocab_size=12, embedding=4, hidden=16, layers=2)
    made = recurrent.WordLstm(config).eval()
    with torch.no_grad():
        for parameter in made.parameters():
            parameter.mul_(1.5)
    return made


def test_ids_are_drawn_with_the_probabilities_of_the_softmax(model):
    states = torch.randn(1, 16, generator=torch.Generator().manual_seed(1)).expand(20_000, 16)
    generator = torch.Generator().manual_seed(1)
    with torch.no_grad():
        expected = model.softmax.log_prob(states[:1]).exp()[0].numpy()
        drawn = fakes.draw(model.softmax, states, generator, never=[])
        without = fakes.draw(model.softmax, states, generator, never=[START_ID])
    shares = np.bincount(drawn, minlength=12) / 20_000
    assert shares == pytest.approx(expected, abs=0.012)
    assert (expected[8:] > 0.005).sum() > 1 < (expected[4:8] > 0.005).sum()  # in all clusters
    expected[START_ID] = 0
    assert np.bincount(without, minlength=12) / 20_000 == pytest.approx(expected / expected.sum(), abs=0.012)
    assert START_ID not in without


def test_samples_end_where_the_model_ends_them_and_begin_anew(model):
    made = fakes.sample(model, 3_000, 1, 60, 5, quiet)
    assert len(made) == 3_000
    assert not {START_ID, END_ID} & {token for sentence in made for token in sentence}
    assert {len(sentence) for sentence in made} > {1, 2, 3}
    with torch.no_grad():
        first = model(torch.tensor([[START_ID]])).logits[0, 0].exp().numpy()
    first[[START_ID, END_ID]] = 0
    counted = np.bincount([sentence[0] for sentence in made], minlength=12) / 3_000
    assert counted == pytest.approx(first / first.sum(), abs=0.03)  # the state was reset before each
    short = fakes.sample(model, 500, 2, 4, 5, quiet)
    assert {len(sentence) for sentence in short} == {2, 3, 4}
    assert short == fakes.sample(model, 500, 2, 4, 5, quiet)
    assert short != fakes.sample(model, 500, 2, 4, 6, quiet)


def test_published_samples_read_on_and_hold_what_the_model_says_after_the_end(model):
    made = fakes.sample_as_published(model, 600, 1, 60, 5, quiet)
    assert len(made) == 600
    assert not any(END_ID in sentence for sentence in made)
    assert any(START_ID in sentence for sentence in made)


@pytest.mark.parametrize("way", [fakes.sample, fakes.sample_as_published])
def test_a_model_that_never_ends_is_refused(model, monkeypatch, way):
    monkeypatch.setattr(fakes, "ROUNDS", 2)
    with torch.no_grad():
        model.softmax.head.weight[END_ID] = -100 * torch.sign(model.body.layers[1].bias_ih_l0[:16])
    model.softmax.head.register_forward_hook(
        lambda _module, _inputs, scores: scores.index_fill(1, torch.tensor([END_ID]), -torch.inf)
    )
    with pytest.raises(InputError, match="makes no sentences of 2 to 9 words"):
        way(model, 5, 2, 9, 1, quiet)


ROWS = st.lists(st.integers(0, 9), min_size=2, max_size=20)
IS_WORD = np.array([True] * 7 + [False] * 3)


@given(row=ROWS, share=st.floats(0, 1), seed=st.integers(0, 1000))
def test_permutation_moves_every_chosen_word_and_keeps_punctuation(row, share, seed):
    words = [token for token in row if IS_WORD[token]]
    if len(set(words)) < 2:
        return
    moved = fakes.permute(row, IS_WORD, share, share, np.random.default_rng(seed))
    assert sorted(moved) == sorted(row) and moved != row
    assert all(after == before for after, before in zip(moved, row, strict=True) if not IS_WORD[before])
    # By place: with different words everywhere, as many have moved as were chosen.
    numbered = [place if IS_WORD[token] else len(row) for place, token in enumerate(row)]
    is_word = np.array([True] * len(row) + [False])
    moved = fakes.permute(numbered, is_word, share, share, np.random.default_rng(seed))
    changed = sum(after != before for after, before in zip(moved, numbered, strict=True))
    assert changed == max(2, round(share * len(words)))


@given(seed=st.integers(0, 100))
def test_a_permutation_is_one_cycle(seed):
    moved = fakes.permute(list(range(7)), IS_WORD, 1, 1, np.random.default_rng(seed))
    place, steps = moved[0], 1
    while place != 0:
        place, steps = moved[place], steps + 1
    assert steps == 7


def tiny() -> tuple[recurrent.WordLstm, object]:
    tokenizer = lstm_training.train_tokenizer(SENTENCES, 100)
    torch.manual_seed(1)
    config = recurrent.WordLstmConfig(vocab_size=len(tokenizer), embedding=4, hidden=8, layers=1)
    return recurrent.WordLstm(config).eval(), tokenizer


def test_table_of_fakes():
    made = fakes.make(*tiny(), SENTENCES, SETTINGS, quiet)
    assert made["kind"].value_counts().to_dict() == {"real": 40, "permuted": 30, "sampled": 10}
    assert made.groupby("kind")["split"].apply(lambda split: (split == "held_out").sum()).to_dict() == {
        "real": 2, "permuted": 2, "sampled": 0
    }  # fmt: skip
    lengths = made["sentence"].str.split().str.len()
    assert lengths.between(2, 9).all()
    corpus = {sentence.replace(".", " .") for sentence in SENTENCES}
    kinds = {kind: set(part["sentence"]) for kind, part in made.groupby("kind")}
    assert len(kinds["real"]) == 40 and kinds["real"] < corpus
    ordered = {" ".join(sorted(sentence.split())) for sentence in corpus}
    assert all(" ".join(sorted(sentence.split())) in ordered for sentence in kinds["permuted"])
    assert all(sentence.endswith(" .") for sentence in kinds["permuted"])
    assert made.equals(fakes.make(*tiny(), SENTENCES, SETTINGS, quiet))


def test_a_corpus_that_is_too_small_is_refused():
    message = r"has \d+ different sentences of 2 to 9 words, and 7000 are needed.*set fewer sentences under fakes"
    with pytest.raises(InputError, match=message):
        fakes.make(*tiny(), SENTENCES, replace(SETTINGS, sentences=4_000), quiet)
