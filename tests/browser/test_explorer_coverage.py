"""The page to explore pairs, with rows that cover a part of the pairs and rows that only decide."""

import numpy as np
import pandas as pd
import pytest
from selenium.webdriver.common.by import By

from exploring import cells, choose, column, compare, headings, parts_of, pick, shares, show, text, type_in

IDS = [f"p{number}" for number in range(6)]
PHENOMENA = ["x", "x", "x", "y", "y", "y"]
LABELS = {"one/a": "One", "part/a": "Part", "other/a": "Other part", "chat/gpt": "Chat"}
# Δ in SD: people do not rate the last pair; the two parts cover as many pairs, but not the same; and chat chose.
HUMAN = [1.0, 1.0, -1.0, 2.0, 0.5, np.nan]
COLUMNS = {
    "one/a": [1.2, -0.3, -0.8, 1.0, 0.0, 0.7],
    "part/a": [0.8, np.nan, -0.9, 1.9, -0.4, 0.7],
    "other/a": [np.nan, 1.1, 0.2, 1.9, 0.6, np.nan],
    "chat/gpt": [1.0, -1.0, np.nan, 1.0, 1.0, np.nan],
}
SENTENCES = pd.DataFrame(
    [(f"{pair}.{side}", f"{side.capitalize()} {pair}.") for pair in IDS for side in ("good", "bad")],
    columns=["sentence_id", "sentence"],
)
PAIRS = pd.DataFrame({"pair_id": IDS, "good_id": SENTENCES["sentence_id"][::2].tolist()})
PAIRS = PAIRS.assign(bad_id=SENTENCES["sentence_id"][1::2].tolist(), phenomenon=PHENOMENA)
SEEN = "return document.body.innerText + [...document.querySelectorAll('[title]')].map((it) => it.title).join()"


def opened(browser, folder, rows: list[str], rated: bool = True, pairs: pd.DataFrame = PAIRS):
    """The page with these rows."""
    human = HUMAN if rated else np.nan
    columns = pd.DataFrame({row: COLUMNS[row] for row in rows}, index=IDS).assign(human=human)
    deciding = tuple(row for row in rows if row == "chat/gpt")
    made = parts_of("toy", SENTENCES, pairs, columns, LABELS, deciding=deciding)
    browser.get_log("browser")
    show(browser, folder, {"toy": "Toy"}, made, [0.5])
    return browser


def assert_all_is_said(page) -> None:
    """Nothing that is missing shows as such to people, and no script failed."""
    seen = page.execute_script(SEEN)
    assert not [word for word in ("NaN", "undefined", "null", "Infinity") if word in seen], seen
    assert page.get_log("browser") == []


def charted(page) -> bool:
    return page.find_element(By.ID, "plot").is_displayed()


def options(page, control: str) -> list[str]:
    return [one.get_attribute("textContent") for one in page.find_elements(By.CSS_SELECTOR, f"#{control} option")]


def test_each_row_says_how_many_pairs_it_covers_whatever_is_filtered(browser, tmp_path):
    page = opened(browser, tmp_path, list(LABELS))
    assert shares(page).loc["one/a"].tolist() == ["2.5 of 5 pairs 0.500", "2 of 5 pairs 0.400"]
    assert shares(page).loc["part/a"].tolist() == ["2 of 4 pairs 0.500", "3 of 4 pairs 0.750"]
    assert cells(page, ".covered") == {"one/a": "5", "part/a": "4", "other/a": "4", "chat/gpt": "4"}
    assert text(page, "#systems caption").startswith("All systems: of the pairs that each covers, the share")
    assert text(page, "#adc-count") == "2 of 5 rated pairs"
    choose(page, "system", "Part")
    assert text(page, "#adc-count") == "3 of 4 that it covers, of 5 rated pairs"
    assert page.execute_script("return view.data('pairs').length") == 4
    assert column(page, 5) == ["0.80", "–", "−0.90", "1.90", "−0.40", "0.70"]
    assert column(page, 7) == ["●ADC", "–no score", "●ADC", "●ADC", "✕neither", "–unrated"]
    assert_all_is_said(page)
    choose(page, "phenomenon", "x (3)")
    assert cells(page, ".covered") == {"one/a": "3", "part/a": "2", "other/a": "2", "chat/gpt": "2"}
    assert text(page, "#blimp-count") == "1 of 2 that it covers, of 3 matching rated pairs"
    type_in(page, "words", "p1")  # a pair that this row does not cover
    assert (text(page, "#blimp-share"), text(page, "#blimp-count")) == (
        "–",
        "0 of 0 that it covers, of 1 matching rated pairs",
    )
    pick(page, 1)
    assert text(page, "#pair-deltas tbody").split("\n")[0].startswith("Part – – –no score or answer")
    assert_all_is_said(page)
    type_in(page, "words", "nothing like it")
    assert text(page, "#blimp-count") == "0 of 0 matching rated pairs"
    assert_all_is_said(page)


