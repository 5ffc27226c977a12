"""Beginning-of-sequence tokens that are missing, doubled or of another model, and encoders that lost theirs."""

import json
import re

import numpy as np
import pandas as pd
import pytest
import torch
from tokenizers import processors
from torch.nn.utils.rnn import pad_sequence
from transformers import PreTrainedTokenizerFast

import gather_tokens
from acceptability.analyses.doubts.compute import find_doubts
from acceptability.errors import InputError
from acceptability.kinds.causal import beginning_tokens, beginnings
from acceptability.kinds.causal import log_probs as causal
from acceptability.kinds.causal.scoring import SCORER as CAUSAL_SCORER
from acceptability.kinds.classifier.scoring import CLASSIFIER
from acceptability.kinds.masked.scoring import MASKED
from acceptability.rounding import shown
from acceptability.scoring import pretrained
from tiny_models import END_OF_TEXT, SENTENCES, byte_tokenizer, gpt2, gpt2_tokenizer, other_masked, save

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


@pytest.fixture(scope="module")
def after_nothing():
    return trained(byte_tokenizer(mask=False), [])


def test_a_model_as_it_was_trained_leaves_no_doubt(after_bos, capsys):
    assert doubts(after_bos, byte_tokenizer(mask=False), True) == []
    assert doubts(after_bos, tokenizer_that_adds("<s>"), True) == []
    said = capsys.readouterr().out
    assert re.search(r"after the first is −[\d.]+ after <s> \(its tokenizer's own\), −[\d.]+ after </s>, −", said)


def test_a_token_that_the_model_misses(after_bos):
    (doubt,) = doubts(after_bos, byte_tokenizer(mask=False), False)
    assert doubt.startswith("In 10 sentences, the mean log-probability of a token after the first is ")
    assert doubt.endswith(
        " after </s>. Set beginning: true (BEGINNING=true for make score), unless you have a reason not to."
    )
    first, _ = doubts(after_bos, tokenizer_that_adds("<s>"), False)
    assert first == "Its tokenizer puts <s> before a text, and beginning: false leaves it out."


def test_a_token_that_the_model_does_not_know(after_nothing):
    (doubt,) = doubts(after_nothing, byte_tokenizer(mask=False), True)
    assert "Set beginning: false" in doubt


def test_the_means_are_those_of_the_tokens_after_the_first(after_bos):
    tokenizer = byte_tokenizer(mask=False)
    means = {}
    for beginning in (True, False):
        encoded = causal.prepare(tokenizer, SENTENCES, SENTENCES, beginning, False, False)
        scored = causal.score(after_bos, tokenizer, encoded)
        means[beginning] = shown(np.concatenate([columns["log_prob"][beginning:] for columns in scored]).mean(), 2)
    (doubt,) = doubts(after_bos, tokenizer, False, SENTENCES)
    said = "In 5 sentences, the mean log-probability of a token after the first is"
    assert f"{said} {means[False]} after nothing, {means[True]} after <s> (its tokenizer's own)" in doubt


def test_tokenizers_like_those_of_opt(after_bos):
    """OPT's puts </s>, which also ends texts, before them."""
    as_opt = tokenizer_that_adds("</s>", bos_token="</s>")
    assert beginning_tokens.added(as_opt) == [2]
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
    with pytest.raises(InputError, match="contains <s>, which this tokenizer does not treat as text"):
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


def test_a_token_at_every_turn_of_a_chat_is_doubtful(after_bos):
    tokenizer = byte_tokenizer(mask=False)
    tokenizer.chat_template = "{% for turn in messages %}<s>{{ turn.content }}</s>{% endfor %}"
    (doubt,) = doubts(after_bos, tokenizer, True)
    assert doubt.startswith("Its chat template puts <s> at every turn")
    assert doubts(after_bos, tokenizer, "<s>") == []  # named by the user
    tokenizer.chat_template = "<s>{% for turn in messages %}{{ turn.content }}</s>{% endfor %}"
    assert doubts(after_bos, tokenizer, True) == []


def test_another_token_that_tokens_are_more_probable_after(after_bos, monkeypatch):
    give(monkeypatch, {"</s>": -1.0, "<s>": -2.0, None: -3.0})
    encoded = causal.prepare(byte_tokenizer(mask=False), SENTENCES, SENTENCES, True, False, False)
    scored = [{"log_prob": np.full(len(sentence.places), -2.0)} for sentence in encoded]
    assert beginnings.doubts(after_bos, byte_tokenizer(mask=False), encoded, scored, True) == [
        "In 5 sentences, the mean log-probability of a token after the first is −2.00 after <s> (its tokenizer's own), "
        '−1.00 after </s>, −3.00 after nothing. Set beginning: "</s>" (BEGINNING="</s>" for make score), '
        "unless you have a reason not to."
    ]


