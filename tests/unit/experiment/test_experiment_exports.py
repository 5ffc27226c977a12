"""Check what `make experiment` writes for PCIbex, for Qualtrics and for papers."""

import csv
import re
import shutil
import subprocess
from copy import deepcopy
from dataclasses import replace
from html import unescape
from pathlib import Path

import pandas as pd
import pytest

from acceptability.experiment.design import TASKS, Choice
from acceptability.experiment.exports import documents, pcibex, qualtrics, wording
from acceptability.responses import exclusions, results
from acceptability.sources.fetching import read_registry
from acceptability.tables.r_script import r_script
from experiment_designs import FILLERS, PAIRS, TEXTS, design_of
from helpers import ROOT


def rows_of(path: Path) -> list[dict[str, str]]:
    """Return the rows of a table."""
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def sentences(rows: list[dict[str, str]]) -> list[tuple[str, ...]]:
    """Return the ids and texts of rows."""
    return [
        tuple(row[name] for name in ("sentence_id", "pair_id", "sentence", "good", "bad") if name in row)
        for row in rows
    ]


def own(item) -> tuple[str, ...]:
    """Return the id and texts of a sentence or pair of a design."""
    return (item.pair_id, item.good, item.bad) if isinstance(item, Choice) else (item.sentence_id, item.sentence)


def filled_in(texts: dict) -> dict:
    """Return words in which no bracket is left."""
    if isinstance(texts, dict):
        return {key: filled_in(value) for key, value in texts.items()}
    if isinstance(texts, list):
        return [filled_in(value) for value in texts]
    return re.sub(r"[\[\]]", "", texts) if isinstance(texts, str) else texts


# --- PCIbex ---


@pytest.mark.parametrize("task", TASKS)
def test_the_script_for_pcibex_is_javascript(task, tmp_path):
    if not (node := shutil.which("node")):
        pytest.skip("there is no Node.js here, which only this test needs")
    pcibex.write(design_of(task), tmp_path)
    subprocess.run([node, "--check", tmp_path / "pcibex/main.js"], check=True)


@pytest.mark.parametrize("task", TASKS)
def test_tables_for_pcibex_have_what_the_design_has(task, tmp_path):
    design = design_of(task)
    pcibex.write(design, tmp_path)
    critical, others = (rows_of(tmp_path / "pcibex" / name) for name in ("experiment.csv", "fillers.csv"))
    assert sentences(critical) == [own(item) for items in design.critical for item in items]
    assert [row["List"] for row in critical] == ["1"] * len(design.critical[0]) + ["2"] * len(design.critical[1])
    assert sentences(others) == [own(item) for item in (*design.fillers, *design.practice)]
    assert {row["condition"] for row in others} == {"filler", "practice"}
    assert "List" not in others[0]


def test_nobody_gets_both_sentences_of_a_pair(tmp_path):
    pcibex.write(design_of("likert"), tmp_path)
    seen = [(row["List"], row["item"]) for row in rows_of(tmp_path / "pcibex/experiment.csv")]
    assert len(seen) == len(set(seen)) == 12


def test_lists_have_their_order_as_text():
    """PCIbex sorts lists as text, so that 10 would come before 2."""
    items = design_of("likert").lists[0]
    rows = pcibex.tables(replace(design_of("likert"), lists=tuple((item,) * 1 for item in items * 2)))["experiment.csv"]
    assert [row["List"] for row in rows] == [str(number).zfill(2) for number in range(1, 13)]


def test_a_table_without_rows_is_not_written_for_pcibex(tmp_path):
    design = design_of("likert", fillers=False, practice=False)
    pcibex.write(design, tmp_path)
    assert not (tmp_path / "pcibex/fillers.csv").exists()
    assert not (tmp_path / "pcibex/begin.html").exists()
    script = pcibex.script(design)
    assert all(f"const {name} = false;" in script for name in ("HAS_PRACTICE", "HAS_BEGIN"))
    assert "const SHARED = [];" in script


def test_brackets_that_are_left_are_shown_before_the_consent():
    assert "your institution" in pcibex.screens(design_of("likert"))["consent.html"].splitlines()[0]
    ready = pcibex.screens(design_of("likert", texts=filled_in(TEXTS)))["consent.html"]
    assert ready.startswith('<h2 dir="auto">A study about language</h2>')


