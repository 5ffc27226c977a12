"""Check and resolve answers of an experiment: sentences, scales, people, rules that leave people out, and tables."""

import csv
import io
import json
import zipfile
from pathlib import Path

import pandas as pd
import pytest

import acceptability
from acceptability.analyses.exclusions.compute import count_people
from acceptability.analyses.exclusions.table import make_exclusions
from acceptability.command.entries import dataset_entries
from acceptability.errors import InputError
from acceptability.experiment.exports import documents, pcibex, qualtrics
from acceptability.reading import sheets
from acceptability.responses import attention, chosen, exclusions, files, results
from acceptability.responses.answers import CHOICE, RATING, Answer, Row
from acceptability.responses.registry import platform_of
from acceptability.responses.stimuli import Stimuli
from experiment_designs import design_of
from helpers import write_csv
from spreadsheets import xlsx

PAIRS = {
    "p1": ("The dogs bark.", "The dogs barks."),
    "p2": ("Ann sees it, too.", "Ann see it, too."),
    "p.3": ("Tom said “yes”.", "Tom say “yes”."),
}
NUMBERED = PAIRS | {"4.2": ("We swam.", "We swum.")}
OWN = ("participant", "sentence_id", "rating")
BOTH = [("P1", "p1.good", 6), ("P1", "p1.bad", 2)]  # a rating of each sentence of a pair


@pytest.fixture
def read(tmp_path):
    """Return a function that reads the results in a table with these columns and rows."""

    def reader(header, rows, **more):
        for name in set(results.FILES) & more.keys():
            more[name] = write_csv(tmp_path / f"{name}.csv", more[name][0], more[name][1:])
        return results.read(write_csv(tmp_path / "results.csv", header, rows), PAIRS, **more)

    return reader


def trials(*rows):
    """Return the header and rows of jsPsych: participant, label, sentence and answer, one second after the other."""
    header = ("trial_type", "trial_index", "participant", "task", "stimulus", "response", "rt")
    return header, [("html-keyboard-response", at, *row, 1000) for at, row in enumerate(rows)]


def rated(answered):
    """Return participant, sentence and rating of each answer."""
    return [(one.participant, one.sentence_id, one.response) for one in answered.ratings]


def notes(answered):
    """Return all notes as one text."""
    return "\n".join(answered.reading.notes)


@pytest.mark.parametrize("named", ["r.dta", "r.zip"])
def test_results_in_a_table_of_stata_are_read_but_not_from_an_archive(tmp_path, named):
    table = pd.DataFrame(BOTH, columns=OWN)
    table.to_stata(tmp_path / "r.dta", write_index=False)
    if named == "r.dta":
        assert rated(results.read(tmp_path / named, PAIRS)) == [(*row[:2], str(row[2])) for row in BOTH]
        assert chosen.table(tmp_path / named) == tmp_path / named  # a table of decisions as it is
        return
    with zipfile.ZipFile(tmp_path / named, "w") as archive:
        archive.write(tmp_path / "r.dta", "r.dta")
    with pytest.raises(InputError, match="r.zip: r.dta: files of this type are not read inside an archive"):
        results.read(tmp_path / named, PAIRS)


def test_results_in_a_table_of_r_are_named_with_what_converts_them(tmp_path):
    (tmp_path / "r.rds").write_bytes(b"\x1f\x8b")
    with pytest.raises(InputError, match=r"is a .rds file, which is not read; save it as CSV, in R: write.csv"):
        chosen.table(tmp_path / "r.rds")


# --- Which sentence it is ---


@pytest.mark.parametrize(
    ("about", "expected"),
    [
        ({"name": "p1.good"}, "p1.good"),
        ({"name": "p1*.good"}, ""),
        ({"name": "p.1.good"}, "p1.good"),
        ({"name": "4-2.good"}, "4.2.good"),
        ({"name": "42good"}, "4.2.good"),
        ({"name": "42.good"}, ""),
        ({"item": "4.2", "condition": "-1"}, ""),
        ({"item": "4.2", "condition": "well-formed"}, "4.2.good"),
        ({"name": "P1good"}, "p1.good"),
        ({"name": "p3_bad"}, "p.3.bad"),
        ({"name": "Q7"}, "p2.bad"),
        ({"text": "The dogs bark."}, "p1.good"),
        ({"text": "the dogs  BARK"}, "p1.good"),
        ({"text": 'Tom said "yes"'}, "p.3.good"),
        ({"text": "The dogs bark.\nHow natural is it?"}, "p1.good"),
        ({"text": "<p>The <b>dogs</b> bark.</p><p>How natural?</p>"}, "p1.good"),
        ({"text": "A: Why?\n\nB: The dogs bark."}, "p1.good"),
        ({"text": "The cats bark."}, ""),
        ({"item": "p2", "condition": "ungrammatical"}, "p2.bad"),
        ({"item": "P3", "condition": "good"}, "p.3.good"),
        ({"item": "p9", "condition": "good"}, ""),
        ({"item": "7", "condition": "filler"}, "filler.7"),
        ({"name": "filler.9"}, "filler.9"),
    ],
)
def test_a_sentence_is_meant_by_id_text_or_item_and_condition(about, expected):
    assert Stimuli(NUMBERED, key={"Q7": "p2.bad"}).sentence(**about) == expected


def test_two_sentences_with_one_text_are_told_apart_by_their_ids_alone():
    stimuli = Stimuli({"a": ("Ann ran.", "Ann run."), "b": ("Ann ran.", "Ran Ann.")})
    assert [stimuli.sentence(text="Ann ran."), stimuli.sentence("b.good", "Ann ran.")] == ["", "b.good"]


def test_texts_and_ids_without_punctuation_in_a_table(read):
    answered = read(OWN, [("P1", "p1good", 6), ("P1", "P1_bad", 2)])
    assert rated(answered) == [("P1", "p1.good", "6"), ("P1", "p1.bad", "2")]
    answered = read(("subject", "sentence", "response"), [("P1", "the dogs bark", 6), ("P1", "The dogs barks.", 2)])
    assert rated(answered) == [("P1", "p1.good", "6"), ("P1", "p1.bad", "2")]


def test_an_id_and_a_text_that_contradict_each_other(read):
    header = ("participant", "sentence_id", "sentence", "rating")
    with pytest.raises(InputError) as error:
        read(header, [("P1", "p1.good", "The dogs barks.", 6), ("P1", "p1.bad", "The dogs barks", 2)])
    assert "results.csv, row 2: its sentence is 'The dogs barks.', but p1.good is 'The dogs bark.'" in str(error.value)


def test_an_unknown_sentence_names_the_row_and_the_fix(read):
    with pytest.raises(InputError, match="results.csv, row 4: 'p9.good' is not a sentence .*; write <pair_id>.good"):
        read(OWN, [*BOTH, ("P1", "p9.good", 4), ("P2", "p9.good", 4)])


def test_ratings_of_one_side_of_each_pair_are_no_pairs(read):
    with pytest.raises(InputError, match="has no pair with ratings of both sentences"):
        read(OWN, [("P1", "p1.good", 6), ("P1", "p2.bad", 2)])


@pytest.mark.parametrize("column", ["sentence", "item"])
def test_codes_of_sentences_are_looked_up_among_the_questions(read, column):
    header, key = ("participant", column, "condition", "rating"), [("question", "sentence_id")]
    key += [("agr.1.a", "p1.good"), ("agr.1.b", "p1.bad")]
    rows = [("P1", "agr.1.a", "agr", 6), ("P1", "agr.1.b", "agr", 2)]
    assert rated(read(header, rows, questions=key)) == [("P1", "p1.good", "6"), ("P1", "p1.bad", "2")]


def test_a_column_of_codes_is_found_by_the_questions(read):
    key = [("question", "sentence_id"), ("34.1.g.01", "p1.good"), ("34.1.*.01", "p1.bad")]
    rows = [(name, code, rating) for name in "12" for code, rating in (("34.1.g.01", 6), ("34.1.*.01", 2))]
    expected = [(name, f"p1.{side}", rating) for name in "12" for side, rating in (("good", "6"), ("bad", "2"))]
    for header in ("item", "stimulus code"):
        assert rated(read(("participant", header, "rating"), rows, questions=key)) == expected


def test_advice_on_unknown_sentences_is_given_once(read):
    with pytest.raises(
        InputError, match=r"rows 2 and 3: 'a1', 'a2' \(2 answers\) are not .* a code, add QUESTIONS=[^\n]*$"
    ):
        read(OWN, [("P1", "a1", 6), ("P1", "a2", 2)])


