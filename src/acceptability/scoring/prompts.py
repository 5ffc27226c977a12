"""Define prompts: how a model, or anyone else, is asked about sentences, and how answers are read (pure).

A *prompt* asks about a sentence (measures ``yes_no`` and ``rating``) or about the two sentences of a pair
(``forced_choice``). Its *options* are the answers, each with the *forms* in which it may be written. It may show
*examples*, with their right answers, before it asks. A *question* is a prompt about one item (a sentence, or a pair in
one of two orders), after the examples in one of their orders.
"""

import hashlib
import json
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import permutations
from typing import TYPE_CHECKING, NamedTuple

from acceptability.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

YES, NO, FIRST, SECOND = "yes", "no", "first", "second"
SENTENCE_MEASURES, PAIR_MEASURES = ("yes_no", "rating"), ("forced_choice",)
MEASURES = (*SENTENCE_MEASURES, *PAIR_MEASURES)
OPTIONS = {"yes_no": (YES, NO), "forced_choice": (FIRST, SECOND)}  # those of a rating are whole numbers
SLOTS = dict.fromkeys(SENTENCE_MEASURES, ("{sentence}",)) | dict.fromkeys(PAIR_MEASURES, ("{first}", "{second}"))
KEYS = ("id", "language", "measure", "template", "options", "study")
EXAMPLES, BALANCED = "examples", "balanced"  # keys that a prompt may have besides
OWN, NONE = "own", "none"  # system prompts that are no text: that of the chat template, and none
BETWEEN = "\n\n"  # what stands after each example, where all is one text
GOOD_FIRST, BAD_FIRST, ALONE = "good_first", "bad_first", ""  # orders; a sentence is asked about alone
ORDERS = {ALONE: 0, GOOD_FIRST: 1, BAD_FIRST: 2}  # their numbers in ids
ID = re.compile(r"([0-9a-f]{8})_([a-z0-9-]+)_([1-9]\d*)_([0-2])_([1-9]\d*)")  # providers allow no other signs
SIGNS, MARKS, QUOTES = "+-−", ".,:;!-–—", " *_`\"'”’)]"
# A number with its sign, 4.5 and don't are one word each.
WORD = re.compile(rf"(?<![^\W_])[{SIGNS}]?\d+(?:[.,/:]\d+)+|(?<![^\W_])[{SIGNS}]\d+|[^\W_]+(?:['’-][^\W_]+)*")


class Example(NamedTuple):
    """Contain a sentence, or two in the order in which they stand, and the option that is the right answer."""

    texts: tuple[str, ...]
    answer: str


