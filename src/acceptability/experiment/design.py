"""Design an experiment: choose who sees which sentences or pairs, fillers, practice, and the words around them."""

import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from acceptability.errors import InputError
from acceptability.messages import counted
from acceptability.reading.sentences import ATTENTION, PRACTICE
from acceptability.statistics import questionnaire

POINTS = {"likert": 7, "choice": 2, "yes_no": 2, "slider": 101}  # how many answers there are
TASKS = tuple(POINTS)
USUAL_GOLD = 6  # items whose answer is beyond doubt, at least
CHECK = "attention"  # the condition of attention checks


@dataclass(frozen=True)
class Stimulus:
    """Contain one sentence as it is shown.

    Attributes:
        sentence_id: ``<pair_id>.good``, ``<pair_id>.bad``, ``filler.<id>``, ``practice.<number>`` or
            ``attention.<number>``.
        sentence: plain text, never HTML.
        item: the pair_id; of all others, the sentence_id.
        condition: good, bad, filler, practice or attention.
        phenomenon: that of the pair; empty for all others.
        gold: of fillers whose answer is beyond doubt, the end of the scale where it lies: good or bad; else empty.
        attention_answer: of attention checks, the answer that they ask for, as ``Answer`` has it; else empty.
    """

    sentence_id: str
    sentence: str
    item: str
    condition: str
    phenomenon: str
    gold: str = ""
    attention_answer: str = ""


@dataclass(frozen=True)
class Choice:
    """Contain two sentences that are shown together; which is on the left is drawn for each participant.

    Attributes:
        pair_id: that of the pair, ``filler.<id>``, ``practice.<number>`` or ``attention.<number>``.
        phenomenon: that of the pair; empty for all others.
        good: the acceptable sentence, as plain text.
        bad: the other one.
        gold: ``good`` for fillers where everybody chooses the good sentence; else empty.
        attention_answer: ``1`` for attention checks, which ask for the good text; else empty.
    """

    pair_id: str
    phenomenon: str
    good: str
    bad: str
    gold: str = ""
    attention_answer: str = ""


@dataclass(frozen=True)
class Design:
    """Contain a whole experiment.

    Attributes:
        name: of the experiment: letters, digits and hyphens.
        task: one of TASKS.
        points: how many answers there are: 7 (likert), 2 (yes_no and choice) or 101 (slider, from 0 to 100).
        lists: the critical sentences of each list; no list for the task choice.
        choices: the pairs of each list, of the task choice only.
        fillers: what every list has beside them: sentences, or pairs for the task choice.
        practice: what comes first: sentences, or pairs for the task choice.
        texts: all words that people see, as texts.yaml has them.
        seed: of the lists.
        checks: the attention checks, which every list has.
    """

    name: str
    task: str
    points: int
    lists: tuple[tuple[Stimulus, ...], ...]
    choices: tuple[tuple[Choice, ...], ...]
    fillers: tuple[Stimulus | Choice, ...]
    practice: tuple[Stimulus | Choice, ...]
    texts: dict
    seed: int
    checks: tuple[Stimulus | Choice, ...] = ()

    @property
    def shared(self) -> tuple[Stimulus | Choice, ...]:
        """Return the items that every list has: fillers and attention checks."""
        return (*self.fillers, *self.checks)

    @property
    def critical(self) -> tuple[tuple[Stimulus | Choice, ...], ...]:
        """Return what each list has of the pairs: sentences, or pairs for the task choice."""
        return self.lists or self.choices


def design(
    name: str,
    task: str,
    sentences: pd.DataFrame,
    pairs: pd.DataFrame,
    number: int,
    fillers: Sequence[Stimulus | Choice],
    texts: dict,
    seed: int,
) -> Design:
    """Return the design of an experiment with so many lists, which are those of ``make check``.

    ``sentences`` and ``pairs`` are the tables SENTENCES and PAIRS of a dataset. Raises InputError where there cannot be
    so many lists, and for a filler that has the text of a sentence of the pairs, or of another filler.
    """
    by_id = sentences.set_index("sentence_id")["sentence"]
    check_fillers(by_id, pairs, fillers)
    is_choice = task == "choice"
    lists = () if is_choice else _lists(by_id, pairs, number, seed)
    choices = _choices(by_id, pairs, number, seed) if is_choice else ()
    rest = tuple(fillers), _practice(task, texts), texts, seed, tuple(attention_checks(task, texts))
    return Design(name, task, POINTS[task], lists, choices, *rest)


