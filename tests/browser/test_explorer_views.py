"""The page to explore pairs: the selected pair, systems compared, links to a view, files saved."""

import base64
import io as text_io
from pathlib import Path
from urllib.parse import parse_qs

import numpy as np
import pandas as pd
import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select, WebDriverWait

from acceptability.contracts import io
from acceptability.figures import explorer
from browsing import requests, set_size
from exploring import choose, column, compare, headings, label_of, pick, sentences_of, shares, show, text, type_in


def fragment(page) -> dict[str, list[str]]:
    """What the address says behind #, when it has been brought up to date."""
    page.execute_async_script("setTimeout(arguments[0], 400)")
    return parse_qs(page.execute_script("return location.hash.slice(1)"), keep_blank_values=True)


def saved(page, folder: Path, control: str) -> Path:
    """The file that a button saves."""
    page.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(folder)})
    page.find_element(By.ID, control).click()
    WebDriverWait(page, 10).until(lambda _: [path for path in folder.iterdir() if path.suffix in (".csv", ".svg")])
    (path,) = folder.iterdir()
    return path


@pytest.fixture
def scored(run, key) -> dict[str, pd.DataFrame]:
    """Tables of tokens, by system."""
    return {path.stem: pd.read_csv(path) for path in sorted((run / f"results/tokens/{key}").glob("*.csv"))}


def test_a_selected_pair_shows_its_tokens_in_every_system_that_scores_tokens(page, run, key, scored):
    pairs = sentences_of(run, key)
    assert text(page, "#pair-none").startswith("Select a pair")
    pick(page, 3)
    pair = pairs.iloc[2]
    assert text(page, "#pair-sentences").splitlines() == [
        f"Acceptable: {pair['good']}",
        f"Less acceptable: {pair['bad']}",
        f"Phenomenon: {pair['name']}",
    ]
    script = """return [...document.querySelectorAll("#tokens > div")].map((block) => [
      block.querySelector("h4").textContent, [...block.querySelectorAll("p")].map((line) => line.textContent),
      [...block.querySelectorAll("ol")].map((list) => [...list.children].map((cell) => cell.textContent)),
    ])"""
    shown = page.execute_script(script)
    assert len(shown) == len(scored) > 0
    labels = dict(page.execute_script("return current().dataset.tokens.map((t) => [t.label, t.system])"))
    for label, sums, cells in shown:
        table = scored[labels[label]]
        for side, said, of_side in zip(("good", "bad"), sums, cells, strict=True):
            tokens = table[table["sentence_id"] == pair[f"{side}_id"]].sort_values("position")
            written = [
                f"{token} {log_prob:.2f}".replace("-", "−") + (" unknown" if oov else "")
                for token, log_prob, oov in zip(tokens["token"], tokens["log_prob"], tokens["oov"], strict=True)
            ]
            assert [cell.replace("−0.00", "0.00") for cell in of_side] == [
                cell.replace("−0.00", "0.00") for cell in written
            ]
            assert said.split(": sum ")[1] == f"{tokens['log_prob'].sum():.2f}".replace("-", "−")
    published = [row for row in shares(page).index if row.split("/")[0] not in scored]
    choose(page, "system", label_of(page, published[0]))
    assert f"available for {label_of(page, published[0])}" in text(page, "#tokens-note")
    page.find_element(By.ID, "pair-close").send_keys(Keys.ENTER)
    assert not page.find_element(By.ID, "pair-shown").is_displayed()
    assert page.switch_to.active_element.get_attribute("class") == "pick"


def test_tokens_run_as_their_script_does(browser, tmp_path):
    sentences = pd.DataFrame({"sentence_id": ["g", "b"], "sentence": ["ילד אוכל", "a b"]})
    pairs = pd.DataFrame({"pair_id": ["1"], "good_id": "g", "bad_id": "b", "phenomenon": "התאם"})
    columns = pd.DataFrame({"human": [1.0], "m/x": [0.5]}, index=["1"])
    tokens = pd.DataFrame({"sentence_id": [*"ggbb"], "position": [1, 2, 1, 2], "token": ["ילד", "אוכל", "a", "b"]})
    labels = {"m": "M", "m/x": "M"}
    scored = {"m": tokens.assign(log_prob=-1.0, oov=0)}
    show(browser, tmp_path, [explorer.describe_dataset("he", "עברית", sentences, pairs, columns, labels, scored)], [1])
    pick(browser, 1)
    left = [cell.rect["x"] for cell in browser.find_elements(By.CSS_SELECTOR, "#tokens li")]
    assert left[0] > left[1] and left[2] < left[3]


