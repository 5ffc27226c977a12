"""Prompts: their files, the questions that they make, and how an answer in words is read."""

import csv
import json
import re
from collections import Counter
from dataclasses import replace

import pandas as pd
import pytest
import yaml

from acceptability.command import asking, configuration, entries, options, request, user_files
from acceptability.contracts import io
from acceptability.contracts.data import PAIRS, SENTENCES
from acceptability.contracts.scoring import ANSWERS
from acceptability.datasets.user_pairs import reader
from acceptability.errors import InputError
from acceptability.kinds.prompted import reading
from acceptability.plan import schema
from acceptability.reading.load import read_yaml
from acceptability.scoring import prompts
from acceptability.scoring.answers import scores_of_items
from acceptability.statistics.deltas import deltas_of_choices
from helpers import ROOT, replace_in, replaced

SHIPPED = sorted((ROOT / "resources/prompts").glob("*.yaml"))
ENGLISH = prompts.checked(read_yaml(ROOT / "resources/prompts/english.yaml"), "english")
CHOICE, YES_NO, RATING = (
    next(prompt for prompt in ENGLISH if prompt.measure == measure) for measure in ("forced_choice", "yes_no", "rating")
)
ENTRY = {
    "id": "mine",
    "language": "en",
    "measure": "yes_no",
    "template": "Good? {sentence}",
    "options": {"yes": [" Yes"], "no": [" No"]},
    "study": "none",
}


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_the_workflow_s_own_prompts_are_right_and_have_several_wordings_of_each_measure(path):
    found = prompts.checked(read_yaml(path), path.stem)
    assert set(Counter(prompt.measure for prompt in found).values()) == {3}
    assert {prompt.measure for prompt in found} == set(prompts.MEASURES)
    for prompt in found:
        slot = prompts.SLOTS[prompt.measure][0]
        assert len(prompt.template.partition(slot)[0].split()) > 10  # what is shared precedes the sentence


def test_a_prompt_is_filled_once_and_braces_of_a_sentence_are_its_own():
    assert YES_NO.text(["Say {sentence}."]).count("Say {sentence}.") == 1
    good_first, bad_first = (CHOICE.text(["Good {second}.", "Bad."], order) for order in CHOICE.orders)
    assert "1: Good {second}.\nSentence 2: Bad." in good_first
    assert "1: Bad.\nSentence 2: Good {second}." in bad_first


def test_what_an_answer_counts():
    assert [CHOICE.value(option, order) for order in CHOICE.orders for option in ("first", "second")] == [1, -1, -1, 1]
    assert (YES_NO.value("yes"), YES_NO.value("no"), RATING.value("6")) == (1, -1, 6)


ANSWERED = {  # what rules say of answers, written out by hand
    "forced_choice": {
        "1": "first",
        " 2.\n": "second",
        "**2**": "second",
        "(1)": "first",
        "1: it is fine": "first",
        "1 is better than 2": None,  # both are named
        "Let me think.\n\n2": "second",  # a line of its own
        "1\n2": None,
        "12": None,
        "1.5": None,
        "1/2": None,
        "one": None,
        "Sentence 1": "first",
        "**Sentence 2.**": "second",
        "Answer: 2": "second",
        "Answer: Sentence 1": "first",
        "It is better.\n\nSentence 2": "second",
        "Sentence 1 is worse": None,
        "1 is wrong": None,
        "2 isn't right": None,
        "**2** is worse.": None,
        "(2) is not acceptable": None,
        "2. It sounds better.": "second",
        "**1**: it is fine": "first",
        "-1": None,
        "1 — the more natural one": "first",
        "Sentence 1 or 2": None,
        "The better sentence: 1": None,
        "": None,
        "?": None,
    },
    "yes_no": {
        "yes": "yes",
        "YES!": "yes",
        "“No.”": "no",
        "No, it is not.": "no",
        "Answer: No, it is not.": "no",
        "Answer:": None,
        "Yes, no problem": None,
        "Not at all": None,
        "It is not.": None,
        "I cannot say": None,
        "Nope": None,
        "no-one": None,
        "ｙｅｓ": "yes",  # full-width letters
    },
    "rating": {
        "7": "7",
        "5/7": "5",
        "**5/7** - it is odd": "5",
        "5/10": None,
        "5 / 10": None,
        "5 of 10": None,
        "5, of 10": None,
        "4 1/2": None,
        "-3": None,
        "**-3**": None,
        "3 - 10": None,
        "3-4": None,
        "7!": "7",
        "7 points": None,
        "5 out of 7": None,
        "5/7 or 6/7": None,
        "4.5": None,
        "Rating: 3": "3",
        "Rating: 3, I would say": "3",
        "Rating": None,
        "My rating: 3": None,
        "3 - it is odd": "3",
        "8": None,
    },
}


