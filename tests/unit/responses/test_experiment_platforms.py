"""Read small exports of Qualtrics, Gorilla, LimeSurvey, Mechanical Turk, PsychoPy and Google Forms, written by hand."""

import csv
import io

import pytest

from acceptability.errors import InputError
from acceptability.responses.answers import CHOICE
from acceptability.responses.columns import response
from acceptability.responses.files import File
from acceptability.responses.registry import all_platforms, platform_of
from acceptability.responses.results import read as read_results
from acceptability.responses.stimuli import Stimuli

GOOD, BAD = 'The "old" dogs bark.', 'The "old" dogs barks.'
OTHER, WORSE = "Who did Ann see, and why?", "Who did Ann see the, and why?"
PAIRS = {"p1": (GOOD, BAD), "p2": (OTHER, WORSE)}
STIMULI = Stimuli(PAIRS, {"filler.1": "Ann sleeps."})
QUESTION = "How natural is this sentence?"


def table(*rows, name="results.csv"):
    """Return a file of results with these rows."""
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    return File(name, name, text.getvalue())


def read(*files, stimuli=STIMULI, **words):
    """Return the results in files, of the platform that has written them."""
    return platform_of(files).read(files, stimuli, words)


def rated(results):
    """Return participant, sentence, rating, place and response time of each answer."""
    return [(one.participant, one.sentence_id, one.response, one.place, one.rt) for one in results.answers]


# --- Qualtrics ---


def qualtrics(questions, people, texts=(), fixed=("IP Address", "True"), ids=(), headers=3):
    """Return an export with these questions and the answers of people."""
    names = ["StartDate", "Status", "IPAddress", "Finished", "ResponseId", *questions]
    below = ["Start Date", "Response Type", "IP Address", "Finished", "Response ID", *(texts or questions)]
    own = ["startDate", "status", "ipAddress", "finished", "_recordId"]
    own += ids or [f"QID{place}" for place in range(len(questions))]
    rows = [names, below, [f'{{"ImportId":"{one}"}}' for one in own]][:headers]
    for place, answers in enumerate(people, start=1):
        rows.append(["2026-11-20 10:01:00", fixed[0], "192.0.2.1", fixed[1], f"R_{place}", *answers])
    return table(*rows)


def test_qualtrics_in_order_and_with_times():
    """Person 1 saw the second question first, and gave no answer to the third."""
    names = ["p1_good", "t_p1_good_Last Click", "p2_bad", "filler_1", "Block1_DO", "Block2_DO"]
    texts = [f"{GOOD}\n\n{QUESTION}", "Timing - Last Click", f"{WORSE}  {QUESTION}", "Ann sleeps.", "", ""]
    file = qualtrics(
        names,
        [
            ["7 - fully natural", "1.25", "2", "", "", "p2_bad|p1_good|filler_1"],
            ["6", "0", "", "5", "p1_good|QID3", ""],
        ],
        texts,
        ids=["QID1", "QID9_LAST_CLICK", "QID2", "QID3", "BL_1_DO", "BL_2_DO"],
    )
    results = read(file)
    assert rated(results) == [
        ("R_1", "p2.bad", "2", 1, None),
        ("R_1", "p1.good", "7", 2, 1250.0),
        ("R_1", "filler.1", "", 3, None),
        ("R_2", "p1.good", "6", 1, None),
        ("R_2", "filler.1", "5", 2, None),
    ]
    assert [one.list for one in results.answers] == ["Block2"] * 3 + ["Block1"] * 2
    assert results.in_order and results.personal == ["IPAddress"]


def test_qualtrics_without_an_order_is_not_in_order():
    results = read(qualtrics(["p1.good", "p2.good"], [["6", "5"]]))
    assert [one.place for one in results.answers] == [None, None] and not results.in_order


def test_two_blocks_for_one_person_have_no_common_order():
    file = qualtrics(
        ["p1.good", "p2.good", "A_DO", "B_DO"],
        [["6", "5", "p1.good", "p2.good"], ["6", "", "p1.good", "p2.good"]],
        ids=["QID1", "QID2", "BL_1_DO", "BL_2_DO"],
    )
    results = read(file)
    assert [one.place for one in results.answers] == [None] * 3 and not results.in_order


def test_previews_and_unfinished_answers_of_qualtrics_are_left_out():
    rows = [("Survey Preview", "True"), ("1", "1"), ("IP Address", "False"), ("0", "0"), ("0", "1")]
    file = qualtrics(["p1.good"], [["6"]] * 5)
    lines = file.text.split("\r\n")
    for place, (status, finished) in enumerate(rows, start=3):
        lines[place] = lines[place].replace("IP Address", status).replace("True", finished)
    results = read(File("q.csv", "q.csv", "\r\n".join(lines)))
    assert rated(results) == [("R_5", "p1.good", "6", None, None)]
    assert results.left_out == {
        "Status is Survey Preview": 1,
        "Status is 1": 1,
        "not finished (Finished is False)": 1,
        "not finished (Finished is 0)": 1,
    }
    assert any("recode values" in note for note in results.notes)


def test_a_survey_that_only_was_tested_is_refused():
    with pytest.raises(InputError, match="nobody's answers count: Status is Survey Preview"):
        read(qualtrics(["p1.good"], [["6"]], fixed=("Survey Preview", "True")))


