"""Requests to servers: keys, tries, the live test, and what is kept of a run that stops."""

import json
import math
from importlib import import_module

import pandas as pd
import pytest
import torch

import acceptability
from acceptability.contracts import io
from acceptability.contracts.scoring import TOKENS
from acceptability.errors import InputError
from acceptability.kinds.served import requests
from acceptability.kinds.served.manifest import KIND
from acceptability.reading import completions
from stand_in_server import NAME, answering, serving
from tiny_models import END_OF_TEXT, gpt2_tokenizer

TEXTS = ["The boy sleeps.", "Boys see.", "The naïve café 😀 cost €3.", "The girl's sleeping?", "Boys see."]
TABLE = pd.DataFrame({"sentence_id": list("abcde"), "sentence": TEXTS})
SCORER = import_module("acceptability.kinds.served.scoring").SCORER


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch):
    monkeypatch.setattr(requests, "PAUSE", 0.0)


@pytest.fixture(scope="module")
def tiny():
    """Return a model whose numbers follow from the last two tokens, and its tokenizer."""
    from transformers import GPT2Config, GPT2LMHeadModel

    tokenizer = gpt2_tokenizer(TEXTS * 3, size=300)
    torch.manual_seed(1)
    shape = {"n_positions": 64, "n_embd": 16, "n_layer": 2, "n_head": 2, "initializer_range": 0.3}
    return GPT2LMHeadModel(GPT2Config(vocab_size=len(tokenizer), **shape)).eval(), tokenizer


def system(server, **others):
    return {"kind": KIND.name} | others | KIND.reading({"server": server.address, "name": NAME} | others)


def exact(tiny, text, first):
    """Return the log-probabilities of a sentence's tokens after the end-of-text token, from the place ``first`` on."""
    model, tokenizer = tiny
    ids = tokenizer(END_OF_TEXT + text)["input_ids"]
    with torch.inference_mode():
        logits = model(input_ids=torch.tensor([ids])).logits[0].double().log_softmax(-1)
    return [float(logits[place - 1, ids[place]]) for place in range(first, len(ids))]


@pytest.mark.parametrize("api", ["openai", "sglang", "tgi"])
def test_tokens_are_those_of_the_model_whatever_the_interface(tiny, api, tmp_path):
    with serving(*tiny, bos=True) as server:
        tokens, made = SCORER.score(TABLE, system(server, api=api))
    assert sorted(server.asked[-5:-1]) == sorted(set(TEXTS))  # each text once, and the test after them
    for name, text in zip(TABLE["sentence_id"], TEXTS, strict=True):
        own = tokens[tokens["sentence_id"] == name]
        assert own["log_prob"].tolist() == pytest.approx(exact(tiny, text, 1), abs=1e-5)
        assert own["position"].tolist() == list(range(1, len(own) + 1))
        assert own["written"].drop_duplicates().tolist() == list(range(1, len(text.split()) + 1))
    assert made["first_token"] == "scored" and made["beginning_token"] == END_OF_TEXT
    assert made["live_test"]["after"] == pytest.approx(made["live_test"]["within"], abs=1e-4)
    io.write_table(tokens, tmp_path / "tokens.csv", TOKENS)


def test_without_a_beginning_the_first_token_is_not_scored_and_one_token_is_refused(tiny):
    with serving(*tiny) as server:
        tokens, made = SCORER.score(TABLE, system(server))
        assert tokens.groupby("sentence_id")["position"].min().unique().tolist() == [2]
        assert made["first_token"] == "not scored"
        assert made["doubts"][1].startswith("The first token of each sentence is not scored: nothing precedes")
        table = pd.concat([TABLE, pd.DataFrame({"sentence_id": ["one"], "sentence": ["."]})])
        with pytest.raises(InputError, match="sentence_id 'one': is one token, and the first token has no"):
            SCORER.score(table, system(server))


def test_a_part_of_a_sentence_is_scored_by_its_tokens_after_what_is_given(tiny):
    table = pd.DataFrame({"sentence_id": ["a"], "sentence": TEXTS[:1], "given": ["The boy"], "scored": ["sleeps."]})
    with serving(*tiny, bos=True) as server:
        tokens, _ = SCORER.score(table, system(server))
        assert "".join(tokens["token"]).strip() == "sleeps."
        with pytest.raises(InputError, match="sentence_id 'a': the scored part does not begin and end where tokens do"):
            SCORER.score(table.assign(given=["The bo"], sentence=["The bo y sleeps."], scored=["y sl"]), system(server))


