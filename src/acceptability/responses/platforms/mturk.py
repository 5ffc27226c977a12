"""Read results of batches of Mechanical Turk: a row for each assignment, with what it showed and what was answered."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from acceptability.errors import InputError
from acceptability.messages import Message, joined
from acceptability.reading.roles import plain
from acceptability.responses import columns
from acceptability.responses.answers import Answer, Results, Row, reading_setting
from acceptability.responses.columns import Question
from acceptability.responses.files import File, as_text
from acceptability.responses.registry import Platform
from acceptability.responses.stimuli import Stimuli

WORKER, STATUS = "WorkerId", "AssignmentStatus"
INPUT, ANSWER, ANSWERS = "Input.", "Answer.", "Answer.taskAnswers"
NUMBER = re.compile(r"[._-]?(\d*)\Z")  # at the end of a name
ROLES = {
    "sentence_id": {"id", "sentenceid", "sentid", "stimulusid", "stimid"},
    "sentence": {"sentence", "sentencetext", "text", "stimulus", "stim"},
    "item": {"item", "itemid"},
    "condition": {"condition", "cond"},
}


def recognises(file: File) -> bool:
    """Return whether a file has assignments of Mechanical Turk."""
    return {"HITId", WORKER} <= set(file.header)


def read(files: Sequence[File], stimuli: Stimuli, words: Mapping[str, str]) -> Results:
    """Return the answers of all files. InputError where no answer is about a sentence, or two are about one."""
    columns.refuse_words({word: value for word, value in words.items() if word != "rating"}, "Mechanical Turk")
    results = Results("Mechanical Turk", in_order=False)
    path = files[0].path
    rows = list(_assignments(files))
    headers = list(dict.fromkeys(header for _, cells in rows for header in cells))
    person = columns.chosen("participant", WORKER, headers, words, path)
    results.columns["participant"] = person
    results.personal = [header for header in columns.personal(headers) if header != person]
    rejected = {cells.get(person, "") for _, cells in rows if cells.get(STATUS) == "Rejected"}
    if rejected:
        results.left_out["rejected (AssignmentStatus is Rejected)"] = len(rejected)
    rows = [(row, cells) for row, cells in rows if cells.get(STATUS) != "Rejected"]
    sentence_columns = _shown(headers, rows, stimuli)
    answers = [header for header in headers if header.startswith(ANSWER) and header != person]
    numbered = _numbered(answers, sentence_columns, stimuli, words, path)
    others = [header for header in answers if header not in numbered]
    questions = [_question(header, rows) for header in others]
    ids = dict(zip(others, columns.sentences_of(questions, stimuli, path, results), strict=True))
    if not numbered and not any(ids.values()):
        raise columns.no_sentences(path, [_question(header, rows) for header in answers])
    results.columns["rating"] = next(iter(numbered), next((header for header, name in ids.items() if name), ""))
    lists = next((header for header in headers if header.startswith(INPUT) and plain(header) == "inputlist"), "")
    for row, cells in rows:
        for header in answers:
            response = columns.response(cells.get(header, ""))
            if header in numbered:
                by_role = sentence_columns[numbered[header]]
                sentence: dict[str, Any] = {role: cells.get(column, "") for role, column in by_role.items()}
                is_asked = any(sentence.values())
            else:
                sentence = {"sentence_id": ids[header]}
                is_asked = bool(ids[header] and response)
            if is_asked:
                place, list_name = row._replace(column=header), cells.get(lists, "")
                results.answers.append(Answer(place, cells.get(person, ""), response, list=list_name, **sentence))
    return results


def _assignments(files: Sequence[File]) -> Iterator[tuple[Row, dict[str, str]]]:
    """Yield the rows of all files; answers that are JSON in one cell get columns of their own."""
    for row, cells in columns.trials(files):
        new_cells = {header: cell for header, cell in cells.items() if header != ANSWERS}
        try:
            answers = json.loads(cells.get(ANSWERS) or "[]")
        except ValueError as error:
            path = next(file.path for file in files if row.file in ("", file.name))
            raise InputError(
                f"{path}, row {row.number}: {ANSWERS} is damaged JSON: {error}; export it again"
            ) from error
        for answer in answers:
            new_cells |= {f"{ANSWER}{name}": _value(value) for name, value in answer.items()}
        yield row, new_cells


def _value(value: object) -> str:
    """Return an answer of JSON: of radio buttons, the name of the one that is on."""
    if not isinstance(value, dict):
        return as_text(value)
    return as_text(value.get("label", "")) or next((name for name, is_on in value.items() if is_on is True), "")


def _question(header: str, rows: Sequence[tuple[Row, dict[str, str]]]) -> Question:
    """Return a column of answers."""
    name = header.removeprefix(ANSWER)
    return Question((name,), (), tuple(columns.response(cells.get(header, "")) for _, cells in rows))


def _shown(
    headers: Sequence[str], rows: Sequence[tuple[Row, dict[str, str]]], stimuli: Stimuli
) -> dict[str, dict[str, str]]:
    """Return the columns that say which sentence was shown, by role, by the number at the end of their names.

    Columns with other names count where they have sentences of the dataset.
    """
    columns_by_number: dict[str, dict[str, str]] = {}
    for header in headers:
        if header.startswith(INPUT):
            stem, number, _ = NUMBER.split(header.removeprefix(INPUT), maxsplit=1)
            role = next((role for role, names in ROLES.items() if plain(stem) in names), "")
            if not role and any(stimuli.by_text(cells.get(header, "")) for _, cells in rows):
                role = "sentence"
            if role:
                columns_by_number.setdefault(number, {})[role] = header
    return {
        number: column_by_role
        for number, column_by_role in columns_by_number.items()
        if column_by_role.keys() & {"sentence_id", "sentence"} or {"item", "condition"} <= column_by_role.keys()
    }


def _numbered(
    answers: Sequence[str],
    sentence_columns: Mapping[str, Mapping[str, str]],
    stimuli: Stimuli,
    words: Mapping[str, str],
    path: str,
) -> dict[str, str]:
    """Return the number of the sentence that each answer is about, by header. RATING= names the answer without it.

    InputError where there are several answers about one sentence.
    """
    stems: dict[str, dict[str, str]] = {}
    for header in answers:
        stem, number, _ = NUMBER.split(header.removeprefix(ANSWER), maxsplit=1)
        if number in sentence_columns and not columns.is_personal(stem) and not columns.is_no_item(stem, stimuli):
            stems.setdefault(stem, {})[header] = number
    rating_stem = words.get("rating", "").removeprefix(ANSWER)
    if rating_stem and rating_stem not in stems:
        known_stems = ", ".join(stems) or "none"
        fault = f": no answers about sentences have this name; there are: {known_stems}"
        raise InputError(f"{path}: ", reading_setting("rating", rating_stem), fault)
    if not rating_stem and len(stems) > 1:
        raise InputError(
            f"{path}: people answered {' and '.join(stems)} about each sentence; name the rating: ",
            joined(" or ", [Message(reading_setting("rating", stem)) for stem in stems]),
        )
    return stems[rating_stem] if rating_stem else next(iter(stems.values()), {})


PLATFORM = Platform("Mechanical Turk", recognises, read)
