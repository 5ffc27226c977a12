"""Results of an experiment → checked ratings and choices of single participants, whatever wrote the file."""

import os
import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from math import isnan, nan
from pathlib import Path

from acceptability.errors import InputError
from acceptability.messages import Message, Setting, joined, setting
from acceptability.reading import facts, matching, presentation, sentences, sheets
from acceptability.reading import pairs as minimal_pairs
from acceptability.reading.report import Reading, fail, rows_of
from acceptability.reading.roles import plain
from acceptability.reading.sentences import FILLER
from acceptability.reading.sheets import Sheet
from acceptability.reading.table import Table
from acceptability.reading.values import decimal_mark, mostly_numbers, number_of
from acceptability.responses import columns, exclusions, files, kept, long_table
from acceptability.responses.answers import CHOICE, RATING, Answer, Answered, Results, reading_setting
from acceptability.responses.columns import counted
from acceptability.responses.registry import platform_of
from acceptability.responses.stimuli import PRACTICE, Stimuli

WORDS = {  # how results are read: keys of an entry, and words of ``make score``
    "platform": "the program that wrote the results, where two may have",
    "participant": "the column that says who answered",
    "sentence": "the column that has the sentence or its id",
    "rating": "the column that has the rating",
    "place": "the column that has the place of the sentence in the person's questionnaire",
    "place_is": "what a place numbers: an answer, or a block that several answers of a participant share",
    "rt": "the column that has the response time",
    "label": "the parts of the experiment that count, with commas between, where sentences are rated in several",
    "scale": "the answers from the worst to the best, with | between, where they are words; or its ends, such as 1-7",
    "exclude": "who is left out: rules with numbers, such as gold=0.2,fast=1000",
    "keep_ids": "yes: participants keep their ids instead of being called P1, P2 and so on",
    "standardise_by": "the answers that give each participant's mean and SD: all; shared, those to sentences that all "
    "participants rated; or fillers and phenomena, with commas between",
}
FILES = {  # further tables that say something about the sentences
    "fillers": "a table of the fillers, which say how people use the scale",
    "questions": "a table that says which sentence each question is about: question, sentence_id",
    "gold": "a table of sentences whose answer is beyond doubt: sentence_id, gold (good or bad)",
}
SIMULATED = "simulated-"  # how the participants of simulated answers are called
PSEUDONYM = re.compile(rf"P?[0-9]{{1,3}}|{SIMULATED}[0-9]+")  # tells nobody who a participant is
ENDS = re.compile(r"(-?\d+(?:\.\d+)?)\s*(?:-|–|to|\.\.)\s*(-?\d+(?:\.\d+)?)")
CODES = frozenset((-9, -99, -999, 99, 999, 9999))  # what some programs write where there is no answer


def read(
    path: str | Path | Sheet | Sequence[str | Path],
    pairs: Mapping[str, tuple[str, str]],
    *,
    encoding: str = "utf-8",
    sheet: str | None = None,
    fillers: str | Path | None = None,
    questions: str | Path | None = None,
    gold: str | Path | None = None,
    **words: str,
) -> Answered:
    """Read the results of an experiment about these pairs: of a platform, or a table with a row an answer.

    Parameters:
        path: a file, several, a folder or an archive.
        pairs: the acceptable sentence and the other one of each pair, by its id.
        words: those of WORDS that were given; the further files are those of FILES.

    Raises InputError that lists all that is wrong or has to be asked.
    """
    for word, value in words.items():
        if not isinstance(value, str):
            raise InputError(f"{word}={value!r}: must be text, such as {word}='…'")
    if isinstance(path, Sheet):
        return _read(path, pairs, {"encoding": encoding, "sheet": sheet}, {}, words)
    paths = tuple(files.files_of(path))
    further = {name: str(file) for name, file in zip(FILES, (fillers, questions, gold), strict=True) if file}
    stamps, items = stamps_of([*paths, *further.values()]), tuple(pairs.items())
    answered = _once(paths, stamps, items, encoding, sheet, tuple(further.items()), tuple(sorted(words.items())))
    if not (unread := sheets.note_unread(path, files.ENDINGS)):
        return answered
    return replace(answered, reading=replace(answered.reading, notes=[*answered.reading.notes, *unread]))