def test_the_live_test_refuses_shifted_numbers_and_a_server_without_echo(tiny):
    with serving(*tiny, shifts=True) as server:
        with pytest.raises(
            InputError, match="it generates .* Its log-probabilities of a prompt are those of other tok"
        ):
            SCORER.score(TABLE, system(server))
        assert not set(server.asked) & set(TEXTS)
        tokens, made = SCORER.score(TABLE, system(server, beginning=END_OF_TEXT))
        first = tokens[tokens["sentence_id"] == "a"]["log_prob"].tolist()
        assert first == pytest.approx(exact(tiny, TEXTS[0], 2), abs=1e-5)
        assert made["first_token"] == "not scored" and made["beginning_token"] == END_OF_TEXT
    with serving(*tiny, echoes=False) as server, pytest.raises(InputError, match="does not repeat the sentence"):
        SCORER.score(TABLE, system(server))


def test_other_numbers_than_when_generating_are_refused_though_they_are_not_shifted(tiny, monkeypatch):
    right = completions.of_response

    def wrong(body, text):
        one = right(body, text)
        return completions.Scored(**vars(one) | {"log_probs": [value and value - 0.06 for value in one.log_probs]})

    monkeypatch.setattr(completions, "of_response", wrong)
    with serving(*tiny) as server, pytest.raises(InputError, match="are not those with which it generates"):
        SCORER.score(TABLE, system(server))


def test_a_model_of_another_name_is_refused(tiny):
    with serving(*tiny) as server, pytest.raises(InputError, match=r"no model 'tony' \(did you mean 'tiny'\?\)"):
        SCORER.score(TABLE, system(server) | {"name": "tony"})


@pytest.mark.parametrize("status", [429, 500, 503])
def test_what_a_busy_server_refuses_is_asked_again(tiny, status):
    with serving(*tiny, failures=2, status=status) as server:
        SCORER.score(TABLE, system(server))
    with serving(*tiny, failures=30, status=status) as server:
        with pytest.raises(
            InputError, match=f"answers with HTTP {status}: no.*, three times in a row; check that the server runs"
        ):
            SCORER.score(TABLE, system(server))
        assert server.failures == 27


def test_what_a_server_refuses_for_good_is_not_asked_again(tiny):
    with serving(*tiny, failures=30, status=400) as server:
        with pytest.raises(InputError, match="answers with HTTP 400: no"):
            SCORER.score(TABLE, system(server))
        assert server.failures == 29
    with pytest.raises(InputError, match="cannot be reached .*, three times in a row"):
        SCORER.score(TABLE, system(server))  # which has stopped


def test_so_many_requests_at_once_and_no_more(tiny):
    table = pd.DataFrame({"sentence_id": list("abcdefgh"), "sentence": [f"The boy sleeps {n}." for n in range(8)]})
    with serving(*tiny, slow=0.05) as server:
        SCORER.score(table, system(server, at_once=3))
    assert server.most == 3


def test_answers_before_a_failure_are_kept_and_not_asked_for_again(tiny, tmp_path):
    journal = tmp_path / "kept/answers.jsonl"
    with serving(*tiny, lasts=3) as server:
        with pytest.raises(InputError, match="sentence_id 'c': .* HTTP 503: no"):
            SCORER.score(TABLE, system(server, at_once=1), journal)
        kept = [json.loads(line).get("sentence") for line in journal.read_text(encoding="utf-8").splitlines()]
        assert kept == [None, *TEXTS[:2]]
        with open(journal, "a", encoding="utf-8") as file:
            file.write('{"sentence": "The na')  # a line that a kill cut short
        server.lasts, before = 10**9, len(server.asked)
        tokens, _ = SCORER.score(TABLE, system(server), journal)
        assert sorted(server.asked[before + 1 : -1]) == sorted(TEXTS[2:4])
        whole, _ = SCORER.score(TABLE, system(server))
        pd.testing.assert_frame_equal(tokens, whole)
        before = len(server.asked)
        again, _ = SCORER.score(TABLE, system(server), journal)
        assert len(server.asked) == before  # nothing is asked, and nothing tested again
    pd.testing.assert_frame_equal(again, whole)


