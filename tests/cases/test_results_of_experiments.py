"""Results of experiments as platforms write them are read to the last digit that is known of them.

They are in tests/fixtures/results. All sentences, participants and answers are made up; see the README there.
"""

import csv
from collections import defaultdict
from pathlib import Path
from statistics import mean, stdev

import pytest

from acceptability.errors import InputError
from acceptability.responses import chosen, results
from helpers import ROOT

SAMPLES = ROOT / "tests/fixtures/results"

BUTTONS = {  # what the participants of all experiments with jsPsych answered, in order
    "P1": "p2.bad 3, p3.good 5, filler.2 1, p4.bad 2, p1.good 6, filler.1 7",
    "by sentence": "p1.good 6 6 6, p2.bad 3 3 5, p3.good 5 3 5, p4.bad 2 2 2, filler.1 7 7 7, filler.2 1 1 1",
}
DECISIONS = {"p5": (2, 3), "p6": (3, 3), "p7": (3, 3)}
PEOPLE = [  # what four people answered in all exports that were written by hand: list, answers in order, and times
    (1, "filler.1 7, p3.good 5, filler.2 1, p4.bad 2, p1.good 6, p2.bad 3", (2537, 2636, 2583, 5144, 2807, 2089)),
    (2, "p2.good 6, p1.bad 2, filler.2 1, filler.1 7, p4.good 4, p3.bad 3", (1543, 1514, 2863, 2858, 3265, 3215)),
    (1, "p2.bad 2, p4.bad 1, p1.good 5, p3.good 4, filler.1 7, filler.2 1", (4069, 5917, 3869, 3129, 3177, 2988)),
    (2, "filler.2 1, p2.good 7, p4.good 5, filler.1 7, p1.bad 3, p3.bad 4", (4898, 4639, 1676, 4458, 3112, 3947)),
]
Z = "p1.good .7666, p1.bad -.7155, p2.good 1.0006, p2.bad -.4865, p3.good .3489, p3.bad -.2865, p4.good .1426, "
Z += "p4.bad -.9042, filler.1 1.3036, filler.2 -1.2366"
MEANS = "p1.good 5.5, p1.bad 2.5, p2.good 6.5, p2.bad 2.5, p3.good 4.5, p3.bad 3.5, p4.good 4.5, p4.bad 1.5, "
MEANS += "filler.1 7, filler.2 1"


def read(name, **words):
    """Return the results in a sample."""
    with (SAMPLES / "pairs.csv").open(encoding="utf-8", newline="") as file:
        pairs = {row["pair_id"]: (row["good"], row["bad"]) for row in csv.DictReader(file)}
    return results.read(SAMPLES / name, pairs, fillers=SAMPLES / "fillers.csv", **words)


def by_person(answered):
    """Return what each participant answered, in the order of places, or of sentences where there are none."""
    made = defaultdict(list)
    for one in answered.ratings:
        made[one.participant].append((one.place or 0, f"{one.sentence_id} {one.response}".strip()))
    return {
        name: ", ".join(answer for _, answer in sorted(own, key=lambda pair: pair[0])) for name, own in made.items()
    }


def by_sentence(answered):
    """Return the ratings of each sentence, in the order of participants."""
    made = defaultdict(list)
    for one in answered.ratings:
        made[one.sentence_id].append(one.response)
    return {name: " ".join(own) for name, own in made.items()}


def numbers(text, kind=float):
    """Return the value after each name of a list such as ``p1.good 6, p1.bad 2``."""
    return {name: kind(value) for name, _, value in (part.partition(" ") for part in text.split(", "))}


def mean_z(answered):
    """Return the mean z-score of each sentence, to four decimals, over all that each person rated."""
    own, z = defaultdict(list), defaultdict(list)
    for one in answered.ratings:
        own[one.participant].append(float(one.response))
    for one in answered.ratings:
        values = own[one.participant]
        z[one.sentence_id].append((float(one.response) - mean(values)) / stdev(values))
    return {name: round(mean(values), 4) for name, values in z.items()}


