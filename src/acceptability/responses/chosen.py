"""Turn choices between two sentences in an experiment into a table of decisions with a column for each participant."""

from collections.abc import Mapping
from functools import lru_cache, partial
from pathlib import Path

from acceptability.errors import InputError
from acceptability.messages import Message, setting
from acceptability.messages import counted as in_words
from acceptability.reading import decisions, facts, sentences, sheets
from acceptability.reading.decisions import FIRST, LEAVE_OUT
from acceptability.reading.sheets import Sheet, Source
from acceptability.responses import files, results
from acceptability.responses.answers import CHOICE
from acceptability.responses.columns import rows_named
from acceptability.responses.registry import platform_of
from acceptability.responses.stimuli import PRACTICE, Stimuli


def reading_of(entry: Mapping) -> dict[str, str]:
    """Return the keyword arguments of ``table`` that an entry of the configuration gives."""
    if entry.get("repeated", FIRST) not in (FIRST, LEAVE_OUT):
        raise InputError(setting("repeated", entry["repeated"]), f": write {FIRST} or {LEAVE_OUT}")
    return sheets.of_entry(entry) | {key: entry[key] for key in ("repeated",) if entry.get(key)}


def table(path: Source, **reading: str) -> Source:
    """Return the choices in a platform's results as a table of decisions; any other file unchanged.

    The table has ``pair_id``, ``good`` and ``bad``, as far as the results have them, and a column for each participant.
    Its cells are 1 if the acceptable sentence was chosen, 0 if the other one was. Practice and fillers are left out.
    InputError for results without choices, and, unless ``repeated`` says which choices count, for a participant who
    chose twice between the same two sentences.
    """
    if isinstance(path, Sheet):
        return path
    paths = files.files_of(path)
    sheet = _table(sheets.name_of(path), tuple(paths), results.stamps_of(paths), tuple(sorted(reading.items())))
    return sheet or (path[0] if isinstance(path, list) and len(path) == 1 else path)


def columns_of(path: str | Path | Sheet, **reading: str) -> dict[str, str]:
    """Return the columns of decisions of a table, or the participants of an experiment, by their measures."""
    find = partial(_columns_of, path, **reading)
    return facts.fact("columns of decisions", sheets.paths_of(path), reading, find)


def _columns_of(path: str | Path | Sheet, **reading: str) -> dict[str, str]:
    return decisions.columns_of(table(path, **reading), **reading)


@lru_cache(maxsize=8)
def _table(path: str, paths: tuple[str, ...], _stamps: tuple, reading: tuple) -> Sheet | None:
    """Read each state of files once: the configuration asks for them many times."""
    how = dict(reading)
    which = how.pop("repeated", "")
    opened = files.read(paths, **how)
    platform = platform_of(opened)
    if platform is None:
        return None
    platform_results = platform.read(opened, Stimuli({}), {})
    notes: list[str] = []
    answers = results.real_answers(platform_results.answers, notes)
    choices = [one for one in answers if one.task == CHOICE and one.response and not one.attention_answer]
    counted = [
        one for one in choices if not PRACTICE.match(one.label) and not one.pair_id.startswith(sentences.PRACTICE)
    ]
    critical = [one for one in counted if not one.pair_id.startswith(sentences.FILLER)]
    if not critical:
        fault = f"{path}: {platform.name} has no choices between the sentences of pairs"
        raise InputError(f"{fault}; use it as ", setting("ratings"))
    if practice := len(choices) - len(counted):
        notes.append(f"left out: {in_words(practice, 'choice')} of practice")
    if fillers := len(counted) - len(critical):
        notes.append(f"left out: {in_words(fillers, 'choice')} between fillers")
    notes += filter(None, [results.pseudonymise(critical)])  # KEEP_IDS= is an option of ratings alone
    people = list(dict.fromkeys(one.participant for one in critical))
    rows: dict[tuple, dict[str, str]] = {}
    repeated = []
    for one in critical:
        row = rows.setdefault((one.pair_id, one.good, one.bad), {})
        if one.participant in row:
            repeated.append(one)
        row.setdefault(one.participant, one.response)
    if repeated:
        repeaters = {one.participant for one in repeated}
        who = in_words(len(repeaters), "participant")
        if not which:
            fault = (
                f"{path}: {who} chose several times between the same sentences; remove {rows_named(repeated)}, or use "
            )
            raise InputError(fault, setting("repeated", FIRST), " or ", setting("repeated", LEAVE_OUT))
        people = [name for name in people if which == FIRST or name not in repeaters]
        counted_out = who if which == LEAVE_OUT else f"{in_words(len(repeated), 'later choice')} of {who}"
        notes.append(Message("left out by ", setting("repeated", which), f": {counted_out}"))
        if not people:
            raise InputError(f"{path}: ", setting("repeated", which), f" leaves out everybody; use {FIRST}")
    about = [place for place in range(3) if all(key[place] for key in rows)]
    header = [("pair_id", "good", "bad")[place] for place in about] + people
    cells = [[*(key[place] for place in about), *(row.get(name, "") for name in people)] for key, row in rows.items()]
    return Sheet(
        path, header, cells, list(range(1, len(cells) + 1)), notes=[*notes, *platform_results.notes], how=platform.name
    )
