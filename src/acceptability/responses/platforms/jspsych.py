"""Read results of jsPsych 6 to 8: CSV or JSON, a file for each participant, or files joined by a host (JATOS …)."""

import json
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from acceptability.errors import InputError
from acceptability.messages import counted, setting
from acceptability.reading.roles import plain
from acceptability.responses import columns, exclusions
from acceptability.responses.answers import CHOICE, RATING, SIMULATED, Answer, Results, Row
from acceptability.responses.files import File, as_text
from acceptability.responses.registry import Platform
from acceptability.responses.stimuli import Stimuli, lines_of_html

MARKS = {"trial_type", "trial_index"}
SCALES = {  # trial types that ask for an answer, what it is given on, and what to add to it: some count from 0
    "html-button-response": ("buttons", 1),
    "survey-likert": ("Likert scale", 1),
    "survey-multi-choice": ("options", 0),
    "html-keyboard-response": ("keys", 0),
    "html-slider-response": ("slider", 0),
}
OLDER = {"button_pressed": "html-button-response", "key_press": "html-keyboard-response"}  # columns of jsPsych 6
MISSING = ("", "null", "undefined")
LOST = "[object Object]"
OURS = {"participant", "list_from", "version", "task", "trial_index"}  # columns of the page of ``make experiment``
END = "end"  # the task of its last row
UNNAMED = re.compile(r"Q\d+")
CHOICES = {CHOICE, "forced_choice", "forced-choice"}
PRESSED = {"0": "left", "1": "right", "f": "left", "j": "right", "arrowleft": "left", "arrowright": "right"}
SIDES = {"left": "left", "l": "left", "0": "left", "right": "right", "r": "right", "1": "right"}
CHOSEN = {"1": "1", "true": "1", "yes": "1", "0": "0", "false": "0", "no": "0"} | dict.fromkeys(MISSING, "")


def recognises(file: File) -> bool:
    """Return whether a file has trials of jsPsych."""
    if file.records is not None:
        return any(record.keys() >= MARKS for _, record in file.records)
    return set(file.header) >= MARKS


def read(files: Sequence[File], stimuli: Stimuli, words: Mapping[str, str]) -> Results:
    """Return the answers of all files. InputError for answers that the files have lost, or that have no sentence."""
    results, rows = Results("jsPsych"), []
    several = len(files) > 1
    for number, file in enumerate(files, start=1):
        trials = [(row, f"{number}.{person}", trial) for row, person, trial in _trials(file, several)]
        rows += trials
        results.personal += columns.personal(header for _, _, trial in trials[:1] for header in trial)
    rows = _joined(rows, results)
    headers = list(dict.fromkeys(header for _, _, trial in rows for header in trial))
    place = files[0].path if not several else f"{files[0].path} and {len(files) - 1} more"
    answered = [trial for _, _, trial in rows if _kind(trial)]
    header = columns.participant_column(headers, answered, words, place)
    results.columns = {
        role: name
        for role in ("sentence_id", "sentence", "item", "condition", "rating", *columns.DETAILS)
        if (name := columns.column(headers, role, words, place))
    }
    if header:
        results.columns["participant"] = header
    others: Counter = Counter()
    starts: Counter = Counter()
    questions = exclusions.questions_of(words.get("exclude", ""))
    for row, person, trial in rows:
        name = trial.get(header, "") if header else person
        if questions:
            _note_questions(results, name, trial, questions)
        if kind := _kind(trial):
            if kind == CHOICE:
                answers = [_choice(row, name, trial, results, place)]
            else:
                answers = _ratings(row, name, trial, results.columns, stimuli, place)
            results.answers += answers
            for answer in answers:
                if answer.scale == "slider" and answer.response == trial.get("slider_start"):
                    starts[answer.response] += 1
        else:
            others[trial.get("trial_type", "")] += 1
    if others:
        screens = ", ".join(f"{kind} {number:,}" for kind, number in others.items())
        results.notes.append(f"screens that ask for no rating: {screens}")
    for start, number in starts.items():
        results.notes.append(
            f"answers exactly where the slider started ({start}), so that it was perhaps not moved: {number:,}"
        )
    if not header:
        results.notes.append("no column names the participants; each file, and each header in it, counts as one")
    return results


