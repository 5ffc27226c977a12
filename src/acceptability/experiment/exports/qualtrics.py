"""Write the experiment for Qualtrics: a text to import, each question's sentence, and what to set by hand."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any, NamedTuple, cast

import pandas as pd

from acceptability.contracts import io
from acceptability.experiment.design import Choice, Design, Stimulus
from acceptability.experiment.exports import wording
from acceptability.reading.sentences import BESIDE_PAIRS

FOLDER = "qualtrics"
LONGEST_ID = 40
LISTS = (
    'In the survey flow, put a Randomizer around the blocks "List 1" to "List {}", which presents 1 of them, and tick '
    "Evenly Present Elements. So each participant gets one list, and all lists get as many participants."
)
NO_SLIDERS = "its import has no sliders, so participants would write numbers; take TASK=likert, or another host"


class Question(NamedTuple):
    """Contain one question about a sentence or a pair.

    Attributes:
        name: its id in Qualtrics, which is the header of its column in the results.
        list: the list that it belongs to; 0: practice.
        item: what it is about.
        good_first: of a pair, whether the acceptable sentence is the first answer.
    """

    name: str
    list: int
    item: Stimulus | Choice
    good_first: bool


def write(design: Design, folder: Path) -> list[str]:
    """Write the text to import, the key and the steps into a folder of their own, and return what to say about them.

    Nothing is written for sliders.
    """
    if design.task == "slider":
        return [f"Qualtrics: not written, because {NO_SLIDERS}"]
    subfolder = folder / FOLDER
    subfolder.mkdir(exist_ok=True)
    survey_questions = questions(design)
    io.write_text(import_text(design, survey_questions), subfolder / "import.txt")
    io.write_table(pd.DataFrame(list(key(survey_questions))), subfolder / "key.csv")
    if design.task != "choice":
        io.write_table(pd.DataFrame(list(loops(design))), subfolder / "loops.csv")
    io.write_text(steps(design), subfolder / "steps.txt")
    return [f"Qualtrics: {FOLDER}/import.txt; {FOLDER}/steps.txt says what must be set by hand"]


def questions(design: Design) -> list[Question]:
    """Return the questions about sentences or pairs, practice first, with ids that Qualtrics accepts, each once.

    An id has letters, digits and ``_``. Fillers and attention checks, which are in all lists, have one for each list.
    """
    taken = {"consent", *(field["name"].casefold() for field in design.texts["questions"]["fields"])}
    numbered_items = [(0, item) for item in design.practice]
    numbered_items += [
        (number, item) for number, items in enumerate(design.critical, start=1) for item in (*items, *design.shared)
    ]
    several = len(design.critical) > 1
    survey_questions = []
    for place, (number, item) in enumerate(numbered_items):
        in_list = f"_list{number}" if number and several and item in design.shared else ""
        item_id = item.pair_id if isinstance(item, Choice) else item.sentence_id
        name = _free(re.sub("[^A-Za-z0-9]+", "_", item_id).strip("_")[:LONGEST_ID] + in_list, taken)
        survey_questions.append(Question(name, number, item, (place + number) % 2 == 0))
    return survey_questions


def _free(name: str, taken: set[str]) -> str:
    """Return an id that begins with a letter and is not taken, whatever its case, and take it."""
    name = name if name[:1].isalpha() else f"q_{name}".rstrip("_")
    count, new_name = 1, name
    while new_name.casefold() in taken:
        count += 1
        new_name = f"{name}_{count}"
    taken.add(new_name.casefold())
    return new_name


def key(survey_questions: Iterable[Question]) -> Iterator[dict[str, Any]]:
    """Yield for each question which sentence or pair it is about; practice has no list.

    ``sentence_id`` of the user's pairs is their id, and empty for other pairs, which are not read. ``good_first``:
    whether the acceptable sentence is the first answer.
    """
    for question in survey_questions:
        item = question.item
        row = {"question": question.name, "list": question.list or ""}
        answers = {"gold": item.gold, "attention_answer": item.attention_answer}
        if isinstance(item, Choice):
            read = "" if item.pair_id.startswith(tuple(BESIDE_PAIRS)) else item.pair_id
            pair = {"pair_id": item.pair_id, "good": item.good, "bad": item.bad, "good_first": int(question.good_first)}
            yield row | {"sentence_id": read} | pair | answers
        else:
            about = {"item": item.item, "condition": item.condition, "sentence": item.sentence}
            yield row | {"sentence_id": item.sentence_id} | about | answers


def loops(design: Design) -> Iterator[dict[str, Any]]:
    """Yield the rows of tables for Loop & Merge, a table for each list: the field to paste, and what it is.

    ``question`` is the header that the results have for a row, where the question of a list is called ``list<number>``.
    """
    for number, items in enumerate(design.critical, start=1):
        for loop, item in enumerate(cast("Sequence[Stimulus]", (*items, *design.shared)), start=1):
            row = {"question": f"{loop}_list{number}", "list": number, "loop": loop, "field_1": _html(item.sentence)}
            answers = {"gold": item.gold, "attention_answer": item.attention_answer}
            yield row | {"sentence_id": item.sentence_id, "condition": item.condition} | answers


def import_text(design: Design, survey_questions: Iterable[Question]) -> str:
    """Return the survey in Qualtrics' advanced format: a block for each screen of text and for each list."""
    texts = design.texts
    consent = wording.warning(texts) + wording.prose(texts["consent"]["heading"], texts["consent"]["text"])
    answers = {"1": _plain(texts["consent"]["agree"]), "0": _plain(texts["consent"]["disagree"])}
    blocks: dict[str, list[list[str]]] = {"Consent": [_choice("consent", _line(consent), answers, "Vertical")]}
    if texts["questions"]["fields"]:
        text = wording.prose(texts["questions"]["heading"], texts["questions"]["text"])
        blocks["Questions"] = [_text(text), *map(_field, texts["questions"]["fields"])]
    instructions = texts["instructions"]
    blocks["Instructions"] = [_text(wording.prose(instructions["heading"], instructions[design.task]))]
    for question in survey_questions:
        block = f"List {question.list}" if question.list else "Practice"
        if question.list and design.practice and texts["begin"]["text"]:
            blocks.setdefault("Begin", [_text(wording.prose("", texts["begin"]["text"]))])
        blocks.setdefault(block, []).append([*_asked(question, design), "[[PageBreak]]"])
    blocks["End"] = [_text(wording.end(texts))]
    lines = ["[[AdvancedFormat]]", ""]
    for name, parts in blocks.items():
        lines += [f"[[Block:{name}]]", ""]
        for part in parts:
            lines += [*part, ""]
    return "\n".join(lines)


