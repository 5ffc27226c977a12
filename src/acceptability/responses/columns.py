"""Find the columns of an export: who answered, which sentence, and what is personal and must not be read."""

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from acceptability.errors import InputError, suggest
from acceptability.messages import counted, setting
from acceptability.reading import matching
from acceptability.reading.report import rows_of
from acceptability.reading.roles import names_of, plain
from acceptability.responses.answers import Answer, Results, Row, reading_setting
from acceptability.responses.files import File
from acceptability.responses.stimuli import PRACTICE, Stimuli, lines_of_html

PERSONAL = re.compile(
    r"^(ip|ip_?addr(ess)?|.*e_?mail.*|.*prolific.*|.*worker_?id|user_?agent|location_?(latitude|longitude)|latitude|"
    r"longitude|recipient.*|external_?(data_?)?reference|participant_?public_?id|age|gender|sex|(first|last|full)?_?name|"
    r"referer|accept_language|browser(_version)?|os|device|platform(_version)?|webcam|microphone|width|height|"
    r"(tele)?phone(_?numbers?)?|mobile(_?number)?|surname|date_?of_?birth|birth_?(day|date|year)|dob|post_?code|"
    r"zip_?(code)?|passport.*|nome|cognome|nom|prénom|prenom|nombre|apellidos?|(vor|nach|familien)?name|名前|氏名|姓名|שם|ssn|national_?id|tax_?(id|code)|codice_fiscale|"
    r"aws_?id|mturk_?id|sona_?id|participant_?(device|os|browser|monitor|viewport).*)$"
)
# Names of questions about the person, which may have the same answers as sentences, as 1 for yes.
ABOUT_PEOPLE = re.compile(r"native|language|consent|country|region|dialect|education|handed", re.IGNORECASE)
NUMBERED = re.compile(r"(-?\d+(?:\.\d+)?)(?:\s*[-–—:=.,;()|/]+|\s)\D*")
ROLES = {"label": "part"}  # what roles.tsv calls some attributes of an answer
DETAILS = ("label", "list", "place", "rt", "gold", "attention_answer")  # roles of columns beside sentence and rating
OF_ROWS = ("sentence", "rating", "place", "rt")  # words that name columns of a table with a row for each answer
MISSING = frozenset(("", "none", "null", "undefined", "nan", "na", "n/a"))
SHOWN, LONG = 8, 70  # headers in one message, and characters of one
LOOKED_AT = 300  # rows


def is_personal(header: str) -> bool:
    """Return whether a column is about the person or the computer, and not about the answer."""
    return bool(PERSONAL.match("_".join(re.findall(r"[^\W_]+", header.casefold()))))


def personal(headers: Iterable[str]) -> list[str]:
    """Return the headers of columns that are personal, each once."""
    return [header for header in dict.fromkeys(headers) if is_personal(header)]


def column(headers: Sequence[str], role: str, words: Mapping[str, str], path: str) -> str:
    """Return the header of the column that has a role: the one that the words name, or the likeliest one; or nothing.

    Where they name a column of sentences, no other has their ids. InputError where they name one that there is not.
    """
    if role in OF_ROWS and words.get(role):
        return header_named(role, words[role], headers, path)
    if role == "sentence_id" and words.get("sentence"):
        return ""
    by_name = {plain(header): header for header in reversed(headers)}
    return next((by_name[name] for name in names_of("results", ROLES.get(role, role)) if name in by_name), "")


def header_named(role: str, header: str, headers: Sequence[str], path: str) -> str:
    """Return the header that a word names. InputError where no column has it."""
    if header not in headers:
        more = f"it has: {', '.join(filter(None, headers))}"
        raise InputError(f"{path}: {role.upper()}={header}: there is no such column{suggest(header, headers)}; {more}")
    return header