def _joined(rows: Sequence[tuple[Row, str, dict[str, str]]], results: Results) -> list[tuple[Row, str, dict[str, str]]]:
    """Return the rows of trials, each trial of the page of ``make experiment`` once: the one that was saved last.

    The page saves each trial at once, and all of them again at the end. A note reports participants who did not reach
    the end; simulated ones count only if all are simulated.
    """
    joined: dict[Any, tuple[Row, str, dict[str, str]]] = {}
    participants: dict[str, Counter] = {}
    for number, (row, person, trial) in enumerate(rows):
        is_ours = trial.keys() >= OURS
        joined[(trial["participant"], trial["trial_index"]) if is_ours else number] = row, person, trial
    for _, _, trial in joined.values():
        if trial.keys() >= OURS:
            participants.setdefault(trial["participant"], Counter())[trial["task"]] += 1
    real = {name: tasks for name, tasks in participants.items() if not name.startswith(SIMULATED)}
    participants = real or participants
    unfinished = [tasks for tasks in participants.values() if not tasks[END]]
    if repeated := len(rows) - len(joined):
        results.notes.append(f"rows that the page saved again later, read once: {repeated:,}")
    if unfinished:
        numbers = ", ".join(f"{tasks[RATING] + tasks[CHOICE]:,}" for tasks in unfinished)
        results.notes.append(
            f"participants who did not reach the end: {len(unfinished):,} of {len(participants):,} (their answers "
            f"without practice: {numbers})"
        )
    return list(joined.values())


def _trials(file: File, several: bool) -> Iterator[tuple[Row, str, dict[str, str]]]:
    """Yield the row, the person as far as the file's parts tell, and the trial.

    A header begins a new person, whose columns may be in another order. So does an array of JSON, and a trial whose
    index is not higher than the one before.
    """
    unit = "record" if file.is_json else "row"
    trials = _of_table(file) if file.records is None else ((place, *one) for place, one in enumerate(file.records, 1))
    person, last, before = 0, -1, None
    for number, part, trial in trials:
        trial = {header: as_text(value) for header, value in trial.items()}
        index = columns.whole(trial.get("trial_index", ""))
        if part != before or (index is not None and index <= last):
            person += 1
        before, last = part, -1 if index is None else index
        yield Row(number, file.name if several else "", unit=unit), str(person), trial


def _of_table(file: File) -> Iterator[tuple[int, int, dict[str, str]]]:
    """Yield the number of each row, the number of the header above it, and its cells by header."""
    header: list[str] = []
    part = 0
    for number, cells in file.rows:
        if set(cells) >= MARKS:
            header, part = cells, part + 1
        elif len(cells) != len(header):
            raise InputError(
                f"{file.path}, row {number}: has {counted(len(cells), 'cell')} where the header has "
                f"{len(header)}; export it again"
            )
        else:
            yield number, part, dict(zip(header, cells, strict=True))


def _type(trial: Mapping[str, str]) -> str:
    """Return the type of a trial, as jsPsych 7 and 8 call it."""
    return next((kind for header, kind in OLDER.items() if trial.get(header)), trial.get("trial_type", ""))


def _kind(trial: Mapping[str, str]) -> str:
    """Return whether a trial asks for a RATING or a CHOICE; nothing of screens that ask for neither.

    A trial about a pair is a choice, unless it says which of its sentences was shown.
    """
    if _type(trial) not in SCALES:
        return ""
    is_about_pair = trial.get("pair_id") and not any(map(trial.get, ("sentence_id", "sentence", "condition", "rating")))
    is_choice = trial.get("task", "").casefold() in CHOICES or trial.get("chose_good") or is_about_pair
    return CHOICE if is_choice else RATING


def _choice(row: Row, person: str, trial: Mapping[str, str], results: Results, path: str) -> Answer:
    """Return a choice. InputError where it is not known what was chosen."""
    response, written = trial.get("response", ""), trial.get("chose_good", "").casefold()
    side, chose_good = SIDES.get(trial.get("good_side", "").casefold(), ""), CHOSEN.get(written)
    if chose_good is None:
        raise InputError(f"{path}, {row}: chose_good is {written!r}; write 1, 0, or nothing where there is no answer")
    if not chose_good and response not in MISSING:
        pressed = PRESSED.get(response.casefold(), "")
        if not side or not pressed:
            raise InputError(
                f"{path}, {row}: it is not known which sentence {response!r} chose; write a column chose_good (1 or "
                "0), or good_side (left or right)"
            )
        chose_good = str(int(pressed == side))
    left, right = trial.get("left", ""), trial.get("right", "")
    good, bad = (right, left) if side == "right" else (left, right)
    return Answer(
        row,
        person,
        chose_good,
        CHOICE,
        pair_id=trial.get("pair_id", ""),
        good=trial.get("good") or (good if side else ""),
        bad=trial.get("bad") or (bad if side else ""),
        good_first={"left": True, "right": False}.get(side),
        **columns.details(partial(_text, trial, results.columns)),
    )