def test_words_are_text_and_no_markup_for_pcibex():
    texts = deepcopy(TEXTS)
    texts["instructions"]["likert"] = "Is a < b?\n\nYes & <b>no</b>."
    texts["questions"]["fields"] = [{"name": "region", "label": "North & south?", "options": ['"North"', "<South>"]}]
    texts["completion"]["code"] = "<C0DE>"
    screens = pcibex.screens(design_of("likert", texts=texts))
    assert (
        '<p dir="auto">Is a &lt; b?</p>\n<p dir="auto">Yes &amp; &lt;b&gt;no&lt;/b&gt;.</p>'
        in screens["instructions.html"]
    )
    assert 'name="region" value="&quot;North&quot;">&quot;North&quot;</label>' in screens["questions.html"]
    assert "<b>&lt;C0DE&gt;</b>" in screens["end.html"]


def test_without_a_completion_code_none_is_asked_for():
    texts = deepcopy(TEXTS)
    texts["completion"]["code"] = ""
    assert "code" not in wording.end(texts)


# --- Qualtrics ---


def blocks_of(text: str) -> dict[str, list[str]]:
    """Return the questions of each block of an import."""
    blocks = dict(part.split("]]", 1) for part in text.split("[[Block:")[1:])
    return {name: re.split(r"(?=\[\[Question:)", block)[1:] for name, block in blocks.items()}


@pytest.mark.parametrize("task", [task for task in TASKS if task != "slider"])
def test_ids_for_qualtrics_are_accepted_and_lead_back(task, tmp_path):
    design = design_of(task)
    qualtrics.write(design, tmp_path)
    text = (tmp_path / "qualtrics/import.txt").read_text(encoding="utf-8")
    ids = re.findall(r"\[\[ID:(.*)\]\]", text)
    assert all(re.fullmatch("[A-Za-z][A-Za-z0-9_]*", name) for name in ids)
    assert len({name.casefold() for name in ids}) == len(ids)
    key = rows_of(tmp_path / "qualtrics/key.csv")
    assert [row["question"] for row in key] == ids[3:]  # after those about consent and languages
    shown = [(number, item) for number, items in enumerate(design.critical, 1) for item in (*items, *design.fillers)]
    expected = [("", item) for item in design.practice] + [(str(number), item) for number, item in shown]
    column = "pair_id" if task == "choice" else "sentence_id"
    assert [(row["list"], row[column]) for row in key] == [(number, own(item)[0]) for number, item in expected]
    assert [sentence[task == "choice" :] for sentence in sentences(key)] == [own(item) for _, item in expected]


def test_ids_that_differ_in_signs_only_are_told_apart():
    names = [question.name for question in qualtrics.questions(design_of("likert", practice=False))]
    assert names[:3] == ["p_1_good", "p_1_bad", "q_1_good"]
    assert "q_7_a_bad" in names
    assert names[6:9] == ["filler_1_list1", "filler_2_list1", "filler_3_list1"]
    assert "consent_2" in [question.name for question in qualtrics.questions(design_of("choice"))]


def test_sliders_are_not_written_for_qualtrics_with_the_reason(tmp_path):
    (line,) = qualtrics.write(design_of("slider"), tmp_path)
    assert "not written, because its import has no sliders" in line and not list(tmp_path.iterdir())
    assert "has no sliders" in documents.readme(design_of("slider"))
    assert "read qualtrics/steps.txt" in documents.readme(design_of("likert"))


@pytest.mark.parametrize("task", ["likert", "yes_no"])
def test_a_sentence_is_shown_as_it_is_in_qualtrics(task):
    design = design_of(task)
    blocks = blocks_of(qualtrics.import_text(design, qualtrics.questions(design)))
    assert list(blocks) == ["Consent", "Questions", "Instructions", "Practice", "Begin", "List 1", "List 2", "End"]
    for number, items in enumerate(design.critical, start=1):
        lines = [question.split("\n")[2] for question in blocks[f"List {number}"]]
        first = [re.match('<span dir="auto">(.*?)</span><br><br>', line)[1] for line in lines]
        assert [unescape(html) for html in first] == [item.sentence for item in (*items, *design.fillers)]
        assert not any("<" in html or "[" in html or "$" in html for html in first)


