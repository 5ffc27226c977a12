"""Read results of Google Forms: a row for each person, and a column for each question, which is called by its text."""

import re
from collections.abc import Mapping, Sequence

from acceptability.errors import InputError
from acceptability.reading.values import mostly_numbers
from acceptability.responses import columns
from acceptability.responses.answers import Answer, Results, Row
from acceptability.responses.columns import Question
from acceptability.responses.files import File
from acceptability.responses.registry import Platform
from acceptability.responses.scale import folded
from acceptability.responses.stimuli import Stimuli

TIMES = {  # the first header, in the language of the form
    *("timestamp", "zeitstempel", "horodateur", "marca temporal", "carimbo de data/hora", "informazioni cronologiche"),
    *("tijdstempel", "отметка времени", "タイムスタンプ", "时间戳记", "時間戳記", "타임스탬프", "sygnatura czasowa"),
}
TIME = re.compile(r"\d{1,4}[./-]\d{1,2}[./-]\d{1,4}.*\d[:.]\d\d.*")
ROW = re.compile(r"[^\[]*\[(.*)\]", re.DOTALL)  # a row of a grid of questions
OWN = {"score", "email address", "username"}


def recognises(file: File) -> bool:
    """Return whether the first column has times as Google writes them, and others have texts as headers."""
    if not file.header or file.header[0].casefold() not in TIMES:
        return False
    are_times = all(TIME.fullmatch(cells[0].strip()) for _, cells in file.rows[1:])
    return are_times and any(" " in header or ROW.fullmatch(header) for header in file.header[1:])


def read(files: Sequence[File], stimuli: Stimuli, words: Mapping[str, str]) -> Results:
    """Return the answers of all files. InputError where questions are not known, or a person answered one twice."""
    columns.refuse_words(words, "Google Forms")
    results = Results("Google Forms", in_order=False)
    people = 0
    for file in files:
        people = _add(results, file, columns.name_among(file, files), people, stimuli, words)
    if "participant" not in results.columns:
        results.columns["participant"] = "row"
    if _rate_both(results, stimuli):
        results.notes.append("there were no lists: each person rated both sentences of each pair")
    return results


def _add(results: Results, file: File, file_name: str, before: int, stimuli: Stimuli, words: Mapping[str, str]) -> int:
    """Add the answers of one file, which has a name if there are several, to those of ``before`` people.

    Return how many people there are then.
    """
    people = list(columns.rows(file))
    person = None
    if words.get("participant"):
        header = columns.chosen("participant", "", file.header, words, file.path)
        person = file.header.index(header)
        results.columns["participant"] = header
    form_places = [place for place, header in enumerate(file.header) if header.casefold() in OWN]
    question_places = [place for place in range(1, len(file.header)) if place not in form_places and place != person]
    results.personal += columns.personal(file.header[place] for place in form_places if place != person)
    questions = [_question(file.header, place, people) for place in question_places]
    ids = columns.sentences_of(questions, stimuli, file.path, results)
    if not any(ids):
        raise columns.no_sentences(file.path, questions)
    if texts := _texts_beside_ratings(ids, questions, words):
        results.notes.append(
            "these columns were not read, because others with the same sentence have ratings: "
            f"{columns.listed([str(question_places[place] + 1) for place in texts])}"
        )
        ids = ["" if place in texts else name for place, name in enumerate(ids)]
    for which, (number, cells) in enumerate(people):
        seen: dict[str, int] = {}
        for place, name, question in zip(question_places, ids, questions, strict=True):
            if not name or not question.cells[which]:
                continue
            if name in seen:
                raise InputError(
                    f"{file.path}, row {number}: the columns {seen[name] + 1} and {place + 1} are the same sentence "
                    f"({name}), and both have an answer; remove one of the columns"
                )
            seen[name] = place
            results.answers.append(
                Answer(
                    Row(number, file_name, str(place + 1)),
                    cells[person] if person is not None else str(before + which + 1),
                    question.cells[which],
                    sentence_id=name,
                )
            )
    return before + len(people)


def _texts_beside_ratings(ids: Sequence[str], questions: Sequence[Question], words: Mapping[str, str]) -> list[int]:
    """Return the places of questions with answers in words, where another question about the sentence has ratings.

    Ratings are numbers, or the labels of SCALE=.
    """
    labels = {folded(columns.response(label)) for label in words.get("scale", "").split("|")}
    rated, texts = set(), []
    for place, (name, question) in enumerate(zip(ids, questions, strict=True)):
        cells = [cell for cell in question.cells if cell]
        if name and cells:
            if mostly_numbers(cells) or labels >= set(map(folded, cells)):
                rated.add(name)
            else:
                texts.append(place)
    return [place for place in texts if ids[place] in rated]


def _question(headers: Sequence[str], place: int, people: Sequence[tuple[int, list[str]]]) -> Question:
    """Return a column with answers; a row of a grid has its own text in brackets."""
    header = headers[place]
    row = ROW.fullmatch(header)
    texts = (row[1], header) if row else (header,)
    return Question(texts, texts, tuple(columns.response(cells[place]) for _, cells in people), place + 1)


def _rate_both(results: Results, stimuli: Stimuli) -> bool:
    """Return whether everybody rated both sentences of each pair of which anybody rated one."""
    rated = {(answer.participant, answer.sentence_id) for answer in results.answers}
    people = {name for name, _ in rated}
    sentences = {sentence for _, sentence in rated}
    pairs = [pair for pair in stimuli.pairs if sentences & {f"{pair}.good", f"{pair}.bad"}]
    return bool(pairs) and all(
        (person, f"{pair}.{side}") in rated for person in people for pair in pairs for side in ("good", "bad")
    )


PLATFORM = Platform("Google Forms", recognises, read)
