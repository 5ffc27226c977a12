"""Leave out people by rules that each have a number, which were written down before anybody saw the answers."""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from acceptability.errors import InputError
from acceptability.messages import Message, Setting, counted, setting
from acceptability.reading.roles import plain
from acceptability.reading.sentences import PARTICIPANT
from acceptability.reading.values import mostly_numbers
from acceptability.responses import columns
from acceptability.responses.answers import CHOICE, Answer, reading_setting
from acceptability.responses.attention import is_failed
from acceptability.responses.scale import folded


@dataclass(frozen=True)
class Rule:
    """Describe a rule that leaves people out.

    Attributes:
        meaning: whom it leaves out; ``{}`` is its number.
        usual: a number that papers use.
        measure: what a person's answers are measured by; None where the file does not say.
        below: whether values below the number are left out; else those above it.
        equal: whether the number itself leaves out, too.
        is_share: whether the number is written in per cent.
    """

    meaning: str
    usual: float
    measure: Callable[["Person"], float | None]
    below: bool = False
    equal: bool = False
    is_share: bool = False

    def meaning_at(self, number: float) -> str:
        """Return whom it leaves out with this number."""
        if self.is_share and number == 1:
            return self.meaning.replace("at least {} of the", "all")
        return self.meaning.format(f"{100 * number:g} %" if self.is_share else f"{number:g}")

    def leaves_out(self, value: float, number: float) -> bool:
        """Return whether a person with this value is left out."""
        return value == number if value == number and self.equal else (value < number if self.below else value > number)


@dataclass(frozen=True)
class Person:
    """Contain what the rules need of a participant: the answers, the ends of the scale, and the number of questions.

    Attention checks are not among the answers.
    """

    answers: Sequence[Answer]
    low: float
    high: float
    most: float
    checks: Sequence[Answer] = ()


def _wrong_gold(person: Person) -> float | None:
    """Return the share of gold items on the wrong side of the middle of the scale; the middle is on neither side."""
    middle = (person.low + person.high) / 2
    wrong = []
    for answer in person.answers:
        if answer.gold and answer.response:
            side = 1 if answer.gold == "good" else -1
            value = float(answer.response) - (0.5 if answer.task == CHOICE else middle)
            wrong.append(value * side < 0)
    return sum(wrong) / len(wrong) if wrong else None


def _median_time(person: Person) -> float | None:
    times = [answer.rt for answer in person.answers if answer.rt is not None]
    return median(times) if times else None


def _most_frequent(person: Person) -> float | None:
    """Return the share of the most frequent rating; a person who only chose has none."""
    ratings = [answer.response for answer in person.answers if answer.response and answer.task != CHOICE]
    return Counter(ratings).most_common(1)[0][1] / len(ratings) if ratings else None


def _complete(person: Person) -> float | None:
    return sum(bool(answer.response) for answer in person.answers) / person.most


def _missing(person: Person) -> float | None:
    return sum(not answer.response for answer in person.answers) / len(person.answers)


def _failed_checks(person: Person) -> float | None:
    return sum(map(is_failed, person.checks)) if any(check.response for check in person.checks) else None


RULES = {
    "gold": Rule("more than {} of the gold items are on the wrong side of the scale", 0.2, _wrong_gold),
    "attention": Rule("{} or more attention checks were answered wrongly", 1, _failed_checks, equal=True),
    "fast": Rule("the median response time is below {} ms", 1000, _median_time, below=True),
    "constant": Rule("at least {} of the ratings are the same", 1, _most_frequent, equal=True, is_share=True),
    "complete": Rule("less than {} of the questions are answered", 0.9, _complete, below=True),
    "missing": Rule("more than {} of the questions that were shown have no answer", 0.1, _missing),
}


FAST_ANSWERS = "fast_answers"  # a rule about single answers: a second press of a key answers the next sentence unread
FASTEST = 200.0  # milliseconds
OF_ANSWERS = {FAST_ANSWERS: ("single answers within less than {} ms", FASTEST)}  # rules that leave answers out


OTHERS = {"repeated": "answered a sentence twice", "people": "in a list of participants to leave out"}
LIST = "people:"  # before the file with a list of participants, in EXCLUDE=
NEARLY = 0.9  # a share of participants that is nearly everybody
REPEATED, LISTED = "repeated", "people"  # reasons without a number
SEVERAL = 5  # participants whose answers are all different may be named by them
OF_MANY = {"age", "gender", "sex", "device", "platform", "browser", "os"}  # personal, but identify nobody