def test_one_cause_is_one_message(read):
    """Expect the number of answers, the first rows and what to do in one message, however many rows have the fault."""
    header = ("participant", "sentence_id", "sentence", "rating", "rt")
    rows = [(f"P{n}", f"p9.{n}", "", 4, 900) for n in range(40)]
    rows += [(f"P{n}", "p1.good", f"No. {n}", 4, "soon") for n in range(30)]
    rows += [(f"P{n}", "p1.bad", "", "high" if n % 2 else 2, 900) for n in range(40)]
    with pytest.raises(InputError) as error:
        read(header, rows)
    first, *lines = str(error.value).splitlines()
    assert len(lines) == 4 and "4 things are wrong" in first
    assert lines[0].startswith("  rows 42, 43, 44, 45, 46 and 25 more: rt is 'soon' and 29 more; write a number")
    assert "its sentence is 'No. 0', but p1.good is" in lines[1] and "rows 42, 43, 44" in lines[1]
    assert "rows 2, 3 and 4: 'p9.0', 'p9.1', 'p9.2' and 37 more (40 answers) are not sentences" in lines[2]
    assert "the rating is 'high'" in lines[3] and "and 15 more" in lines[3]


@pytest.mark.parametrize(
    ("answer", "gold", "fault"),
    [
        ("7", "good,x", r"rows 2, 4, 6, 8, 10 and 25 more: have 5 cells where the header has 4; put text [^\n]*$"),
        ("{n}a", "", r"rows 2, 4, .*: the rating is '0a', '1a', '2a' and 27 more, which is not a number[^\n]*$"),
        ("7", "g{n}", r"rows 2, 4, .*: gold is 'g0', 'g1', 'g2' and 27 more; write good, bad or nothing$"),
    ],
)
def test_a_fault_of_many_cells_is_one_message(tmp_path, answer, gold, fault):
    rows = ["participant,sentence_id,rating,gold"]
    for n in range(30):
        rows += [f"u{n},p1.good,{answer},{gold}".replace("{n}", str(n)), f"u{n},p1.bad,2,"]
    rows += [f"u{n},p1.good,2," for n in range(40, 80)]
    (tmp_path / "r.csv").write_text("\n".join(rows), encoding="utf-8")
    with pytest.raises(InputError, match=fault):
        results.read(tmp_path / "r.csv", PAIRS)


def test_unknown_pairs_are_one_message(read):
    with pytest.raises(InputError, match=r"rows 3, 4, 5 and 6: 'q0', 'q1', 'q2' and 1 more are not pairs .*FILLERS="):
        read(CHOICES, [choice("P1", "p1", 1), *(choice("P1", f"q{n}", 1) for n in range(4))])


# --- Participants who answered twice ---

AGAIN = [("u1", f"{pair}.{side}", rating) for pair in ("p1", "p2") for side, rating in (("good", 7), ("bad", 2))]
TWICE = [*AGAIN, *(("u2", *row[1:]) for row in AGAIN), *((*row[:2], row[2] - 1) for row in AGAIN)]


def test_participants_who_answered_twice_are_one_message(read):
    fault = "csv: 1 participant answered the same sentence several times: 4 sentences twice .rows 2–5 and 10–13.; "
    fault += "REPEATED=first keeps the first answers, "
    with pytest.raises(InputError, match=f"{fault}REPEATED=leave_out leaves out these participants$"):
        read(OWN, TWICE)
    many = [(f"u{n}", name, 5) for n in range(6) for name in ("p1.good", "p1.bad", "p1.good", "p1.good")]
    with pytest.raises(
        InputError,
        match=r"6 participants answered .* several times: 1 sentence 3 times \(rows 2 and 4–5\), .* and 3 more part",
    ) as error:
        read(OWN, many)
    assert "u0" not in str(error.value)  # an id can identify a participant
    with pytest.raises(InputError, match="REPEATED=last: write first or leave_out"):
        read(OWN, TWICE, repeated="last")


def test_first_answers_of_participants_who_answered_twice(read):
    answered = read(OWN, TWICE, repeated="first")
    assert rated(answered) == [(name, one, str(rating)) for name, one, rating in rated_twice(TWICE[:8])]
    assert "left out by REPEATED=first: 4 later answers of 1 participant" in notes(answered)
    assert "REPEATED" not in notes(read(OWN, TWICE[:8], repeated="first"))


def rated_twice(rows):
    """Return rows with the names that participants get."""
    return [({"u1": "P1", "u2": "P2"}[name], *row) for name, *row in rows]


def test_participants_who_answered_twice_are_left_out(read):
    answered = read(OWN, TWICE, repeated="leave_out")
    assert answered.reasons == {"P1": "repeated"} and len(answered.ratings) == 8
    assert "left out by REPEATED=leave_out: 1 of 2 participants (answered a sentence twice)" in notes(answered)


def test_a_row_without_a_response_is_no_repetition(read):
    rows = [("u1", "p1.good", ""), *AGAIN, ("u1", "p2.bad", ""), ("u2", "p1.good", ""), ("u2", "p1.good", "")]
    for choice in ({}, {"repeated": "first"}, {"repeated": "leave_out"}):
        answered = read(OWN, rows, **choice)
        assert rated(answered) == [*rated_twice([(*row[:2], str(row[2])) for row in AGAIN]), ("P2", "p1.good", "")]
        assert not answered.reasons and "REPEATED" not in notes(answered)


# --- Parts of an experiment ---

PARTS = trials(
    ("P1", "practice", "Not in the dataset.", 4),
    ("P1", "main", "The dogs bark.", 6),
    ("P1", "main", "The dogs barks.", 2),
    ("P1", "again", "The dogs bark.", 5),
)


def test_one_sentence_in_two_parts_is_asked_about(read):
    with pytest.raises(InputError, match=r"main \(1 answer\), again \(1 answer\) occur more than once.*LABEL=main"):
        read(*PARTS)
    answered = read(*PARTS, label="main")
    assert rated(answered) == [("P1", "p1.good", "6"), ("P1", "p1.bad", "2")]
    assert "LABEL= does not name them: practice (1 answer), again (1 answer)" in notes(answered)
    with pytest.raises(InputError, match="LABEL=first: no answer has this label; there are: practice"):
        read(*PARTS, label="first")


def test_practice_is_left_out(read):
    for practice in ("practice.1", "Practice", "training-3"):
        answered = read(OWN, [("P1", practice, 4), *BOTH])
        assert len(answered.ratings) == 2 and "left out: 1 answer of practice" in notes(answered)


TYPES = ("subject", "type", "sentence_text", "response")
OF_TYPES = [
    (1, "warm", "Not one.", 7),
    (1, "test", "The dogs bark.", 6),
    (1, "test", "The dogs barks.", 2),
    (1, "catch", "", ""),
]


def test_parts_in_a_column_of_a_table_are_asked_for_and_chosen(read):
    counts = r"warm \(1 answer\), test \(2 answers\), catch \(1 answer\); choose the parts that count: LABEL=test"
    with pytest.raises(
        InputError, match=rf"rows 2 and 5: 2 answers to no .*the column 'type' names its parts: {counts}"
    ):
        read(TYPES, OF_TYPES, sentence="sentence_text")
    answered = read(TYPES, OF_TYPES, sentence="sentence_text", label="test")
    assert rated(answered) == [("1", "p1.good", "6"), ("1", "p1.bad", "2")]
    assert "LABEL= does not name them: warm (1 answer), catch (1 answer)" in notes(answered)
    assert "the column 'type' names the parts of the experiment" in notes(answered)


def test_a_column_about_participants_names_no_parts(read):
    """Otherwise, the question would print their names."""
    rows = [(1, "Maria Rossi", *row[1:]) for row in BOTH] + [(2, "Ugo Neri", "p9.good", 5)]
    with pytest.raises(InputError, match="row 4: 'p9.good' is not a sentence of this dataset") as error:
        read(("participant", "nome", *OWN[1:]), rows)
    assert "Rossi" not in str(error.value)


def test_rows_without_a_sentence_are_not_said_to_be_fillers(read):
    rows = [("P1", "The dogs bark.", 6), ("P1", "The dogs barks.", 2), ("P1", "", 4)]
    with pytest.raises(InputError, match="row 4: 1 answer without a sentence or an id; .*LABEL=$"):
        read(("participant", "sentence", "rating"), rows)