def _text(trial: Mapping[str, str], header_by_role: Mapping[str, str], role: str) -> str:
    """Return the cell of a role; nothing where there is none."""
    cell = trial.get(header_by_role.get(role, ""), "")
    return "" if cell in MISSING else cell


def _ratings(
    row: Row, person: str, trial: Mapping[str, str], header_by_role: Mapping[str, str], stimuli: Stimuli, path: str
) -> list[Answer]:
    """Return the ratings of one trial: one, or several of a page of Likert questions."""
    scale, more = SCALES[_type(trial)]
    cell = partial(_text, trial, header_by_role)
    about = {role: cell(role) for role in ("sentence_id", "item", "condition")} | columns.details(cell)
    text = cell("sentence") or _shown(trial.get("stimulus", ""), about, stimuli)
    written = cell("rating")
    response = trial.get("response") or trial.get("responses") or ""
    response = response or trial.get("button_pressed") or _key(trial.get("key_press", ""))
    if LOST in response:
        raise InputError(
            f"{path}, {row}: its answer is {LOST!r}: the page that wrote it has lost it; leave the row out"
        )
    if response.startswith("{"):
        try:
            answers = json.loads(response)
        except ValueError as error:
            raise InputError(f"{path}, {row}: its answer is damaged JSON: {error}; export the file again") from error
        if len(answers) == 1 and (about["sentence_id"] or text):
            (response,) = map(as_text, answers.values())
        else:
            names = {question: about | {"sentence_id": question, "rt": None} for question in answers}
            unknown = [question for question in names if UNNAMED.fullmatch(question) and question not in stimuli.key]
            if unknown:
                raise InputError(
                    f"{path}, {row}: its questions are called {', '.join(sorted(unknown))}, and no sentence is in the "
                    "file; write a table with the columns question and sentence_id, and use it as ",
                    setting("questions"),
                )
            return [
                Answer(row, person, _plus(as_text(value), more), scale=scale, **names[question])
                for question, value in answers.items()
            ]
    value = written or ("" if response in MISSING else _plus(response, more))
    return [Answer(row, person, value, sentence=text, scale=scale, **about)]


def _shown(stimulus: str, about: Mapping[str, str], stimuli: Stimuli) -> str:
    """Return the lines of a stimulus; nothing where it has no sentence and the trial says otherwise which it was."""
    text = "\n".join(lines_of_html(stimulus))
    is_known = about["sentence_id"] or (about["item"] and about["condition"])
    return "" if is_known and not stimuli.by_text(text) else text


def _key(code: str) -> str:
    """Return the key of a code of jsPsych 6: 49, and 97 on the number pad, are 1."""
    number = columns.whole(code)
    if number is None:
        return "" if code in MISSING else code
    if number < 0:  # no key was pressed
        return ""
    return str(number - 48) if 48 <= number <= 57 else str(number - 96) if 96 <= number <= 105 else chr(number).lower()


def _plus(response: str, more: int) -> str:
    """Return an answer that counts from 0 as one that counts from 1; others unchanged."""
    return str(int(float(response)) + more) if more and re.fullmatch(r"-?\d+(\.0+)?", response) else response


def _note_questions(results: Results, name: str, trial: Mapping[str, str], questions: Collection[str]) -> None:
    """Keep the answers to questions that EXCLUDE= names: of a form, whose response is JSON, and in other columns."""
    form = trial.get("response") or trial.get("responses") or ""
    try:
        fields = json.loads(form) if form.startswith("{") and not trial.get("sentence_id") else {}
    except ValueError:  # damaged, which is named where it is a rating
        fields = {}
    for question, answer in {**trial, **fields}.items():
        if plain(question) in questions:
            results.note_question(name, question, as_text(answer))


PLATFORM = Platform("jsPsych", recognises, read, keeps_questions=True)
