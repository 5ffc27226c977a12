"""Read small results of jsPsych and of PCIbex or Ibex, with everything in them that has misled readers before."""

import csv
import io
import json

import pytest

from acceptability.errors import InputError
from acceptability.responses.answers import CHOICE, RATING, Row
from acceptability.responses.files import File
from acceptability.responses.registry import all_platforms, platform_of
from acceptability.responses.stimuli import Stimuli

GOOD, BAD = "The dogs & cats bark.", "The dogs & cats barks."
PAIRS = {"p1": (GOOD, BAD), "p2": ('"Why" left Ann, too?', "# Why Ann left, too?")}
FILLERS = {"filler.1": "Ann sleeps."}
BUTTON, LIKERT, KEYS, SLIDER = "html-button-response", "survey-likert", "html-keyboard-response", "html-slider-response"


def read(*files, key=None, **words):
    """Return the results in files, of the platform that has written them."""
    return platform_of(files).read(files, Stimuli(PAIRS, FILLERS, key), words)


def answers(results):
    """Return participant, sentence and rating of each answer."""
    return [(one.participant, one.sentence_id or one.sentence, one.response) for one in results.answers]


def responses(results):
    """Return the rating or choice of each answer."""
    return [one.response for one in results.answers]


# --- jsPsych ---


def jspsych(*trials):
    """Return a CSV of jsPsych with these trials, whose columns stand in the order of first appearance."""
    trials = [{"trial_index": place} | trial for place, trial in enumerate(trials)]
    header = list(dict.fromkeys(key for trial in trials for key in trial))
    text = io.StringIO()
    writer = csv.DictWriter(text, header, restval="", quoting=csv.QUOTE_ALL)
    writer.writeheader()
    writer.writerows(trials)
    return File("results.csv", "results.csv", text.getvalue().replace("\r\n", "\n"))


def joined(*files):
    """Return files as one, as hosts join them."""
    return File("all.csv", "all.csv", "".join(file.text for file in files))


def trial(kind, response, **more):
    """Return a trial."""
    return {"trial_type": kind, "response": response} | more


def test_each_header_has_columns_in_an_order_of_its_own():
    first = jspsych(trial(BUTTON, 5, sentence_id="p1.good", participant="A"))
    second = jspsych(
        {"participant": "B", "sentence_id": "p1.bad", "response": 1, "trial_type": BUTTON, "rt": 900, "trial_index": 3}
    )
    results = read(joined(first, second))
    assert answers(results) == [("A", "p1.good", "6"), ("B", "p1.bad", "2")]
    assert [(one.row, one.rt) for one in results.answers] == [(Row(2), None), (Row(4), 900.0)]


def test_a_time_out_is_no_rating():
    for empty in ("null", "", "undefined"):
        (one,) = read(jspsych(trial(KEYS, empty, rt=empty, stimulus=GOOD))).answers
        assert (one.response, one.rt) == ("", None)


@pytest.mark.parametrize(
    ("kind", "written", "expected"),
    [
        (BUTTON, "0", "1"),
        (BUTTON, "6", "7"),
        (KEYS, "6", "6"),
        (SLIDER, "0", "0"),
        (SLIDER, "83", "83"),
        (LIKERT, '{"p1.good":5}', "6"),
        ("survey-multi-choice", '{"p1.good":"fine"}', "fine"),
    ],
)
def test_responses_count_from_0_on_buttons_and_likert_scales_alone(kind, written, expected):
    assert responses(read(jspsych(trial(kind, written, sentence_id="p1.good")))) == [expected]


def test_a_column_rating_wins_over_the_response():
    assert responses(read(jspsych(trial(BUTTON, 5, rating=6, sentence_id="p1.good")))) == ["6"]


def test_an_untouched_slider_is_noted():
    trials = [trial(SLIDER, 50, slider_start=50, stimulus=GOOD), trial(SLIDER, 51, slider_start=50, stimulus=BAD)]
    results = read(jspsych(*trials))
    assert responses(results) == ["50", "51"]
    note = "answers exactly where the slider started (50), so that it was perhaps not moved: 1"
    assert note in results.notes