def stamps_of(paths: Sequence[str]) -> tuple:
    """Return what changes when files do. InputError for one that is not there."""
    try:
        return tuple((stat.st_mtime_ns, stat.st_size, stat.st_ino) for stat in map(os.stat, paths))
    except OSError as error:
        raise InputError(f"{error.filename}: cannot be read: {error.strerror}; correct the path") from error


@lru_cache(maxsize=8)
def _once(
    paths: tuple[str, ...],
    _stamps: tuple,
    pairs: tuple,
    encoding: str,
    sheet: str | None,
    further: tuple[tuple[str, str], ...],
    words: tuple,
) -> Answered:
    """Read each state of files once, in all processes of a run: the configuration asks for them many times."""
    how = {"encoding": encoding, "sheet": sheet}
    about = {"pairs": pairs, "further": [name for name, _ in further], "words": dict(words)}
    key = facts.key_of("answers", map(Path, [*paths, *(path for _, path in further)]), how | about)
    answered = kept.read(key, paths) or _read(list(paths), dict(pairs), how, dict(further), dict(words))
    return replace(answered, key=key, paths=paths)


def _read(
    path: Sheet | list[str],
    pairs: Mapping[str, tuple[str, str]],
    reading_options: Mapping[str, str | None],
    further: Mapping[str, str],
    words: Mapping[str, str],
) -> Answered:
    """Read, resolve and check answers; see ``read``."""
    how = {key: value for key, value in reading_options.items() if value}
    numbers = exclusions.parse(words.get("exclude", ""))
    fillers, filler_pairs = _fillers(further["fillers"], how) if "fillers" in further else ({}, {})
    questions = _questions(further["questions"], how) if "questions" in further else {}
    stimuli = Stimuli(pairs, fillers, questions, filler_pairs)
    opened = [] if isinstance(path, Sheet) else files.read(path, **how)
    platform = platform_of(opened, words.get("platform", "")) if opened else None
    if platform:
        name = path[0] if len(path) == 1 else os.path.commonpath(path)
        results = platform.read(opened, stimuli, words)
        reading = Reading(name, "ratings", files=[{"path": name, "how": platform.name} for _ in opened])
        reading.columns = {header: role for role, header in results.columns.items()}
    else:
        table = path if isinstance(path, Sheet) else path[0] if len(path) == 1 else list(map(Path, path))
        results, reading = long_table.read(table, stimuli, words, how)
    return _checked(results, reading, stimuli, words, numbers, _gold(further, how, stimuli))