def test_the_answers_of_qualtrics_are_those_that_are_read_back():
    answers = {}
    for task in ("likert", "yes_no"):
        design = design_of(task)
        question = blocks_of(qualtrics.import_text(design, qualtrics.questions(design)))["List 1"][0]
        answers[task] = re.findall(r"\[\[Choice:(\d)\]\]\n(.*)", question)
    middle = [(str(point), str(point)) for point in range(2, 7)]
    assert answers["likert"] == [("1", "1 - completely unnatural"), *middle, ("7", "7 - completely natural")]
    assert answers["yes_no"] == [("1", "Yes"), ("0", "No")]


def test_the_acceptable_sentence_is_first_in_half_of_the_questions_and_always_has_the_value_1():
    design = design_of("choice", fillers=False, practice=False)
    asked = qualtrics.questions(replace(design, choices=(design.choices[0] + design.choices[1],)))
    text = qualtrics.import_text(design, asked)
    assert sum(question.good_first for question in asked) == 3
    for question, shown in zip(asked, blocks_of(text)["List 1"], strict=True):
        answers = re.findall(r'\[\[Choice:(\d)\]\]\n<span dir="auto">(.*)</span>', shown)
        assert {value: unescape(html) for value, html in answers} == {"1": question.item.good, "0": question.item.bad}
        assert question.good_first == (answers[0][0] == "1")
    assert [row["good_first"] for row in qualtrics.key(asked)] == [int(question.good_first) for question in asked]


def test_tables_to_loop_over_have_the_sentences_of_each_list():
    design = design_of("likert")
    rows = list(qualtrics.loops(design))
    assert [row["question"] for row in rows[:2] + rows[-1:]] == ["1_list1", "2_list1", "9_list2"]
    texts = [unescape(re.sub("<span.*?>|</span>", "", row["field_1"])) for row in rows]
    assert texts == [item.sentence for items in design.critical for item in (*items, *design.fillers)]


def as_results(path: Path, headers: list[str], people: list[dict[str, str]]) -> Path:
    """Write what Qualtrics would export: three rows of headers, and a row for each person."""
    fixed = {"Status": "IP Address", "IPAddress": "192.0.2.1", "Finished": "True"}
    names = [*fixed, "ResponseId", *headers]
    ids = ["status", "ipAddress", "finished", "_recordId", *(f"QID{n}" for n in range(len(headers)))]
    with open(path, "w", encoding="utf-8", newline="") as file:
        table = csv.writer(file)
        table.writerow(names)
        table.writerow(names)
        table.writerow(f'{{"ImportId":"{name}"}}' for name in ids)
        for number, answers in enumerate(people):
            row = fixed | {"ResponseId": f"R_{number}"} | answers
            table.writerow(row.get(name, "") for name in names)
    return path


def test_ratings_of_what_was_imported_come_back(tmp_path):
    """The rating of each sentence is its length modulo 7, plus 1."""
    design = design_of("likert")
    qualtrics.write(design, tmp_path)
    key = rows_of(tmp_path / "qualtrics/key.csv")
    rating = {row["question"]: len(row["sentence"]) % 7 + 1 for row in key}
    labels = {1: "1 - completely unnatural", 7: "7 - completely natural"}
    people = [
        {
            row["question"]: labels.get(rating[row["question"]], str(rating[row["question"]]))
            for row in key
            if row["list"] == own
        }
        for own in ("1", "2")
    ]
    path = as_results(tmp_path / "results.csv", [row["question"] for row in key], people)
    pairs = {pair: (good, bad) for pair, _, good, bad in PAIRS}
    answered = results.read(path, pairs, questions=tmp_path / "qualtrics/key.csv")
    expected = {(f"P{row['list']}", row["sentence_id"], str(rating[row["question"]])) for row in key if row["list"]}
    assert {(one.participant, one.sentence_id, one.response) for one in answered.ratings} == expected


