"""Responses of servers: which tokens are the sentence's, what they are worth, and what is no score; by hand."""

import json
import math
from collections.abc import Iterator

import pytest

from acceptability.errors import InputError
from acceptability.reading import completions, scores
from acceptability.reading.completions import NoScoreError, of_response

DOG, CAT, RAIN = "The dog barks.", "A cat sleeps.", "Rain"
PIECES = {DOG: ["The", " dog", " barks", "."], CAT: ["A", " cat", " sleeps", "."], RAIN: ["Rain"]}
VALUES = {DOG: [-2.0, -3.5, -1.25, -0.5], CAT: [-4.0, -3.0, -2.0, -1.0], RAIN: [-7.0]}
IDS = {DOG: "d", CAT: "c", RAIN: "r"}
SENTENCES = {name: text for text, name in IDS.items()}


def openai(text: str, lead: str = "", *, token: str = "\n", value: float = -0.75, **changes: object) -> dict:
    """Return what vLLM and OpenAI answer with echo; ``lead`` is a special token before the sentence."""
    tokens = [*filter(None, [lead]), *PIECES[text], token]
    values = [*([None] if lead else []), *VALUES[text], value]
    values[0] = None
    choice = {"text": lead + text + token, "finish_reason": "length"}
    choice |= {"logprobs": {"tokens": tokens, "token_logprobs": values} | changes}
    usage = {"prompt_tokens": len(tokens) - 1, "completion_tokens": 1}
    return {"object": "text_completion", "model": "m", "choices": [choice], "usage": usage}


def shifted(text: str) -> dict:
    """Return what llama-cpp-python answers where the prompt does not begin with the beginning token."""
    body = openai(text)
    body["choices"][0]["logprobs"] = {"tokens": PIECES[text], "token_logprobs": [None, *VALUES[text][1:]]}
    return body


def after_dropped(text: str) -> dict:
    """Return what it answers after the beginning token, which it leaves out of the list."""
    body = openai(text)
    body["choices"][0]["text"] = f"<|im_start|>{text}\n"
    body["usage"]["prompt_tokens"] += 1
    return body


def vllm(text: str, lead: bool = False, **others: object) -> dict:
    pieces, values = (PIECES[text], VALUES[text]) if lead else (PIECES[text][1:], VALUES[text][1:])
    entries = [
        {str(place): {"logprob": value, "rank": place, "decoded_token": piece}}
        for place, (piece, value) in enumerate(zip(pieces, values, strict=True), start=2)
    ]
    return {"choices": [{"text": "\n", "logprobs": None, "prompt_logprobs": [None, *entries]} | others]}


def sglang(text: str, lead: str = "") -> dict:
    tokens, values = [*filter(None, [lead]), *PIECES[text]], [*([None] if lead else []), *VALUES[text]]
    values[0] = None
    triples = [[value, 7, token] for value, token in zip(values, tokens, strict=True)]
    return {"text": "\n", "meta_info": {"input_token_logprobs": triples, "output_token_logprobs": [[-0.75, 1, "\n"]]}}


def tgi(text: str, lead: str = "") -> dict:
    triples = sglang(text, lead)["meta_info"]["input_token_logprobs"]
    prefill = [{"id": number, "text": token, "logprob": value} for value, number, token in triples]
    return {"generated_text": "\n", "details": {"prefill": prefill, "tokens": [{"text": "\n", "logprob": -0.75}]}}


FORMS = {
    "openai": (openai(DOG), openai(DOG, "<s>")),
    "vllm": (vllm(DOG), vllm(DOG, lead=True)),
    "sglang": (sglang(DOG), sglang(DOG, "<s>")),
    "tgi": (tgi(DOG), [tgi(DOG, "<s>")]),
}