def participant_column(
    headers: Sequence[str], rows: Iterable[Mapping[str, str]], words: Mapping[str, str], path: str
) -> str:
    """Return the column that says who answered: the one that the words name, or the only one that can be meant.

    Returns nothing where there is none. InputError where two of them tell people apart in different ways, or where the
    only ones have an empty cell.
    """
    if participant_header := words.get("participant"):
        return header_named("participant", participant_header, headers, path)
    by_name = {plain(header): header for header in reversed(headers)}
    rows = list(rows)
    candidates = [by_name[name] for name in names_of("results", "participant") if name in by_name]
    filled = [header for header in candidates if rows and all(row.get(header) for row in rows)]
    partly = [header for header in candidates if any(row.get(header) for row in rows)]
    if partly and not filled:
        missing = sum(not row.get(partly[0]) for row in rows)
        raise InputError(
            f"{path}: {partly[0]} is empty in {missing:,} of {counted(len(rows), 'answer')}; fill it in, or name "
            "the column of participants: ",
            reading_setting("participant"),
        )
    for other in filled[1:]:
        together = {(row[filled[0]], row[other]) for row in rows}
        counts = [len({row[header] for row in rows}) for header in (filled[0], other)]
        if len(together) > min(counts) or counts[0] != counts[1]:
            raise InputError(
                f"{path}: {filled[0]!r} has {counted(counts[0], 'participant')} and {other!r} has {counts[1]:,}; name "
                "the one that counts: ",
                reading_setting("participant", filled[0]),
                " or ",
                reading_setting("participant", other),
            )
    return filled[0] if filled else ""


def milliseconds(cell: str, factor: float = 1) -> float | None:
    """Return a response time, ``factor`` times what the cell says; None where it says none."""
    try:
        time = round(float(cell.replace(",", ".")) * factor, 6)
    except ValueError:
        return None
    return time if math.isfinite(time) else None


def details(cell: Callable[[str], str], factor: float = 1) -> dict[str, Any]:
    """Return the attributes of an Answer of the roles DETAILS, whose cells ``cell`` returns; see ``milliseconds``."""
    attributes: dict[str, Any] = {role: cell(role) for role in DETAILS}
    time = milliseconds(attributes["rt"], factor)
    return attributes | {"place": whole(attributes["place"]), "rt": time}


def attributes(
    trial: Mapping[str, str], header_by_role: Mapping[str, str], about: Mapping[str, str], stimuli: Stimuli
) -> dict[str, Any]:
    """Return the attributes of an Answer that the columns of a trial have, beside who answered and the answer."""
    return sentence(trial, about, stimuli) | details(lambda role: trial.get(header_by_role.get(role, ""), ""))


def whole(cell: str) -> int | None:
    """Return a whole number, such as a place; None where the cell has none."""
    try:
        return int(float(cell))
    except (ValueError, OverflowError):
        return None


def response(cell: str) -> str:
    """Return an answer without the words of its label: ``7`` of ``7 - fully natural`` and of ``7.0``.

    Labels that do not begin with a number stay unchanged; what means that there is no answer is empty.
    """
    cell = cell.strip()
    if cell.casefold() in MISSING:
        return ""
    number = NUMBERED.fullmatch(cell)
    return re.sub(r"^(-?\d+)\.0+$", r"\1", number[1] if number else cell)


def rows(file: File, first: int = 1, end: str = "") -> Iterator[tuple[int, list[str]]]:
    """Yield the number and the cells of each row with text below ``first`` rows of headers, but not a header again.

    A row that begins with ``end`` only says that the file ends. InputError for one with more or fewer cells than the
    header.
    """
    for number, cells in file.rows[first:]:
        cells = [cell.strip() for cell in cells]
        if not any(cells) or (end and cells[0] == end):
            continue
        if len(cells) != len(file.header):
            raise InputError(
                f"{file.path}, row {number}: has {counted(len(cells), 'cell')} where the header has "
                f"{len(file.header)}; export the file again, or remove this row"
            )
        if cells != file.header:
            yield number, cells