def test_another_model_by_the_same_name_does_not_go_on_with_a_run(tiny, tmp_path):
    model, tokenizer = tiny
    journal = tmp_path / "answers.jsonl"
    with serving(*tiny, lasts=2) as server, pytest.raises(InputError):
        SCORER.score(TABLE, system(server, at_once=1), journal)
    other = type(model)(model.config).eval()
    with serving(other, tokenizer) as server, pytest.raises(InputError, match="another model under the same name"):
        SCORER.score(TABLE, system(server), journal)


def test_an_answer_has_no_more_tokens_than_its_sentence_may_have():
    listed = completions.Listed(["a"] * 1_000, [-1.0] * 1_000, [None] * 1_000)
    with pytest.raises(InputError, match="lists 1,000 tokens for a sentence of 9 characters, which has 274 at most"):
        completions.of_sentence(listed, "Boys see.")


def test_an_answer_of_another_model_is_refused(tiny):
    refused = pytest.raises(InputError, match="was asked for the model 'tiny', and its answer names 'another'")
    with serving(*tiny, answers_as="another") as server, refused:
        SCORER.score(TABLE, system(server))
    assert not set(server.asked) & set(TEXTS)


def test_a_server_that_changes_its_model_during_a_run_is_refused_and_its_answers_are_removed(tiny, tmp_path):
    model, _ = tiny
    other, journal = type(model)(model.config).eval(), tmp_path / "answers.jsonl"
    with serving(*tiny, changes=(4, other)) as server:
        with pytest.raises(InputError, match="another model under the same name.*failed it after the last one"):
            SCORER.score(TABLE, system(server), journal)
        assert not journal.exists()
    with serving(*tiny, lasts=5) as server:  # all sentences are answered, and then nothing more
        with pytest.raises(InputError, match="HTTP 503"):
            SCORER.score(TABLE, system(server), journal)
        assert len(requests.read_journal(journal)) == 5
        server.lasts = 10**9
        SCORER.score(TABLE, system(server), journal)
        assert len(server.asked) == 6  # the test alone


def test_a_key_goes_to_the_server_and_into_no_message(tiny, monkeypatch):
    monkeypatch.setenv(requests.KEY, "sk-1234")
    with serving(*tiny, failures=9, status=401) as server:
        with pytest.raises(InputError, match=f"HTTP 401: no, says Bearer …; correct the key in .* {requests.KEY}"):
            SCORER.score(TABLE, system(server))
        assert set(server.keys) == {"Bearer sk-1234"}
    monkeypatch.delenv(requests.KEY)
    with serving(*tiny, failures=9, status=403) as server:
        with pytest.raises(InputError, match=f"set its key in {requests.KEY}"):
            SCORER.score(TABLE, system(server))
        assert set(server.keys) == {None}


def test_a_key_that_a_server_repeats_is_left_out_of_its_answer():
    """In names of models and in tokens, also where it is written in escapes; numbers stay."""
    content = (
        rb'{"data": [{"id": "a sk-12345"}, {"s\u006b-12345": "sk-12345", "sk": 12345, "tokens": ["sk-1", "2345"]}]}'
    )
    cleaned = {"data": [{"id": "a …"}, {"…": "…", "sk": 12345, "tokens": ["sk-1", "2345"]}]}
    assert requests._json(content, "sk-12345") == cleaned
    assert requests._json(b'{"tokens": ["a", " a1"]}', "a") == {"tokens": ["a", " a1"]}  # no real key is so short


@pytest.mark.parametrize("key", ["sk-12\n34", "“sk-1234”", "sk 1234"])
def test_a_key_that_is_none_is_refused_and_not_repeated(monkeypatch, key):
    monkeypatch.setenv(requests.KEY, key)
    with pytest.raises(InputError, match=f"{requests.KEY}: has a character that no key has") as raised:
        requests.ask("http://localhost", "/v1/models")
    assert "34" not in str(raised.value)


def answer(content: bytes, status: str = "200 OK", length: int | None = None) -> bytes:
    return f"HTTP/1.1 {status}\r\nContent-Length: {length or len(content)}\r\n\r\n".encode() + content


CHUNK = b"HTTP/1.1 500 no\r\nTransfer-Encoding: chunked\r\n\r\n100\r\nabc"
RAW = {
    "cut short": (answer(b"[1]", length=9), "IncompleteRead.*, three times in a row", 3),
    "an error that is cut short": (answer(b"[1]", "500 no", length=9), "IncompleteRead.*, three times in a row", 3),
    "a part that is cut short": (CHUNK, "IncompleteRead.*, three times in a row", 3),
    "deep": (answer(b"[" * 200_000), "answers with something else than JSON", 1),
    "a deep error": (answer(b"[" * 200_000, "400 no"), r"answers with HTTP 400: \[\[", 1),
    "an error that counts as right": (answer(b'{"error": "no, sk-1234"}'), "HTTP 200: no, …$", 1),
    "a key in the middle of a cut": (answer(b"x" * 296 + b" sk-1234", "400 no"), "400: x+ …$", 1),
}


