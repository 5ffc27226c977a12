"""Read users' tables of sentences: rated, labelled, in sets, designs or splits; and fillers."""

from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import partial
from itertools import product
from pathlib import Path

from acceptability.messages import Message, conjunction, setting
from acceptability.reading import contexts, facts, sheets
from acceptability.reading.report import Reading, rows_of
from acceptability.reading.roles import LABEL, of_table, plain
from acceptability.reading.sheets import Sheet, once
from acceptability.reading.table import Table
from acceptability.reading.values import looks_like

PARTICIPANT = frozenset(name for role in of_table("ratings") if role.name == "participant" for name in role.ranks())
# How the ids begin of what an experiment shows besides the user's pairs, in lists and in tables of answers.
FILLER, PRACTICE, ATTENTION = "filler.", "practice.", "attention."
BESIDE_PAIRS = {FILLER: "fillers", PRACTICE: "practice", ATTENTION: "attention checks"}
PART = ("given", "scored")  # columns that say which part of a sentence is scored
FACTORS = ("factor_1", "factor_2")
OPTIONAL = ("mark", "set", "regions", "design", *FACTORS, *PART)
SPLITS = {"train": "train", "dev": "dev", "development": "dev", "validation": "dev", "test": "test"}


@dataclass(frozen=True, eq=False)
class Sentences:
    """Describe checked sentences.

    Attributes:
        columns: those of the sentences by their roles: ``sentence_id``, ``sentence`` and ``words`` (lists), and what
            else the table has: ``rating`` (None: unrated), ``label``, ``mark``, ``set``, ``regions``, ``design``…
        rest: the columns that are not used, by their headers.
        reading: how the file was read.
    """

    columns: dict[str, list]
    rest: dict[str, list[str]]
    reading: Reading


def opened(path: str | Path | Sheet, **reading: str) -> Table:
    """Return a table of sentences. Marks of judgment are its labels, if it has no others and some have none."""
    table = Table(path, "sentences", **reading)
    if "sentence" in table:
        table.judged()
    if not table.columns.keys() >= {*PART}:
        for name in PART:
            if name in table:
                table.leave_unused(name)
    contexts.settle(table, "context")
    return table


@once
def read(path: str | Path | Sheet, words: str | None = None, **reading: str) -> Sentences:
    """Read and check a table of sentences; they are numbered if they have no ids. InputError that lists all faults.

    ``words`` says what words are (see Table.words).
    """
    table = opened(path, **reading)
    columns = _with_ids(table)
    if "label" in table:
        columns["label"] = table.labels()
        if not table.wrong and len(set(columns["label"])) == 1:
            table.wrong.append(
                f"all labels are {columns['label'][0]} ({'acceptable' if columns['label'][0] else 'not'}); add "
                "sentences with the other label, or remove their column"
            )
    if "rating" in table:
        columns["rating"] = table.values("rating", may_be_empty=True)
        if not table.wrong and sum(rating is not None for rating in columns["rating"]) < 2:
            table.wrong.append("has ratings of fewer than two sentences; add ratings, or remove their column")
    columns["words"] = table.words("words", "sentence", words)
    table.check_regions("regions", "sentence", columns["words"])
    _check_parts(table, columns["sentence"])
    columns |= {name: table.columns[name] for name in OPTIONAL if name in table}
    if "context" in table:
        _put_after_contexts(table, columns, words)
    people = next((header for header in table.rest if plain(header) in PARTICIPANT), "")
    if people and len(set(columns["sentence"])) < table.length:
        table.wrong.append(
            Message(
                f"a sentence has several rows, one for each participant ({people}): write its mean rating once, or use "
                "pairs with ",
                setting("ratings"),
            )
        )
    if {"design", *FACTORS} & table.columns.keys():
        _check_designs(table)
    table.check()
    if not {"label", "rating"} & columns.keys():
        _note_labels(table)
    _note_repeated(table, columns["sentence"])
    if "set" in table:
        columns["set"] = _sets(columns)
    table.reading.what = f"{table.length:,} sentences"
    return Sentences(columns, table.rest, table.reading)


def columns_of(path: str | Path | Sheet, **reading: str) -> frozenset[str]:
    """Return the roles that columns of a table of sentences have, whatever its rows contain."""
    return frozenset(
        facts.fact(
            "columns of sentences", sheets.paths_of(path), reading, lambda: list(opened(path, **reading).columns)
        )
    )