@pytest.mark.parametrize("table", ["key.csv", "loops.csv"])
def test_attention_checks_of_what_was_imported_come_back(table, tmp_path):
    """The second participant answers the check of the list, which asks for 2, with 7."""
    design = design_of("likert", texts=TEXTS | {"attention_checks": 1})
    qualtrics.write(design, tmp_path)
    rows = rows_of(tmp_path / "qualtrics" / table)
    assert [row["attention_answer"] for row in rows if row["sentence_id"] == "attention.1"] == ["2", "2"]
    of_checks = [("1", "2"), ("2", "7"), ("2", "2")]  # the list, and the answer to its check
    people = [
        {
            row["question"]: answer if row["attention_answer"] else str(place % 7 + 1)
            for place, row in enumerate(rows)
            if row["list"] == own
        }
        for own, answer in of_checks
    ]
    path = as_results(tmp_path / "results.csv", [row["question"] for row in rows if row["list"]], people)
    pairs = {pair: (good, bad) for pair, _, good, bad in PAIRS}
    how = {"questions": tmp_path / "qualtrics" / table, "exclude": "attention=1", "fillers": tmp_path / "f.csv"}
    pd.DataFrame(FILLERS, columns=["sentence_id", "sentence", "gold"]).to_csv(how["fillers"], index=False)
    answered = results.read(path, pairs, **how)
    assert answered.reasons == {"P2": "attention=1 (1)"}
    assert len(answered.ratings) == 3 * (len(PAIRS) + len(FILLERS))
    assert "attention checks: 3 answers of 3 participants, 1 wrong" in answered.reading.notes


def test_choices_of_what_was_imported_come_back(tmp_path):
    """Pairs that differ in more than punctuation, which is all that Qualtrics keeps of the answer: its text."""
    design = design_of("choice")
    qualtrics.write(design, tmp_path)
    key = rows_of(tmp_path / "qualtrics/key.csv")
    chosen = {row["question"]: ("good", "bad")[place % 3 == 0] for place, row in enumerate(key)}
    people = [
        {row["question"]: row[chosen[row["question"]]] for row in key if row["list"] == own} for own in ("1", "2")
    ]
    path = as_results(tmp_path / "results.csv", [row["question"] for row in key], people)
    pairs = {pair: (good, bad) for pair, _, good, bad in PAIRS}
    answered = results.read(path, pairs, questions=tmp_path / "qualtrics/key.csv")
    expected = {row["pair_id"]: str(int(chosen[row["question"]] == "good")) for row in key if row["pair_id"] in pairs}
    read = {one.pair_id: one.response for one in answered.choices}
    assert {pair: chosen for pair, chosen in read.items() if pair != "p_1"} == {
        pair: chosen for pair, chosen in expected.items() if pair != "p_1"
    }


# --- Documents ---


@pytest.mark.parametrize("task", TASKS)
def test_materials_have_all_that_is_shown(task, tmp_path):
    design = design_of(task, texts=TEXTS | {"attention_checks": 2})
    documents.write(design, tmp_path)
    rows = rows_of(tmp_path / "materials.csv")
    everything = [item for items in design.critical for item in items] + [*design.shared, *design.practice]
    assert sentences(rows) == [own(item) for item in everything]
    others = len(design.shared) + len(design.practice)
    assert [row["list"] for row in rows][-others - 1 :] == ["2"] + ["all"] * others
    assert [row["gold"] for row in rows] == [getattr(item, "gold", "") for item in everything]


@pytest.mark.parametrize("task", TASKS)
@pytest.mark.parametrize("fillers", [True, False])
@pytest.mark.parametrize("checks", [0, 2])
def test_the_rules_of_the_sheet_are_those_of_the_command(task, fillers, checks):
    design = design_of(task, fillers=fillers, texts=TEXTS | {"attention_checks": checks})
    rules = exclusions.parse(documents.exclude(design)).numbers
    assert ("attention" in rules) == bool(checks)
    rules.pop("attention", None)
    expected = {"gold": 0.2, "fast": 1000, "constant": 1, "complete": 0.9}
    if task == "choice":
        del expected["constant"]
    if not fillers:
        del expected["gold"]
    assert rules == expected
    assert f"EXCLUDE={documents.exclude(design)}" in documents.readme(design)
    assert (documents.NO_GOLD in documents.sheet(design)) != fillers


@pytest.mark.parametrize("task", TASKS)
def test_no_place_of_a_text_stays_empty(task):
    for design in (design_of(task), design_of(task, fillers=False, practice=False)):
        for text in (
            documents.readme(design),
            documents.sheet(design),
            documents.methods(design),
            qualtrics.steps(design),
        ):
            assert not re.search(r"None|\$(?!\{lm)|\{\}|nan", text)
            assert not text.startswith("\n") and text.endswith("\n")


