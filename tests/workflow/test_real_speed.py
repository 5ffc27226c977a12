"""SmolLM2, a real language model, has the same scores, apart from rounding, whichever computations are left out for speed."""

import numpy as np
import pytest
import torch

from acceptability.kinds.causal import log_probs as causal
from acceptability.kinds.causal.scoring import CAUSAL
from acceptability.scoring import batches, pretrained

APART = 1e-3  # nats a sentence: this model's activations reach 25,000
NOUNS, VERBS = ("boy", "teacher", "doctor"), (("sleeps", "sleep"), ("has left", "have left"))
ENDS = ("", " tonight", " in the garden")
SENTENCES = [f"The {noun} {verb}{end}." for noun in NOUNS for pair in VERBS for verb in pair for end in ENDS]


@pytest.fixture(scope="module")
def loaded(smollm2):
    return pretrained.load(smollm2, CAUSAL)


@torch.inference_mode()
def plain(model, ids: list[int]) -> np.ndarray:
    """Return log-probabilities of the tokens after the first, by the library alone."""
    chances = model(input_ids=torch.tensor([ids])).logits[0, :-1].double().log_softmax(1)
    return chances[range(len(ids) - 1), ids[1:]].numpy()


def test_every_way_of_computing_gives_the_same_scores(loaded):
    model, tokenizer = loaded
    encoded = causal.prepare(tokenizer, SENTENCES, SENTENCES, "<|endoftext|>", False, False)
    expected = [plain(model, sentence.ids).sum() for sentence in encoded]
    tokens = []
    for options in ({"savings": False}, {"words": True}, {}):
        with batches.counted(model) as computed:
            scored = causal.score(model, tokenizer, encoded, **options)
        np.testing.assert_allclose([row["log_prob"].sum() for row in scored], expected, rtol=0, atol=APART)
        tokens.append(sum(computed))
    total = sum(len(sentence.ids) for sentence in encoded)
    assert tokens[0] == total and tokens[1] <= total and tokens[2] <= total - len(SENTENCES)


def test_of_a_prompt_only_what_is_asked_is_projected_to_the_vocabulary(loaded):
    model, tokenizer = loaded
    prompt = "Is the following sentence good English? Answer with Yes or No.\nSentence: {}\nAnswer:"
    texts = [prompt.format(sentence) + answer for sentence in SENTENCES[::2] for answer in (" Yes", " No")]
    encoded = [
        pretrained.Encoded(text, ids, len(ids) - 1, len(ids) - 1, [len(ids) - 1], [""], [0], [1], [1])
        for text, ids in zip(texts, tokenizer(texts)["input_ids"], strict=True)
    ]
    counts = []
    hook = model.get_output_embeddings().register_forward_hook(
        lambda _module, _inputs, logits: counts.append(logits.shape[:-1].numel())
    )
    scored = causal.score(model, tokenizer, encoded, savings=True)
    hook.remove()
    expected = [plain(model, sentence.ids)[-1] for sentence in encoded]
    np.testing.assert_allclose([row["log_prob"].item() for row in scored], expected, rtol=0, atol=APART)
    assert sum(counts) < sum(len(sentence.ids) for sentence in encoded) * 0.7
