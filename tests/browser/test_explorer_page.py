"""The page to explore pairs, used as people use it, in headless Chromium: shares, filters, sorting, the chart."""

import re
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

from acceptability.contracts import systems
from acceptability.figures import explorer
from acceptability.options import CORRECTED
from acceptability.rounding import shown
from acceptability.statistics import chance, criteria
from acceptability.tables.text import p_or_dash
from exploring import cells, choose, column, parts_of, pick, sentences_of, shares, show, text, type_in

IMAGE = "<img src=x onerror=window.hacked=true> barks."
SCRIPT = "</script><script>window.hacked = true</script>"


def of_criteria(run: Path, key: str) -> pd.DataFrame:
    """The table of criteria, corrected, of the rows that have deltas."""
    return pd.read_csv(run / f"results/metrics/{key}/criteria.csv").query("variant == 'corrected' and ties.notna()")


def written(row) -> str:
    return f"{halves(row)} of {row.pairs:,} pairs {shown(row.share_ties_half, 3)}"


def halves(row) -> str:
    """How many pairs meet the criterion, a tie counting as half, as the page writes it."""
    number = round(2 * row.share_ties_half * row.pairs) / 2
    return f"{number:,.0f}" if number.is_integer() else f"{number:,.1f}"


def with_ties_half(table: pd.DataFrame, deltas: pd.DataFrame) -> pd.DataFrame:
    """Add the share of the pairs that count, a tie counting as half, to a table of criteria.shares."""
    both = deltas[criteria.counted(deltas["human_delta"])][["human_delta", "model_delta"]].to_numpy().T
    return table.assign(
        share_ties_half=[criteria.credit(*both, row.criterion, row.threshold).mean() for row in table.itertuples()]
    )


@pytest.mark.parametrize("threshold", [0.5, 1, 5])
def test_the_shares_of_all_systems_are_those_of_the_table_of_criteria(page, run, key, threshold):
    page.find_element(By.XPATH, f"//span[@id='delta-buttons']/button[.='δ = {threshold}']").click()
    table = of_criteria(run, key)
    table = table[table["threshold"].isna() | (table["threshold"] == threshold)]
    expected = {}
    for row in table.itertuples():
        expected.setdefault(f"{row.system}/{row.measure}", []).append(written(row))
    found = shares(page)
    assert dict(zip(found.index, found.to_numpy().tolist(), strict=True)) == expected
    adc = table[table["threshold"] == threshold]
    by_row = {f"{row.system}/{row.measure}": f"{row.chance:.3f}" for row in adc.itertuples()}
    assert cells(page, ".chance") == {row: by_row[row] for row in found.index}
    ties = {f"{row.system}/{row.measure}": f"{row.ties:,.0f}" for row in adc.itertuples()}
    assert cells(page, ".ties") == {row: ties[row] for row in found.index}
    tests = pd.read_csv(run / f"results/metrics/{key}/against_chance.csv").query("criterion == 'blimp'")
    p = {f"{row.system}/{row.measure}": p_or_dash(row.p) for row in tests.itertuples()}
    assert cells(page, ".p") == {row: p.get(row, "") for row in found.index}  # references are not tested
    right = {f"{row.system}/{row.measure}": halves(row) for row in table[table["criterion"] == "blimp"].itertuples()}
    assert cells(page, ".right") == {row: right[row] for row in found.index}
    shown = page.find_element(By.CSS_SELECTOR, "#systems thead .ties").is_displayed()
    assert shown == any(count != "0" for count in ties.values())


def test_the_numbers_shown_for_each_system_at_delta_one_half(page, run, key):
    table = of_criteria(run, key)
    labels = [option.text for option in Select(page.find_element(By.ID, "system")).options]
    for label, (_, rows) in zip(labels, table.groupby(["system", "measure"], sort=False), strict=True):
        choose(page, "system", label)
        assert text(page, "#shares-title") == label
        blimp, adc = (rows[rows["threshold"].eq(0.5) | rows["threshold"].isna()]).itertuples()
        assert text(page, "#adc-name") == "ADC, δ = 0.5"
        for criterion, row in (("blimp", blimp), ("adc", adc)):
            assert text(page, f"#{criterion}-share") == shown(row.share_ties_half, 3)
            assert text(page, f"#{criterion}-count") == f"{halves(row)} of {row.pairs:,} rated pairs"
    if key == "li-adger":
        assert labels[5] == "BERT large cased CoLA"
        choose(page, "system", labels[5])
        assert (text(page, "#blimp-share"), text(page, "#adc-share")) == ("0.936", "0.307")