def _with_ids(table: Table) -> dict[str, list]:
    """Return ids, numbers if there are none, and texts; ``wrong`` gets ids that stand twice."""
    if "sentence" not in table:
        table.check()
    table.key = ("sentence_id",)
    if "sentence_id" in table:
        table.texts("sentence_id")
        table.check_unique("sentence_id")
    else:
        table.columns["sentence_id"] = list(map(str, range(1, table.length + 1)))
    return {"sentence_id": table.columns["sentence_id"], "sentence": table.texts("sentence")}


def _check_parts(table: Table, sentences: list[str]) -> None:
    """Note rows whose sentence does not begin with the words that are given and those that are scored."""
    for row, (context, scored) in enumerate(zip(*(table.columns.get(name, ()) for name in PART), strict=True)):
        if not scored or not " ".join(sentences[row].split()).startswith(" ".join(f"{context} {scored}".split())):
            table.wrong.append(
                f"{table.place(row)}: the sentence does not begin with the text in {table.headers['given']} followed "
                f"by the text in {table.headers['scored']}; correct the row, or rename both columns if they mean "
                "something else"
            )


def _put_after_contexts(table: Table, columns: dict[str, list], way: str | None) -> None:
    """Put the contexts of a table before its sentences, which alone are scored."""
    before = table.texts("context", may_be_empty=True)
    columns["words"], regions = contexts.with_words(before, columns["words"], columns.get("regions"), way)
    columns |= {"regions": regions} if regions else {}
    columns |= contexts.put_before(before, columns["sentence"], *(columns.get(name) for name in PART))


def _note_labels(table: Table) -> None:
    """Note columns of two values, such as 1 and 0, that may be the labels which the table lacks."""
    maybe = [header for header, cells in table.rest.items() if len(set(cells)) == 2 and looks_like(LABEL, cells)]
    if maybe:
        table.reading.notes.append(
            "no column has labels or ratings; if one of these has labels, call it label: " + ", ".join(maybe)
        )


def _note_repeated(table: Table, sentences: list[str]) -> None:
    """Note sentences that are in several rows, with the rows of the first; each row counts as a sentence."""
    rows = defaultdict(list)
    for number, sentence in zip(table.numbers, sentences, strict=True):
        rows[sentence].append(number)
    repeated = [row_numbers for row_numbers in rows.values() if len(row_numbers) > 1]
    if repeated:
        what = "1 sentence is" if len(repeated) == 1 else f"{len(repeated):,} sentences are"
        table.reading.notes.append(
            f"{what} in {sum(map(len, repeated)):,} rows, and each row counts as a sentence (the first: "
            f"{rows_of(repeated[0])}); remove repeated rows if they are copies"
        )


def filler_id(name: str) -> str:
    """Return the id of a filler, which begins with FILLER once, whether or not its table writes that."""
    return name if name.startswith(FILLER) else f"{FILLER}{name}"


def note_same_fillers(table: Table, ids: list[str]) -> None:
    """Note fillers whose ids are the same with FILLER before one of them."""
    names = {*ids}
    for name in (name for name in ids if f"{FILLER}{name}" in names):
        table.wrong.append(f"{name!r} and {FILLER + name!r} are ids of the same filler; rename one of them")


def read_fillers(path: str | Path | Sheet, **reading: str) -> tuple[dict[str, str], Reading]:
    """Return the fillers by their ids, ``filler.<sentence_id>``, or ``filler.1`` and so on where they have none."""
    table = Table(path, "fillers", **reading)
    if "sentence" in table:
        table.unmarked("sentence")
    columns = _with_ids(table)
    note_same_fillers(table, columns["sentence_id"])
    table.check()
    table.reading.what = f"{table.length:,} fillers"
    return {filler_id(name): text for name, text in zip(*columns.values(), strict=True)}, table.reading


