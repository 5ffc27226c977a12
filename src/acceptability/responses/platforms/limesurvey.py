"""Read results of LimeSurvey: a row for each person, and a column for each question, by its code, its text, or both."""

import re
from collections.abc import Mapping, Sequence

from acceptability.errors import InputError
from acceptability.responses import columns
from acceptability.responses.answers import Answer, Results, Row
from acceptability.responses.columns import Question
from acceptability.responses.files import File
from acceptability.responses.registry import Platform
from acceptability.responses.stimuli import Stimuli

HEADER = re.compile(r"([A-Za-z]\w*(?:\[[^\]]*\])*)(?:\. (.*))?", re.DOTALL)
INSIDE = re.compile(r"\[(.*)\]\s*$", re.DOTALL)  # the code or the text of a row of a table of questions
CODE = re.compile(r"[A-Z]{1,2}(\d+)")  # of an answer: A7, or AO07
ID, SUBMITTED, LANGUAGE = ("id", "Response ID"), ("submitdate", "Date submitted"), ("startlanguage", "Start language")
OWN = re.compile(
    r"(id|submitdate|lastpage|startlanguage|seed|token|startdate|datestamp|ipaddr|refurl|Response ID|Date submitted|"
    r"Last page|Start language|Seed|Access code|Date started|Date last action|IP address|Referrer URL)"
)
TIME = re.compile(r"(interviewtime|group_?[Tt]ime.*|\w+(\[[^\]]*\])?Time|(Question|Group) time: .*|Total time)")


def recognises(file: File) -> bool:
    """Return whether a file has the columns that LimeSurvey adds."""
    names = {name for header in file.header for name in _understood(header)}
    return bool(names & set(SUBMITTED)) and bool(names & set(LANGUAGE))


def read(files: Sequence[File], stimuli: Stimuli, words: Mapping[str, str]) -> Results:
    """Return the answers of all files. InputError where questions are not known."""
    columns.refuse_words(words, "LimeSurvey")
    results = Results("LimeSurvey", in_order=False)
    for file in files:
        _add(results, file, columns.name_among(file, files), stimuli, words)
    return results


def _add(results: Results, file: File, file_name: str, stimuli: Stimuli, words: Mapping[str, str]) -> None:
    """Add the answers of one file, which has a name if there are several."""
    names = [_understood(header) for header in file.header]
    if words.get("participant"):
        person = file.header.index(columns.chosen("participant", "", file.header, words, file.path))
    else:
        person = _place(names, ID, file.path)
    submitted = _place(names, SUBMITTED, file.path)
    everyone = list(columns.rows(file))
    people = [(number, cells) for number, cells in everyone if columns.response(cells[submitted])]
    if len(people) < len(everyone):
        results.left_out["not submitted (submitdate is empty)"] += len(everyone) - len(people)
    survey_places = [place for place, code_and_text in enumerate(names) if any(map(OWN.fullmatch, code_and_text))]
    times = {
        code_and_text[0]: place for place, code_and_text in enumerate(names) if any(map(TIME.fullmatch, code_and_text))
    }
    others = {*survey_places, *times.values(), person}
    question_places = [place for place in range(len(names)) if place not in others]
    questions = [_question(file.header, place, people) for place in question_places]
    ids = columns.sentences_of(questions, stimuli, file.path, results)
    if not any(ids):
        raise columns.no_sentences(file.path, questions)
    header = file.header[person]
    results.personal += columns.personal(names[place][0] for place in survey_places if place != person)
    results.columns |= {"participant": header, "rt": "Question time"} if times else {"participant": header}
    if any(
        CODE.fullmatch(cells[place])
        for place, name in zip(question_places, ids, strict=True)
        if name
        for _, cells in people
    ):
        results.notes.append("codes of answers were taken as numbers, such as A7 as 7")
    for which, (number, cells) in enumerate(people):
        for place, name, question in zip(question_places, ids, questions, strict=True):
            if name and question.cells[which]:
                time = times.get(f"{names[place][0]}Time")
                results.answers.append(
                    Answer(
                        Row(number, file_name, question.header),
                        f"{cells[person]} of {file_name}"
                        if file_name and not words.get("participant")
                        else cells[person],
                        question.cells[which],
                        sentence_id=name,
                        rt=None if time is None else columns.milliseconds(cells[time], 1000),
                    )
                )


def _understood(header: str) -> tuple[str, ...]:
    """Return the code and the text of a header, which may have one of them, or both."""
    match = HEADER.fullmatch(header)
    return (match[1], match[2] or "") if match else (header,)


def _place(names: Sequence[tuple[str, ...]], column_names: Sequence[str], path: str) -> int:
    """Return where a column of LimeSurvey is. InputError where there is none."""
    for place, code_and_text in enumerate(names):
        if set(column_names) & set(code_and_text):
            return place
    raise InputError(f"{path}: has no column {column_names[0]!r}; export the responses with all columns")


def _question(headers: Sequence[str], place: int, people: Sequence[tuple[int, list[str]]]) -> Question:
    """Return a column with answers; a row of a table of questions has its own code or text in brackets."""
    header = headers[place]
    names, texts = [], [header]
    if match := HEADER.fullmatch(header):
        names.append(match[1])
        if match[2]:
            texts.append(match[2])
    names += [inside[1] for name in names if (inside := INSIDE.search(name))]
    texts = [inside[1] for text in texts if (inside := INSIDE.search(text))] + texts
    return Question(tuple(names), tuple(texts), tuple(_response(cells[place]) for _, cells in people), place + 1)


def _response(cell: str) -> str:
    """Return an answer, and of its code the number."""
    code = CODE.fullmatch(cell)
    return str(int(code[1])) if code else columns.response(cell)


PLATFORM = Platform("LimeSurvey", recognises, read)