@pytest.mark.parametrize("rows", [["part/a", "other/a"], ["other/a", "part/a"]])
def test_rows_of_equally_many_but_other_pairs_do_not_look_alike(browser, tmp_path, rows):
    page = opened(browser, tmp_path, rows)
    assert cells(page, ".covered") == {"part/a": "4", "other/a": "4"}
    assert page.find_element(By.CSS_SELECTOR, "#systems tbody .covered").is_displayed()
    assert "of the pairs that each covers" in text(page, "#systems caption")
    assert text(page, "#blimp-count").endswith("of 4 that it covers, of 5 rated pairs")


def test_where_all_rows_cover_all_pairs_nothing_is_said_of_it(browser, tmp_path):
    page = opened(browser, tmp_path, ["one/a"])
    assert not page.find_element(By.CSS_SELECTOR, "#systems tbody .covered").is_displayed()
    assert text(page, "#systems caption") == "All systems: share of the 5 rated pairs that meet each criterion, δ = 0.5"


def test_what_only_decides_has_choices_and_no_deltas(browser, tmp_path):
    page = opened(browser, tmp_path, list(LABELS))
    choose(page, "system", "Chat")
    assert not charted(page)
    assert text(page, "#blimp-count") == "3 of 4 that it covers, of 5 rated pairs"
    assert (text(page, "#adc-share"), text(page, "#adc-count")) == ("–", "only decisions are known")
    assert shares(page).loc["chat/gpt"].tolist()[1].strip() == "–" and cells(page, ".chance")["chat/gpt"] == ""
    assert headings(page)[4] == "Choice of Chat"
    assert column(page, 5) == ["acceptable", "other", "–", "acceptable", "acceptable", "–"]
    assert set(column(page, 6)) == {"–"}
    assert column(page, 7) == ["▲BLiMP", "✕neither", "–no answer", "▲BLiMP", "▲BLiMP", "–no answer"]
    page.find_element(By.CSS_SELECTOR, "#pairs th[data-column='distance'] button").click()
    assert column(page, 7)[0] == "▲BLiMP"
    pick(page, 1)
    assert text(page, "#pair-deltas tbody") == "Chat acceptable – ▲meets the BLiMP criterion"
    assert "Only decisions are available for Chat." in text(page, "#tokens-note")
    assert_all_is_said(page)


@pytest.mark.parametrize("rated", [True, False])
def test_decisions_are_compared_in_tables_but_never_drawn(browser, tmp_path, rated):
    page = opened(browser, tmp_path, ["one/a", "chat/gpt", "part/a"], rated)
    assert charted(page) == rated
    assert compare(page, 2) == "Chat"
    assert charted(page) == rated
    assert not page.find_element(By.ID, "vertical-box").is_displayed()
    assert [name for name in headings(page) if " of " in name] == ["Δ of One", "Choice of Chat"]
    assert_all_is_said(page)
    assert compare(page, 3) == "Part"
    assert options(page, "vertical") == (["Human Δ", "Part"] if rated else ["Part"])
    assert charted(page)  # of two systems with scores, even where nobody rated
    assert page.execute_script("return view.data('pairs').length") == 5
    choose(page, "system", "Chat")
    assert not charted(page)
    assert_all_is_said(page)


def test_the_marks_of_authors_are_before_their_sentences(browser, tmp_path):
    marks = PAIRS.assign(good_mark=["?", *[""] * 5], bad_mark=["*", "??", *[""] * 4])
    page = opened(browser, tmp_path, ["one/a"], pairs=marks)
    assert column(page, 1)[:2] == ["?Good p0.", "Good p1."]
    assert column(page, 2)[:3] == ["*Bad p0.", "??Bad p1.", "Bad p2."]
    pick(page, 1)
    assert "?Good p0." in text(page, "#pair-sentences") and "*Bad p0." in text(page, "#pair-sentences")
    assert_all_is_said(page)
