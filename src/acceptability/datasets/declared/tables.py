"""Make sentences, pairs, answers and choices of the files that a declaration names: columns by name, without pandas."""

import json
import os
from collections.abc import Iterable, Mapping
from functools import lru_cache

from acceptability.datasets.declared import pairing, people
from acceptability.datasets.declared.steps import files_of, table_of
from acceptability.datasets.declared.table import ANY, SHOWN, Table, fields
from acceptability.datasets.manifest import are_crossed
from acceptability.reading.values import label_of
from acceptability.responses.columns import counted

OF_ANSWERS = ("participant", "rating", "place", "sentence_id")  # roles that are no columns of sentences as they stand
FACTORS = ("factor_1", "factor_2")
# What answers to a sentence must have alike.
ALIKE = ("sentence", "words", "regions", "label", "other_label", "given", "scored")


def made(declaration: Mapping, paths: Iterable[str | os.PathLike], place: str) -> tuple[dict[str, dict], list[str]]:
    """Return the tables that a declaration makes of its files; cached until a file changes.

    They are the columns of ``sentences``, and of ``pairs``, ``answers``, ``doubts`` and ``choices`` where there are
    any; with them comes a line for each thing that was done. ``paths`` are in the order of ``files_of``; ``place`` is
    what messages call the declaration. InputError for what is wrong in the files, or does not fit.
    """
    paths = tuple(map(str, paths))
    stamps = tuple((stat.st_mtime_ns, stat.st_size, stat.st_ino) for stat in map(os.stat, paths))
    return _made(json.dumps(declaration), paths, place, stamps)


@lru_cache(maxsize=2)
def _made(declared: str, paths: tuple[str, ...], place: str, _stamps: tuple) -> tuple[dict[str, dict], list[str]]:
    declaration = json.loads(declared)
    notes: list[str] = []
    row, unit = declaration["row"], declaration["unit"]
    places = dict(zip(files_of(declaration).values(), paths, strict=True))
    table = table_of(declaration, places, f"{place}: ", notes)
    if not len(table):
        table.fail("steps", "no rows are left; correct them")
    result = {}
    if unit == "pair":
        result["sentences"], result["pairs"] = pairing.of_rows(declaration, table)
        if "choices" in declaration:
            result["choices"] = pairing.choices(declaration["choices"], table)
        _mark_pairs(result)
        return result, notes
    table.ids = table.texts(row.get("sentence_id", row["sentence"]), "row.sentence_id")
    table.refuse_empty(table.ids, "sentence_id is empty; drop such rows")
    if unit == "answer":
        table, result["answers"] = people.answers(declaration, table)
        result["doubts"] = {"doubt": table.doubts}
    else:
        table.check_ids("sentence")
    table = _sentences(declaration, table)
    result["sentences"] = columns = _columns(row, table, declaration.get("words"))
    _say_whether_crossed(declaration.get("crossed", False), columns, table)
    if unit == "sentence" and "rating" in row:
        result["sentences"]["rating"] = table.values(row["rating"], "row.rating", declaration.get("scale", ANY))
    if "pairs" in declaration:
        result["pairs"] = pairing.of_sentences(declaration["pairs"], table)
        _mark_pairs(result)
    return result, notes


def _mark_pairs(result: dict[str, dict]) -> None:
    """Add the marks of their sentences to the pairs, if any sentence has one."""
    sentences, pairs = result["sentences"], result["pairs"]
    if "mark" in sentences:
        marks = dict(zip(sentences["sentence_id"], sentences["mark"], strict=True))
        pairs |= {f"{side}_mark": [marks[name] for name in pairs[f"{side}_id"]] for side in pairing.SIDES}