def _asked(question: Question, design: Design) -> list[str]:
    """Return a question about a sentence or a pair."""
    words, item = design.texts[design.task], question.item
    question_text = _html(words["question"])
    if isinstance(item, Choice):
        options = {"1": _html(item.good), "0": _html(item.bad)}
        order = options if question.good_first else dict(reversed(options.items()))
        return _choice(question.name, question_text, order, "Vertical")
    text = f"{_html(item.sentence)}<br><br>{question_text}"
    if design.task == "yes_no":
        return _choice(question.name, text, {"1": _plain(words["accept"]), "0": _plain(words["reject"])}, "Horizontal")
    points = {str(point): str(point) for point in range(1, design.points + 1)}
    points |= {end: f"{end} - {_plain(words[side])}" for end, side in (("1", "low"), (str(design.points), "high"))}
    return _choice(question.name, text, points, "Horizontal")


def _field(field: Mapping[str, Any]) -> list[str]:
    """Return a question about the participant."""
    if not field["options"]:
        return ["[[Question:TE:SingleLine]]", f"[[ID:{field['name']}]]", _html(field["label"])]
    options = {str(place): _plain(option) for place, option in enumerate(field["options"], start=1)}
    return _choice(field["name"], _html(field["label"]), options, "Vertical")


def _choice(name: str, html: str, answers: Mapping[str, str], layout: str) -> list[str]:
    """Return a question with ``answers``: HTML by the numbers that the results have for it."""
    lines = [f"[[Question:MC:SingleAnswer:{layout}]]", f"[[ID:{name}]]", html, "[[AdvancedChoices]]"]
    return lines + [line for value, text in answers.items() for line in (f"[[Choice:{value}]]", text)]


def _text(html: str) -> list[str]:
    """Return a text that asks nothing."""
    return ["[[Question:DB]]", _line(html)]


def _line(html: str) -> str:
    """Return HTML in one line, in which nothing means anything to Qualtrics but tags: neither ``[[`` nor ``${``."""
    return " ".join(html.split()).replace("[", "&#91;").replace("$", "&#36;")


def _plain(text: str) -> str:
    """Return plain text as HTML without tags, in one line."""
    return _line(escape(text, quote=False))


def _html(text: str) -> str:
    """Return plain text as HTML that runs in its own direction, in one line."""
    return f'<span dir="auto">{_plain(text)}</span>'


def steps(design: Design) -> str:
    """Return what has to be set by hand in Qualtrics, as a text."""
    number, example = len(design.critical), questions(design)[-1].name
    special = _of_choices() if design.task == "choice" else _of_sentences(design, example)
    text = wording.filled(
        "steps.txt",
        name=design.name,
        example=example,
        lists=LISTS.format(number) if number > 1 else "There is one list, so no list has to be drawn.",
        declined=design.texts["consent"]["disagree"],
        **special,
    )
    return wording.wrapped(text)


def _of_choices() -> dict[str, str]:
    """Return what the steps say about pairs."""
    return {
        "what": "pair",
        "heading": "IN QUALTRICS",
        "more": "Which sentence comes first is the same for everybody: the acceptable one in half of the questions, as "
        "the column good_first says.",
        "times": "Response times are not measured: Qualtrics measures the time of a page, and where the order is "
        "random, a Timing question does not stay with its pair.",
        "never": "a pair twice",
        "reading": "Add EXCLUDE= with the rules of design.md, but without fast=, gold= and attention=: there are no "
        "response times, and fillers and checks that are pairs are not read from results of Qualtrics.",
        "answers": "DECISIONS=my_results.csv",
    }


def _of_sentences(design: Design, example: str) -> dict[str, str]:
    """Return what the steps say about single sentences; there is a second way, with response times."""
    words = design.texts[design.task]
    labels = f" SCALE='{words['reject']}|{words['accept']}'" if design.task == "yes_no" else ""
    return {
        "what": "sentence",
        "heading": "THE FIRST WAY: A QUESTION FOR EACH SENTENCE (no response times)",
        "more": "",
        "times": wording.filled("loops.txt", example=example).strip(),
        "never": "both sentences of a pair",
        "reading": f"For the second way, write QUESTIONS={FOLDER}/loops.csv. Add EXCLUDE= with the rules of design.md; "
        "for the first way, without fast=, because no response times were measured.",
        "answers": f"RATINGS=my_results.csv{labels}",
    }