def check_fillers(by_id: pd.Series, pairs: pd.DataFrame, fillers: Sequence[Stimulus | Choice]) -> None:
    """Raise InputError for a filler with the text of a sentence of the pairs, or of another filler."""
    for texts in (
        {filler.sentence_id: filler.sentence for filler in fillers if isinstance(filler, Stimulus)},
        {filler.pair_id: filler.good for filler in fillers if isinstance(filler, Choice)},
        {filler.pair_id: filler.bad for filler in fillers if isinstance(filler, Choice)},
    ):
        questionnaire.check_fillers(by_id, pairs, pd.Series(texts, dtype=object))


def _lists(by_id: pd.Series, pairs: pd.DataFrame, number: int, seed: int) -> tuple[tuple[Stimulus, ...], ...]:
    """Return the sentences of each list: a Latin square, in which no list has both sentences of a pair."""
    stimuli = {
        name: Stimulus(name, by_id[name], row.pair_id, side, row.phenomenon)
        for row in pairs.itertuples()
        for side, name in (("good", row.good_id), ("bad", row.bad_id))
    }
    list_tables = questionnaire.lists(by_id, pairs, number, seed)
    return tuple(tuple(stimuli[name] for name in table["sentence_id"]) for table in list_tables)


def _choices(by_id: pd.Series, pairs: pd.DataFrame, number: int, seed: int) -> tuple[tuple[Choice, ...], ...]:
    """Return the pairs of each list: each pair is in one, and no list has a sentence twice.

    Pairs are assigned by paradigm, so that lists share each paradigm alike. Raises InputError where pairs share
    sentences and there are too few lists, and where there are more lists than pairs.
    """
    if number > len(pairs):
        raise InputError(f"{number} lists are too many for {len(pairs)} pairs; ask for {len(pairs)} or fewer")
    shuffled = pairs.iloc[np.random.default_rng(seed).permutation(len(pairs))]
    shuffled = shuffled.sort_values(["phenomenon", "paradigm"], kind="stable")
    lists: list[list[Choice]] = [[] for _ in range(number)]
    seen: list[set[str]] = [set() for _ in range(number)]
    for place, row in enumerate(shuffled.itertuples()):
        pair = Choice(row.pair_id, row.phenomenon, by_id[row.good_id], by_id[row.bad_id])
        texts = {" ".join(text.split()) for text in (pair.good, pair.bad)}
        order = [(place + more) % number for more in range(number)]
        free = [list_number for list_number in order if not texts & seen[list_number]]
        if not free:
            shared = next(
                text for text in sorted(texts) if all(text in list_texts for list_texts in seen) or number == 1
            )
            raise InputError(
                f"the sentence {shared!r} is in several pairs, so that {counted(number, 'list')} would show it "
                f"twice to a participant; ask for {number + 1} lists or more, or leave out one of these pairs"
            )
        shortest = min(free, key=lambda one: len(lists[one]))
        lists[shortest].append(pair)
        seen[shortest] |= texts
    return tuple(map(tuple, lists))


def _practice(task: str, texts: dict) -> tuple[Stimulus | Choice, ...]:
    """Return the practice sentences, or pairs for the task choice."""
    entries = enumerate(texts["practice_pairs" if task == "choice" else "practice"], start=1)
    if task == "choice":
        return tuple(Choice(f"{PRACTICE}{number}", "", entry["good"], entry["bad"]) for number, entry in entries)
    names = ((f"{PRACTICE}{number}", entry["sentence"]) for number, entry in entries)
    return tuple(Stimulus(name, sentence, name, "practice", "") for name, sentence in names)