@pytest.mark.parametrize("case", RAW)
def test_strange_answers_are_errors_in_words_without_the_key(monkeypatch, case):
    content, message, requests_made = RAW[case]
    monkeypatch.setenv(requests.KEY, "sk-1234")
    with answering(content) as server, pytest.raises(InputError, match=message) as raised:
        requests.ask(server.address, "/v1/models")
    assert "sk-" not in str(raised.value) and server.asked == requests_made


@pytest.mark.parametrize(
    "content",
    [answer(b" " * 100), b"HTTP/1.1 200 OK\r\nX-a: " + b"a" * 100, b"HTTP/1.1 100 Continue\r\n\r\n" * 100],
    ids=["body", "header", "interim answers"],
)
def test_a_request_has_an_end_whatever_part_of_its_answer_has_none(monkeypatch, content):
    monkeypatch.setattr(requests, "MODELS_SECONDS", 0.3)
    late = pytest.raises(requests.UnreachableError, match="takes longer than 0.3 seconds to answer, with all tries")
    with answering(content, pause=0.02) as server, late:
        requests.ask(server.address, "/v1/models")


def test_a_server_that_gives_no_number_when_it_generates_is_refused(tiny):
    with serving(*tiny, generates=math.nan) as server, pytest.raises(InputError, match="with a log-probability of nan"):
        SCORER.score(TABLE, system(server))


def test_a_damaged_line_of_a_journal_is_named(tmp_path):
    journal = tmp_path / "answers.jsonl"
    journal.write_text('{"test": {}}\n{"sentence": "The {"sentence": "Boys"}\n', encoding="utf-8")
    with pytest.raises(InputError, match="answers.jsonl, line 2: is damaged; remove this line"):
        requests.read_journal(journal)


def test_no_redirect_is_followed(tiny):
    with serving(*tiny) as there, serving(*tiny, moved=f"{there.address}/v1/completions") as server:
        with pytest.raises(InputError, match="HTTP 307: .*no redirect is followed, so name the address"):
            SCORER.score(TABLE, system(server))
        assert there.asked == [] == there.keys


def test_from_python(tiny):
    with serving(*tiny, bos=True) as server:
        with pytest.warns(UserWarning, match="cannot be recomputed from weights that are known here"):
            scores = acceptability.score(TEXTS, NAME, server=server.address)
        assert list(scores) == ["sentence_id", "sentence", "log_prob", "mean_lp"]
        assert scores["log_prob"].tolist() == pytest.approx([sum(exact(tiny, text, 1)) for text in TEXTS], abs=1e-4)
        with pytest.raises(InputError, match="ending=: a server does not take it; there are: api, beginning, remote"):
            acceptability.score(TEXTS, NAME, server=server.address, ending=True)
        with pytest.raises(InputError, match="'hello' is not a special token"):
            acceptability.score(TEXTS, NAME, server=server.address, beginning="hello")
    with pytest.raises(InputError, match="would be sent to example.org.* to allow this, set remote=True"):
        acceptability.score(TEXTS, NAME, server="https://example.org")
    for name, value in {"device": "cpu", "precision": "bfloat16", "too_long": "skip", "base": "m"}.items():
        with pytest.raises(InputError, match=f"^{name}=: applies only to models that are computed here"):
            acceptability.score(TEXTS, NAME, server="http://localhost", **{name: value})
    with pytest.raises(InputError, match="remote: 'no' must be True or False"):
        acceptability.score(TEXTS, NAME, server="https://example.org", remote="no")
    for number in (0, 257, "4", True, 1.5):
        with pytest.raises(InputError, match="at_once: .* must be a whole number from 1 to 256"):
            acceptability.score(TEXTS, NAME, server="http://localhost", at_once=number)


def test_how_many_requests_are_made_at_once_is_nothing_that_scores_depend_on():
    entry = {"server": "http://localhost", "name": NAME}
    assert KIND.reading(entry) == KIND.reading(entry | {"at_once": 16})