def test_tokens_that_are_left_out_are_said(browser, tmp_path, monkeypatch):
    monkeypatch.setattr(explorer, "TOKENS_AT_MOST", 1_500)
    sentences = pd.DataFrame({"sentence_id": ["g", "b"], "sentence": ["Good.", "Bad."]})
    pairs = pd.DataFrame({"pair_id": ["1"], "good_id": "g", "bad_id": "b", "phenomenon": "x"})
    columns = pd.DataFrame({"human": [1.0], "m/x": [0.5]}, index=["1"])
    tokens = pd.DataFrame({"sentence_id": "g", "position": range(2_000), "token": "a", "log_prob": -1.0, "oov": 0})
    labels = {"m": "M", "m/x": "M x"}
    show(
        browser, tmp_path, [explorer.describe_dataset("d", "D", sentences, pairs, columns, labels, {"m": tokens})], [1]
    )
    pick(browser, 1)
    assert text(browser, "#tokens-note") == (
        "This page holds at most 1,500 tokens, so the 2,000 tokens of M are left out. They are in results/tokens/d/m.csv."
    )


def test_systems_are_compared_in_the_table_in_the_pair_and_in_the_chart(page, run, key):
    rows = shares(page).index
    main, other, third = label_of(page, rows[0]), compare(page, 3), compare(page, 7)
    assert headings(page)[3:7] == ["Human Δ", f"Δ of {main}", f"Δ of {other}", f"Δ of {third}"]
    system, measure = rows[2].split("/")
    deltas = pd.read_csv(run / f"results/deltas/{key}/{system}.csv")
    expected = deltas[deltas["measure"] == measure].set_index("pair_id")["model_delta"]
    pairs = sentences_of(run, key)
    written = [f"{delta:.2f}".replace("-", "−") for delta in expected[pairs["pair_id"][:50]]]
    assert [cell.replace("−0.00", "0.00") for cell in column(page, 6)] == [
        cell.replace("−0.00", "0.00") for cell in written
    ]
    page.find_element(By.CSS_SELECTOR, f"#pairs th[data-column='{rows[2]}'] button").click()
    lowest = expected[pairs["pair_id"]].min()
    assert column(page, 6)[0] == f"{lowest:.2f}".replace("-", "−")
    pick(page, 1)
    assert [row.text.split(" −")[0] for row in page.find_elements(By.CSS_SELECTOR, "#pair-deltas tbody th")] == [
        main,
        other,
        third,
    ]
    assert page.find_element(By.CSS_SELECTOR, f"#systems tr[data-row='{rows[0]}'] input").get_attribute("disabled")

    choose(page, "vertical", other)
    assert text(page, "#plot-title").endswith("deltas of two systems")
    points = page.execute_script("return view.data('pairs').map((one) => [one.pair, one.upwards])")
    values = expected[pairs["pair_id"]].to_numpy()
    assert len(points) > 100 and all(values[pair] == upwards for pair, upwards in points)
    assert page.execute_script("return [view.signal('band'), view.signal('y_title')]") == [
        0,
        f"model Δ of {other} (SD)",
    ]
    compare(page, 3)  # no more
    assert headings(page)[4:6] == [f"Δ of {main}", f"Δ of {third}"]
    assert page.execute_script("return [view.signal('band'), view.signal('y_title'), state.sort]") == [
        1,
        "human Δ (SD)",
        None,
    ]


def state_of(page) -> list:
    """What the page shows, as far as a link says it."""
    script = """return [
      ["dataset", "system", "phenomenon", "words", "delta-slider", "delta-number", "vertical"].map((id) => byId(id).value),
      byId("pairs").innerText, byId("pair").innerText, byId("systems").innerText,
    ]"""
    return page.execute_script(script)


def test_a_link_opens_the_same_view(page, run, key):
    rows = shares(page).index
    choose(page, "system", label_of(page, rows[3]))
    compare(page, 1), compare(page, 8)
    choose(page, "vertical", label_of(page, rows[7]))
    name = sentences_of(run, key)["name"].iloc[-1]
    select = Select(page.find_element(By.ID, "phenomenon"))
    select.select_by_visible_text(next(option.text for option in select.options if option.text.startswith(name)))
    type_in(page, "delta-number", "0.77")
    type_in(page, "words", "t")
    for _ in range(2):
        page.find_element(By.CSS_SELECTOR, "#pairs th[data-column='distance'] button").click()
    pick(page, 1)
    found = fragment(page)
    assert (found["system"], found["compare"], found["vertical"]) == ([rows[3]], [rows[0], rows[7]], [rows[7]])
    assert (found["delta"], found["words"], found["sort"], found["order"]) == (
        ["0.77"],
        ["t"],
        ["distance"],
        ["descending"],
    )
    shown, link = state_of(page), page.current_url
    page.get("about:blank")
    requests(page)
    page.get(link)
    WebDriverWait(page, 20).until(lambda _: not page.execute_script("return document.querySelector('[aria-busy]')"))
    assert state_of(page) == shown
    # The address of an open page may be edited, too.
    page.execute_script("location.hash = '#system=' + encodeURIComponent(arguments[0])", rows[1])
    WebDriverWait(page, 5).until(lambda _: text(page, "#shares-title") == label_of(page, rows[1]))
    assert text(page, "#pair-none").startswith("Select a pair")
    requests(page), page.get(link.split("#")[0])  # what the fixture looks at