@dataclass(frozen=True)
class Prompt:
    """Describe a prompt, as a file of prompts has it; ``options`` has the forms of each option.

    ``balanced`` is false where a file says that its examples need not be.
    """

    id: str
    language: str
    measure: str
    template: str
    options: Mapping[str, tuple[str, ...]]
    study: str
    examples: tuple[Example, ...] = ()
    balanced: bool = True

    @property
    def orders(self) -> tuple[str, ...]:
        """Return the orders in which the prompt is asked."""
        return (GOOD_FIRST, BAD_FIRST) if self.measure in PAIR_MEASURES else (ALONE,)

    @property
    def rotations(self) -> int:
        """Return the number of orders in which its examples are shown; 1 without any."""
        return max(1, len(self.examples))

    def shown(self, rotation: int) -> list[tuple[str, str]]:
        """Return its examples as they are asked, each with the first form of its answer, in one of their orders.

        The first ``rotation`` of them go to the end. So over all rotations, each example is in each place once, and
        each is the last one once.
        """
        turned = self.examples[rotation:] + self.examples[:rotation]
        return [(self.text(example.texts), self.options[example.answer][0]) for example in turned]

    @property
    def as_written(self) -> dict:
        """Return the prompt as a file of prompts has it."""
        written = {key: getattr(self, key) for key in KEYS}
        names = [slot.strip("{}") for slot in SLOTS[self.measure]]
        examples = [
            dict(zip(names, example.texts, strict=True)) | {"answer": example.answer} for example in self.examples
        ]
        written |= {EXAMPLES: examples} if examples else {}
        return written | ({} if self.balanced else {BALANCED: False})

    def text(self, texts: Sequence[str], order: str = ALONE) -> str:
        """Return the prompt about a sentence, or about the good and the bad sentence of a pair in one order."""
        texts = texts[::-1] if order == BAD_FIRST else texts
        filled = dict(zip(SLOTS[self.measure], texts, strict=True))
        return re.sub("|".join(map(re.escape, filled)), lambda slot: filled[slot[0]], self.template)

    def value(self, option: str, order: str = ALONE) -> float:
        """Return what an answer counts: the number of a rating; 1 for yes, or for the good sentence, else −1."""
        if self.measure == "rating":
            return float(option)
        return 1.0 if option == (SECOND if order == BAD_FIRST else OPTIONS[self.measure][0]) else -1.0

    def option_of(self, answer: str) -> str | None:
        """Return the option that an answer in words names, or None where no rule says which one.

        White space, case, punctuation and marks such as ** do not matter, nor does the prompt's last line where an
        answer repeats it ("Answer: C"). An answer names an option where one of the option's forms is among its words,
        as a whole word; "5/7" is 5 on a scale up to 7. It is read where it names one option only, and

        - has a line with nothing else ("The cat slept.\n\nC"), except for what the prompt writes before a sentence of a
          pair ("Sentence 1"); or
        - begins with it: yes or no in any case ("No, it is not."), others before a mark and no other number ("2. It
          sounds better."), since "2 is worse" names the other one.
        """
        lines = [_without(line, [self._last]) for line in _plain(answer).splitlines() if words(line)]
        options_in_answer = {option for line in lines for option in self._named(words(line)) if option}
        if len(options_in_answer) != 1:
            return None
        alone = any(self._named(words(_without(line, self._labels))) == [*options_in_answer] for line in lines)
        return options_in_answer.pop() if alone or self._begins(lines[0]) else None

    @cached_property
    def _forms(self) -> dict[tuple[str, ...], str]:
        """Return the words of each form, and the option that it represents."""
        forms = {tuple(words(form)): option for option, written in self.options.items() for form in written}
        if self.measure == "rating":
            greatest = max(self.options, key=int)
            forms |= {tuple(words(f"{option}/{greatest}")): option for option in self.options}
        return forms

    @cached_property
    def _last(self) -> list[str]:
        """Return the words of the prompt's last line, such as "answer"."""
        return words(self.template.rpartition("\n")[2])

    @cached_property
    def _labels(self) -> list[list[str]]:
        """Return what stands before each sentence of a pair, without options: "sentence" in "Sentence 1: {first}"."""
        slots = SLOTS[self.measure] if self.measure in PAIR_MEASURES else ()
        labels = [words(self.template.partition(slot)[0].rpartition("\n")[2]) for slot in slots]
        return [[word for word in label if (word,) not in self._forms] for label in labels]

    def _form_at(self, answer_words: Sequence[str], place: int) -> tuple[str | None, int]:
        """Return the option that a form from this word on names, and the number of its words; else None and 1."""
        length = max(
            (len(form) for form in self._forms if tuple(answer_words[place : place + len(form)]) == form), default=0
        )
        return (self._forms[tuple(answer_words[place : place + length])], length) if length else (None, 1)

    def _named(self, answer_words: Sequence[str]) -> list[str | None]:
        """Return the option of each word, or of the several words of a form; None of other words."""
        options, place = [], 0
        while place < len(answer_words):
            option, length = self._form_at(answer_words, place)
            options.append(option)
            place += length
        return options

    def _begins(self, line: str) -> bool:
        """Return whether a line begins with an option in such a way that the rest cannot deny it."""
        matches = list(WORD.finditer(line))
        option, length = self._form_at([word[0] for word in matches], 0)
        if option is None or self.measure == "yes_no":
            return option is not None
        rest = line[matches[length - 1].end() :].lstrip(QUOTES)
        numbers = any(word[0].lstrip(SIGNS)[0].isdigit() for word in matches[length:])
        return not numbers and (not rest or rest[0] in MARKS)


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


