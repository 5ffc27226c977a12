"""Beginning-of-sequence tokens that are missing, doubled or of another model, and encoders that lost theirs."""

import json

import numpy as np
import pandas as pd
import pytest
import torch
from tokenizers import processors
from torch.nn.utils.rnn import pad_sequence
from transformers import PreTrainedTokenizerFast

from acceptability.analyses.doubts.compute import find_doubts
from acceptability.errors import InputError
from acceptability.kinds.causal import beginnings
from acceptability.kinds.causal import log_probs as causal
from acceptability.kinds.causal.scoring import SCORER as CAUSAL_SCORER
from acceptability.kinds.classifier.scoring import CLASSIFIER
from acceptability.kinds.masked.scoring import MASKED
from acceptability.scoring import pretrained
from tiny_models import SENTENCES, byte_tokenizer, gpt2, other_masked, save

SYSTEM = {"kind": "causal", "ending": False, "leading_space": False, "exact_savings": True}


def tokenizer_that_adds(before: str, **names) -> PreTrainedTokenizerFast:
    """byte_tokenizer, which puts these special tokens before a text."""
    tokenizer = byte_tokenizer(mask=False)
    tokens = [(token, tokenizer.convert_tokens_to_ids(token)) for token in before.split()]
    tokenizer.backend_tokenizer.post_processor = processors.TemplateProcessing(
        single=f"{before} $A", special_tokens=tokens
    )
    for name, token in names.items():
        setattr(tokenizer, name, token)
    return tokenizer


def doubts(model, tokenizer, beginning: bool, sentences=SENTENCES * 8) -> list[str]:
    encoded = causal.prepare(tokenizer, sentences, sentences, beginning, False, False)
    return CAUSAL_SCORER.score(model, tokenizer, encoded, SYSTEM | {"beginning": beginning})[1]["doubts"]


def trained(tokenizer, front: list[int]):
    """A GPT-2 that learnt these sentences after ``front``, so that it expects it there."""
    torch.manual_seed(1)
    model = gpt2().train()
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    rows = [torch.tensor(front + tokenizer(text, add_special_tokens=False)["input_ids"]) for text in SENTENCES]
    ids, labels = (pad_sequence(rows, batch_first=True, padding_value=value) for value in (0, -100))
    for _ in range(40):
        loss = model(input_ids=ids, labels=labels).loss
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return model.eval()


@pytest.fixture(scope="module")
def after_bos():
    return trained(byte_tokenizer(mask=False), [0])


def test_a_model_as_it_was_trained_leaves_no_doubt(after_bos, capsys):
    assert doubts(after_bos, byte_tokenizer(mask=False), True) == []
    assert doubts(after_bos, tokenizer_that_adds("<s>"), True) == []
    assert "more probable with <s> before the sentence than without (standard error" in capsys.readouterr().out


def test_a_token_that_the_model_misses(after_bos):
    (doubt,) = doubts(after_bos, byte_tokenizer(mask=False), False)
    assert doubt.startswith("In 10 sentences, a token after the first is ")
    assert doubt.endswith(
        "more probable with <s> before the sentence than without. Set beginning: true, unless you have a reason not to."
    )
    first, _ = doubts(after_bos, tokenizer_that_adds("<s>"), False)
    assert first == "Its tokenizer puts <s> before a text, and beginning: false leaves it out."


def test_a_token_that_the_model_does_not_know():
    tokenizer = byte_tokenizer(mask=False)
    (doubt,) = doubts(trained(tokenizer, []), tokenizer, True)
    assert "nats less probable with <s> before the sentence than without. Set beginning: false" in doubt


def test_the_difference_is_that_of_the_tokens_after_the_first(after_bos):
    tokenizer = byte_tokenizer(mask=False)
    sums = {}
    for beginning in (True, False):
        encoded = causal.prepare(tokenizer, SENTENCES, SENTENCES, beginning, False, False)
        scored = causal.score(after_bos, tokenizer, encoded)
        sums[beginning] = [columns["log_prob"][beginning:].mean() for columns in scored]
    expected = np.mean(np.subtract(sums[True], sums[False]))
    (doubt,) = doubts(after_bos, tokenizer, False, SENTENCES)
    assert f"In 5 sentences, a token after the first is {expected:.2f} nats more probable" in doubt