@dataclass(frozen=True)
class Condition:
    """Leave out participants by their answer to a question, such as ``language=English`` or ``language!=German``."""

    question: str
    answer: str
    equal: bool

    def __str__(self) -> str:
        return f"{self.question}{'=' if self.equal else '!='}{self.answer}"

    def leaves_out(self, answer: str) -> bool:
        """Return whether a participant with this answer is left out; nobody is without an answer."""
        return bool(answer) and (folded(answer) == folded(self.answer)) == self.equal


@dataclass(frozen=True)
class Rules:
    """Contain what EXCLUDE= names: the numbers of rules by their names, conditions, and the file with a list."""

    numbers: Mapping[str, float]
    conditions: tuple[Condition, ...] = ()
    people: str = ""


def questions_of(text: str) -> frozenset[str]:
    """Return the plain names of the questions that EXCLUDE= names."""
    return frozenset(plain(condition.question) for condition in parse(text).conditions)


def parse(text: str) -> Rules:
    """Return the rules of EXCLUDE=: ``gold=0.2,fast=1000,language=English``. InputError for what is no rule."""
    numbers: dict[str, float] = {}
    conditions: list[Condition] = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        if part.startswith(LIST):
            continue
        name, sign, value = map(str.strip, [*re.split(r"(!?=)", part, maxsplit=1), "", ""][:3])
        if name and value and (sign == "!=" or name not in {*RULES, *OF_ANSWERS}):
            conditions.append(Condition(name, value, sign == "="))
            continue
        try:
            usual = OF_ANSWERS[name][1] if name in OF_ANSWERS else RULES[name].usual
            numbers[name] = float(value) if value else usual
            if not math.isfinite(numbers[name]):
                raise ValueError(value)
        except (KeyError, ValueError) as error:
            fault = f": is not a rule that takes a number; such rules are: {_usual_rules()}"
            raise InputError(reading_setting("exclude", part), fault) from error
    return Rules(numbers, tuple(conditions), list_file(text))


def list_file(exclude: str, people: str = "") -> str:
    """Return the file with the participants to leave out: of EXCLUDE=people:, or of PEOPLE=; or nothing.

    InputError where several files are named, or none after ``people:``.
    """
    parts = [part.strip() for part in exclude.split(",")]
    paths = [part.removeprefix(LIST).strip() for part in parts if part.startswith(LIST)]
    if "" in paths or len(paths) + bool(people) > 1:
        example = reading_setting("exclude", f"{LIST}list.csv")
        fault = "the participants to leave out must be in one file; name it once, in "
        raise InputError(fault, example, " or ", setting("people"))
    return paths[0] if paths else people


def refuse_identifying(rules: Rules, headers: Collection[str]) -> None:
    """Raise InputError for a condition that could name a participant, whose pseudonym results would then reveal.

    ``headers`` are the column of participants and personal columns.
    """
    identifying = {*PARTICIPANT, *map(plain, headers)} - OF_MANY
    for name in (condition.question for condition in rules.conditions):
        if plain(name) in identifying or (columns.is_personal(name) and plain(name) not in OF_MANY):
            raise _identifying(name)


def _identifying(question: str) -> InputError:
    """Return the error of a condition that could name a participant."""
    fault = " can identify participants; write their ids into a file, and use "
    return InputError(reading_setting("exclude", question), fault, reading_setting("exclude", f"{LIST}<file>"))


def _are_all_different(answers: Collection[str]) -> bool:
    """Return whether several participants gave answers in words that are all different, as names are."""
    texts = [folded(answer) for answer in answers if answer]
    return len(texts) >= SEVERAL and len(set(texts)) == len(texts) and not mostly_numbers(texts)


def _usual_rules() -> str:
    """Return all rules with their usual numbers, in words."""
    usual = [f"{key}={rule.usual:g}" for key, rule in RULES.items()] + [f"{FAST_ANSWERS}={FASTEST:g}"]
    return ", ".join(f"{rule} ({meaning_of(rule)})" for rule in usual)


