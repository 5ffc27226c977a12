"""Draw docs/experiment.png and docs/experiment-phone.png: screens of experiments, as Chromium shows them.

Nothing runs this but you, after a change of the page: PYTHONPATH=src:tests/support .venv/bin/python
docs/picture_experiment.py
"""

import base64
import io
import tempfile
from collections.abc import Mapping
from pathlib import Path

import yaml
from PIL import Image
from selenium import webdriver

from acceptability.experiment.texts import BRACKETS
from acceptability.reading import load
from browsing import chromium, set_size
from experimenting import answer, make
from helpers import ROOT, write_csv

AGREEMENT = ("1", "agreement", "The keys to the cabinet are on the table.", "The keys to the cabinet is on the table.")
ISLAND = ("1", "islands", "What did Mary say that John bought?", "What did Mary leave because John bought?")
ARABIC = ("1", "agreement", "يلعب الأولاد في الحديقة.", "يلعبون الأولاد في الحديقة.")
PAIRS = {"likert": AGREEMENT, "slider": ISLAND, "choice": ISLAND, "yes_no": AGREEMENT}
FILLED = {  # what stands in brackets in the shipped words, by how it begins, and what is written there
    "[your name]": "Ada Example",
    "[your institution]": "Example University",
    "[number]": "10",
    "[Say what participants": "You are paid £2.",
    "[Say whether the answers": "The answers given until then are kept; write to us to have them deleted.",
    "[Say where the answers": "They are stored at the Open Science Framework, where they will be published.",
    "[your e-mail": "ada@example.org",
    "[Name the ethics": "The ethics committee of Example University approved the study.",
    "[Add what you want": "",
    "[completion code": "C1X7PQ",
}
IN_ARABIC = {
    "language": "ar",
    "direction": "rtl",
    "progress": "التقدم",
    "likert": {"question": "ما مدى طبيعية هذه الجملة؟", "low": "غير طبيعية تمامًا", "high": "طبيعية تمامًا", "keys": ""},
}
DESKTOP = [["consent"], ["rating, 1 to 7", "choice"]]  # columns of screens
PHONE = [
    ["consent"],
    ["questions", "instructions"],
    ["rating, 1 to 7", "rating, 0 to 100", "choice"],
    ["yes or no", "end", "right to left"],
]
TITLES = {"likert": "rating, 1 to 7", "slider": "rating, 0 to 100", "yes_no": "yes or no", "text": "instructions"}
STYLE = """
body { display: flex; align-items: flex-start; gap: 16px; width: max-content; margin: 0; padding: 16px;
       background: #dfe3e8; color: #333; font: 600 17px sans-serif }
div { display: flex; flex-direction: column; gap: 16px }
figure, figcaption { margin: 0 0 6px }
img { display: block; border-radius: 6px }
"""
COLOURS = 16
LARGEST = 120_000  # bytes


def words(folder: Path, changes: Mapping = {}) -> Path:
    """Write the shipped words with the brackets filled in, and with changes, and return the file."""
    shipped = load.read_yaml(ROOT / "resources/experiment/texts.yaml")
    text = yaml.safe_dump(shipped | dict(changes), allow_unicode=True, width=float("inf"))
    path = folder / "words.yaml"
    path.write_text(
        BRACKETS.sub(lambda one: next(FILLED[key] for key in FILLED if one[0].startswith(key)), text), "utf-8"
    )
    return path


def screens(driver: webdriver.Chrome, folder: Path, task: str, pair: tuple[str, ...], texts: Path) -> dict[str, str]:
    """Take part in an experiment, and return the picture of each screen by its title."""
    folder.mkdir()
    table = write_csv(folder / "own.csv", ["pair_id", "phenomenon", "good", "bad"], [pair])
    lists = 1 if task == "choice" else 2
    page = make(folder, task, pairs=table, fillers="", texts=texts, lists=lists)
    taken: dict[str, str] = {}

    def take(kind: str) -> None:
        shown = driver.execute_script("return document.getElementById('page').innerText")
        if kind != task or pair[2] in shown or pair[3] in shown:
            taken.setdefault(TITLES.get(kind, kind), picture(driver, ".jspsych-content > *", 24))

    answer(driver, page, folder / "answers", lambda _: 1, f"list={lists}&seed=4", at=take)
    return taken


def picture(driver: webdriver.Chrome, of: str, below: int) -> str:
    """Return what is seen, down to the end of the elements of a selector, as a PNG in base64."""
    width, height = driver.execute_script(
        "return [document.documentElement.scrollWidth, Math.max(...[...document.querySelectorAll(arguments[0])]"
        ".map((one) => one.getBoundingClientRect().bottom)) + scrollY];",
        of,
    )
    clip = {"x": 0, "y": 0, "width": width, "height": height + below, "scale": 1}
    return driver.execute_cdp_cmd("Page.captureScreenshot", {"clip": clip, "captureBeyondViewport": True})["data"]


def draw(driver: webdriver.Chrome, columns: list[list[str]], taken: Mapping[str, str], target: Path) -> None:
    """Put screens into columns below their titles, and write the picture."""

    def figure(title: str) -> str:
        return f'<figure><figcaption>{title}</figcaption><img src="data:image/png;base64,{taken[title]}"></figure>'

    body = "".join(f"<div>{''.join(map(figure, column))}</div>" for column in columns)
    page = target.with_suffix(".html")
    page.write_text(f'<meta charset="utf-8"><style>{STYLE}</style>{body}', encoding="utf-8")
    set_size(driver, 100, 100)
    driver.get(page.as_uri())
    page.unlink()
    whole = Image.open(io.BytesIO(base64.b64decode(picture(driver, "div", 16)))).convert("RGB")
    whole.quantize(COLOURS, dither=Image.Dither.NONE).save(target, optimize=True)
    print(f"{target}: {target.stat().st_size:,} bytes")
    if target.stat().st_size > LARGEST:
        raise SystemExit(f"{target} has more than {LARGEST:,} bytes")


def main() -> None:
    """Draw both pictures."""
    with tempfile.TemporaryDirectory() as name, chromium() as driver:
        driver.execute_cdp_cmd("Emulation.setScrollbarsHidden", {"hidden": True})
        for columns, width, is_phone in ((DESKTOP, 660, False), (PHONE, 330, True)):
            folder = Path(name) / str(width)
            folder.mkdir()
            set_size(driver, width, 100, is_phone)
            arabic = screens(driver, folder / "arabic", "likert", ARABIC, words(folder, IN_ARABIC))
            taken = {"right to left": arabic[TITLES["likert"]]}
            english = words(folder)
            for task, pair in PAIRS.items():
                taken = screens(driver, folder / task, task, pair, english) | taken
            draw(driver, columns, taken, ROOT / "docs" / f"experiment{'-phone' * is_phone}.png")


if __name__ == "__main__":
    main()