def test_screens_with_one_button_are_named_without_a_sentence(read):
    header = ("trial_type", "trial_index", "stimulus", "response")
    rows = [("Welcome.", 0), ("The dogs bark.", 5), ("Go on.", 0), ("The dogs barks.", 1)]
    trials = [("html-button-response", at, *row) for at, row in enumerate(rows)]
    with pytest.raises(
        InputError, match="rows 2 and 4: 'Welcome.', 'Go on.' .* are not sentences .*FILLERS=.*QUESTIONS="
    ):
        read(header, trials)
    answered = read(header, trials, questions=[("question", "sentence_id"), ("Welcome.", ""), ("Go on.", "")])
    assert [one.response for one in answered.ratings] == ["6", "2"]
    assert "left out: 2 texts without a sentence in QUESTIONS=, such as 'Welcome.'" in notes(answered)


@pytest.mark.parametrize("header", ["subj,sent_id", "pid,stimulus_id", "run_id,sentence_id", "prolific_pid,id"])
def test_a_plain_table_has_the_column_names_of_platforms(read, header):
    """All names of columns are in roles.tsv, and tables and platforms read it."""
    answered = read((*header.split(","), "rating"), [("1", "p1.good", 6), ("1", "p1.bad", 2)])
    assert rated(answered) == [("1", "p1.good", "6"), ("1", "p1.bad", "2")]


# --- Scales ---


def test_the_order_of_words_is_asked(read):
    rows = [("P1", "p1.good", "natural"), ("P1", "p1.bad", "odd"), ("P1", "p2.good", "so so")]
    with pytest.raises(InputError, match=r"'natural' \(1, the first in row 2\), 'odd' .*SCALE='…|…|…'"):
        read(OWN, rows)
    assert [one.response for one in read(OWN, rows, scale="odd|so so|Natural").ratings] == ["3", "1", "2"]
    with pytest.raises(InputError, match=r"the rating is 'so so', .* not one of the answers in SCALE=odd\|natural;"):
        read(OWN, rows, scale="odd|natural")


def test_labels_are_compared_as_written(read):
    rows = [("P1", "p1.good", "OK"), ("P1", "p1.bad", "*"), ("P1", "p2.good", " ok? "), ("P1", "p2.bad", "−1")]
    assert [one.response for one in read(OWN, rows, scale="-1|*|OK?|OK").ratings] == ["4", "2", "3", "1"]
    rows = [("P1", "p1.good", "1"), ("P1", "p1.bad", "-1.0"), ("P1", "p2.good", "0,0")]
    assert [one.response for one in read(OWN, rows, scale="-1|0|1").ratings] == ["3", "1", "2"]
    for scale in ("-1-1", "−1 – 1"):
        assert [one.response for one in read(OWN, rows[:2], scale=scale).ratings] == ["1", "-1"]


@pytest.mark.parametrize("labels", [("ok", "OK "), ("1", "1.0"), ("a  b", "a b"), ("1 bad", "1 - good")])
def test_labels_that_cannot_be_told_apart_are_named(read, labels):
    first, second = (label.strip() for label in labels)
    with pytest.raises(InputError, match=f"the labels {first!r} and {second!r} cannot be told apart"):
        read(OWN, BOTH, scale="|".join(labels))


def test_a_label_that_means_a_missing_answer_is_refused(read):
    with pytest.raises(InputError, match="'None' is read as a missing answer; write another label"):
        read(OWN, BOTH, scale="None|some|all")


def test_a_rating_outside_the_scale(read):
    rows = [*BOTH, ("P2", "p1.good", 8), ("P2", "p1.bad", 0)]
    with pytest.raises(
        InputError, match="rows 4 and 5: .* outside the scale 1 to 7; correct it, or set the ends: SCALE=0-8"
    ):
        read(OWN, rows, scale="1-7")
    assert len(read(OWN, rows, scale="0 to 10").ratings) == 4
    with pytest.raises(InputError, match="SCALE=7-1: the lower end comes first: SCALE=1-7"):
        read(OWN, BOTH, scale="7-1")


def test_two_scales_of_one_person_are_refused(read):
    header = ("trial_type", "trial_index", "participant", "stimulus", "response")
    kinds = ("html-button-response", "html-slider-response")
    rows = [(kind, at, "P1", text, 5) for at, (kind, text) in enumerate(zip(kinds, PAIRS["p1"], strict=True))]
    with pytest.raises(
        InputError, match="1 participant rated on several scales, such as in .* on buttons and in .* on slider"
    ):
        read(header, rows)


def test_decimal_commas(read):
    answered = read(OWN, [("P1", "p1.good", "6,5"), ("P1", "p1.bad", "2"), ("P1", "p2.good", "")])
    assert [one.response for one in answered.ratings] == ["6.5", "2", ""]
    assert "questions without an answer: 1" in notes(answered) and "decimal commas" in notes(answered)
    assert "decimal commas" not in notes(read(OWN, BOTH))


def test_a_word_among_numbers_names_its_row(read):
    with pytest.raises(InputError, match="row 4: the rating is 'high', which is not a number; correct it"):
        read(OWN, [*BOTH, ("P1", "p2.good", "high")])


# --- People ---


@pytest.mark.parametrize(
    "name",
    [
        *("5f3c0a1b2c3d4e5f60718293", "5F3C0A1B2C3D4E5F60718293", "ann@example.org", "A1FAKEWORKER", "192.0.2.1"),
        *("5f3c0a1b2c3d4e5f60718293.csv 1", "2001:db8::1", "123e4567-e89b-12d3-a456-426614174000", "+39 333 1234567"),
        *(
            "RSSMRA85M41G224X",
            "1203851234",
            "1987",
            "José García",
            "Łukasz Nowak",
            "王小明",
            "maria rossi",
            "Sean O'Brien",
        ),
        *("ann", "subject 12", "B17", "P1000", "１２", "12 Ann"),
    ],
)
def test_participants_are_called_by_numbers(read, name):
    rows = [*BOTH, (name, "p1.good", 7), (name, "p1.bad", 1)]
    answered = read(OWN, rows)
    assert [one.participant for one in answered.ratings] == ["P1", "P1", "P2", "P2"]
    assert "participants are called P1 to P2" in notes(answered) and name not in repr(answered).replace("P1", "")
    kept = read(OWN, rows, keep_ids="yes")
    assert [one.participant for one in kept.ratings] == [BOTH[0][0]] * 2 + [name] * 2 and "P2" not in notes(kept)


@pytest.mark.parametrize("names", [("1", "2"), ("007", "12"), ("P2", "P1"), ("simulated-1", "simulated-2")])
def test_small_numbers_and_pseudonyms_stay(read, names):
    answered = read(OWN, [(name, f"p1.{side}", len(side)) for name in names for side in ("good", "bad")])
    assert [one.participant for one in answered.ratings][::2] == list(names) and "called" not in notes(answered)


def test_one_id_of_a_person_replaces_all(read):
    """Otherwise, who is called P1 would depend on which ids are left."""
    rows = [(name, f"p1.{side}", len(side)) for name in ("2", "Ann") for side in ("good", "bad")]
    assert [one.participant for one in read(OWN, rows).ratings][::2] == ["P1", "P2"]


def test_keep_ids_is_yes_or_no(read):
    with pytest.raises(InputError, match="KEEP_IDS=1: write yes or no"):
        read(OWN, BOTH, keep_ids="1")


def test_a_file_may_be_called_by_a_personal_id(tmp_path):
    """Where no column says who answered, people have the names of files."""
    header, rows = trials(("", "", "The dogs bark.", 6), ("", "", "The dogs barks.", 2))
    answered = results.read(write_csv(tmp_path / "5f3c0a1b2c3d4e5f60718293.csv", header, rows), PAIRS)
    assert rated(answered) == [("P1", "p1.good", "6"), ("P1", "p1.bad", "2")]


def test_a_personal_column_says_who_answered_and_its_ids_are_replaced(read):
    answered = read(("worker_id", "sentence_id", "rating"), [("w1", "p1.good", 6), ("w1", "p1.bad", 2)])
    assert rated(answered) == [("P1", "p1.good", "6"), ("P1", "p1.bad", "2")]
    assert "the participant is called P1" in notes(answered) and "not read" not in notes(answered)


def test_personal_columns_are_never_read(read):
    header = ("participant", "sentence_id", "rating", "IP address", "e-mail", "Telephone number", "Codice fiscale")
    answered = read(header, [(*row, "192.0.2.1", "x@example.org", "+39 333 1234567", "RSSMRA85") for row in BOTH])
    personal = "IP address, e-mail, Telephone number, Codice fiscale"
    assert f"about people or their computers, and not read: {personal}" in notes(answered)
    assert "192.0.2.1" not in repr(answered) and "example.org" not in repr(answered)


