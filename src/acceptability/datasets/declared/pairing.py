"""Make pairs of rows that have two sentences, or of rows about single sentences; read choices between them."""

import re
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import replace
from itertools import compress
from math import inf

from acceptability.datasets.declared.table import ANY, SHOWN, Table, fields
from acceptability.reading.pairs import ALL
from acceptability.responses.columns import counted

SIDES = ("good", "bad")
OF_SIDES = ("", "_rating", "_words", "_regions")  # endings of roles
OF_SENTENCES = (*(f"{side}{end}" for side in SIDES for end in OF_SIDES), "first", "second")  # others are the pairs'
OF_RULE = ("within", "ranked", *SIDES)
SUMS = ("people_right", "people_asked")  # of a pair's paradigm
LEVELS = ("paradigm", "phenomenon", "cluster")


def of_sentences(rule: Mapping, table: Table) -> dict[str, list]:
    """Return pairs of each good and each bad sentence that share something, by the key ``pairs``."""
    rows = {side: list(compress(range(len(table)), table.where(rule[side], f"pairs.{side}"))) for side in SIDES}
    table.refuse((at, "is both good and bad; correct pairs") for at in sorted({*rows["good"]} & {*rows["bad"]}))
    shared, others = table.texts(rule["within"], "pairs.within"), defaultdict(list)
    for at in rows["bad"]:
        others[shared[at]].append(at)
    row_pairs = [(at, other) for at in rows["good"] for other in others[shared[at]]]
    if not row_pairs:
        known = {side: dict.fromkeys(repr(shared[at]) for at in side_rows) for side, side_rows in rows.items()}
        has = "; ".join(f"{side}: {', '.join(list(names)[:SHOWN])}" for side, names in known.items())
        table.fail("pairs.within", f"no good and bad sentence have the same {rule['within']} ({has}); correct it")
    times = Counter(at for pair in row_pairs for at in pair)
    alone, again = sum(map(len, rows.values())) - len(times), sum(number > 1 for number in times.values())
    notes = [f"without the other side: {counted(alone, 'sentence')}"] * bool(alone)
    notes += [f"in several pairs: {counted(again, 'sentence')}"] * bool(again)
    table.say("; ".join([f"pairs: {len(row_pairs):,}", *notes]))
    good, bad = (table.at([pair[side] for pair in row_pairs]) for side in (0, 1))
    roles = {"cluster": rule["within"]} | {role: text for role, text in rule.items() if role not in OF_RULE}
    return _pairs(roles, good, bad, list(map("{}|{}".format, good.ids, bad.ids)), "pairs")


def _pairs(roles: Mapping[str, str], good: Table, bad: Table, ids: list[str], key: str) -> dict[str, list]:
    """Return the columns of pairs whose sentences are the rows of two tables."""
    pairs, roles = replace(good, columns={}, ids=ids), dict(roles)
    if text := roles.pop("pair_id", ""):
        pairs.ids = _of_both(text, good, bad, pairs, f"{key}.pair_id")
    pairs.check_ids("pair")
    cells = {"pair_id": pairs.ids, "good_id": good.ids, "bad_id": bad.ids}
    for name in dict.fromkeys([*LEVELS, *roles]):
        role = name if name in roles else "phenomenon"
        cells[name] = _of_both(roles[role], good, bad, pairs, f"{key}.{role}") if role in roles else [ALL] * len(pairs)
        if name in LEVELS:
            pairs.refuse_empty(cells[name], f"{name} is empty; drop such rows, or fill it in by a step map")
    return cells


def _of_both(text: str, good: Table, bad: Table, pairs: Table, key: str) -> list[str]:
    """Return a text for each pair; its columns are what both sentences have alike, or one side's, by the ending."""
    for name in fields(text):
        column, side = side_of(name, good)
        pairs.columns[name] = (bad if side == "bad" else good).column(column, key)
        others = pairs.columns[name] if side else bad.columns[name]
        apart = (at for at, cell in enumerate(pairs.columns[name]) if cell != others[at])
        pairs.refuse((at, f"{key}: its sentences differ in {name}; write {name}_good or {name}_bad") for at in apart)
    return pairs.texts(text, key)


def side_of(name: str, table: Table) -> tuple[str, str]:
    """Return the column that a name in ``pairs`` means, and the side whose it is; no side where it is both sides'."""
    column, _, side = name.rpartition("_")
    return (column, side) if side in SIDES and name not in table.columns else (name, "")


