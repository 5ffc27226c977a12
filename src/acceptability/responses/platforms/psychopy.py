"""Read results of PsychoPy and Pavlovia: a file for each person and a row for each trial, with times in seconds."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence

from acceptability.errors import InputError
from acceptability.messages import Message, joined
from acceptability.responses import columns
from acceptability.responses.answers import Answer, Results, Row, reading_setting
from acceptability.responses.files import File
from acceptability.responses.registry import Platform
from acceptability.responses.stimuli import Stimuli

LOOP = ".thisN"
MARKS = {"psychopyVersion", "expName"}
SCALES = {".response": "slider", ".keys": "keys"}  # how columns of answers end, and what these were given on
GO_ON = {"", "space", "return", "enter"}  # keys that only go on to the next screen
LISTED = re.compile(r"\[\s*'?([^',\]]*)'?\s*\]")  # a list with one key, or one time
PAD = re.compile(r"num_(\d)")

Trial = tuple[Row, dict[str, str]]  # where it is, and the cells by header


def recognises(file: File) -> bool:
    """Return whether a file has the loops of PsychoPy."""
    marks = MARKS & set(file.header)
    return marks == MARKS or (bool(marks) and any(header.endswith(LOOP) for header in file.header))


def read(files: Sequence[File], stimuli: Stimuli, words: Mapping[str, str]) -> Results:
    """Return the answers of all files. InputError where it is not known who answered, or which answer is the rating."""
    results = Results("PsychoPy")
    trials = list(columns.trials(files))
    headers = [header for header in dict.fromkeys(header for _, trial in trials for header in trial) if header]
    path = files[0].path
    results.personal = [header for header in columns.personal(headers) if header != words.get("participant")]
    about = columns.about(headers, [trial for _, trial in trials], stimuli, words, path)
    rated = [trial for trial in trials if columns.sentence(trial[1], about, stimuli)]
    if not rated:
        return results
    if without := {columns.name_among(file, files) for file in files} - {row.file for row, _ in rated}:
        results.notes.append(f"files without a rated sentence: {columns.listed(sorted(without))}")
    people = _people(rated, headers, words, path, results)
    ratings = _ratings(rated, headers, words, path)
    results.columns |= about | {"rating": " or ".join(ratings)}
    for role in ("list", "gold", "attention_answer", "place", "rt"):
        if (header := columns.column(headers, role, words, path)) and (role not in ("place", "rt") or role in words):
            results.columns[role] = header
    for row, trial in rated:
        header = next((name for name in ratings if _answer(trial.get(name, ""))), ratings[0])
        component, ending = header.rpartition(".")[::2]
        loops = [name for name in headers if name.endswith(LOOP) and trial.get(name)]
        place = columns.whole(trial[loops[0]]) if len(loops) == 1 else None
        cell = defaultdict(str, {role: trial.get(name, "") for role, name in results.columns.items()})
        cell["rt"] = LISTED.sub(r"\1", cell["rt"] or trial.get(f"{component}.rt", ""))
        cell["label"] = loops[0].removesuffix(LOOP) if loops else ""
        attributes = columns.sentence(trial, about, stimuli) | columns.details(cell.__getitem__, 1000)
        if "place" not in words:
            attributes["place"] = None if place is None else place + 1
        scale = SCALES.get(f".{ending}", header)
        results.answers.append(Answer(row, people[row], _answer(trial.get(header, "")), **attributes, scale=scale))
    return results


def _people(
    rated: Sequence[Trial], headers: Sequence[str], words: Mapping[str, str], path: str, results: Results
) -> dict[Row, str]:
    """Return the participant by row.

    A participant with several values of the column ``session`` has a name for each.

    InputError where one of them has several dates: these are two people with one name, or a second beginning.
    """
    header = columns.chosen("participant", "participant", headers, words, path)
    results.columns["participant"] = header
    if "participant" in words:
        return {row: trial.get(header, "") for row, trial in rated}
    dates: dict[tuple[str, str], dict[str, Row]] = defaultdict(dict)
    sessions: dict[str, set[str]] = defaultdict(set)
    for row, trial in rated:
        name, session = trial.get(header, ""), trial.get("session", "")
        if not name:
            fault = f"{path}: {row}: {header} is empty; name the participant: "
            raise InputError(fault, reading_setting("participant", "date"))
        dates[name, session].setdefault(trial.get("date") or row.file, row)
        sessions[name].add(session)
    for (_, session), rows_by_date in dates.items():
        if len(rows_by_date) > 1:
            rows = " and ".join(map(str, rows_by_date.values()))
            raise InputError(
                f"{path}: one participant has {len(rows_by_date)} dates in session {session!r} ({rows}); if these "
                "are different people, write ",
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
        row: f"{trial[header]} {trial['session']}" if len(sessions[trial[header]]) > 1 else trial[header]
        for row, trial in rated
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
        header for header in candidates if {trial.get(header, "").casefold() for _, trial in rated} - GO_ON - {"none"}
    ]
    if not answered:
        raise InputError(
            f"{path}: no trial with a sentence has an answer in a column that ends in {' or '.join(SCALES)}; name the "
            "column: ",
            reading_setting("rating"),
            f"; it has: {', '.join(headers)}",
        )
    for row, trial in rated:
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
