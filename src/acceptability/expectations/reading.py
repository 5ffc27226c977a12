"""Read suites: SyntaxGym's JSON, long tables (a row for each region) and wide ones (regions between ``|``).

InputError lists all that is wrong in a file. Reading needs neither numpy nor pandas.
"""

import json
import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePath

from acceptability.errors import InputError, collecting, no_such_file, raise_all, suggest
from acceptability.expectations import grammar, sums, texts
from acceptability.reading import sheets, values
from acceptability.reading.report import Reading, fail, listed, rows_of
from acceptability.reading.table import Table
from acceptability.sources.archives import names_of, read_members
from acceptability.sources.folders import read_folder

BETWEEN = "|"  # regions in a sentence of a wide table
BETWEEN_GROUPS = ";"  # of one suite
JSON = ".json"
FOLDER = ".tar"  # of a registered folder; see sources.folders
METRICS = ("sum", "mean", "median", "range", "max", "min")
OLD = (
    "has predictions in an old format (relation, region_number, l_operand, r_operand); write a formula, such as "
    '{"type": "formula", "formula": "(3;%right%) < (3;%wrong%)"}'
)
Cells = dict[str, dict[str, dict[int, str]]]  # item → condition → region → its text


@dataclass(frozen=True, eq=False)
class Suite:
    """Contain a suite.

    Attributes:
        items: the texts of the regions, from the first to the last, by item and condition.
        predictions: its formulas by their names.
        metric: what the surprisal of a region is of those of its tokens; one of METRICS.
        region_names: what figures call the regions; empty: their numbers.
        group: what it belongs to, such as a phenomenon; several with BETWEEN_GROUPS between them; empty: nothing.
        bits: finished surprisals of the regions, by item and condition; empty: none; NaN: a region has none.
    """

    name: str
    items: Mapping[str, Mapping[str, Sequence[str]]]
    predictions: Mapping[str, str] = field(default_factory=dict)
    metric: str = METRICS[0]
    region_names: tuple[str, ...] = ()
    group: str = ""
    bits: Mapping[tuple[str, str], Sequence[float]] = field(default_factory=dict)

    @property
    def regions(self) -> int:
        """Return how many regions each sentence has."""
        counts = [len(contents) for conditions in self.items.values() for contents in conditions.values()]
        return max(counts, default=0)


@dataclass(frozen=True, eq=False)
class Suites:
    """Contain suites by name, and how their files were read."""

    by_name: Mapping[str, Suite]
    reading: Reading


def files_of(path: str | Path) -> list[Path]:
    """Return a file, or all files in a folder."""
    path = Path(path)
    return sorted(file for file in path.rglob("*") if file.is_file()) if path.is_dir() else [path]


def read(path: str | Path, predictions: str | Path | None = None, **how: str) -> Suites:
    """Return the suites of a file, a folder or an archive; ``predictions`` is a table of formulas for tables.

    InputError that lists all that is wrong, also in formulas.
    """
    path = str(path)
    for file in [path, *([predictions] if predictions else [])]:
        if not Path(file).exists():
            raise InputError(f"{file}: {no_such_file(file)}")
    reading = Reading(path, "suites")
    suites: list[Suite] = []
    faults: list[str] = []
    for name, content in _json_files(path).items():
        with collecting(faults):
            inside = name.removeprefix(path).lstrip(": /")  # a folder or an archive
            suites.append(replace(_of_json(name, content, reading), group=PurePath(inside).parent.name))
    for table in _tables(path, how):
        with collecting(faults):
            suites += _of_table(table)
            reading.files += table.reading.files
            reading.columns |= table.reading.columns
            reading.notes += table.reading.notes
    raise_all(faults)
    if not suites:
        raise InputError(f"{path}: has no suites; name a JSON file of SyntaxGym's format, or a table of regions")
    by_name = {suite.name: suite for suite in suites}
    if len(by_name) < len(suites):
        twice = Counter(suite.name for suite in suites).most_common(1)[0][0]
        raise InputError(f"{path}: two files have a suite {twice!r}; rename one (name in meta, or the file)")
    if predictions:
        by_name = _with_predictions(by_name, Table(predictions, "predictions", **how), reading)
        fail(predictions, [fault for suite in by_name.values() for fault in _faults_of_formulas(suite)])
    reading.notes += _notes(list(by_name.values()))
    items = sum(len(suite.items) for suite in suites)
    sentences = sum(len(conditions) for suite in suites for conditions in suite.items.values())
    several = f"{len(suites):,} suites, " if len(suites) > 1 else ""
    reading.what = f"{several}{items:,} items, {sentences:,} sentences"
    return Suites(by_name, reading)


