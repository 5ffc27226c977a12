"""Make experiments of a few pairs, and answer them in headless Chromium with ratings that are known."""

import csv
from collections.abc import Callable
from pathlib import Path

import pytest
from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

from acceptability.command import experimenting, options
from acceptability.experiment.exports.page import SOURCES
from helpers import MIRROR, ROOT, replace_in, write_csv

WORD = "Nahuatl"  # the answer to each question about the participant
PAIRS = [
    ("a1", "agreement", "The boy sleeps.", "The boy sleep."),
    ("a2", "agreement", 'She says "no", <b>twice</b> & left.', 'She say "no", <b>twice</b> & left.'),
    ("a3", "agreement", "</script><script>alert(1)</script> he types.", "</script><script>alert(1)</script> he type."),
    ("a4", "agreement", "The dogs bark.", "The dogs barks."),
    ("o1", "order", "الولد ينام في البيت.", "البيت في ينام الولد."),
    ("o2", "order", "孩子们在花园里玩。", "在花园里孩子们玩。"),
    ("o3", "order", "I saw him 50 % of the time.", "I him saw 50 % of the time."),
    ("o4", "order", "'Quoted' sentence's end, #1.", "'Quoted' end sentence's, #1."),
]
FILLERS = [
    ("1", "The baker sold three loaves this morning.", "good"),
    ("2", "Bread baker, the sold morning this loaves.", "bad"),
    ("3", "My sister plays the violin.", "good"),
    ("4", "Violin the sister my plays on of.", "bad"),
    ("5", "The meeting was moved to Friday.", ""),
    ("6", "There arrived a letter yesterday of.", ""),
]
FILLER_PAIRS = [
    ("1", "The baker sold three loaves.", "Loaves baker the three sold.", "good"),
    ("2", "My sister plays the violin.", "Violin my the sister plays.", "good"),
    ("3", "They talked about it.", "They talked it about.", ""),
]
# What there is to do on the screen that is new; nothing, while there is none.
NEXT = """
const content = document.querySelector('.jspsych-content'), first = content?.firstElementChild;
if (!first || first.dataset.seen) return null;
const texts = (pattern) => [...content.querySelectorAll(pattern)].map((one) => one.textContent);
const kinds = {
  consent: '.consent button', questions: 'form', slider: '.jspsych-slider', choice: '.choice button',
  likert: '.likert button', yes_no: '.yes_no button', end: '.debriefing', text: 'button',
};
const kind = Object.keys(kinds).find((one) => document.querySelector(`#page ${kinds[one]}`));
if (!kind) return null;
first.dataset.seen = 'yes';
return {kind, sentences: texts(kind === 'choice' ? 'button span' : '.sentence')};
"""
# Without the pauses between sentences, which a script does not need, and with a clock that runs a hundred times as fast.
HURRY = """
const later = setTimeout; window.setTimeout = (call, _, ...rest) => later(call, 0, ...rest);
const clock = performance.now.bind(performance); performance.now = () => 100 * clock();
window.atOwnPace = () => { window.setTimeout = later; performance.now = clock; };
"""


def make(folder: Path, task: str, **words: str) -> Path:
    """Make an experiment of the pairs and fillers above, and return its page. Skip the test where there is no jsPsych."""
    if not MIRROR and not all((ROOT / "resources/raw" / name).is_file() for name in SOURCES):
        pytest.skip("needs jsPsych: run `make test MIRROR=<folder>` (see README.md)")
    folder.mkdir(parents=True, exist_ok=True)
    write_csv(folder / "pairs.csv", ["pair_id", "phenomenon", "good", "bad"], PAIRS)
    header, rows = (
        (["pair_id", "good", "bad", "gold"], FILLER_PAIRS)
        if task == "choice"
        else (["sentence_id", "sentence", "gold"], FILLERS)
    )
    write_csv(folder / "fillers.csv", header, rows)
    given = {"pairs": folder / "pairs.csv", "fillers": folder / "fillers.csv", "task": task, "folder": folder / task}
    mirror = {"mirror": MIRROR} if MIRROR else {}
    checked = options.parse({**given, "lists": 2, **mirror, **words}, experimenting.COMMAND)
    experimenting.write(checked, ROOT)
    return folder / task / "index.html"


def remade(folder: Path, *changes: tuple[str, str], task: str = "likert") -> Path:
    """Return the page of an experiment in whose words something was replaced."""
    page = make(folder, task)
    for old, new in changes:
        replace_in(page.with_name("texts.yaml"), old, new)
    return make(folder, task)