@pytest.mark.parametrize(
    ("measure", "answer", "option"), [(name, *case) for name, cases in ANSWERED.items() for case in cases.items()]
)
def test_answers_are_read_by_rules_and_never_guessed(measure, answer, option):
    prompt = next(prompt for prompt in ENGLISH if prompt.measure == measure)
    assert prompt.option_of(answer) == option


def test_the_longest_form_is_the_one_that_is_named():
    prompt = replace(YES_NO, options={"yes": ("acceptable",), "no": ("not acceptable", "unacceptable")})
    assert [prompt.option_of(said) for said in ("Acceptable", "Not acceptable.", "not")] == ["yes", "no", None]


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"template": "Good?"}, r"prompt 1 \(mine\): template must contain {sentence} once"),
        ({"template": "{sentence} {sentence}"}, "must contain {sentence} once"),
        ({"measure": "forced_choice", "template": "{first}?"}, "must contain {second} once"),
        ({"measure": "grade"}, "no measure 'grade'"),
        ({"options": {"yes": [" Yes"], "no": ["yes"]}}, "options yes and no are the same"),
        ({"options": {"yes": [" Yes"], "maybe": ["No"]}}, "options of yes_no must be yes and no"),
        ({"options": {"yes": ["Yes", "Yes, it is"], "no": ["No"]}}, "'Yes, it is' begins with 'Yes'"),
        ({"options": {"yes": ["Yes"], "no": []}}, "option no: write its forms as a list"),
        ({"options": {"yes": ["+"], "no": ["No"]}}, "'\\+' has no letter or digit"),
        ({"measure": "rating", "options": {1: ["1"], "good": ["2"]}}, "two whole numbers or more"),
        ({"measure": "rating", "options": {1: ["1"], 10: ["10"]}}, "'10' begins with '1'"),
        ({"id": "Mine!"}, "lower-case letters"),
        ({"language": ""}, "language must be text"),
        ({"more": 1}, "no key 'more'"),
    ],
)
def test_a_prompt_that_cannot_be_asked_is_refused_in_one_line(changed, message):
    with pytest.raises(InputError, match=message) as refused:
        prompts.checked([ENTRY | changed], "my.yaml")
    assert str(refused.value).startswith("my.yaml: prompt 1") and "\n" not in str(refused.value)


def test_other_mistakes_in_a_file_of_prompts():
    with pytest.raises(InputError, match="must be a list of prompts"):
        prompts.checked({}, "my.yaml")
    with pytest.raises(InputError, match="two prompts have the id 'mine'"):
        prompts.checked([ENTRY, ENTRY], "my.yaml")
    with pytest.raises(InputError, match="'study' is missing"):
        prompts.checked([{key: value for key, value in ENTRY.items() if key != "study"}], "my.yaml")
    with pytest.raises(InputError, match="no prompt of the measure rating"):
        prompts.of_measures(prompts.checked([ENTRY], "my.yaml"), ["rating"], "my.yaml")


EXAMPLES = [{"sentence": "Boys run.", "answer": "yes"}, {"sentence": "Boys runs.", "answer": "no"}]
RATED = {"measure": "rating", "options": {1: [" 1"], 2: [" 2"], 3: [" 3"]}}


def few(*examples, **changed):
    (prompt,) = prompts.checked([ENTRY | changed | {"examples": list(examples) or EXAMPLES}], "my.yaml")
    return prompt