@once
def read_labelled(path: str | Path | Sheet, between: str, **reading: str) -> dict[str, list]:
    """Return the columns of a table of labelled sentences: ``sentence_id, sentence, label, split`` and ``source``.

    ``between`` stands between several sources. InputError for other labels or splits than there are, a source that
    looks like several, and a split without sentences of both labels.
    """
    table = Table(path, "labelled", **reading)
    if not {"sentence", "label", "split"} <= table.columns.keys():
        table.check()
    columns = _with_ids(table) | {"label": table.labels()}
    columns["split"] = [SPLITS.get(split.lower(), split) for split in table.texts("split")]
    for row, split in enumerate(columns["split"]):
        if split and split not in SPLITS:
            table.wrong.append(f"{table.place(row)}: split is {split!r}; write train, dev or test")
    if "source" in table:
        columns["source"] = table.texts("source")
        table.wrong += [
            f"{table.place(row)}: source is {source!r}; write it without {between!r}"
            for row, source in enumerate(columns["source"])
            if between in source
        ]
    for split in dict.fromkeys(SPLITS.values()) if not table.wrong else ():
        labels = {
            label
            for label, split_of_row in zip(columns["label"], columns["split"], strict=True)
            if split_of_row == split
        }
        if len(labels) < 2:
            has = f"only sentences with label {labels.pop()}" if labels else "no sentences"
            table.wrong.append(f"{split} has {has}; add acceptable and unacceptable sentences to it")
    table.check()
    return columns


def sources(path: str | Path | Sheet, **reading: str) -> Counter[str]:
    """Count the rows of each source of labelled sentences, in alphabetical order; none without such a column."""
    find = partial(_sources, path, **reading)
    return Counter(facts.fact("sources of labelled sentences", sheets.paths_of(path), reading, find))


def _sources(path: str | Path | Sheet, **reading: str) -> dict[str, int]:
    return Counter(sorted(filter(None, Table(path, "labelled", **reading).columns.get("source", ()))))


def _sets(columns: dict[str, list]) -> list[str]:
    """Return names of sets that are unique in the table: items are numbered within designs, and some are in none."""
    names: dict[tuple, str] = {}
    taken: set[str] = set()
    designs = columns.get("design") or [""] * len(columns["set"])
    keys = [
        (design, set_name, "" if set_name else name)
        for design, set_name, name in zip(designs, columns["set"], columns["sentence_id"], strict=True)
    ]
    for key in dict.fromkeys(keys):
        name = " ".join(filter(None, key))
        while name in taken:
            name += "′"
        names[key] = name
        taken.add(name)
    return [names[key] for key in keys]


def _check_designs(table: Table) -> None:
    """Note sets of a design that have not one sentence for each of the four combinations of levels."""
    if missing := [name for name in ("design", "set", *FACTORS) if name not in table]:
        table.wrong.append(f"has no column {missing[0]!r}; 2 × 2 designs need design, set, factor_1 and factor_2")
        return
    columns, before = table.columns, len(table.wrong)
    inside = [row for row, design in enumerate(columns["design"]) if design]
    for row, name in ((row, name) for row in inside for name in ("set", *FACTORS)):
        if not columns[name][row]:
            table.wrong.append(f"{table.place(row)}: {name} is empty; fill it in, or leave design empty too")
    levels = {factor: list(dict.fromkeys(filter(None, (columns[factor][row] for row in inside)))) for factor in FACTORS}
    for factor, names in levels.items():
        if len(names) < 2:
            table.wrong.append(f"{factor} has fewer than two levels; add sentences, or remove the column design")
            continue
        table.wrong += [
            f"{table.place(row)}: {factor} is {columns[factor][row]!r}, beside {names[0]!r} and {names[1]!r}; a factor "
            "has two levels, the same in all designs of a table"
            for row in inside
            if columns[factor][row] not in (*names[:2], "")
        ]
    if len(table.wrong) > before:
        return
    rows = defaultdict(list)
    for row in inside:
        rows[tuple(columns[name][row] for name in ("design", "set", *FACTORS))].append(str(table.numbers[row]))
    for design, item in dict.fromkeys((columns["design"][row], columns["set"][row]) for row in inside):
        for condition in product(*levels.values()):
            numbers, what = rows[design, item, *condition], f"{' '.join(condition)!r}"
            if not numbers:
                table.wrong.append(
                    f"design {design!r}, set {item!r}: has no sentence {what}; add it, or leave the set out"
                )
            if len(numbers) > 1:
                table.wrong.append(
                    f"rows {conjunction(numbers)}: are all {what} in set {item!r} of design "
                    f"{design!r}; write a different set for each item"
                )