def _checked(
    results: Results,
    reading: Reading,
    stimuli: Stimuli,
    words: Mapping[str, str],
    numbers: Mapping[str, float],
    gold: Mapping[str, str],
) -> Answered:
    """Check the answers of an export, leave out what the rules say, and report how the results were read."""
    wrong = list(results.wrong)
    notes = [f"left out: {reason}: {counted(number, 'person')}" for reason, number in results.left_out.items()]
    answers = _that_count(results.answers, stimuli, words, notes)
    ratings = _resolved([one for one in answers if one.task == RATING], stimuli, wrong, notes)
    choices = [one for one in answers if one.task == CHOICE]
    for one in choices:
        if not (pair := stimuli.pair(one.pair_id, one.good, one.bad)) and not one.pair_id.startswith(FILLER):
            wrong.append(
                Message(
                    f"{one.row}: {one.pair_id or one.good!r} is not a pair of this dataset; write its pair_id; if it "
                    "is a filler, give ",
                    setting("fillers"),
                )
            )
        one.pair_id = pair or one.pair_id
    _set_gold([*ratings, *choices], gold, wrong, notes)
    if nobody := [one for one in (*ratings, *choices) if not one.participant]:
        header = results.columns.get("participant", "participant")
        wrong.append(
            Message(
                f"{_rows(nobody)}: {header} is empty; fill it in, or name another column that says who answered: ",
                reading_setting("participant"),
            )
        )
    labels = {one.label for one in (*ratings, *choices)} - {""}
    _check_repeated(ratings, "sentence_id", labels, wrong)
    _check_repeated(choices, "pair_id", labels, wrong)
    low, high = _numbers(ratings, words, wrong, notes)
    if "gold" in numbers and isnan(low) and any(one.gold and one.response for one in ratings):
        fault = ": the middle of the scale is not known; say its ends, such as "
        wrong.append(Message(reading_setting("exclude", "gold"), fault, reading_setting("scale", "1-7")))
    rated = {one.sentence_id for one in ratings if one.response}
    whole = sum({f"{pair}.good", f"{pair}.bad"} <= rated for pair in stimuli.pairs)
    if rated and not whole and not choices and not wrong:
        wrong.append("has no pair with ratings of both sentences; add ratings, or leave the table out")
    elif rated and not whole:
        notes.append("the ratings are not used, because no pair has ratings of both sentences; the choices are")
    fail(reading.path, wrong)
    if not any(one.response for one in (*ratings, *choices)):
        why = [" (", joined("; ", [*notes, *results.notes]), ")"] if [*notes, *results.notes] else []
        raise InputError(f"{reading.path}: has no answers about the sentences of this dataset", *why)
    simulated = any(one.participant.startswith(SIMULATED) for one in (*ratings, *choices))
    if renamed := pseudonymise([*ratings, *choices], words.get("keep_ids", "")):  # messages above name ids of the file
        notes.append(Message(f"{renamed}; ", reading_setting("keep_ids", "yes"), " keeps the ids"))
    place_is = words.get("place_is", presentation.ANSWER)
    doubts = [doubt for them in (ratings, choices) for doubt in _doubts_of_places(them, results, place_is)]
    _number_places(ratings, choices, results.in_order)
    names = list(dict.fromkeys(one.participant for one in (*ratings, *choices)))
    everyone = exclusions.people([*ratings, *choices], low, high)
    reasons = exclusions.excluded(everyone, numbers)
    for rule in numbers:
        number = sum(reason.startswith(f"{rule}=") for reason in reasons.values())
        with_number = f"{rule}={numbers[rule]:g}"
        notes.append(
            Message(
                "left out by ",
                reading_setting("exclude", with_number),
                f": {number:,} of {counted(len(names), 'person')} ({exclusions.meaning_of(with_number)})",
            )
        )
    if len(reasons) == len(names):
        rules = reading_setting("exclude", words["exclude"])
        raise InputError(f"{reading.path}: ", rules, " leaves out everybody; choose other numbers")
    if not numbers and (would := exclusions.would_leave_out(everyone)):
        notes.append(joined("; ", ["nobody is left out by a rule", *would]))
    rated_answers = [one for one in ratings if one.response]
    numbered = [float(one.response) for one in rated_answers]
    what = [counted(len(rated_answers), "rating")] if rated_answers else []
    what += [counted(sum(bool(one.response) for one in choices), "choice")] if choices else []
    reading.what = f"{' and '.join(what)} of {counted(len(names), 'participant')}"
    if rated_answers:
        header = results.columns.get("rating", "rating")
        people = counted(len({one.participant for one in rated_answers}), "participant")
        reading.values[header] = f"{min(numbered):g} to {max(numbered):g}, of {people}"
    if missing := sum(not one.response for one in (*ratings, *choices)):
        notes.append(f"questions without an answer: {missing:,}")
    if personal := [header for header in dict.fromkeys(results.personal) if header not in results.columns.values()]:
        notes.append(f"about people or their computers, and not read: {', '.join(personal)}")
    answered = Answered(ratings, choices, reasons, whole, reading, tuple(doubts), simulated)
    reading.notes += [*(["the answers are SIMULATED"] if answered.simulated else []), *notes, *doubts, *results.notes]
    return answered