def test_examples_are_shown_in_rotations_in_which_each_is_the_last_one_once():
    three = few(*({"sentence": f"Say {n}.", "answer": "yes"} for n in range(3)), balanced=False)
    items = prompts.items_of([("a", "Boys sleep.")], [])
    first, second, third = prompts.questions([three], items)
    shown = "Good? Say {}. Yes\n\nGood? Say {}. Yes\n\nGood? Say {}. Yes\n\nGood? Boys sleep."
    assert [first.text, second.text, third.text] == [
        shown.format(*order) for order in ((0, 1, 2), (1, 2, 0), (2, 0, 1))
    ]
    assert [prompts.repetition_of(question) for question in (first, second, third)] == [1, 2, 3]
    assert [prompts.repetition_of(question, 2) for question in (first, second, third)] == [7, 8, 9]


def test_examples_of_pairs_stand_in_the_order_in_which_they_are_given():
    shown = {"first": "Boys runs.", "second": "Boys run.", "answer": "second"}
    other = {"first": "Girls run.", "second": "Girls runs.", "answer": "first"}
    options = {"first": [" 1"], "second": [" 2"]}
    prompt = few(shown, other, measure="forced_choice", template="1 {first} 2 {second}:", options=options)
    items = prompts.items_of([("g", "Boys sleep."), ("b", "Boys sleeps.")], [("p", "g", "b")])
    texts = [question.text for question in prompts.questions([prompt], items)]
    one, two = "1 Boys runs. 2 Boys run.: 2\n\n", "1 Girls run. 2 Girls runs.: 1\n\n"
    good_first, bad_first = "1 Boys sleep. 2 Boys sleeps.:", "1 Boys sleeps. 2 Boys sleep.:"
    assert texts == [one + two + good_first, two + one + good_first, one + two + bad_first, two + one + bad_first]


def test_files_of_prompts_in_the_documentation_are_right():
    blocks = re.findall(r"```yaml\n(- .*?)```", (ROOT / "docs/prompts.md").read_text(encoding="utf-8"), re.DOTALL)
    found = [prompt for block in blocks for prompt in prompts.checked(yaml.safe_load(block), "prompts.md")]
    assert [len(prompt.examples) for prompt in found] == [0, 4]


def test_a_prompt_is_written_as_its_file_has_it():
    assert few(balanced=False).as_written == ENTRY | {
        "options": {"yes": (" Yes",), "no": (" No",)}, "examples": EXAMPLES, "balanced": False,
    }  # fmt: skip
    assert prompts.checked([ENTRY], "my.yaml")[0].as_written.keys() == ENTRY.keys()


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"examples": []}, "examples must be a list of examples"),
        ({"balanced": False}, "balanced is about examples, and there are none"),
        ({"examples": EXAMPLES, "balanced": "no"}, "balanced must be true or false"),
        ({"examples": [{"sentence": "Boys run."}]}, "example 1: must have the keys sentence, answer, and no others"),
        ({"examples": [*EXAMPLES, {"sentence": 3, "answer": "no"}]}, "example 3: sentence must be text"),
        (
            {"examples": [{"sentence": "A", "answer": "maybe"}]},
            "example 1: the answer 'maybe' is none of the options yes",
        ),
        ({"examples": [*EXAMPLES, EXAMPLES[0]]}, "not balanced: yes 2 ×, no 1 ×, which teaches a model to say yes"),
        ({"examples": [EXAMPLES[1]]}, "not balanced: no 1 ×, yes 0 ×"),
        (RATED | {"examples": [{"sentence": "A", "answer": n} for n in (1, 2, 2)]}, "not balanced: 1 1 ×, 3 0 ×"),
    ],
)
def test_examples_that_cannot_be_shown_are_refused_in_one_line(changed, message):
    with pytest.raises(InputError, match=message) as refused:
        prompts.checked([ENTRY | changed], "my.yaml")
    assert str(refused.value).startswith("my.yaml: prompt 1 (mine): ") and "\n" not in str(refused.value)


def test_ratings_are_balanced_around_the_middle_of_the_scale_and_a_bare_yes_is_an_answer():
    answers = [{"sentence": f"Say {n}.", "answer": n} for n in (1, 3, 2)]
    assert [example.answer for example in few(*answers, **RATED).examples] == ["1", "3", "2"]
    assert [example.answer for example in few({"sentence": "A", "answer": True}, EXAMPLES[1]).examples] == ["yes", "no"]