def test_the_pages_criteria_are_those_of_the_package_for_any_deltas(browser, tmp_path):
    random = np.random.default_rng(7)
    human, model = random.normal(0.3, 1, (2, 400)).round(1)  # so that ties, zeros and distances of just δ are there
    human[:20] = np.nan
    ids = [f"p{n}" for n in range(400)]
    deltas = pd.DataFrame({"pair_id": ids, "measure": "x", "human_delta": human, "model_delta": model})
    deltas = deltas.drop(index=range(20, 24))  # pairs that the system has no score of, as partial scores have
    assert (model == 0).any() and (human == 0).any() and ((human < 0) & (model < 0)).any()
    sentences = pd.DataFrame({"sentence_id": ["g", "b"], "sentence": ["Good.", "Bad."]})
    pairs = pd.DataFrame({"pair_id": ids, "good_id": "g", "bad_id": "b", "phenomenon": "x"})
    thresholds = [0.1, 0.3, 0.5, 0.7, 1.25, 5]
    columns = systems.delta_columns({"a": deltas})
    made = parts_of("random", sentences, pairs, columns, {"a/x": "A"})
    show(browser, tmp_path, {"random": "Random"}, made, thresholds)
    expected = with_ties_half(criteria.shares(deltas, thresholds, {"corrected": CORRECTED}), deltas)
    blimp = written(expected[expected["criterion"] == "blimp"].iloc[0])
    for delta in thresholds:
        type_in(browser, "delta-number", str(delta))
        adc = written(expected[expected["threshold"] == delta].iloc[0])
        assert shares(browser).loc["a/x"].tolist() == [blimp, adc]
        share, _ = chance.permuted(human[24:], model[24:], np.zeros(376, dtype=int), ("adc", delta))
        assert cells(browser, ".chance") == {"a/x": f"{share.value:.3f}"}
    assert browser.execute_script("return view.data('pairs').length") == 376


def test_search_finds_words_and_filters_everything(page, run, key):
    pairs = sentences_of(run, key)
    word = "herself" if key == "li-adger" else "the"
    both = pairs["good"] + " | " + pairs["bad"]
    for typed, pattern in ((word[:3], rf"\b{word[:3]}"), (f"{word} ", rf"\b{word}\b")):
        type_in(page, "words", typed)
        expected = int(both.str.contains(pattern, flags=re.IGNORECASE).sum())
        assert 0 < expected < len(pairs)
        assert text(page, "#pairs-count").startswith(f"{expected:,} of {len(pairs):,} pairs")
        assert page.execute_script("return view.data('pairs').length") <= expected
        seen = [f"{good} | {bad}" for good, bad in zip(column(page, 1), column(page, 2), strict=True)]
        assert len(seen) == min(50, expected)
        assert all(re.search(pattern, line, flags=re.IGNORECASE) for line in seen)
    assert "matching rated pairs" in text(page, "#adc-count")
    type_in(page, "words", "no such words")
    assert text(page, "#pairs-count").startswith("0 of")
    assert (column(page, 1), text(page, "#adc-share")) == ([], "–")
    type_in(page, "words", "")
    assert text(page, "#pairs-count").startswith(f"{len(pairs):,} pairs")