def test_sentences_of_qualtrics_are_found_by_their_texts_before_the_question():
    """The tags say nothing, and all is in one line; ``Ann sleeps. Often.`` is another sentence."""
    texts = [f"{GOOD} {QUESTION}", f"{BAD} {QUESTION}", "What is your age?"]
    results = read(qualtrics(["Q7", "Q8", "Q9"], [["6", "2", "31"]], texts))
    assert [one.sentence_id for one in results.answers] == ["p1.good", "p1.bad"]
    with pytest.raises(InputError, match="Q9: answered as sentences are"):
        read(qualtrics(["Q7", "Q8", "Q9"], [["6", "2", "2"]], [*texts[:2], f"Ann sleeps. Often. {QUESTION}"]))


def test_rows_of_a_matrix_are_found_after_the_question():
    texts = [f"{QUESTION} - {GOOD}", f"{QUESTION} - {WORSE}"]
    results = read(qualtrics(["Q1_1", "Q1_2"], [["6", "2"]], texts, ids=["QID1_1", "QID1_2"]))
    assert [one.sentence_id for one in results.answers] == ["p1.good", "p2.bad"]


@pytest.mark.parametrize("headers", [1, 2])
def test_rows_of_headers_may_be_missing(headers):
    results = read(qualtrics(["p1.good", "p1.bad"], [["6", "2"], ["5", "3"]], headers=headers))
    assert [one.response for one in results.answers] == ["6", "2", "5", "3"]


def test_a_spreadsheet_of_qualtrics_is_read_like_its_csv():
    file = qualtrics(["p1.good"], [["6"]], fixed=("IP Address", "true"))
    cells = ((number, row) for number, row in [*file.rows, (9, [""] * 6)])
    results = read(File("q.xlsx", "q.xlsx", cells=tuple(cells)))
    assert rated(results) == [("R_1", "p1.good", "6", None, None)] and not results.left_out


def test_a_seen_but_unanswered_question_is_no_rating():
    results = read(qualtrics(["p1.good", "p2.good"], [["-99", "4"]]))
    assert [one.response for one in results.answers] == ["", "4"]


def test_an_id_with_the_text_of_another_sentence_is_refused():
    with pytest.raises(InputError, match=r"'p1.good' has the text .*barks.*, but p1.good is .*bark\."):
        read(qualtrics(["p1.good", "p2.good"], [["6", "5"]], [BAD, OTHER]))
    with pytest.raises(InputError, match=r"'p1.good' has the text 'The dogs bark', but"):
        read(qualtrics(["p1.good", "p2.good"], [["6", "5"]], ["The dogs bark", OTHER]))
    with pytest.raises(InputError, match="'Q1' has the text .*barks"):
        read(qualtrics(["Q1", "Q2"], [["6", "5"]], [BAD, "x"]), stimuli=Stimuli(PAIRS, key={"Q1": "p1.good"}))
    key = Stimuli(PAIRS, key={"Q1": "p1.good"})
    assert len(read(qualtrics(["Q1", "p2.good"], [["6", "5"]], ["Listen.", OTHER]), stimuli=key).answers) == 2


def test_an_unknown_filler_is_asked_for_and_the_questionnaire_is_not():
    questions = ["p1.good", "p1.bad", "f9", "native", "practice_1", "PROLIFIC_PID", "hobby", "gender"]
    answers = [["6", "2", "6", "2", "6", "5f0000000000000000000001", "chess", "2"]]
    with pytest.raises(InputError, match=r": f9: answered as sentences are.*FILLERS="):
        read(qualtrics(questions, answers))
    key = Stimuli(PAIRS, key={"f9": ""})
    results = read(qualtrics(questions, answers), stimuli=key)
    assert [one.sentence_id for one in results.answers] == ["p1.good", "p1.bad"]
    assert results.personal == ["IPAddress", "PROLIFIC_PID", "gender"]
    assert results.notes == [
        "these columns were not read, because they are not sentences of the dataset: f9, native, practice_1, hobby"
    ]


def test_no_known_sentence_is_refused():
    with pytest.raises(InputError, match=r"no column is a sentence of the dataset.* Q1, Q2; use PAIRS=.*QUESTIONS="):
        read(qualtrics(["Q1", "Q2"], [["6", "2"]]))


def test_a_loop_needs_its_table():
    file = qualtrics(
        ["1_Q2", "2_Q2", "1_Q3"],
        [["6", "2", "fine"]],
        ["${lm://Field/1}"] * 3,
        ids=["1_QID2", "2_QID2", "1_QID3"],
    )
    with pytest.raises(InputError, match="1_Q2, 2_Q2, 1_Q3: are turns of a loop.*QUESTIONS="):
        read(file)
    with pytest.raises(InputError, match=": 2_Q2: are turns of a loop"):
        read(file, stimuli=Stimuli(PAIRS, key={"1_Q2": "p1.good"}))
    results = read(file, stimuli=Stimuli(PAIRS, key={"1_Q2": "p1.good", "2_Q2": "p2.bad"}))
    assert [(one.sentence_id, one.response) for one in results.answers] == [("p1.good", "6"), ("p2.bad", "2")]