def test_yes_and_no_without_quotation_marks_are_what_yaml_makes_of_them():
    written = yaml.safe_load(replaced(replaced(yaml.safe_dump([ENTRY]), "'yes'", "yes"), "'no'", "no"))
    assert set(written[0]["options"]) == {True, False}
    assert prompts.checked(written, "my.yaml")[0].options == {"yes": (" Yes",), "no": (" No",)}


# From a table of pairs to prompts, to a provider's answers, and back.


@pytest.fixture
def table(tmp_path):
    """A table of 40 pairs."""
    path = tmp_path / "my_pairs.csv"
    rows = [f"p{n},Boys sleep {n} times.,Boys sleeps {n} times." for n in range(1, 41)]
    path.write_text("\n".join(["pair_id,good,bad", *rows]) + "\n")
    return path


def one_prompt(folder):
    """A file with the first shipped prompt alone, so that every answer can be counted by hand."""
    path = folder / "one.yaml"
    path.write_text(yaml.safe_dump(read_yaml(SHIPPED[0])[:1]))
    return path


def asked(table, **words):
    words = {"PAIRS": str(table), "FOLDER": str(table.parent / "out"), **words}
    asking.write(options.parse(words, asking.COMMAND), ROOT)
    with open(table.parent / "out/prompts.csv", newline="") as file:
        return list(csv.DictReader(file))


def items_of(table, folder):
    made = reader.read(pairs=table)
    io.write_table(made.sentences, folder / "sentences.csv", SENTENCES)  # as a run does
    io.write_table(made.pairs, folder / "pairs.csv", PAIRS)
    sentences, pairs = io.read_table(folder / "sentences.csv", SENTENCES), io.read_table(folder / "pairs.csv", PAIRS)
    return prompts.items_of_tables(sentences, pairs), sentences, pairs


def read_back(path, table, tmp_path, file, system=""):
    items, *others = items_of(table, tmp_path)
    wanted = prompts.checked(read_yaml(file), file)
    rows = reading.read_answers(reading.read_rows(path), wanted, items, path, system)
    answers = pd.DataFrame(rows, columns=list(ANSWERS.columns)).astype({"score": float, "listed": float})
    io.write_table(answers, tmp_path / "answers_out.csv", ANSWERS)
    return io.read_table(tmp_path / "answers_out.csv", ANSWERS), rows, others


def test_40_pairs_to_a_provider_and_back(table, tmp_path):
    """The counts follow by hand from 80 questions. Pairs 1 to 30 are answered right in both orders, 31 to 40 by "1" whatever the order. Then
    three answers cannot be read (pairs 1, 2 and 31, first order), two are missing (pair 3, both orders), and one
    question is answered twice (pair 4, first order: once right, once wrong).
    """
    file = one_prompt(tmp_path)
    questions = asked(table, PROMPTS=str(file))
    assert len(questions) == 80 and {row["options"] for row in questions} == {"1 | 2"}
    lines = [json.loads(line) for line in (tmp_path / "out/prompts.jsonl").read_text().splitlines()]
    assert [line["custom_id"] for line in lines] == [row["id"] for row in questions]
    assert [line["body"]["messages"][0]["content"] for line in lines] == [row["prompt"] for row in questions]
    assert {(line["method"], line["url"], line["body"]["model"]) for line in lines} == {
        ("POST", asking.URL, asking.PLACEHOLDER)
    }
    said = []
    for number, row in enumerate(questions):
        pair = number // 2 + 1
        right = "1" if row["order"] == "good_first" else "2"
        said.append([pair, row["order"], row["id"], right if pair <= 30 else "1"])
    for pair, answer in {1: "Both 1 and 2.", 2: "I cannot say.", 31: "Neither"}.items():
        said[2 * (pair - 1)][3] = answer
    said.append([4, "good_first", said[6][2], "2"])
    said = [row for row in said if row[0] != 3][::-1]  # in another order
    path = tmp_path / "answers.csv"
    with open(path, "w", newline="") as written:
        csv.writer(written).writerows([["id", "answer"], *(row[2:] for row in said)])
    answers, rows, (sentences, pairs) = read_back(path, table, tmp_path, file)
    assert len(answers) == 81 and answers["score"].isna().sum() == 5
    assert next(reading.said_of(rows)) == "76 answers read, 3 could not be read, 2 questions without an answer"
    scores = scores_of_items(answers).set_index("item")["score"]
    # 1, 2, 31: one order only; 3: none. 4: the mean of 0 and 1. 32 to 40: the same option in both orders.
    expected = {f"p{n}": 1.0 for n in range(5, 31)} | {"p4": 0.5} | {f"p{n}": 0.0 for n in range(32, 41)}
    assert scores.to_dict() == expected
    by_pair = scores_of_items(answers).rename(columns={"item": "pair_id"})
    deltas = deltas_of_choices(by_pair, sentences, pairs, ["forced_choice"])
    assert deltas.set_index("pair_id")["model_delta"].to_dict() == expected and deltas["human_delta"].isna().all()