def test_nothing_is_not_proposed_where_a_sentence_is_one_token(after_bos, monkeypatch):
    tokenizer = gpt2_tokenizer()
    give(monkeypatch, {END_OF_TEXT: -2.0, None: -1.0})
    for texts, proposed in ((["ab", "cd"], ["beginning: false"]), (["ab", "c"], [])):
        encoded = causal.prepare(tokenizer, texts, texts, True, False, False)
        scored = [{"log_prob": np.full(len(sentence.places), -2.0)} for sentence in encoded]
        found = beginnings.doubts(after_bos, tokenizer, encoded, scored, True)
        assert [said for doubt in found for said in re.findall("beginning: [a-z]+", doubt)] == proposed


def give(monkeypatch, means: dict[str | None, float], apart: float = 0.0) -> None:
    """Let the log-probability of all tokens be this mean after a token, or after nothing (None).

    After what is not the first of them, it is ``apart`` more in every other sentence, and as much less in the others.
    """

    def score(model, tokenizer, rows, savings, words):
        names = [tokenizer.convert_ids_to_tokens(row.ids[0]) if row.first else None for row in rows]
        shift = [apart * (-1) ** number * (name != next(iter(means))) for number, name in enumerate(names)]
        of_rows = zip(rows, names, shift, strict=True)
        return [{"log_prob": np.full(len(row.places), means[name] + more)} for row, name, more in of_rows]

    monkeypatch.setattr(causal, "score", score)


def chosen(tokenizer=None, sentences=("abc", "def", "ghi", "jkl"), **more) -> tuple[str | None, dict]:
    """Return the text of the token that auto chooses, and what is recorded, of a model that is not asked (see give)."""
    tokenizer = tokenizer or byte_tokenizer(mask=False)
    token, recorded = beginnings.chosen(gpt2(), tokenizer, sentences, "auto", **more)
    assert recorded["beginning_token"] == beginning_tokens.text_of(tokenizer, token)
    return recorded["beginning_token"], recorded


@pytest.mark.parametrize("best", ["<s>", "</s>", None])
def test_what_tokens_are_most_probable_after_is_chosen(best, monkeypatch, capsys):
    give(monkeypatch, {"<s>": -3.0, "</s>": -3.0, None: -3.0} | {best: -2.5})
    token, recorded = chosen()
    assert token == best
    name = best or "nothing"
    assert f"−2.50 after {name}" in capsys.readouterr().out
    assert len(recorded["doubts"]) == (best != "<s>")
    for doubt in recorded["doubts"]:
        assert f". So {name} precedes each sentence. To choose, set beginning to true, false or" in doubt
    made = recorded["beginning_chosen"]
    assert (made["own"], made["sentences"], made["tokens"]) == ("<s>", 4, 12)  # with the space that the tokenizer puts
    gains = {row["beginning"]: row["better_than_own"] for row in made["compared"]}
    assert gains == {"<s>": 0, "</s>": 0, None: 0} | ({best: 0.5} if best != "<s>" else {"</s>": -0.5, None: -0.5})


@pytest.mark.parametrize(
    ("better", "apart", "changes"),
    [
        (0.0, 0.0, False),
        (0.09, 0.0, False),  # less than 0.1
        (0.11, 0.0, True),
        (0.5, 0.5, False),  # of four, ±0.5 has a standard error of √(4 / 3) · 0.5 / 2 = 0.29
        (0.6, 0.5, True),
    ],
)
def test_another_must_be_clearly_better_than_the_tokenizers_own(better, apart, changes, monkeypatch, capsys):
    give(monkeypatch, {"<s>": -3.0, "</s>": -3.0 + better, None: -9.0}, apart)
    token, recorded = chosen()
    assert token == ("</s>" if changes else "<s>")
    assert len(recorded["doubts"]) == changes
    assert ("as </s> is not clearly better" in capsys.readouterr().out) == (better > 0 and not changes)


def test_the_mean_is_over_tokens_and_its_error_over_sentences():
    gain, error = beginnings._gain([np.ones(2), np.full(4, 2.0)], [np.zeros(2), np.zeros(4)])
    assert gain == pytest.approx(10 / 6)  # their differences from it are 2 − 20/6 and 8 − 40/6
    assert error == pytest.approx(np.sqrt(2 * 2 * (4 / 3) ** 2) / 6)
    assert beginnings._gain([np.ones(2)], [np.zeros(2)]) == (1, np.inf)


def test_a_tokenizer_without_a_token_of_its_own_begins_with_nothing(monkeypatch):
    give(monkeypatch, {"</s>": -3.0, None: -3.0})
    assert chosen(byte_tokenizer(mask=False, bos=False))[0] is None
    give(monkeypatch, {"</s>": -2.0, None: -3.0})
    token, recorded = chosen(byte_tokenizer(mask=False, bos=False))
    assert (token, len(recorded["doubts"]), recorded["beginning_chosen"]["own"]) == ("</s>", 1, None)