def test_a_page_of_named_likert_questions():
    page = trial(LIKERT, '{"p1.bad":0,"p1.good":6,"p2.good":""}', rt=4000)
    results = read(jspsych(page))
    assert answers(results) == [
        (results.answers[0].participant, *own) for own in (("p1.bad", "1"), ("p1.good", "7"), ("p2.good", ""))
    ]
    assert {one.rt for one in results.answers} == {None}


def test_questions_that_have_only_numbers_are_read_with_a_key_alone():
    """Q1 is the second one in the code; on the screen, it stood first."""
    page = jspsych(trial(LIKERT, '{"Q1":1,"Q0":5}'))
    with pytest.raises(InputError, match="results.csv, row 2: its questions are called Q0, Q1, .*QUESTIONS="):
        read(page)
    with pytest.raises(InputError, match="its questions are called Q1,"):
        read(page, key={"Q0": "p1.good"})
    assert sorted(responses(read(page, key={"Q0": "p1.good", "Q1": "p1.bad"}))) == ["2", "6"]


def test_one_question_of_a_page_about_a_sentence_needs_no_name():
    assert answers(read(jspsych(trial(LIKERT, '{"Q0":5}', sentence_id="p1.good"))))[0][1:] == ("p1.good", "6")


def test_a_stimulus_is_html_and_may_hold_a_question():
    html = "<div>The <b>dogs</b> &amp; cats&nbsp;bark.</div><p>How natural is it?</p>"
    (one,) = read(jspsych(trial(BUTTON, 5, stimulus=html))).answers
    assert Stimuli(PAIRS).sentence(text=one.sentence) == "p1.good"


def test_a_stimulus_without_a_sentence_is_nothing_where_the_trial_says_which_it_was():
    for about in (
        {"sentence_id": "p1.good"},
        {"item": "p1", "condition": "good"},
        {"pair_id": "p1", "condition": "good"},
    ):
        (one,) = read(jspsych(trial(BUTTON, 5, stimulus="<p>Rate it.</p>", **about))).answers
        assert one.task == RATING and one.sentence == ""
        assert Stimuli(PAIRS).sentence(one.sentence_id, "", one.item, one.condition) == "p1.good"
    (one,) = read(jspsych(trial(BUTTON, 5, stimulus=BAD, sentence_id="p1.good"))).answers
    assert one.sentence == BAD


@pytest.mark.parametrize(
    ("older", "expected"),
    [
        ({"responses": '{"p1.good":5}', "trial_type": LIKERT}, "6"),
        ({"button_pressed": "0", "trial_type": BUTTON}, "1"),
        ({"key_press": "49", "trial_type": KEYS}, "1"),
        ({"key_press": "103", "trial_type": KEYS}, "7"),
        ({"key_press": "null", "trial_type": KEYS}, ""),
        ({"key_press": "-1", "trial_type": KEYS}, ""),
    ],
)
def test_columns_of_jspsych_6(older, expected):
    assert responses(read(jspsych({"sentence_id": "p1.good"} | older))) == [expected]


def test_lost_and_damaged_answers_are_refused():
    with pytest.raises(InputError, match=r"results.csv, row 2: its answer is '\[object Object\]'"):
        read(jspsych(trial(LIKERT, "[object Object]")))
    with pytest.raises(InputError, match="results.csv, row 2: its answer is damaged JSON"):
        read(jspsych(trial(LIKERT, '{"p1.good":')))
    file = jspsych(trial(BUTTON, 5, stimulus=GOOD))
    with pytest.raises(InputError, match="row 3: has 1 cell where the header has 4"):
        read(File("r.csv", "r.csv", f'{file.text}"5"\n'))