def test_a_provider_s_lines_are_read_as_they_come(table, tmp_path):
    file = one_prompt(tmp_path)
    questions = asked(table, PROMPTS=str(file))
    path = tmp_path / "output.jsonl"
    body = {"choices": [{"message": {"role": "assistant", "content": "1"}}]}
    lines = [{"id": "x", "custom_id": row["id"], "response": {"status_code": 200, "body": body}} for row in questions]
    lines[0]["response"] = None  # a request that failed
    lines[1]["response"]["body"] = {"choices": body["choices"] * 2}
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    answers, rows, _ = read_back(path, table, tmp_path, file)
    assert list(reading.said_of(rows)) == ["80 answers read, 0 could not be read, 1 question without an answer"]
    assert answers["repetition"].max() == 2
    lines[2] = {"custom_id": questions[2]["id"], "result": {"message": {"content": [{"text": "1"}]}}}
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    with pytest.raises(InputError, match=r"output.jsonl: row 3: has no answer at response.body.choices.*use a table"):
        read_back(path, table, tmp_path, file)


def test_an_odd_line_among_a_provider_s_and_a_mark_at_its_beginning(table, tmp_path):
    first, second, *_ = asked(table)
    body = {"choices": [{"message": {"content": "1"}}]}
    lines = [json.dumps({"custom_id": row["id"], "response": {"body": body}}) for row in (first, second)]
    path = tmp_path / "output.jsonl"
    path.write_text("\n".join(lines), encoding="utf-8-sig")
    assert [row.text for row in reading.read_rows(path)] == ["1", "1"]
    path.write_text("\n".join([*lines, '{"foo": 1}']))
    with pytest.raises(InputError, match="output.jsonl: row 3: is not a line of a provider.*it must have custom_id"):
        reading.read_rows(path)


def test_a_table_in_another_encoding_makes_the_round_trip(tmp_path):
    table = tmp_path / "my pairs.csv"
    table.write_text("good,bad\nLe garçon dort.,Le garçon dors.\n", encoding="latin-1")
    words = {"PAIRS": str(table), "ENCODING": "latin-1", "FOLDER": str(tmp_path / "out")}
    said = asking.write(options.parse(words, asking.COMMAND), ROOT)
    assert said[-1] == f"Then: make score 'PAIRS={table}' ENCODING=latin-1 ANSWERS=answers.csv"
    with open(tmp_path / "out/prompts.csv", newline="", encoding="utf-8") as file:
        questions = list(csv.DictReader(file))
    answers = tmp_path / "answers.csv"
    rows = [[row["id"], row["prompt"], "1"] for row in questions]
    for encoding, expected in (("utf-8", {}), ("latin-1", {"encoding": "latin-1"})):
        with open(answers, "w", newline="", encoding=encoding) as file:
            csv.writer(file).writerows([["id", "prompt", "answer"], *rows])
        score = words | {"PAIRS": str(table), "ANSWERS": str(answers), "FOLDER": str(tmp_path / encoding)}
        folder = request.write(options.parse(score), ROOT, schema.read_schemas(ROOT / "workflow/schemas"))
        (entry,) = read_yaml(folder / "config.yaml")["prompted"].values()
        assert {key: entry[key] for key in entry if key == "encoding"} == expected


