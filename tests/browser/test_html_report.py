"""Snakemake's HTML report, in headless Chromium: its first page, its categories, the explorer inside it."""

import re
from pathlib import Path

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

from browsing import set_size
from exploring import pick, text
from helpers import MIRROR, snakemake


@pytest.fixture(scope="module")
def report(run, tmp_path_factory) -> Path:
    """The HTML report of a finished run."""
    path = tmp_path_factory.mktemp("report") / "report.html"
    made = snakemake(run, "--report", str(path), mirror=MIRROR and str(Path(MIRROR).absolute()))
    assert made.returncode == 0, made.stdout
    known = (
        "Loading script code",
        "Adding ",
        "Missing metadata for file results/tools/",
    )  # tools come from another run
    said = [line for line in made.stdout.splitlines() if not line.startswith(known)]
    assert not [line for line in said if re.search("warning|error|<string>", line, re.IGNORECASE)]
    return path


@pytest.fixture
def opened(browser, report):
    set_size(browser, 1400, 900)
    browser.get(report.as_uri())
    WebDriverWait(browser, 20).until(lambda _: browser.find_elements(By.CSS_SELECTOR, "h1, h2"))
    return browser


def press(browser, name: str) -> None:
    browser.find_element(By.XPATH, f"//a[normalize-space()='{name}']").click()


def names_in_menu(browser) -> list[str]:
    return [item.text for item in browser.find_elements(By.CSS_SELECTOR, "nav li a, #navbar li a, li a")]


def test_the_first_page_says_what_was_analysed_and_where_to_start(opened):
    # The page is drawn bit by bit; the counts of files come last.
    WebDriverWait(opened, 20).until(lambda page: "Explore the pairs: 1 file\n" in text(page, ".prose"))
    said = text(opened, ".prose")
    label = "LI-Adger" if MIRROR else "Toy language (simulated data)"
    pairs = "2,367" if MIRROR else "120"
    more = ", 67,000 of BLiMP" if MIRROR else ""
    assert f"every pair with its sentences and deltas: {pairs} of {label}{more}." in said
    assert f"{label}: minimal pairs with human ratings." in said
    assert f"{label}, figure Criteria" in said
    assert re.search(rf"^{re.escape(label)}: \d+ figures, \d+ tables$", said, re.MULTILINE)
    assert not re.search(r"[*`{}]|\bNone\b", said)


def test_categories_and_results_are_called_by_names_for_people(opened):
    menu = names_in_menu(opened)
    label, study = (
        ("LI-Adger", "The Acceptability Delta Criterion, recomputed")
        if MIRROR
        else (
            "Toy language (simulated data)",
            "Training of Toy BERT (simulated data)",
        )
    )
    assert {label, study, "Explore the pairs", "How it was made", "Reports"} <= set(menu)
    press(opened, label)
    press(opened, "Figures")
    cells = [cell.text for cell in opened.find_elements(By.CSS_SELECTOR, "td")]
    assert {"ADC curves", "Criteria"} <= set(cells)


def test_the_explorer_opens_inside_the_report(opened):
    press(opened, "Explore the pairs")
    eye = opened.find_element(By.CSS_SELECTOR, "td [role='group'] a, td [role='group'] button")
    eye.click()
    WebDriverWait(opened, 20).until(lambda _: opened.find_elements(By.TAG_NAME, "iframe"))
    opened.switch_to.frame(0)
    WebDriverWait(opened, 20).until(lambda _: opened.find_elements(By.CSS_SELECTOR, "main:not([aria-busy])"))
    pick(opened, 1)
    assert opened.find_elements(By.CSS_SELECTOR, "#tokens li")
    opened.switch_to.default_content()