def test_a_sentence_that_was_chosen_is_a_choice():
    """The second pair differs in letters; the first question has no id of a pair, and its order was recorded."""
    file = qualtrics(
        ["Q1", "p2", "Q1_DO", "remark"],
        [[f"<b>{GOOD}</b>", WORSE, f"{BAD}|{GOOD}", GOOD], ["", OTHER, "", "good survey"]],
        ids=["QID1", "QID2", "QID1_DO", "QID3"],
    )
    results = read(file)
    answers = [(one.participant, one.pair_id, one.response, one.good_first) for one in results.answers]
    assert {one.task for one in results.answers} == {CHOICE}
    assert answers == [("R_1", "p1", "1", False), ("R_1", "p2", "0", None), ("R_2", "p2", "1", None)]
    assert (results.answers[0].good, results.answers[0].bad) == PAIRS["p1"]
    assert results.notes == ["these columns were not read, because they are not sentences of the dataset: remark"]


def test_sentences_that_differ_in_punctuation_are_told_apart_when_chosen():
    stimuli = Stimuli({"p1": ("Let us eat, Ann.", "Let us eat Ann.")})
    results = read(qualtrics(["p1"], [["Let us eat Ann."], ["Let us eat, Ann."]]), stimuli=stimuli)
    assert [one.response for one in results.answers] == ["0", "1"]


def test_choices_that_are_numbers_are_refused():
    with pytest.raises(InputError, match="'p1' is a choice of the pair p1, and '1' is neither"):
        read(qualtrics(["p1", "p2"], [["1", "2"], ["2", "1"]]))


def test_words_for_rows_of_answers_are_refused_where_each_person_has_a_row():
    with pytest.raises(InputError, match="RATING=Q1: results of Qualtrics have a column for each sentence"):
        read(qualtrics(["p1.good"], [["6"]]), rating="Q1")


# --- Gorilla ---

GORILLA = ["Participant Public ID", "Participant Private ID", "Participant Status", "Spreadsheet Name", "Trial Number"]
GORILLA += ["Zone Name", "Zone Type", "Reaction Time", "Response", "display", "sentence_id", "sentence"]


def gorilla(*rows, header=GORILLA):
    """Return an export of Gorilla with its last line."""
    return table(header, *rows, ["END OF FILE"])


def event(person, trial, zone, kind, rt, response, name, text="", status="complete", display="trial"):
    """Return a row of Gorilla."""
    return ["PUB", person, status, "list1", trial, zone, kind, rt, response, display, name, text]


def test_only_answers_of_gorilla_are_ratings():
    results = read(
        gorilla(
            ["PUB", "71", "complete", "list1", "BEGIN TASK", *[""] * 7],
            event("71", "1", "fix", "fixation", "250.0", "", "p1.good", GOOD),
            event("71", "1", "scale", "response_rating_scale_likert", "1500.5", "6", "p1.good", GOOD),
            event("71", "1", "next", "continue_button", "1900", "", "p1.good", GOOD),
            event("71", "2", "scale", "response_rating_scale_likert", "NaN", "", "p2.bad", WORSE),
        )
    )
    assert rated(results) == [("71", "p1.good", "6", 1, 1500.5), ("71", "p2.bad", "", 2, None)]
    assert {(one.list, one.label) for one in results.answers} == {("list1", "trial")}
    assert results.personal == ["Participant Public ID"]


def test_answers_of_gorilla_without_a_sentence_are_counted():
    rows = [
        event("71", "1", "scale", "response_slider", "900", str(value), name)
        for value, name in ((5, "p1.good"), (6, ""))
    ]
    results = read(gorilla(*rows))
    assert rated(results) == [("71", "p1.good", "5", 1, 900.0)]
    assert results.notes == ["left out, because they name no sentence: 1 answer"]


def test_gorilla_is_read_without_sentences_that_are_known():
    file = gorilla(event("71", "1", "scale", "response_button_text", "900", "6", "p1.good", GOOD))
    assert [one.sentence for one in read(file, stimuli=Stimuli({})).answers] == [GOOD]


def test_rejected_people_of_gorilla_are_left_out():
    rows = [event(str(person), "1", "scale", "response_slider", "900", "50", "p1.good") for person in (71, 72)]
    rows[1][2] = "rejected"
    results = read(gorilla(*rows, rows[1]))
    assert [one.participant for one in results.answers] == ["71"]
    assert results.left_out == {"rejected (Participant Status)": 1}


def test_two_answers_of_one_trial_are_asked_about():
    file = gorilla(
        event("71", "1", "scale", "response_slider", "900", "50", "p1.good"),
        event("71", "1", "sure", "response_button_text", "400", "yes", "p1.good"),
    )
    with pytest.raises(InputError, match="answers scale and sure; name the rating: RATING=scale or RATING=sure"):
        read(file)
    assert [one.response for one in read(file, rating="scale").answers] == ["50"]
    with pytest.raises(InputError, match="there are the zones scale, sure"):
        read(file, rating="slider")


