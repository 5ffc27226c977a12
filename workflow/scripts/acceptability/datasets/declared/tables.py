"""Make sentences, pairs, answers and choices of the files that a declaration names: columns by name, without pandas."""

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import compress

from acceptability.datasets.declared import pairing, people
from acceptability.datasets.declared.steps import files_of, table_of
from acceptability.datasets.declared.table import ANY, SHOWN, Table, fields
from acceptability.reading.values import label_of

OF_ANSWERS = ("participant", "rating", "place", "sentence_id")  # roles that are no columns of sentences as they stand
FACTORS = ("factor_1", "factor_2")
ALIKE = ("sentence", "label", "other_label", "given", "scored")  # what answers to a sentence must have alike


@dataclass
class Made:
    """Columns of tables, which are empty where there is no such table, and a line for each thing that was done."""

    sentences: dict[str, list] = field(default_factory=dict)
    pairs: dict[str, list] = field(default_factory=dict)
    answers: dict[str, list] = field(default_factory=dict)
    choices: dict[str, list] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)


def made(declaration: Mapping, paths: Iterable[str | os.PathLike], place: str) -> Made:
    """Return what a declaration makes of its files, whose paths are in the order of ``files_of``, once of each state.

    InputError for what is wrong in them, or does not fit; ``place`` is what messages call the declaration.
    """
    paths = tuple(map(str, paths))
    stamps = tuple((it.st_mtime_ns, it.st_size, it.st_ino) for it in map(os.stat, paths))
    return _made(json.dumps(declaration), paths, place, stamps)


@lru_cache(maxsize=2)
def _made(declared: str, paths: tuple[str, ...], place: str, _stamps: tuple) -> Made:
    declaration, result = json.loads(declared), Made()
    row, unit = declaration["row"], declaration["unit"]
    places = dict(zip(files_of(declaration).values(), paths, strict=True))
    table = table_of(declaration, places, f"{place}: ", result.notes)
    if not len(table):
        table.fail("steps", "no rows are left; correct them")
    if unit == "pair":
        result.sentences, result.pairs = pairing.of_rows(declaration, table)
        if "choices" in declaration:
            result.choices = pairing.choices(declaration["choices"], table)
        return result
    table.ids = table.texts(row.get("sentence_id", row["sentence"]), "row.sentence_id")
    table.refuse([not name for name in table.ids], "sentence_id is empty; drop such rows")
    if unit == "answer":
        table, result.answers = people.answers(declaration, table)
    else:
        table.check_ids("sentence")
    table = _sentences(declaration, table)
    if unit == "sentence" and "rating" in row:
        result.sentences["rating"] = table.values(row["rating"], "row.rating", declaration.get("scale", ANY))
    result.sentences |= _columns(row, table)
    if "pairs" in declaration:
        result.pairs = pairing.of_sentences(declaration["pairs"], table)
    return result


def _sentences(declaration: Mapping, table: Table) -> Table:
    """Return the first row of each sentence that is judged; the baseline of designs comes first.

    Columns in which answers to a sentence differ are noted. InputError where such a column is needed.
    """
    first: dict[str, int] = {}
    at = [first.setdefault(name, row) for row, name in enumerate(table.ids)]
    row, pairs = declaration["row"], declaration.get("pairs", {})
    judged, baseline = declaration.get("judged"), declaration.get("designs", {}).get("baseline")
    texts = [row[role] for role in ALIKE if role in row]
    texts += [text for role, text in pairs.items() if isinstance(text, str) and role != "pair_id"]
    conditions = (judged or {}, baseline or {}, pairs.get("good", {}), pairs.get("bad", {}))
    named = {name for text in texts for name in fields(text)}
    sides = {
        base
        for name in named - table.columns.keys()
        for base, _, side in [name.rpartition("_")]
        if side in pairing.SIDES
    }
    needed = (named | sides).union(*conditions)
    noted = {name for role, text in row.items() if role not in OF_ANSWERS for name in fields(text)}
    for name in (name for name in table.columns if name in needed | noted):
        cells = table.columns[name]
        apart = [cells[here] != cells[there] for here, there in enumerate(at)]
        if name in needed and any(apart):
            others = [f"and in row {table.numbers[there]} {cells[there]!r:.60}" for there in at]
            said = [f"{name} is {cell!r:.60}, {other}" for cell, other in zip(cells, others, strict=True)]
            table.refuse(apart, [f"{one}; give different sentences ids of their own" for one in said].__getitem__)
        elif any(apart):
            names = list(dict.fromkeys(compress(table.ids, apart)))
            table.say(f"answers to {len(names):,} sentences differ in {name}, such as {names[0]!r:.60}; one is taken")
    sentences = table.at(list(first.values()))
    if judged:
        sentences = sentences.at([here for here, fit in enumerate(sentences.where(judged, "judged")) if fit])
        table.say(f"judged: {len(sentences):,} sentences; the others count in z-scores only")
    if baseline:
        fits = sentences.where(baseline, "designs.baseline")
        sentences = sentences.at(sorted(range(len(fits)), key=lambda here: not fits[here]))
    return sentences


def _columns(row: Mapping[str, str], table: Table) -> dict[str, list]:
    """Return the columns of the sentences."""
    made = {role: table.texts(text, f"row.{role}") for role, text in row.items() if role not in OF_ANSWERS}
    table.refuse([not text for text in made["sentence"]], "the sentence is empty; drop such rows")
    for role in {"label", "other_label"} & made.keys():
        cells, made[role] = made[role], list(map(label_of, made[role]))
        mend = "write 1 for acceptable, 0 for not, by a step map"
        wrong = [label is None for label in made[role]]
        table.refuse(wrong, lambda at, cells=cells, role=role, mend=mend: f"{role} is {cells[at]!r:.60}; {mend}")
    for factor in FACTORS if "design" in made else ():
        levels = dict.fromkeys(level for level, design in zip(made[factor], made["design"], strict=True) if design)
        if len(levels) != 2:
            has = ", ".join(map(repr, list(levels)[:SHOWN]))
            table.fail(f"row.{factor}", f"a factor has two levels, and {table.path} has {has}; keep two by a step")
    return {"sentence_id": table.ids} | made
