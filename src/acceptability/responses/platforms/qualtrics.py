"""Read results of Qualtrics: a row for each person and a column for each question, below up to three header rows."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from acceptability.errors import InputError
from acceptability.messages import setting
from acceptability.reading import matching
from acceptability.responses import columns
from acceptability.responses.answers import CHOICE, Answer, Results, Row
from acceptability.responses.columns import Question
from acceptability.responses.files import File
from acceptability.responses.registry import Platform
from acceptability.responses.stimuli import Stimuli, lines_of_html

IMPORT = re.compile(r"""\{\s*["']ImportId["']\s*:\s*["']([^"']*)["']""")
OWN = {"StartDate", "Finished", "ResponseId"}  # columns of every export
QUESTION = re.compile(r"(\d+_)?QID\d+")  # how the ImportId of a question begins; of a loop, with the turn
TIMER = re.compile(r"(.*)_(First Click|Last Click|Page Submit|Click Count)")
TIMES = re.compile(r"^(t|timer|timing|time|rt)[_. -]+|[_. -]+(t|timer|timing|time|rt)$", re.IGNORECASE)
TIMER_ID = re.compile(r"QID\d+_(FIRST_CLICK|LAST_CLICK|PAGE_SUBMIT|CLICK_COUNT)")
ORDER = "_DO"
NUMBERS = {"0", "1", "2"}  # how choices of two are exported as numbers
LOOP = re.compile(r"\d+_(Q.*)")
PIPED = "${lm://"
UNANSWERED = "-99"  # what questions that were seen and not answered are recoded as
META = re.compile(
    r"StartDate|EndDate|Status|IPAddress|Progress|Duration \(in seconds\)|Finished|RecordedDate|ResponseId|list|"
    r"Recipient\w+|ExternalReference|Location\w+|DistributionChannel|UserLanguage|Q_\w+"
)


@dataclass(frozen=True)
class Column:
    """Contain what the rows of headers say of one column.

    Attributes:
        place: where it is, from 0.
        tag: the question's name; ``text``, what people read; ``id``, Qualtrics's own name, empty in some exports.
    """

    place: int
    tag: str
    text: str
    id: str

    @property
    def timer(self) -> tuple[str, str]:
        """Return the name of the timer of a page, and what is measured, such as ``Last Click``; empty of others."""
        if match := TIMER.fullmatch(self.tag):
            return match[1], match[2]
        if match := TIMER_ID.fullmatch(self.id):
            return self.tag.rpartition("_")[0], match[1].replace("_", " ").title()
        return "", ""

    @property
    def is_question(self) -> bool:
        """Return whether people answered it."""
        is_own = QUESTION.match(self.id) if self.id else not META.fullmatch(self.tag)
        return bool(is_own) and not self.timer[1] and not self.tag.endswith(ORDER)

    @property
    def loop(self) -> str:
        """Return which question of a loop it is a turn of; empty of others."""
        match = LOOP.fullmatch(self.id) or LOOP.fullmatch(self.tag)
        return match[1] if match else self.text if PIPED in self.text else ""


@dataclass(frozen=True)
class Survey:
    """Contain what the columns of one export are, by their places.

    Attributes:
        file_name: of the export, if there are several.
        columns: all of them.
        person: where the participant is.
        ids: the sentence of each question that rates one.
        choices: pair, acceptable and other sentence of each question that chooses one.
        times: the response time of each question.
        orders: the orders in which questions were shown.
        list: where the list is that the survey has recorded; None: nowhere.
    """

    file_name: str
    columns: list[Column]
    person: int
    ids: dict[int, str]
    choices: dict[int, tuple[str, str, str]]
    times: dict[int, int]
    orders: list[Column]
    list: int | None


def recognises(file: File) -> bool:
    """Return whether a file has the names of Qualtrics's columns, or a row with its own ids."""
    return bool(_headers(file)[1]) or set(file.header) >= OWN


def read(files: Sequence[File], stimuli: Stimuli, words: Mapping[str, str]) -> Results:
    """Return the answers of all files. InputError where questions, or sentences that were chosen, are not known."""
    columns.refuse_words(words, "Qualtrics")
    results = Results("Qualtrics")
    for file in files:
        _add(results, file, columns.name_among(file, files), stimuli, words)
    return results


def _headers(file: File) -> tuple[list[str], list[str]]:
    """Return the row of texts and that of Qualtrics's own ids, below the names; people remove some of them.

    A row of texts is above the ids, or has a word and no date in its first column of dates.
    """
    rows = [cells for _, cells in file.rows[1:3]]
    ids = next((place for place, cells in enumerate(rows) if IMPORT.match(cells[0])), None)
    if ids is not None:
        return rows[0] if ids else [], rows[ids]
    date = file.header.index("StartDate") if "StartDate" in file.header else len(file.header)
    is_text = bool(rows) and bool("".join(rows[0][date : date + 1])) and not re.search(r"\d", rows[0][date])
    return (rows[0] if is_text else []), []


def _columns(file: File) -> list[Column]:
    """Return the columns of a file."""
    texts, ids = (row + [""] * (len(file.header) - len(row)) for row in _headers(file))
    return [
        Column(place, tag, texts[place], imported[1] if (imported := IMPORT.match(ids[place])) else "")
        for place, tag in enumerate(file.header)
    ]


def _add(results: Results, file: File, file_name: str, stimuli: Stimuli, words: Mapping[str, str]) -> None:
    """Add the answers of one file, which has a name if there are several."""
    all_columns = _columns(file)
    header = columns.chosen("participant", "ResponseId", file.header, words, file.path)
    person = file.header.index(header)
    people = _people(results, file)
    results.columns["participant"] = header
    others = [column for column in all_columns if column.place != person]
    results.personal += columns.personal(column.tag for column in others if not column.is_question)
    question_columns = [column for column in others if column.is_question]
    choices = _choices(question_columns, people, stimuli, file.path)
    rated = [column for column in question_columns if column.place not in choices]
    questions = [_question(column, people) for column in rated]
    names = columns.sentences_of(questions, stimuli, file.path, results)
    _check_loops(rated, names, file.path)
    if not any(names) and not choices:
        raise columns.no_sentences(file.path, questions)
    ids = {column.place: name for column, name in zip(rated, names, strict=True) if name}
    times = _times(all_columns, {*ids, *choices}, results)
    if times:
        results.columns["rt"] = all_columns[next(iter(times.values()))].timer[1]
    orders = [column for column in others if column.tag.endswith(ORDER)]
    list_place = next((column.place for column in all_columns if column.tag.casefold() == "list"), None)
    survey = Survey(file_name, all_columns, person, ids, choices, times, orders, list_place)
    for number, cells in people:
        answers = list(_answers(survey, number, cells))
        results.in_order &= all(answer.place is not None for answer in answers)
        results.answers += answers
    if any(answer.place for answer in results.answers):
        results.columns["place"] = ", ".join(column.tag for column in orders)


def _answers(survey: Survey, number: int, cells: Sequence[str]) -> Iterator[Answer]:
    """Yield the answers of a participant: in order, and with those that are missing, if one column has this order."""
    places = [*survey.ids, *survey.choices]
    by_name = {
        name: place for place in places for name in (survey.columns[place].id, survey.columns[place].tag) if name
    }
    orders = {}
    for column in survey.orders:
        if presented := [by_name[name] for name in map(str.strip, cells[column.place].split("|")) if name in by_name]:
            orders[column.tag.removesuffix(ORDER)] = presented
    answered = [place for place in places if cells[place]]
    name, order = next(iter(orders.items()), ("", []))
    is_known = len(orders) == 1 and set(answered) <= set(order)
    list_name = cells[survey.list] if survey.list is not None else name if is_known else ""
    for rank, place in enumerate(order if is_known else answered, start=1):
        about = {"response": _response(cells[place]), "sentence_id": survey.ids.get(place, "")}
        yield Answer(
            Row(number, survey.file_name, survey.columns[place].tag),
            cells[survey.person],
            **(_choice(survey, cells, place) if place in survey.choices else about),
            list=list_name,
            place=rank if is_known else None,
            rt=columns.milliseconds(cells[survey.times[place]], 1000) or None if place in survey.times else None,
        )


def _people(results: Results, file: File) -> list[tuple[int, list[str]]]:
    """Return the rows of people who finished the survey, and note how many did not, or only tested it.

    InputError where nobody did.
    """
    finished_people, reasons = [], []
    for number, cells in columns.rows(file, 1 + sum(map(bool, _headers(file)))):
        row = dict(zip(file.header, cells, strict=True))
        if (status := row.get("Status", "0")) not in ("0", "IP Address"):
            reasons.append(f"Status is {status}")
        elif (finished := row.get("Finished", "")).casefold() in ("false", "0"):
            reasons.append(f"not finished (Finished is {finished})")
        else:
            finished_people.append((number, cells))
    results.left_out.update(reasons)
    if not finished_people:
        raise InputError(
            f"{file.path}: nobody's answers count: {', '.join(dict.fromkeys(reasons)) or 'it has no rows'}; export "
            "the survey when people have finished it"
        )
    if any(dict(zip(file.header, cells, strict=True)).get("Status") == "0" for _, cells in finished_people):
        results.notes.append(
            "answers were exported as numbers: these are Qualtrics's recode values, which may be in another order than "
            "the scale; look at them in the survey, or export labels"
        )
    return finished_people


def _response(cell: str) -> str:
    """Return an answer; nothing of a question that was seen and not answered."""
    return "" if cell == UNANSWERED else columns.response(cell)


def _question(column: Column, people: Sequence[tuple[int, list[str]]]) -> Question:
    """Return a column with the answers of the people who count."""
    cells = tuple(_response(cells[column.place]) for _, cells in people)
    return Question((column.tag,), (column.text,), cells, column.place + 1)


def _check_loops(rated: Sequence[Column], names: Sequence[str], path: str) -> None:
    """Raise InputError for turns of a loop whose sentences are not in the file."""
    known: dict[str, list[tuple[str, str]]] = {}
    for column, name in zip(rated, names, strict=True):
        if column.loop:
            known.setdefault(column.loop, []).append((column.tag, name))
    none = not any(name for turns in known.values() for _, name in turns)
    lost = [
        tag
        for turns in known.values()
        for tag, name in turns
        if not name and (none or any(other for _, other in turns))
    ]
    if lost:
        raise InputError(
            f"{path}: {columns.listed(lost)}: are turns of a loop (loop & merge), whose sentences are not in the file; "
            "write the loop's table with the columns question and sentence_id, and use it as ",
            setting("questions"),
        )


def _times(all_columns: Sequence[Column], places: set[int], results: Results) -> dict[int, int]:
    """Return the place of the response time of each question: the last click, or else when the page was left.

    A timer is of the question whose name it has, as ``t_p1.good`` has.
    """
    tags = {all_columns[place].tag: place for place in places}
    places_by_measure: dict[str, dict[int, int]] = {"Last Click": {}, "Page Submit": {}}
    for column in all_columns:
        timer, what = column.timer
        if what in places_by_measure and (name := TIMES.sub("", timer)) in tags:
            places_by_measure[what][tags[name]] = column.place
    if not any(places_by_measure.values()) and any(column.timer[1] for column in all_columns):
        results.notes.append("timers were not read: their names are not t_ and the name of a question")
    return places_by_measure["Last Click"] or places_by_measure["Page Submit"]


def _choices(
    question_columns: Sequence[Column], people: Sequence[tuple[int, list[str]]], stimuli: Stimuli, path: str
) -> dict[int, tuple[str, str, str]]:
    """Return pair, acceptable and other sentence of questions whose answers are sentences of pairs, by place.

    InputError where one of these has other answers, too, so that it is not known which sentence was chosen.
    """
    choices = {}
    for column in question_columns:
        cells = {cells[column.place] for _, cells in people} - {"", UNANSWERED}
        pair_by_name = stimuli.pair(stimuli.key.get(column.tag, column.tag))
        by_text = {stimuli.by_text(cell).rpartition(".")[0] for cell in cells}
        pair = pair_by_name or next((pair for pair in by_text if pair in stimuli.pairs), "")
        if not pair or not cells:
            continue
        good, bad = stimuli.pairs[pair]
        others = sorted(cell for cell in cells if _is_good(cell, good, bad) is None)
        if others and (not pair_by_name or (len(others) == len(cells) and not cells <= NUMBERS)):
            continue
        if others:
            raise InputError(
                f"{path}: the column {column.tag!r} is a choice of the pair {pair}, and {others[0]!r} is neither of "
                "its sentences; export the texts of choices, not numbers, and leave the sentences unchanged"
            )
        choices[column.place] = (pair, good, bad)
    return choices


def _is_good(text: str, good: str, bad: str) -> bool | None:
    """Return whether a text is the acceptable sentence, and not the other one; None where it is neither."""
    line = " ".join(lines_of_html(text))
    for fold in (matching.same, matching.letters):
        sides = [fold(one) in (fold(text), fold(line)) for one in (good, bad)]
        if sides[0] != sides[1]:
            return sides[0]
    return None


def _choice(survey: Survey, cells: Sequence[str], place: int) -> dict:
    """Return what an answer says about a pair, by attribute of an Answer."""
    pair, good, bad = survey.choices[place]
    order = next(
        (column.place for column in survey.columns if column.tag == f"{survey.columns[place].tag}{ORDER}"), None
    )
    answer = _response(cells[place])
    return {
        "task": CHOICE,
        "pair_id": pair,
        "good": good,
        "bad": bad,
        "response": ("1" if _is_good(cells[place], good, bad) else "0") if answer else "",
        "good_first": None if order is None else _is_good(cells[order].split("|")[0], good, bad),
    }


PLATFORM = Platform("Qualtrics", recognises, read)
