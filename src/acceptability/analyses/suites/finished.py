"""Read surprisals of regions, and decisions about items, that another program made."""

import math
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import TypeAlias

import pandas as pd

from acceptability.contracts.io import numbers
from acceptability.errors import InputError
from acceptability.expectations import reading
from acceptability.reading import sheets
from acceptability.reading.report import fail
from acceptability.reading.table import Table
from acceptability.reading.values import label_of
from acceptability.segmentation import BETWEEN

KEYS = ["suite", "item", "condition", "region"]
Source: TypeAlias = str | Path | pd.DataFrame


def read_surprisals(source: Source, sentences: pd.DataFrame, metrics: Mapping[str, str], **how: str) -> pd.DataFrame:
    """Return finished surprisals in bits as the table TOKENS: each region is a token.

    They are in a table, or in SyntaxGym's JSON. Suites that are not among the sentences are left out. InputError where
    a suite lacks the surprisal of a region, or where it needs those of tokens (``metrics``).
    """
    name = "surprisals" if isinstance(source, pd.DataFrame) else str(source)
    suites = list(dict.fromkeys(sentences["suite"]))
    rows = _rows_of_json(name) if name.endswith(reading.JSON) else _rows_of_table(source, name, suites, how)
    suites_there = list(dict.fromkeys(suite for suite, *_ in rows))
    if len(suites_there) == len(suites) == 1:  # one suite, whatever the two files call it
        rows = [(suites[0], *row) for _, *row in rows]
    bits = {tuple(key): value for *key, value in rows if key[0] in suites}
    if not bits:
        raise InputError(
            f"{name}: has no surprisals of these suites, but of {', '.join(suites_there[:9])}; correct the names"
        )
    scored, tokens = {key[0] for key in bits}, []
    wrong = [
        f"{key[0]}, item {key[1]}, {key[2]}: region {key[3]} has {number} surprisals; write one for each region"
        for key, number in Counter(tuple(key) for *key, _ in rows).items()
        if number > 1
    ][:1]
    wrong += [
        f"{suite}: its metric is {metrics[suite]}, which needs the surprisals of tokens; score it with a model"
        for suite in scored
        if metrics[suite] != reading.METRICS[0]
    ]
    for row in sentences[sentences["suite"].isin(scored)].to_dict("records"):
        place, lacking = (row["suite"], row["item"], row["condition"]), []
        texts = zip(map(int, row["regions"].split()), row["words"].split(BETWEEN), strict=True)
        for position, (region, text) in enumerate(texts, start=1):
            value = bits.get((*place, region), None if position > 1 else math.nan if (*place, region) in bits else None)
            if value is None or (math.isnan(value) and position > 1):
                lacking.append(str(region))
            elif not math.isnan(value):
                tokens.append((row["sentence_id"], position, text, position, position, -value * math.log(2), 0))
        if lacking:
            wrong.append(
                f"{', item '.join(place[:2])}, {place[2]}: lacks region{'s' * (len(lacking) > 1)} {', '.join(lacking)}"
            )
    fail(name, wrong)
    return pd.DataFrame(tokens, columns=["sentence_id", "position", "token", "word", "written", "log_prob", "oov"])


def _rows_of_json(path: str) -> list[tuple]:
    return [
        (suite.name, item, condition, region, value)
        for suite in reading.read(path).by_name.values()
        for (item, condition), values in suite.bits.items()
        for region, value in enumerate(values, start=1)
    ]


def _table(source: Source, name: str, kind: str, how: Mapping[str, str]) -> Table:
    table = (
        Table(sheets.of_frame(source, name), kind) if isinstance(source, pd.DataFrame) else Table(source, kind, **how)
    )
    table.check()
    return table


def _rows_of_table(source: Source, name: str, suites: list[str], how: Mapping[str, str]) -> list[tuple]:
    table = _table(source, name, "regions", how)
    if "suite" not in table and len(suites) > 1:
        table.wrong.append(f"has no column suite, and there are {len(suites)} suites; add it")
    regions = numbers(pd.Series(table.columns["region"]))
    table.wrong += [
        f"{table.place(row)}: {table.headers['region']} is not a number from 1"
        for row, region in enumerate(regions)
        if not region >= 1 or region % 1
    ]
    bits = [math.nan if value is None else value for value in table.values("surprisal", may_be_empty=True)]
    table.check()
    names = table.columns.get("suite", suites[:1] * table.length)
    places = zip(names, table.columns["item"], table.columns["condition"], map(int, regions), bits, strict=True)
    return list(places)


def runs_of(source: Source, **how: str) -> list[str]:
    """Return the names of the systems that a table of decisions about items has; one without a name has none."""
    return list(dict.fromkeys(_table(source, str(source), "item_decisions", how).columns.get("system", [""])))


def read_decisions(source: Source, sentences: pd.DataFrame, **how: str) -> pd.DataFrame:
    """Return decisions about items as the table ITEM_DECISIONS; those about other suites are left out.

    Items that are numbered from 0, as in the results that were released with SyntaxGym, are those of the suite in its
    order.
    """
    name = "decisions" if isinstance(source, pd.DataFrame) else str(source)
    table = _table(source, name, "item_decisions", how)
    right = [label_of(cell) for cell in table.columns["right"]]
    table.wrong += [
        f"{table.place(row)}: {table.headers['right']} is neither true nor false; write 1 or 0"
        for row, value in enumerate(right)
        if value is None
    ]
    table.check()
    columns = {"measure": table.columns.get("system", [""] * table.length)}
    frame = pd.DataFrame(columns | {name: table.columns[name] for name in ("suite", "item")} | {"right": right})
    items = sentences.groupby("suite", sort=False)["item"].agg(lambda column: list(dict.fromkeys(column)))
    frame = frame[frame["suite"].isin(items.index)].reset_index(drop=True)
    if frame.empty:
        raise InputError(
            f"{name}: has no decisions about these suites: {', '.join(items.index[:9])}; correct the names"
        )
    from_zero = set(frame.loc[frame["item"] == "0", "suite"]) - {
        suite for suite, known in items.items() if "0" in known
    }
    frame["item"] = [
        _at(items[suite], item) if suite in from_zero else item
        for suite, item in zip(frame["suite"], frame["item"], strict=True)
    ]
    for suite, item in zip(frame["suite"], frame["item"], strict=True):
        if item not in items[suite]:
            raise InputError(f"{name}: the suite {suite!r} has no item {item!r}; number items as the suite does")
    twice = frame[frame.duplicated(["measure", "suite", "item"])]
    if len(twice):
        measure, suite, item, _ = twice.iloc[0]
        raise InputError(f"{name}: {measure or 'the system'}, {suite}: item {item} is in two rows; remove one")
    return frame


def _at(items: list[str], place: str) -> str:
    return items[int(place)] if place.isdecimal() and int(place) < len(items) else f"{place} (from 0)"
