"""Test what participants and recruitment services expect of the page: ids, codes and ways back, screening, breaks, last words."""

import json
import re
from pathlib import Path

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

from acceptability.responses import results
from experimenting import PAIRS, answer, answers_of, make, remade, rows_of, take_part
from helpers import replace_in

PROLIFIC = "list=1&PROLIFIC_PID=5f0e&STUDY_ID=64aa&SESSION_ID=65bb"
BACK = "https://app.prolific.com/submissions/complete?cc="
CODES = (
    ('code: "[completion code of Prolific, or nothing]"', 'code: "C0MPLETE"'),
    ('declined_code: ""', 'declined_code: "N0C0NSENT"'),
    ('screened_out_code: ""', 'screened_out_code: "SCREENED"'),
    ('link: ""', f'link: "{BACK}{{code}}"'),
)
LANGUAGES = '{name: best_language, label: "Which language do you speak best today?", options: []}'
ASKED = '{name: native, label: "Is English your native language?", options: ["yes", "no"], accept: ["yes"]}'
LAST = 3 + 4 + 1 + 14  # screens before the last one


def rating(text: str) -> int:
    return len(text) % 7 + 1


@pytest.fixture(scope="module")
def page(tmp_path_factory) -> Path:
    return make(tmp_path_factory.mktemp("usual"), "likert")


@pytest.fixture(scope="module")
def coded(tmp_path_factory) -> Path:
    return remade(tmp_path_factory.mktemp("coded"), *CODES, (LANGUAGES, ASKED))


def press(browser, place: int = 0) -> None:
    """Press a button when it may be pressed."""
    WebDriverWait(browser, 5).until(lambda _: browser.find_elements(By.CSS_SELECTOR, "#page button"))
    browser.execute_async_script("setTimeout(arguments[0], 300)")
    browser.find_elements(By.CSS_SELECTOR, "#page button")[place].click()


def shows(browser, words: str) -> None:
    """Wait until the page shows these words."""
    WebDriverWait(browser, 10, 0.01).until(lambda _: words in browser.find_element(By.ID, "page").text)


def leads_to(browser, address: str) -> None:
    """Assert that the button of the last screen leads to an address, which is not fetched."""
    browser.execute_cdp_cmd("Network.enable", {})
    browser.execute_cdp_cmd("Network.setBlockedURLs", {"urls": ["https://*"]})
    browser.get_log("performance")
    press(browser)
    sought = json.dumps(address)
    WebDriverWait(browser, 10).until(
        lambda _: any(
            sought in json.loads(entry["message"]).__str__().replace("'", '"')
            for entry in browser.get_log("performance")
        )
    )
    browser.execute_cdp_cmd("Network.setBlockedURLs", {"urls": []})


def test_the_ids_of_a_recruitment_service_are_stored_if_they_are_in_the_link(page, browser, tmp_path):
    rows = rows_of(answer(browser, page, tmp_path, rating, PROLIFIC))
    assert {(row["prolific_pid"], row["study_id"], row["session_id"]) for row in rows} == {("5f0e", "64aa", "65bb")}
    rows = rows_of(answer(browser, page, tmp_path, rating, "list=1&survey_code=77"))
    assert {row["survey_code"] for row in rows} == {"77"} and "prolific_pid" not in rows[0]
    rows = rows_of(answer(browser, page, tmp_path, rating, "list=1&workerId=A1&assignmentId=B2&hitId=C3"))
    assert {(row["worker_id"], row["assignment_id"], row["hit_id"]) for row in rows} == {("A1", "B2", "C3")}


def test_no_ids_are_stored_if_the_researcher_does_not_want_them(browser, tmp_path):
    page = remade(tmp_path, ("record_ids: true", "record_ids: false"))
    rows = rows_of(answer(browser, page, tmp_path / "down", rating, PROLIFIC))
    assert not {"prolific_pid", "study_id", "session_id"} & rows[0].keys() and "5f0e" not in json.dumps(rows)


