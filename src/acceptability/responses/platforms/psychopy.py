"""Read results of PsychoPy and Pavlovia: a file for each person and a row for each trial, with times in seconds."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence

from acceptability.errors import InputError
from acceptability.messages import Message, joined
from acceptability.responses import columns
from acceptability.responses.answers import Answer, Results, reading_setting
from acceptability.responses.files import File
from acceptability.responses.registry import Platform
from acceptability.responses.stimuli import Stimuli

LOOP = ".thisN"
MARKS = {"psychopyVersion", "expName"}
SCALES = {".response": "slider", ".keys": "keys"}  # how columns of answers end, and what these were given on
GO_ON = {"", "space", "return", "enter"}  # keys that only go on to the next screen
LISTED = re.compile(r"\[\s*'?([^',\]]*)'?\s*\]")  # a list with one key, or one time
PAD = re.compile(r"num_(\d)")

Trial = tuple[str, str, dict[str, str]]  # the row, as messages name it, the file's name, and the cells by header


def recognises(file: File) -> bool:
    """Return whether a file has the loops of PsychoPy."""
    marks = MARKS & set(file.header)
    return marks == MARKS or (bool(marks) and any(header.endswith(LOOP) for header in file.header))


def read(files: Sequence[File], stimuli: Stimuli, words: Mapping[str, str]) -> Results:
    """Return the answers of all files. InputError where it is not known who answered, or which answer is the rating."""
    results = Results("PsychoPy")
    trials = [
        (f"row {number} of {file.name}" if len(files) > 1 else f"row {number}", file.name, trial)
        for file in files
        for number, trial in columns.trials(file)
    ]
    headers = [header for header in dict.fromkeys(header for *_, trial in trials for header in trial) if header]
    path = files[0].path
    results.personal = [header for header in columns.personal(headers) if header != words.get("participant")]
    about = columns.about(headers, [trial for *_, trial in trials], stimuli, words, path)
    rated = [trial for trial in trials if columns.sentence(trial[2], about, stimuli)]
    if not rated:
        return results
    without = {file.name for file in files} - {name for _, name, _ in rated}
    if without:
        results.notes.append(f"files without a rated sentence: {columns.listed(sorted(without))}")
    people = _people(rated, headers, words, path, results)
    ratings = _ratings(rated, headers, words, path)
    results.columns |= about | {"rating": " or ".join(ratings)}
    for role in ("list", "gold", "place", "rt"):
        if (header := columns.column(headers, role, words, path)) and (role not in ("place", "rt") or role in words):
            results.columns[role] = header
    for row, file, trial in rated:
        cell = {role: trial.get(results.columns.get(role, ""), "") for role in ("list", "gold", "place", "rt")}
        header = next((name for name in ratings if _answer(trial.get(name, ""))), ratings[0])
        component, ending = header.rpartition(".")[::2]
        loops = [name for name in headers if name.endswith(LOOP) and trial.get(name)]
        place = columns.whole(trial[loops[0]]) if len(loops) == 1 else None
        time = cell["rt"] or trial.get(f"{component}.rt", "")
        results.answers.append(
            Answer(
                row,
                people[row, file],
                _answer(trial.get(header, "")),
                **columns.sentence(trial, about, stimuli),
                label=loops[0].removesuffix(LOOP) if loops else "",
                list=cell["list"],
                place=columns.whole(cell["place"]) if "place" in words else None if place is None else place + 1,
                rt=columns.milliseconds(LISTED.sub(r"\1", time), 1000),
                gold=cell["gold"],
                scale=SCALES.get(f".{ending}", header),
            )
        )
    return results


def _people(
    rated: Sequence[Trial], headers: Sequence[str], words: Mapping[str, str], path: str, results: Results
) -> dict[tuple[str, str], str]:
    """Return the participant by row and file.

    A participant with several values of the column ``session`` has a name for each.

    InputError where one of them has several dates: these are two people with one name, or a second beginning.
    """
    header = columns.chosen("participant", "participant", headers, words, path)
    results.columns["participant"] = header
    if "participant" in words:
        return {(row, file): trial[header] for row, file, trial in rated}
    dates: dict[tuple[str, str], dict[str, str]] = defaultdict(dict)
    sessions: dict[str, dict[str, str]] = defaultdict(dict)
    for row, file, trial in rated:
        name, session = trial[header], trial.get("session", "")
        if not name:
            fault = f"{path}: {row}: {header} is empty; name the participant: "
            raise InputError(fault, reading_setting("participant", "date"))
        dates[name, session][trial.get("date") or file] = row
        sessions[name][session] = row
    for (name, session), rows_by_date in dates.items():
        if len(rows_by_date) > 1:
            raise InputError(
                f"{path}: participant {name!r}, session {session!r}, has {len(rows_by_date)} dates: "
                f"{', '.join(rows_by_date)}; if these are different people, write ",
                reading_setting("participant", "date"),
                "; else remove the file that does not count",
            )
    several = sum(len(trials_by_session) > 1 for trials_by_session in sessions.values())
    if several:
        results.notes.append(
            Message(
                f"participants with several sessions, which were taken as different people: {several:,}; ",
                reading_setting("participant", "participant"),
                " takes them as one",
            )
        )
    return {
        (row, file): f"{trial[header]} {trial['session']}" if len(sessions[trial[header]]) > 1 else trial[header]
        for row, file, trial in rated
    }


def _ratings(rated: Sequence[Trial], headers: Sequence[str], words: Mapping[str, str], path: str) -> list[str]:
    """Return the columns of ratings: those that RATING= names, or all that have answers in trials with a sentence.

    InputError where there are none, or two in one trial.
    """
    if rating_option := words.get("rating"):
        scale_headers = [f"{rating_option}{ending}" for ending in SCALES if f"{rating_option}{ending}" in headers]
        return scale_headers[:1] or [columns.chosen("rating", "", headers, words, path)]
    candidates = [header for header in headers if header.endswith(tuple(SCALES))]
    answered = [
        header for header in candidates if {trial.get(header, "").casefold() for *_, trial in rated} - GO_ON - {"none"}
    ]
    if not answered:
        raise InputError(
            f"{path}: no trial with a sentence has an answer in a column that ends in {' or '.join(SCALES)}; name the "
            "column: ",
            reading_setting("rating"),
            f"; it has: {', '.join(headers)}",
        )
    for row, _, trial in rated:
        answered_headers = [header for header in answered if _answer(trial.get(header, ""))]
        if len(answered_headers) > 1:
            raise InputError(
                f"{path}: {row}: has answers in {' and '.join(answered_headers)}; name the rating: ",
                joined(" or ", [Message(reading_setting("rating", header)) for header in answered_headers]),
            )
    return answered


def _answer(cell: str) -> str:
    """Return an answer: a place on a slider, or a key, which may be in a list, or be on the number pad."""
    cell = PAD.sub(r"\1", LISTED.sub(r"\1", cell))
    return "" if cell.casefold() in GO_ON else columns.response(cell)


PLATFORM = Platform("PsychoPy or Pavlovia", recognises, read)
