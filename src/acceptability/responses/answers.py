"""Define the content of results of experiments: answers of participants, one in each row, from any platform."""

from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple

from acceptability.messages import Setting, setting
from acceptability.reading.report import Reading
from acceptability.reading.roles import plain

RATING, CHOICE = "rating", "choice"
SIMULATED = "simulated-"  # how the participants of simulated answers are called


class Row(NamedTuple):
    """Say where an answer is, as messages name it: ``row 14 of P1.csv, column Q3``.

    Attributes:
        number: of the row, or of another ``unit``, from 1.
        file: the name of the file, if there are several.
        column: the column, if a row has several answers.
        unit: ``row``, or ``record`` of JSON.
    """

    number: int
    file: str = ""
    column: str = ""
    unit: str = "row"

    @property
    def place(self) -> str:
        """Return the place without its unit: ``14 of P1.csv, column Q3``."""
        file, column = self.file and f" of {self.file}", self.column and f", column {self.column}"
        return f"{self.number}{file}{column}"

    def __str__(self) -> str:
        return f"{self.unit} {self.place}"


@dataclass(slots=True)
class Answer:
    """Contain what a participant answered about one sentence, or about one pair.

    Attributes:
        row: where it is in the files.
        participant: who answered, by the id in the file.
        response: the rating as it is written, a number or a label of the scale; of a choice, ``1`` where the acceptable
            sentence was chosen, else ``0``. Empty: no answer.
        task: RATING or CHOICE.
        sentence_id, sentence, item, condition: which sentence it is about, as far as the file says.
        pair_id, good, bad: which pair a choice is about, likewise.
        good_first: of a choice, whether the acceptable sentence stood first, or on the left; None: not known.
        label: the part of the experiment that it belongs to; empty where the file names none.
        list: the list of sentences that the person saw.
        place: which place it had in the person's questionnaire, from 1; None: not known.
        rt: response time in milliseconds; None: not known.
        gold: ``good`` or ``bad`` of a sentence whose answer is beyond doubt.
        attention_answer: of an attention check, the answer that it asks for: a number, a range such as ``90-100``, or
            several answers with ``|`` between; empty of all others.
        scale: what the answer was given on, such as ``buttons`` or ``slider``: two of them cannot be compared.
        excluded: the rule that leaves out this answer alone, with its number; empty where none does.
    """

    row: Row
    participant: str
    response: str
    task: str = RATING
    sentence_id: str = ""
    sentence: str = ""
    item: str = ""
    condition: str = ""
    pair_id: str = ""
    good: str = ""
    bad: str = ""
    good_first: bool | None = None
    label: str = ""
    list: str = ""
    place: int | None = None
    rt: float | None = None
    gold: str = ""
    attention_answer: str = ""
    scale: str = ""
    excluded: str = ""


@dataclass
class Results:
    """Contain the answers of one export, and how it was read.

    Attributes:
        platform: the name of the program that wrote it.
        answers: in the order of the file.
        columns: which column is what, such as ``{"participant": "run_id"}``.
        left_out: how many rows or people do not count, by the reason.
        beside: the cells of columns that are not used, by their header and by the row of the answer; of tables.
        questions: what each participant answered to the questions that EXCLUDE= names, by question.
        personal: columns about the person, which were not read.
        in_order: whether each person's answers are in the order in which they were given.
        wrong: what is wrong with rows, which is raised together with all that is wrong with answers.
        notes: all else that was decided or is in doubt.
    """

    platform: str
    answers: list[Answer] = field(default_factory=list)
    columns: dict[str, str] = field(default_factory=dict)
    left_out: Counter = field(default_factory=Counter)
    beside: dict[str, dict[Row, str]] = field(default_factory=dict)
    questions: dict[str, dict[str, str]] = field(default_factory=dict)
    personal: list[str] = field(default_factory=list)
    in_order: bool = True
    wrong: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def note_question(self, participant: str, question: str, answer: str) -> None:
        """Keep what a participant answered to a question; the first answer counts."""
        if participant and answer.strip():
            self.questions.setdefault(participant, {}).setdefault(plain(question), answer.strip())


@dataclass(frozen=True)
class Answered:
    """Contain checked answers.

    Attributes:
        ratings: of sentences and fillers, with participants as they are written into results, resolved ids, numbers as
            ``response`` (empty: none) and places.
        choices: of pairs, likewise.
        reasons: why each participant who is left out is.
        rated_pairs: how many pairs have ratings of both sentences.
        reading: how the file was read.
        doubts: those of its notes that are about what is doubtful.
        simulated: did nobody give some of these answers?
        paths: the files that they are from; none of a table in memory.
        key: what differs where other answers, or the same ones in another way, would be read from such files.
    """

    ratings: list[Answer]
    choices: list[Answer]
    reasons: dict[str, str]
    rated_pairs: int
    reading: Reading
    doubts: tuple[str, ...] = ()
    simulated: bool = False
    paths: tuple[str, ...] = ()
    key: str = ""

    @property
    def places(self) -> bool:
        """Return whether a sentence stood at several places of questionnaires, and all places are known."""
        places = {(one.sentence_id, one.place) for one in self.ratings}
        return all(place for _, place in places) and len({name for name, _ in places}) < len(places)


def reading_setting(name: str, value: str | None = None) -> Setting:
    """Return a setting of how results are read, which is a key below ``answers`` in the configuration."""
    return setting(name, value, below="answers")