@pytest.mark.parametrize("task", ["likert", "slider", "choice", "yes_no"])
def test_attention_checks_are_answered_as_they_ask_or_exclude(task, browser, tmp_path):
    """The second participant does not read what is asked, and fails a check."""
    page = remade(tmp_path, ("attention_checks: 0", "attention_checks: 2"), task=task)
    seen = []

    def as_asked(text: str) -> int:
        if text.startswith(("This is not a sentence to judge", "Please")):
            seen.append(text)
        words = {"likert": ["choose 2", "choose 6"], "yes_no": ["“No”", "“Yes”"], "choice": ["do not", "Please choose"]}
        words["slider"] = ["completely unnatural", "completely natural"]
        values = {"likert": (2, 6), "yes_no": (0, 1), "choice": (0, 1), "slider": (0, 100)}[task]
        asked = [value for word, value in zip(words[task], values, strict=True) if word in text]
        return asked[0] if asked else len(text) % 2 + (task == "likert")

    def otherwise(text: str) -> int:
        return {"likert": 4, "slider": 50, "yes_no": 1}.get(task, len(text))

    people = [(as_asked, 1), (otherwise, 1), (as_asked, 2)]
    paths = [
        answer(browser, page, tmp_path / f"down{number}", how, f"list={own}")
        for number, (how, own) in enumerate(people)
    ]
    assert len(seen) == (8 if task == "choice" else 4)
    rows = [row for row in rows_of(paths[0]) if row["task"] == "attention"]
    assert len(rows) == 2 and all(row["attention_answer"] and row["place"] for row in rows)
    assert {row["pair_id" if task == "choice" else "sentence_id"] for row in rows} == {"attention.1", "attention.2"}
    pairs = {pair: tuple(both) for pair, _, *both in PAIRS}
    answered = results.read(paths, pairs, fillers=tmp_path / "fillers.csv")
    assert any(note.startswith("attention checks: 6 answers of 3 participants") for note in answered.reading.notes)
    assert not {"attention.1", "attention.2"} & {one.sentence_id or one.pair_id for one in answered.ratings}
    assert len(answered.choices or answered.ratings) == (21 if task == "choice" else 42)
    excluded = results.read(paths, pairs, fillers=tmp_path / "fillers.csv", exclude="attention=1").reasons
    assert set(excluded) == {"P2"}


def test_demographic_questions_are_asked_if_they_are_switched_on_and_need_no_answer(browser, tmp_path):
    page = remade(tmp_path, ("demographics: false", "demographics: true"))
    rows = rows_of(answer(browser, page, tmp_path / "down", rating, at=native(browser, 0)))
    (form,) = [json.loads(row["response"]) for row in rows if row["task"] == "questions"]
    assert form["age"] == "18–29" and form.get("hand", "") == ""
    assert not {"age", "hand"} & rows[0].keys()


def native(browser, place: int):
    """Return what answers the question about the native language, before the form is sent."""

    def at(kind: str) -> None:
        if kind == "questions":
            browser.find_elements(By.CSS_SELECTOR, "input[type=radio]")[place].click()

    return at


def test_the_last_screen_has_the_code_and_the_way_back(coded, browser, tmp_path):
    answer(browser, coded, tmp_path, rating, PROLIFIC, at=native(browser, 0))
    assert browser.find_element(By.CSS_SELECTOR, ".code").text == "C0MPLETE"
    leads_to(browser, f"{BACK}C0MPLETE")


def test_who_declines_gets_another_code_and_leaves_nothing(coded, browser):
    take_part(browser, coded, rating, PROLIFIC, stop=0)
    press(browser, 1)
    shows(browser, "Nothing was stored")
    assert browser.find_element(By.CSS_SELECTOR, ".code").text == "N0C0NSENT"
    assert browser.execute_script("return localStorage.length") == 0
    leads_to(browser, f"{BACK}N0C0NSENT")


def test_who_is_screened_out_sees_no_sentence_and_gets_another_code_also_on_return(coded, browser):
    kinds = []

    def at(kind: str) -> None:
        kinds.append(kind)
        native(browser, 1)(kind)

    take_part(browser, coded, rating, PROLIFIC, at=at)
    take_part(browser, coded, rating, PROLIFIC, at=at, again=True)
    assert kinds == ["consent", "questions", "end", "end"]
    assert browser.find_element(By.CSS_SELECTOR, ".code").text == "SCREENED"


def test_a_participant_of_a_recruitment_service_who_returns_gets_the_code_again(browser, tmp_path):
    page = remade(tmp_path, *CODES, ("save: download", "save: jatos"))
    page.with_name("jatos.js").write_text(
        "window.jatos = {onLoad: (start) => setTimeout(start),"
        "urlQueryParameters: Object.fromEntries(new URLSearchParams(location.search)),"
        "appendResultData: async () => {}, submitResultData: (data, done) => done(),"
        "endStudyAndRedirect: (link) => { window.back = link; }};",
        encoding="utf-8",
    )
    take_part(browser, page, rating, PROLIFIC)
    kinds = []
    take_part(browser, page, rating, PROLIFIC.replace("65bb", "65cc"), again=True, at=kinds.append)
    assert kinds == ["end"] and browser.find_element(By.CSS_SELECTOR, ".code").text == "C0MPLETE"
    press(browser)
    assert browser.execute_script("return window.back") == f"{BACK}C0MPLETE"
    kinds.clear()
    take_part(browser, page, rating, PROLIFIC.replace("5f0e", "5f0f"), again=True, at=kinds.append, stop=1)
    assert kinds == ["consent"]