def test_two_columns_that_tell_people_apart_differently_are_asked_about(read):
    rows = [("P1", 1, "p1.good", 6), ("P1", 2, "p1.bad", 2)]
    header = ("participant", "subject", "sentence_id", "rating")
    with pytest.raises(
        InputError, match="'participant' has 1 .* 'subject' has 2; name the one that counts: PARTICIPANT="
    ):
        read(header, rows)
    assert [one.participant for one in read(header, rows, participant="subject").ratings] == ["1", "2"]
    crossed = [("P1", 1, "p1.good", 6), ("P2", 2, "p1.bad", 2), ("P1", 2, "p1.bad", 2), ("P2", 1, "p1.good", 6)]
    with pytest.raises(InputError, match="'participant' has 2 participants and 'subject' has 2"):
        read(header, crossed)
    same = [("P1", 1, "p1.good", 6), ("P1", 1, "p1.bad", 2)]
    assert [one.participant for one in read(header, same).ratings] == ["P1", "P1"]


def test_nobody_without_a_name_answers(read):
    with pytest.raises(InputError, match="row 3: participant is empty"):
        read(OWN, [BOTH[0], ("", "p1.bad", 2)])
    header, rows = trials(("P1", "", "The dogs bark.", 6), ("", "", "The dogs barks.", 2))
    with pytest.raises(InputError, match="row 3: participant is empty; fill it in, .*PARTICIPANT="):
        read(header, rows, participant="participant")


# --- Places and tables ---


def test_places_are_ranks_among_the_ratings_of_a_person(read):
    """Screens in between, practice and other people do not count."""
    rows = [
        ("P1", "practice", "Ann ran.", 3),
        ("P1", "", "The dogs barks.", 2),
        ("P2", "", "The dogs bark.", 6),
        ("P1", "", "The dogs bark.", 6),
    ]
    answered = read(*trials(*rows))
    assert [(one.participant, one.sentence_id, one.place) for one in answered.ratings] == [
        ("P1", "p1.bad", 1),
        ("P2", "p1.good", 1),
        ("P1", "p1.good", 2),
    ]


def test_a_table_has_the_places_and_times_that_it_says(read):
    header = (*OWN, "place", "rt", "list", "gold")
    answered = read(header, [(*BOTH[0], 3, "900.5", "b", "good"), (*BOTH[1], "", "", "b", "")])
    assert [(one.place, one.rt, one.list, one.gold) for one in answered.ratings] == [
        (3, 900.5, "b", "good"),
        (None, None, "b", ""),
    ]


def test_item_and_condition_in_a_table(read):
    header = ("participant", "item", "condition", "rating")
    answered = read(header, [("P1", "p1", "good", 6), ("P1", "p1", "Ungrammatical", 2), ("P1", 4, "filler", 7)])
    assert rated(answered) == [("P1", "p1.good", "6"), ("P1", "p1.bad", "2"), ("P1", "filler.4", "7")]
    assert {one.place for one in answered.ratings} == {None}


def test_words_name_the_columns_of_a_table(read):
    header = ("who", "shown", "how", "when", "took", "rating")
    rows = [("P1", "The dogs bark.", 6, 2, 900, "x"), ("P1", "The dogs barks.", 2, 1, 800, "x")]
    answered = read(header, rows, participant="who", sentence="shown", rating="how", place="when", rt="took")
    assert rated(answered) == [("P1", "p1.good", "6"), ("P1", "p1.bad", "2")]
    assert [(one.place, one.rt) for one in answered.ratings] == [(2, 900.0), (1, 800.0)]
    answered = read(
        ("participant", "code", "rating"), [("P1", "p1good", 6), ("P1", "The dogs barks.", 2)], sentence="code"
    )
    assert [one.sentence_id for one in answered.ratings] == ["p1.good", "p1.bad"]
    with pytest.raises(InputError, match="RATING=raiting: there is no such column .did you mean 'rating'"):
        read(header, rows, rating="raiting")


def test_a_column_that_a_word_names_may_have_ids(read):
    answered = read(("participant", "code", "rating"), [*BOTH, ("P1", "filler.7", 7)], sentence="code")
    assert [one.sentence_id for one in answered.ratings] == ["p1.good", "p1.bad", "filler.7"]


def test_a_word_names_the_column_of_sentences_in_results_of_a_platform(read):
    """It wins over columns that are called so; its cells are ids or texts."""
    header = ("trial_type", "trial_index", "sentence_id", "code", "response")
    for name in ("p1bad", "The dogs barks."):
        rows = [("html-keyboard-response", 0, "x", "p1.good", 6), ("html-keyboard-response", 1, "y", name, 2)]
        assert [one.sentence_id for one in read(header, rows, sentence="code").ratings] == ["p1.good", "p1.bad"]
    with pytest.raises(InputError, match="SENTENCE=cod: there is no such column .did you mean 'code'"):
        read(header, rows, sentence="cod")


def test_all_that_is_wrong_with_a_table_is_said_at_once(tmp_path):
    path = tmp_path / "results.csv"
    path.write_text(
        "participant,sentence_id,rating\nA,p1.good,6,5\nA,p9.bad,2\nA,p1.bad,low\nA,p2.bad,1\n", encoding="utf-8"
    )
    with pytest.raises(InputError) as error:
        results.read(path, PAIRS)
    lines = str(error.value).splitlines()
    assert [line.split(":")[0].strip() for line in lines[1:]] == ["row 2", "row 3", "row 4"]
    assert "row 2: has 4 cells where the header has 3" in lines[1]


def test_people_in_several_tables(tmp_path):
    for name in ("P1", "P2"):
        write_csv(tmp_path / f"{name}.csv", OWN, [(name, "p1.good", 6), (name, "p1.bad", 2)])
    answered = results.read(tmp_path, PAIRS)
    assert answered.reading.what == "4 ratings of 2 participants" and answered.rated_pairs == 1


def test_fillers_are_known_by_their_table(read):
    rows = trials(("P1", "", "The dogs bark.", 6), ("P1", "", "The dogs barks.", 2), ("P1", "", "Tom ran.", 7))
    with pytest.raises(InputError, match="row 4: 'Tom ran.' is not a sentence of this dataset; .*FILLERS="):
        read(*rows)
    answered = read(*rows, fillers=[("sentence_id", "sentence"), ("f1", "Tom ran.")])
    assert rated(answered)[2] == ("P1", "filler.f1", "7")


def test_files_of_two_platforms_are_refused(tmp_path):
    write_csv(tmp_path / "1.csv", *trials(("P1", "", "The dogs bark.", 6)))
    write_csv(tmp_path / "2.csv", OWN, BOTH)
    with pytest.raises(InputError, match="1.csv is from jsPsych, and .*2.csv is from no platform that is known"):
        results.read(tmp_path, PAIRS)
    with pytest.raises(InputError, match="PLATFORM=excel: is not known; there are: google_forms"):
        platform_of([], "excel")


# --- Choices ---


def choice(person, pair, chose, side="left"):
    """Return a trial of jsPsych in which somebody chose."""
    return ("html-button-response", 0, person, pair, chose, side, 700)


CHOICES = ("trial_type", "trial_index", "participant", "pair_id", "chose_good", "good_side", "rt")


def test_choices_alone(read):
    answered = read(CHOICES, [choice("P1", "p1", 1), choice("P1", "P3", 0), choice("P2", "filler.1", 1)])
    assert [(one.pair_id, one.response, one.place) for one in answered.choices] == [
        ("p1", "1", 1),
        ("p.3", "0", 2),
        ("filler.1", "1", 1),
    ]
    assert answered.reading.what == "3 choices of 2 participants" and answered.rated_pairs == 0


def test_a_choice_about_an_unknown_pair(read):
    with pytest.raises(InputError, match="row 3: 'p9' is not a pair of this dataset; write its pair_id; .*FILLERS="):
        read(CHOICES, [choice("P1", "p1", 1), choice("P1", "p9", 1)])