def test_task_builder_2_and_a_column_with_any_name_for_the_sentence():
    header = ["Participant Private ID", "Trial Number", "Response Type", "Object Name", "Reaction Time", "Response"]
    header += ["Display", "Spreadsheet: shown"]
    file = gorilla(
        ["71", "3", "info", "Rating", "", "", "practice", "Some text."],
        ["71", "3", "response", "Rating", "800", "4 - fair", "trials", f"<p>{GOOD}</p>"],
        header=header,
    )
    results = read(file)
    assert results.columns["sentence"] == "shown"
    assert [(one.response, one.sentence, one.place, one.label) for one in results.answers] == [
        ("4", f"<p>{GOOD}</p>", 3, "trials")
    ]
    assert read(file, sentence="shown").answers == results.answers
    with pytest.raises(InputError, match="SENTENCE=show: there is no such column .did you mean 'shown'"):
        read(file, sentence="show")


def test_a_column_of_ids_or_of_items_and_conditions_says_which_sentence_it_is():
    header = ["Participant Private ID", "Zone Type", "Response", "code", "item", "condition"]
    file = gorilla(["71", "response_slider", "6", "p2.bad", "p1", "good"], header=header)
    assert [one.sentence_id for one in read(file, sentence="code").answers] == ["p2.bad"]
    assert [(one.item, one.condition) for one in read(file).answers] == [("p1", "good")]
    with pytest.raises(
        InputError, match="no column contains the dataset's sentences or their ids; name the column: SENTENCE="
    ):
        read(gorilla(["71", "response_slider", "6", "p2.bad"], header=header[:4]))


def test_a_damaged_row_is_refused():
    with pytest.raises(InputError, match="row 2: has 3 cells where the header has 12"):
        read(gorilla(["PUB", "71", "complete"]))


# --- LimeSurvey ---

LIME = ["id. Response ID", "submitdate. Date submitted", "lastpage. Last page", "startlanguage. Start language"]


def limesurvey(questions, *people, own=LIME):
    """Return an export of LimeSurvey."""
    return table([*own, *questions], *people)


@pytest.mark.parametrize(
    ("own", "person"),
    [
        (["Timestamp"], ["2026/11/25 8:00:00"]),
        (LIME, ["1", "2026-11-25", "en", "9"][: len(LIME)]),
        (["ResponseId", "Status", "Finished", "StartDate", "EndDate", "RecordedDate"], ["R_1", "0", "1", "", "", ""]),
    ],
)
def test_the_key_of_questions_may_name_columns_by_number(own, person):
    """Two columns have one header with a sentence; the key says which one counts."""
    first = len(own) + 1
    key = {str(first): "", str(first + 1): "p1.good", str(first + 2): "p2.bad"}
    stimuli = Stimuli(PAIRS, {}, key)
    people = [[*person, "3", "6", "1"], [*person[:-1], person[-1], "4", "7", "2"]]
    questions = [f"Q1. {GOOD}", f"Q2. {GOOD}", "Q3. Which one?"]
    results = read(table([*own, *questions], *people), stimuli=stimuli)
    assert [(one.sentence_id, one.response) for one in results.answers] == [
        *(("p1.good", "6"), ("p2.bad", "1"), ("p1.good", "7"), ("p2.bad", "2"))
    ]


def test_codes_and_times_of_limesurvey():
    """The third person never submitted; ``p1goodTime`` is no answer to p1good."""
    questions = [f"p1good. {GOOD}", f"p2bad. {WORSE}", "native. Which language?", "p1goodTime. Question time: p1good"]
    results = read(
        limesurvey(
            questions,
            ["1", "2026-11-22 11:01:00", "9", "en", "A7", "", "English", "2.81"],
            ["2", "2026-11-22 11:02:00", "9", "en", "AO06", "A10", "Basque", ""],
            ["3", "", "2", "en", "A4", "", "English", "2.5"],
        )
    )
    assert rated(results) == [
        ("1", "p1.good", "7", None, 2810.0),
        ("2", "p1.good", "6", None, None),
        ("2", "p2.bad", "10", None, None),
    ]
    assert results.left_out == {"not submitted (submitdate is empty)": 1} and not results.in_order
    assert results.notes == [
        "these columns were not read, because they are not sentences of the dataset: native",
        "codes of answers were taken as numbers, such as A7 as 7",
    ]


@pytest.mark.parametrize(
    ("own", "questions"),
    [
        (["id", "submitdate", "lastpage", "startlanguage"], ["p1good", "q[p2bad]"]),
        (["Response ID", "Date submitted", "Last page", "Start language"], [GOOD, f"{QUESTION} [{WORSE}]"]),
        (LIME, [f"q1. {GOOD}", f"q2[SQ001]. {QUESTION} [{WORSE}]"]),
    ],
)
def test_headers_of_limesurvey_are_codes_or_texts_or_both(own, questions):
    results = read(limesurvey(questions, ["8", "2026-11-22", "9", "en", "6", "N/A"], own=own))
    assert rated(results) == [("8", "p1.good", "6", None, None)]
    assert (
        read(limesurvey(questions, ["8", "2026-11-22", "9", "en", "6", "2"], own=own)).answers[1].sentence_id
        == "p2.bad"
    )


def test_people_of_two_surveys_are_different_people():
    files = [
        table([*LIME, "p1good"], ["1", "2026-11-22", "9", "en", "6"], name=f"{name}.csv") for name in ("list1", "list2")
    ]
    assert [one.participant for one in read(*files).answers] == ["1 of list1.csv", "1 of list2.csv"]


