"""Keep checked answers for the other processes of a run, so that each file of answers is read once.

The first process writes them into the folder of the run, where only their owner may read them; participants have the
names that results have. The answers are used by processes that would read the same: the same contents of files and
pairs, in the same way, with the same code.
"""

import os
from collections.abc import Iterable, Sequence
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

from acceptability.messages import Message, Setting
from acceptability.reading import facts
from acceptability.reading.report import Reading
from acceptability.responses.answers import Answer, Answered, Row
from acceptability.written import OWNER_ONLY

FOLDER = Path(".snakemake/answers")  # in the folder of the run
# What is not needed of checked answers. Where they stood may be a file that has a participant's name.
NOT_NEEDED = ("row", "attention_answer", "item", "condition", "good", "bad", "label", "scale")
FIELDS = [field.name for field in fields(Answer) if field.name not in NOT_NEEDED]


def write(answers: Iterable[Answered], folder: Path) -> None:
    """Write answers into the folder of a run, and remove those of earlier runs."""
    current = {answered.key: answered for answered in answers if answered.key}
    for path in (folder / FOLDER).glob("*"):
        if path.stem not in current:
            path.unlink()
    for key, answered in current.items():
        facts.write(_as_json(answered), folder / FOLDER / f"{key}.json", OWNER_ONLY)


def read(key: str, paths: Sequence[str]) -> Answered | None:
    """Return the answers that another process of this run read from these files; None where there are none."""
    saved = facts.read(FOLDER / f"{key}.json")
    if not saved:
        return None
    names = _names(paths)
    reading = Reading(**saved["reading"])
    reading.path = _message(saved["reading"]["path"], names)
    reading.files = [file | {"path": _message(file["path"], names)} for file in reading.files]
    reading.notes = [_message(note, names) for note in saved["reading"]["notes"]]
    return Answered(
        ratings=[Answer(Row(0), **dict(zip(FIELDS, values, strict=True))) for values in saved["ratings"]],
        choices=[Answer(Row(0), **dict(zip(FIELDS, values, strict=True))) for values in saved["choices"]],
        reasons=saved["reasons"],
        rated_pairs=saved["rated_pairs"],
        reading=reading,
        doubts=tuple(_message(doubt, names) for doubt in saved["doubts"]),
        simulated=saved["simulated"],
    )


def _as_json(answered: Answered) -> dict[str, Any]:
    """Return what ``read`` makes answers of."""
    names, reading = _names(answered.paths), answered.reading
    files = [file | {"path": _parts(file["path"], names)} for file in reading.files]
    notes = [_parts(note, names) for note in reading.notes]
    return {
        "ratings": [[getattr(one, name) for name in FIELDS] for one in answered.ratings],
        "choices": [[getattr(one, name) for name in FIELDS] for one in answered.choices],
        "reasons": answered.reasons,
        "rated_pairs": answered.rated_pairs,
        "reading": asdict(reading) | {"path": _parts(reading.path, names), "files": files, "notes": notes},
        "doubts": [_parts(doubt, names) for doubt in answered.doubts],
        "simulated": answered.simulated,
    }


def _names(paths: Sequence[str]) -> list[str]:
    """Return what messages call the files: each one, or the folder that they are in."""
    return [*paths, os.path.commonpath(paths)]


def _parts(text: str, names: Sequence[str]) -> list:
    """Return the texts and settings of a message; for the name of files that it begins with, the place among names.

    The process that reads the message may run in another folder, and know the files by other names.
    """
    parts = [asdict(part) if isinstance(part, Setting) else part for part in Message(text).parts]
    for place, name in enumerate(names):
        if text == name or text.startswith(f"{name}: "):
            return [place, str(parts[0]).removeprefix(name), *parts[1:]]
    return parts


def _message(parts: list, names: Sequence[str]) -> Message:
    """Return the message of which ``_parts`` are the parts."""
    located = (names[part] if isinstance(part, int) else part for part in parts)
    return Message(*(Setting(**part) if isinstance(part, dict) else part for part in located))