def test_a_code_and_a_link_can_have_what_is_in_the_link_of_the_participant(browser, tmp_path):
    page = remade(
        tmp_path,
        (CODES[0][0], 'code: "M-{participant}"'),
        ('link: ""', 'link: "https://school.sona-systems.com/credit.aspx?survey_code={survey_code}"'),
    )
    path = answer(browser, page, tmp_path / "down", rating, "survey_code=a%26b")
    assert browser.find_element(By.CSS_SELECTOR, ".code").text == f"M-{rows_of(path)[0]['participant']}"
    leads_to(browser, "https://school.sona-systems.com/credit.aspx?survey_code=a%26b")


# --- What is recorded ---


def test_times_consent_version_and_input_are_recorded(page, browser, tmp_path):
    rows = rows_of(answer(browser, page, tmp_path, rating, "list=1"))
    day = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"
    assert {row["consent"] for row in rows} == {"yes"} and len({row["version"] for row in rows}) == 1
    assert all(re.fullmatch(day, row["started"]) for row in rows)
    assert re.fullmatch(day, rows[-1]["ended"]) and rows[-1]["started"] <= rows[-1]["ended"]
    assert {row["input"] for row in rows[1:-1]} == {"mouse"}
    rows = rows_of(answer(browser, page, tmp_path, rating, "list=1", keyboard=True))
    assert {row["input"] for row in rows} == {"keyboard"}


@pytest.mark.parametrize(("times", "pattern"), [("clock", r"\d\d:\d\d:\d\dZ"), ("none", None)])
def test_times_may_be_without_a_date_or_left_out(times, pattern, browser, tmp_path):
    page = remade(tmp_path, ("times: date", f"times: {times}"))
    last = rows_of(answer(browser, page, tmp_path / "down", rating, "list=1"))[-1]
    if pattern:
        assert re.fullmatch(pattern, last["started"]) and re.fullmatch(pattern, last["ended"])
    else:
        assert not {"started", "ended"} & last.keys()


# --- On the way ---


def test_progress_is_numbered_and_breaks_come_after_so_many_sentences(browser, tmp_path):
    page = remade(tmp_path, ("break_every: 0", "break_every: 5"))
    seen = []

    def at(kind: str) -> None:
        if kind != "end":
            seen.append((kind, browser.find_element(By.ID, "jspsych-progressbar-container").text))

    answer(browser, page, tmp_path / "down", rating, "list=1", at=at)
    kinds = [kind for kind, _ in seen][3 + 4 + 1 :]
    assert kinds == [*["likert"] * 5, "text", *["likert"] * 5, "text", *["likert"] * 4]
    assert [progress for kind, progress in seen if kind == "likert"] == [
        f"Progress {number} / 18" for number in range(18)
    ]


def test_feedback_comes_after_practice_sentences_only(browser, tmp_path):
    page = remade(tmp_path, ('feedback: {good: "", bad: ""', 'feedback: {good: "Natural!", bad: ""'))
    kinds, told = [], []

    def at(kind: str) -> None:
        kinds.append(kind)
        told.append("Natural!" in browser.find_element(By.ID, "page").text)

    answer(browser, page, tmp_path / "down", rating, "list=1", at=at)
    practice = ["likert", "text", "likert", "likert", "likert", "text"]  # the first and the last of four are good
    assert kinds == ["consent", "questions", "text", *practice, "text", *["likert"] * 14, "end"]
    assert [place for place, is_told in enumerate(told) if is_told] == [4, 8]


@pytest.mark.parametrize("more", ["", ', accept: ["left"]'])
def test_optional_questions_may_be_left_empty(more, browser, tmp_path):
    question = '{name: hand, label: "Hand?", options: ["left", "right"], optional: true' + more + "}"
    page = remade(tmp_path, (LANGUAGES, question))
    (asked,) = answers_of(answer(browser, page, tmp_path / "down", rating, "list=1"), "questions")
    assert json.loads(asked["response"]).keys() == {"early_languages"}


def test_after_a_failed_send_the_screen_names_the_file_and_who_gets_it_before_the_code(browser, tmp_path):
    page = remade(tmp_path, *CODES[:1], ("save: download", "save: post:https://nowhere.invalid/save"))
    replace_in(page.with_name("texts.yaml"), "[your e-mail address]. Only then", "me@uni.edu. Only then")
    page = make(tmp_path, "likert")
    (folder := tmp_path / "down").mkdir()
    browser.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(folder)})
    take_part(browser, page, rating, "list=1", stop=LAST)
    shows(browser, "could not be sent")
    press(browser, 1)
    shows(browser, "me@uni.edu")
    path = WebDriverWait(browser, 10).until(lambda _: next(folder.glob("*.csv"), None))
    words = browser.find_element(By.ID, "page").text
    assert path.name in words and "C0MPLETE" not in words
    assert [row["task"] for row in rows_of(path)].count("rating") == 14
    press(browser)
    shows(browser, "C0MPLETE")
