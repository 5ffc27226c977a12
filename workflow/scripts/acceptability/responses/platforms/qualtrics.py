"""Read results of Qualtrics: a row for each person and a column for each question, below up to three header rows."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from acceptability.errors import InputError
from acceptability.reading import matching
from acceptability.responses import columns
from acceptability.responses.answers import CHOICE, Answer, Results
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
    """Hold what the rows of headers say of one column.

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
        if own := TIMER.fullmatch(self.tag):
            return own[1], own[2]
        if own := TIMER_ID.fullmatch(self.id):
            return self.tag.rpartition("_")[0], own[1].replace("_", " ").title()
        return "", ""

    @property
    def is_question(self) -> bool:
        """Say whether people answered it."""
        is_own = QUESTION.match(self.id) if self.id else not META.fullmatch(self.tag)
        return bool(is_own) and not self.timer[1] and not self.tag.endswith(ORDER)

    @property
    def loop(self) -> str:
        """Return which question of a loop it is a turn of; empty of others."""
        own = LOOP.fullmatch(self.id) or LOOP.fullmatch(self.tag)
        return own[1] if own else self.text if PIPED in self.text else ""


@dataclass(frozen=True)
class Survey:
    """Hold what the columns of one export are, by their places.

    Attributes:
        file: the export; ``end`` says which, where there are several.
        columns: all of them.
        person: where the participant is.
        ids: the sentence of each question that rates one.
        choices: pair, acceptable and other sentence of each question that chooses one.
        times: the response time of each question.
        orders: the orders in which questions were shown.
        list: where the list is that the survey has recorded; None: nowhere.
    """

    file: File
    end: str
    columns: list[Column]
    person: int
    ids: dict[int, str]
    choices: dict[int, tuple[str, str, str]]
    times: dict[int, int]
    orders: list[Column]
    list: int | None


def recognises(file: File) -> bool:
    """Say whether a file has the names of Qualtrics's columns, or a row with its own ids."""
    return bool(_headers(file)[1]) or set(file.header) >= OWN


def read(files: Sequence[File], stimuli: Stimuli, words: Mapping[str, str]) -> Results:
    """Return the answers of all files. InputError where questions, or sentences that were chosen, are not known."""
    columns.refuse_words(words, "Qualtrics")
    results = Results("Qualtrics")
    for file in files:
        _add(results, file, f" of {file.name}" if len(files) > 1 else "", stimuli, words)
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


def _rows(file: File) -> list[tuple[int, list[str]]]:
    """Return the rows of people."""
    return list(columns.rows(file, 1 + sum(map(bool, _headers(file)))))


def _columns(file: File) -> list[Column]:
    """Return the columns of a file."""
    texts, ids = (row + [""] * (len(file.header) - len(row)) for row in _headers(file))
    return [
        Column(place, tag, texts[place], own[1] if (own := IMPORT.match(ids[place])) else "")
        for place, tag in enumerate(file.header)
    ]


def _add(results: Results, file: File, end: str, stimuli: Stimuli, words: Mapping[str, str]) -> None:
    """Add the answers of one file; ``end`` says which, where there are several."""
    there = _columns(file)
    header = columns.chosen("participant", "ResponseId", file.header, words, file.path)
    person = file.header.index(header)
    people = _people(results, file)
    results.columns["participant"] = header
    results.is_private |= columns.is_private(header, [cells[person] for _, cells in people])
    others = [column for column in there if column.place != person]
    results.personal += columns.personal(column.tag for column in others if not column.is_question)
    asked = [column for column in others if column.is_question]
    choices = _choices(asked, people, stimuli, file.path)
    rated = [column for column in asked if column.place not in choices]
    questions = [_question(column, people) for column in rated]
    names = columns.sentences_of(questions, stimuli, file.path, results)
    _check_loops(rated, names, file.path)
    if not any(names) and not choices:
        raise columns.no_sentences(file.path, questions)
    ids = {column.place: name for column, name in zip(rated, names, strict=True) if name}
    times = _times(there, {*ids, *choices}, results)
    if times:
        results.columns["rt"] = there[next(iter(times.values()))].timer[1]
    orders = [column for column in others if column.tag.endswith(ORDER)]
    chosen = next((column.place for column in there if column.tag.casefold() == "list"), None)
    survey = Survey(file, end, there, person, ids, choices, times, orders, chosen)
    for number, cells in people:
        answers = list(_answers(survey, number, cells))
        results.in_order &= all(answer.place is not None for answer in answers)
        results.answers += answers
    if any(answer.place for answer in results.answers):
        results.columns["place"] = ", ".join(column.tag for column in orders)


def _answers(survey: Survey, number: int, cells: Sequence[str]) -> Iterator[Answer]:
    """Yield the answers of one person: in order, and with those that are missing, if one column has this order."""
    there = [*survey.ids, *survey.choices]
    by_name = {name: place for place in there for name in (survey.columns[place].id, survey.columns[place].tag) if name}
    shown = {}
    for column in survey.orders:
        if own := [by_name[name] for name in map(str.strip, cells[column.place].split("|")) if name in by_name]:
            shown[column.tag.removesuffix(ORDER)] = own
    answered = [place for place in there if cells[place]]
    name, order = next(iter(shown.items()), ("", []))
    is_known = len(shown) == 1 and set(answered) <= set(order)
    chosen = cells[survey.list] if survey.list is not None else name if is_known else ""
    for rank, place in enumerate(order if is_known else answered, start=1):
        about = {"response": _response(cells[place]), "sentence_id": survey.ids.get(place, "")}
        yield Answer(
            f"row {number}{survey.end}, column {survey.columns[place].tag}",
            cells[survey.person],
            **(_choice(survey, cells, place) if place in survey.choices else about),
            list=chosen,
            place=rank if is_known else None,
            rt=columns.milliseconds(cells[survey.times[place]], 1000) or None if place in survey.times else None,
        )


