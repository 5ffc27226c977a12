"""Turn answers in words, from models behind an API or from people, into answers like a model's."""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from acceptability.errors import InputError
from acceptability.messages import Message, setting
from acceptability.reading import sheets
from acceptability.reading.report import fail, rows_of
from acceptability.reading.table import Table
from acceptability.scoring import prompts
from acceptability.scoring.prompts import ID, ORDERS, Items, Prompt

PROVIDER = "custom_id"  # the key that a provider's line has
NO_ANSWER = ""
WHOLE = re.compile(r"^(\d+)\.0$")
THOUGHT = re.compile(r".*</think(ing)?>", re.DOTALL)  # what reasoning models write before their answers
THINKING = re.compile(r"<think(ing)?>")  # where that has no end, there is no answer
UNFINISHED = "<think>"  # what messages then call the unread part


class Answer(NamedTuple):
    """Describe an answer in a file: the number of its row, the id of its question, and its text."""

    row: int | str
    id: str
    text: str


def read_rows(path: str | Path, **reading: str) -> list[Answer]:
    """Read a table with the columns id and answer, or the JSON lines that a provider returned.

    An empty answer is none. Raises InputError where a column is missing, and for ids that are not those of prompts.
    """
    if Path(path).suffix.lower() in sheets.JSON_LINES and (lines := _provided(path)) is not None:
        rows = lines
    else:
        table = Table(path, "answers", **reading)
        table.check()
        cells = zip(table.numbers, table.columns["id"], table.columns["answer"], strict=True)
        rows = [Answer(number, name, _plain(text)) for number, name, text in cells]
    wrong = [
        f"row {row.row}: {row.id!r} is not the id of a prompt; write ids as `make prompts` gave them in prompts.csv"
        for row in rows
        if not ID.fullmatch(row.id)
    ]
    fail(path, wrong)
    return rows


def _plain(text: str) -> str:
    """Return an answer without the thoughts before it; a whole number without the point that programs write: 1.0.

    Of thoughts that do not end, UNFINISHED is left, which no rule reads.
    """
    answer = THOUGHT.sub("", text)
    return UNFINISHED if THINKING.search(answer) else WHOLE.sub(r"\1", answer.strip())


def _provided(path: str | Path) -> list[Answer] | None:
    """Return what a provider's lines say; None of lines of another kind."""
    try:
        lines = [line for line in Path(path).read_text(encoding="utf-8-sig").split("\n") if line.strip()]
        contents = [json.loads(line) for line in lines]
    except (OSError, ValueError, RecursionError):
        return None  # reading it as a table says what is wrong
    provided = [isinstance(line, dict) and PROVIDER in line and "answer" not in line for line in contents]
    if not any(provided):
        return None
    if not all(provided):
        odd = provided.index(False) + 1
        raise InputError(f"{path}: row {odd}: is not a line of a provider, as others are; it must have {PROVIDER}")
    return [
        Answer(number, str(line[PROVIDER]), _plain(text))
        for number, line in enumerate(contents, start=1)
        for text in _contents(line, f"{path}: row {number}")
    ]


def _contents(line: Mapping, place: str) -> list[str]:
    """Return the answers in a provider's line; of a request that failed, an empty one.

    Raises InputError, with its place, for a line of another form.
    """
    response: Any = line.get("response")
    if (line.get("error") or not response) and {"response", "error"} & {*line}:
        return [NO_ANSWER]
    try:
        if response.get("status_code", 200) != 200:
            return [NO_ANSWER]
        contents = [choice["message"]["content"] or NO_ANSWER for choice in response["body"]["choices"]]
        if all(isinstance(content, str) for content in contents):
            return contents or [NO_ANSWER]
    except (AttributeError, KeyError, TypeError):
        pass
    raise InputError(
        f"{place}: has no answer at response.body.choices[].message.content; use a table with the columns id and answer"
    )


def measures_in(rows: Iterable[Answer], prompt_list: Iterable[Prompt], path: str | Path) -> list[str]:
    """Return the measures that answers are about. Raises InputError for ids of prompts that there are not."""
    by_id = {prompt.id: prompt for prompt in prompt_list}
    of_prompts: dict[str, list[Answer]] = {}
    for row in rows:
        of_prompts.setdefault(row.id.split("_")[1], []).append(row)
    unknown = [
        Message(
            f"{rows_of(row.row for row in answers)}: there is no prompt {name!r}; use ",
            setting("prompts"),
            f" the file that `make prompts` was given; there are: {', '.join(by_id)}",
        )
        for name, answers in of_prompts.items()
        if name not in by_id
    ]
    fail(path, unknown)
    measures = {by_id[name].measure for name in of_prompts}
    return [measure for measure in prompts.MEASURES if measure in measures]