def mean_rt(answered):
    """Return the mean response time of the ratings, to two decimals."""
    return round(mean(one.rt for one in answered.ratings), 2)


def decisions(answered):
    """Return how many chose the acceptable sentence of each pair, and how many chose."""
    made = defaultdict(list)
    for one in answered.choices:
        made[one.pair_id].append(int(one.response))
    return {name: (sum(own), len(own)) for name, own in made.items()}


# --- jsPsych ---


@pytest.mark.parametrize(
    ("name", "rt"),
    [
        ("jspsych-button.csv", 246.83),
        ("jspsych-folder", 246.83),
        ("jspsych-likert.csv", 287.94),
        ("jspsych-likert-jatos.txt", 287.94),
        ("jspsych-keyboard.csv", 183.89),
    ],
)
def test_one_experiment_in_five_forms_of_jspsych(name, rt):
    answered = read(name)
    people = by_person(answered)
    assert list(people) == ["P1", "P2", "P3"] and people["P1"] == BUTTONS["P1"]
    assert by_sentence(answered) == numbers(BUTTONS["by sentence"], str)
    assert {one.participant: one.list for one in answered.ratings} == {"P1": "1", "P2": "2", "P3": "1"}
    assert len(answered.ratings) == 18 and mean_rt(answered) == rt
    assert decisions(answered) == DECISIONS
    assert [one.participant for one in answered.choices if one.response == "0"] == ["P2"]


def test_means_and_deviations_of_three_people():
    own = defaultdict(list)
    for one in read("jspsych-button.csv").ratings:
        own[one.participant].append(float(one.response))
    found = {name: (round(mean(values), 4), round(stdev(values), 4)) for name, values in own.items()}
    assert found == {"P1": (4, 2.3664), "P2": (3.6667, 2.3381), "P3": (4.3333, 2.3381)}


def test_one_person_as_json():
    answered = read("jspsych-button-P1.json")
    assert by_person(answered) == {"P1": BUTTONS["P1"]}
    assert decisions(answered) == {"p5": (1, 1), "p6": (1, 1), "p7": (1, 1)}


def test_a_slider():
    answered = read("jspsych-slider.csv")
    expected = "p1.good 86 86 86, p2.bad 43 43 71, p3.good 71 43 71, p4.bad 29 29 29, filler.1 100 100 100, "
    assert by_sentence(answered) == numbers(f"{expected}filler.2 14 14 14", str)
    assert mean_rt(answered) == 221.61 and decisions(answered) == DECISIONS


def test_people_of_cognition_are_runs():
    answered = read("jspsych-cognition.csv")
    people = by_person(answered)
    assert list(people) == ["1", "2"] and people["1"] == BUTTONS["P1"]
    assert (len(answered.ratings), len(answered.choices)) == (12, 6)
    assert "ip, user_agent" in " ".join(answered.reading.notes)


def test_a_page_without_data_for_its_trials():
    answered = read("jspsych-plain-slider.csv")
    assert list(by_person(answered).values()) == [
        "p1.bad 20, p1.good 90, p3.bad 35, p3.good 70",
        "p3.bad 50, p1.bad 15, p1.good 85, p3.good 65",
    ]
    assert any(
        "the slider started (50), so that it was perhaps not moved: 1" in note for note in answered.reading.notes
    )


def test_questions_without_names_need_a_key(tmp_path):
    with pytest.raises(InputError, match="plain-likert.csv, row 3: .* Q0, Q1, Q2, Q3, .*QUESTIONS="):
        read("jspsych-plain-likert.csv")
    key = tmp_path / "key.csv"
    key.write_text("question,sentence_id\nQ0,p1.good\nQ1,p1.bad\nQ2,p3.good\nQ3,p3.bad\n", encoding="utf-8")
    answered = read("jspsych-plain-likert.csv", questions=key)
    assert by_sentence(answered) == {"p1.good": "7 6", "p1.bad": "2 2", "p3.good": "5 ", "p3.bad": "3 3"}
    assert "questions without an answer: 1" in answered.reading.notes


