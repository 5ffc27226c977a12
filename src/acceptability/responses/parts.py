"""Find the parts of an experiment, such as practice, test and attention checks, and choose those that count."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from operator import attrgetter

from acceptability.errors import InputError
from acceptability.messages import Message, counted
from acceptability.reading.values import mostly_numbers
from acceptability.responses.answers import Answer, Results, reading_setting
from acceptability.responses.columns import rows_named
from acceptability.responses.stimuli import PRACTICE, Stimuli

MOST_PARTS = 12  # values of a column that names parts


def that_count(
    answers: Sequence[Answer], results: Results, stimuli: Stimuli, words: Mapping[str, str], notes: list[str]
) -> list[Answer]:
    """Return the answers of the parts that LABEL= names; of all parts but practice, where it names none.

    Parts are the labels of answers, or else the values of another column of a table.
    """
    labels = [label.strip() for label in words.get("label", "").split(",") if label.strip()]
    _label_by_column(answers, results, labels, notes)
    counts = Counter(answer.label for answer in answers)
    if unknown := [label for label in labels if label not in counts]:
        raise InputError(
            reading_setting("label", unknown[0]), f": no answer has this label; there are: {in_words(counts)}"
        )
    if labels:
        labelled = [answer for answer in answers if answer.label in labels]
        others = {label: number for label, number in counts.items() if label not in labels}
        if others:
            notes.append(
                Message("not read, because ", reading_setting("label"), f" does not name them: {in_words(others)}")
            )
        return labelled
    practice = [
        any(PRACTICE.match(name) for name in (one.label, one.condition))
        or any(PRACTICE.match(name) for name in (one.sentence_id, one.pair_id) if not stimuli.has(name))
        for one in answers
    ]
    if any(practice):
        notes.append(f"left out: {counted(sum(practice), 'answer')} of practice")
    return [answer for answer, is_practice in zip(answers, practice, strict=True) if not is_practice]


def _label_by_column(answers: Sequence[Answer], results: Results, labels: Sequence[str], notes: list[str]) -> None:
    """Give answers the labels of the column that has all labels of LABEL=, where the answers have none of these."""
    if not labels or {answer.label for answer in answers} & set(labels):
        return
    for header, cells in results.beside.items():
        if set(labels) <= set(cells.values()):
            notes.append(f"the column {header!r} names the parts of the experiment")
            for answer in answers:
                answer.label = cells.get(answer.row, "")
            return


def in_words(labels: Mapping[str, int]) -> str:
    """Return labels in words, each with how many answers have it."""
    return ", ".join(f"{label or 'no label'} ({counted(number, 'answer')})" for label, number in labels.items())


def question(known: Sequence[Answer], unknown: Sequence[Answer], results: Results) -> Message | None:
    """Return a message that asks for LABEL=, if a column tells answers about the dataset's sentences from others.

    Parameters:
        known: answers about sentences of the dataset, and about fillers.
        unknown: answers about other sentences, or about none.
    """
    for header, part_of in _part_columns([*known, *unknown], results):
        parts, others = Counter(map(part_of, known)), Counter(map(part_of, unknown))
        if parts and not parts.keys() & others.keys():
            counts = Counter(map(part_of, sorted([*known, *unknown], key=attrgetter("row.number"))))
            where = f"the column {header!r} names its parts" if header else "their labels name the parts"
            rows = rows_named(sorted(unknown, key=attrgetter("row.number")))
            return Message(
                f"{rows}: {counted(len(unknown), 'answer')} to no sentence of this dataset; {where}: "
                f"{in_words(counts)}; choose the parts that count: ",
                reading_setting("label", ",".join(parts)),
            )
    return None


def _part_columns(answers: Sequence[Answer], results: Results) -> Iterator[tuple]:
    """Yield the header of each column that may name parts, and a function from an answer to its part.

    A column with one value for each participant, such as a name, is about participants and not about parts.
    """
    participants = [answer.participant for answer in answers]
    if all(answer.label for answer in answers):
        yield "", lambda answer: answer.label
    for header, cells in results.beside.items():
        values = [cells.get(answer.row, "") for answer in answers]
        varies = len(set(zip(participants, values, strict=True))) > len(set(participants))
        if all(values) and varies and len(set(values)) <= MOST_PARTS and not mostly_numbers(values):
            yield header, lambda answer, cells=cells: cells[answer.row]