# Files.


def _json_files(path: str) -> dict[str, bytes]:
    """Return the content of each JSON file by its path; tables of JSON objects are none of them."""
    if path.lower().endswith(sheets.ARCHIVES):
        inside = read_members(path, lambda name: sheets.is_table(PurePath(name), (JSON,)))
    elif path.endswith(FOLDER):
        inside = {name: content for name, content in read_folder(path).items() if name.endswith(JSON)}
    else:
        return {str(file): file.read_bytes() for file in files_of(path) if file.suffix.lower() == JSON}
    return {f"{path}: {name}": content for name, content in inside.items()}


def _tables(path: str, how: Mapping[str, str]) -> list[Table]:
    """Return the tables among the files."""
    if path.lower().endswith(sheets.ARCHIVES):
        has_tables = any(sheets.is_table(PurePath(name)) for name in names_of(path))
    elif Path(path).is_dir():
        has_tables = any(sheets.is_table(file.relative_to(path)) for file in files_of(path))
    else:
        has_tables = not path.lower().endswith((JSON, FOLDER))
    return [Table(sheet, "suites") for sheet in sheets.read_all(path, **how).values()] if has_tables else []


# SyntaxGym's JSON.


def _of_json(path: str, data: bytes, reading: Reading) -> Suite:
    """Return the suite of a JSON file."""
    try:
        content = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path}: is not JSON ({error}); correct it, or write a table of regions") from error
    wrong: list[str] = []
    meta, listed = _value(content, "meta", dict) or {}, _value(content, "items", list)
    if not listed:
        fail(path, ["has no items; a suite has meta, region_meta, predictions and items"])
    name = str(meta.get("name") or Path(path.rpartition(": ")[2]).stem)
    metric = str(meta.get("metric") or METRICS[0])
    if metric not in METRICS:
        wrong.append(f"meta: the metric is {metric!r}; write {', '.join(METRICS[:-1])} or {METRICS[-1]}")
    cells: Cells = {}
    bits: dict[tuple[str, str], dict[int, float]] = defaultdict(dict)
    for item in listed:
        number = str(_value(item, "item_number", int | str))
        if number in cells:
            wrong.append(f"item_number {number} is in two items; number items from 1")
            continue
        of_item = cells.setdefault(number, {})
        for condition in _value(item, "conditions", list) or []:
            called = str(_value(condition, "condition_name", str)).strip()
            if called in of_item:
                wrong.append(f"item {number}: has two conditions {called!r}; rename one")
            of_condition = of_item[called] = {}
            for region in _value(condition, "regions", list) or []:
                place, text = _value(region, "region_number", int), _value(region, "content", str)
                if place is None or text is None or place < 1 or place in of_condition:
                    wrong.append(f"item {number}, {called}: each region needs its own region_number and content")
                    continue
                of_condition[place] = text
                measured = _value(_value(region, "metric_value", dict), metric, int | float)
                if measured is not None:
                    bits[number, called][place] = float(measured)
    predictions = _predictions_of_json(content, meta, wrong)
    suite = Suite(name, _checked(name, cells, wrong, 'an empty one has content ""'), predictions, metric)
    fail(path, [*wrong, *_faults_of_formulas(suite)])
    names = _value(content, "region_meta", dict) or {}
    reading.files.append({"path": path, "rows": len(cells), "how": "SyntaxGym's JSON"})
    ordered = tuple(str(names.get(str(number), number)) for number in range(1, suite.regions + 1))
    finished = {key: [row.get(place, math.nan) for place in range(1, max(row) + 1)] for key, row in bits.items()}
    return replace(suite, region_names=ordered if names else (), bits=finished)


def _value(content: object, key: str, kind):
    """Return what an object has under a key, if it is of this kind; otherwise None."""
    value = content.get(key) if isinstance(content, dict) else None
    return value if isinstance(value, kind) and not isinstance(value, bool) else None


def _predictions_of_json(content: object, meta: Mapping, wrong: list[str]) -> dict[str, str]:
    predictions = _value(content, "predictions", list) or []
    if "string_predictions" in meta or any(isinstance(one, dict) and "relation" in one for one in predictions):
        wrong.append(OLD)
        return {}
    formulas = {
        str(number): one if isinstance(one, str) else _value(one, "formula", str)
        for number, one in enumerate(predictions, 1)
    }
    wrong += [f"prediction {number} has no formula" for number, formula in formulas.items() if formula is None]
    return {number: formula or "" for number, formula in formulas.items()}