@pytest.mark.parametrize("form", FORMS)
def test_every_format_gives_the_tokens_of_the_sentence_and_no_others(form):
    alone, after = (of_response(body, DOG) for body in FORMS[form])
    assert (alone.known, alone.begins) == ([-3.5, -1.25, -0.5], ("", False))
    assert after.known == [-2.0, -3.5, -1.25, -0.5] and after.begins[1]
    assert after.before == (completions.UNNAMED if form == "vllm" else "<s>")
    for one in (alone, after):
        assert one.tokens == PIECES[DOG] and not one.shifted
        assert [DOG[start:end] for start, end in one.spans] == PIECES[DOG]
    assert (alone.counted, after.counted) == (4, 5)


def test_ranks_are_there_where_the_server_says_them():
    assert of_response(vllm(DOG), DOG).ranks == [None, 2, 3, 4]
    assert of_response(openai(DOG), DOG).ranks == [None] * 4


def test_of_several_tokens_at_one_place_the_prompts_own_counts():
    body = vllm(DOG)
    body["choices"][0]["prompt_logprobs"][1]["99"] = {"logprob": -0.1, "rank": 1, "decoded_token": " end"}
    assert of_response(body, DOG).known == [-3.5, -1.25, -0.5]
    body["choices"][0]["prompt_logprobs"][1]["98"] = {"logprob": -0.9, "rank": 5, "decoded_token": " cat"}
    with pytest.raises(InputError, match="several tokens for one place .* return_token_ids: true"):
        of_response(body, DOG)
    body["choices"][0]["prompt_token_ids"] = [1, 2, 3, 4]
    assert of_response(body, DOG).known == [-3.5, -1.25, -0.5]
    body["choices"][0]["prompt_token_ids"] = [1, 2, 3, 5]
    with pytest.raises(InputError, match="has no log-probability of its own token 5 in prompt_logprobs"):
        of_response(body, DOG)


def test_a_dropped_beginning_token_leaves_the_first_token_unscored():
    one = of_response(after_dropped(DOG), DOG)
    assert (one.known, one.begins, one.counted, one.shifted) == ([-3.5, -1.25, -0.5], ("<|im_start|>", False), 5, False)
    body = after_dropped(DOG)
    body["choices"][0]["logprobs"]["token_logprobs"][0] = -2.0
    assert of_response(body, DOG).begins == ("<|im_start|>", True)


def test_no_more_tokens_than_the_prompt_and_no_generated_one_say_nothing_of_a_shift():
    """vLLM answers so with max_tokens: 0, and still counts one token."""
    body = openai(DOG, token="")
    for values in body["choices"][0]["logprobs"].values():
        values.pop()
    one = of_response(body, DOG)
    assert one.known == [-3.5, -1.25, -0.5] and one.shifted is None
    completions.check_alike({"row 1": one})
    assert "no response shows whether" in completions.notes_on([one])[-1]


def test_a_text_that_stopped_by_itself_cannot_show_a_shift_and_then_another_must():
    """The end of text has no text, and llama-cpp-python leaves it out of the list."""
    body = openai(DOG, token="!")
    body["choices"][0]["finish_reason"] = "stop"
    one = of_response(body, DOG)
    assert one.shifted is None
    with pytest.raises(InputError, match="no response shows whether .* max_tokens: 1"):
        completions.check_alike({"row 1": one})
    completions.check_alike({"row 1": one, "row 2": of_response(openai(CAT), CAT)})


def test_parts_of_characters_are_found_by_what_is_around_them():
    text = "Ça coûte 5 € 😀."
    for broken in ("\ufffd", ""):
        tokens = [broken, broken, "a", " co", "û", "te", " 5", f" {broken}", broken, f" {broken}", broken, "."]
        body = openai(DOG)
        body["choices"][0] |= {"text": f"{text}\n"}
        body["choices"][0]["logprobs"] = {
            "tokens": [*tokens, "\n"],
            "token_logprobs": [None, *map(float, range(-1, -len(tokens) - 1, -1))],
        }
        one = of_response(body, text)
        assert one.known == [float(-number) for number in range(1, len(tokens))] and one.shifted is False
        assert [text[start:end].strip() for start, end in one.spans[7:]] == ["€", "€", "😀", "😀", "."]


