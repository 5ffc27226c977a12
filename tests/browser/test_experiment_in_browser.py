"""Experiments in headless Chromium: each task is answered as people do, and the download holds what was answered."""

import json
import zlib
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

from acceptability.experiment.texts import BRACKETS
from browsing import requests, set_size
from experimenting import FILLER_PAIRS, FILLERS, PAIRS, WORD, answer, answers_of, make, remade, rows_of, take_part
from helpers import replace_in

TEXTS = {f"{pair}.{side}": text for pair, _, *both in PAIRS for side, text in zip(("good", "bad"), both, strict=True)}
TEXTS |= {f"filler.{name}": text for name, text, _ in FILLERS}
RATINGS = {  # of each task, an answer that is known for any sentence
    "likert": lambda text: len(text) % 7 + 1,
    "yes_no": lambda text: len(text) % 2,
    "slider": lambda text: len(text) % 101,
    "choice": lambda text: zlib.crc32(text.encode()),
}
COMMON = {"participant", "list", "list_from", "seed", "task", "place", "rt", "practice", "gold", "phenomenon"}
OF_RATINGS = COMMON | {"sentence_id", "sentence", "item", "condition", "rating"}
OF_CHOICES = COMMON | {"pair_id", "good", "bad", "good_side", "left", "right", "chose_good"}
PHENOMENA = {pair: phenomenon for pair, phenomenon, *_ in PAIRS}


@pytest.fixture(scope="module")
def pages(tmp_path_factory) -> dict[str, Path]:
    """Return the page of each task."""
    folder = tmp_path_factory.mktemp("experiments")
    return {task: make(folder / task, task) for task in RATINGS}


@pytest.fixture(params=["desktop", "phone"])
def quiet(browser, request):
    """Yield the browser at the width of a desk or of a phone, and check that there were no errors and no requests."""
    set_size(browser, *((390, 844, True) if request.param == "phone" else (1280, 900)))
    requests(browser), browser.get_log("browser")
    yield browser
    set_size(browser, 1280, 900)
    assert [url for url in requests(browser) if not url.startswith(("file:", "blob:"))] == []
    assert browser.get_log("browser") == []


def fits(driver) -> None:
    """Assert that a page is not wider than its window, and that fingers can press its buttons."""
    assert driver.execute_script("return document.documentElement.scrollWidth <= innerWidth")
    for button in driver.find_elements(By.CSS_SELECTOR, "button"):
        assert min(button.size["width"], button.size["height"]) >= 44


@pytest.mark.parametrize("task", ["likert", "yes_no", "slider"])
def test_ratings_come_back_as_they_were_given(task, pages, quiet, tmp_path):
    kinds = []
    rating = RATINGS[task]
    path = answer(
        quiet, pages[task], tmp_path, rating, "list=2&seed=7", at=lambda kind: (fits(quiet), kinds.append(kind))
    )
    assert kinds == ["consent", "questions", "text", *[task] * 4, "text", *[task] * 14, "end"]
    assert {row["task"] for row in rows_of(path)} == {"questions", "practice", "rating", "end"}
    rows = answers_of(path, "rating")
    assert rows[0].keys() >= OF_RATINGS
    assert [row["place"] for row in rows] == [str(number) for number in range(1, 15)]
    for row in rows:
        assert row["sentence"] == TEXTS[row["sentence_id"]]
        assert row["rating"] == str(rating(row["sentence"])) and int(row["rt"]) > 0 and row["practice"] == "0"
        pair, _, side = row["sentence_id"].rpartition(".")
        expected = (pair, side, PHENOMENA[pair]) if side in ("good", "bad") else (row["sentence_id"], "filler", "")
        assert (row["item"], row["condition"], row["phenomenon"]) == expected
    assert {row["sentence_id"]: row["gold"] for row in rows if row["condition"] == "filler"} == {
        f"filler.{name}": gold for name, _, gold in FILLERS
    }
    practice = answers_of(path, "practice")
    assert [row["sentence_id"] for row in practice] == [f"practice.{number}" for number in range(1, 5)]
    assert {(row["practice"], row["condition"], row["place"]) for row in practice} == {("1", "practice", "")}
    (asked,) = answers_of(path, "questions")
    assert json.loads(asked["response"]) == {"early_languages": WORD, "best_language": WORD}