def _without(line: str, leads: Iterable[Sequence[str]]) -> str:
    """Return a line without words that it begins with, if these are the words of a lead and more follow."""
    matches = list(WORD.finditer(line))
    for lead in leads:
        if lead and len(matches) > len(lead) and [word[0] for word in matches[: len(lead)]] == list(lead):
            return line[matches[len(lead)].start() :]
    return line


def words(text: str) -> list[str]:
    """Return the words of a text, without case and punctuation."""
    return WORD.findall(_plain(text))


def checked(content: object, where: str) -> list[Prompt]:
    """Return the prompts of a file, which is a list of mappings with KEYS, and perhaps with examples.

    Raises InputError for the first fault: a missing or unknown key, an unknown measure, a template without its slots,
    options that are not those of the measure, or examples whose answers are not balanced. Forms must differ, and none
    may begin another one, because their probabilities are added up.
    """
    if not isinstance(content, list) or not content:
        raise InputError(f"{where}: must be a list of prompts, each with {', '.join(KEYS)}")
    prompts = [_prompt(entry, f"{where}: prompt {number}") for number, entry in enumerate(content, start=1)]
    for prompt in prompts:
        if [other.id for other in prompts].count(prompt.id) > 1:
            raise InputError(f"{where}: two prompts have the id {prompt.id!r}; rename one")
    return prompts


def _prompt(entry: object, place: str) -> Prompt:
    if not isinstance(entry, Mapping):
        raise InputError(f"{place}: must have the keys {', '.join(KEYS)}")
    place += f" ({entry['id']})" if "id" in entry else ""
    for key in KEYS:
        if key not in entry:
            raise InputError(f"{place}: the key {key!r} is missing; add it")
        if key != "options" and not (isinstance(entry[key], str) and entry[key].strip()):
            raise InputError(f"{place}: {key} must be text; put it in quotation marks")
    for key in entry:
        if key not in (*KEYS, EXAMPLES, BALANCED):
            raise InputError(f"{place}: there is no key {key!r}; there are: {', '.join([*KEYS, EXAMPLES, BALANCED])}")
    if not re.fullmatch("[a-z0-9-]{1,30}", entry["id"]):
        raise InputError(f"{place}: id must be up to 30 lower-case letters, digits and hyphens")
    if entry["measure"] not in MEASURES:
        raise InputError(f"{place}: there is no measure {entry['measure']!r}; there are: {', '.join(MEASURES)}")
    for slot in SLOTS[entry["measure"]]:
        if entry["template"].count(slot) != 1:
            raise InputError(f"{place}: template must contain {slot} once, in the place of the sentence")
    prompt = Prompt(**{key: entry[key] for key in KEYS} | {"options": _options(entry["options"], place)})
    _check_options(prompt, place)
    return replace(prompt, **_examples(entry, prompt, place))


def _options(declared: object, place: str) -> dict[str, tuple[str, ...]]:
    if not isinstance(declared, Mapping):
        raise InputError(f"{place}: options must name the forms of each option, such as yes: [' Yes', 'Yes']")
    options = {}
    for option, forms in declared.items():
        listed = [forms] if isinstance(forms, str) else forms
        if not isinstance(listed, list) or not listed or not all(isinstance(form, str) for form in listed):
            raise InputError(f"{place}: option {option}: write its forms as a list of texts in quotation marks")
        options[_name(option)] = tuple(dict.fromkeys(listed))
    return options


def _name(option: object) -> str:
    """Return the name of an option as YAML reads it: a bare yes is true there."""
    return (YES if option else NO) if isinstance(option, bool) else str(option)


def _examples(entry: Mapping, prompt: Prompt, place: str) -> dict:
    """Return the examples of a prompt, and whether they must be balanced, from its entry in a file."""
    if EXAMPLES not in entry:
        if BALANCED in entry:
            raise InputError(f"{place}: {BALANCED} is about examples, and there are none; leave it out")
        return {}
    declared, balanced = entry[EXAMPLES], entry.get(BALANCED, True)
    if not isinstance(declared, list) or not declared:
        raise InputError(f"{place}: {EXAMPLES} must be a list of examples; leave it out where there are none")
    if not isinstance(balanced, bool):
        raise InputError(f"{place}: {BALANCED} must be true or false")
    names = [slot.strip("{}") for slot in SLOTS[prompt.measure]]
    examples = []
    for number, example in enumerate(declared, start=1):
        keys = [*names, "answer"]
        if not isinstance(example, Mapping) or set(example) != set(keys):
            raise InputError(f"{place}: example {number}: must have the keys {', '.join(keys)}, and no others")
        texts = tuple(example[name] for name in names)
        if not all(isinstance(text, str) and text.strip() for text in texts):
            raise InputError(f"{place}: example {number}: {names[0]} must be text; put it in quotation marks")
        if (answer := _name(example["answer"])) not in prompt.options:
            raise InputError(
                f"{place}: example {number}: the answer {answer!r} is none of the options {', '.join(prompt.options)}"
            )
        examples.append(Example(texts, answer))
    if balanced:
        _check_balance(prompt, examples, place)
    return {"examples": tuple(examples), "balanced": balanced}