def test_examples_are_sent_as_turns_or_in_one_text_and_each_of_their_orders_has_answers(table, tmp_path):
    file = tmp_path / "few.yaml"
    file.write_text(yaml.safe_dump([ENTRY | {"examples": EXAMPLES}]))
    words = {"PROMPTS": str(file), "MEASURES": "yes_no", "REPETITIONS": "2", "SYSTEM_PROMPT": "Be brief."}
    questions = asked(table, **words)
    assert len(questions) == 80 * 2 * 2 and [row["repetition"] for row in questions[:3]] == ["1", "2", "1"]
    assert questions[1]["prompt"] == "Good? Boys runs. No\n\nGood? Boys run. Yes\n\nGood? Boys sleep 1 times."
    lines = [json.loads(line) for line in (tmp_path / "out/prompts.jsonl").read_text().splitlines()]
    said = [(it["role"], it["content"]) for it in lines[0]["body"]["messages"]]
    assert said == [
        ("system", "Be brief."), ("user", "Good? Boys run."), ("assistant", "Yes"), ("user", "Good? Boys runs."),
        ("assistant", "No"), ("user", "Good? Boys sleep 1 times."),
    ]  # fmt: skip
    path = tmp_path / "answers.csv"
    rows = [f"{row['id']},{'yes' if number % 2 else 'no'}" for number, row in enumerate(questions)]
    rows = [row for number, row in enumerate(rows) if number != 1]  # one without an answer
    path.write_text("\n".join(["id,answer", *rows]) + "\n")
    answers, _, _ = read_back(path, table, tmp_path, file, "Be brief.")
    first, *_, last = (own for _, own in answers.groupby("item", sort=False))
    assert last["repetition"].tolist() == [1, 3, 2, 4] and last["score"].tolist() == [-1, -1, 1, 1]
    assert first["repetition"].tolist() == [1, 3, 2] and first["score"].tolist() == [-1, -1, 1]


def test_a_table_that_has_the_examples_is_named_when_prompts_are_written(table, tmp_path):
    file = tmp_path / "few.yaml"
    file.write_text(
        yaml.safe_dump([ENTRY | {"examples": [EXAMPLES[1], {"sentence": "Boys sleep 3 times.", "answer": True}]}])
    )
    words = {"PAIRS": str(table), "PROMPTS": str(file), "MEASURES": "yes_no", "FOLDER": str(tmp_path / "out")}
    said = asking.write(options.parse(words, asking.COMMAND), ROOT)
    assert "shows sentences as examples that are asked about, too, such as “Boys sleep 3 times.”" in said[1]


def test_answers_to_another_table_are_refused_before_any_job(table, tmp_path):
    questions = asked(table)
    path = tmp_path / "answers.csv"
    path.write_text("\n".join(["id,answer", *(f"{row['id']},1" for row in questions)]) + "\n")
    replace_in(table, "Boys sleep 40 times", "Boys sleep 41 times")
    words = options.parse({"PAIRS": str(table), "ANSWERS": str(path), "FOLDER": str(tmp_path / "run")})
    with pytest.raises(InputError, match="(?s)answers.csv.*belongs to other sentences"):
        request.write(words, ROOT, schema.read_schemas(ROOT / "workflow/schemas"))


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("<think>1 or 2? 1!</think>\n\n2", "2"),
        ("<think>first</think> 1 <think>second</think> 2", "2"),
        ("<thinking>1</thinking>2", "2"),
        ("<think>\n\n</think>\n\n1", "1"),
        ("</think>1", "1"),  # where the prompt has the beginning of the thought
        ("<think>It must be\n1", "<think>"),
        ("1\n<think>or is it", "<think>"),
        ("<think>1</think>2<think>3", "<think>"),
        ("think 1", "think 1"),
    ],
)
def test_an_answer_is_what_follows_the_last_thought_and_a_thought_without_an_end_is_none(tmp_path, said, expected):
    path = tmp_path / "answers.csv"
    with open(path, "w", newline="") as file:
        csv.writer(file).writerows([["id", "answer"], ["00000000_choice-hu-frank_1_1_1", said]])
    (row,) = reading.read_rows(path)
    assert row.text == expected
    assert CHOICE.option_of(row.text) == {"1": "first", "2": "second"}.get(expected)