def trials(files: Sequence[File], end: str = "") -> Iterator[tuple[Row, dict[str, str]]]:
    """Yield each row below the headers of the files, and its cells by header; see ``rows``."""
    for file in files:
        for number, cells in rows(file, end=end):
            yield Row(number, name_among(file, files)), dict(zip(file.header, cells, strict=True))


def name_among(file: File, files: Sequence[File]) -> str:
    """Return the name of a file, which messages need if there are several files; else nothing."""
    return file.name if len(files) > 1 else ""


def about(
    headers: Sequence[str], rated: Sequence[Mapping[str, str]], stimuli: Stimuli, words: Mapping[str, str], path: str
) -> dict[str, str]:
    """Return the columns that say which sentence a trial is about, by role: the one that SENTENCE= names, or all.

    Where no header says so, it is the column that has most sentences of the dataset. InputError where there is none.
    """
    if sentence_header := words.get("sentence"):
        return {"sentence": header_named("sentence", sentence_header, headers, path)}
    roles = {role: column(headers, role, {}, path) for role in ("sentence_id", "sentence", "item", "condition")}
    roles = {role: header for role, header in roles.items() if header}
    if stimuli.sentences and not roles.keys() & {"sentence_id", "sentence"}:
        hits = {
            header: sum(bool(stimuli.by_text(trial.get(header, ""))) for trial in rated[:LOOKED_AT])
            for header in headers
        }
        best = max(headers, key=lambda header: hits[header])
        if hits[best]:
            roles["sentence"] = best
        elif not {"item", "condition"} <= roles.keys():
            raise InputError(
                f"{path}: no column contains the dataset's sentences or their ids; name the column: ",
                reading_setting("sentence"),
                f"; it has: {', '.join(filter(None, headers))}",
            )
    return roles


def sentence(trial: Mapping[str, str], header_by_role: Mapping[str, str], stimuli: Stimuli) -> dict[str, str]:
    """Return what a trial says about its sentence, by attribute of an Answer; empty where it has none."""
    attributes = {role: trial.get(header, "") for role, header in header_by_role.items()}
    if "sentence_id" not in header_by_role and (name := attributes.get("sentence", "")) and stimuli.sentence(name):
        attributes |= {"sentence_id": name, "sentence": ""}
    return attributes if any(attributes.values()) else {}


@dataclass(frozen=True)
class Question:
    """Contain a column of a questionnaire, which has a row for each person.

    Attributes:
        names: what its id may be.
        texts: what people read there, in the ways in which the header may be read.
        cells: the answers of the people who count, as ``response`` returns them.
        number: of the column, from 1; 0: not known.
    """

    names: tuple[str, ...]
    texts: tuple[str, ...]
    cells: tuple[str, ...]
    number: int = 0

    @property
    def keys(self) -> tuple[str, ...]:
        """Return what QUESTIONS= may call it: one of its names, or the number of its column."""
        return (*self.names, *([str(self.number)] if self.number else []))

    @property
    def header(self) -> str:
        """Return the name of the question in messages."""
        return shortened(next(filter(None, (*self.names, *reversed(self.texts))), ""))

    def has(self, letters: str) -> bool:
        """Return whether the question's text contains these letters; also true if its text is unknown."""
        texts = [_letters(text) for text in self.texts]
        return not any(texts) or any(letters in text for text in texts)