def test_choices_come_back_with_the_side_of_the_good_sentence(pages, quiet, tmp_path):
    rating = RATINGS["choice"]
    path = answer(quiet, pages["choice"], tmp_path, rating, "list=1", at=lambda kind: fits(quiet))
    rows = answers_of(path, "choice")
    assert rows[0].keys() >= OF_CHOICES and len(rows) == 4 + 3 and len(answers_of(path, "practice")) == 2
    both = {pair: tuple(texts) for pair, _, *texts in PAIRS} | {f"filler.{n}": two for n, *two, _ in FILLER_PAIRS}
    for row in rows:
        assert (row["good"], row["bad"]) == tuple(both[row["pair_id"]])
        assert row[row["good_side"]] == row["good"] and {row["left"], row["right"]} == {row["good"], row["bad"]}
        assert row["chose_good"] == str(int(rating(row["good"]) > rating(row["bad"])))
        assert row["gold"] == ("good" if row["pair_id"] in ("filler.1", "filler.2") else "")
    assert sorted(Counter(row["good_side"] for row in rows).values()) == [3, 4]
    assert {row["chose_good"] for row in rows} == {"0", "1"}


@pytest.mark.parametrize("task", RATINGS)
def test_the_keyboard_is_enough(task, pages, browser, tmp_path):
    link = "list=1&seed=3"
    with_keys = answer(browser, pages[task], tmp_path, RATINGS[task], link, keyboard=True)
    with_mouse = answer(browser, pages[task], tmp_path, RATINGS[task], link)
    columns = ("place", "sentence_id", "rating", "pair_id", "chose_good", "good_side", "list", "seed")
    typed, clicked = (
        [[row.get(column) for column in columns] for row in answers_of(path, "rating", "choice", "practice")]
        for path in (with_keys, with_mouse)
    )
    assert typed == clicked and len(typed) > 8


def test_lists_are_those_of_the_link_and_nobody_sees_both_sentences_of_a_pair(pages, browser, tmp_path):
    rows = {}
    for number in (1, 2):
        path = answer(browser, pages["likert"], tmp_path, RATINGS["likert"], f"list={number}&seed=5")
        rows[number] = answers_of(path, "rating")
        assert {(row["list"], row["list_from"], row["seed"]) for row in rows[number]} == {(str(number), "link", "5")}
        items = [row["item"] for row in rows[number] if row["condition"] != "filler"]
        assert sorted(items) == sorted(PHENOMENA)
    ids = {number: {row["sentence_id"] for row in own} for number, own in rows.items()}
    assert ids[1] & ids[2] == {f"filler.{name}" for name, *_ in FILLERS} and ids[1] | ids[2] == TEXTS.keys()


def test_without_a_list_in_the_link_it_is_drawn_and_so_are_the_order_and_the_participant(pages, browser, tmp_path):
    first, second = (
        answers_of(answer(browser, pages["likert"], tmp_path, RATINGS["likert"]), "rating") for _ in range(2)
    )
    assert first[0]["list_from"] == "random" and first[0]["list"] in ("1", "2")
    assert first[0]["participant"] != second[0]["participant"] and first[0]["seed"] != second[0]["seed"]
    assert [row["sentence_id"] for row in first] != [row["sentence_id"] for row in second]


def orders(driver, page: Path, phenomena: list[str], fillers: list[str]) -> list[list[dict]]:
    """Return the orders, by thirty seeds, of sentences of these phenomena and fillers with these gold sides.

    The page draws them in place of asking for consent.
    """
    critical = [{"phenomenon": phenomenon, "id": f"c{number}"} for number, phenomenon in enumerate(phenomena)]
    others = [{"phenomenon": "", "gold": gold, "id": f"f{number}"} for number, gold in enumerate(fillers)]
    draw = f"""const draw = (_, seed) => {{
      jsPsych.randomization.setSeed(String(seed));
      return ordered({json.dumps(critical)}, {json.dumps(others)});
    }};
    window.orders = Array.from({{length: 30}}, draw);
    return;
    """
    consent = "const consent = screen("
    (copy := page.with_name("order.html")).write_text(page.read_text(encoding="utf-8"), encoding="utf-8")
    replace_in(copy, consent, f"{draw}{consent}")
    driver.get(copy.as_uri())
    return WebDriverWait(driver, 10).until(lambda _: driver.execute_script("return window.orders"))


def neighbours(order: list[dict], key: str) -> int:
    """Return how many neighbours agree in something that both have."""
    return sum(one[key] == two[key] != "" for one, two in pairwise(order) if key in one and key in two)