def test_arrays_of_json_one_after_the_other():
    """As JATOS joins them; a response may be an object, a number or nothing."""
    people = [
        [trial(LIKERT, {"p1.good": 5}, trial_index=3), trial(BUTTON, 1, sentence_id="p1.bad", trial_index=4)],
        [trial(BUTTON, None, sentence_id="p1.good", trial_index=5)],
    ]
    text = "\n".join(map(json.dumps, people))
    results = read(File("jatos.txt", "jatos.txt", text))
    assert answers(results) == [
        ("1.1", "p1.good", "6"),
        ("1.1", "p1.bad", "2"),
        ("1.2", "p1.good", ""),
    ]
    with pytest.raises(InputError, match="is damaged JSON"):
        read(File("jatos.txt", "jatos.txt", text[:-1]))


def test_objects_of_json_a_line_are_trials_of_one_person():
    lines = [trial(BUTTON, 5, sentence_id=f"p1.{side}", trial_index=at) for at, side in enumerate(("good", "bad"))]
    assert {one.participant for one in read(File("r.json", "r.json", "\n".join(map(json.dumps, lines)))).answers} == {
        "1.1"
    }


def test_an_index_that_starts_again_is_another_person():
    trials = [trial(BUTTON, 5, stimulus=text, trial_index=at) for text, at in ((GOOD, 2), (BAD, 4), (GOOD, 2))]
    results = read(jspsych(*trials))
    assert [one.participant[-1] for one in results.answers] == ["1", "1", "2"]
    assert results.notes[-1].startswith("no column names the participants")


def test_other_screens_are_counted():
    trials = [trial("instructions", ""), trial("survey-html-form", '{"age":"30"}'), trial(BUTTON, 5, stimulus=GOOD)]
    results = read(jspsych(*trials))
    assert len(results.answers) == 1
    assert results.notes[0] == "screens that ask for no rating: instructions 1, survey-html-form 1"


def test_who_answered_must_be_in_all_rows():
    trials = [trial(BUTTON, 5, stimulus=text, subject=name) for text, name in ((GOOD, "A"), (BAD, ""))]
    with pytest.raises(InputError, match="results.csv: subject is empty in 1 of 2 answers; fill it in"):
        read(jspsych(*trials))


def test_an_id_of_a_host_is_no_question_about_the_person():
    """The columns of personal data are named, and none of them is read."""
    results = read(jspsych(trial(BUTTON, 5, stimulus=GOOD, PROLIFIC_PID="5f", ip="192.0.2.1", user_agent="x")))
    assert results.columns["participant"] == "PROLIFIC_PID"
    assert results.personal == ["PROLIFIC_PID", "ip", "user_agent"] and "192.0.2.1" not in repr(results)


@pytest.mark.parametrize(
    ("kind", "response", "more", "expected"),
    [
        (BUTTON, "0", {"good_side": "left"}, "1"),
        (BUTTON, "1", {"good_side": "left"}, "0"),
        (KEYS, "f", {"good_side": "right"}, "0"),
        (KEYS, "arrowright", {"good_side": "right"}, "1"),
        (KEYS, "j", {"chose_good": "true"}, "1"),
        (KEYS, "null", {"good_side": "left"}, ""),
        (BUTTON, "0", {"chose_good": "0", "good_side": "right"}, "0"),
    ],
)
def test_a_choice_is_right_where_the_side_agrees(kind, response, more, expected):
    (one,) = read(jspsych(trial(kind, response, pair_id="p1", left=GOOD, right=BAD, **more))).answers
    assert (one.task, one.pair_id, one.response) == (CHOICE, "p1", expected)
    assert one.good_first == {"left": True, "right": False}.get(more.get("good_side"))


def test_the_sentences_of_a_choice_stand_on_their_sides():
    for left, right, side in ((GOOD, BAD, "left"), (BAD, GOOD, "right")):
        (one,) = read(jspsych(trial(KEYS, "f", task="choice", left=left, right=right, good_side=side))).answers
        assert (one.good, one.bad) == (GOOD, BAD)


def test_a_choice_whose_side_is_not_known_is_refused():
    with pytest.raises(InputError, match="results.csv, row 2: it is not known which sentence '0' chose; .*good_side"):
        read(jspsych(trial(BUTTON, "0", pair_id="p1")))


# --- PCIbex and Ibex ---