# Tables.


def _of_table(table: Table) -> list[Suite]:
    """Return the suites of a table, long or wide."""
    table.check()
    table.key = ("suite", "item", "condition", "region")
    usual = PurePath(table.path.rpartition(": ")[2]).stem.split(".")[0]
    keys = [table.columns.get("suite", [usual] * table.length), table.texts("item"), table.texts("condition")]
    beside: list[list] = [table.cells("group"), table.cells("region_name"), _regions_of(table)]
    cells: dict[str, Cells] = defaultdict(lambda: defaultdict(lambda: defaultdict(dict)))
    names: dict[str, dict[int, str]] = defaultdict(dict)
    groups: dict[str, list[str]] = defaultdict(list)
    rows: dict[tuple, list] = defaultdict(list)
    for number, suite, item, condition, group, called, regions in zip(table.numbers, *keys, *beside, strict=True):
        groups[suite].append(group)
        for region, text in regions.items():
            cells[suite][item][condition].setdefault(region, text)
            rows[suite, item, condition, region].append(number)
            names[suite][region] = called
    what = "item, condition and region" if "content" in table else "item and condition"
    repeated: dict[str, str] = {}
    for (*_, condition, region), numbers in rows.items():
        if len(numbers) > 1:
            repeated.setdefault(rows_of(numbers), f"the same {what} ({condition}, region {region}); remove one")
    table.wrong += [f"{where}: {fault}" for where, fault in repeated.items()]
    table.check()
    fix = "add a row with empty content" if "content" in table else f"write the same number of {BETWEEN} in all"
    items = {name: _checked(name, of_suite, table.wrong, fix) for name, of_suite in cells.items()}
    table.check()
    ordered = {name: tuple(of_suite[number] for number in sorted(of_suite)) for name, of_suite in names.items()}
    return [
        Suite(name, of_suite, group=_joined(groups[name]), region_names=ordered[name] if any(ordered[name]) else ())
        for name, of_suite in items.items()
    ]


def _joined(cells: Sequence[str]) -> str:
    """Return the different groups in cells, in their order."""
    groups = (group.strip() for cell in dict.fromkeys(cells) for group in cell.split(BETWEEN_GROUPS))
    return f"{BETWEEN_GROUPS} ".join(dict.fromkeys(filter(None, groups)))


def _regions_of(table: Table) -> list[dict[int, str]]:
    """Return the texts of the regions that each row has: one of a long table, all of a wide one."""
    if "content" in table:
        pairs = zip(region_numbers(table), table.columns["content"], strict=True)
        return [{number: text} if number else {} for number, text in pairs]
    return [dict(enumerate(map(str.strip, text.split(BETWEEN)), start=1)) for text in table.columns["sentence"]]


def region_numbers(table: Table) -> list[int]:
    """Return the number of each row's region; ``wrong`` gets rows without one."""
    cells, header = table.columns["region"], table.headers["region"]
    read = map(values.number_of, cells, table.decimal_marks(cells, header))
    numbers = [int(number) if number and number % 1 == 0 else 0 for number in read]
    for row, number in enumerate(numbers):
        if number < 1:
            table.wrong.append(f"{table.place(row)}: {header} is not a number from 1")
    return numbers


def _checked(name: str, cells: Cells, wrong: list[str], fix: str) -> dict[str, dict[str, list[str]]]:
    """Return the texts of regions in order; ``wrong`` gets sentences that lack regions or text, and names with %."""
    last = {
        (item, condition): max(texts, default=0)
        for item, of_item in cells.items()
        for condition, texts in of_item.items()
    }
    usual = Counter(last.values()).most_common(1)[0][0] if last else 0
    for (item, condition), most in last.items():
        of_one, place = cells[item][condition], f"{name}, item {item}, {condition}"
        missing = [number for number in range(1, most or 2) if number not in of_one]
        if missing:
            wrong.append(f"{place}: there is no region {missing[0]}; {fix}")
        elif most != usual:
            wrong.append(f"{place}: has {most} region{'s' * (most != 1)}, and others have {usual}; {fix}")
        elif not "".join(of_one.values()).strip():
            wrong.append(f"{place}: all regions are empty; write the sentence")
        if "%" in condition:
            wrong.append(f"{place}: the name of a condition cannot have %; rename it")
    return {
        item: {condition: [texts[number] for number in sorted(texts)] for condition, texts in conditions.items()}
        for item, conditions in cells.items()
    }


