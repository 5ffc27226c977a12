"""Tell attention checks, which ask for an answer, from sentences, and right answers from wrong ones."""

from collections.abc import Mapping, Sequence
from operator import attrgetter

from acceptability.messages import counted
from acceptability.reading.values import number_of
from acceptability.responses.answers import Answer
from acceptability.responses.repetition import FIRST
from acceptability.responses.scale import ENDS, folded


def without_checks(
    answers: Sequence[Answer], answers_of_checks: Mapping[str, str], repeated: str, notes: list[str]
) -> tuple[list[Answer], list[Answer]]:
    """Return the answers about sentences, and those to attention checks; the notes count the latter.

    ``answers_of_checks`` has the answers that checks ask for, by their sentence_id, where the file of answers has none.
    With REPEATED=first, the first answer of a participant to a check counts.
    """
    for one in answers:
        one.attention_answer = one.attention_answer or answers_of_checks.get(one.sentence_id, "")
    checks = [one for one in answers if one.attention_answer]
    if repeated == FIRST:
        key = attrgetter("participant", "sentence_id", "pair_id", "attention_answer")
        checks = list({key(one): one for one in reversed(checks)}.values())[::-1]
    if checks:
        people = counted(len({one.participant for one in checks}), "participant")
        number = sum(map(is_failed, checks))
        notes.append(f"attention checks: {counted(len(checks), 'answer')} of {people}, {number:,} wrong")
    return [one for one in answers if not one.attention_answer], checks


def is_failed(check: Answer) -> bool:
    """Return whether an attention check has another answer than it asks for; without an answer, it is not failed.

    It asks for an answer, for a number in a range such as ``90-100``, or for one of several with ``|`` between.
    """
    options = [option.strip() for option in check.attention_answer.split("|")]
    number, ranges = number_of(check.response, "."), filter(None, map(ENDS.fullmatch, options))
    is_in_range = number is not None and any(float(ends[1]) <= number <= float(ends[2]) for ends in ranges)
    return bool(check.response) and not is_in_range and folded(check.response) not in map(folded, options)