FIRST = "Results reception time|MD5 hash of participant's IP address|Controller name|Order number of item"
FIRST += "|Inner element number|Label|Latin Square Group"
NAMES = f"{FIRST}|PennElementType|PennElementName|Parameter|Value|EventTime".split("|")
START = "PennController,1,_Trial_,Start,1000"


def columns_from(place, *names):
    """Return comments that name columns from a place on."""
    return [f"# {number}. {name}." for number, name in enumerate(names, start=place)]


def pcibex(*lines, logged=("prolific_id", "sentence_id")):
    """Return a file of PCIbex."""
    top = ["#", "# Results on Wednesday November 25 2026 04:41:05 UTC.", "# USER AGENT: x", "#"]
    text = "\n".join([*top, *columns_from(1, *NAMES, *logged, "Comments"), *lines, ""])
    return File("results.csv", "results.csv", text)


def row(cells, *logged, time="100", md5="aa", item=1, label="experiment", comment="NULL"):
    """Return a row of PennController: ``cells`` are the type of the element to the time of the event."""
    return ",".join([time, md5, "PennController", str(item), "0", label, "NULL", cells, *logged, comment])


def test_a_time_is_that_since_the_trial_began():
    results = read(pcibex(row(START, "X", "p1.good"), row("Scale,rating,Choice,6,3500", "X", "p1.good")))
    assert answers(results) == [("X", "p1.good", "6")]
    assert [(one.rt, one.label, one.row) for one in results.answers] == [(2500.0, "experiment", Row(21))]
    assert results.columns["participant"] == "prolific_id"


def sent(time, *items, participant="ab12", prolific="X", rating=6):
    """Return the rows of what one sending of results has: these items, each with an answer."""
    return [
        row(f"Scale,rating,Choice,{rating},{item}000", prolific, f"p{item}.good", participant, time=time, item=item)
        for item in items
    ]


PARTS = ("prolific_id", "sentence_id", "participant")


@pytest.mark.parametrize("prolific", ["Y", "NULL"])
@pytest.mark.parametrize("again", [(), (1, 2)])
def test_results_that_were_sent_in_parts_are_joined(prolific, again):
    """A host stores the earlier rows again, or not; another participant stopped, and may have no id of Prolific."""
    parts = [sent("100", 1, 2), sent("160", *again, 3, 4)]
    stopped = sent("170", 1, 2, participant="cd34", prolific=prolific)
    results = read(pcibex(*[one for part in (*parts, stopped) for one in part], logged=PARTS))
    names = ("X", "Y") if prolific == "Y" else ("ab12", "cd34")
    assert answers(results) == [
        *[(names[0], f"p{item}.good", "6") for item in (1, 2, 3, 4)],
        *[(names[1], f"p{item}.good", "6") for item in (1, 2)],
    ]


def test_parts_of_a_second_session_are_of_that_session():
    """The participant came back, and got another id from the script."""
    first = [*sent("100", 1, 2), *sent("160", 3, 4)]
    second = [*sent("200", 2, 4, participant="ef56", rating=1), *sent("260", 1, 3, participant="ef56", rating=1)]
    file = pcibex(*first, *second, logged=PARTS)
    with pytest.raises(InputError, match="1 value of prolific_id sent results several times: one at 100 and 200"):
        read(file)
    assert answers(read(file, repeated="first")) == [("X", f"p{item}.good", "6") for item in (1, 2, 3, 4)]
    with pytest.raises(InputError, match="has no ratings"):
        read(file, repeated="leave_out")


def test_a_comment_about_a_column_drops_those_after_it():
    results = read(
        pcibex(
            row("Scale,rating,Choice,6,9", "X", "p1.good"),
            *columns_from(14, "place", "sentence_id", "Comments"),
            row("Scale,rating,Choice,2,9", "X", "3", "p1.bad", item=2),
            *columns_from(15, "Comments"),
            row("Scale,rating,Choice,4,9", "X", "4", item=3),
        )
    )
    assert answers(results) == [("X", "p1.good", "6"), ("X", "p1.bad", "2"), ("X", "", "4")]
    assert [one.place for one in results.answers] == [None, 3, 4]


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ('"Why" left Ann%2C too?', '"Why" left Ann, too?'),
        ("# Why Ann left%2C too?", "# Why Ann left, too?"),
        ('"Why', '"Why'),
        ("50 % of it%0A20%20 and %41%2c", "50 % of it\n20%20 and %41%2c"),
    ],
)
def test_only_commas_and_control_characters_are_escaped_and_nothing_is_quoted(written, text):
    rows = [row("Scale,rating,Choice,6,9", "X", written), row("Scale,rating,Choice,2,9", "X", GOOD, item=2)]
    results = read(pcibex(*rows, logged=("prolific_id", "sentence")))
    assert [one.sentence for one in results.answers] == [text, GOOD]