def read_answers(
    rows: Iterable[Answer], prompt_list: Iterable[Prompt], items: Items, path: str | Path, system: str = ""
) -> list[dict]:
    """Return the rows of ANSWERS: those that were given, in the order of the questions, and one for each that has none.

    Rows about other measures than those of the prompts ``prompt_list`` are left out. A question may have several
    answers: each is a repetition, as each order of the prompt's examples is. Raises InputError that lists ids that
    belong to nothing here, such as ids of answers to another table.

    Parameters:
        rows: as read_rows gives them.
        prompt_list: the prompts that may have been asked; those of which no row is about are left out.
        items: the sentences and pairs of the dataset.
        path: the file, for messages.
        system: the text of the system prompt that `make prompts` was given, if any.
    """
    by_id = {prompt.id: prompt for prompt in prompt_list}
    answers_by_prompt: dict[str, list[tuple[Answer, int, int, int]]] = {}
    for row in rows:
        _, name, *numbers = row.id.split("_")
        if name in by_id:
            number, order, repetition = map(int, numbers)
            answers_by_prompt.setdefault(name, []).append(
                (row, number, order, (repetition - 1) % by_id[name].rotations)
            )
    marks = {name: prompts.fingerprint(by_id[name], items, system) for name in answers_by_prompt}
    wrong: list[str] = []
    texts: dict[tuple[str, int, int, int], list[str]] = {}
    for name, prompt_answers in answers_by_prompt.items():
        orders = {ORDERS[order] for order in by_id[name].orders}
        ours = [answer for answer in prompt_answers if answer[0].id.startswith(f"{marks[name]}_")]
        if others := [row for row, *_ in prompt_answers if not row.id.startswith(f"{marks[name]}_")]:
            wrong.append(
                Message(
                    f"{rows_of(row.row for row in others)}: {others[0].id!r} belongs to other sentences, or to "
                    f"another wording of the prompt {name} or another system prompt; give the table, ",
                    setting("prompts"),
                    " and ",
                    setting("system", option="SYSTEM_PROMPT"),
                    " that `make prompts` was given",
                )
            )
        for row, number, order, rotation in ours:
            if number > len(items.asked_by(by_id[name])) or order not in orders:
                wrong.append(f"row {row.row}: {row.id!r} is not in prompts.csv; correct the id")
            texts.setdefault((name, number, order, rotation), []).append(row.text)
    fail(path, wrong)
    if not answers_by_prompt:
        raise InputError(f"{path}: has no answer to any of the prompts {', '.join(by_id)}; name other measures")
    table = []
    for question in prompts.questions([by_id[name] for name in by_id if name in answers_by_prompt], items):
        key = question.prompt.id, question.number, ORDERS[question.order], question.rotation
        answers = [answer for answer in texts.get(key, []) if answer.strip()] or [NO_ANSWER]
        for asked_before, answer in enumerate(answers):
            option = question.prompt.option_of(answer)
            table.append(
                {
                    "measure": question.prompt.measure,
                    "prompt": question.prompt.id,
                    "item": question.item,
                    "order": question.order,
                    "repetition": prompts.repetition_of(question, asked_before),
                    "score": None if option is None else question.prompt.value(option, question.order),
                    "listed": None,
                    "answer": " ".join(answer.split()) if option is None else "",
                }
            )
    return table


def said_of(table: Iterable[Mapping]) -> Iterator[str]:
    """Yield, in words, how many answers were read, what could not be, and how many questions have none."""
    rows = list(table)
    unread = Counter(row["answer"] for row in rows if row["score"] is None and row["answer"])
    without = sum(row["score"] is None and not row["answer"] for row in rows)
    read = sum(row["score"] is not None for row in rows)
    questions = "question" if without == 1 else "questions"
    yield f"{read:,} answers read, {unread.total():,} could not be read, {without:,} {questions} without an answer"
    for answer, number in unread.most_common():
        yield f"could not be read, {number} ×: {answer[:200]}"
