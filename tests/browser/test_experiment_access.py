"""The page of an experiment is accessible: names, headings, focus, announcements, and no violation that axe-core finds."""

from pathlib import Path

import pytest
from axe_core_python.selenium import Axe
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

from browsing import set_size
from experiment_designs import TEXTS
from experimenting import answer, make, remade, take_part

TASKS = ("likert", "yes_no", "slider", "choice")


def rating(text: str) -> int:
    return len(text) % 2


@pytest.fixture(scope="module")
def pages(tmp_path_factory) -> dict[str, Path]:
    """Return the page of each task, whose brackets are filled in."""
    folder = tmp_path_factory.mktemp("accessible")
    return {task: make(folder / task, task) for task in TASKS}


def violations(browser) -> list[str]:
    """Return what axe-core finds on a screen."""
    report = Axe().run(browser)
    assert report["passes"]
    return [
        f"{rule['id']} ({rule['impact']}): {[node['html'] for node in rule['nodes']]}" for rule in report["violations"]
    ]


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("task", TASKS)
def test_axe_finds_no_violation_on_any_kind_of_screen(task, width, pages, browser, tmp_path):
    set_size(browser, width, 844, width < 500)
    seen = {}

    def at(kind: str) -> None:
        if kind not in seen or kind == "text":
            seen[kind] = violations(browser)
            assert seen[kind] == []

    answer(browser, pages[task], tmp_path, rating, "list=1", at=at)
    set_size(browser, 1280, 900)
    assert seen.keys() == {"consent", "questions", "text", task, "end"}


def test_axe_finds_no_violation_when_a_participant_comes_back_or_sending_fails(browser, tmp_path):
    page = remade(tmp_path, ("save: download", "save: post:https://nowhere.invalid/save"))
    take_part(browser, page, rating, "list=1", stop=3 + 4 + 1 + 14)
    WebDriverWait(browser, 10).until(lambda _: "could not be sent" in browser.find_element(By.ID, "page").text)
    assert violations(browser) == []
    browser.refresh()
    WebDriverWait(browser, 10).until(lambda _: "Welcome back" in browser.find_element(By.ID, "page").text)
    assert violations(browser) == []


def test_axe_is_at_work(pages, browser):
    take_part(browser, pages["slider"], rating, "list=1", stop=3)
    WebDriverWait(browser, 10).until(lambda _: browser.find_elements(By.CSS_SELECTOR, ".jspsych-slider"))
    browser.execute_script("document.querySelector('.jspsych-slider').removeAttribute('aria-label')")
    assert any(found.startswith("label (critical)") for found in violations(browser))


@pytest.mark.parametrize("task", TASKS)
def test_each_screen_has_one_heading_with_the_focus_and_each_sentence_is_announced(task, pages, browser, tmp_path):
    announced, shown = [], []

    def at(kind: str) -> None:
        headings = browser.find_elements(By.CSS_SELECTOR, "h1")
        assert len(headings) == 1 and headings[0].get_attribute("textContent")
        focused = browser.switch_to.active_element
        assert focused == (
            browser.find_element(By.CSS_SELECTOR, ".jspsych-slider") if kind == "slider" else headings[0]
        )
        if kind == "slider":
            assert TEXTS["slider"]["question"] in focused.accessible_name
        if kind == task:
            announced.append(browser.find_element(By.ID, "live").get_attribute("textContent"))
            sentences = browser.find_elements(By.CSS_SELECTOR, ".sentence, .choice button span")
            shown.append(". ".join(one.get_attribute("textContent") for one in sentences))

    answer(browser, pages[task], tmp_path, rating, "list=1", at=at)
    total = len(shown)
    assert announced == [f"{number} / {total}. {sentences}" for number, sentences in enumerate(shown, start=1)]


@pytest.mark.parametrize("language", ["de", "es", "fr", "he", "ja", "zh"])
def test_texts_of_each_language_fit_a_phone_without_a_violation(language, browser, tmp_path):
    page = make(tmp_path / language, "likert", language=language)
    set_size(browser, 360, 740, True)
    kinds = []

    def at(kind: str) -> None:
        if kind not in kinds:
            assert violations(browser) == []
        assert browser.execute_script("return document.documentElement.scrollWidth <= innerWidth")
        kinds.append(kind)

    answer(browser, page, tmp_path / "down", rating, "list=1", at=at)
    set_size(browser, 1280, 900)
    assert len(kinds) == 3 + 4 + 1 + 14 + 1
    assert browser.execute_script("return document.documentElement.dir") == ("rtl" if language == "he" else "ltr")