def _with_predictions(suites: Mapping[str, Suite], table: Table, reading: Reading) -> dict[str, Suite]:
    """Return suites with the formulas, and the groups, of a table."""
    table.check()
    columns = [table.cells(role) for role in ("suite", "prediction", "group")]
    by_suite: dict[str, dict[str, str]] = {name: {} for name in suites}
    groups = {name: [suite.group] for name, suite in suites.items()}
    for row, (formula, name, called, group) in enumerate(zip(table.columns["formula"], *columns, strict=True)):
        if not formula and not group:
            table.wrong.append(f"{table.place(row)}: formula is empty; write it, or remove the row")
        if name and name not in suites:
            table.wrong.append(f"{table.place(row)}: there is no suite {name!r}{suggest(name, suites)}")
        for suite in suites.keys() & [name] if name else suites:
            groups[suite].append(group)
            number = called or str(len(by_suite[suite]) + 1)
            if formula and number in by_suite[suite]:
                table.wrong.append(f"the suite {suite!r} has two predictions of one name; rename one")
            by_suite[suite] |= {number: formula} if formula else {}
    table.wrong += [
        f"the suite {name!r} has formulas of its own; leave out one of the two"
        for name, suite in suites.items()
        if suite.predictions and by_suite[name]
    ]
    table.check()
    count = sum(map(bool, table.columns["formula"]))
    reading.beside.append(replace(table.reading, what=f"{count:,} formula{'s' * (count != 1)}"))
    return {
        name: replace(suite, predictions=by_suite[name] or suite.predictions, group=_joined(groups[name]))
        for name, suite in suites.items()
    }


# Formulas, and what is doubtful.


def _faults_of_formulas(suite: Suite) -> Iterator[str]:
    """Yield what is wrong with the formulas of a suite, with a mark under the place."""
    everywhere = {condition for conditions in suite.items.values() for condition in conditions}
    for name, formula in suite.predictions.items():
        try:
            for node in grammar.references(grammar.parse(formula)):
                lacking = [item for item, conditions in suite.items.items() if node.condition not in conditions]
                fault = f"names the condition {node.condition}, which "
                if node.condition not in everywhere:
                    fault += f"no item has{suggest(node.condition, everywhere)}"
                elif lacking:
                    fault += f"item {lacking[0]} does not have; add it, or remove the item"
                elif node.region and node.region > suite.regions:
                    fault = f"names region {node.region}, and there are {suite.regions}"
                else:
                    continue
                raise grammar.FormulaError(fault, formula, node.place)
        except grammar.FormulaError as error:
            yield f"{suite.name}, prediction {name}: {error}"


def _notes(suites: Sequence[Suite]) -> Iterator[str]:
    """Yield what readers of results should know about the suites."""
    sentences = [contents for one in suites for conditions in one.items.values() for contents in conditions.values()]
    if spaced := sum(text != text.strip() for contents in sentences for text in contents):
        yield f"spaces at the ends of {spaced:,} region{'s were' if spaced > 1 else ' was'} removed"
    if finished := [suite.name for suite in suites if suite.bits]:
        yield f"{listed(finished)}: the surprisals in the file (metric_value) are used only as finished scores"
    if bare := [suite.name for suite in suites if not suite.predictions]:
        yield f"{listed(bare)}: no formula, so surprisals only"
    always_empty: list[str] = []
    for suite in suites:
        for name, formula in suite.predictions.items():
            tree, place = grammar.parse(formula), f"{suite.name}, prediction {name}"
            equal = [
                item
                for item, conditions in suite.items.items()
                if sums.ties(tree, {one: texts.numbers(contents) for one, contents in conditions.items()})
            ]
            if equal:
                yield f"{place}: compares equal texts in item {listed(equal)}, so that this comparison is a tie there"
            always_empty += [
                f"region {node.region} of {node.condition} in {place}"
                for node in grammar.references(tree)
                if node.region
                and not any(conditions[node.condition][node.region - 1].strip() for conditions in suite.items.values())
            ]
    if always_empty := list(dict.fromkeys(always_empty)):
        which = f"{always_empty[0]}{f' and {len(always_empty) - 1} more' if always_empty[1:] else ''}"
        yield f"{which}: empty in all items, and counts as 0 bits"
