"""Results of an experiment in which people chose between two sentences → a table of decisions, a column a person."""

from functools import lru_cache
from pathlib import Path

from acceptability.errors import InputError
from acceptability.reading import decisions, sheets
from acceptability.reading.sentences import FILLER
from acceptability.reading.sheets import Sheet
from acceptability.responses import files, results
from acceptability.responses.answers import CHOICE
from acceptability.responses.columns import counted as in_words
from acceptability.responses.registry import platform_of
from acceptability.responses.stimuli import PRACTICE, Stimuli


def table(path: str | Path | Sheet | list[Path], **reading: str) -> str | Path | Sheet | list[Path]:
    """Return the choices in a platform's results as a table of decisions; any other file as it is.

    The table has ``pair_id``, ``good`` and ``bad``, as far as the results have them, and a column for each participant:
    1 where the acceptable sentence was chosen, 0 where the other one was. Practice and fillers are left out.
    InputError for results without choices, and for a person who chose twice between the same two sentences.
    """
    if isinstance(path, Sheet):
        return path
    paths = list(map(str, path)) if isinstance(path, list) else files.files_of(path)
    made = _table(sheets.name_of(path), tuple(paths), results.stamps_of(paths), tuple(sorted(reading.items())))
    return made or (path[0] if isinstance(path, list) and len(path) == 1 else path)


def columns_of(path: str | Path | Sheet, **reading: str) -> dict[str, str]:
    """Return the columns of decisions of a table, or the participants of an experiment, by their measures."""
    return decisions.columns_of(table(path, **reading), **reading)


@lru_cache(maxsize=8)
def _table(path: str, paths: tuple[str, ...], _stamps: tuple, reading: tuple) -> Sheet | None:
    """Read each state of files once: the configuration asks for them many times."""
    opened = files.read(paths, **dict(reading))
    platform = platform_of(opened)
    if platform is None:
        return None
    made = platform.read(opened, Stimuli({}), {})
    choices = [one for one in made.answers if one.task == CHOICE and one.response]
    counted = [one for one in choices if not PRACTICE.match(one.label) and not one.pair_id.startswith("practice.")]
    kept = [one for one in counted if not one.pair_id.startswith(FILLER)]
    if not kept:
        raise InputError(f"{path}: {platform.name} has no choices between the sentences of pairs; give it as RATINGS=")
    notes: list[str] = []
    if practice := len(choices) - len(counted):
        notes.append(f"left out: {in_words(practice, 'choice')} of practice")
    if fillers := len(counted) - len(kept):
        notes.append(f"left out: {in_words(fillers, 'choice')} between fillers")
    results.named(kept, made, notes)
    people = list(dict.fromkeys(one.participant for one in kept))
    rows: dict[tuple, dict[str, str]] = {}
    for one in kept:
        row = rows.setdefault((one.pair_id, one.good, one.bad), {})
        if one.participant in row:
            raise InputError(
                f"{path}, {one.row}: {one.participant!r} chose twice about {one.pair_id or one.good!r}; keep one"
            )
        row[one.participant] = one.response
    about = [place for place in range(3) if all(key[place] for key in rows)]
    header = [("pair_id", "good", "bad")[place] for place in about] + people
    cells = [[*(key[place] for place in about), *(row.get(name, "") for name in people)] for key, row in rows.items()]
    return Sheet(path, header, cells, list(range(1, len(cells) + 1)), notes=[*notes, *made.notes], how=platform.name)