def test_repetitions_have_ids_of_their_own_and_are_averaged(table, tmp_path):
    file = one_prompt(tmp_path)
    questions = asked(table, PROMPTS=str(file), REPETITIONS="3")
    assert len({row["id"] for row in questions}) == 240
    path = tmp_path / "answers.csv"
    said = (f"{row['id']},{1 if row['repetition'] == '2' else 2}" for row in questions)
    path.write_text("\n".join(["id,answer", *said]) + "\n")
    answers, *_ = read_back(path, table, tmp_path, file)
    by_order = answers.groupby("order")["score"].mean()
    assert by_order.to_dict() == pytest.approx({"good_first": -1 / 3, "bad_first": 1 / 3})
    assert scores_of_items(answers)["score"].abs().max() < 1e-12


def test_ids_that_stand_for_nothing_are_refused_one_line_each(table, tmp_path):
    file = one_prompt(tmp_path)
    first, second, *_ = questions = asked(table, PROMPTS=str(file))
    path = tmp_path / "answers.csv"

    def refused(*ids):
        path.write_text("\n".join(["id,answer", *(f"{name},1" for name in ids)]) + "\n")
        with pytest.raises(InputError) as error:
            read_back(path, table, tmp_path, file)
        return str(error.value)

    assert "row 2: 'p1' is not the id of a prompt" in refused("p1")
    mark, rest = first["id"].split("_", 1)
    assert "belongs to other sentences, or to another wording" in refused(f"00000000_{rest}")
    assert "2 things are wrong" in refused(f"00000000_{rest}", replaced(second["id"], "_1_2_1", "_99_2_1"))
    assert "is not in prompts.csv" in refused(f"{mark}_choice-hu-frank_1_0_1")
    rows = [reading.Answer(2, f"{mark}_another_1_1_1", "1")]
    with pytest.raises(InputError, match="there is no prompt 'another'"):
        reading.measures_in(rows, ENGLISH, "answers.csv")
    replace_in(table, "Boys sleep 40 times", "Boys sleep 41 times")  # another table
    assert "belongs to other sentences" in refused(first["id"])
    assert f"answers.csv, rows 2 and 3: '{first['id']}' belongs to other" in refused(first["id"], second["id"])
    many = refused(*(row["id"] for row in questions))
    assert f"answers.csv, rows 2, 3, 4, 5, 6 and 75 more: '{first['id']}' belongs to other" in many and "\n" not in many
    rows = [reading.Answer(number, f"{mark}_another_{number}_1_1", "1") for number in range(2, 82)]
    with pytest.raises(InputError, match="rows 2, 3, 4, 5, 6 and 75 more: there is no prompt 'another'; use PROMPTS="):
        reading.measures_in(rows, ENGLISH, "answers.csv")


def test_a_fingerprint_changes_with_whatever_is_asked():
    items = prompts.items_of([("a", "One."), ("b", "Two.")], [("p", "a", "b")])
    mark = prompts.fingerprint(CHOICE, items)
    assert mark == prompts.fingerprint(CHOICE, items) and len(mark) == 8
    others = [
        prompts.fingerprint(replace(CHOICE, template=CHOICE.template + "!"), items),
        prompts.fingerprint(replace(CHOICE, options={"first": ("A",), "second": ("B",)}), items),
        prompts.fingerprint(CHOICE, prompts.items_of([("a", "One."), ("b", "Three.")], [("p", "a", "b")])),
        prompts.fingerprint(CHOICE, prompts.items_of([("a", "One."), ("b", "Two.")], [("p", "b", "a")])),
        prompts.fingerprint(replace(CHOICE, examples=(prompts.Example(("One.", "Two."), "first"),)), items),
        prompts.fingerprint(CHOICE, items, "Be strict."),
    ]
    assert len({mark, *others}) == 7