def of_rows(declaration: Mapping, table: Table) -> tuple[dict[str, list], dict[str, list]]:
    """Return the columns of the sentences and of the pairs of rows about pairs; the table's ids are then the pairs'."""
    row, rule, scale = declaration["row"], declaration.get("preference"), declaration.get("scale", ANY)
    table.ids = list(map(str, range(1, len(table) + 1)))
    if "pair_id" in row:
        table.ids = table.texts(row["pair_id"], "row.pair_id")
    table.check_ids("pair")
    sides, endings, rows = SIDES, SIDES, list(range(len(table)))
    ends = [SIDES] * len(table)
    if rule:
        sides, endings = ("first", "second"), tuple(rule["names"])
        first, second = endings
        values = table.values(row["preference"], "row.preference", scale)
        table.refuse_empty(values, "has no preference; drop such rows")
        ends = [(first, second) if value > rule["tie"] else (second, first) for value in values]
        table.add({"preferred": [rule["names"][better] for better, _ in ends]}, "preference")
        rows = [at for at, value in enumerate(values) if value != rule["tie"]]
        table.say(f"preference: no pairs of {counted(len(table) - len(rows), 'row')} with {rule['tie']}")
    unmarked = table.sentences({f"row.{role}": row[role] for role in sides})
    texts = [side_texts for side_texts, _ in unmarked]
    marks = [sign for pair in zip(*(signs for _, signs in unmarked), strict=True) for sign in pair]
    text_pairs = list(zip(*texts, strict=True))
    table.refuse((at, "a sentence is empty; drop such rows") for at, pair in enumerate(text_pairs) if not all(pair))
    sentences = {
        "sentence_id": [f"{name}.{end}" for name in table.ids for end in endings],
        "sentence": [text for pair in text_pairs for text in pair],
    } | ({} if rule else {"label": [1, 0] * len(table)})
    sentences |= {"mark": marks} if any(marks) else {}
    way, roles = declaration.get("words"), {} if rule else row
    side_columns = [table.words(one, roles, way, f"{side}_") for side, one in zip(sides, texts, strict=True)]
    for name in side_columns[0]:
        sentences[name] = [
            cell for pair in zip(*(columns[name] for columns in side_columns), strict=True) for cell in pair
        ]
    if {"good_rating", "bad_rating"} <= row.keys():
        ratings = (table.values(row[f"{side}_rating"], f"row.{side}_rating", scale) for side in SIDES)
        sentences["rating"] = [rating for pair in zip(*ratings, strict=True) for rating in pair]
    names = ([f"{name}.{end[at]}" for name, end in zip(table.ids, ends, strict=True)] for at in (0, 1))
    good, bad = (replace(table, ids=ids).at(rows) for ids in names)
    roles = {name: text for name, text in row.items() if name not in OF_SENTENCES}
    pairs = _pairs(roles, good, bad, [table.ids[at] for at in rows], "row")
    if equal := sum(one == other for one, other in text_pairs):
        table.say(f"two equal sentences: in {counted(equal, 'pair')}")
        pairs["equal_sentences"] = [str(text_pairs[at][0] == text_pairs[at][1]).lower() for at in rows]
    for name in row.keys() & set(SUMS):
        counts, wrong = table.values(row[name], f"row.{name}", (0, inf)), f"{name} is no whole number; correct it"
        table.refuse((at, wrong) for at, count in enumerate(counts) if count is None or count != int(count))
        pairs[name] = [int(count) for at in rows if (count := counts[at]) is not None]
    return sentences, pairs


def choices(rule: Mapping, table: Table) -> dict[str, list]:
    """Return the choices of people, who are numbered by their columns; empty cells are no choices."""
    columns = [name for name in table.columns if re.fullmatch(rule["columns"], name)]
    excluded = rule.get("excluded", [])
    if not columns:
        table.column(rule["columns"], "choices.columns")
    for name in [name for name in excluded if name not in columns]:
        table.fail("choices.excluded", f"choices.columns does not name {name!r}, but {', '.join(columns)}; correct one")
    rows = []
    for number, name in enumerate(columns, start=1):
        values, wrong = table.values(name, "choices", (0, 1)), f"{name} is neither 0 nor 1; correct it"
        table.refuse((at, wrong) for at, one in enumerate(values) if one not in (None, 0, 1))
        pair_choices = zip(table.ids, values, strict=True)
        rows += [(str(number), pair, int(one), int(name in excluded)) for pair, one in pair_choices if one is not None]
    names = ("participant", "pair_id", "chose_good", "excluded")
    return dict(zip(names, map(list, zip(*rows, strict=True)), strict=True))