def test_power_is_that_of_a_normal_approximation():
    """A difference of two means of 25 ratings with the SD 0.673 has the error 0.673 √(2/25) = 0.19035.

    0.19035 × 1.95996 = 0.3731; 0.19035 × (1.95996 + 0.84162) = 0.5333. Shares of two sentences: √(0.5/25) = 0.14142,
    0.2772 and 0.3962; of one: 0.1, 0.1960 and 0.2802.
    """
    assert "| 25 | 50 | 0.37 | 0.53 |" in documents.sheet(design_of("likert"))
    assert "| 25 | 50 | 0.28 | 0.40 |" in documents.sheet(design_of("yes_no"))
    assert "| 25 | 50 | 0.20 | 0.28 |" in documents.sheet(design_of("choice"))


def test_the_sheet_counts_what_is_shown():
    sheet = documents.sheet(design_of("likert"))
    assert "6 minimal pairs of 3 phenomena. All participants will see the same 3 fillers, 0.5 for each" in sheet
    assert "2 will be gold items" in sheet and "Gold items: filler.1 (good), filler.2 (bad)." in sheet
    assert "Each list will have 6 sentences of pairs, 3 of which will be acceptable." in sheet
    assert "Each participant will answer 9 sentences: 6 of the experiment and 3 fillers." in sheet
    assert "| a\\|b | 2 |" in sheet


QUESTIONS_OF_OSF = [
    *("Title", "Hypotheses", "Study type", "Blinding", "Study design", "Randomization", "Existing data"),
    *("Data collection procedures", "Sample size", "Sample size rationale", "Stopping rule", "Manipulated variable"),
    *("Measured variables", "Indices", "Statistical models", "Transformations", "Inference criteria"),
    *("Data exclusion", "Missing data", "Exploratory analyses"),
]


@pytest.mark.parametrize("task", TASKS)
def test_the_sheet_answers_the_questions_of_osf_and_aspredicted_in_the_future_tense(task):
    sheet = documents.sheet(design_of(task))
    assert re.findall(r"^\*\*(.+?)\.?\*\*", sheet, re.M) == QUESTIONS_OF_OSF
    assert sorted(re.findall(r"AsPredicted (\d)\)|^AsPredicted (\d)\.", sheet, re.M)) == [
        *([("", "8")]),
        *((str(number), "") for number in (1, 2, 3, 4, 5, 6, 7, 9)),
    ]
    assert not re.search(r"\b(was|were|had|saw|followed|answered [^a-z])\b", sheet)
    assert sheet.count("[") > 15 and "[date]" in sheet


@pytest.mark.parametrize("task", TASKS)
def test_the_methods_are_in_the_past_tense_and_true_of_the_experiment(task):
    design = design_of(task)
    methods = documents.methods(design)
    own = "\n".join(line for line in methods.splitlines() if not line.startswith(">"))
    assert not re.search(r"\b(will|cannot|has to)\b", own)
    assert "(seed 1)" in own and own.count("[date]") == 2 and "(early languages, best language)" in own
    what = "pairs" if task == "choice" else "sentences"
    assert f"the {what} of each phenomenon, the gold items and the other fillers were spread evenly" in own
    assert ("on the left in half of the pairs" in own) == (task == "choice")
    assert ("of which were acceptable" in own) == (task != "choice")
    assert f"answered {'5' if task == 'choice' else '9'} {what}, one at a time" in own
    few = documents.methods(design_of(task, fillers=False))
    assert "gold items" not in few and f"two {what} of one phenomenon".capitalize() in few


def test_the_methods_name_the_host_and_report_an_order_without_constraints():
    texts = TEXTS | {"save": "datapipe:abc", "questions": TEXTS["questions"] | {"fields": []}}
    methods = documents.methods(design_of("likert", texts=texts))
    assert "and DataPipe stored the answers in a project on OSF." in methods and "by the counter of DataPipe" in methods
    assert "After giving their consent, participants read" in methods
    design = design_of("likert", fillers=False)
    lists = tuple(tuple(replace(item, phenomenon="one") for item in items) for items in design.lists)
    methods = documents.methods(replace(design, lists=lists))
    assert "of one phenomenon followed each other" not in methods and "spread evenly over the whole list" in methods


@pytest.mark.parametrize(
    ("save", "words"),
    [
        ("download", "at random [or: by the link]"),
        ("jatos", "the one that the fewest participants of the batch had finished [or: by the link]"),
        ("post:https://uni.edu/save", "by [the rule of the server; or at random, if the server names no list] [or"),
    ],
)
def test_lists_are_assigned_as_the_page_does_for_the_host(save, words):
    methods = documents.methods(design_of("likert", texts=TEXTS | {"save": save}))
    assert f"was assigned to one list, {words}" in methods


