"""Pairs of sentences: those that a row has, or those that rows about sentences make; and choices between them."""

import re
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import replace
from itertools import compress
from math import inf

from acceptability.datasets.declared.table import ANY, SHOWN, Table, fields
from acceptability.reading.pairs import ALL

SIDES = ("good", "bad")
OF_SENTENCES = (*SIDES, "good_rating", "bad_rating", "first", "second")  # all other roles of rows go to the pairs
OF_RULE = ("within", "ranked", *SIDES)
SUMS = ("people_right", "people_asked")  # of a pair's paradigm
LEVELS = ("paradigm", "phenomenon", "cluster")


def of_sentences(rule: Mapping, table: Table) -> dict[str, list]:
    """Return pairs of each good and each bad sentence that share something, by the key ``pairs``."""
    fits = {side: table.where(rule[side], f"pairs.{side}") for side in SIDES}
    table.refuse(list(map(all, zip(*fits.values(), strict=True))), "is both good and bad; correct pairs")
    shared, others = table.texts(rule["within"], "pairs.within"), defaultdict(list)
    for at in (at for at, is_bad in enumerate(fits["bad"]) if is_bad):
        others[shared[at]].append(at)
    both = [(at, other) for at, name in enumerate(shared) if fits["good"][at] for other in others.get(name, ())]
    if not both:
        known = {side: list(dict.fromkeys(compress(shared, fits[side])))[:SHOWN] for side in SIDES}
        has = "; ".join(f"{side}: {', '.join(map(repr, names))}" for side, names in known.items())
        table.fail("pairs.within", f"no good and bad sentence have the same {rule['within']} ({has}); correct it")
    times = Counter(at for pair in both for at in pair)
    alone, again = sum(map(sum, fits.values())) - len(times), sum(number > 1 for number in times.values())
    said = [f"{alone:,} sentences lack the other side"] * bool(alone) + [f"{again:,} are in several"] * bool(again)
    table.say("; ".join([f"pairs: {len(both):,}", *said]))
    good, bad = (table.at([pair[side] for pair in both]) for side in (0, 1))
    roles = {"cluster": rule["within"]} | {role: text for role, text in rule.items() if role not in OF_RULE}
    return _pairs(roles, good, bad, list(map("{}|{}".format, good.ids, bad.ids)), "pairs")


def _pairs(roles: Mapping[str, str], good: Table, bad: Table, ids: list[str], key: str) -> dict[str, list]:
    """Return the columns of pairs whose sentences are the rows of two tables."""
    pairs, roles = replace(good, columns={}, ids=ids), dict(roles)
    if text := roles.pop("pair_id", ""):
        pairs.ids = _of_both(text, good, bad, pairs, f"{key}.pair_id")
    pairs.check_ids("pair")
    made = {"pair_id": pairs.ids, "good_id": good.ids, "bad_id": bad.ids}
    for name in dict.fromkeys([*LEVELS, *roles]):
        role = name if name in roles else "phenomenon"
        made[name] = _of_both(roles[role], good, bad, pairs, f"{key}.{role}") if role in roles else [ALL] * len(pairs)
        empty = [name in LEVELS and not cell for cell in made[name]]
        pairs.refuse(empty, f"{name} is empty; drop such rows, or fill it in by a step map")
    return made


def _of_both(text: str, good: Table, bad: Table, pairs: Table, key: str) -> list[str]:
    """Return a text for each pair; its columns are what both sentences have alike, or one side's, by the ending."""
    for name in fields(text):
        base, _, side = name.rpartition("_")
        if name not in good.columns and side in SIDES:
            pairs.columns[name] = (good if side == "good" else bad).column(base, key)
            continue
        pairs.columns[name] = good.column(name, key)
        apart = [cell != other for cell, other in zip(good.columns[name], bad.columns[name], strict=True)]
        pairs.refuse(apart, f"{key}: its sentences differ in {name}; write {name}_good or {name}_bad")
    return pairs.texts(text, key)