def test_a_sentence_of_nothing_but_parts_of_characters_is_found():
    text, values = "雪が", [-3.0, -1.0, -2.0, -4.0, -0.5]
    body = openai(DOG)
    listed = {"tokens": ["\ufffd"] * 6 + ["\n"], "token_logprobs": [None, *values, -0.75]}
    body["choices"][0] |= {"text": f"{text}\n", "logprobs": listed}
    body["usage"]["prompt_tokens"] = 6
    one = of_response(body, text)
    assert one.known == values and one.shifted is False


@pytest.mark.parametrize("part", ["\ufffd", ""])
def test_bytes_are_in_the_character_that_they_are_of(part):
    of_two = [(place, place + 1) for place in (0, 1) for _ in range(3)]
    assert completions.places([part] * 6 + [" ok"], "雪が ok") == [*of_two, (3, 5)]
    assert completions.places([part] * 3 + [f" {part}", part, part], "雪 が")[3:] == [(2, 3)] * 3
    fewer = completions.places([part] * 5 + [" ok"], "雪が ok")  # some are of two bytes: only the ends are known
    assert (fewer[0][0], fewer[-1]) == (0, (3, 5))


@pytest.mark.parametrize("token", ["\n", "\ufffd", ""])
def test_the_end_is_found_where_the_server_leaves_out_a_token_that_it_added(token):
    """So does llama-cpp-python with models whose tokenizer adds a beginning token, which the text then lacks."""
    text, values = "No”", [-3.0, -1.0, -2.0]
    body = openai(DOG)
    listed = {"tokens": ["No", "", "", "", token], "token_logprobs": [None, *values, -0.75]}
    body["choices"][0] |= {"text": f"{text}{token}", "logprobs": listed}
    body["usage"] = {"prompt_tokens": 5, "completion_tokens": 1}
    if token:
        assert of_response(body, text).known == values
    else:  # the last token may as well be a part of the sentence, and the generated one missing
        with pytest.raises(InputError, match="do not show where the sentence 'No”' ends"):
            of_response(body, text)


def test_a_part_of_the_first_character_is_no_special_token_if_the_server_leaves_that_out():
    body = openai(DOG)
    listed = {"tokens": ["", "", " oui", ".", "\n"], "token_logprobs": [None, -1.0, -2.0, -3.0, -0.75]}
    body["choices"][0] |= {"text": "<s>À oui.\n", "logprobs": listed}
    body["usage"] = {"prompt_tokens": 5, "completion_tokens": 1}
    one = of_response(body, "À oui.")
    assert one.known == [-1.0, -2.0, -3.0] and one.begins == ("<s>", False)


def test_parts_of_a_generated_character_are_not_of_a_sentence_that_ends_before_them():
    body = openai(DOG)
    listed = {
        "tokens": ["Très", "", "", " bien", ".", "", ""],
        "token_logprobs": [None, -1.0, -2.0, -3.0, -4.0, -5.0, -6.0],
    }
    body["choices"][0] |= {"text": "Très “ bien.”", "logprobs": listed}
    body["usage"] = {"prompt_tokens": 6, "completion_tokens": 2}
    assert of_response(body, "Très “ bien.").known == [-1.0, -2.0, -3.0, -4.0]


def test_tokens_that_have_lost_their_spaces_are_found():
    """Llama 2's tokens look so when each is decoded by itself."""
    body = sglang(DOG, "<s>")
    for triple in body["meta_info"]["input_token_logprobs"]:
        triple[2] = triple[2].strip()
    one = of_response(body, DOG)
    assert one.known == VALUES[DOG] and [DOG[start:end] for start, end in one.spans][1:3] == ["dog ", "barks"]