def test_one_phenomenon_has_the_shares_of_the_table_of_phenomena(page, run, key):
    pairs = sentences_of(run, key)
    name = pairs["phenomenon"].iloc[0]
    of_it = pairs[pairs["phenomenon"] == name]
    choose(page, "phenomenon", f"{of_it['name'].iloc[0]} ({len(of_it)})")
    assert text(page, "#pairs-count") == f"{len(of_it)} of {len(pairs):,} pairs"
    assert column(page, 1) == of_it["good"].tolist()
    for row in shares(page).index:
        system, measure = row.split("/")
        deltas = pd.read_csv(run / f"results/deltas/{key}/{system}.csv")
        deltas = deltas[deltas["pair_id"].isin(of_it["pair_id"]) & (deltas["measure"] == measure)]
        expected = with_ties_half(criteria.shares(deltas, [0.5], {"corrected": CORRECTED}), deltas)
        assert shares(page).loc[row].tolist() == [written(one) for one in expected.itertuples()]


def test_shares_by_phenomenon_are_those_of_their_table_whatever_is_chosen(page, run, key):
    table = pd.read_csv(run / f"results/tables/{key}/by_phenomenon.csv", dtype=str)
    table = table[[name for name in table if not name.endswith((", strict", ", ties met"))]]
    table["over"] = table.pop("Intervals over")
    type_in(page, "words", "the")
    script = "return [...document.querySelectorAll('#phenomenon-shares tbody tr')].map(r => [...r.cells].map(c => c.textContent))"
    lines = page.execute_script(script)
    without = [[re.sub(r" \([\d,]+ pairs\)$", "", cell) for cell in line] for line in lines]  # which the page adds
    assert without == table.fillna("–").to_numpy().tolist()
    assert page.find_element(By.ID, "phenomena").is_displayed() == (len(table) > 2)


def test_headings_sort_by_click_and_by_key(page):
    def numbers(place: int) -> list[float]:
        return [float(cell.replace("−", "-")) for cell in column(page, place) if cell != "–"]

    headings = page.find_elements(By.CSS_SELECTOR, "#pairs thead th")
    assert {heading.get_attribute("aria-sort") for heading in headings} == {"none"}
    model = headings[4].find_element(By.TAG_NAME, "button")
    model.click()
    assert headings[4].get_attribute("aria-sort") == "ascending"
    first = numbers(5)
    assert first == sorted(first) and len(set(first)) > 1
    model.send_keys(Keys.ENTER)
    assert headings[4].get_attribute("aria-sort") == "descending"
    assert numbers(5) == sorted(numbers(5), reverse=True)
    assert numbers(5)[0] > first[0]
    headings[0].find_element(By.TAG_NAME, "button").send_keys(Keys.SPACE)
    assert [heading.get_attribute("aria-sort") for heading in headings[:5]] == ["ascending", *["none"] * 4]
    assert column(page, 1) == sorted(column(page, 1), key=str.casefold)
    human = headings[3].find_element(By.TAG_NAME, "button")
    for _ in range(2):  # unrated pairs come last both times
        human.click()
        assert column(page, 4)[0] != "–"
    verdict = headings[6].find_element(By.TAG_NAME, "button")
    verdict.click()
    verdicts = [["●ADC", "▲BLiMP only", "✕neither", "–unrated"].index(cell) for cell in column(page, 7)]
    assert verdicts[0] == 0 and verdicts == sorted(verdicts)
    before = len(column(page, 1))
    page.find_element(By.ID, "more").click()
    assert len(column(page, 1)) == before + 50


def test_the_slider_recolours_the_pairs_as_the_legend_and_the_table_say(page):
    marks = """
    const found = {};
    const walk = (item) => {
      if (item.mark?.marktype === "symbol") found[item.stroke] = (found[item.stroke] ?? 0) + 1;
      (item.items ?? []).forEach(walk);
    };
    walk(view.scenegraph().root);
    return found;
    """
    for delta in ("0.5", "2"):
        type_in(page, "delta-number", delta)
        page.execute_async_script("view.runAsync().then(() => arguments[0]())")
        drawn = page.execute_script(marks)
        legend = [int(line.split(": ")[1].replace(",", "")) for line in text(page, "#legend").splitlines()]
        colours = [colour for colour, _ in explorer.VERDICTS.values()]
        assert [drawn.get(colour, 0) for colour in colours] == legend
        met = float(text(page, "#adc-count").split(" ")[0].replace(",", ""))
        assert 0 <= met - legend[0] <= legend[2] / 2  # a tie, which counts as half, meets neither