def without_rules(
    names: Collection[str],
    questions: Mapping[str, Mapping[str, str]],
    rules: Rules,
    people: Collection[str],
    repeated: Collection[str],
) -> dict[str, str]:
    """Return why participants are left out by other reasons than their ratings: a list, a question, or repetition.

    InputError for a question that nobody answered, and for a list with nobody who answered.

    Parameters:
        names: the participants, as the file calls them.
        questions: the answers of each to the questions of EXCLUDE=.
        people: the ids in the list of participants to leave out.
        repeated: participants who answered twice, where REPEATED= leaves them out.
    """
    if people and not set(people) & set(names):
        raise InputError(reading_setting("exclude", f"{LIST}{rules.people}"), ": no participant has an id in this list")
    reasons = dict.fromkeys((name for name in names if name in people), LISTED)
    reasons = dict.fromkeys((name for name in names if name in repeated), REPEATED) | reasons
    for condition in rules.conditions:
        answers = {name: questions.get(name, {}).get(plain(condition.question), "") for name in names}
        if not any(answers.values()):
            fault = f": nobody answered a question with this name, and it is no rule; rules are: {_usual_rules()}"
            raise InputError(reading_setting("exclude", str(condition)), fault)
        if _are_all_different(answers.values()):
            raise _identifying(condition.question)
        for name, answer in answers.items():
            if condition.leaves_out(answer):
                reasons.setdefault(name, str(condition))
    return reasons


def of_participants(numbers: Mapping[str, float]) -> dict[str, float]:
    """Return the rules that leave out participants, and not single answers."""
    return {rule: number for rule, number in numbers.items() if rule not in OF_ANSWERS}


def meaning_of(rule: str) -> str:
    """Return whom or what a rule with its number, such as ``gold=0.2``, leaves out."""
    if rule in OTHERS:
        return OTHERS[rule]
    name, _, number = rule.partition("=")
    if name in OF_ANSWERS:
        return OF_ANSWERS[name][0].format(number)
    return RULES[name].meaning_at(float(number)) if name in RULES else "by the answer to a question"


def rule_of(reason: str) -> str:
    """Return the rule in a reason, such as ``gold=0.2 (0.5)``, without the value of the participant or answer."""
    has_value = reason.partition("=")[0] in {*RULES, *OF_ANSWERS}  # a condition may end in brackets of its own
    return reason.partition(" (")[0] if has_value else reason


def people(answers: Sequence[Answer], low: float, high: float, checks: Sequence[Answer] = ()) -> dict[str, Person]:
    """Return what the rules need of each participant; ``low`` and ``high`` are the ends of the scale.

    ``checks`` are the answers to attention checks.

    The questions that a participant could answer are those of the participant's lists that nearly everybody has, as
    of fillers, and those of the shortest of the other lists. If no other participant has the same list, they are as
    many as the median participant was asked.
    """
    answers_of: dict[str, list[Answer]] = defaultdict(list)
    questions_of_list: dict[str, dict[str, set[tuple[str, str]]]] = defaultdict(lambda: defaultdict(set))
    for answer in answers:
        answers_of[answer.participant].append(answer)
        questions_of_list[answer.list][answer.participant].add((answer.sentence_id, answer.pair_id))
    checks_of: dict[str, list[Answer]] = defaultdict(list)
    for check in checks:
        checks_of[check.participant].append(check)
    usual = median(map(len, answers_of.values())) if answers_of else 0
    lengths = {
        name: _length(of_members) for name, of_members in questions_of_list.items() if name and len(of_members) > 1
    }
    common = {name for name in lengths if len(questions_of_list[name]) >= NEARLY * len(answers_of)}
    everyone = {}
    for person, of_person in answers_of.items():
        lists = {one.list for one in of_person} & lengths.keys()
        could = sum(lengths[name] for name in lists & common) + min(
            (lengths[name] for name in lists - common), default=0
        )
        everyone[person] = Person(of_person, low, high, could if lists else usual, checks_of[person])
    return everyone


def _length(of_members: Mapping[str, set[tuple[str, str]]]) -> float:
    """Return how many questions a list has; if it gives its members different ones, how many the median member got."""
    union, numbers = set().union(*of_members.values()), [len(questions) for questions in of_members.values()]
    return len(union) if max(numbers) == len(union) else median(numbers)


