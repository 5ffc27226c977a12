"""Find participants who answered a sentence twice, and keep the answers that REPEATED= chooses."""

from collections import Counter, defaultdict
from collections.abc import Sequence

from acceptability.errors import InputError
from acceptability.messages import Message, counted
from acceptability.reading.decisions import FIRST, LEAVE_OUT
from acceptability.reading.report import rows_of
from acceptability.responses.answers import Answer, Row, reading_setting
from acceptability.responses.columns import rows_named
from acceptability.responses.parts import in_words

SHOWN = 3  # participants in a message


def kept_answers(
    answers: Sequence[Answer], about: str, all_labels: set[str], choice: str, wrong: list[str], notes: list[str]
) -> tuple[list[Answer], list[Answer]]:
    """Return the first response of each participant to each sentence, and an answer of each participant with several.

    ``wrong`` gets what must be asked: which part counts, where the answers are in different parts (``all_labels`` are
    the labels of all answers), and otherwise REPEATED=.
    """
    if choice not in ("", FIRST, LEAVE_OUT):
        raise InputError(reading_setting("repeated", choice), f": write {FIRST} or {LEAVE_OUT}")
    by_question: dict[tuple[str, str], list[Answer]] = defaultdict(list)
    for one in answers:
        by_question[one.participant, getattr(one, about)].append(one)
    # A row without a response counts only where the participant gave none at all.
    by_question = {key: [one for one in twins if one.response] or twins[:1] for key, twins in by_question.items()}
    labels: Counter = Counter()
    repeated: dict[str, list[list[Answer]]] = defaultdict(list)
    for (person, _), twins in by_question.items():
        if person and len(twins) > 1 and len({one.label for one in twins}) == len(twins):
            labels.update(one.label for one in twins)
        elif person and len(twins) > 1:
            repeated[person].append(twins)
    if labels:
        wrong.append(
            Message(
                f"participants answered about the same {about} in several parts of the experiment ({in_words(labels)} "
                "occur more than once); choose the parts that count, for example ",
                reading_setting("label", ",".join(sorted(all_labels - {min(labels)}))),
            )
        )
    if repeated and not choice:
        wrong.append(_question(repeated, "sentence" if about == "sentence_id" else "pair"))
    first_answers = [twins[0] for twins in by_question.values()] if not labels else list(answers)
    later = sum(map(len, by_question.values())) - len(by_question)
    if repeated and choice == FIRST:
        people = counted(len(repeated), "participant")
        fault = f": {counted(later, 'later answer')} of {people}"
        notes.append(Message("left out by ", reading_setting("repeated", FIRST), fault))
    return first_answers, [of_person[0][0] for of_person in repeated.values()]


def _question(repeated: dict[str, list[list[Answer]]], thing: str) -> Message:
    """Return the message that asks for REPEATED=, with rows of the first participants but not their ids."""
    lines = []
    for questions in list(repeated.values())[:SHOWN]:
        most = max(map(len, questions))
        times = "twice" if most == 2 else f"{most} times"
        rows = _ranges([one for twins in questions for one in twins])
        lines.append(f"{counted(len(questions), thing)} {times} ({rows})")
    more = f" and {counted(len(repeated) - SHOWN, 'more participant')}" if len(repeated) > SHOWN else ""
    return Message(
        f"{counted(len(repeated), 'participant')} answered the same {thing} several times: {', '.join(lines)}{more}; ",
        reading_setting("repeated", FIRST),
        " keeps the first answers, ",
        reading_setting("repeated", LEAVE_OUT),
        " leaves out these participants",
    )


def _ranges(answers: Sequence[Answer]) -> str:
    """Return the rows of answers in words, with ranges such as ``rows 2–5 and 10–13``."""
    numbers = [one.row.number for one in answers]
    if any(one.row != Row(one.row.number) for one in answers):  # in several files or columns
        return rows_named(answers)
    ranges: list[list[int]] = []
    for number in sorted(numbers):
        if ranges and number == ranges[-1][1] + 1:
            ranges[-1][1] = number
        else:
            ranges.append([number, number])
    in_words = rows_of(str(first) if first == last else f"{first}–{last}" for first, last in ranges)
    return in_words if len(numbers) == 1 else f"rows {in_words.partition(' ')[2]}"
