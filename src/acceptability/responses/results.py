"""Turn results of an experiment into checked ratings and choices of single participants, whatever wrote the file."""

import os
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from math import isnan
from pathlib import Path

from acceptability.errors import InputError
from acceptability.messages import Message, counted, joined, setting
from acceptability.reading import facts, matching, presentation, sentences, sheets
from acceptability.reading import pairs as minimal_pairs
from acceptability.reading.report import Reading, fail
from acceptability.reading.roles import plain
from acceptability.reading.sentences import FILLER
from acceptability.reading.sheets import Sheet
from acceptability.reading.table import Table
from acceptability.responses import attention, columns, exclusions, files, kept, long_table, parts, repetition, scale
from acceptability.responses.answers import CHOICE, RATING, SIMULATED, Answer, Answered, Results, Row, reading_setting
from acceptability.responses.columns import rows_named
from acceptability.responses.registry import platform_of
from acceptability.responses.stimuli import Stimuli

WORDS = {  # how results are read: keys of an entry, and words of ``make score``
    "platform": "the program that wrote the results, if the files fit several",
    "participant": "the column that says who answered",
    "sentence": "the column that has the sentence or its id",
    "rating": "the column that has the rating",
    "place": "the column that has the place of the sentence in the person's questionnaire",
    "place_is": "what a place numbers: an answer, or a block that several answers of a participant share",
    "rt": "the column that has the response time",
    "label": "the parts of the experiment that count, with commas between, where sentences are rated in several",
    "scale": "the answers from the worst to the best, with | between, where they are words; or its ends, such as 1-7",
    "exclude": "who is left out: rules with numbers, such as gold=0.2,fast=1000",
    "repeated": "what counts of participants or systems that answered twice: first (their first answers), or leave_out",
    "keep_ids": "yes: participants keep their ids instead of being called P1, P2 and so on",
    "standardise_by": "the answers that give each participant's mean and SD: all; shared, those to sentences that all "
    "participants rated; or fillers and phenomena, with commas between",
}
FILES = {  # further tables that say something about the sentences
    "fillers": "a table of the fillers, which say how people use the scale",
    "questions": "a table that says which sentence each question is about: question, sentence_id",
    "gold": "a table of sentences whose answer is beyond doubt: sentence_id, gold (good or bad)",
    "people": "a list of participants to leave out, an id in each row",
}
SHOWN = 3  # sentences in a message
PSEUDONYM = re.compile(rf"P?[0-9]{{1,3}}|{SIMULATED}[0-9]+")  # tells nobody who a participant is