def test_a_link_to_something_unknown_says_so(page):
    page.execute_script("location.hash = '#dataset=other&system=none/such&delta=-1&pair=gone&compare=a/b&sort=age'")
    WebDriverWait(page, 5).until(lambda _: text(page, "#said"))
    assert text(page, "#said") == (
        "The link refers to something that this page does not have: dataset “other”, system “none/such”, system “a/b”, pair “gone”, "
        "delta “-1”, sort “age”."
    )
    assert text(page, "#pairs-count").endswith("the first 50 are shown")


def test_the_link_is_copied(page):
    page.execute_cdp_cmd("Browser.grantPermissions", {"permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]})
    type_in(page, "words", "the")
    page.find_element(By.ID, "copy-link").click()
    WebDriverWait(page, 5).until(lambda _: text(page, "#said"))
    assert text(page, "#said") == "Link copied."
    copied = page.execute_async_script("navigator.clipboard.readText().then(arguments[0])")
    assert copied == page.current_url
    assert "words=the" in copied


def test_where_the_browser_forbids_copying_the_page_says_what_to_do(page):
    page.execute_script("navigator.clipboard.writeText = () => Promise.reject(new Error('no'))")
    page.find_element(By.ID, "copy-link").click()
    WebDriverWait(page, 5).until(lambda _: text(page, "#said"))
    assert "Copy the link from the address bar" in text(page, "#said")
    assert "system=" in page.current_url


def test_inside_snakemakes_report_the_page_works_and_offers_no_link(browser, run, tmp_path):
    """There, its address is its content (see explorer.page)."""
    page = (run / "results/explorer/index.html").read_bytes()
    frame = f'<iframe src="data:text/html;base64,{base64.b64encode(page).decode()}" width="1200" height="800"></iframe>'
    io.write_text(frame, tmp_path / "report.html")
    set_size(browser, 1280, 900)
    browser.get((tmp_path / "report.html").as_uri())
    browser.switch_to.frame(0)
    WebDriverWait(browser, 20).until(lambda _: browser.find_elements(By.CSS_SELECTOR, "main:not([aria-busy])"))
    assert not browser.find_element(By.ID, "copy-link").is_displayed()
    assert browser.find_element(By.ID, "no-link").is_displayed()
    pick(browser, 1)
    assert browser.find_elements(By.CSS_SELECTOR, "#tokens li")
    (tmp_path / "saved").mkdir()
    assert saved(browser, tmp_path / "saved", "save-table").suffix == ".csv"
    browser.switch_to.default_content()
    assert browser.get_log("browser") == []


def test_the_table_is_saved_as_shown_with_all_digits(page, run, key, tmp_path):
    rows = shares(page).index
    compare(page, 2)
    type_in(page, "words", "the ")
    page.find_element(By.CSS_SELECTOR, "#pairs th[data-column='bad'] button").click()
    path = saved(page, tmp_path, "save-table")
    assert path.name == f"{key}-{rows[0].replace('/', '-')}.csv"
    table = pd.read_csv(text_io.StringIO(path.read_text(encoding="utf-8-sig")))
    distance = ["distance", "meets_at_delta_0.5"]
    assert table.columns.tolist() == [
        "pair_id", "acceptable", "less_acceptable", "phenomenon", "human_delta", *rows[:2], *distance
    ]  # fmt: skip
    assert table["less_acceptable"].tolist()[:50] == column(page, 2)
    assert text(page, "#pairs-count").startswith(f"{len(table):,} of")
    pairs = sentences_of(run, key).set_index("pair_id").loc[table["pair_id"]]
    assert table["acceptable"].tolist() == pairs["good"].tolist()
    for row in rows[:2]:
        system, measure = row.split("/")
        deltas = pd.read_csv(run / f"results/deltas/{key}/{system}.csv")
        expected = deltas[deltas["measure"] == measure].set_index("pair_id").loc[table["pair_id"], "model_delta"]
        assert np.array_equal(table[row], expected)
    assert (table["meets_at_delta_0.5"] == "adc").sum() == int(
        text(page, "#adc-count").split(" of ")[0].replace(",", "")
    )


def test_the_chart_is_saved_as_an_svg(page, tmp_path):
    drawn = text(page, "#legend")
    svg = saved(page, tmp_path, "save-chart").read_text(encoding="utf-8")
    assert svg.startswith("<svg")
    assert "human Δ (SD)" in svg
    colour, _ = explorer.VERDICTS["adc"]
    assert f"{svg.count(colour.lower()) + svg.count(colour):,}" == drawn.splitlines()[0].split(": ")[1]
