"""SmolLM2 is scored after each token that may begin a text: its bos marks a turn of a chat, another parted its texts."""

import warnings

import numpy as np
import pytest
from test_real_model import CLEAR

import acceptability
from acceptability.kinds.causal import log_probs as causal
from acceptability.kinds.causal.scoring import CAUSAL
from acceptability.scoring import pretrained

# Sums of natural log-probabilities by transformers, in float32, the model going over each sentence by itself: after
# <|endoftext|>, after <|im_start|>, and with nothing before, the first token unscored.
EXPECTED = {
    "The cat sat on the mat.": (-20.9165, -42.5377, -32.0859),
    "The cat sat on mat the.": (-44.8904, -60.2717, -52.0645),
    "Who did the teacher say that left early?": (-56.5676, -65.3149, -51.2744),
    "Who did the teacher say left early?": (-49.4027, -57.2877, -43.4472),
    "The keys to the cabinet are on the table.": (-39.1067, -49.1264, -42.9615),
    "The keys to the cabinet is on the table.": (-43.8835, -50.6014, -46.8550),
    "No student has ever read that book.": (-36.6758, -48.6491, -31.2818),
    "Some student has ever read that book.": (-50.9732, -53.3513, -40.0873),
    "The naïve café owner paid €3.50 for the crème brûlée.": (-78.6920, -89.1143, -72.8757),
    "Rain": (-12.5359, -14.3091, None),  # one token
}
LONGER = list(EXPECTED)[:-1]
NOISE = 0.0005  # between matrix libraries and shapes of batches, as activations reach 25,000


@pytest.fixture(scope="module")
def model(smollm2):
    """Return the model and its tokenizer."""
    return pretrained.load(smollm2, CAUSAL)


def score(sentences, model, **reading) -> tuple[list[float], list[str]]:
    """Return log-probabilities of sentences, and what is doubtful about them."""
    with warnings.catch_warnings(record=True) as doubts:
        warnings.simplefilter("always")
        scores = acceptability.score(sentences, model, measures="log_prob", **reading)
    return scores["log_prob"].tolist(), [str(doubt.message) for doubt in doubts]


@pytest.mark.parametrize(("beginning", "column"), [("<|endoftext|>", 0), (True, 1), ("harness", 1), (False, 2)])
def test_sums_after_each_token_and_after_nothing(model, beginning, column):
    expected = {text: columns[column] for text, columns in EXPECTED.items() if columns[column] is not None}
    scores, doubts = score(list(expected), model, beginning=beginning)
    np.testing.assert_allclose(scores, list(expected.values()), atol=NOISE)
    better = 'Set beginning="<|endoftext|>", unless you have a reason not to.'
    assert sum(better in doubt for doubt in doubts) == (column > 0)
    assert sum("Its chat template puts <|im_start|> at every turn" in doubt for doubt in doubts) == (beginning is True)


def test_all_clear_pairs_are_right_after_each_beginning_and_tokens_most_probable_after_one(model):
    texts = [text for pair in CLEAR for text in pair]
    for beginning, mean in ((True, -5.8932), (False, -6.0198), ("<|endoftext|>", -5.1386)):
        sentences = causal.prepare(model[1], texts, texts, beginning, False, False)
        scored = [columns["log_prob"] for columns in causal.score(*model, sentences)]
        sums = [of_tokens.sum() for of_tokens in scored]
        assert all(good > bad for good, bad in zip(sums[::2], sums[1::2], strict=True))
        after_first = np.concatenate([of_tokens if beginning is False else of_tokens[1:] for of_tokens in scored])
        assert len(after_first) == 227 and after_first.mean() == pytest.approx(mean, abs=NOISE)


def test_auto_takes_the_token_that_parted_texts_in_training(model):
    scores, (doubt,) = score(LONGER, model)
    np.testing.assert_allclose(scores, [EXPECTED[text][0] for text in LONGER], atol=NOISE)
    assert doubt.startswith(
        "In 9 sentences, the mean log-probability of a token after the first is −4.53 after <|endoftext|>, −5.45 after "
        "<|im_start|> (its tokenizer's own, which its chat template puts at every turn), −5.35 after <|im_end|>, "
        "−5.23 after nothing. So <|endoftext|> precedes each sentence. To choose, "
    )


def test_sentences_of_one_token_leave_the_choice_to_tokens(model):
    scores, (doubt,) = score(list(EXPECTED), model)
    np.testing.assert_allclose(scores, [columns[0] for columns in EXPECTED.values()], atol=NOISE)
    assert "after nothing" not in doubt and "some sentences are a single token" in doubt