REFUSED = {
    "an error": ({"error": {"message": "No such model"}}, NoScoreError, "answered with an error: No such model"),
    "two choices": ({"choices": [{}, {}]}, NoScoreError, "has 2 choices"),
    "null": ({"choices": [{"text": DOG, "logprobs": None}]}, NoScoreError, "logprobs is null"),
    "no prefill": ({"generated_text": "", "details": {"prefill": []}}, NoScoreError, "enable-prefill-logprobs"),
    "no return_logprob": ({"text": "a", "meta_info": {}}, NoScoreError, "return_logprob: true"),
    "chat": ({"object": "chat.completion", "choices": [{"message": {}}]}, InputError, "is of a chat endpoint"),
    "Ollama": ({"model": "m", "response": "a", "done": True}, InputError, "is of Ollama, llama-server or a chat"),
    "llama-server": ({"choices": [{"text": "a", "logprobs": {"content": []}}]}, InputError, "is of llama-server, .*MODEL=model.gguf"),
    "another": ({"answer": 1}, InputError, "has no known format; its keys are: answer"),
    "no object": ([1, 2], InputError, "is not a response about one sentence"),
    "no echo": ({"choices": [{"text": "\n", "logprobs": {"tokens": ["\n"], "token_logprobs": [-1.0]}}]}, InputError,
                "does not repeat the sentence, but has the text"),
    "numbers": (openai(DOG, tokens=["token_id:1"] * 5), InputError, "names tokens by their numbers"),
    "lengths": (openai(DOG, tokens=["The"]), InputError, "has 1 tokens and 5 log-probabilities"),
    "other tokens": (openai(DOG, tokens=["The", " cat", " barks", ".", "\n"]), InputError, "are not the sentence"),
    "null inside": (openai(DOG, token_logprobs=[None, -1.0, None, -1.0, -1.0]), InputError, "' barks' has no log-probability .None., which only a first"),
    "-9999": (openai(DOG, token_logprobs=[None, -9999.0, -1.0, -1.0, -1.0]), InputError, "is -9999.0, which vLLM"),
    "NaN": (openai(DOG, token_logprobs=[None, math.nan, -1.0, -1.0, -1.0]), InputError, "' dog' is nan"),
    "positive": (openai(DOG, token_logprobs=[None, 0.5, -1.0, -1.0, -1.0]), InputError, "' dog' is 0.5, which is no log-prob"),
    "text": (openai(DOG, token_logprobs=[None, "-1", -1.0, -1.0, -1.0]), InputError, "' dog' has no log-probability .'-1'."),
    "zeros": (openai(DOG, token_logprobs=[None, 0.0, 0.0, 0.0, -1.0]), InputError, "are 0, as from a server that does not"),
    "a first value": (openai(DOG, token_logprobs=[-1.0] * 5), InputError, "has a log-probability of the first token 'The'"),
    "words before": (openai(DOG) | {"choices": [openai(DOG)["choices"][0] | {"text": f"Say: {DOG}\n"}]}, InputError,
                     "has 'Say: ' before the sentence; only special tokens"),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSED)
def test_what_has_no_score_says_why(case):
    body, kind, message = REFUSED[case]
    with pytest.raises(kind, match=message):
        of_response(body, DOG)


STRANGE = (None, 0, "x", [], {}, [None], [[]], True, 10**400, -(10**400), math.nan)


def changed(body: object) -> Iterator[object]:
    """Yield a body, or a part of one, with something strange in the place of each of its parts, one at a time."""
    yield from STRANGE
    parts = body.items() if isinstance(body, dict) else enumerate(body[:2]) if isinstance(body, list) else ()
    for key, part in parts:
        for other in changed(part):
            copy = body.copy()
            copy[key] = other
            yield copy


@pytest.mark.parametrize("form", FORMS)
def test_malformed_bodies_are_refused_in_words(form):
    refused = 0
    for body in (*changed(FORMS[form][0]), *changed(FORMS[form][1])):
        try:
            of_response(body, DOG)
        except InputError:
            refused += 1
    assert refused > 100


def test_a_malformed_response_is_named_by_its_row(tmp_path):
    bodies = {"d": openai(DOG), "c": openai(CAT, tokens=None), "r": {"choices": [None]}}
    with pytest.raises(InputError) as raised:
        read(written(tmp_path / "r.jsonl", batch(bodies)))
    for place in ("row 2 (custom_id 'c')", "row 3 (custom_id 'r')"):
        assert f"{place}: is malformed: its tokens and their log-probabilities are missing" in str(raised.value)


