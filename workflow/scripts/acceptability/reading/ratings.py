"""A user's table of ratings by single people, of the sentences of pairs."""

from collections.abc import Iterable
from pathlib import Path

from acceptability.reading.report import Reading
from acceptability.reading.sentences import FILLER
from acceptability.reading.sheets import Sheet
from acceptability.reading.table import Table


def read(path: str | Path | Sheet, pairs: Iterable[str], **reading: str) -> tuple[list[dict], Reading]:
    """Read ``row, participant, sentence_id, rating`` of each answer to sentences of these pairs, and to fillers.

    InputError that lists all that is wrong. Fillers are what begins with sentences.FILLER.
    """
    table = Table(path, "ratings", **reading)
    table.key = ("participant", "sentence_id")
    if not {*table.key, "rating"} <= table.columns.keys():
        table.check()
    names, answers = [table.texts(name) for name in table.key], table.values("rating")
    table.check_unique(*table.key)
    pairs = list(pairs)
    ids = {f"{pair}.{side}" for pair in pairs for side in ("good", "bad")}
    answered = set(names[1])
    table.wrong += [
        f"row {table.numbers[row]}: {name!r} is not a sentence of this dataset; write <pair_id>.good or <pair_id>.bad"
        for row, name in enumerate(names[1])
        if name and name not in ids and not name.startswith(FILLER)
    ]
    if not table.wrong and not any({f"{pair}.good", f"{pair}.bad"} <= answered for pair in pairs):
        table.wrong.append("has no pair with ratings of both sentences; add ratings, or leave the table out")
    table.check()
    people = len(set(names[0]))
    numbers = [answer for answer in answers if answer is not None]
    table.reading.what = f"{table.length:,} ratings of {people:,} participants"
    table.reading.values[table.headers["rating"]] = f"{min(numbers):g} to {max(numbers):g}, of {people:,} participants"
    keys = ("row", "participant", "sentence_id", "rating")
    return [
        dict(zip(keys, row, strict=True)) for row in zip(table.numbers, *names, answers, strict=True)
    ], table.reading