def _check_balance(prompt: Prompt, examples: Sequence[Example], place: str) -> None:
    """Raise InputError where an option is not the answer as often as its opposite: yes and no; in a rating, 1 and 7."""
    counts = Counter(example.answer for example in examples)
    options = sorted(prompt.options, key=int) if prompt.measure == "rating" else list(prompt.options)
    for option, opposite in zip(options, reversed(options), strict=True):
        if counts[option] > counts[opposite]:
            raise InputError(
                f"{place}: the answers of the examples are not balanced: {option} {counts[option]} ×, {opposite} "
                f"{counts[opposite]} ×, which teaches a model to say {option}; write as many of both, or set "
                f"{BALANCED}: false"
            )


def _check_options(prompt: Prompt, place: str) -> None:
    expected = OPTIONS.get(prompt.measure)
    if expected and set(prompt.options) != set(expected):
        raise InputError(f"{place}: the options of {prompt.measure} must be {' and '.join(expected)}")
    if not expected and not (len(prompt.options) > 1 and all(re.fullmatch(r"\d+", name) for name in prompt.options)):
        raise InputError(f"{place}: the options of a rating must be two whole numbers or more, such as 1 to 7")
    written = [(option, form) for option, forms in prompt.options.items() for form in forms]
    for option, form in written:
        if not words(form):
            raise InputError(f"{place}: option {option}: the form {form!r} has no letter or digit; correct it")
    for (option, form), (other, longer) in permutations(written, 2):
        if option != other and words(form) == words(longer):
            raise InputError(
                f"{place}: the options {option} and {other} are the same, {form!r} and {longer!r}; change one of them"
            )
        if longer.startswith(form):
            raise InputError(
                f"{place}: the form {longer!r} begins with {form!r}, whose probability has that of {longer!r} in it; "
                "leave one out"
            )


def asked_for(content: object, measures: Iterable[str], where: str) -> list[Prompt]:
    """Return the prompts of some measures in a file. Raises InputError as checked and of_measures do."""
    return of_measures(checked(content, where), measures, where)


def by_items(measures: Iterable[str]) -> list[list[str]]:
    """Return the measures that judge sentences, and those that choose between the sentences of pairs; no empty list."""
    known = set(measures)
    groups = [[measure for measure in group if measure in known] for group in (SENTENCE_MEASURES, PAIR_MEASURES)]
    return [group for group in groups if group]


def of_measures(prompts: Iterable[Prompt], measures: Iterable[str], where: str) -> list[Prompt]:
    """Return the prompts of some measures. Raises InputError where a measure has none."""
    prompts_of_measures = []
    for measure in measures:
        of_measure = [prompt for prompt in prompts if prompt.measure == measure]
        if not of_measure:
            raise InputError(f"{where}: has no prompt of the measure {measure}; add one, or leave the measure out")
        prompts_of_measures += of_measure
    return prompts_of_measures


# Questions, and their ids.


class Items(NamedTuple):
    """Describe what is asked about: the id and text of each sentence; the id and both texts, the good first, of each
    pair.
    """

    sentences: Sequence[tuple[str, tuple[str]]]
    pairs: Sequence[tuple[str, tuple[str, str]]]

    def asked_by(self, prompt: Prompt) -> Sequence[tuple[str, tuple[str, ...]]]:
        """Return what a prompt asks about."""
        return self.pairs if prompt.measure in PAIR_MEASURES else self.sentences