def test_a_code_that_people_wrote_in_limesurvey_may_be_the_participant():
    results = read(limesurvey(["p1good", "code"], ["1", "2026-11-22", "9", "en", "6", "AB12"]), participant="code")
    assert [one.participant for one in results.answers] == ["AB12"] and not results.notes


# --- Mechanical Turk ---

MTURK = ["HITId", "WorkerId", "AssignmentStatus", "Input.id1", "Input.sentence1", "Input.id2", "Input.sentence2"]


def test_a_sentence_of_a_hit_and_its_answer_have_one_number():
    header = [*MTURK, "Answer.native", "Answer.age", "Answer.q1", "Answer.q2"]
    results = read(
        table(
            header,
            ["H1", "A1WORKERWORKER", "Approved", "p1.good", GOOD, "p2.bad", WORSE, "English", "31", "6", ""],
            ["H1", "A9WORKERWORKER", "Rejected", "p1.good", GOOD, "p2.bad", WORSE, "English", "31", "4", "4"],
            ["H2", "A1WORKERWORKER", "Submitted", "filler.1", "Ann sleeps.", "", "", "English", "31", "7", ""],
        )
    )
    assert rated(results) == [
        ("A1WORKERWORKER", "p1.good", "6", None, None),
        ("A1WORKERWORKER", "p2.bad", "", None, None),
        ("A1WORKERWORKER", "filler.1", "7", None, None),
    ]
    assert results.left_out == {"rejected (AssignmentStatus is Rejected)": 1}
    assert not results.in_order and results.personal == ["age"]


def test_answers_of_a_hit_in_one_cell_of_json():
    answers = '[{"q1":{"1":false,"7":true},"q2":{"label":"3"},"native":"English"}]'
    row = ["H1", "W1", "Approved", "p1.good", GOOD, "p2.bad", WORSE]
    results = read(table([*MTURK, "Answer.taskAnswers"], [*row, answers]))
    assert [(one.sentence_id, one.response) for one in results.answers] == [("p1.good", "7"), ("p2.bad", "3")]
    with pytest.raises(InputError, match="row 2: Answer.taskAnswers is damaged JSON"):
        read(table([*MTURK, "Answer.taskAnswers"], [*row, answers[:-1]]))


def test_a_participant_that_some_rows_or_files_do_not_name_is_asked_for(tmp_path):
    hits = [
        ["H1", "W1", "Approved", "p1.good", GOOD, "p1.bad", BAD, f'[{{"q1":"6","q2":"2"{code}}}]']
        for code in (',"code":"A"', "")
    ]
    (tmp_path / "hits.csv").write_text(table([*MTURK, "Answer.taskAnswers"], *hits).text, encoding="utf-8")
    with pytest.raises(
        InputError, match="rows 3, .*: Answer.code is empty; fill it in, or name the column of participants"
    ):
        read_results(tmp_path / "hits.csv", PAIRS, participant="Answer.code")
    header = ["materials", "participant", "code", "item", "condition", "position", "rating1", "content"]
    rows = [["main", name, "A", "1", "a", "1", "6", text] for name in "12" for text in (GOOD, BAD)]
    (tmp_path / "lrex").mkdir()
    (tmp_path / "lrex/1.csv").write_text(lrex(*rows, header=header).text, encoding="utf-8")
    header[2] = "word"
    (tmp_path / "lrex/2.csv").write_text(lrex(*rows, header=header).text, encoding="utf-8")
    with pytest.raises(InputError, match="of 2.csv.*: code is empty; fill it in"):
        read_results(tmp_path / "lrex", PAIRS, participant="code")


def test_two_answers_about_one_sentence_of_a_hit_are_asked_about():
    file = table([*MTURK, "Answer.q1", "Answer.sure1"], ["H1", "W1", "Approved", "p1.good", GOOD, "", "", "6", "2"])
    with pytest.raises(InputError, match="q and sure about each sentence; name the rating: RATING=q or RATING=sure"):
        read(file)
    assert [one.response for one in read(file, rating="sure").answers] == ["2"]


def test_one_sentence_in_each_hit():
    header = ["HITId", "WorkerId", "AssignmentStatus", "Input.stim_text", "Answer.rating", "Answer.native"]
    results = read(
        table(header, ["H1", "W1", "Approved", GOOD, "6", "yes"], ["H2", "W1", "Submitted", BAD, "2", "yes"])
    )
    assert [(one.sentence, one.response) for one in results.answers] == [(GOOD, "6"), (BAD, "2")]


def test_a_name_of_a_hit_with_a_line_end():
    header = ["HITId", "WorkerId", "AssignmentStatus", "Input.sentence", "Input.text\nof the page", "Answer.rating"]
    results = read(table(header, ["H1", "W1", "Approved", GOOD, "Rate", "6"]))
    assert [(one.sentence, one.response) for one in results.answers] == [(GOOD, "6")]


# --- PsychoPy and Pavlovia ---

PSYCHOPY = [
    "sentence_id",
    "sentence",
    "practice.thisN",
    "trials.thisN",
    "key_resp.keys",
    "slider.response",
    "slider.rt",
]
PSYCHOPY += ["participant", "session", "date", "expName", "psychopyVersion", ""]