def _sentences(declaration: Mapping, table: Table) -> Table:
    """Return the first row of each sentence that is judged; the baseline of designs comes first.

    Columns in which answers to a sentence differ are noted. InputError where such a column is needed.
    """
    row, pairs = declaration["row"], declaration.get("pairs", {})
    judged, baseline = declaration.get("judged", {}), declaration.get("designs", {}).get("baseline", {})
    texts = [row[role] for role in ALIKE if role in row]
    texts += [text for role, text in pairs.items() if isinstance(text, str) and role != "pair_id"]
    needed = {pairing.side_of(name, table)[0] for text in texts for name in fields(text)}
    needed = needed.union(judged, baseline, pairs.get("good", {}), pairs.get("bad", {}))
    noted = {name for role, text in row.items() if role not in OF_ANSWERS for name in fields(text)}
    first: dict[str, int] = {}
    at = [first.setdefault(name, row) for row, name in enumerate(table.ids)]
    for name in (name for name in table.columns if name in needed | noted):
        cells = table.columns[name]
        apart = [(here, earlier) for here, earlier in enumerate(at) if cells[here] != cells[earlier]]
        if name in needed:
            fix = "give different sentences ids of their own"
            table.refuse(
                (
                    here,
                    f"{name} is {cells[here]!r:.60}, and in row {table.numbers[earlier]} {cells[earlier]!r:.60}; {fix}",
                )
                for here, earlier in apart
            )
        elif apart:
            names = list(dict.fromkeys(table.ids[here] for here, _ in apart))
            answered = counted(len(names), "sentence")
            table.say(f"answers to {answered} differ in {name}, such as {names[0]!r:.60}; one is taken")
    sentences = table.at(list(first.values()))
    if judged:
        sentences = sentences.at([here for here, fit in enumerate(sentences.where(judged, "judged")) if fit])
        table.say(f"judged: {counted(len(sentences), 'sentence')}; the others count in z-scores only")
    if baseline:
        fits = sentences.where(baseline, "designs.baseline")
        sentences = sentences.at(sorted(range(len(fits)), key=lambda here: not fits[here]))
    return sentences


def _columns(row: Mapping[str, str], table: Table, way: str | None) -> dict[str, list]:
    """Return the columns of the sentences; ``way`` says what a word is."""
    columns: dict[str, list] = {
        role: table.texts(text, f"row.{role}") for role, text in row.items() if role not in OF_ANSWERS
    }
    ((columns["sentence"], signs),) = table.sentences({"row.sentence": row["sentence"]})
    columns |= {"mark": signs} if any(signs) else {}
    table.refuse_empty(columns["sentence"], "the sentence is empty; drop such rows")
    columns |= table.words(columns["sentence"], row, way)
    for role in {"label", "other_label"} & columns.keys():
        wrong = ((at, cell) for at, cell in enumerate(columns[role]) if label_of(cell) is None)
        fix = "write 1 for acceptable, 0 for not, by a step map"
        table.refuse((at, f"{role} is {cell!r:.60}; {fix}") for at, cell in wrong)
        columns[role] = list(map(label_of, columns[role]))
    for factor in FACTORS if "design" in columns else ():
        levels = dict.fromkeys(
            level for level, design in zip(columns[factor], columns["design"], strict=True) if design
        )
        if len(levels) != 2:
            has = ", ".join(map(repr, list(levels)[:SHOWN]))
            fix = f"{'judge two by the key judged, or ' * ('participant' in row)}keep two by a step"
            table.fail(f"row.{factor}", f"a factor has two levels, and {table.path} has {has}; {fix}")
    return {"sentence_id": table.ids} | columns


def _say_whether_crossed(declared: bool, columns: Mapping[str, list], table: Table) -> None:
    """Note that sets and constructions cross. InputError where they do not, and are declared to."""
    crossed = "set" in columns and "construction" in columns and are_crossed(columns["set"], columns["construction"])
    if declared and not crossed:
        fix = "as they do not link all sentences; remove it, or correct row.set and row.construction"
        table.fail("crossed", f"{table.path}: sets and constructions do not cross, {fix}")
    if crossed:
        consequence = "all sentences are one family, and no linking function is fitted to their ratings"
        fix = "write crossed: true to compare within and between them, without fitted linking functions"
        table.say(f"sets and constructions cross; {consequence if declared else fix}")
