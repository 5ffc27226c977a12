"""What people do and see on the page to explore pairs."""

from pathlib import Path

import pandas as pd
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select, WebDriverWait

from acceptability.contracts import io
from acceptability.figures import explorer
from acceptability.statistics.phenomena import phenomenon_names
from browsing import open_page, set_size
from helpers import ROOT


def choose(page, control: str, label: str) -> None:
    Select(page.find_element(By.ID, control)).select_by_visible_text(label)
    wait_until_loaded(page)


def type_in(page, control: str, text: str) -> None:
    field = page.find_element(By.ID, control)
    field.send_keys(Keys.CONTROL, "a")
    field.send_keys(text or Keys.DELETE)


def wait_until_loaded(page) -> None:
    WebDriverWait(page, 20).until(lambda _: not page.execute_script("return document.querySelector('[aria-busy]')"))


def text(page, selector: str) -> str:
    return page.find_element(By.CSS_SELECTOR, selector).text


def shares(page) -> pd.DataFrame:
    """The table of all systems: the text of each share, by system/measure."""
    script = "return [...document.querySelectorAll('#systems tbody tr')].map(r => [r.dataset.row, ...[...r.querySelectorAll('.bar')].map(c => c.title + ' ' + c.textContent)])"
    return pd.DataFrame(page.execute_script(script)).set_index(0)


def cells(page, kind: str) -> dict[str, str]:
    """A column of that table, such as ``.chance`` or ``.ties``, by system/measure."""
    script = "return [...document.querySelectorAll('#systems tbody tr')].map(r => [r.dataset.row, r.querySelector(arguments[0]).textContent])"
    return dict(page.execute_script(script, kind))


def column(page, number: int) -> list[str]:
    """The cells of one column of the table of pairs; the first column is 1."""
    cells = f"return [...document.querySelectorAll('#pairs tbody td:nth-child({number})')].map(c => c.textContent)"
    return page.execute_script(cells)


def pick(page, line: int) -> None:
    """Select the pair in a line of the table; the first is 1."""
    page.find_element(By.CSS_SELECTOR, f"#pairs tbody tr:nth-child({line}) button").send_keys(Keys.ENTER)
    wait_until_loaded(page)


def compare(page, line: int) -> str:
    """Compare with the system in a line of the table of systems; gives its label."""
    row = page.find_element(By.CSS_SELECTOR, f"#systems tbody tr:nth-child({line})")
    row.find_element(By.TAG_NAME, "input").send_keys(Keys.SPACE)
    return row.find_element(By.TAG_NAME, "th").text


def label_of(page, row: str) -> str:
    """The label of a system/measure."""
    return text(page, f"#systems tr[data-row='{row}'] th")


def headings(page) -> list[str]:
    """The headings of the table of pairs, from the left."""
    return [heading.text.split(" ↕")[0] for heading in page.find_elements(By.CSS_SELECTOR, "#pairs thead th")]


def parts_of(
    key: str,
    sentences: pd.DataFrame,
    pairs: pd.DataFrame,
    columns: pd.DataFrame,
    labels: dict[str, str],
    tokens: dict[str, pd.DataFrame] | None = None,
    deciding: tuple[str, ...] = (),
) -> dict[str, str]:
    """A dataset's parts, packed; without a column of their own, its paradigms are its phenomena.

    Of the rows ``deciding``, only decisions are known.
    """
    pairs = pairs.assign(paradigm=pairs.get("paradigm", pairs["phenomenon"]))
    used = explorer.sentences_in_pairs(sentences, pairs)
    described = {
        explorer.part_name(key): explorer.describe_dataset(used, pairs, columns, labels, list(tokens or {}), deciding)
        | {"shares": {"systems": [], "lines": []}},
        **{
            explorer.part_name(key, one): explorer.describe_tokens(table, used) for one, table in (tokens or {}).items()
        },
    }
    return {name: explorer.pack(part) for name, part in described.items()}


def show(
    browser,
    folder: Path,
    labels: dict[str, str],
    parts: dict[str, str],
    thresholds: list[float],
    at_most: int = explorer.PAGE_AT_MOST,
) -> None:
    """Open a page of these datasets, in a folder of its own."""
    assets = {path.name: io.read_text(path) for path in (ROOT / "workflow/report/explorer").iterdir()}
    page, files = explorer.page(labels, parts, thresholds, assets, at_most)
    for name, text in {"index.html": page, **files}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        io.write_text(text, folder / name)
    set_size(browser, 1280, 900)
    open_page(browser, folder / "index.html")


def sentences_of(run: Path, key: str) -> pd.DataFrame:
    pairs = pd.read_csv(run / f"results/pairs/{key}.csv")
    sentence = pd.read_csv(run / f"results/sentences/{key}.csv").set_index("sentence_id")["sentence"]
    names = phenomenon_names(pairs)
    return pairs.assign(
        good=pairs["good_id"].map(sentence), bad=pairs["bad_id"].map(sentence), name=pairs["phenomenon"].map(names)
    )