def answer(
    driver: webdriver.Chrome, page: Path, folder: Path, ratings: Callable[[str], int], link: str = "", **how
) -> Path:
    """Take part in an experiment that saves by download, and return the file that it leaves in the folder."""
    folder.mkdir(exist_ok=True)
    before = set(folder.iterdir())
    driver.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(folder.absolute())})
    take_part(driver, page, ratings, link, **how)
    return WebDriverWait(driver, 10, 0.01).until(
        lambda _: next((path for path in folder.iterdir() if path not in before and path.suffix == ".csv"), None)
    )


def take_part(
    driver: webdriver.Chrome,
    page: Path,
    ratings: Callable[[str], int],
    link: str = "",
    keyboard: bool = False,
    at: Callable[[str], None] = lambda kind: None,
    script: str = "",
    stop: int | None = None,
    again: bool = False,
) -> list[tuple[str, int]]:
    """Take part in an experiment, up to its last screen or for so many screens, and return the sentences and answers.

    Parameters:
        ratings: gives the answer to a sentence: 1 to 7, 1 or 0, or 0 to 100; of two sentences, the one with the higher
            number is chosen.
        link: what follows the ? in the address.
        keyboard: nothing is clicked.
        at: is called with the kind of each screen, before it is answered.
        script: runs before those of the page, such as a stand-in for a host.
        stop: how many screens are answered, at most.
        again: what pages stored on this device is still there; else it is removed before.
    """
    if not again:
        where = {"origin": "file://", "storageTypes": "local_storage"}
        driver.execute_cdp_cmd("Storage.clearDataForOrigin", where)
    added = driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": f"{HURRY}\n{script}"})
    driver.get(f"{page.absolute().as_uri()}?{link}")
    kind, screens, answers = "", 0, []
    while kind != "end" and screens != stop:
        screen = WebDriverWait(driver, 10, 0.01).until(lambda _: driver.execute_script(NEXT))
        kind = screen["kind"]
        at(kind)
        values = [ratings(sentence) for sentence in screen["sentences"]]
        (_type if keyboard else _click)(driver, kind, values)
        answers += list(zip(screen["sentences"], values, strict=True))
        screens += 1
    driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", added)
    return answers


def _click(driver: webdriver.Chrome, kind: str, values: list[int]) -> None:
    """Answer with the mouse; a slider is put where it is to be, as dragging it would."""
    buttons = driver.find_elements(By.CSS_SELECTOR, ".jspsych-content .jspsych-btn")
    match kind:
        case "questions":
            for field in driver.find_elements(By.CSS_SELECTOR, "input[type=text]"):
                field.send_keys(WORD)
            buttons[0].click()
        case "slider":
            assert not buttons[0].is_enabled()
            driver.execute_script(
                "const slider = document.querySelector('.jspsych-slider'); slider.value = arguments[0];"
                "for (const name of ['input', 'change']) slider.dispatchEvent(new Event(name, {bubbles: true}));",
                values[0],
            )
            buttons[0].click()
        case "likert":
            buttons[values[0] - 1].click()
        case "yes_no":
            buttons[values[0]].click()
        case "choice":
            buttons[values.index(max(values))].click()
        case "consent" | "text":
            buttons[0].click()


def _type(driver: webdriver.Chrome, kind: str, values: list[int]) -> None:
    """Answer with the keyboard alone; a slider moves by one with each arrow."""
    match kind:
        case "consent":
            keys = Keys.TAB + Keys.ENTER
        case "questions":
            fields = driver.find_elements(By.CSS_SELECTOR, "input[type=text]")
            keys = "".join(Keys.TAB + WORD for _ in fields) + Keys.ENTER
        case "slider":
            steps = values[0] - 50
            keys = (Keys.ARROW_RIGHT if steps > 0 else Keys.ARROW_LEFT) * abs(steps) + Keys.ENTER
        case "likert":
            keys = str(values[0])
        case "yes_no":
            keys = "fj"[values[0]]
        case "choice":
            keys = "fj"[values.index(max(values))]
        case "text":
            keys = Keys.ENTER
        case _:
            return
    ActionChains(driver).send_keys(keys).perform()


def rows_of(path: Path) -> list[dict[str, str]]:
    """Return the rows of a download."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def answers_of(path: Path, *tasks: str) -> list[dict[str, str]]:
    """Return the rows of a download that belong to these tasks: rating, choice, practice, questions."""
    return [row for row in rows_of(path) if row["task"] in tasks]