def psychopy(*trials, name="201.csv", person=("201", "001", "2026-11-24_10h01")):
    """Return a file of PsychoPy."""
    return table(PSYCHOPY, *([*trial, *person, "rating", "2025.1.1", ""] for trial in trials), name=name)


def test_trials_of_psychopy_count_from_0_and_last_seconds():
    """Instructions have no sentence; the space bar only goes on; one trial has no answer."""
    results = read(
        psychopy(
            ["", "", "", "", "space", "", ""],
            ["filler.1", "Ann sleeps.", "0", "", "space", "7.0", "1.25"],
            ["p1.good", GOOD, "", "0", "space", "6.0", "2.089"],
            ["p2.bad", WORSE, "", "1", "None", "", ""],
            ["", "", "", "", "", "", ""],
        )
    )
    assert rated(results) == [
        ("201", "filler.1", "7", 1, 1250.0),
        ("201", "p1.good", "6", 1, 2089.0),
        ("201", "p2.bad", "", 2, None),
    ]
    assert [one.label for one in results.answers] == ["practice", "trials", "trials"]


def test_keys_of_psychopy_may_stand_in_lists_and_on_the_number_pad():
    rows = [["p1.good", GOOD, "", "0", "['6']", "", ""], ["p1.bad", BAD, "", "1", "num_2", "", ""]]
    results = read(psychopy(*rows))
    assert [(one.response, one.scale) for one in results.answers] == [("6", "keys"), ("2", "keys")]


def test_a_trial_in_two_loops_has_no_number():
    results = read(psychopy(["p1.good", GOOD, "3", "0", "", "6", "1"]))
    assert [one.place for one in results.answers] == [None] and results.in_order


def test_the_header_of_joined_files_is_no_trial():
    one, other = (
        psychopy(["p1.good", GOOD, "", "0", "", "6", "1"], person=(name, "1", "d")) for name in ("201", "202")
    )
    results = read(File("all.csv", "all.csv", one.text + other.text))
    assert [one.participant for one in results.answers] == ["201", "202"]


def test_two_answers_in_one_trial_of_psychopy_are_asked_about():
    file = psychopy(["p1.good", GOOD, "", "0", "3", "6", "1"])
    with pytest.raises(
        InputError, match="row 2: has answers in key_resp.keys and slider.response; .*RATING=slider.response"
    ):
        read(file)
    assert [one.response for one in read(file, rating="slider.response").answers] == ["6"]
    assert [one.response for one in read(file, rating="key_resp").answers] == ["3"]


def test_one_name_with_two_dates_is_asked_about():
    row = ["p1.good", GOOD, "", "0", "", "6", "1"]
    files = [psychopy(row, name=f"{day}.csv", person=("201", "001", f"2026-11-{day}")) for day in (24, 25)]
    with pytest.raises(InputError) as asked:
        read(*files)
    assert "2 dates in session '001' (row 2 of 24.csv and row 2 of 25.csv)" in str(asked.value)
    assert "PARTICIPANT=date" in str(asked.value) and "201" not in str(asked.value)  # nobody's id is printed
    assert [one.participant for one in read(*files, participant="date").answers] == ["2026-11-24", "2026-11-25"]


def test_sessions_of_one_name_are_people_unless_the_user_says_otherwise():
    row = ["p1.good", GOOD, "", "0", "", "6", "1"]
    files = [psychopy(row, name=f"{session}.csv", person=("201", session, f"day {session}")) for session in "12"]
    results = read(*files)
    assert [one.participant for one in results.answers] == ["201 1", "201 2"]
    assert "participants with several sessions, which were taken as different people: 1" in results.notes[0]
    assert [one.participant for one in read(*files, participant="participant").answers] == ["201", "201"]


def test_a_file_without_ratings_is_named():
    empty = psychopy(["", "", "", "", "space", "", ""], name="202.csv")
    results = read(psychopy(["p1.good", GOOD, "", "0", "", "6", "1"]), empty)
    assert [one.participant for one in results.answers] == ["201"]
    assert results.notes == ["files without a rated sentence: 202.csv"]


def test_nobody_without_a_name_answers():
    with pytest.raises(InputError, match="row 2: participant is empty; name the participant: PARTICIPANT=date"):
        read(psychopy(["p1.good", GOOD, "", "0", "", "6", "1"], person=("", "001", "2026")))


# --- Google Forms ---

TIME = "2026/11/23 2:01:11 PM GMT+1"


def test_people_of_google_forms_are_rows_and_sentences_are_headers():
    header = ["Timestamp", "Email Address", "What is your native language?", f"{QUESTION} [{GOOD}]", BAD]
    results = read(
        table(header, [TIME, "a@example.org", "English", "6", ""], [TIME, "b@example.org", "Basque", "5", "2"])
    )
    assert rated(results) == [
        ("1", "p1.good", "6", None, None),
        ("2", "p1.good", "5", None, None),
        ("2", "p1.bad", "2", None, None),
    ]
    assert results.personal == ["Email Address"] and not results.in_order
    assert results.notes == [
        "these columns were not read, because they are not sentences of the dataset: What is your native language?"
    ]