def _people(results: Results, file: File) -> list[tuple[int, list[str]]]:
    """Return the rows of people who finished the survey, and note how many did not, or only tested it.

    InputError where nobody did.
    """
    made, reasons = [], []
    for number, cells in _rows(file):
        row = dict(zip(file.header, cells, strict=True))
        if (status := row.get("Status", "0")) not in ("0", "IP Address"):
            reasons.append(f"Status is {status}")
        elif (finished := row.get("Finished", "")).casefold() in ("false", "0"):
            reasons.append(f"not finished (Finished is {finished})")
        else:
            made.append((number, cells))
    results.left_out.update(reasons)
    if not made:
        raise InputError(
            f"{file.path}: nobody's answers count: {', '.join(dict.fromkeys(reasons)) or 'it has no rows'}; export "
            "the survey when people have finished it"
        )
    if any(dict(zip(file.header, cells, strict=True)).get("Status") == "0" for _, cells in made):
        results.notes.append(
            "answers were exported as numbers: these are Qualtrics's recode values, which may be in another order than "
            "the scale; look at them in the survey, or export labels"
        )
    return made


def _response(cell: str) -> str:
    """Return an answer; nothing of a question that was seen and not answered."""
    return "" if cell == UNANSWERED else columns.response(cell)


def _question(column: Column, people: Sequence[tuple[int, list[str]]]) -> Question:
    """Return a column with the answers of the people who count."""
    return Question((column.tag,), (column.text,), tuple(_response(cells[column.place]) for _, cells in people))


def _check_loops(rated: Sequence[Column], names: Sequence[str], path: str) -> None:
    """Raise InputError for turns of a loop whose sentences are not in the file."""
    known: dict[str, list[tuple[str, str]]] = {}
    for column, name in zip(rated, names, strict=True):
        if column.loop:
            known.setdefault(column.loop, []).append((column.tag, name))
    none = not any(name for own in known.values() for _, name in own)
    lost = [tag for own in known.values() for tag, name in own if not name and (none or any(other for _, other in own))]
    if lost:
        raise InputError(
            f"{path}: {columns.listed(lost)}: are turns of a loop (loop & merge), whose sentences are not in the file; "
            "write the loop's table with the columns question and sentence_id, and give it as QUESTIONS="
        )


def _times(there: Sequence[Column], places: set[int], results: Results) -> dict[int, int]:
    """Return the place of the response time of each question: the last click, or else when the page was left.

    A timer is of the question whose name it has, as ``t_p1.good`` has.
    """
    tags = {there[place].tag: place for place in places}
    made: dict[str, dict[int, int]] = {"Last Click": {}, "Page Submit": {}}
    for column in there:
        timer, what = column.timer
        if what in made and (name := TIMES.sub("", timer)) in tags:
            made[what][tags[name]] = column.place
    if not any(made.values()) and any(column.timer[1] for column in there):
        results.notes.append("timers were not read: their names are not t_ and the name of a question")
    return made["Last Click"] or made["Page Submit"]


def _choices(
    asked: Sequence[Column], people: Sequence[tuple[int, list[str]]], stimuli: Stimuli, path: str
) -> dict[int, tuple[str, str, str]]:
    """Return pair, acceptable and other sentence of questions whose answers are sentences of pairs, by place.

    InputError where one of these has other answers, too, so that it is not known which sentence was chosen.
    """
    made = {}
    for column in asked:
        cells = {cells[column.place] for _, cells in people} - {"", UNANSWERED}
        named = stimuli.pair(stimuli.key.get(column.tag, column.tag))
        by_text = {stimuli.by_text(cell).rpartition(".")[0] for cell in cells}
        pair = named or next((pair for pair in by_text if pair in stimuli.pairs), "")
        if not pair or not cells:
            continue
        good, bad = stimuli.pairs[pair]
        others = sorted(cell for cell in cells if _is_good(cell, good, bad) is None)
        if others and (not named or (len(others) == len(cells) and not cells <= NUMBERS)):
            continue
        if others:
            raise InputError(
                f"{path}: the column {column.tag!r} is a choice of the pair {pair}, and {others[0]!r} is neither of "
                "its sentences; export the texts of choices, not numbers, and leave the sentences as they are"
            )
        made[column.place] = (pair, good, bad)
    return made


def _is_good(text: str, good: str, bad: str) -> bool | None:
    """Say whether a text is the acceptable sentence, and not the other one; None where it is neither."""
    line = " ".join(lines_of_html(text))
    for fold in (matching.same, matching.letters):
        sides = [fold(one) in (fold(text), fold(line)) for one in (good, bad)]
        if sides[0] != sides[1]:
            return sides[0]
    return None


def _choice(survey: Survey, cells: Sequence[str], place: int) -> dict:
    """Return what an answer says about a pair, by attribute of an Answer."""
    pair, good, bad = survey.choices[place]
    order = next((own.place for own in survey.columns if own.tag == f"{survey.columns[place].tag}{ORDER}"), None)
    answer = _response(cells[place])
    return {
        "task": CHOICE,
        "pair_id": pair,
        "good": good,
        "bad": bad,
        "response": str(int(_is_good(cells[place], good, bad))) if answer else "",
        "good_first": None if order is None else _is_good(cells[order].split("|")[0], good, bad),
    }


PLATFORM = Platform("Qualtrics", recognises, read)
