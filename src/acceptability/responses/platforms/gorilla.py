"""Read results of Gorilla: a row for each event, of Task Builder 1 (zones) or 2 (objects); each task has a file."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from acceptability.errors import InputError
from acceptability.messages import counted
from acceptability.responses import columns
from acceptability.responses.answers import Answer, Results, Row, reading_setting
from acceptability.responses.files import File
from acceptability.responses.registry import Platform
from acceptability.responses.stimuli import Stimuli

PERSON, RESPONSE = "Participant Private ID", "Response"
ZONES, OBJECTS = "Zone Type", "Response Type"  # what says that a row is an answer, in Task Builder 1 and 2
END = "END OF FILE"
PREFIX = "Spreadsheet: "  # of columns of the task's spreadsheet, in Task Builder 2
ROLES = {  # columns of all exports; those of the spreadsheet with these roles come first
    "list": ("Spreadsheet Name", "Spreadsheet"),
    "label": ("display", "Display"),
}


def recognises(file: File) -> bool:
    """Return whether a file has events of Gorilla."""
    return {PERSON, RESPONSE} <= set(file.header)


def read(files: Sequence[File], stimuli: Stimuli, words: Mapping[str, str]) -> Results:
    """Return the answers of all files. InputError where it is not known which of two answers is the rating."""
    results = Results("Gorilla")
    events = [(row, _plain_headers(event)) for row, event in columns.trials(files, END)]
    headers = list(dict.fromkeys(header for _, event in events for header in event))
    path = files[0].path
    results.personal = [header for header in columns.personal(headers) if header != words.get("participant")]
    answered = [(row, event) for row, event in events if _is_answer(event)]
    if not answered:
        raise InputError(
            f"{path}: has no answers (rows whose {ZONES} begins with response_, or whose {OBJECTS} is response); "
            "export the task with the ratings"
        )
    person = columns.chosen("participant", PERSON, headers, words, path)
    results.columns = {"participant": person} | columns.about(
        headers, [event for _, event in answered], stimuli, words, path
    )
    about = {role: header for role, header in results.columns.items() if role != "participant"}
    for role in columns.DETAILS:
        others = (name for name in ROLES.get(role, ()) if name in headers)
        header_of_role = columns.column(headers, role, words, path) if role != "label" else ""
        if header := header_of_role or next(others, ""):
            results.columns[role] = header
    with_sentence = [(row, event) for row, event in answered if columns.sentence(event, about, stimuli)]
    if nameless := len(answered) - len(with_sentence):
        results.notes.append(f"left out, because they name no sentence: {counted(nameless, 'answer')}")
    answered = with_sentence
    answered, rating = _rated(answered, person, headers, words, path)
    results.columns["rating"] = rating
    rejected = {
        event.get(person, "") for _, event in events if event.get("Participant Status", "").casefold() == "rejected"
    }
    if rejected:
        results.left_out["rejected (Participant Status)"] = len(rejected)
    for row, event in answered:
        if event.get(person, "") not in rejected:
            attributes = columns.attributes(event, results.columns, about, stimuli) | {"scale": event.get(ZONES, "")}
            results.answers.append(
                Answer(row, event.get(person, ""), columns.response(event.get(rating, "")), **attributes)
            )
    return results


def _plain_headers(event: Mapping[str, str]) -> dict[str, str]:
    """Return the cells of a row, with the spreadsheet's columns, which count first, as the spreadsheet calls them."""
    cells = sorted(event.items(), key=lambda cell: cell[0].startswith(PREFIX))
    return {header.removeprefix(PREFIX): cell for header, cell in cells}


def _is_answer(event: Mapping[str, str]) -> bool:
    """Return whether an event is an answer, also one that was not given in time."""
    if ZONES in event:
        return event[ZONES].startswith("response_")
    return event.get(OBJECTS) == "response"


def _zone(event: Mapping[str, str]) -> str:
    """Return the name of the part of the screen that asked for an answer."""
    return event.get("Zone Name") or event.get("Object Name") or event.get("Component Name") or ""


def _rated(
    answered: list[tuple[Row, dict[str, str]]], person: str, headers: Sequence[str], words: Mapping[str, str], path: str
) -> tuple[list[tuple[Row, dict[str, str]]], str]:
    """Return the events that are ratings, and the column with their values. RATING= names this column, or a zone.

    InputError where one screen asked for several answers.
    """
    rating_option = words.get("rating", "")
    if rating_option in headers:
        return answered, rating_option
    zones = list(dict.fromkeys(_zone(event) for _, event in answered))
    if rating_option and rating_option not in zones:
        raise InputError(
            f"{path}: ",
            reading_setting("rating", rating_option),
            f": is no column, and no zone with answers; there are the zones {', '.join(zones)}",
        )
    if rating_option:
        return [(row, event) for row, event in answered if _zone(event) == rating_option], RESPONSE
    trials = defaultdict(set)
    for _, event in answered:
        trial = (event.get(header) for header in ("Task Name", "Spreadsheet Row", "Trial Number"))
        trials[event.get(person, ""), *trial].add(_zone(event))
    if zones_of_trial := next((sorted(names) for names in trials.values() if len(names) > 1), None):
        raise InputError(
            f"{path}: one trial has the answers {' and '.join(zones_of_trial)}; name the rating: ",
            reading_setting("rating", zones_of_trial[0]),
            " or ",
            reading_setting("rating", zones_of_trial[1]),
        )
    return answered, RESPONSE


PLATFORM = Platform("Gorilla", recognises, read)