def _set_gold(answers: Sequence[Answer], gold: Mapping[str, str], wrong: list[str], notes: list[str]) -> None:
    """Return for each answer whether its sentence or pair is gold; ``wrong`` gets what is neither good nor bad."""
    others = defaultdict(list)
    for one in answers:
        one.gold = gold.get(one.pair_id if one.task == CHOICE else one.sentence_id, one.gold).strip().casefold()
        if one.gold not in ("", "good", "bad"):
            others[one.gold].append(one)
    wrong += [f"{_rows(unclear)}: gold is {side!r}; write good, bad or nothing" for side, unclear in others.items()]
    if unanswered := gold.keys() - {name for one in answers for name in (one.sentence_id, one.pair_id)}:
        notes.append(f"gold, but nobody answered it: {columns.listed(sorted(unanswered))}")


def _rows(answers: Sequence[Answer]) -> str:
    """Return where answers stand, in words; of JSON, the first of them."""
    rows = [one.row for one in answers]
    if all(row.startswith("row ") for row in rows):
        return rows_of(row.removeprefix("row ") for row in rows)
    return columns.listed(rows)


def _that_count(
    answers: Sequence[Answer], stimuli: Stimuli, words: Mapping[str, str], notes: list[str]
) -> list[Answer]:
    """Return the answers of the parts that LABEL= names; of all parts but practice, where it names none."""
    labels = [label.strip() for label in words.get("label", "").split(",") if label.strip()]
    counts = Counter(answer.label for answer in answers)
    if unknown := [label for label in labels if label not in counts]:
        raise InputError(
            reading_setting("label", unknown[0]), f": no answer has this label; there are: {_counted(counts)}"
        )
    if labels:
        labelled = [answer for answer in answers if answer.label in labels]
        others = {label: number for label, number in counts.items() if label not in labels}
        if others:
            notes.append(
                Message("not read, because ", reading_setting("label"), f" does not name them: {_counted(others)}")
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


def _counted(labels: Mapping[str, int]) -> str:
    """Return labels in words, each with how many answers have it."""
    return ", ".join(f"{label or 'no label'} ({counted(number, 'answer')})" for label, number in labels.items())


def _resolved(ratings: Sequence[Answer], stimuli: Stimuli, wrong: list[str], notes: list[str]) -> list[Answer]:
    """Give each rating the id of its sentence; ``wrong`` gets those of other sentences than the dataset's.

    Texts that QUESTIONS= has without a sentence are screens of another kind, and are left out. So are parts of the
    experiment without any sentence, such as a questionnaire about the participants.
    """
    with_names = {one.label for one in ratings if one.sentence_id or one.sentence or one.item}
    nameless = Counter(one.label for one in ratings if one.label and one.label not in with_names)
    if nameless:
        notes.append(f"left out, because none of their answers names a sentence: {_counted(nameless)}")
        ratings = [one for one in ratings if one.label not in nameless]
    resolved, unknown = [], defaultdict(list)
    ways: dict[tuple, str] = {}
    for one in ratings:
        key = (one.sentence_id, one.sentence, one.item, one.condition)
        if key not in ways:
            ways[key] = stimuli.sentence(*key)
        name = ways[key]
        if not name:
            unknown[one.sentence_id or one.sentence or one.item].append(one)
            continue
        if not stimuli.agrees(name, one.sentence):
            wrong.append(
                f"{one.row}: its sentence is {one.sentence[:60]!r}, but {name} is {stimuli.sentences[name][:60]!r}; "
                "correct the id or the sentence"
            )
        one.sentence_id = name
        resolved.append(one)
    without = {matching.same(question) for question, name in stimuli.key.items() if not name}
    screens = [text for text in unknown if matching.same(text) in without]
    if screens:
        texts = counted(len(screens), "text")
        example = f", such as {screens[0][:60]!r}"
        notes.append(Message(f"left out: {texts} without a sentence in ", setting("questions"), example))
    filler = "; write <pair_id>.good or <pair_id>.bad, or its text; if it is a filler, give "
    screen = Message("; if it is a screen, name it in ", setting("questions"), " without a sentence_id")
    table = ", a table with question (the code) and sentence_id"
    code = Message("; if it is a code, give ", setting("questions"), table)
    strangers = {text: same_text[0] for text, same_text in unknown.items() if text not in screens}
    for place, (text, one) in enumerate(strangers.items()):
        advice = Message(filler, setting("fillers"), screen if one.scale == "buttons" else code)
        wrong.append(f"{one.row}: {text[:60]!r} is not a sentence of this dataset" + ("" if place else advice))
    return resolved


def _check_repeated(answers: Sequence[Answer], about: str, all_labels: set[str], wrong: list[str]) -> None:
    """Note questions that a participant answered twice, and where: which answer counts is asked.

    ``all_labels`` are the labels of all answers.
    """
    twins = defaultdict(list)
    for one in answers:
        twins[one.participant, getattr(one, about)].append(one)
    labels: Counter = Counter()
    repeated: dict[str, list[str]] = defaultdict(list)
    for (person, name), repeats in twins.items():
        if len(repeats) < 2:
            continue
        if len({one.label for one in repeats}) == len(repeats):
            labels.update(one.label for one in repeats)
        else:
            repeated[person].append(f"{_rows(repeats)}: have the same participant {person!r} and {about} {name!r}")
    for first, *others in repeated.values():
        more = f", and the same participant has {len(others):,} more with several answers" if others else ""
        wrong.append(f"{first}{more}; keep one of them, or give each person an id")
    if labels:
        wrong.append(
            Message(
                f"participants answered about the same {about} in several parts of the experiment ({_counted(labels)} "
                "occur more than once); choose the parts that count, for example ",
                reading_setting("label", ",".join(sorted(all_labels - {min(labels)}))),
            )
        )


def _numbers(
    ratings: Sequence[Answer], words: Mapping[str, str], wrong: list[str], notes: list[str]
) -> tuple[float, float]:
    """Turn the responses into numbers, and return the ends of the scale; ``wrong`` gets what cannot be a rating.

    Words have the places that SCALE= gives them, from 1.
    """
    responses = [one.response for one in ratings if one.response]
    scale_option = words.get("scale", "").strip()
    ends = ENDS.fullmatch(scale_option)
    if scale_option and not ends and "|" not in scale_option:
        fault = ": write the ends of the scale, such as 1-7, or its words with | between them"
        raise InputError(reading_setting("scale", scale_option), fault)
    order = (
        {}
        if ends
        else {plain(label): str(place) for place, label in enumerate(scale_option.split("|"), start=1) if label}
    )
    comma, mixed_marks = decimal_mark(responses)
    if mixed_marks:
        wrong.append(f"the ratings: {mixed_marks}")
    unknown: dict[str, list[Answer]] = defaultdict(list)
    for one in ratings:
        value = order.get(plain(one.response), "" if order else one.response) if one.response else ""
        number = number_of(value, comma) if value else None
        if one.response and (number is None or number in (float("inf"), float("-inf"))):
            unknown[one.response].append(one)
        elif number is not None:
            one.response = f"{number:g}" if f"{number:g}" == f"{number!r}".removesuffix(".0") else repr(number)
    if unknown and mostly_numbers([order.get(plain(cell), cell) for cell in responses]):
        fault = Message("not a number; correct it, or leave it empty")
        if order:
            answers = reading_setting("scale", scale_option)
            fault = Message("not one of the answers in ", answers, "; correct it, leave it empty, or add it there")
        wrong += [
            f"{_rows(group)}: the rating is {label[:40]!r}, which is " + fault for label, group in unknown.items()
        ]
    elif unknown:
        examples = ", ".join(
            f"{label[:40]!r} ({len(group):,}, the first in {group[0].row})" for label, group in unknown.items()
        )
        scale = Setting(
            make="SCALE='…|…|…'", yaml="answers: {scale: '…|…|…'}", python="scale='…|…|…'", workflow="SCALE='…|…|…'"
        )
        wrong.append(Message(f"ratings are words: {examples}; say their order, from the worst to the best: ", scale))
    if comma == "," and any("," in cell for cell in responses):
        notes.append("ratings have decimal commas")
    scales: dict[str, dict[str, str]] = defaultdict(dict)
    for one in ratings:
        scales[one.participant].setdefault(one.scale, one.row)
    if mixed := [rows for rows in scales.values() if len(rows) > 1]:
        places = " and ".join(f"in {row} on {scale}" for scale, row in mixed[0].items())
        wrong.append(
            Message(
                f"{counted(len(mixed), 'participant')} rated on several scales, such as {places}; ratings on "
                "different scales cannot be compared; name the part to use with ",
                reading_setting("label"),
            )
        )
    if unknown or not responses:
        return nan, nan
    if order:
        return 1.0, float(len(order))
    if not ends:
        _check_codes([one for one in ratings if one.response], wrong)
        return nan, nan
    low, high = float(ends[1]), float(ends[2])
    outside = [one for one in ratings if one.response and not low <= float(one.response) <= high]
    if low > high:
        turned = reading_setting("scale", f"{high:g}-{low:g}")
        wrong.append(Message(reading_setting("scale", scale_option), ": the lower end comes first: ", turned))
    elif outside:
        fault = f"{_rows(outside)}: the rating is outside the scale {low:g} to {high:g}"
        wrong.append(Message(f"{fault}; correct it, or give the ends: ", _ends([low, high, *map(_number, outside)])))
    return low, high


def _number(answer: Answer) -> float:
    return float(answer.response)


def _ends(numbers: Sequence[float]) -> Setting:
    """Return SCALE= with the ends of a scale that has all of these numbers."""
    return reading_setting("scale", f"{min(numbers):g}-{max(numbers):g}")


def _check_codes(rated: Sequence[Answer], wrong: list[str]) -> None:
    """Note numbers far from all others that programs write where there is no answer."""
    others = [number for number in map(_number, rated) if number not in CODES]
    if not others:
        return
    low, high = min(others), max(others)
    far = [one for one in rated if not low - (high - low) <= _number(one) <= high + (high - low)]
    for code in sorted({_number(one) for one in far}):
        rows = _rows([one for one in far if _number(one) == code])
        wrong.append(
            Message(
                f"{rows}: the rating is {code:g}, and all others are from {low:g} to {high:g}; leave the cell empty if "
                "there is no answer, or give the ends of the scale: ",
                _ends([low, high, code]),
            )
        )


def _doubts_of_places(answers: Sequence[Answer], results: Results, numbers: str) -> list[str]:
    """Return what is doubtful about the places of answers. InputError where PLACE_IS= is neither answer nor block."""
    if numbers not in (presentation.ANSWER, presentation.BLOCK):
        raise InputError(reading_setting("place_is", numbers), f": write {presentation.ANSWER} or {presentation.BLOCK}")
    if all(one.place is None for one in answers):
        return []
    return presentation.doubts(
        [one.participant for one in answers],
        [one.place for one in answers],
        [one.sentence_id or one.pair_id for one in answers],
        results.columns.get("place", "place"),
        numbers,
        {header: [cells.get(one.row, "") for one in answers] for header, cells in results.beside.items()},
    )


def _number_places(ratings: Sequence[Answer], choices: Sequence[Answer], in_order: bool) -> None:
    """Number the answers of each person in the file's order, where that is the order of the experiment."""
    for answers in (ratings, choices):
        if in_order and all(one.place is None for one in answers):
            places: Counter = Counter()
            for one in answers:
                places[one.participant] += 1
                one.place = places[one.participant]


def pseudonymise(answers: Sequence[Answer], keep_ids: str = "") -> str:
    """Call participants P1, P2 … in the order of the file, and return a note on that; empty where ids are kept.

    Raise InputError for KEEP_IDS= other than yes or no. Ids are kept if all of them are pseudonyms, such as 12 or P12,
    or if ``keep_ids`` is yes. An empty id stays empty.
    """
    if keep_ids not in ("", "yes", "no"):
        raise InputError(reading_setting("keep_ids", keep_ids), ": write yes or no")
    ids = [name for name in dict.fromkeys(one.participant for one in answers) if name]
    if keep_ids == "yes" or all(map(PSEUDONYM.fullmatch, ids)):
        return ""
    names = {name: f"P{place}" for place, name in enumerate(ids, start=1)}
    for one in answers:
        one.participant = names.get(one.participant, "")
    called = f"participants are called P1 to P{len(names)}" if len(names) > 1 else "the participant is called P1"
    return f"{called} in the order of the file, because ids can identify people"


def _fillers(path: str, how: Mapping[str, str]) -> tuple[dict[str, str], dict[str, tuple[str, str]]]:
    """Return fillers that are sentences, and those that are pairs, by their ids; a table has the one or the other."""
    if {"good", "bad"} <= Table(path, "pairs", **how).columns.keys():
        members = minimal_pairs.read(path, **how).members
        return {}, {sentences.filler_id(name): texts for name, texts in members.items()}
    return sentences.read_fillers(path, **how)[0], {}


def _questions(path: str, how: Mapping[str, str]) -> dict[str, str]:
    """Return the sentence_id of each question of a questionnaire. InputError where a column is missing."""
    return _two_columns(path, how, "question", "sentence_id")


def _gold(further: Mapping[str, str], how: Mapping[str, str], stimuli: Stimuli) -> dict[str, str]:
    """Return the side, good or bad, of each sentence or pair that GOLD= or the table of fillers says is gold."""
    if "gold" in further:
        header = sheets.read(further["gold"], **how).header
        about = "pair_id" if "sentence_id" not in header and "pair_id" in header else "sentence_id"
        sides = _two_columns(further["gold"], how, about, "gold")
        side_of = {
            stimuli.sentence(name) or stimuli.pair(name) or sentences.filler_id(name): side
            for name, side in sides.items()
        }
    elif "fillers" in further:
        kind = "pairs" if stimuli.filler_pairs else "fillers"
        table = Table(further["fillers"], kind, **how)
        cells = next((cells for header, cells in table.rest.items() if plain(header) == "gold"), [])
        names = stimuli.filler_pairs or map(stimuli.by_text, table.columns["sentence"])
        side_of = dict(zip(names, cells, strict=False))
    else:
        return {}
    side_of = {name: side.casefold() for name, side in side_of.items() if side}
    if wrong := next((side for side in side_of.values() if side not in ("good", "bad")), ""):
        raise InputError(f"{further.get('gold') or further['fillers']}: gold is {wrong!r}; write good, bad or nothing")
    return side_of


def _two_columns(path: str, how: Mapping[str, str], first: str, second: str) -> dict[str, str]:
    """Return the cells of one column by those of another. InputError where one is missing."""
    table = sheets.read(path, **how)
    places = {plain(header): place for place, header in enumerate(table.header)}
    if not {plain(first), plain(second)} <= places.keys():
        raise InputError(f"{path}: needs the columns {first} and {second}; it has: {', '.join(table.header)}")
    return {row[places[plain(first)]].strip(): row[places[plain(second)]].strip() for row in table.rows}