def attention_checks(task: str, texts: dict) -> Iterator[Stimulus | Choice]:
    """Yield the attention checks, which ask for different answers in turn."""
    words, ends, (no, yes) = texts["attention"], texts["slider"], map(texts["yes_no"].get, ("reject", "accept"))
    answers = {  # the answer, as results have it, and in words
        "likert": [(number, number) for number in ("2", "6", "3", "5")],
        "slider": [("0-10", ends["low"]), ("90-100", ends["high"])],
        "yes_no": [(f"0|{no}", no), (f"1|{yes}", yes)],
        "choice": [("1", "")],
    }[task]
    for number in range(texts["attention_checks"]):
        name, (answer, in_words) = f"{ATTENTION}{number + 1}", answers[number % len(answers)]
        if task == "choice":
            yield Choice(name, "", words["choose"], words["leave"], attention_answer=answer)
        else:
            text = words[task].replace("{answer}", in_words)
            yield Stimulus(name, text, name, CHECK, "", attention_answer=answer)


def _text(item: Stimulus | Choice) -> str:
    """Return the sentence of an item; of a pair, the acceptable one."""
    return item.good if isinstance(item, Choice) else item.sentence


def _script(items: Sequence[Stimulus | Choice]) -> str:
    """Return the script of most letters of sentences, such as Latin or Cjk; nothing where there are none."""
    letters = (letter for item in items for letter in _text(item) if letter.isalpha())
    scripts = Counter(unicodedata.name(letter, "").split(" ")[0].capitalize() for letter in letters)
    return scripts.most_common(1)[0][0] if scripts else ""


def described(experiment: Design) -> list[str]:
    """Return in lines what a participant sees, and what a referee would miss."""
    sizes = sorted({len(items) for items in experiment.critical})
    size = str(sizes[0]) if len(sizes) == 1 else f"{sizes[0]} to {sizes[-1]}"
    what = "pairs" if experiment.task == "choice" else "sentences of pairs"
    gold = sum(bool(filler.gold) for filler in experiment.fillers)
    many = len(experiment.critical)
    golden = f" ({gold} of them gold items)" if gold else ""
    fillers = counted(len(experiment.fillers), "filler") + golden if experiment.fillers else "no fillers"
    checks = f", {counted(len(experiment.checks), 'attention check')}" if experiment.checks else ""
    lines = [
        f"Task {experiment.task}: {counted(many, 'list')}, each with {size} {what}, {fillers}{checks} and "
        f"{len(experiment.practice)} for practice."
    ]
    if experiment.practice:
        first = _text(experiment.practice[0])
        lines.append(f"Practice: {first!r} and so on, in texts.yaml; write them in the language of your pairs.")
    scripts = [_script(items) for items in (experiment.practice, experiment.critical[0])]
    if all(scripts) and scripts[0] != scripts[1]:
        lines.append(
            f"warning: the practice sentences are in {scripts[0]} script, and your pairs in {scripts[1]} script; name "
            "the language of your pairs with LANGUAGE=, or write practice sentences into texts.yaml"
        )
    if len(experiment.fillers) < sizes[-1]:
        phenomena = {item.phenomenon for items in experiment.critical for item in items}
        mixed = f"; pairs of {len(phenomena)} phenomena are fillers for each other" if len(phenomena) > 1 else ""
        lines.append(
            f"warning: there are fewer fillers ({len(experiment.fillers)}) than {what} in a list ({sizes[-1]}); as "
            f"many or twice as many are usual, half of them good and half bad{mixed}"
        )
    if not gold:
        sides = "good" if experiment.task == "choice" else "good or bad"
        reason = "without fillers whose answer is beyond doubt, nobody can tell who paid no attention"
        if experiment.checks:
            reason = "only the attention checks show who paid no attention"
        add = f"Add a column gold to FILLERS=, with {sides} in the rows of 6 to 10 of them"
        lines.append(f"warning: no gold items; {reason}. {add}")
    elif gold < USUAL_GOLD:
        lines.append(f"warning: there are only {gold} gold items; 6 to 10 are usual")
    return lines