def items_of(sentences: Iterable[tuple[str, str]], pairs: Iterable[tuple[str, str, str]]) -> Items:
    """Return what is asked about, from ids and texts of sentences, and from ``(pair_id, good_id, bad_id)``."""
    texts = dict(sentences)
    members = [(pair, (texts[good], texts[bad])) for pair, good, bad in pairs]
    return Items([(name, (text,)) for name, text in texts.items()], members)


def items_of_tables(sentences: "pd.DataFrame", pairs: "pd.DataFrame") -> Items:
    """Return what is asked about, from the tables SENTENCES and PAIRS."""
    texts = sentences[["sentence_id", "sentence"]].itertuples(index=False)
    return items_of(texts, pairs[["pair_id", "good_id", "bad_id"]].itertuples(index=False))


class Question(NamedTuple):
    """Describe a prompt about one item in one order, after its examples in one order."""

    prompt: Prompt
    item: str
    number: int  # of the item, from 1
    order: str
    rotation: int  # which order of the examples, from 0; see Prompt.shown
    asked: str  # without the examples

    @property
    def shown(self) -> list[tuple[str, str]]:
        """Return the examples before it, each as it is asked and as it is answered."""
        return self.prompt.shown(self.rotation)

    @property
    def text(self) -> str:
        """Return all of it as one text, examples first."""
        return "".join(f"{question}{answer}{BETWEEN}" for question, answer in self.shown) + self.asked


def questions(prompts: Iterable[Prompt], items: Items) -> Iterator[Question]:
    """Yield all questions: prompt by prompt, item by item, order by order, and examples in one order after another."""
    for prompt in prompts:
        for number, (item, texts) in enumerate(items.asked_by(prompt), start=1):
            for order in prompt.orders:
                for rotation in range(prompt.rotations):
                    yield Question(prompt, item, number, order, rotation, prompt.text(texts, order))


def messages(text: str, examples: Iterable[tuple[str, str]] = ()) -> list[dict[str, str]]:
    """Return a question as the messages of a chat: examples, each asked and answered, then what is asked."""
    turns = [(("user", question), ("assistant", answer.strip())) for question, answer in examples]
    sent = [message for turn in turns for message in turn] + [("user", text)]
    return [{"role": role, "content": content} for role, content in sent]


def examples_asked(prompts: Iterable[Prompt], items: Items) -> list[str]:
    """Return, in words, which prompts show sentences as examples that are asked about, too."""
    texts = {text for _, texts in items.sentences for text in texts}
    lines = []
    for prompt in prompts:
        if asked_texts := [text for example in prompt.examples for text in example.texts if text in texts]:
            lines.append(
                f"The prompt {prompt.id} shows sentences as examples that are asked about, too, such as "
                f"“{asked_texts[0]}”. Use others."
            )
    return lines


def system_prompt(text: str) -> str:
    """Return a system prompt: OWN or NONE where one of these words is given, in any case, and else the text."""
    word = text.strip().casefold()
    return word if word in (OWN, NONE) else text


def fingerprint(prompt: Prompt, items: Items, system: str = "") -> str:
    """Return eight hexadecimal digits that identify a prompt and all that it asks about: those of a SHA-256.

    They also identify the text of the ``system`` prompt that was sent before it, if any was.
    """
    parts: list[object] = [
        prompt.measure,
        prompt.template,
        {name: list(forms) for name, forms in prompt.options.items()},
    ]
    parts += [[[*texts], answer] for texts, answer in prompt.examples]
    about = [[name, list(texts)] for name, texts in items.asked_by(prompt)]
    content = json.dumps([parts, about, *([system] if system else [])], sort_keys=True)
    return hashlib.sha256(content.encode()).hexdigest()[:8]


def repetition_of(question: Question, asked_before: int = 0) -> int:
    """Return the number of a question's repetition, from 1, after so many times: each order of examples is one."""
    return asked_before * question.prompt.rotations + question.rotation + 1


def id_of(mark: str, question: Question, repetition: int) -> str:
    """Return the id of a question: fingerprint, prompt, number of the item, number of the order, repetition."""
    return f"{mark}_{question.prompt.id}_{question.number}_{ORDERS[question.order]}_{repetition}"