def test_deltas_have_two_decimals_and_zero_has_no_sign(page):
    shown = page.execute_script("return [-0.001, -0.006, 0.001, 2.5, NaN].map(signed)")
    assert shown == ["0.00", "−0.01", "0.00", "2.50", "–"]


def test_pointing_at_a_pair_shows_its_sentences_and_deltas(page, run, key):
    pairs = sentences_of(run, key).iloc[:1]
    type_in(page, "words", pairs["good"].item())
    place = page.execute_script(
        "const { dataset, row } = current(), box = document.querySelector('#chart canvas').getBoundingClientRect();"
        "const x = view.scale('x')(row.model[0]), y = view.scale('y')(dataset.human[0]), [left, top] = view.origin();"
        "return [box.left + left + view.padding().left + x, box.top + top + view.padding().top + y].map(Math.round)"
    )
    assert not page.find_element(By.ID, "tip").is_displayed()
    ActionChains(page).move_by_offset(*place).perform()
    tip = text(page, "#tip")
    assert all(sentence in tip for sentence in (pairs["good"].item(), pairs["bad"].item(), pairs["name"].item()))
    assert f"human Δ {column(page, 4)[0]}, model Δ {column(page, 5)[0]}" in tip
    ActionChains(page).move_by_offset(-place[0] + 1, -place[1] + 1).perform()
    assert not page.find_element(By.ID, "tip").is_displayed()


def test_pairs_without_ratings_have_the_blimp_criterion_only_and_their_text_stays_text(browser, tmp_path):
    sentences = pd.DataFrame({"sentence_id": list("gbsh"), "sentence": ["Good.", "Bad.", SCRIPT, IMAGE]})
    pairs = pd.DataFrame(
        {"pair_id": ["1", "2"], "good_id": ["g", "h"], "bad_id": ["b", "s"], "phenomenon": ["x", SCRIPT]}
    )
    columns = pd.DataFrame({"human": [np.nan, np.nan], "a/x": [1.0, 0.0]}, index=["1", "2"])
    plain = parts_of("plain", sentences, pairs, columns, {"a/x": IMAGE})
    rated = columns.assign(human=[1.2, np.nan])
    tokens = pd.DataFrame({"sentence_id": ["g"], "position": 1, "token": IMAGE, "log_prob": -1.0, "oov": 0})
    labels = {"a/x": SCRIPT, "a": SCRIPT}
    toy = parts_of("toy", sentences, pairs, rated, labels, {"a": tokens})
    show(browser, tmp_path, {"plain": IMAGE, "toy": "Toy (simulated data)"}, plain | toy, [0.5])
    assert "no human ratings" in text(browser, "#note")
    assert not browser.find_element(By.ID, "plot").is_displayed()
    assert not browser.find_element(By.ID, "adc-share").is_displayed()
    assert (text(browser, "#blimp-count"), text(browser, "#blimp-share")) == ("1.5 of 2 pairs", "0.750")
    assert [column(browser, place) for place in range(1, 6)] == [
        ["Good.", IMAGE],
        ["Bad.", SCRIPT],
        ["x", SCRIPT],
        ["1.00", "0.00"],
        ["▲BLiMP", "✕tie"],
    ]
    assert text(browser, "#shares-title") == IMAGE
    headings = browser.find_elements(By.CSS_SELECTOR, "#pairs thead th")
    assert [heading.text for heading in headings if heading.is_displayed()][3:] == ["Model Δ", "Meets"]

    choose(browser, "dataset", "Toy (simulated data)")
    assert text(browser, "#plot-title").startswith("Toy (simulated data)")
    assert (text(browser, "#adc-count"), text(browser, "#adc-share")) == ("1 of 1 rated pairs", "1.000")
    assert column(browser, 7) == ["●ADC", "–unrated"]
    assert browser.execute_script("return [view.width() > 300, view.data('pairs').length]") == [True, 1]
    pick(browser, 1)
    assert [cell.text for cell in browser.find_elements(By.CSS_SELECTOR, "#tokens .token")] == [IMAGE]
    assert browser.execute_script("return [window.hacked, document.images.length]") == [None, 0]