def test_a_system_prompt_is_in_the_table_and_in_ids_and_answers_need_it(table, tmp_path):
    plain = asked(table)
    with_one = asked(table, SYSTEM_PROMPT=" Be strict. ")
    assert "system_prompt" not in plain[0] and {row["system_prompt"] for row in with_one} == {"Be strict."}
    assert not {row["id"] for row in plain} & {row["id"] for row in with_one}
    path = tmp_path / "answers.csv"
    path.write_text("\n".join(["id,answer", *(f"{row['id']},1" for row in with_one)]) + "\n")
    words = {"PAIRS": str(table), "ANSWERS": str(path), "FOLDER": str(tmp_path / "run")}
    schemas = schema.read_schemas(ROOT / "workflow/schemas")
    for other in ({}, {"SYSTEM_PROMPT": "Be brief."}):
        with pytest.raises(InputError, match="another system prompt; give the table, PROMPTS= and SYSTEM_PROMPT= that"):
            request.write(options.parse(words | other), ROOT, schemas)
    with pytest.raises(InputError, match="SYSTEM_PROMPT=None: applies only to MODEL= with PROMPTS=, and a text to"):
        request.write(options.parse(words | {"SYSTEM_PROMPT": "None"}), ROOT, schemas)
    folder = request.write(options.parse(words | {"SYSTEM_PROMPT": "Be strict."}), ROOT, schemas)
    (entry,) = read_yaml(folder / "config.yaml")["prompted"].values()
    assert entry["system"] == "Be strict."


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"SENTENCES": "x.csv"}, "add either PAIRS"),
        ({"MEASURES": "grade"}, "MEASURES: the measure 'grade' is not declared"),
        ({"REPETITIONS": "none"}, "must be a whole number"),
        ({"REPETITIONS": "1000000000"}, "must be a whole number from 1 to 1,000$"),
        ({"PAIRS": "."}, "PAIRS=.: is a folder; name a table in it"),
        ({"PROMPTS": "."}, "PROMPTS=.: is a folder; name a file of prompts in it"),
        ({"PROMPTS": "nothing.yaml"}, "there is no such file"),
        ({"KEY": "secret"}, "make prompts: the option 'KEY'"),
        ({"SYSTEM_PROMPT": "own"}, "SYSTEM_PROMPT=own: own and none are about chat templates"),
        ({"SYSTEM_PROMPT": "None"}, "SYSTEM_PROMPT=None: own and none are about chat templates"),
    ],
)
def test_words_of_make_prompts_that_cannot_be_met(table, words, message):
    with pytest.raises(InputError, match=message):
        asked(table, **words)
    assert not (table.parent / "out").exists()


def test_make_score_makes_entries_of_answers_and_of_models_that_are_asked(table, tmp_path):
    questions = asked(table, MEASURES="forced_choice,yes_no")
    path = tmp_path / "answers.csv"
    path.write_text("\n".join(["id,answer", *(f"{row['id']},1" for row in questions)]) + "\n")
    words = options.parse({"pairs": table, "answers": path})
    datasets = {"my-pairs": {"kind": "pairs", "label": "x", "pairs": str(table)}}
    declared = {"names": {}, "datasets": {}, "mirror": None, "ngram": {}, "models": {}, "classifiers": {}}
    wanted = user_files.read_prompts(words, ROOT)
    systems = entries.system_entries(words, datasets, declared, wanted)
    assert [entry["measures"] for _, entry in systems.values()] == [["yes_no"], ["forced_choice"]]
    model = {"label": "M", "path": "x", "kind": "causal", "beginning": True, "measures": ["log_prob"]}
    models, masked = ({"mine": ("models", entry)} for entry in (model, model | {"kind": "masked"}))
    config = configuration.configuration({"prompts": "english"}, datasets, models, declared, None, known_prompts=wanted)
    assert config["run"] == ["mine", "mine-asked", "mine-choice"]
    assert config["prompted"]["mine-choice"] == {"label": "M, asked", "model": "mine", "measures": ["forced_choice"]}
    words = {"prompts": "english", "model": "mine", "system_prompt": "Be brief."}
    config = configuration.configuration(words, datasets, models, declared, None, known_prompts=wanted)
    assert [entry["system"] for entry in config["prompted"].values()] == ["Be brief."] * 2
    with pytest.raises(InputError, match="SYSTEM_PROMPT=none: applies only to MODEL= with PROMPTS=, and"):
        configuration.configuration({"model": "mine", "system_prompt": "none"}, datasets, models, declared, None)
    with pytest.raises(InputError, match="is for causal models"):
        configuration.configuration({"prompts": "english"}, datasets, masked, declared, None, known_prompts=wanted)
