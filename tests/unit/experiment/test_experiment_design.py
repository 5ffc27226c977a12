"""Check what an experiment shows to whom: lists, fillers with gold items, and the words of texts.yaml."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest
import yaml

from acceptability.datasets.user_pairs.reader import from_records
from acceptability.errors import InputError
from acceptability.experiment import fillers, texts
from acceptability.experiment.design import Choice, Stimulus, attention_checks, described, design
from acceptability.statistics import questionnaire
from helpers import ROOT, replace_in, write_csv

SHIPPED = ROOT / "resources/experiment/texts.yaml"
WORDS = texts.read(SHIPPED, SHIPPED)
LANGUAGES = ["de", "es", "fr", "he", "ja", "zh"]
RECORDS = [
    {"pair_id": f"{phenomenon}{number}", "phenomenon": phenomenon, "good": f"{phenomenon} {number} sleeps.",
     "bad": f"{phenomenon} {number} sleep."}
    for phenomenon in ("agreement", "order")
    for number in range(8)
]  # fmt: skip
GOLD = [
    Stimulus(f"filler.{number}", f"Filler {number}.", f"filler.{number}", "filler", "", "good") for number in range(8)
]


def made(task: str = "likert", number: int = 4, others=(), records=RECORDS, seed: int = 1):
    """Return a design of pairs."""
    return design("mine", task, *from_records(records), number, others, WORDS, seed)


def test_nobody_sees_both_sentences_of_a_pair_and_everybody_as_many_good_as_bad_ones():
    lists = made().lists
    assert [len(own) for own in lists] == [8] * 4
    for own in lists:
        assert len({stimulus.item for stimulus in own}) == 8
        assert Counter(stimulus.condition for stimulus in own) == {"good": 4, "bad": 4}
        assert Counter(stimulus.phenomenon for stimulus in own) == {"agreement": 4, "order": 4}
    assert Counter(stimulus.sentence_id for own in lists for stimulus in own) == Counter(
        f"{record['pair_id']}.{side}" for record in RECORDS for side in ("good", "bad")
    )
    assert Stimulus("order3.bad", "order 3 sleep.", "order3", "bad", "order") in {s for own in lists for s in own}


def test_the_lists_are_those_that_make_check_writes():
    sentences, pairs = from_records(RECORDS)
    by_id = sentences.set_index("sentence_id")["sentence"]
    others = pd.Series({"filler.1": "Filler."})
    checked = questionnaire.lists(by_id, pairs, 4, 1, others)
    expected = [set(table["sentence_id"]) - {"filler.1"} for table in checked]
    assert [{stimulus.sentence_id for stimulus in own} for own in made().lists] == expected


@pytest.mark.parametrize("number", [1, 3])
def test_each_pair_of_a_choice_is_in_one_list(number):
    experiment = made("choice", number)
    assert experiment.lists == () and len(experiment.choices) == number
    sizes = [len(own) for own in experiment.choices]
    assert max(sizes) - min(sizes) <= 1
    assert sorted(pair.pair_id for own in experiment.choices for pair in own) == sorted(r["pair_id"] for r in RECORDS)
    assert Choice("order3", "order", "order 3 sleeps.", "order 3 sleep.") in {
        p for own in experiment.choices for p in own
    }
    assert experiment.practice[1] == Choice("practice.2", "", "She told me a long story.", "She said me a long story.")


def test_no_list_of_choices_shows_a_sentence_twice():
    twins = [*RECORDS[:3], dict(RECORDS[0], pair_id="twin", bad="agreement sleep 0.")]
    with pytest.raises(InputError, match="'agreement 0 sleeps.' is in several pairs.*ask for 2 lists or more"):
        made("choice", 1, records=twins)
    for own in made("choice", 2, records=twins).choices:
        assert len({pair.good for pair in own}) == len(own)
    with pytest.raises(InputError, match="5 lists are too many for 4 pairs"):
        made("choice", 5, records=twins)


def test_a_filler_that_is_a_sentence_of_a_pair_is_refused():
    with pytest.raises(InputError, match=r"row 3: 'order 3 sleep.' is also a sentence of the pair 'order3'"):
        made(others=[GOLD[0], Stimulus("filler.x", "order 3  sleep.", "filler.x", "filler", "")])
    with pytest.raises(InputError, match="is also a sentence of the pair 'order3'"):
        made("choice", others=[Choice("filler.x", "", "Something else.", "order 3 sleep.")])


def test_what_a_referee_would_miss_is_said():
    assert not [line for line in described(made(others=GOLD)) if "warning" in line]
    few, none = [line for line in described(made()) if "warning" in line]
    assert (
        "fewer fillers (0) than sentences of pairs in a list (8)" in few and "2 phenomena are fillers for each" in few
    )
    assert "no gold items" in none
    assert "only 2 gold items" in described(made(others=GOLD[:2]))[-1]
    assert described(made(others=GOLD))[0] == (
        "Task likert: 4 lists, each with 8 sentences of pairs, 8 fillers (8 of them gold items) and 4 for practice."
    )


def test_an_experiment_without_fillers_or_gold_items_names_what_it_has():
    lists = "Task likert: 4 lists, each with 8 sentences of pairs,"
    assert described(made())[0] == f"{lists} no fillers and 4 for practice."
    plain = replace(GOLD[0], gold="")
    assert described(made(others=[plain]))[0] == f"{lists} 1 filler and 4 for practice."
    checked = described(replace(made(), checks=[*attention_checks("likert", WORDS | {"attention_checks": 2})]))
    assert checked[0] == f"{lists} no fillers, 2 attention checks and 4 for practice."
    assert "only the attention checks show who paid no attention. Add a column gold" in checked[-1]


def test_fillers_are_read_with_their_gold_side(tmp_path):
    rows = [("1", "A dog barks.", "good"), ("filler.2", "Barks dog a.", "BAD"), ("3", "A dog.", "")]
    path = write_csv(tmp_path / "fillers.csv", ["sentence_id", "sentence", "Gold"], rows)
    made, understood = fillers.read(path, "likert")
    assert [(one.sentence_id, one.sentence, one.gold) for one in made] == [
        ("filler.1", "A dog barks.", "good"),
        ("filler.2", "Barks dog a.", "bad"),
        ("filler.3", "A dog.", ""),
    ]
    assert {(one.condition, one.phenomenon) for one in made} == {("filler", "")} and made[1].item == "filler.2"
    assert understood.columns["Gold"] == "gold" and not understood.remarks


def test_fillers_of_a_choice_are_pairs(tmp_path):
    path = write_csv(tmp_path / "f.csv", ["good", "bad", "gold"], [("A.", "B.", "good"), ("C.", "D.", "")])
    assert fillers.read(path, "choice")[0] == [
        Choice("filler.1", "", "A.", "B.", "good"),
        Choice("filler.2", "", "C.", "D.", ""),
    ]
    with pytest.raises(InputError, match="has columns good and bad, which are for TASK=choice"):
        fillers.read(path, "likert")
    write_csv(path, ["sentence"], [("A dog barks.",)])
    with pytest.raises(InputError, match="fillers for TASK=choice are pairs"):
        fillers.read(path, "choice")


def test_a_gold_side_that_there_is_not_is_refused(tmp_path):
    path = write_csv(tmp_path / "f.csv", ["sentence", "gold"], [("A dog barks.", "good"), ("A cat.", "7")])
    with pytest.raises(InputError, match=r"f.csv, row 3: gold is '7'; write good or bad"):
        fillers.read(path, "slider")
    write_csv(path, ["good", "bad", "gold"], [("A.", "B.", "bad")])
    with pytest.raises(InputError, match="row 2: gold is 'bad'; write good, or"):
        fillers.read(path, "choice")


def changed(folder: Path, change) -> Path:
    """Write a file of words in which something is changed, and return its path."""
    words = yaml.safe_load(SHIPPED.read_text(encoding="utf-8"))
    change(words)
    path = folder / "texts.yaml"
    path.write_text(yaml.safe_dump(words, allow_unicode=True), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda words: (words.update(language="ar"), words["consent"].pop("agree")), "texts.yaml: consent.agree: is missing"),
        (lambda words: words.update(tilte="x"), "tilte: there is no such key.*did you mean 'title'"),
        (lambda words: words["yes_no"].update(reject=False), 'yes_no.reject: must be text; put it in quotes, as in reject: "False"'),
        (lambda words: words.update(record_ids="yes"), "record_ids: must be true or false"),
        (lambda words: words.update(times="never"), "times: is 'never'; write date, clock or none"),
        (lambda words: words.update(break_every=-1), "break_every: must be a whole number"),
        (lambda words: words["completion"].update(link="prolific.com"), "completion.link: is 'prolific.com'; write an add"),
        (lambda words: words["questions"]["fields"][0].update(optional="yes"), "entry 1: optional must be true or false"),
        (lambda words: words["questions"]["fields"][0].update(accept=["no"]), "accept has 'no', which is not among"),
        (lambda words: words.update(consent="Agreed?"), "consent: must have the keys heading, text"),
        (lambda words: words.update(practice="none"), "practice: must be a list of entries with sentence, end"),
        (lambda words: words["practice"][0].update(end="great"), "practice: end is 'great'; write good, bad or middle"),
        (lambda words: words["practice"].pop(1), "practice: must show both ends"),
        (lambda words: words["practice"][0].update(note="x"), "practice, entry 1: must have sentence, end, and nothing"),
        (lambda words: words["questions"]["fields"][0].update(options="yes"), "entry 1: options must be a list of texts"),
        (lambda words: words["questions"]["fields"][0].update(name="a b"), "the name 'a b' must consist of letters"),
        (lambda words: words.update(save="cloud"), "save: is 'cloud'; write download, jatos, datapipe"),
        (lambda words: words.update(direction="up"), "direction: is 'up'; write ltr or rtl"),
        (lambda words: words.update(language="English!"), "language: is 'English!'"),
        (lambda words: words.update(minimum_time="long"), "minimum_time: must be a whole number"),
        (lambda words: words.update(minimum_time=50), "minimum_time: is 50; write a number of milliseconds from 250"),
    ],
)  # fmt: skip
def test_a_mistake_in_the_words_is_named(tmp_path, change, message):
    with pytest.raises(InputError, match=message):
        texts.read(changed(tmp_path, change), SHIPPED)


def test_all_mistakes_in_keys_are_listed_at_once(tmp_path):
    path = changed(
        tmp_path, lambda words: (words.update(language="ar"), words.pop("title"), words["likert"].pop("low"))
    )
    with pytest.raises(InputError, match="(?s)2 things are wrong.*title: is missing.*likert.low: is missing"):
        texts.read(path, SHIPPED)


@pytest.mark.parametrize(("language", "name"), [("en", "texts.yaml"), ("de", "texts.de.yaml")])
def test_keys_that_a_file_of_an_earlier_version_lacks_are_those_of_the_shipped_file(tmp_path, language, name):
    def change(words):
        words.update(language=language, title="Mine", record_prolific_id=False)
        del words["record_ids"], words["times"], words["pause"], words["consent"]["agree"]

    notes = []
    read = texts.read(changed(tmp_path, change), SHIPPED, notes)
    shipped = yaml.safe_load(SHIPPED.with_name(name).read_text(encoding="utf-8"))
    assert (read["title"], read["record_ids"], read["times"]) == ("Mine", False, "date")
    assert read["pause"] == shipped["pause"] and read["consent"]["agree"] == shipped["consent"]["agree"]
    (note,) = notes
    assert f"has no times, pause, consent.agree; the texts and settings of resources/experiment/{name} are used" in note
    texts.read(SHIPPED, SHIPPED, notes)
    assert len(notes) == 1


def test_practice_may_be_left_out_and_questions_may_have_options(tmp_path):
    def change(words):
        words["practice"] = []
        words["questions"]["fields"] = [{"name": "region", "label": "Where?", "options": ["north", "south"]}]
        words["save"] = "post:https://example.org/save?a=1"

    read = texts.read(changed(tmp_path, change), SHIPPED)
    assert design("mine", "likert", *from_records(RECORDS), 2, (), read, 1).practice == ()


ANSWERS = {"likert": "2 6 3 5 2", "slider": "0-10 90-100 0-10 90-100 0-10", "choice": "1 1 1 1 1"}


@pytest.mark.parametrize("task", [*ANSWERS, "yes_no"])
def test_attention_checks_ask_for_different_answers(task):
    words = WORDS | {"attention_checks": 5}
    checks = design("mine", task, *from_records(RECORDS), 2, (), words, 1).checks
    answers = ANSWERS.get(task, "0|No 1|Yes 0|No 1|Yes 0|No").split()
    assert [check.attention_answer for check in checks] == answers
    if task != "choice":
        assert len({check.sentence for check in checks}) == len(set(answers))
        assert not any("{answer}" in check.sentence for check in checks)


@pytest.mark.parametrize("language", ["", *LANGUAGES])
def test_all_languages_have_attention_checks_and_demographic_questions(language, tmp_path):
    path = SHIPPED.with_name(f"texts.{language}.yaml") if language else SHIPPED
    words = texts.read(path, SHIPPED)
    checks = [*attention_checks("likert", words | {"attention_checks": 1})]
    assert "2" in checks[0].sentence and (not language or checks[0].sentence not in SHIPPED.read_text(encoding="utf-8"))
    asked = [field["name"] for field in words["questions"]["fields"]]
    copy = tmp_path / "texts.yaml"
    copy.write_bytes(path.read_bytes())
    replace_in(copy, "demographics: false", "demographics: true")
    fields = texts.read(copy, SHIPPED)["questions"]["fields"]
    assert [field["name"] for field in fields] == [*asked, "age", "hand"]
    assert all(field["optional"] and len(field["options"]) > 2 for field in fields[-2:])


def test_what_is_in_brackets_is_found_everywhere():
    words = {"a": "by [your name]\n and [your\n  name]", "b": {"c": ["[x]", {"d": "no"}]}, "e": False}
    assert texts.unfilled(words) == ["[your name]", "[x]"]
    assert len(texts.unfilled(WORDS)) == 10