def test_the_last_of_several_values_counts_and_na_is_no_answer():
    """The log of all values has those that were changed."""
    rows = [f"Scale,rating,Choice,{value},{time}" for value, time in ((3, 2000), (5, 2500))]
    results = read(
        pcibex(
            row(START, "X", "p1.good"),
            *(row(cells, "X", "p1.good") for cells in rows),
            row("Scale,rating,Choice,NA,Never", "X", "p1.bad", item=2, comment="No selection happened"),
        )
    )
    assert [(one.response, one.rt) for one in results.answers] == [("5", 1500.0), ("", None)]


def test_a_judgment_in_penncontroller_has_its_sentence_in_the_row_before():
    judged = "Controller-AcceptabilityJudgment,AcceptabilityJudgment"
    results = read(
        pcibex(
            row(f"{judged},The dogs & cats bark.,NULL,9", "X", "NULL", label="aj"),
            *columns_from(15, "Whether or not answer was correct (NULL if N/A)", "Time taken to answer", "Comments"),
            row(f"{judged},NULL,6,9", "X", "NULL", "NULL", "335", label="aj"),
        )
    )
    assert [(one.sentence, one.response, one.rt, one.label) for one in results.answers] == [(GOOD, "6", 335.0, "aj")]


def ibex(*lines):
    """Return a file of Ibex without PennController, whose judgments have two lines."""
    first, second = (
        ("Sentence (or sentence MD5)",),
        ("Question (NULL if none)", "Answer", "Correct", "Time taken to answer"),
    )
    groups = ["# The lines below this comment are in groups of 2.", "# The formats are as follows:", "#"]
    for number, names in enumerate((first, second), start=1):
        groups.append(f"# Line {number}:")
        groups += [f"#     Col. {place}: {name}." for place, name in enumerate([*FIRST.split("|"), *names], start=1)]
    text = "\n".join(["#", "# Results on Wednesday.", *columns_from(1, *FIRST.split("|"), "Field name", "Field value")])
    form = "100,aa,Form,0,0,intro,NULL,age,30"
    return File("ibex.csv", "ibex.csv", "\n".join([text, form, *groups, *lines, ""]))


def judgment(item, kind, sentence, answer, time="100", group="p1"):
    """Return the two lines of a judgment."""
    begin = f"{time},aa,AcceptabilityJudgment,{item},0,{kind},{group}"
    return [f"{begin},{sentence}", f"{begin},NULL,{answer},NULL,352.6"]


def test_lines_in_groups_of_two_have_columns_of_their_own():
    lines = [*judgment(3, "good", GOOD, 6), *judgment(4, "bad", "Not there.", 2), *judgment(3, "good", GOOD, 5, "200")]
    results = read(ibex(*lines))
    assert [(one.participant, one.sentence, one.response, one.rt) for one in results.answers] == [
        ("ibex.csv 100 aa", GOOD, "6", 352.6),
        ("ibex.csv 100 aa", "Not there.", "2", 352.6),
        ("ibex.csv 200 aa", GOOD, "5", 352.6),
    ]
    assert [(one.item, one.condition) for one in results.answers[:2]] == [("p1", "good"), ("p1", "bad")]


def test_columns_of_all_lines_come_back_after_groups():
    rating = row("Scale,rating,Choice,2,9", "X", item=9)
    results = read(ibex(*judgment(3, "good", GOOD, 6), *columns_from(8, *NAMES[7:], "pid", "Comments"), rating))
    assert responses(results) == ["6", "2"]


