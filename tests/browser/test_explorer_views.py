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
from exploring import (
    choose,
    column,
    compare,
    headings,
    label_of,
    parts_of,
    pick,
    sentences_of,
    shares,
    show,
    text,
    type_in,
    wait_until_loaded,
)


def fragment(page) -> dict[str, list[str]]:
    """Return what the address says behind #, when it has been brought up to date."""
    page.execute_async_script("setTimeout(arguments[0], 400)")
    return parse_qs(page.execute_script("return location.hash.slice(1)"), keep_blank_values=True)


def saved(page, folder: Path, control: str) -> Path:
    """The file that a button saves, when the browser has removed its own unfinished ones."""

    def suffixes() -> list[str]:
        return [path.suffix for path in folder.iterdir()]

    page.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(folder)})
    page.find_element(By.ID, control).click()
    WebDriverWait(page, 10).until(lambda _: suffixes() in ([".csv"], [".svg"]))
    (path,) = folder.iterdir()
    return path


def without_sign_of_zero(cells: list[str]) -> list[str]:
    return [cell.replace("−0.00", "0.00") for cell in cells]


@pytest.fixture
def scored(run, key) -> dict[str, pd.DataFrame]:
    """Tables of tokens, by system."""
    return {path.stem: pd.read_csv(path) for path in sorted((run / f"results/tokens/{key}").glob("*.csv"))}