def read(
    path: str | Path | Sheet | Sequence[str | Path],
    pairs: Mapping[str, tuple[str, str]],
    *,
    encoding: str = "utf-8",
    sheet: str | None = None,
    fillers: str | Path | None = None,
    questions: str | Path | None = None,
    gold: str | Path | None = None,
    people: str | Path | None = None,
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
    exclude = words.get("exclude", "")
    exclusions.parse(exclude)
    tables = (fillers, questions, gold, exclusions.list_file(exclude, str(people or "")))
    further = {name: str(file) for name, file in zip(FILES, tables, strict=True) if file}
    if isinstance(path, Sheet):
        return _read(path, pairs, {"encoding": encoding, "sheet": sheet}, further, words)
    paths = tuple(files.files_of(path))
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
    rules = replace(exclusions.parse(words.get("exclude", "")), people=further.get("people", ""))
    fillers, filler_pairs = _fillers(further["fillers"], how) if "fillers" in further else ({}, {})
    questions = _two_columns(further["questions"], how, "question", "sentence_id") if "questions" in further else {}
    stimuli = Stimuli(pairs, fillers, questions, filler_pairs, _checks(further, how))
    source = path if isinstance(path, Sheet) else path[0] if len(path) == 1 else list(map(Path, path))
    opened = [] if isinstance(path, Sheet) else files.read(path, **how)
    platform = platform_of(opened, words.get("platform", "")) if opened else None
    if platform:
        name = sheets.name_of(source)
        results = platform.read(opened, stimuli, words)
        if not platform.keeps_questions:
            _note_questions(opened, results, exclusions.questions_of(words.get("exclude", "")))
        reading = Reading(name, "ratings", files=[{"path": name, "how": platform.name} for _ in opened])
        reading.columns = {header: role for role, header in results.columns.items()}
    else:
        results, reading = long_table.read(source, stimuli, words, how)
    participant = words.get("participant") or results.columns.get("participant", "")
    exclusions.refuse_identifying(rules, [participant, *results.personal])
    people = _people(further["people"], how) if "people" in further else []
    return _checked(results, reading, stimuli, words, rules, people, _gold(further, how, stimuli))


def _note_questions(opened: Sequence[files.File], results: Results, questions: Collection[str]) -> None:
    """Keep the answers to questions that EXCLUDE= names, which are columns of files, by the participant of the row.

    A row without an answer about a sentence is of the participant who has the same id in other rows of the file.
    """
    participant_of = {one.row._replace(column=""): one.participant for one in results.answers}
    header = results.columns.get("participant", "")
    for file in opened:
        places = [at for at, name in enumerate(file.header) if plain(name) in questions]
        rows = [(number, cells) for number, cells in file.rows[1:] if len(cells) == len(file.header)] if places else []
        ids = [cells[file.header.index(header)].strip() if header in file.header else "" for _, cells in rows]
        names = [participant_of.get(Row(number, columns.name_among(file, opened)), "") for number, _ in rows]
        names_of = {file_id: name for file_id, name in zip(ids, names, strict=True) if name and file_id}
        for name, file_id, (_, cells) in zip(names, ids, rows, strict=True):
            for place in places:
                results.note_question(name or names_of.get(file_id, file_id), file.header[place], cells[place])


def _people(path: str, how: Mapping[str, str]) -> list[str]:
    """Return the ids in a list of participants: in a column of participants, or one in each row."""
    table = sheets.read(path, **how)
    place = next((at for at, header in enumerate(table.header) if plain(header) in sentences.PARTICIPANT), None)
    if place is None and len(table.header) > 1:
        raise InputError(f"{path}: needs the column participant; it has: {', '.join(table.header)}")
    ids = [row[place or 0].strip() for row in table.rows]
    return list(filter(None, [*(table.header if place is None else []), *ids]))


def _checked(
    results: Results,
    reading: Reading,
    stimuli: Stimuli,
    words: Mapping[str, str],
    rules: exclusions.Rules,
    people: Sequence[str],
    gold: Mapping[str, str],
) -> Answered:
    """Check the answers of an export, leave out what the rules say, and report how the results were read."""
    numbers = rules.numbers
    wrong = list(results.wrong)
    notes = [f"left out: {reason}: {counted(number, 'participant')}" for reason, number in results.left_out.items()]
    notes_on_simulated: list[str] = []
    repeated, answers = words.get("repeated", ""), real_answers(results.answers, notes_on_simulated)
    notes += notes_on_simulated
    answers, checks = attention.without_checks(answers, stimuli.checks, repeated, notes)
    answers = parts.that_count(answers, results, stimuli, words, notes)
    ratings = _resolved([one for one in answers if one.task == RATING], results, stimuli, wrong, notes)
    choices = _resolved_choices([one for one in answers if one.task == CHOICE], stimuli, wrong)
    _set_gold([*ratings, *choices], gold, wrong, notes)
    if nobody := [one for one in (*ratings, *choices) if not one.participant]:
        header = results.columns.get("participant", "participant")
        wrong.append(
            Message(
                f"{rows_named(nobody)}: {header} is empty; fill it in, or name the column of participants: ",
                reading_setting("participant"),
            )
        )
    labels = {one.label for one in (*ratings, *choices)} - {""}
    ratings, raters = repetition.kept_answers(ratings, "sentence_id", labels, repeated, wrong, notes)
    choices, choosers = repetition.kept_answers(choices, "pair_id", labels, repeated, wrong, notes)
    repeaters = {one.participant for one in (*raters, *choosers)} if repeated == repetition.LEAVE_OUT else set()
    low, high = scale.to_numbers(ratings, words, wrong, notes)
    if "gold" in numbers and isnan(low) and any(one.gold and one.response for one in ratings):
        fault = ": the middle of the scale is not known; set its ends, such as "
        wrong.append(Message(reading_setting("exclude", "gold"), fault, reading_setting("scale", "1-7")))
    notes += exclusions.leave_out_fast_answers([*ratings, *choices], numbers)
    rated = {one.sentence_id for one in ratings if one.response and not one.excluded}
    whole = _whole_pairs(stimuli, rated)
    if rated and not whole and not choices and not wrong:
        fault = "has no pair with ratings of both sentences; add ratings, or leave the table out"
        wrong.append(f"{fault} ({notes_on_simulated[0]})" if notes_on_simulated else fault)
    elif rated and not whole:
        notes.append("the ratings are not used, because no pair has ratings of both sentences; the choices are")
    fail(reading.path, wrong)
    if not any(one.response for one in (*ratings, *choices)):
        why = [" (", joined("; ", [*notes, *results.notes]), ")"] if [*notes, *results.notes] else []
        raise InputError(f"{reading.path}: has no answers about the sentences of this dataset", *why)
    simulated = any(one.participant.startswith(SIMULATED) for one in (*ratings, *choices))
    ids = [one.participant for one in (*ratings, *choices)]
    others = exclusions.without_rules(list(dict.fromkeys(ids)), results.questions, rules, people, repeaters)
    # Messages above name ids of the file.
    if renamed := pseudonymise([*ratings, *choices, *checks], words.get("keep_ids", "")):
        notes.append(Message(f"{renamed}; ", reading_setting("keep_ids", "yes"), " keeps the ids"))
    new_names = dict(zip(ids, (one.participant for one in (*ratings, *choices)), strict=True))
    others = {new_names[name]: reason for name, reason in others.items()}
    place_is = words.get("place_is", presentation.ANSWER)
    doubts = [doubt for them in (ratings, choices) for doubt in _doubts_of_places(them, results, place_is)]
    _number_places(ratings, choices, results.in_order)
    names = list(dict.fromkeys(one.participant for one in (*ratings, *choices)))
    everyone = exclusions.people([*ratings, *choices], low, high, checks)
    reasons = others | {
        name: reason for name, reason in exclusions.excluded(everyone, numbers).items() if name not in others
    }
    notes += exclusions.in_words(reasons, rules, names)
    options = [reading_setting("exclude", words["exclude"])] if "exclude" in words else []
    options += [reading_setting("repeated", repeated)] if repeaters else []
    rule = joined(" and ", [Message(one) for one in options]) if options else setting("people")
    if len(reasons) == len(names):
        raise InputError(f"{reading.path}: ", rule, " leaves out everybody; choose other numbers or rules")
    rated_by_who_counts = {
        one.sentence_id for one in ratings if one.response and not one.excluded and one.participant not in reasons
    }
    if whole and not choices and not _whole_pairs(stimuli, rated_by_who_counts):
        fault = f": after {len(reasons):,} of {counted(len(names), 'participant')} are left out, no pair has ratings"
        raise InputError(f"{reading.path}: ", rule, f"{fault} of both sentences; choose other numbers or rules")
    doubts += exclusions.warnings(reasons, rules, names)
    if not exclusions.of_participants(numbers) and not reasons and (would := exclusions.would_leave_out(everyone)):
        notes.append(joined("; ", ["nobody is left out by a rule", *would]))
    notes += _summary(reading, ratings, choices, results)
    answered = Answered(ratings, choices, reasons, whole, reading, tuple(doubts), simulated)
    reading.notes += [*(["the answers are SIMULATED"] if answered.simulated else []), *notes, *doubts, *results.notes]
    return answered


def _summary(reading: Reading, ratings: Sequence[Answer], choices: Sequence[Answer], results: Results) -> list[str]:
    """Put into the reading how many answers there are, and return notes on what is missing and was not read."""
    notes = []
    names = {one.participant for one in (*ratings, *choices)}
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
    return notes


def _whole_pairs(stimuli: Stimuli, rated: Collection[str]) -> int:
    """Return how many pairs have ratings of both sentences."""
    return sum(f"{pair}.good" in rated and f"{pair}.bad" in rated for pair in stimuli.pairs)


def real_answers(answers: Sequence[Answer], notes: list[str]) -> list[Answer]:
    """Return the answers without the simulated ones, unless all are simulated; the notes count what is left out."""
    simulated = [one for one in answers if one.participant.startswith(SIMULATED)]
    if not simulated or len(simulated) == len(answers):
        return list(answers)
    people = counted(len({one.participant for one in simulated}), "participant")
    notes.append(
        f"left out, because other answers are real: {counted(len(simulated), 'answer')} of {people}, SIMULATED"
    )
    return [one for one in answers if not one.participant.startswith(SIMULATED)]


def _set_gold(answers: Sequence[Answer], gold: Mapping[str, str], wrong: list[str], notes: list[str]) -> None:
    """Return for each answer whether its sentence or pair is gold; ``wrong`` gets what is neither good nor bad."""
    others = []
    for one in answers:
        one.gold = gold.get(one.pair_id if one.task == CHOICE else one.sentence_id, one.gold).strip().casefold()
        if one.gold not in ("", "good", "bad"):
            others.append(one)
    if others:
        sides = columns.listed([repr(side) for side in dict.fromkeys(one.gold for one in others)], SHOWN)
        wrong.append(f"{rows_named(others)}: gold is {sides}; write good, bad or nothing")
    if unanswered := gold.keys() - {name for one in answers for name in (one.sentence_id, one.pair_id)}:
        notes.append(f"gold, but nobody answered it: {columns.listed(sorted(unanswered))}")


def _resolved(
    ratings: Sequence[Answer], results: Results, stimuli: Stimuli, wrong: list[str], notes: list[str]
) -> list[Answer]:
    """Give each rating the id of its sentence; ``wrong`` gets those of other sentences than the dataset's.

    Texts that QUESTIONS= has without a sentence are screens of another kind, and are left out. So are parts of the
    experiment without any sentence, such as a questionnaire about the participants.
    """
    with_names = {one.label for one in ratings if one.sentence_id or one.sentence or one.item}
    nameless = Counter(one.label for one in ratings if one.label and one.label not in with_names)
    if nameless:
        notes.append(f"left out, because none of their answers names a sentence: {parts.in_words(nameless)}")
        ratings = [one for one in ratings if one.label not in nameless]
    resolved, unknown, differ = [], defaultdict(list), []
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
            differ.append((one, name))
        one.sentence_id = name
        resolved.append(one)
    if differ:
        (one, name), others = differ[0], len({name for _, name in differ}) - 1
        more = f" (and {counted(others, 'other sentence')})" if others else ""
        wrong.append(
            f"{rows_named([one for one, _ in differ])}: its sentence is {one.sentence[:60]!r}, but {name} is "
            f"{stimuli.sentences[name][:60]!r}{more}; correct the id or the sentence"
        )
    without = {matching.same(question) for question, name in stimuli.key.items() if not name}
    screens = [text for text in unknown if matching.same(text) in without]
    if screens:
        texts = counted(len(screens), "text")
        example = f", such as {screens[0][:60]!r}"
        notes.append(Message(f"left out: {texts} without a sentence in ", setting("questions"), example))
    strangers = {text: same_text for text, same_text in unknown.items() if text not in screens}
    if strangers:
        all_of_them = [one for same_text in strangers.values() for one in same_text]
        of_parts = parts.question(resolved, all_of_them, results)
        wrong += [of_parts] if of_parts else _unknown_sentences(strangers)
    return resolved


def _unknown_sentences(answers_by_text: Mapping[str, Sequence[Answer]]) -> list[Message]:
    """Return a message on answers that name no sentence, and one on those to other sentences than the dataset's."""
    strangers, messages = dict(answers_by_text), []
    if nameless := strangers.pop("", None):
        fault = f"{rows_named(nameless)}: {counted(len(nameless), 'answer')} without a sentence or an id; fill it in, "
        messages.append(Message(f"{fault}leave the rows out, or name the part that counts: ", reading_setting("label")))
    if strangers:
        one, count = next(iter(strangers.values()))[0], sum(map(len, strangers.values()))
        texts = columns.listed([repr(text[:60]) for text in strangers], SHOWN)
        rows = rows_named([same_text[0] for same_text in strangers.values()][:SHOWN] if len(strangers) > 1 else [one])
        verb = "is not a sentence" if len(strangers) == 1 else f"({counted(count, 'answer')}) are not sentences"
        screen = Message("; if it is a screen, name it in ", setting("questions"), " without a sentence_id")
        table = ", a table with question (the code) and sentence_id"
        code = Message("; if it is a code, add ", setting("questions"), table)
        messages.append(
            Message(
                f"{rows}: {texts} {verb} of this dataset; write <pair_id>.good or <pair_id>.bad, or "
                "its text; if it is a filler, add ",
                setting("fillers"),
                screen if one.scale == "buttons" else code,
            )
        )
    return messages


def _resolved_choices(choices: list[Answer], stimuli: Stimuli, wrong: list[str]) -> list[Answer]:
    """Give each choice the id of its pair; ``wrong`` gets those between other sentences than the dataset's."""
    unknown = []
    for one in choices:
        pair = stimuli.pair(one.pair_id, one.good, one.bad)
        if not pair and not one.pair_id.startswith(FILLER):
            unknown.append(one)
        one.pair_id = pair or one.pair_id
    if unknown:
        names = list(dict.fromkeys(one.pair_id or one.good for one in unknown))
        verb = "is not a pair" if len(names) == 1 else "are not pairs"
        listed = columns.listed(list(map(repr, names)), SHOWN)
        fault = f"{rows_named(unknown)}: {listed} {verb} of this dataset; write its "
        wrong.append(Message(f"{fault}pair_id; if it is a filler, add ", setting("fillers")))
    return choices


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
    """Number the answers of each participant in the file's order, where that is the order of the experiment."""
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
        members = minimal_pairs.read(path, kind="fillers", **how).members
        return {}, {sentences.filler_id(name): texts for name, texts in members.items()}
    return sentences.read_fillers(path, **how)[0], {}


def _checks(further: Mapping[str, str], how: Mapping[str, str]) -> dict[str, str]:
    """Return the answers that attention checks ask for, by sentence_id, as far as QUESTIONS= or GOLD= has them."""
    answers: dict[str, str] = {}
    for path in (further[name] for name in ("questions", "gold") if name in further):
        if {"sentenceid", "attentionanswer"} <= set(map(plain, sheets.read(path, **how).header)):
            answers |= _two_columns(path, how, "sentence_id", "attention_answer")
    return {name: answer for name, answer in answers.items() if answer}


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
        cells = next((cells for header, cells in table.rest.items() if plain(header) == "gold"), [""] * table.length)
        names = stimuli.filler_pairs or sentences.read_fillers(further["fillers"], **how)[0]
        side_of = dict(zip(names, cells, strict=True))
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