def excluded(everyone: Mapping[str, Person], numbers: Mapping[str, float]) -> dict[str, str]:
    """Return why each participant who is left out is: the rule, and the person's value.

    InputError for a rule that the file says nothing about, as about response times.
    """
    reasons: dict[str, str] = {}
    for rule, number in of_participants(numbers).items():
        values = {name: RULES[rule].measure(person) for name, person in everyone.items()}
        if all(value is None for value in values.values()):
            raise InputError(
                reading_setting("exclude", rule), ": ", NEEDED.get(rule, "nobody gave a rating; leave this rule out")
            )
        for name, value in values.items():
            if value is not None and RULES[rule].leaves_out(value, number):
                reasons.setdefault(name, f"{rule}={number:g} ({round(value, 3):g})")
    return reasons


NEEDED = {
    "gold": Message(
        "no sentence is known to be gold; add ",
        setting("gold"),
        ", a table with the columns sentence_id and gold (good or bad), or leave this rule out",
    ),
    "attention": "no answers to attention checks are known, which a column attention_answer tells from others (the "
    "answer that a check asks for); leave this rule out",
    "fast": "no response times are known; leave this rule out",
}


def _counts(reasons: Mapping[str, str], rules: Rules) -> list[tuple[Setting, str, int]]:
    """Return each rule of EXCLUDE= as a setting and as tables name it, with how many participants it leaves out."""
    rule_names = [f"{rule}={number:g}" for rule, number in of_participants(rules.numbers).items()]
    rule_names += [*map(str, rules.conditions), *([LISTED] if rules.people else [])]
    whole = {LISTED: f"{LIST}{rules.people}"}
    counts = Counter(map(rule_of, reasons.values()))
    return [(reading_setting("exclude", whole.get(rule, rule)), rule, counts[rule]) for rule in rule_names]


def in_words(reasons: Mapping[str, str], rules: Rules, everyone: Collection[str]) -> list[Message]:
    """Return a note on each rule: how many participants it leaves out."""
    counts = _counts(reasons, rules)
    if repeated := sum(reason == REPEATED for reason in reasons.values()):
        counts.append((reading_setting("repeated", "leave_out"), REPEATED, repeated))
    participants = counted(len(everyone), "participant")
    return [
        Message("left out by ", option, f": {count:,} of {participants} ({meaning_of(rule)})")
        for option, rule, count in counts
    ]


def warnings(reasons: Mapping[str, str], rules: Rules, everyone: Collection[str]) -> list[Message]:
    """Return a warning for each rule that leaves out more than half of the participants."""
    fault = " leaves out {:,} of {:,} participants, more than half; check the rule"
    return [
        Message(option, fault.format(count, len(everyone)))
        for option, _, count in _counts(reasons, rules)
        if 2 * count > len(everyone)
    ]


def leave_out_fast_answers(answers: Sequence[Answer], numbers: Mapping[str, float]) -> list[Message]:
    """Mark the answers that ``fast_answers`` leaves out, and return a note on answers that were given unread.

    InputError where the rule is named and no response times are known.
    """
    timed = [(one.rt, one) for one in answers if one.rt is not None and one.response]
    limit = numbers.get(FAST_ANSWERS, FASTEST)
    fast = [(time, one) for time, one in timed if time < limit]
    option = reading_setting("exclude", f"{FAST_ANSWERS}={limit:g}")
    who = counted(len({one.participant for _, one in fast}), "participant")
    if FAST_ANSWERS not in numbers:
        if not fast:
            return []
        counts = f"answers within less than {limit:g} ms: {len(fast):,} of {len(timed):,}, of {who}; "
        return [Message(counts, option, " leaves them out")]
    if not timed:
        raise InputError(reading_setting("exclude", FAST_ANSWERS), ": ", NEEDED["fast"])
    for time, one in fast:
        one.excluded = f"{FAST_ANSWERS}={limit:g} ({round(time, 3):g})"
    return [Message("left out by ", option, f": {len(fast):,} of {len(timed):,} answers, of {who}")]


def would_leave_out(everyone: Mapping[str, Person]) -> list[Message]:
    """Return what each rule would do with its usual number, in words, where it would leave out anybody."""
    lines = []
    for key, rule in RULES.items():
        values = [rule.measure(person) for person in everyone.values()]
        number = sum(value is not None and rule.leaves_out(value, rule.usual) for value in values)
        if number:
            meaning = rule.meaning_at(rule.usual)
            option = reading_setting("exclude", f"{key}={rule.usual:g}")
            lines.append(Message(option, f" would leave out {number:,} ({meaning})"))
    return lines