def test_a_special_token_that_the_server_reads_as_text_is_refused():
    body = openai(DOG)
    body["choices"][0]["text"] = f"<s>{DOG}\n"
    body["choices"][0]["logprobs"]["tokens"] = ["<", "s", ">The", " dog", " barks", ".", "\n"]
    body["choices"][0]["logprobs"]["token_logprobs"] = [None, *[-1.0] * 6]
    with pytest.raises(InputError, match="the server reads <s> as text, in the tokens '<', 's'"):
        of_response(body, DOG)


def test_a_rounding_above_zero_is_zero():
    assert of_response(openai(DOG, token_logprobs=[None, 1e-7, -1.0, -1.0, -1.0]), DOG).known == [0.0, -1.0, -1.0]


def written(path, lines):
    path.write_text("".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines), encoding="utf-8")
    return path


def batch(bodies):
    return [
        {"custom_id": name, "response": {"status_code": 200, "body": body}, "error": None}
        for name, body in bodies.items()
    ]


def read(path, sentences=SENTENCES, complete=False):
    made = scores.read(path, scores.columns_of(path), [], sentences, complete=complete)
    return {(name, measure): score for name, measure, score in made.rows}, made.reading


ALL = {
    "openai": openai,
    "vllm": lambda text, lead="": vllm(text, lead != ""),
    "sglang": sglang,
    "tgi": tgi,
}


@pytest.mark.parametrize("form", ALL)
def test_saved_responses_are_scores(tmp_path, form):
    path = written(tmp_path / "r.jsonl", batch({IDS[text]: ALL[form](text, "<s>") for text in VALUES}))
    made, reading = read(path, complete=True)
    assert {name: made[name, "log_prob"] for name in SENTENCES} == {"d": -7.25, "c": -10.0, "r": -7.0}
    assert made["d", "mean_lp"] == -7.25 / 4
    assert reading.columns["custom_id"] == "sentence_id"
    alone = written(tmp_path / "alone.jsonl", batch({IDS[text]: ALL[form](text) for text in VALUES}))
    made, reading = read(alone)
    assert {name: made.get((name, "log_prob")) for name in SENTENCES} == {"d": -5.25, "c": -6.0, "r": None}
    assert any("nothing precedes the sentence" in note for note in reading.notes)
    assert any(
        "responses without a score: 1, the first: row 3 (custom_id 'r'): is one token" in it for it in reading.notes
    )
    with pytest.raises(InputError, match=r"row 3 \(custom_id 'r'\): is one token, and the first token has no"):
        read(alone, complete=True)


@pytest.mark.parametrize("form", ["openai", "sglang", "tgi"])
def test_bodies_alone_are_matched_by_the_sentence_that_they_repeat(tmp_path, form):
    path = written(tmp_path / "r.jsonl", [ALL[form](text, "<s>") for text in VALUES])
    made, _ = read(path, complete=True)
    assert {name: made[name, "log_prob"] for name in SENTENCES} == {"d": -7.25, "c": -10.0, "r": -7.0}


def test_a_body_that_may_be_about_two_sentences_goes_by_the_number_of_tokens(tmp_path):
    """The server might have generated the full stop."""
    sentences = {"long": DOG, "short": "The dog barks"}
    body = openai(DOG, token="")
    for values in body["choices"][0]["logprobs"].values():
        values.pop()
    path = written(tmp_path / "r.jsonl", [body])
    assert read(path, sentences)[0]["long", "log_prob"] == -5.25
    body["usage"]["prompt_tokens"] = 3
    assert read(written(path, [body]), sentences)[0]["short", "log_prob"] == -4.75
    with pytest.raises(
        InputError, match="could belong to 'The dog barks' or 'The dog barks.'; write a custom_id into each line"
    ):
        read(written(path, [body | {"usage": None}]), sentences)