def test_sentences_of_one_phenomenon_are_no_neighbours_where_that_can_be(pages, browser):
    for phenomena, fillers in (
        (["a"] * 8, [""] * 7),  # only one order will do: sentence, filler, sentence, …
        (["a"] * 5 + ["b"] * 5, []),
        (["a"] * 9 + ["b"] * 3 + ["c"] * 2, ["good", "bad", ""]),
    ):
        made = orders(browser, pages["likert"], phenomena, fillers)
        for order in made:
            assert len({item["id"] for item in order}) == len(phenomena) + len(fillers) == len(order)
            assert neighbours(order, "phenomenon") == 0
        assert len({tuple(item["id"] for item in order) for order in made}) == len(made)


def test_fillers_and_gold_items_are_spread_over_the_list(pages, browser):
    fillers = ["good", "bad"] * 3 + [""] * 14
    for order in orders(browser, pages["likert"], ["a"] * 20, fillers):
        places = [place for place, item in enumerate(order) if item.get("gold")]
        assert neighbours([{"gold": bool(item.get("gold")) or ""} for item in order], "gold") == 0
        assert sum(place < 20 for place in places) in (2, 3, 4)
        assert sum(item["phenomenon"] == "a" for item in order[:20]) in range(8, 13)


def test_where_neighbours_of_one_phenomenon_cannot_be_avoided_fillers_are_spread_all_the_same(pages, browser):
    for order in orders(browser, pages["likert"], ["a"] * 20, [""] * 4):
        places = [place for place, item in enumerate(order) if not item["phenomenon"]]
        assert all(6 * number - 1 <= place <= 6 * number + 6 for number, place in enumerate(places))


def test_the_banner_stays_until_the_last_bracket_is_filled_in(pages, browser, tmp_path):
    browser.get(pages["likert"].as_uri())
    banner = browser.find_element(By.ID, "notice")
    assert "not ready" in banner.text and "[your e-mail address]" in banner.text
    words = make(tmp_path, "likert").with_name("texts.yaml")
    words.write_text(BRACKETS.sub("this", words.read_text(encoding="utf-8")), encoding="utf-8")
    browser.get(make(tmp_path, "likert").as_uri())
    assert not browser.find_element(By.ID, "notice").is_displayed()


def test_who_declines_sees_no_sentence_and_leaves_nothing(pages, browser):
    take_part(browser, pages["likert"], RATINGS["likert"], stop=0)
    browser.find_elements(By.CSS_SELECTOR, ".consent button")[1].click()
    WebDriverWait(browser, 5).until(lambda _: "Nothing was stored" in browser.find_element(By.ID, "page").text)
    assert not browser.find_elements(By.CSS_SELECTOR, "#page button")


@pytest.mark.parametrize("number", ["3", "0", "two", "1.5"])
def test_a_list_that_there_is_not_is_said(number, pages, browser):
    browser.get(f"{pages['choice'].as_uri()}?list={number}")
    assert browser.find_element(By.ID, "notice").text.endswith("The lists are: 1, 2")
    assert not browser.find_elements(By.CSS_SELECTOR, "#page button")


def test_a_scale_of_a_language_from_right_to_left_runs_from_right_to_left(browser, tmp_path):
    page = remade(tmp_path, ("language: en", "language: ar"), ("\ndirection: ltr", "\ndirection: rtl"))
    places = []

    def at(kind):
        if kind == "likert" and not places:
            places.extend(one.location["x"] for one in browser.find_elements(By.CSS_SELECTOR, "button, .ends span"))

    path = answer(browser, page, tmp_path / "down", RATINGS["likert"], at=at)
    assert places[:7] == sorted(places[:7], reverse=True) and places[7] > places[8]
    assert all(row["rating"] == str(RATINGS["likert"](row["sentence"])) for row in answers_of(path, "rating"))


def test_a_second_press_does_not_answer_the_next_sentence(pages, browser):
    """A sentence is answered, and the next one pressed after a while, in which the clock has its own pace."""
    press = """const [wait, done] = arguments;
    const sentence = () => document.querySelector('.sentence')?.textContent;
    const type = () => document.body.dispatchEvent(new KeyboardEvent('keydown', {key: '4', bubbles: true}));
    const before = sentence();
    const look = () => {
      const next = sentence();
      if (!next || next === before) return setTimeout(look, 5);
      setTimeout(() => { type(); setTimeout(() => done(next === sentence()), 50); }, wait);
    };
    for (const begin = Date.now(); Date.now() - begin < 20; ); // a press at once would be ignored
    type();
    atOwnPace();
    look();"""
    for wait, stays in ((100, True), (300, False)):
        take_part(browser, pages["likert"], RATINGS["likert"], "list=1&seed=4", stop=4)
        assert browser.execute_async_script(press, wait) == stays
