"""Write the experiment for PCIbex (PennController): a script, tables of sentences, and screens of text."""

import json
from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Any

import pandas as pd

from acceptability import installation
from acceptability.contracts import io
from acceptability.experiment.design import CHECK, Choice, Design, Stimulus
from acceptability.experiment.exports import wording

SCRIPT = installation.FOLDER / "resources/experiment/pcibex.js"
FOLDER = "pcibex"
SEND_EVERY = 10  # trials
SENTENCE = ["sentence_id", "item", "condition", "phenomenon", "gold", "attention_answer", "sentence"]
PAIR = ["pair_id", "phenomenon", "gold", "attention_answer", "good", "bad"]
USED = {  # words that the script shows; the others are in the files of HTML
    "consent": ("agree", "disagree", "declined"),
    "questions": ("go_on",),
    "instructions": ("go_on",),
    "begin": ("go_on",),
    "saving": ("text", "failed"),
}
TOP = """\
// An experiment for PCIbex (https://farm.pcibex.net). This file goes to Scripts, and the tables (.csv) and texts
// (.html) go to Resources. To change words, edit texts.yaml and type the same `make experiment` command again.

{ // so that the names below cannot be in the way of those of PCIbex
"""


def write(design: Design, folder: Path) -> list[str]:
    """Write main.js, its tables and its texts into a folder of their own, and return what to say about them."""
    subfolder = folder / FOLDER
    subfolder.mkdir(exist_ok=True)
    io.write_text(script(design), subfolder / "main.js")
    for name, rows in tables(design).items():
        io.write_table(pd.DataFrame(rows), subfolder / name)
    for name, text in screens(design).items():
        io.write_text(text, subfolder / name)
    return [f"PCIbex: {FOLDER}/main.js goes to Scripts, and all other files of {FOLDER}/ to Resources"]


def script(design: Design) -> str:
    """Return main.js: the words and what differs between experiments, and then the script that all have."""
    conditions = {row["condition"] for row in _others(design)}
    texts = design.texts
    values = {
        "TASK": design.task,
        "POINTS": design.points,
        "COLUMNS": PAIR if design.task == "choice" else SENTENCE,
        "HAS_QUESTIONS": bool(texts["questions"]["fields"]),
        "SHARED": [condition for condition in ("filler", CHECK) if condition in conditions],
        "HAS_PRACTICE": "practice" in conditions,
        "SEND_EVERY": SEND_EVERY,
        "HAS_BEGIN": _has_begin(design),
    }
    words = {name: texts[name] for name in ("title", "progress", "record_ids")}
    words |= {part: {name: texts[part][name] for name in names} for part, names in USED.items()}
    words["task"] = texts[design.task]
    lines = [f"const {name} = {_json(value)};\n" for name, value in values.items()]
    return "".join([TOP, *lines, f"const WORDS = {_json(words, indent=2)};\n\n", io.read_text(SCRIPT), "}\n"])


def _json(value: Any, indent: int | None = None) -> str:
    """Return a value as JavaScript in which no text looks like a tag."""
    return json.dumps(value, ensure_ascii=False, indent=indent).replace("<", "\\u003c")


def _has_begin(design: Design) -> bool:
    """Return whether there is a screen between practice and the main part."""
    return bool(design.practice and design.texts["begin"]["text"])


def tables(design: Design) -> dict[str, list[dict[str, str]]]:
    """Return the rows of each table, by its name.

    experiment.csv has the sentences or pairs of the lists alone, because a person gets the rows of one ``List``, which
    PCIbex sorts as text; fillers.csv has what everybody gets. A table without rows would stop PCIbex: there is none.
    """
    width = len(str(len(design.critical)))
    lists = [
        {"List": str(number).zfill(width), **row(item)}
        for number, items in enumerate(design.critical, start=1)
        for item in items
    ]
    rows_by_table = {"experiment.csv": lists, "fillers.csv": _others(design)}
    return {name: rows for name, rows in rows_by_table.items() if rows}


def row(item: Stimulus | Choice) -> dict[str, str]:
    """Return a sentence or a pair by columns."""
    return {name: getattr(item, name) for name in (PAIR if isinstance(item, Choice) else SENTENCE)}


def screens(design: Design) -> dict[str, str]:
    """Return the texts as HTML, by the names of their files."""
    texts = design.texts
    html_by_file = {
        "consent.html": wording.warning(texts) + wording.prose(texts["consent"]["heading"], texts["consent"]["text"]),
        "instructions.html": wording.prose(texts["instructions"]["heading"], texts["instructions"][design.task]),
        "end.html": wording.end(texts),
    }
    if texts["questions"]["fields"]:
        html_by_file["questions.html"] = _questions(texts["questions"])
    if _has_begin(design):
        html_by_file["begin.html"] = wording.prose("", texts["begin"]["text"])
    return html_by_file


def _others(design: Design) -> list[dict[str, str]]:
    """Return the items that are in all lists, with a column ``condition`` that tells them apart."""
    parts = {"filler": design.fillers, CHECK: design.checks, "practice": design.practice}
    return [row(item) | {"condition": condition} for condition, items in parts.items() for item in items]


def _questions(questions: Mapping[str, Any]) -> str:
    """Return the questions about the participant as a form, in which all but optional ones must be answered."""
    parts = [wording.prose(questions["heading"], questions["text"])]
    for field in questions["fields"]:
        name, label = escape(field["name"]), escape(field["label"])
        missing = f'<label class="error" for="{name}"></label>'
        needed = "" if field.get("optional") else ' class="obligatory"'
        if field["options"]:
            inputs = "".join(
                f'<label dir="auto"><input type="radio"{needed} name="{name}" value="{escape(option)}">'
                f"{escape(option)}</label> "
                for option in field["options"]
            )
        else:
            inputs = f'<input type="text"{needed} name="{name}" dir="auto">'
        parts.append(f'<p dir="auto">{label}<br>{inputs}{missing}</p>\n')
    return "".join(parts)