def test_choices_are_a_table_of_decisions(tmp_path):
    rows = [choice("P1", "p1", 1), choice("P1", "p.3", 0), choice("P2", "filler.1", 1), choice("P2", "p1", 0)]
    table = chosen.table(write_csv(tmp_path / "r.csv", CHOICES, rows))
    assert (table.header, table.rows) == (["pair_id", "P1", "P2"], [["p1", "1", "0"], ["p.3", "0", ""]])
    assert "left out: 1 choice between fillers" in table.notes
    twice = write_csv(tmp_path / "r.csv", CHOICES, [*rows, choice("P1", "p1", 0)])
    with pytest.raises(
        InputError,
        match="1 participant chose several times .*; remove row 6, or use REPEATED=first or REPEATED=leave_out",
    ):
        chosen.table(twice)
    first, without = (chosen.table(twice, repeated=how) for how in ("first", "leave_out"))
    assert (first.header, first.rows) == (table.header, table.rows)
    assert (without.header, without.rows) == (["pair_id", "P2"], [["p1", "0"], ["p.3", ""]])
    assert "left out by REPEATED=first: 1 later choice of 1 participant" in first.notes
    assert "left out by REPEATED=leave_out: 1 participant" in without.notes
    alone = write_csv(tmp_path / "r.csv", CHOICES, [rows[0], choice("P1", "p1", 0)])
    with pytest.raises(InputError, match="REPEATED=leave_out leaves out everybody; use first"):
        chosen.table(alone, repeated="leave_out")
    with pytest.raises(InputError, match="jsPsych has no choices between the sentences of pairs; use it as RATINGS="):
        chosen.table(write_csv(tmp_path / "r.csv", *trials(("P1", "", "The dogs bark.", 6))))
    (note,) = chosen.table(write_csv(tmp_path / "r.csv", CHOICES, [choice("Ann", "p1", 1)])).notes
    assert note.startswith("the participant is called P1") and "KEEP_IDS" not in note  # which RATINGS= alone has
    own = write_csv(tmp_path / "own.csv", ("pair_id", "P1"), [("p1", 1)])
    assert str(chosen.table(own)) == str(own)


# --- Who is left out ---


def answer(response, rt=None, gold="", task=RATING, person="P1", own=""):
    """Return an answer of somebody."""
    return Answer(Row(2), person, str(response), task, rt=rt, gold=gold, list=own)


def golds(wrong, right):
    """Return gold items on the wrong and on the right side of a scale from 1 to 7."""
    return [answer(2, gold="good")] * wrong + [answer(1, gold="bad")] * right


@pytest.mark.parametrize(
    ("rule", "answers", "is_out"),
    [
        ("gold=0.2", golds(wrong=1, right=5), False),
        ("gold=0.2", golds(wrong=1, right=4), False),
        ("gold=0.2", golds(wrong=1, right=3), True),
        ("gold=0", [answer(4, gold="good"), answer(4, gold="bad")], False),
        ("gold=0", [answer(5, gold="good"), answer(5, gold="bad")], True),
        ("gold=0", [answer(1, gold="good", task=CHOICE)], False),
        ("gold=0", [answer(0, gold="good", task=CHOICE)], True),
        ("fast=1000", [answer(1, rt=999)], True),
        ("fast=1000", [answer(1, rt=1000)], False),
        ("fast=1000", [answer(1, rt=10), answer(2, rt=1001), answer(2, rt=9000)], False),
        ("constant=1", [answer(3)] * 4, True),
        ("constant=1", [answer(3)] * 3 + [answer(4)], False),
        ("constant=0.75", [answer(3)] * 3 + [answer(4)], True),
        ("constant=0.8", [answer(3)] * 3 + [answer(4)], False),
        ("complete=0.9", [answer(1)] * 9 + [answer("")], False),
        ("complete=0.9", [answer(1)] * 8 + [answer("")] * 2, True),
        ("missing=0.1", [answer(1)] * 9 + [answer("")], False),
        ("missing=0.1", [answer(1)] * 8 + [answer("")], True),
    ],
)
def test_rules_at_their_numbers_below_and_above(rule, answers, is_out):
    everyone = exclusions.people(answers, 1, 7)
    assert bool(exclusions.excluded(everyone, exclusions.parse(rule).numbers)) == is_out


@pytest.mark.parametrize(
    ("asked_for", "response", "is_failed"),
    [
        *(("2", "2", False), ("2", "2.0", False), ("2", "3", True), ("2", "", False), ("1", "1", False)),
        *(("90-100", "95", False), ("90-100", "89", True), ("0|No", "no", False), ("0|No", "0", False)),
        *(("0|No", "Yes", True), ("-1", "-1", False), ("-1", "1", True)),
    ],
)
def test_an_attention_check_is_failed_by_another_answer(asked_for, response, is_failed):
    check = Answer(Row(3), "P1", response, attention_answer=asked_for)
    everyone = exclusions.people([answer(1)], 1, 7, [check])
    assert bool(response and exclusions.excluded(everyone, {"attention": 1})) == is_failed


@pytest.mark.parametrize(("repeated", "number"), [("first", 1), ("leave_out", 2)])
def test_of_a_second_session_checks_count_as_sentences_do(repeated, number):
    checks = [Answer(Row(row), "P1", "3", sentence_id="attention.1") for row in (3, 9)]
    notes = []
    sentences, counted = attention.without_checks([*checks, answer(1)], {"attention.1": "2"}, repeated, notes)
    assert sentences == [answer(1)] and counted == checks[:number]
    assert notes == [f"attention checks: {number} answer{'s' * (number > 1)} of 1 participant, {number} wrong"]


def asked(person, own, names):
    """Return a participant's answers to the sentences with these letters as ids, in a list."""
    return [Answer(Row(2), person, "1", sentence_id=name, list=own) for name in names]


def test_a_person_who_stopped_is_not_complete_beside_others_with_the_same_list():
    everyone = exclusions.people([*asked("P1", "a", "xyz"), *asked("P2", "a", "xz"), *asked("C", "b", "vw")], 1, 7)
    assert exclusions.excluded(everyone, {"complete": 0.9}) == {"P2": "complete=0.9 (0.667)"}


@pytest.mark.parametrize("lists", [("a", "b"), ("", "")])
def test_one_person_with_two_lists_leaves_nobody_else_out(lists):
    """Test files with lists and without."""
    a, b = lists
    normal = [one for name in "PQR" for one in asked(name, a, "vwxyz")]
    twice = [*asked("T", a, "vwxyz"), *asked("T", b, "klmno")]
    stopped = asked("S", a, "vw")
    everyone = exclusions.people([*normal, *twice, *stopped], 1, 7)
    assert exclusions.excluded(everyone, {"complete": 0.9}) == {"S": "complete=0.9 (0.4)"}


def test_a_list_of_fillers_for_all_adds_to_the_list_of_each_participant():
    lists = {"P": ("a", "vwxy"), "Q": ("a", "vwxy"), "R": ("b", "klmn"), "S": ("b", "kl"), "T": ("b", "klmn")}
    answers = [one for name, (letter, ids) in lists.items() for one in asked(name, letter, ids)]
    fillers = [one for name in lists for one in asked(name, "all", "fg" if name == "S" else "fghi")]
    everyone = exclusions.people([*answers, *fillers], 1, 7)
    assert exclusions.excluded(everyone, {"complete": 0.9}) == {"S": "complete=0.9 (0.5)"}


def test_a_list_that_gives_its_members_different_sentences_has_the_median_number():
    asks = {"P": "vwx", "Q": "klm", "R": "vkl", "S": "v"}
    everyone = exclusions.people([one for name in asks for one in asked(name, "1", asks[name])], 1, 7)
    assert exclusions.excluded(everyone, {"complete": 0.9}) == {"S": "complete=0.9 (0.333)"}


@pytest.mark.parametrize("by_sentence", [False, True])
def test_an_empty_cell_of_a_wide_table_is_no_question(read, by_sentence):
    """In a Latin square, each participant sees one sentence of each pair."""
    names = [f"{pair}.{side}" for pair in ("p1", "p2") for side in ("good", "bad")]
    rows = [(person, *cells) for person, cells in (("1", (6, "", "", 2)), ("2", ("", 1, 7, "NA")))]
    if by_sentence:
        names, rows = ["participant", *names], rows
    else:
        names, rows = ["sentence_id", "1", "2"], list(zip(names, *(row[1:] for row in rows), strict=True))
    answered = read(names, rows, exclude="complete=0.9,missing=0.1")
    assert not answered.reasons and len(answered.ratings) == 4
    assert "questions without an answer" not in notes(answered)