def test_what_a_tokenizer_puts_itself_is_its_own(monkeypatch):
    give(monkeypatch, {"</s>": -3.0, "<s>": -3.05, None: -3.05})
    assert chosen(tokenizer_that_adds("</s>"))[0] == "</s>"


def test_where_nothing_can_be_compared_the_tokenizers_own_is_taken(capsys):
    token, recorded = chosen(gpt2_tokenizer(), ["a", "b"], needs_token=True)
    assert (token, recorded["beginning_chosen"]["compared"], recorded["doubts"]) == (END_OF_TEXT, [], [])
    assert "or the tokenizer has no candidates. So <|endoftext|> precedes each sentence." in capsys.readouterr().out


def table_of(sentences, **columns) -> pd.DataFrame:
    names = [f"s{number}" for number in range(len(sentences))]
    return pd.DataFrame({"sentence_id": names, "sentence": list(sentences)} | columns)


def scored(sentences, tokenizer=None, model=None, number=0, **settings):
    system = SYSTEM | {"beginning": "auto", "shards": 1} | settings
    table = sentences if isinstance(sentences, pd.DataFrame) else table_of(sentences)
    tokenizer = tokenizer or byte_tokenizer(mask=False)
    return CAUSAL_SCORER.score_table(model or gpt2(), tokenizer, table, system, number)


def test_a_sentence_of_one_token_needs_a_token_before_it(capsys):
    tokenizer, excluded = (
        gpt2_tokenizer(),
        "Nothing before the sentence was not tried, since some sentences are a single token.",
    )
    tokens, recorded, _ = scored(["a", "bc"], tokenizer)
    assert (recorded["beginning_token"], len(tokens)) == (END_OF_TEXT, 3)
    assert excluded in capsys.readouterr().out
    scored(["ab", "bc"], tokenizer)
    scored(["a", "bc"], tokenizer, ending=True)  # the end is left to score
    assert excluded not in capsys.readouterr().out
    part = table_of(["a bc"], given=[""], scored=["a"])
    assert len(scored(part, tokenizer, ending=True)[0]) == 1
    assert excluded in capsys.readouterr().out


def test_shards_choose_alike_by_the_whole_table(after_bos):
    texts = [*SENTENCES, "Boys.", "A girl sees."]
    tokens, parts = [], []
    for number in (0, 1):
        made, recorded, _ = scored(texts, model=after_bos, number=number, shards=2)
        tokens.append(made)
        parts.append((recorded["beginning_token"], recorded["beginning_chosen"]))
    assert parts[0] == parts[1]
    whole, recorded, _ = scored(texts, model=after_bos)
    assert (recorded["beginning_token"], recorded["beginning_chosen"]) == parts[0]
    assert len(pd.concat(tokens)) == len(whole)


def test_what_auto_chose_is_scored_as_if_it_had_been_written(after_nothing):
    tokens, recorded, _ = scored(SENTENCES, model=after_nothing)
    assert recorded["beginning_token"] is None
    (doubt,) = recorded["doubts"]
    assert "So nothing precedes each sentence." in doubt
    explicit, recorded, _ = scored(SENTENCES, model=after_nothing, beginning=False)
    pd.testing.assert_frame_equal(tokens, explicit)
    assert "beginning_chosen" not in recorded
    assert recorded["beginning_token"] is None
    assert scored(SENTENCES, model=after_nothing, beginning="harness")[1]["beginning_token"] == "<s>"


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


def test_shards_whose_numbers_differ_in_the_last_digit_are_gathered(tmp_path):
    paths: list[tuple] = []
    table_of(["a", "b"]).assign(rating=np.nan).to_csv(tmp_path / "sentences.csv", index=False)
    for number, mean in enumerate((-1.0, -1.0001)):
        paths.append((tmp_path / f"{number}.csv", tmp_path / f"{number}.json"))
        tokens = {"sentence_id": [f"s{number}"], "position": 1, "token": "a", "log_prob": -1.0, "oov": 0}
        pd.DataFrame(tokens).to_csv(paths[-1][0], index=False)
        made = {"system": {}, "device": "cpu", "beginning_token": "<s>", "beginning_chosen": {"compared": [mean]}}
        paths[-1][1].write_text(json.dumps(made), encoding="utf-8")
    to = tmp_path / "tokens.csv", tmp_path / "tokens.json"
    gather_tokens.main(tmp_path / "sentences.csv", *map(list, zip(*paths, strict=True)), [], *to)
    recorded = json.loads(to[1].read_text(encoding="utf-8"))
    assert (recorded["beginning_token"], recorded["beginning_chosen"]) == ("<s>", {"compared": [-1.0]})
    paths[1][1].write_text(json.dumps(made | {"beginning_token": "</s>"}), encoding="utf-8")
    with pytest.raises(InputError, match="was made with other settings"):
        gather_tokens.main(tmp_path / "sentences.csv", *map(list, zip(*paths, strict=True)), [], *to)