def test_a_time_out_is_no_rating():
    answered = read("jspsych-plain-timeout.csv")
    assert list(by_person(answered).values()) == [
        "p1.good 6, p3.good 5, p3.bad 3, p1.bad 2",
        "p1.bad, p3.bad 3, p3.good 5, p1.good 6",
    ]
    assert answered.reading.what == "7 ratings of 2 participants"


# --- PCIbex and Ibex ---


@pytest.mark.parametrize("name", ["pcibex-scale.csv", "pcibex-farm.csv"])
def test_which_of_two_labels_counts_is_asked(name):
    with pytest.raises(InputError, match=r"aj \(.*LABEL=choice,experiment,filler"):
        read(name)


def test_four_people_at_one_computer():
    answered = read("pcibex-scale.csv", label="choice,experiment,filler")
    expected = "p1.good 6 6, p1.bad 2 2, p2.good 6 6, p2.bad 3 3, p3.good 5 5, p3.bad 3 3, p4.good 4 4, p4.bad 2 2, "
    assert by_sentence(answered) == numbers(f"{expected}filler.1 7 7 7 7, filler.2 1 1 1 1", str)
    z = "p1.good .8452, p1.bad -.7914, p2.good .9353, p2.bad -.4226, p3.good .4226, p3.bad -.3597, p4.good .0719, "
    assert mean_z(answered) == numbers(f"{z}p4.bad -.8452, filler.1 1.3173, filler.2 -1.2454")
    assert round(mean(one.rt for one in answered.ratings), 1) == 257.4
    assert decisions(answered) == {"p5": (3, 4), "p6": (4, 4)}
    assert [one.participant for one in answered.choices if one.response == "0"] == ["P2"]
    assert "values of prolific_id: 4; computers or networks that sent them: 1" in answered.reading.notes
    assert list(by_person(answered)) == ["P1", "P2", "P3", "P4"] and "X1" not in repr(answered)


def test_the_other_label_of_the_same_fillers():
    with pytest.raises(InputError, match="no pair with ratings of both sentences"):
        read("pcibex-scale.csv", label="aj")
    answered = read("pcibex-scale.csv", label="aj,choice")
    assert by_sentence(answered) == {"filler.1": "7 7 7 7", "filler.2": "1 1 1 1"}
    assert answered.reading.what == "8 ratings and 8 choices of 4 participants"


def test_partial_lists_of_columns_of_the_farm():
    answered = read("pcibex-farm.csv", label="choice,experiment,filler")
    assert list(by_person(answered).values()) == [
        "p3.good 5, p4.bad 2, filler.2 1, p2.bad 3, p1.good 6, filler.1 7",
        "p4.good 4, filler.2 1, p2.good 6, p1.bad 2, filler.1 7, p3.bad 3",
    ]
    assert mean_rt(answered) == 235.5
    assert [(one.participant, one.pair_id) for one in answered.choices if one.response == "0"] == [("P2", "p5")]
    assert len(answered.choices) == 4


def test_old_ibex_has_the_sentence_in_one_row_and_the_answer_in_the_next():
    answered = read("ibex-acceptability.csv")
    assert list(by_person(answered).values()) == [
        "p1.good 6, p2.bad 3, filler.2 1, p3.good 5, filler.1 7",
        "p2.good 6, filler.2 1, p3.bad 3, filler.1 7, p1.bad 2",
    ]
    assert answered.ratings[0].rt == 352.6


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("jspsych-button.csv", {"p5": "101", "p6": "111", "p7": "111"}),
        ("pcibex-scale.csv", {"p5": "1011", "p6": "1111"}),
    ],
)
def test_choices_are_a_table_of_decisions(name, expected):
    table = chosen.table(SAMPLES / name)
    assert table.header[:3] == ["pair_id", "good", "bad"]
    assert {row[0]: "".join(row[3:]) for row in table.rows} == expected