@pytest.mark.parametrize(
    ("value", "expected"), [("good", "1"), ("bad", "0"), ("", ""), (GOOD, "1"), ("The dogs & cats barks.", "0")]
)
def test_what_was_selected(value, expected):
    rows = [row(f"Selector,choice,Selection,{value},9", "X", "p1", GOOD, BAD, comment="bad;good")]
    (one,) = read(pcibex(*rows, logged=("prolific_id", "pair_id", "good", "bad"))).answers
    assert (one.task, one.pair_id, one.response, one.good_first) == (CHOICE, "p1", expected, False)


def test_an_element_of_another_name_is_asked_about():
    rows = [row("Selector,choice,Selection,left,9", "X", "p1", comment="left;right")]
    with pytest.raises(InputError, match="results.csv, row 20: 'left' was chosen, .*call the elements good and bad"):
        read(pcibex(*rows, logged=("prolific_id", "pair_id")))


def test_people_at_one_address_are_told_apart_by_time():
    rating = "Scale,rating,Choice,6,9"
    results = read(pcibex(*(row(rating, "NULL", "p1.good", time=time) for time in ("100", "101"))))
    assert [one.participant for one in results.answers] == ["results.csv 100 aa", "results.csv 101 aa"]
    results = read(pcibex(*(row(rating, f"X{time}", "p1.good", time=time) for time in ("100", "101"))))
    assert [one.participant for one in results.answers] == ["X100", "X101"]
    assert results.notes == ["values of prolific_id: 2; computers or networks that sent them: 1"]


def test_one_person_who_sent_results_twice_is_asked_about():
    sent = (("100", "6", "p1.good"), ("101", "5", "p1.good"), ("102", "4", "p1.bad"))
    lines = [row(f"Scale,rating,Choice,{answer},9", "X", name, time=time) for time, answer, name in sent]
    file = pcibex(*lines, row("Scale,rating,Choice,7,9", "Y", "p1.good", time="99"))
    with pytest.raises(
        InputError, match=r"1 value of prolific_id .*: one at 100 and 101 and 102; REPEATED=first keeps"
    ):
        read(file)
    first, others = (read(file, repeated=choice) for choice in ("first", "leave_out"))
    assert [(one.participant, one.response) for one in first.answers] == [("X", "6"), ("Y", "7")]
    assert [one.participant for one in others.answers] == ["Y"]
    assert others.left_out == {"sent results several times": 1}


def test_another_logged_column_may_say_who_answered():
    file = pcibex(
        row("Scale,rating,Choice,6,9", "X", "p1.good", "seat 4"), logged=("prolific_id", "sentence_id", "seat")
    )
    assert [one.participant for one in read(file, participant="seat").answers] == ["seat 4"]
    with pytest.raises(InputError, match="PARTICIPANT=chair: is not logged; there are: .*seat"):
        read(file, participant="chair")


def test_answers_to_questions_are_kept_where_a_rule_names_them():
    lines = [row("Scale,rating,Choice,6,9", "X", "p1.good"), row("TextInput,Language,Final,Basque,9", "X", "NULL")]
    lines.append(row("Html,form,age-group,old,9", "X", "NULL"))
    results = read(pcibex(*lines), exclude="language=Basque,Age group=old")
    assert results.questions == {"X": {"language": "Basque", "agegroup": "old"}}
    assert not read(pcibex(*lines)).questions


IBEX_OF_R = (
    "Time.results.were.received.,MD5.hash.of.participant.s.IP.address.,Controller.name.,Item.number.,Element.number.,"
)
IBEX_OF_R += "Type.,Group.,Sentence..or.sentence.MD5..,Question..NULL.if.none..,Answer.,Time.taken.to.answer.,ID"