def test_it_is_said_that_nobody_had_a_list():
    results = read(table(["Timestamp", GOOD, BAD], [TIME, "6", "2"]))
    assert results.notes == ["there were no lists: each person rated both sentences of each pair"]


def test_two_equal_headers_of_google_forms():
    """In sections for different lists, a person answers one of them."""
    header = ["Timestamp", GOOD, "Ann sleeps.", OTHER, "Ann sleeps."]
    results = read(table(header, [TIME, "6", "7", "", ""], [TIME, "", "", "5", "6"]))
    assert [one.sentence_id for one in results.answers] == ["p1.good", "filler.1", "p2.good", "filler.1"]
    with pytest.raises(InputError, match=r"row 2: the columns 3 and 5 are the same sentence \(filler.1\)"):
        read(table(header, [TIME, "6", "7", "", "6"]))


def test_texts_beside_ratings_of_the_same_sentence_are_left_out():
    """A form may ask twice about a sentence: for a rating, and for a paraphrase."""
    header = ["Timestamp", GOOD, BAD, GOOD, BAD]
    results = read(table(header, [TIME, "6", "2", "It means this.", "Nothing."], [TIME, "7", "", "So.", ""]))
    assert [one.response for one in results.answers] == ["6", "2", "7"]
    assert "others with the same sentence have ratings: 4, 5" in "".join(results.notes)
    labels = table(header, [TIME, "good", "bad", "It means this.", "bad English"])
    assert [one.response for one in read(labels, scale="bad|good").answers] == ["good", "bad"]
    with pytest.raises(InputError, match="the columns 2 and 4 are the same sentence"):
        read(labels)


def test_an_own_table_with_times_is_not_of_google_forms():
    assert (
        platform_of([table(["Timestamp", "participant", "sentence_id", "rating"], [TIME, "1", "p1.good", "6"])]) is None
    )


def test_a_code_that_people_wrote_may_be_the_participant():
    file = table(["Timestamp", "Your code", GOOD], [TIME, "AB12", "6"])
    assert [one.participant for one in read(file, participant="Your code").answers] == ["AB12"]


# --- Answers to questions ---


def people(*answers, file):
    """Return rows of Google Forms, LimeSurvey and PsychoPy by platform: an id, and answers to a question."""
    lime = [[str(place), "2026-11-22", "9", "en", "6", "2", answer] for place, answer in enumerate(answers, start=1)]
    trial = ["", "", "", "0", "", "6", "1", "201", file, f"day {file}", "rating", "2025.1.1"]
    return {
        "Google Forms": [["Timestamp", GOOD, BAD, "Language"], *([TIME, "6", "2", answer] for answer in answers)],
        "LimeSurvey": [[*LIME, "p1good", "p1bad", "Language"], *lime],
        "PsychoPy": [
            [*PSYCHOPY[:-1], "Language"],
            [*[""] * 7, *trial[7:], answers[0]],  # a screen before the sentences
            *(["p1." + side, text, *trial[2:], ""] for side, text in (("good", GOOD), ("bad", BAD))),
        ],
    }


@pytest.mark.parametrize("file", ["{}.csv", "{}/data.csv"])
@pytest.mark.parametrize(
    ("platform", "expected"), [("Google Forms", "2 4 5"), ("LimeSurvey", "P2 P4 P5"), ("PsychoPy", "P2")]
)
def test_answers_to_questions_in_two_files_are_of_who_gave_them(tmp_path, platform, expected, file):
    """Also where the files have the same name, in folders of their own."""
    files = {"1": ("Greek", "German", "Greek"), "2": ("German", "German", "Greek")}
    for name, answers in files.items():
        path = tmp_path / file.format(name)
        path.parent.mkdir(exist_ok=True)
        path.write_text(table(*people(*answers, file=name)[platform]).text, encoding="utf-8")
    answered = read_results(tmp_path, PAIRS, exclude="language=German")
    assert answered.reasons == dict.fromkeys(expected.split(), "language=German")
    assert len({one.participant for one in answered.ratings}) == (2 if platform == "PsychoPy" else 6)


# --- L-Rex and Proliferate ---

LREX = ["materials", "participant", "item", "condition", "position", "rating1", "rating2", "comment1", "content"]
PROLIFERATE = ["workerid", "proliferate.condition", "slide_number_in_experiment", "sentence", "response", "rt", "error"]


def lrex(*rows, header=LREX):
    """Return an export of L-Rex, which separates cells by semicolons."""
    lines = [";".join(f'"{cell.replace(chr(34), chr(34) * 2)}"' for cell in row) for row in (header, *rows)]
    return File("lrex.csv", "lrex.csv", "\n".join(lines) + "\n")


def test_ratings_and_parts_of_lrex():
    rows = [
        ["main", "1", "4", "a", "3", "6", "", "", GOOD],
        ["fillers", "1", "9", "b", "4", "1", "", "so", "Ann sleeps."],
    ]
    results = read(lrex(*rows))
    assert [(one.sentence, one.label, one.place, one.response) for one in results.answers] == [
        (GOOD, "main", 3, "6"),
        ("Ann sleeps.", "fillers", 4, "1"),
    ]
    old = read(lrex(*rows, header=["materials", "subject", *LREX[2:]]))
    assert old.columns["participant"] == "subject" and old.columns["rating"] == "rating1"