def test_breaks_and_feedback_are_described_if_there_are_any():
    feedback = {"good": "Right,\nit is natural.", "bad": "It is not.", "middle": ""}
    texts = TEXTS | {"break_every": 4, "feedback": feedback}
    methods, sheet = (write(design_of("likert", texts=texts)) for write in (documents.methods, documents.sheet))
    assert "There was a break of any length after every 4 sentences." in methods and "There will be a break" in sheet
    quoted = '"Right, it is natural." (after acceptable sentences); "It is not." (after unacceptable sentences).'
    assert f"Participants saw feedback: {quoted}" in methods and f"will see feedback: {quoted}" in sheet
    without = documents.methods(design_of("likert", texts=TEXTS | {"break_every": 9}))  # of 9 sentences
    assert "break" not in without and "feedback" not in without
    assert "feedback" not in documents.methods(design_of("choice", texts=texts))


def test_attention_checks_are_described_if_there_are_any():
    texts = TEXTS | {"attention_checks": 2}
    methods, sheet = (write(design_of("likert", texts=texts)) for write in (documents.methods, documents.sheet))
    text = "This is not a sentence to judge: please choose 2 here."
    assert f'All participants saw 2 attention checks, such as "{text}"' in methods
    assert f'All participants will see 2 attention checks, such as "{text}"' in sheet
    assert "11 sentences: 6 of the experiment, 3 fillers and 2 attention checks." in sheet
    assert "answered 11 sentences" in methods and "[N] who failed an attention check" in methods
    assert "the other fillers and the attention checks were spread evenly" in methods
    assert "attention check" not in documents.sheet(design_of("likert")) + documents.methods(design_of("likert"))
    assert 'such as "Please choose this text." All' in documents.methods(design_of("choice", texts=texts))


def test_the_sentence_with_an_attention_check_ends_in_a_full_stop():
    texts = TEXTS | {"attention_checks": 1, "attention": TEXTS["attention"] | {"likert": "Click {answer}"}}
    assert 'such as "Click 2". All participants saw' in documents.methods(design_of("likert", texts=texts))


def test_the_readme_names_rules_by_answers_to_questions():
    readme = " ".join(documents.readme(design_of("likert")).split())
    assert "best_language=answer leaves out the participants" in readme and "best_language!=answer those" in readme
    assert "fast_answers=200" in readme and "not read" not in readme


@pytest.mark.parametrize("task", TASKS)
def test_the_plan_for_models_that_do_not_converge_is_that_of_the_script(task):
    """The script for R tries the same random effects, in the same order."""
    script = r_script("mine", ratings=pd.Series([1.0, 4, 7]), choices=["good_first"])
    steps = re.findall(r'^  "(\(1.*?)",?(?:  #.*)?$', script, re.M)
    for text in (documents.sheet(design_of(task)), documents.methods(design_of(task))):
        assert documents.MODELS[task] in text
        listed = re.findall(r"\(\d\) `(.*?)`", text)
        assert listed == ([] if task == "choice" else steps) and len(steps) == 5
        assert ("A random intercept" in text) == (task == "choice")


def test_the_methods_quote_the_instruction_and_the_scale():
    methods = documents.methods(design_of("likert"))
    quoted = [line.removeprefix("> ") for line in methods.splitlines() if line.startswith("> ")]
    assert quoted == wording.paragraphs(TEXTS["instructions"]["likert"])
    assert 'from 1 ("completely unnatural") to 7 ("completely natural")' in methods
    assert 'from 0 ("completely unnatural") to 100 ("completely natural")' in documents.methods(design_of("slider"))
    assert "5351" in methods


def test_the_version_of_jspsych_is_that_of_the_page():
    url = read_registry(ROOT / "resources/sources.tsv")["jspsych-index.browser.min.js"]["url"]
    assert f"/jspsych@{documents.JSPSYCH}/" in url


def test_commands_stay_in_one_line():
    text = wording.wrapped(f"1. {'word ' * 40}\n    make {'word ' * 40}\n")
    first, *_, command, last = text.split("\n")
    assert len(first) <= wording.WIDTH < len(command)
    assert text.split("\n")[1].startswith("   word")
    assert last == ""