def test_ibex_as_r_saved_it_has_the_sentence_and_the_answer_in_one_row():
    rows = [
        f"{time},aa,AcceptabilityJudgment,3,0,g,1,{text},NULL,{answer},512.5,X{time}"
        for time, text, answer in (
            ("100", "Ann sees it%2C too.", "6"),
            ("100", "Ann see it%2C too.", "2"),
            ("101", "Ann sees it%2C too.", "7"),
        )
    ]
    file = File("r.csv", "r.csv", "\n".join([IBEX_OF_R, *rows]))
    assert [(one.participant, one.sentence, one.response, one.rt) for one in read(file).answers] == [
        ("X100", "Ann sees it, too.", "6", 512.5),
        ("X100", "Ann see it, too.", "2", 512.5),
        ("X101", "Ann sees it, too.", "7", 512.5),
    ]
    assert [name for name, platform in all_platforms().items() if platform.recognises(file)] == ["pcibex"]


def test_ibex_as_r_saved_it_may_have_the_answer_in_the_next_row():
    rows = ["1,aa,AcceptabilityJudgment,3,0,g,1,Ann sees it%2C too.,NA,NA,NA,X"]
    rows.append("1,aa,AcceptabilityJudgment,3,0,g,1,NA,NULL,6,512.5,X")
    results = read(File("r.csv", "r.csv", "\n".join([IBEX_OF_R, *rows])))
    assert [(one.sentence, one.response) for one in results.answers] == [("Ann sees it, too.", "6")]


def test_answers_of_a_controller_of_ones_own_in_ibex():
    """Its rows have a question and an answer; the sentence is in a row of the same trial."""
    file = ibex(*judgment(3, "good", GOOD, 6), *judgment(4, "bad", "Not there.", 2))
    own = read(File(file.path, file.name, file.text.replace("AcceptabilityJudgment", "MyJudgment")))
    assert [(one.sentence, one.response, one.rt) for one in own.answers] == [
        (GOOD, "6", 352.6),
        ("Not there.", "2", 352.6),
    ]
    assert own.notes[-1] == "answers of controllers that are not Ibex's own: MyJudgment"


def test_results_without_ratings_say_what_there_is():
    with pytest.raises(InputError, match="has no ratings .*; it has: PennController"):
        read(pcibex(row(START, "X", "p1.good")))


def test_a_damaged_line_is_named():
    with pytest.raises(InputError, match="row 21: is not a row of results"):
        read(pcibex(row("Scale,rating,Choice,6,9", "X", "p1.good"), "too short"))


def test_two_columns_of_one_name():
    file = pcibex(
        row("Scale,rating,Choice,6,9", "X", "p1.good", "p1.bad"), logged=("pid", "sentence_id", "sentence_id")
    )
    assert answers(read(file)) == [("X", "p1.good", "6")]


@pytest.mark.parametrize(
    ("key", "file"),
    [
        ("jspsych", jspsych(trial(BUTTON, 5, stimulus=GOOD))),
        ("jspsych", File("r.json", "r.json", '[{"trial_type":"x","trial_index":0}]')),
        ("pcibex", pcibex(row(START, "X", "p1.good"))),
        ("pcibex", ibex()),
    ],
)
def test_no_other_platform_recognises_a_file(key, file):
    assert [name for name, platform in all_platforms().items() if platform.recognises(file)] == [key]


SIDES = [("L", 0, "1"), ("l", 1, "0"), ("RIGHT", 1, "1"), ("1", 0, "0")]


def choices(header: str, *rows: str) -> list:
    text = "\n".join([f"trial_type,trial_index,pair_id,{header}", *(f"html-button-response,{row}" for row in rows)])
    return all_platforms()["jspsych"].read([File("choices.csv", "choices.csv", text)], Stimuli({}), {}).answers


@pytest.mark.parametrize(("side", "response", "chosen"), SIDES)
def test_sides_of_a_choice_have_several_names(side, response, chosen):
    assert [one.response for one in choices("good_side,response", f"0,p1,{side},{response}")] == [chosen]


def test_what_was_chosen_is_one_or_zero():
    assert [one.response for one in choices("chose_good", "0,p1,yes", "1,p2,FALSE")] == ["1", "0"]
    with pytest.raises(InputError, match="choices.csv, row 3: chose_good is '2'; write 1, 0, or nothing"):
        choices("chose_good", "0,p1,yes", "1,p2,2")