def of_rows(declaration: Mapping, table: Table) -> tuple[dict[str, list], dict[str, list]]:
    """Return the columns of the sentences and of the pairs of rows about pairs; the table's ids are then the pairs'."""
    row, rule, scale = declaration["row"], declaration.get("preference"), declaration.get("scale", ANY)
    table.ids = list(map(str, range(1, len(table) + 1)))
    if "pair_id" in row:
        table.ids = table.texts(row["pair_id"], "row.pair_id")
    table.check_ids("pair")
    texts, kept = {side: row[side] for side in SIDES if side in row}, range(len(table))
    ends = [SIDES] * len(table)
    if rule:
        first, second = rule["names"]
        texts = {first: row["first"], second: row["second"]}
        values = table.values(row["preference"], "row.preference", scale)
        table.refuse([value is None for value in values], "has no preference; drop such rows")
        ends = [(first, second) if value > rule["tie"] else (second, first) for value in values]
        table.add({"preferred": [rule["names"][better] for better, _ in ends]}, "preference")
        kept = [at for at, value in enumerate(values) if value != rule["tie"]]
        table.say(f"preference: {len(table) - len(kept):,} rows with {rule['tie']} make no pair")
    both = list(zip(*(table.texts(text, f"row.{end}") for end, text in texts.items()), strict=True))
    table.refuse([not all(pair) for pair in both], "a sentence is empty; drop such rows")
    sentences = {
        "sentence_id": [f"{name}.{end}" for name in table.ids for end in texts],
        "sentence": [text for pair in both for text in pair],
    } | ({} if rule else {"label": [1, 0] * len(table)})
    if {"good_rating", "bad_rating"} <= row.keys():
        ratings = (table.values(row[f"{side}_rating"], f"row.{side}_rating", scale) for side in SIDES)
        sentences["rating"] = [rating for pair in zip(*ratings, strict=True) for rating in pair]
    names = ([f"{name}.{end[at]}" for name, end in zip(table.ids, ends, strict=True)] for at in (0, 1))
    good, bad = (replace(table, ids=ids).at(kept) for ids in names)
    roles = {name: text for name, text in row.items() if name not in OF_SENTENCES}
    pairs = _pairs(roles, good, bad, [table.ids[at] for at in kept], "row")
    if equal := sum(one == other for one, other in both):
        table.say(f"{equal:,} pairs have two equal sentences")
        pairs["equal_sentences"] = [str(both[at][0] == both[at][1]).lower() for at in kept]
    for name in row.keys() & set(SUMS):
        counts = table.at(kept).values(row[name], f"row.{name}", (0, inf))
        wrong = [count is None or count != int(count) for count in counts]
        table.at(kept).refuse(wrong, f"{name} is no whole number; correct it")
        pairs[name] = list(map(int, counts))
    return sentences, pairs


def choices(rule: Mapping, table: Table) -> dict[str, list]:
    """Return the choices of people, who are numbered by their columns; empty cells are no choices."""
    columns = [name for name in table.columns if re.fullmatch(rule["columns"], name)]
    excluded = rule.get("excluded", [])
    if not columns:
        table.column(rule["columns"], "choices.columns")
    for name in set(excluded) - set(columns):
        table.column(name, "choices.excluded")
    rows = []
    for number, name in enumerate(columns, start=1):
        chosen = table.values(name, "choices", (0, 1))
        table.refuse([one not in (None, 0, 1) for one in chosen], f"{name} is neither 0 nor 1; correct it")
        both = zip(table.ids, chosen, strict=True)
        rows += [(str(number), pair, int(one), int(name in excluded)) for pair, one in both if one is not None]
    names = ("participant", "pair_id", "chose_good", "excluded")
    return dict(zip(names, map(list, zip(*rows, strict=True)), strict=True))