def test_personal_columns_of_lrex_are_not_read():
    results = read(lrex([*["main", "1", "4", "a", "3", "6"], "", "", GOOD, "Maria Rossi"], header=[*LREX, "name"]))
    assert results.personal == ["name"] and "Rossi" not in repr(results)


def test_tests_of_lrex_by_its_author_are_left_out():
    """Contents may have several lines, one of which is the sentence."""
    header = ["materials", "participant", "is_test_trial", "item", "condition", "position", "rating1", "content"]
    text = f"A: What is that?\n\n{GOOD}"
    rows = [["main", name, test, "1", "a", "1", "6", text] for name, test in (("1", "no"), ("2", "yes"), ("3", "no"))]
    results = read(lrex(*rows, header=header))
    assert [one.participant for one in results.answers] == ["1", "3"]
    assert results.left_out == {"test trials (is_test_trial)": 1}
    assert STIMULI.sentence(text=results.answers[0].sentence) == "p1.good"


def test_two_questions_of_lrex_about_an_item_are_asked_about():
    file = lrex(["main", "1", "4", "a", "0", "6", "2", "", GOOD])
    with pytest.raises(InputError, match="answers in rating1 and rating2; .*RATING=rating1 or RATING=rating2"):
        read(file)
    assert [(one.response, one.place) for one in read(file, rating="rating2").answers] == [("2", 1)]
    with pytest.raises(InputError, match="has no answers in rating1 or rating2; name the column of ratings: RATING="):
        read(lrex(["main", "1", "4", "a", "0", "", "", "", GOOD]))


def test_items_of_lrex_that_are_no_texts_are_known_by_item_and_condition():
    results = read(lrex(["main", "1", "p1", "good", "1", "6", "", "", "audio/17.ogg"]))
    assert [(one.item, one.condition, one.sentence) for one in results.answers] == [("p1", "good", "")]


def test_trials_of_proliferate_with_the_files_that_have_none():
    trials = table(PROLIFERATE, ["12", "list1", "5", GOOD, "0.8", "1900", "0"], name="e-trials.csv")
    people = table(
        ["workerid", "proliferate.condition", "age"], ["12", "list1", "31"], name="e-subject_information.csv"
    )
    results = read(trials, people)
    assert [(one.participant, one.sentence, one.response, one.place, one.rt) for one in results.answers] == [
        ("12", GOOD, "0.8", 5, 1900.0)
    ]
    assert results.answers[0].list == "list1"
    assert results.notes == ["e-subject_information.csv was not read, because it has no column of answers"]


def test_rows_of_proliferate_without_a_sentence_and_parts_in_a_column(tmp_path):
    header = [*PROLIFERATE, "kind"]
    rows = [["7", "a", "1", "", "1", "900", "0", "practice"], ["7", "a", "2", "Not there.", "1", "900", "0", "filler"]]
    rows += [["7", "a", str(n), text, "0.5", "900", "0", "target"] for n, text in ((3, GOOD), (4, BAD))]
    path = tmp_path / "trials.csv"
    path.write_text(table(header, *rows).text, encoding="utf-8")
    with pytest.raises(InputError, match=r"row 3: .*column 'kind' names its parts: filler \(1 .*LABEL=target"):
        read_results(path, PAIRS)
    answered = read_results(path, PAIRS, label="target")
    assert [one.sentence_id for one in answered.ratings] == ["p1.good", "p1.bad"]
    assert "left out, because they name no sentence: 1 row" in answered.reading.notes


# --- All ---


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        ("7 - fully natural", "7"),
        ("1: bad", "1"),
        ("3 (so-so)", "3"),
        ("5 fair", "5"),
        ("7.0", "7"),
        ("2.5", "2.5"),
        ("-3", "-3"),
        ("very natural", "very natural"),
        ("1-7", "1-7"),
        ("1 to 2", "1 to 2"),
        ("None", ""),
        (" ", ""),
    ],
)
def test_a_label_that_begins_with_a_number_is_that_number(cell, expected):
    assert response(cell) == expected


@pytest.mark.parametrize(
    ("key", "file"),
    [
        ("qualtrics", qualtrics(["p1.good"], [["6"]])),
        ("gorilla", gorilla(event("71", "1", "scale", "response_slider", "900", "50", "p1.good"))),
        ("limesurvey", limesurvey(["p1good"], ["1", "2026-11-22", "9", "en", "6"])),
        ("mturk", table(MTURK)),
        ("psychopy", psychopy(["p1.good", GOOD, "", "0", "", "6", "1"])),
        ("google_forms", table(["Timestamp", GOOD], [TIME, "6"])),
        ("lrex", lrex(["main", "1", "4", "a", "3", "6", "", "", GOOD])),
        ("proliferate", table(PROLIFERATE, ["12", "list1", "5", GOOD, "0.8", "1900", "0"])),
        (
            "jspsych",
            table([*PROLIFERATE, "trial_type", "trial_index"], ["12", "1", "5", GOOD, "8", "9", "0", "x", "1"]),
        ),
    ],
)
def test_no_other_platform_recognises_a_file(key, file):
    assert [name for name, platform in all_platforms().items() if platform.recognises(file)] == [key]