def test_tokenizers_like_those_of_opt(after_bos):
    """OPT's puts </s>, which also ends texts, before them."""
    as_opt = tokenizer_that_adds("</s>", bos_token="</s>")
    assert beginnings.added(as_opt) == [2]
    sentences = causal.prepare(as_opt, SENTENCES, SENTENCES, True, False, False)
    assert {tuple(sentence.ids[:2].count(2) for sentence in sentences)} == {(1,) * len(sentences)}  # once, not twice
    assert doubts(trained(as_opt, [2]), as_opt, True) == []
    other = tokenizer_that_adds("</s>")  # names <s>
    assert doubts(after_bos, other, True) == [
        "Its tokenizer puts </s> before a text, but names <s> as the beginning of a sequence; with beginning: true, "
        "one <s> is put there. Correct bos_token in tokenizer_config.json."
    ]


def test_doubled_tokens(after_bos):
    twice = tokenizer_that_adds("<s> <s>")
    sentences = causal.prepare(twice, SENTENCES, SENTENCES, True, False, False)
    assert {sentence.ids.count(0) for sentence in sentences} == {1}
    (doubt,) = doubts(after_bos, twice, True)
    assert doubt.startswith("Its tokenizer puts <s> <s> before a text, but names <s>")
    with pytest.raises(InputError, match="holds <s>, which this tokenizer does not treat as text"):
        causal.prepare(twice, ["<s>The boy"], ["s1"], True, False, False)


def test_the_models_own_beginning_is_another(after_bos):
    after_bos.config.bos_token_id = 7
    try:
        (doubt,) = doubts(after_bos, byte_tokenizer(mask=False), True)
    finally:
        after_bos.config.bos_token_id = 0
    assert doubt.startswith("Its tokenizer names <s> as the beginning of a sequence (token 0), its config.json token 7")


def test_a_model_that_predicts_nothing():
    model = gpt2()
    with torch.no_grad():
        model.transformer.wte.weight.mul_(10)
    found = doubts(model, byte_tokenizer(mask=False), True)
    assert any("If all 261 tokens were equally probable, it would be -5.56." in doubt for doubt in found), found


def test_sentences_that_are_too_long_or_too_short_to_compare():
    model, tokenizer = gpt2(), byte_tokenizer(mask=False)
    encoded = causal.prepare(tokenizer, ["boy " * 20, "b"], ["s1", "s2"], True, False, False)
    scored = causal.score(model, tokenizer, encoded)
    beginnings.doubts(model, tokenizer, encoded, scored, True)
    without = byte_tokenizer(mask=False, bos=False)
    assert isinstance(beginnings.doubts(model, without, encoded, scored, False), list)


def test_what_was_said_when_a_system_scored_is_among_the_doubts():
    sentences = pd.DataFrame({"sentence_id": ["a"], "sentence": ["A."], "rating": [np.nan]})
    pairs = pd.DataFrame({"pair_id": [], "good_id": [], "bad_id": [], "cluster": []})
    found = find_doubts(sentences, pairs, pd.DataFrame(), {}, "pairs", {"gpt": ["So.", "So."], "other": []})
    assert found.to_numpy().tolist() == [["gpt", "So."]]


def lose_special_tokens(folder):
    """As a version of the library saved DeBERTa's tokenizers: they know [CLS] and [SEP], and do not add them."""
    plain = {"tokenizer_class": "PreTrainedTokenizerFast"}
    for name, change in (("tokenizer.json", {"post_processor": None}), ("tokenizer_config.json", plain)):
        path = folder / name
        path.write_text(json.dumps(json.loads(path.read_text(encoding="utf-8")) | change), encoding="utf-8")


def test_an_encoder_whose_tokenizer_lost_its_special_tokens_is_refused(tmp_path):
    folder = save(tmp_path, *other_masked("deberta"))
    pretrained.load(folder, MASKED)
    lose_special_tokens(folder)
    for load in (lambda: pretrained.load(folder, MASKED), lambda: pretrained.load_tokenizer(folder, CLASSIFIER)):
        with pytest.raises(InputError) as caught:
            load()
        assert "the tokenizer does not add [CLS] and [SEP] to a text" in str(caught.value)
        assert "\n" not in str(caught.value)