def test_prompt_logprobs_alone_need_ids(tmp_path):
    with pytest.raises(
        InputError, match="prompt_logprobs do not repeat the whole sentence; write a custom_id into each line"
    ):
        read(written(tmp_path / "r.jsonl", [vllm(DOG)]))


def test_one_shifted_response_refuses_the_file_as_a_whole(tmp_path):
    lines = batch({"d": openai(DOG), "c": shifted(CAT)})
    with pytest.raises(
        InputError, match=r"row 2 \(custom_id 'c'\): what was generated .* none of these responses is right"
    ):
        read(written(tmp_path / "r.jsonl", lines))
    assert of_response(shifted(RAIN), RAIN).shifted is True


def test_responses_that_begin_otherwise_are_not_mixed(tmp_path):
    message = r"row 1 .* and row 2 .* do not begin in the same way: <s> precedes .* has a log-probability in the one, nothing stands"
    for other in (openai(CAT), openai(CAT, "<|endoftext|>")):
        with pytest.raises(InputError, match=message.partition(", nothing")[0]):
            read(written(tmp_path / "r.jsonl", batch({"d": openai(DOG, "<s>"), "c": other})))


def test_a_sentence_twice_must_have_the_same_numbers(tmp_path):
    other = openai(DOG, token_logprobs=[None, -3.6, -1.25, -0.5, -1.0])
    lines = [*batch({"d": openai(DOG)}), *batch({"d": openai(DOG)}), *batch({"c": openai(CAT)})]
    assert read(written(tmp_path / "r.jsonl", lines))[0]["d", "log_prob"] == -5.25
    with pytest.raises(InputError, match="rows 1 and 4: have different scores of 'd'"):
        read(written(tmp_path / "r.jsonl", [*lines, *batch({"d": other})]))


def test_failed_lines_and_strangers_are_named(tmp_path):
    failed = {"custom_id": "c", "response": {"status_code": 500, "body": {"error": {"message": "too busy"}}}}
    lost = {"custom_id": "r", "response": None, "error": {"message": "expired"}}
    lines = [*batch({"d": openai(DOG), "x": openai(CAT)}), failed, lost]
    made, reading = read(written(tmp_path / "r.jsonl", lines))
    assert set(made) == {("d", "log_prob"), ("d", "mean_lp")}
    said = " ".join(reading.notes)
    assert "responses without a score: 2, the first: row 3 (custom_id 'c'): the server answered with status 500" in said
    assert "responses left out: 1, the first: row 2 (custom_id 'x'): is no sentence_id of this dataset" in said
    with pytest.raises(InputError) as raised:
        read(tmp_path / "r.jsonl", complete=True)
    for words in ("status 500: too busy", "has no response: expired", "row 2 (custom_id 'x'): is no sentence_id"):
        assert words in str(raised.value)


def test_no_known_id_and_lines_without_one_are_refused(tmp_path):
    with pytest.raises(InputError, match=r"row 1 \(custom_id 'x'\): is no sentence_id of this dataset"):
        read(written(tmp_path / "r.jsonl", batch({"x": openai(DOG)})))
    with pytest.raises(InputError, match="row 2: has no custom_id, but others have one"):
        read(written(tmp_path / "r.jsonl", [*batch({"d": openai(DOG)}), {"response": {"body": openai(CAT)}}]))


def test_responses_of_two_models_are_refused(tmp_path):
    lines = batch({"d": openai(DOG), "c": openai(CAT) | {"model": "n"}})
    with pytest.raises(InputError, match="has responses of several models: m, n"):
        read(written(tmp_path / "r.jsonl", lines))


def test_saved_responses_are_understood_before_the_sentences_are_known(tmp_path):
    path = written(tmp_path / "r.jsonl", batch({"d": openai(DOG), "c": openai(CAT)}))
    assert scores.columns_of(path) == {"log_prob": "log_prob", "mean_lp": "mean_lp"}
    assert scores.understood(path, scores.columns_of(path), []).what == "2 rows of scores"