def test_lists_of_one_participant_say_nothing_about_their_length():
    everyone = exclusions.people(
        [one for n, name in enumerate("PQRS") for one in asked(name, name, "vwxyz"[n // 3 * 3 :])], 1, 7
    )
    assert exclusions.excluded(everyone, {"complete": 0.9}) == {"S": "complete=0.9 (0.4)"}


def test_rules_without_a_number_have_the_usual_one():
    assert exclusions.parse("gold, fast=1500").numbers == {"gold": 0.2, "fast": 1500}
    for text in ("quick", "gold=much", "fast=nan", "fast=inf"):
        with pytest.raises(
            InputError, match=f"EXCLUDE={text}: is not a rule that takes a number; such rules are: gold=0.2"
        ):
            exclusions.parse(text)


# --- Answers to questions, and lists of participants ---

ASKED = ("participant", "sentence_id", "rating", "language", "Age")
ANSWERS = [("Ann", " english ", 31), ("Bob", "German", 19), ("Cyd", "English", "")]
WITH_ANSWERS = [(name, f"p1.{side}", len(side), *more) for name, *more in ANSWERS for side in ("good", "bad")]


@pytest.mark.parametrize(
    ("rule", "expected"),
    [("language=English", "P1 P3"), ("Language!=English", "P2"), ("age=31.0", "P1"), ("age!=31", "P2")],
)
def test_participants_are_left_out_by_their_answers_to_questions(read, rule, expected):
    """Who gave no answer is not left out; a personal column is used for the rule alone."""
    answered = read(ASKED, WITH_ANSWERS, exclude=rule)
    assert answered.reasons == dict.fromkeys(expected.split(), rule)
    found = f"left out by EXCLUDE={rule}: {len(expected.split())} of 3 participants (by the answer to a question)"
    assert found in notes(answered) and "german" not in repr(answered.ratings).casefold()


def test_a_condition_that_begins_like_another_counts_its_own_participants(read):
    answers = [(*row[:3], "yes (bilingual)" if row[0] == "Ann" else "no", row[4]) for row in WITH_ANSWERS]
    found = notes(read(ASKED, answers, exclude="language=yes,language=yes (bilingual)"))
    assert "EXCLUDE=language=yes: 0 of 3" in found and "EXCLUDE=language=yes (bilingual): 1 of 3" in found


def test_a_question_that_nobody_answered_is_no_rule(read):
    with pytest.raises(InputError, match="EXCLUDE=quick=3: nobody answered a question .* rules are: gold=0.2"):
        read(ASKED, WITH_ANSWERS, exclude="quick=3")


@pytest.mark.parametrize("question", ["nome", "Nachname", "Prénom", "姓名", "remark"])
def test_a_condition_on_names_in_any_language_or_on_texts_that_all_differ_is_refused(read, question):
    people = [f"{name} rossi" for name in ("maria", "ugo", "ada", "piero", "livia")]
    rows = [(f"P{place}", *row[1:], name) for place, name in enumerate(people, start=1) for row in BOTH]
    with pytest.raises(InputError, match=f"EXCLUDE={question} can identify participants; write their ids") as error:
        read((*OWN, question), rows, exclude=f"{question}=ugo rossi")
    assert "rossi" not in str(error.value)
    ages = [(*row[:-1], 20 + place // len(BOTH)) for place, row in enumerate(rows)]
    assert read((*OWN, "years"), ages, exclude="years=21").reasons == {"P2": "years=21"}


@pytest.mark.parametrize("question", ["participant", "Who", "E-mail", "subject_id"])
def test_a_condition_that_names_a_participant_is_refused(read, question):
    """Its reason would tell whom a pseudonym stands for."""
    rows = [(name, f"{name}@x.org", *row[1:]) for name in ("maria rossi", "ugo") for row in BOTH]
    refusal = (
        f"EXCLUDE={question} can identify participants; write their ids into a file, and use EXCLUDE=people:<file>"
    )
    with pytest.raises(InputError, match=refusal) as error:
        read(("who", "e-mail", *OWN[1:]), rows, exclude=f"{question}=maria rossi", participant="who")
    assert "maria" not in str(error.value)


def test_questions_and_numbers_leave_out_together(read):
    answered = read(
        (*ASKED, "rt"), [(*row, 400 if row[0] == "Bob" else 2000) for row in WITH_ANSWERS], exclude="age=31,fast"
    )
    assert answered.reasons == {"P1": "age=31", "P2": "fast=1000 (400)"}


@pytest.mark.parametrize("text", ["participant\nBob\n", "Bob\nZoe\n", "note,subject_id\nlate,Bob\n"])
def test_participants_in_a_list_are_left_out(read, tmp_path, text):
    (tmp_path / "out.csv").write_text(text, encoding="utf-8")
    answered = read(ASKED, WITH_ANSWERS, exclude=f"people:{tmp_path / 'out.csv'}")
    assert answered.reasons == {"P2": "people"}
    assert "1 of 3 participants (in a list of participants to leave out)" in notes(answered)
    with pytest.raises(InputError, match="no participant has an id in this list"):
        read(OWN, BOTH, exclude=f"people:{tmp_path / 'out.csv'}")


@pytest.mark.parametrize("rule", ["people:a.csv,people:b.csv", "people:", "people:a.csv"])
def test_two_lists_of_participants_or_none_are_refused(tmp_path, rule):
    """Test the command and Python; the last rule comes with a file in PEOPLE=."""
    people = "b.csv" if rule == "people:a.csv" else None
    path = write_csv(tmp_path / "results.csv", OWN, BOTH)
    option = {"people": people} if people else {}
    fault = "must be in one file; name it once, in EXCLUDE=people:list.csv or PEOPLE="
    with pytest.raises(InputError, match=fault):
        results.read(path, PAIRS, people=people, exclude=rule)
    options = {"pairs": str(path), "ratings": str(path), "exclude": rule, **option}
    with pytest.raises(InputError, match=fault):
        dataset_entries(options, {"names": {}, "datasets": {}})


def test_answers_in_the_form_of_a_page_are_questions_too(tmp_path):
    header = ("trial_type", "trial_index", "participant", "sentence_id", "response")
    rows = []
    for name, language in (("A", "Basque"), ("B", "Breton")):
        form = json.dumps({"native_language": language})
        rows += [("survey-html-form", 0, name, "", form), ("html-slider-response", 1, name, "p1.good", 90)]
        rows += [("html-slider-response", 2, name, "p1.bad", 10)]
    path = write_csv(tmp_path / "r.csv", header, rows)
    assert results.read(path, PAIRS, exclude="native language=Basque").reasons == {"P1": "native language=Basque"}


def test_a_question_is_looked_up_below_the_header_of_its_own_part(tmp_path):
    """The second participant's columns are in another order, and the question has no answer."""
    trials = [
        ("html-slider-response", at, name, f"p1.{side}") for name in "AB" for at, side in enumerate(("good", "bad"))
    ]
    rows = [(*trial, 90, "German", 800) if trial[2] == "A" else (*trial, 90, 800, "") for trial in trials]
    header = ("trial_type", "trial_index", "participant", "sentence_id", "response", "language", "rt")
    path = write_csv(tmp_path / "r.csv", header, [*rows[:2], (*header[:5], "rt", "language"), *rows[2:]])
    assert not results.read(path, PAIRS, exclude="language!=German").reasons


@pytest.mark.parametrize(
    ("rule", "message"),
    [("gold=0.2", "no sentence is known to be gold; add GOLD=, .*leave this rule out"), ("fast", "no response times")],
)
def test_a_rule_that_the_file_says_nothing_about(read, rule, message):
    with pytest.raises(InputError, match=f"EXCLUDE={rule.partition('=')[0]}: {message}"):
        read(OWN, BOTH, exclude=rule)


TWO = trials(
    ("P1", "", "The dogs bark.", 7),
    ("P1", "", "The dogs barks.", 1),
    ("P2", "", "The dogs bark.", 1),
    ("P2", "", "The dogs barks.", 2),
)


def test_gold_by_a_table_and_by_a_column_of_the_fillers(read):
    """The sentences are known by their texts alone."""
    gold = [("sentence_id", "gold"), ("p1.good", "Good"), ("p1bad", "")]
    with pytest.raises(InputError, match="EXCLUDE=gold: the middle of the scale is not known; set its ends"):
        read(*TWO, gold=gold, exclude="gold=0.2")
    answered = read(*TWO, gold=gold, exclude="gold=0.2", scale="1-7")
    assert answered.reasons == {"P2": "gold=0.2 (1)"}
    assert [one.gold for one in answered.ratings] == ["good", "", "good", ""]
    assert "left out by EXCLUDE=gold=0.2: 1 of 2 participants (more than 0.2 of the gold items" in notes(answered)
    header, rows = TWO
    rows = [*rows, (*rows[0][:4], "Tom ran.", 7, 900), (*rows[2][:4], "Tom ran.", 1, 900)]
    answered = read(header, rows, fillers=[("sentence", "gold"), ("Tom ran.", "good")], exclude="gold=0", scale="1-7")
    assert answered.reasons == {"P2": "gold=0 (1)"}


def test_gold_of_two_fillers_with_one_text_is_known_by_their_ids(read):
    rows = [*BOTH, ("P1", "filler.a", 6), ("P1", "filler.b", 6)]
    table = [("sentence_id", "sentence", "gold"), ("a", "Tom ran.", "good"), ("b", "Tom ran.", "bad")]
    assert [one.gold for one in read(OWN, rows, fillers=table).ratings] == ["", "", "good", "bad"]


def test_a_place_that_is_no_number_of_a_computer_is_not_known(read):
    rows = [(*row, place) for row, place in zip(BOTH, ("inf", "2"), strict=True)]
    assert [one.place for one in read((*OWN, "place"), rows).ratings] == [None, 2]


def test_gold_of_a_choice_is_that_of_its_pair(read):
    gold = [("sentence_id", "gold"), ("p1", "good")]
    answered = read(CHOICES, [choice("P1", "p1", 1), choice("P2", "p1", 0)], gold=gold, exclude="gold=0")
    assert answered.reasons == {"P2": "gold=0 (1)"}


def test_gold_is_good_bad_or_nothing(read):
    with pytest.raises(InputError, match="rows 2 and 3: gold is 'yes'; write good, bad or nothing"):
        read((*OWN, "gold"), [(*row, "yes") for row in BOTH])
    with pytest.raises(InputError, match="gold.csv: gold is 'yes'; write good, bad or nothing"):
        read(OWN, BOTH, gold=[("sentence_id", "gold"), ("p1.good", "yes")])
    with pytest.raises(InputError, match="gold.csv: needs the columns sentence_id and gold; it has: id, gold"):
        read(OWN, BOTH, gold=[("id", "gold"), ("p1.good", "good")])
    answered = read(OWN, BOTH, gold=[("sentence_id", "gold"), ("p1.goood", "good")])
    assert "gold, but nobody answered it: filler.p1.goood" in notes(answered)


def test_leaving_people_out_changes_nothing_about_others(read):
    everybody = read(*TWO)
    some = read(*TWO, exclude="gold=0", gold=[("sentence_id", "gold"), ("p1.good", "good")], scale="1-7")
    assert rated(everybody) == rated(some) and everybody.reasons == {} and list(some.reasons) == ["P2"]


def test_a_rule_that_leaves_out_more_than_half_is_doubtful(read):
    rows = [
        (name, f"p1.{side}", rating, 300 if name in "AB" else 2000)
        for name in "ABCD"
        for side, rating in (("good", 6), ("bad", 2))
    ]
    assert not read((*OWN, "rt"), rows, exclude="fast=1000").doubts
    (doubt,) = read((*OWN, "rt"), rows[:-2], exclude="fast=1000").doubts
    assert doubt == "EXCLUDE=fast=1000 leaves out 2 of 3 participants, more than half; check the rule"


TIMED = ("participant", "sentence_id", "rating", "rt")
TIMES = [("P1", "p1.good", 7, 900), ("P1", "p1.bad", 1, 199), ("P1", "p2.good", 6, 800), ("P1", "p2.bad", 2, 700)]
TIMES += [("P2", "p1.good", 6, 950), ("P2", "p1.bad", 2, 750), ("P2", "p2.good", 5, 200), ("P2", "p2.bad", 4, "")]


def test_answers_that_were_given_unread_are_counted_and_left_out_alone(read):
    found = "answers within less than 200 ms: 1 of 7, of 1 participant; EXCLUDE=fast_answers=200 leaves them out"
    assert found in notes(read(TIMED, TIMES)) and not any(one.excluded for one in read(TIMED, TIMES).ratings)
    answered = read(TIMED, TIMES, exclude="fast_answers=200")
    assert [one.excluded for one in answered.ratings if one.excluded] == ["fast_answers=200 (199)"]
    assert not answered.reasons
    assert "left out by EXCLUDE=fast_answers=200: 1 of 7 answers, of 1 participant" in notes(answered)
    assert "within less than" not in notes(read(TIMED, [row for row in TIMES if row[-1] != 199]))
    with pytest.raises(InputError, match="EXCLUDE=fast_answers: no response times are known"):
        read(OWN, BOTH, exclude="fast_answers")


def test_an_answer_that_is_left_out_changes_the_z_scores_of_its_participant_alone(tmp_path):
    path = write_csv(tmp_path / "r.csv", TIMED, TIMES)
    table = pd.DataFrame([(pair, *sides) for pair, sides in PAIRS.items()], columns=["pair_id", "good", "bad"])
    before, after = (acceptability.pairs(table, ratings=path, **words) for words in ({}, {"exclude": "fast_answers"}))
    kept = after.responses.set_index(["participant", "sentence_id"])
    assert kept["excluded"].to_dict() == dict.fromkeys(kept.index, "") | {("P1", "p1.bad"): "fast_answers=200 (199)"}
    assert kept.loc["P1", "z_score"].round(4).tolist()[::2] == [0.7559, 0.378]  # over 7, 6 and 2
    assert pd.isna(kept.loc[("P1", "p1.bad"), "z_score"]) and len(after.ratings) == 7
    assert kept.loc["P2"].equals(before.responses.set_index(["participant", "sentence_id"]).loc["P2"])
    counts = count_people(after.responses).set_index("rule")
    assert counts["answers"].to_dict() == {"all": 8, "fast_answers=200": 1, "none": 7}
    assert counts["participants"].to_dict() == {"all": 2, "fast_answers=200": 0, "none": 2}
    assert make_exclusions(exclusions=counts.reset_index())["Group"][1].endswith("answers within less than 200 ms")


def test_leaving_everybody_out_is_refused(read):
    with pytest.raises(InputError, match="EXCLUDE=fast=2000 leaves out everybody"):
        read(*TWO, exclude="fast=2000")


def test_leaving_out_all_who_rated_one_sentence_of_each_pair_is_refused(read):
    rows = [("P1", "p1.good", 6, 900), ("P2", "p1.bad", 2, 2000), ("P3", "p1.good", 5, 950)]
    with pytest.raises(InputError, match="EXCLUDE=fast: after 2 of 3 participants are left out, no pair has ratings"):
        read((*OWN, "rt"), rows, exclude="fast")


def test_it_is_said_whom_the_usual_rules_would_leave_out(read):
    header, rows = TWO
    rows = [(*row[:-1], 999) if row[2] == "P1" else row for row in rows]
    answered = read(header, rows)
    assert (
        "nobody is left out by a rule; EXCLUDE=fast=1000 would leave out 1 (the median response time is below 1000 ms)"
        in notes(answered)
    )
    assert "would leave out" not in notes(read(header, rows, exclude="fast=900"))


def test_a_value_of_several_digits_is_written_out():
    everyone = exclusions.people([answer(1, rt=1234.5)], 1, 7)
    assert exclusions.excluded(everyone, {"fast": 2000}) == {"P1": "fast=2000 (1234.5)"}


# --- Files ---


def test_tables_of_one_name_in_two_folders_keep_their_cells_and_their_rows(tmp_path):
    for folder, person, rating in (("pilot", "P1", 6), ("main", "P2", "much")):
        (tmp_path / folder).mkdir()
        rows = [(person, "p1.good", rating, folder), (person, "p1.bad", 2, folder)]
        write_csv(tmp_path / folder / "data.csv", (*OWN, "section"), rows)
    assert {one.participant for one in results.read(tmp_path, PAIRS, label="pilot").ratings} == {"P1"}
    with pytest.raises(InputError, match="row 2 of main/data.csv"):
        results.read(tmp_path, PAIRS)


def test_rows_are_named_with_their_own_file_if_another_lacks_a_column(tmp_path):
    write_csv(tmp_path / "a.csv", OWN[:2], [row[:2] for row in BOTH])
    write_csv(tmp_path / "b.csv", OWN, [*BOTH, ("P1", "p9.bad", 4)])
    with pytest.raises(InputError, match="a.csv: the column 'rating' is missing.*\n.*row 4 of b.csv: 'p9.bad' is not"):
        results.read(tmp_path, PAIRS)


def test_what_cannot_be_read_is_named(read, tmp_path):
    with pytest.raises(InputError, match="none.csv: cannot be read: No such file or directory; correct the path"):
        results.read(tmp_path / "none.csv", PAIRS)
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match="empty: has no results, which are files that end in .*json"):
        results.read(tmp_path / "empty", PAIRS)
    (tmp_path / "empty.json").write_text("  ", encoding="utf-8")
    with pytest.raises(InputError, match="empty.json: is empty; export it again, or remove it"):
        results.read(tmp_path / "empty.json", PAIRS)


def test_the_folder_of_an_experiment_has_its_answers_or_names_what_to_give(tmp_path):
    for name in ("texts.yaml", *files.OF_EXPERIMENTS):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("sentence_id,sentence\np1.good,The dogs bark.\n", encoding="utf-8")
    with pytest.raises(InputError, match="is the folder of an experiment, and no answers are in it; name the folder"):
        results.read(tmp_path, PAIRS)
    write_csv(tmp_path / "P1.csv", OWN, BOTH)
    assert rated(results.read(tmp_path, PAIRS)) == [(*row[:2], str(row[2])) for row in BOTH]


@pytest.mark.parametrize("task", ["likert", "choice"])
def test_what_an_experiment_writes_into_its_folder_is_known(tmp_path, task):
    for module in (documents, pcibex, qualtrics):
        module.write(design_of(task), tmp_path)
    written = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()}
    assert {name for name in written if files.is_result(Path(name))} <= files.OF_EXPERIMENTS


def test_answers_are_simulated_where_some_are_and_a_name_is_no_pseudonym(read):
    rows = [(person, f"p1.{side}", 6) for person in ("simulated-1", "simulated-Ann Miller") for side in ("good", "bad")]
    answered = read(OWN, rows)
    assert answered.simulated and {one.participant for one in answered.ratings} == {"P1", "P2"}


def test_simulated_answers_beside_real_ones_are_left_out(read, tmp_path):
    simulated = [(f"simulated-{n}", f"p1.{side}", 4) for n in (1, 2) for side in ("good", "bad")]
    answered = read(OWN, [*BOTH, *simulated])
    assert not answered.simulated and rated(answered) == [("P1", "p1.good", "6"), ("P1", "p1.bad", "2")]
    assert "left out, because other answers are real: 4 answers of 2 participants, SIMULATED" in notes(answered)
    with pytest.raises(InputError, match=r"has no pair with .* \(left out, because other answers are real: 4 answers"):
        read(OWN, [*BOTH[:1], *simulated])
    rows = [choice("P1", "p1", 1), choice("simulated-1", "p1", 0)]
    table = chosen.table(write_csv(tmp_path / "r.csv", CHOICES, rows))
    assert table.header == ["pair_id", "P1"] and "1 answer of 1 participant, SIMULATED" in "".join(table.notes)


def test_simulated_answers_are_called_so(read):
    answered = read(OWN, [("simulated-1", "p1.good", 6), ("simulated-1", "p1.bad", 2)])
    assert answered.simulated and answered.reading.notes[0] == "the answers are SIMULATED"


def test_results_are_read_again_only_where_files_change(tmp_path):
    path = write_csv(tmp_path / "r.csv", OWN, BOTH)
    first = results.read(path, PAIRS)
    assert results.read(path, PAIRS) is first
    text = io.StringIO()
    csv.writer(text).writerows([OWN, ("P1", "p1.good", 65), BOTH[1]])
    path.write_text(text.getvalue(), encoding="utf-8")
    assert rated(results.read(path, PAIRS))[0] == ("P1", "p1.good", "65")


def test_files_beside_results_are_named(tmp_path):
    (tmp_path / "results").mkdir()
    path = write_csv(tmp_path / "results/r.csv", OWN, BOTH)
    (tmp_path / "results/page.html").write_text("<p>", encoding="utf-8")
    notes = results.read(path.parent, PAIRS).reading.notes
    assert notes == ["1 other file was not read: page.html; save tables among them as CSV"]


# --- What is easily misread ---


@pytest.mark.parametrize(("scale", "cells"), [("1|7", ("7", "1", "6")), ("bad|good", ("good", "bad", "5"))])
def test_a_list_of_answers_is_the_whole_scale(read, scale, cells):
    rows = [("P1", name, cell) for name, cell in zip(("p1.good", "p1.bad", "p2.good"), cells, strict=True)]
    with pytest.raises(InputError, match="row 4: the rating is"):
        read(OWN, rows, scale=scale)


def test_a_scale_has_two_ends_or_words(read):
    for scale in ("7", ".-.", "1,0-7,0"):
        with pytest.raises(InputError, match=r"SCALE=.*: write the ends of the scale, such as 1-7, or its labels"):
            read(OWN, BOTH, scale=scale)


def test_codes_of_missing_answers_are_asked_about(read):
    rows = [*BOTH, ("P1", "p2.good", -99)]
    with pytest.raises(
        InputError, match="row 4: the rating is -99, and all others are from 2 to 6; leave the cell .*: SCALE=-99-6"
    ):
        read(OWN, rows)
    assert len(read(OWN, [*BOTH, ("P1", "p2.good", "NA")]).ratings) == 3


def test_response_times_in_seconds_are_asked_about(read):
    header = (*OWN, "rt")
    with pytest.raises(InputError, match="the median of rt is 2.5, but response times are in milliseconds"):
        read(header, [(*row, 2.5) for row in BOTH])
    with pytest.raises(InputError, match="rows 2 and 3: rt is 'soon' and 1 more; write a number of milliseconds"):
        read(header, [(*row, "soon") for row in BOTH])
    assert [one.rt for one in read(header, [(*row, "1234,5") for row in BOTH]).ratings] == [1234.5, 1234.5]


def test_practice_in_a_column_of_a_table_does_not_count(read):
    rows = [(*row, "test") for row in BOTH] + [("P1", "p2.good", 7, "practice")]
    answered = read((*OWN, "phase"), rows)
    assert len(answered.ratings) == 2 and "left out: 1 answer of practice" in notes(answered)


def test_choices_in_a_table_of_ones_own(read):
    answered = read(("participant", "pair_id", "chose_good"), [("P1", "p1", 1), ("P2", "p1", 0)])
    assert [(one.pair_id, one.response) for one in answered.choices] == [("p1", "1"), ("p1", "0")]
    with pytest.raises(InputError, match="row 2: chose_good is 'left'; write 1, 0 or nothing"):
        read(("participant", "pair_id", "chose_good"), [("P1", "p1", "left")])


def test_names_of_people_are_not_kept(read):
    answered = read(OWN, [("Ann Smith", *row[1:]) for row in BOTH])
    assert {one.participant for one in answered.ratings} == {"P1"}


def test_whether_sentences_stood_at_several_places(read):
    header = ["participant", "sentence_id", "rating", "place"]
    early, late = [("a", "p1.good", 6, 1), ("a", "p1.bad", 2, 2)], [("b", "p1.good", 5, 2), ("b", "p1.bad", 3, 1)]
    assert read(header, early + late).places
    assert not read(header, early + [("b", *row[1:]) for row in early]).places
    assert not read(header[:3], [row[:3] for row in early + late]).places


def test_a_spreadsheet_of_results_is_parsed_once_in_each_of_its_states(tmp_path, monkeypatch):
    """Test that looking for the platform and reading the table share what was parsed, until the file changes."""
    parsed = []
    spreadsheet = sheets.spreadsheet
    monkeypatch.setattr(sheets, "spreadsheet", lambda *given: [parsed.append(given), spreadsheet(*given)][1])
    answers = [["Ann", "p1.good", 5], ["Ann", "p1.bad", 2], ["Bob", "p1.good", 4], ["Bob", "p1.bad", 1]]
    for number in (1, 2):
        answers.append([f"Cem{number}", "p1.good", 3])
        path = xlsx(tmp_path / "results.xlsx", {"Answers": [["participant", "sentence_id", "rating"], *answers]})
        assert len(results.read(path, PAIRS).ratings) == len(answers)
        assert len(parsed) == number


def test_shares_of_rules_are_in_per_cent():
    assert exclusions.meaning_of("constant=1") == "all ratings are the same"
    assert exclusions.meaning_of("constant=0.9") == "at least 90 % of the ratings are the same"
    assert exclusions.meaning_of("complete=0.8") == "less than 0.8 of the questions are answered"