def sentences_of(questions: Sequence[Question], stimuli: Stimuli, path: str, results: Results) -> list[str]:
    """Return the id of each question's sentence; empty for other questions, which the results list.

    Raises InputError if a question has the id of one sentence and the text of another, or if a question without a
    sentence has answers like ratings.
    """
    sentences_in_text = stimuli.in_questions([question.texts[-1] if question.texts else "" for question in questions])
    ids, differ, texts_are_there = [], [], False
    for question, in_text in zip(questions, sentences_in_text, strict=True):
        by_key = next((stimuli.key[name] for name in question.keys if name in stimuli.key), None)
        by_name = by_key or next(filter(None, map(stimuli.sentence, question.names)), "")
        by_text = "" if by_key == "" else next(filter(None, map(stimuli.by_text, question.texts)), "") or in_text
        letters = _letters(stimuli.sentences.get(by_name, ""))
        longer = by_text not in ("", by_name) and letters in _letters(stimuli.sentences.get(by_text, ""))
        if by_name and (longer or not question.has(letters)):
            differ.append((question, by_name, by_text))
        texts_are_there |= bool(by_text)
        ids.append(by_name or by_text)
    for question, by_name, by_text in differ:
        if by_text or (texts_are_there and not set(question.keys) & stimuli.key.keys()):
            text = stimuli.sentences.get(by_text) or question.texts[-1]
            raise InputError(
                f"{path}: the column {question.header!r} has the text {shortened(text)!r}, but {by_name} is "
                f"{shortened(stimuli.sentences[by_name])!r}; correct its name or its text, or leave it out"
            )
    ratings = {cell for question, name in zip(questions, ids, strict=True) if name for cell in question.cells if cell}
    unknown, others = [], []
    for question in (question for question, name in zip(questions, ids, strict=True) if not name):
        answers = {cell for cell in question.cells if cell}
        if any(map(is_personal, (*question.names, *question.texts))):
            results.personal.append(question.header)
        elif answers and answers <= ratings and not any(is_no_item(name, stimuli) for name in question.keys):
            unknown.append(question.header)
        else:
            others.append(question.header)
    if unknown:
        raise InputError(
            f"{path}: {listed(unknown)}: answered as sentences are, but no sentence of the dataset; add the fillers (",
            setting("fillers"),
            "), correct the sentence, leave out the column, or name it in ",
            setting("questions"),
            " without a sentence_id",
        )
    if others:
        results.notes.append(
            f"these columns were not read, because they are not sentences of the dataset: {listed(others)}"
        )
    return ids


def _letters(text: str) -> str:
    """Return the letters of a text that may be HTML."""
    return matching.letters("".join(lines_of_html(text)))


def is_no_item(name: str, stimuli: Stimuli) -> bool:
    """Return whether a question is about the person, or for practice: its id says so, or the key names no sentence."""
    return stimuli.key.get(name) == "" or (" " not in name and bool(ABOUT_PEOPLE.match(name) or PRACTICE.search(name)))


def no_sentences(path: str, questions: Sequence[Question]) -> InputError:
    """Return the error of an export in which no question is about a sentence of the dataset."""
    return InputError(
        f"{path}: no column is a sentence of the dataset, or its id; it has: "
        f"{listed([question.header for question in questions]) or 'no questions'}; use ",
        setting("pairs"),
        " with the sentences that people read, or a table with the columns question and sentence_id (",
        setting("questions"),
        ")",
    )


def shortened(text: str) -> str:
    """Return a text as one line that is not too long for a message."""
    text = " ".join(text.split())
    return text if len(text) <= LONG else f"{text[: LONG - 1]}…"


def listed(headers: Sequence[str], most: int = SHOWN) -> str:
    """Return headers, or other names, in words, and how many more there are."""
    more = f" and {len(headers) - most:,} more" if len(headers) > most else ""
    return ", ".join(headers[:most]) + more


def rows_named(answers: Sequence[Answer]) -> str:
    """Return where answers are, in words; of JSON, the first of them."""
    if all(one.row.unit == "row" for one in answers):
        return rows_of(one.row.place for one in answers)
    return listed([str(one.row) for one in answers])


def refuse_words(words: Mapping[str, str], platform: str) -> None:
    """Raise InputError for a word of OF_ROWS, where each person has one row."""
    for word in OF_ROWS:
        if word in words:
            raise InputError(
                f"{word.upper()}={words[word]}: results of {platform} have a column for each sentence, which is found "
                "by its id or its text; leave out this word"
            )


def chosen(role: str, default: str, headers: Sequence[str], words: Mapping[str, str], path: str) -> str:
    """Return the header that the words name for a role, or else the default of the platform.

    InputError where there is none with this name.
    """
    return header_named(role, words.get(role) or default, headers, path)