def test_a_selected_pair_shows_its_tokens_in_every_system_that_scores_tokens(page, run, key, scored):
    pairs = sentences_of(run, key)
    assert text(page, "#pair-none").startswith("Select a pair")
    pick(page, 3)
    pair = pairs.iloc[2]
    assert text(page, "#pair-sentences").splitlines()[:3] == [
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
            assert without_sign_of_zero(of_side) == without_sign_of_zero(written)
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
    show(browser, tmp_path, {"he": "עברית"}, parts_of("he", sentences, pairs, columns, labels, scored), [1])
    pick(browser, 1)
    left = [cell.rect["x"] for cell in browser.find_elements(By.CSS_SELECTOR, "#tokens li")]
    assert left[0] > left[1] and left[2] < left[3]


SENTENCES = pd.DataFrame({"sentence_id": ["g", "b"], "sentence": ["Good.", "Bad."]})


@pytest.fixture(scope="module")
def large(tmp_path_factory) -> Path:
    """A folder for a page of datasets that have no room inside it."""
    return tmp_path_factory.mktemp("large")


def test_what_has_no_room_inside_the_page_is_loaded_when_it_is_asked_for(browser, large):
    pairs = pd.DataFrame({"pair_id": [*"123"], "good_id": "g", "bad_id": "b", "phenomenon": [*"xxy"]})
    pairs["paradigm"] = ["x1", "x2", "y1"]
    columns = pd.DataFrame({"human": np.nan, "m/x": [0.5, 0.0, -1.0]}, index=[*"123"])
    tokens = pd.DataFrame({"sentence_id": [*"gb"], "position": 1, "token": [*"gb"], "log_prob": -1.0, "oov": 0})
    labels = {"m": "M", "m/x": "M"}
    first = parts_of("one", SENTENCES, pairs, columns, labels, {"m": tokens})
    second = parts_of("two", SENTENCES, pairs.assign(paradigm=[*"xxy"]), columns.assign(human=1.0), labels)
    requests(browser), browser.get_log("browser")
    show(browser, large, {"one": "One", "two": "Two"}, first | second, [1], at_most=0)
    loaded = [(large / name).as_uri() for name in ("index.html", "data/one.js", "data/one/m.js", "data/two.js")]
    assert requests(browser) == loaded[:2]

    # An unrated dataset with ties and paradigms.
    assert (text(browser, "#blimp-count"), chosen_shares(browser)) == ("1.5 of 3 pairs", ["0.500", "1"])
    assert column(browser, 5) == ["▲BLiMP", "✕tie", "✕neither"]
    choose(browser, "phenomenon", "x (2)")
    paradigms = Select(browser.find_element(By.ID, "paradigm")).options
    assert [option.text for option in paradigms] == ["All (2)", "x1 (1)", "x2 (1)"]
    choose(browser, "paradigm", "x2 (1)")
    assert (text(browser, "#blimp-count"), chosen_shares(browser)) == ("0.5 of 1 matching pairs", ["0.500", "1"])
    pick(browser, 1)
    assert text(browser, "#pair-sentences").splitlines()[2:] == ["Phenomenon: x", "Paradigm: x2"]
    assert text(browser, "#pair-deltas tbody td:last-child").endswith("tie, counts as half")
    assert [cell.text for cell in browser.find_elements(By.CSS_SELECTOR, "#tokens .token")] == ["g", "b"]
    found = fragment(browser)
    assert (found["phenomenon"], found["paradigm"], found["pair"]) == (["x"], ["x2"], ["2"])
    shown, link = state_of(browser), browser.current_url
    choose(browser, "phenomenon", "y (1)")
    assert text(browser, "#pairs-count") == "1 of 3 pairs"  # x2 is none of its paradigms
    assert not browser.find_element(By.CSS_SELECTOR, "#systems .ties").is_displayed()
    choose(browser, "dataset", "Two")
    assert (text(browser, "#plot-title"), text(browser, "#said")) == ("Two: human and model deltas", "")
    assert not browser.find_element(By.ID, "paradigm").is_displayed()
    assert column(browser, 7) == ["●ADC", "✕tie", "✕neither"]
    assert [line.rsplit(": ")[1] for line in text(browser, "#legend").splitlines()] == ["1", "0", "2"]
    assert requests(browser) == loaded[2:]

    browser.get("about:blank")
    open_link(browser, link)
    assert state_of(browser) == shown
    browser.execute_script("location.hash = '#dataset=one&phenomenon=y&paradigm=x2'")
    WebDriverWait(browser, 5).until(lambda _: text(browser, "#said").endswith("does not have: paradigm “x2”."))
    assert browser.get_log("browser") == []


def chosen_shares(page) -> list[str]:
    """The numbers of the first system in the table of systems."""
    return [cell.text for cell in page.find_elements(By.CSS_SELECTOR, "#systems tbody tr:first-child td") if cell.text]


def open_link(page, link: str) -> None:
    page.get(link)
    wait_until_loaded(page)


def test_a_file_that_is_missing_is_said_in_one_sentence(browser, large):
    page = (large / "index.html").as_uri()
    said = "The file {} is missing or damaged. Copy the whole folder results/explorer, not only index.html."
    (large / "data/two.js").write_text('receive("data/two.js", "H4sI', encoding="utf-8")
    (large / "data/one/m.js").unlink()
    browser.get("about:blank")
    open_link(browser, page)
    choose(browser, "dataset", "Two")
    assert text(browser, "#said") == said.format("data/two.js")
    assert Select(browser.find_element(By.ID, "dataset")).first_selected_option.text == "One"
    pick(browser, 1)
    assert text(browser, "#tokens-note") == said.format("data/one/m.js")
    assert text(browser, "#pair-deltas tbody td").startswith("0.50")
    (large / "data/one.js").unlink()
    browser.get(page)
    WebDriverWait(browser, 5).until(lambda _: browser.find_elements(By.CSS_SELECTOR, "[role='alert']"))
    assert text(browser, "[role='alert']") == said.format("data/one.js")
    assert not browser.find_element(By.TAG_NAME, "main").is_displayed()
    browser.get_log("browser")  # the browser names the files there, too


def test_systems_are_compared_in_the_table_in_the_pair_and_in_the_chart(page, run, key):
    rows = shares(page).index
    main, other, third = label_of(page, rows[0]), compare(page, 3), compare(page, 7)
    assert headings(page)[3:7] == ["Human Δ", f"Δ of {main}", f"Δ of {other}", f"Δ of {third}"]
    system, measure = rows[2].split("/")
    deltas = pd.read_csv(run / f"results/deltas/{key}/{system}.csv")
    expected = deltas[deltas["measure"] == measure].set_index("pair_id")["model_delta"]
    pairs = sentences_of(run, key)
    written = [f"{delta:.2f}".replace("-", "−") for delta in expected[pairs["pair_id"][:50]]]
    assert without_sign_of_zero(column(page, 6)) == without_sign_of_zero(written)
    page.find_element(By.CSS_SELECTOR, f"#pairs th[data-column='{rows[2]}'] button").click()
    lowest = expected[pairs["pair_id"]].min()
    assert column(page, 6)[0] == f"{lowest:.2f}".replace("-", "−")
    pick(page, 1)
    shown = page.find_elements(By.CSS_SELECTOR, "#pair-deltas tbody th")
    assert [row.text.split(" −")[0] for row in shown] == [main, other, third]
    assert page.find_element(By.CSS_SELECTOR, f"#systems tr[data-row='{rows[0]}'] input").get_attribute("disabled")

    choose(page, "vertical", other)
    assert text(page, "#plot-title").endswith("deltas of two systems")
    points = page.execute_script("return view.data('pairs').map((one) => [one.pair, one.upwards])")
    values = expected[pairs["pair_id"]].to_numpy()
    assert len(points) > 100 and all(values[pair] == upwards for pair, upwards in points)
    band_and_title = "return [view.signal('band'), view.signal('y_title')]"
    assert page.execute_script(band_and_title) == [0, f"model Δ of {other} (SD)"]
    compare(page, 3)  # no more
    assert headings(page)[4:6] == [f"Δ of {main}", f"Δ of {third}"]
    assert page.execute_script(band_and_title) == [1, "human Δ (SD)"]
    assert page.execute_script("return state.sort") is None


def state_of(page) -> list:
    """Return what the page shows, as far as a link says it."""
    script = """return [
      ["dataset", "system", "phenomenon", "paradigm", "words", "delta-slider", "delta-number", "vertical"].map((id) => byId(id).value),
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
    assert (found["delta"], found["words"]) == (["0.77"], ["t"])
    assert (found["sort"], found["order"]) == (["distance"], ["descending"])
    shown, link = state_of(page), page.current_url
    page.get("about:blank")
    requests(page)
    open_link(page, link)
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


def open_in_a_report(browser, page: Path, folder: Path) -> None:
    """Snakemake's report holds the page in its address (see explorer.PAGE_AT_MOST)."""
    packed = base64.b64encode(page.read_bytes()).decode()
    frame = f'<iframe src="data:text/html;base64,{packed}" width="1200" height="800"></iframe>'
    io.write_text(frame, folder / "report.html")
    set_size(browser, 1280, 900)
    browser.get((folder / "report.html").as_uri())
    browser.switch_to.frame(0)


def test_inside_snakemakes_report_the_page_works_and_offers_no_link(browser, run, tmp_path):
    open_in_a_report(browser, run / "results/explorer/index.html", tmp_path)
    WebDriverWait(browser, 20).until(lambda _: browser.find_elements(By.CSS_SELECTOR, "main:not([aria-busy])"))
    assert not browser.find_element(By.ID, "copy-link").is_displayed()
    assert browser.find_element(By.ID, "no-link").is_displayed()
    pick(browser, 1)
    assert browser.find_elements(By.CSS_SELECTOR, "#tokens li")
    (tmp_path / "saved").mkdir()
    assert saved(browser, tmp_path / "saved", "save-table").suffix == ".csv"
    browser.switch_to.default_content()
    assert browser.get_log("browser") == []


def test_inside_snakemakes_report_the_page_shows_what_is_inside_it_and_says_where_the_rest_is(browser, tmp_path):
    pairs = pd.DataFrame({"pair_id": ["1"], "good_id": "g", "bad_id": "b", "phenomenon": "x"})
    columns = pd.DataFrame({"human": [np.nan], "m/x": [0.5]}, index=["1"])
    parts = parts_of("small", SENTENCES, pairs, columns, {"m/x": "M"})
    large = {explorer.part_name("large"): "A" * explorer.PAGE_AT_MOST}
    show(browser, tmp_path, {"large": "Large", "small": "Small"}, large | parts, [1])
    open_in_a_report(browser, tmp_path / "index.html", tmp_path)
    WebDriverWait(browser, 20).until(lambda _: browser.find_elements(By.CSS_SELECTOR, "main:not([aria-busy])"))
    assert text(browser, "#said") == (
        "Snakemake’s report does not hold all data of this page. To see them, open results/explorer/index.html."
    )
    assert Select(browser.find_element(By.ID, "dataset")).first_selected_option.text == "Small"
    assert column(browser, 1) == ["Good."]
    browser.switch_to.default_content()


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
    legend = text(page, "#legend").splitlines()[0]
    assert (table["meets_at_delta_0.5"] == "adc").sum() == int(legend.rsplit(": ")[1].replace(",", ""))


def test_the_chart_is_saved_as_an_svg(page, tmp_path):
    drawn = text(page, "#legend")
    svg = saved(page, tmp_path, "save-chart").read_text(encoding="utf-8")
    assert svg.startswith("<svg")
    assert "human Δ (SD)" in svg
    colour, _ = explorer.VERDICTS["adc"]
    assert f"{svg.count(colour.lower()) + svg.count(colour):,}" == drawn.splitlines()[0].split(": ")[1]