# --- Written by hand ---


@pytest.mark.parametrize(
    ("name", "people", "has_order", "unit"),
    [
        ("qualtrics.csv", ["P1", "P2", "P3", "P4"], True, 0),
        ("gorilla.csv", ["P1", "P2", "P3", "P4"], True, 0),
        ("limesurvey.csv", ["1", "2", "3", "4"], False, 5),
        ("mturk.csv", ["P1", "P2", "P3", "P4"], False, None),
        ("psychopy", ["201", "202", "203", "204"], True, 0),
    ],
)
def test_one_experiment_in_five_exports(name, people, has_order, unit):
    """``unit`` is how far response times may be rounded; None: there are none."""
    answered = read(name)
    assert len(answered.ratings) == 24 and not answered.choices
    assert mean_z(answered) == numbers(Z)
    means = {key: mean(map(float, own.split())) for key, own in by_sentence(answered).items()}
    assert means == numbers(MEANS)
    found = by_person(answered)
    assert list(found) == people
    rts = {(one.participant, one.sentence_id): one.rt for one in answered.ratings}
    lists = defaultdict(set)
    for person, (which, answers, times) in zip(people, PEOPLE, strict=True):
        assert sorted(found[person].split(", ")) == sorted(answers.split(", "))
        assert not has_order or found[person] == answers
        for (sentence, _), time in zip(numbers(answers).items(), times, strict=True):
            rt = rts[person, sentence]
            assert rt is None if unit is None else abs(rt - time) <= unit
        lists[which] |= {one.list for one in answered.ratings if one.participant == person}
    assert all(len(names) == 1 for names in lists.values())
    assert not has_order or {one.place for one in answered.ratings} == {1, 2, 3, 4, 5, 6}
    private = ("A1FAKE", "192.0.2", "@", "PUB", "Mozilla")
    assert not any(text in repr(answered.ratings) + repr(answered.reading) for text in private)


@pytest.mark.parametrize(
    ("name", "left_out"),
    [
        (
            "qualtrics.csv",
            ["Status is Survey Preview: 1 participant", "not finished (Finished is False): 1 participant"],
        ),
        ("limesurvey.csv", ["not submitted (submitdate is empty): 1 participant"]),
        ("mturk.csv", ["rejected (AssignmentStatus is Rejected): 1 participant"]),
        ("gorilla.csv", []),
    ],
)
def test_who_does_not_count_is_reported(name, left_out):
    notes = [note for note in read(name).reading.notes if note.startswith("left out")]
    assert notes == [f"left out: {reason}" for reason in left_out]


def test_everybody_rates_everything_in_google_forms():
    answered = read("googleforms.csv")
    order = ["p1.good", "p1.bad", "p2.good", "p2.bad", "p3.good", "p3.bad", "p4.good", "p4.bad", "filler.1", "filler.2"]
    one, three = ((6, 2, 6, 3, 5, 3, 4, 2, 7, 1), (5, 1, 5, 2, 4, 2, 3, 1, 7, 1))
    assert by_person(answered) == {
        name: ", ".join(f"{sentence} {rating}" for sentence, rating in zip(order, own, strict=True))
        for name, own in (("1", one), ("2", one), ("3", three))
    }
    z = "p1.good .996, p1.bad -.9623, p2.good .996, p2.bad -.4727, p3.good .5065, p3.bad -.4727, p4.good .0169, "
    assert mean_z(answered) == numbers(f"{z}p4.bad -.9623, filler.1 1.646, filler.2 -1.2915")
    assert any(note.startswith("there were no lists") for note in answered.reading.notes)
    assert all(one.place is None and one.rt is None for one in answered.ratings)


# --- All ---


def test_every_sample_is_read_here():
    """A sample that is added has a test."""
    text = Path(__file__).read_text(encoding="utf-8")
    samples = {path.name for path in SAMPLES.iterdir()} - {"README.md", "pairs.csv", "fillers.csv"}
    assert not [name for name in samples if f'"{name}"' not in text]
