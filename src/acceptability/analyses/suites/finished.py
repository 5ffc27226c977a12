"""Read surprisals of regions, and decisions about items, that another program made."""

import json
from collections.abc import Mapping
from pathlib import Path

import pandas as pd

from acceptability.analyses.suites.manifest import SURPRISALS
from acceptability.contracts.io import numbers
from acceptability.errors import InputError
from acceptability.expectations import reading
from acceptability.reading import sheets
from acceptability.reading.report import fail
from acceptability.reading.table import Table
from acceptability.reading.values import label_of

SAID = 10  # sentences in one error
PLACE = ["suite", "item", "condition"]


def read_surprisals(
    source: str | Path | pd.DataFrame, sentences: pd.DataFrame, metrics: Mapping[str, str], system: str = "", **how: str
) -> pd.DataFrame:
    """Return the table SURPRISALS of finished surprisals: a table, or SyntaxGym's JSON with values in it.

    A system may lack whole suites. InputError where it lacks a region of a suite that it has, or where a suite needs
    the surprisals of tokens (``metrics``).
    """
    name = "surprisals" if isinstance(source, pd.DataFrame) else str(source)
    system = system or (Path(name).stem if not isinstance(source, pd.DataFrame) else name)
    suites = list(dict.fromkeys(sentences["suite"]))
    if not isinstance(source, pd.DataFrame) and name.endswith(reading.JSON):
        table, wrong = _of_json(name, system), []
    else:
        table, wrong = _of_table(source, name, suites, system, how)
    other = [suite for suite in suites if metrics.get(suite, reading.METRICS[0]) != reading.METRICS[0]]
    if other:
        wrong.append(
            f"the metric of the suite {other[0]!r} is {metrics[other[0]]}, which needs the surprisals of tokens; score "
            "it with a model, or write the metric sum"
        )
    named = list(dict.fromkeys(table["suite"]))
    if len(named) == len(suites) == 1:  # one suite, whatever the two files call it
        table["suite"] = suites[0]
    table = table[table["suite"].isin(suites)]
    if table.empty:
        raise InputError(
            f"{name}: has no surprisals of these suites, but of {', '.join(named[:SAID])}; correct the names"
        )
    keys = [*PLACE, "region"]
    twice = table[table.duplicated(["system", *keys])]
    wrong += [f"{_place(row)}: region {row['region']} has two surprisals; remove one" for _, row in twice.iterrows()]
    for of_system, of_one in table.drop_duplicates(["system", *keys]).groupby("system", sort=False):
        known = set(map(tuple, of_one[keys].itertuples(index=False)))
        for _, sentence in sentences[sentences["suite"].isin(of_one["suite"])].iterrows():
            lacking = [
                number
                for number in range(1, int(sentence["region_count"]) + 1)
                if (*sentence[PLACE], number) not in known and str(number) in sentence["regions"].split()
            ]
            if lacking:
                which = f"region{'s' if lacking[1:] else ''} {', '.join(map(str, lacking))}"
                wrong.append(
                    f"{_place(sentence)}: {which} of {of_system} {'have' if lacking[1:] else 'has'} no surprisal"
                )
    fail(name, wrong[:SAID] if len(wrong) > SAID else wrong)
    return _with_texts(table, sentences)


def _place(row: Mapping) -> str:
    return f"{row['suite']}, item {row['item']}, {row['condition']}"


def _of_json(path: str, system: str) -> pd.DataFrame:
    rows = [
        (suite.name, item, condition, number, value)
        for suite in reading.read(path).by_name.values()
        for (item, condition), values in suite.bits.items()
        for number, value in enumerate(values, start=1)
    ]
    table = pd.DataFrame(rows, columns=[*PLACE, "region", "surprisal_bits"])
    model = json.loads(Path(path).read_text(encoding="utf-8-sig")).get("meta", {}).get("model")
    return table.assign(system=str(model or system))


def _of_table(
    source: str | Path | pd.DataFrame, name: str, suites: list[str], system: str, how: Mapping[str, str]
) -> tuple[pd.DataFrame, list[str]]:
    """Return the rows of a table, and what is wrong with them."""
    is_frame = isinstance(source, pd.DataFrame)
    table = Table(sheets.of_frame(source, name) if is_frame else source, "regions", **({} if is_frame else how))
    table.check()
    columns = {role: table.columns[role] for role in ("item", "condition", "region")}
    frame = pd.DataFrame(columns | {"surprisal_bits": table.values("surprisal", may_be_empty=True)})
    if "suite" in table:
        frame["suite"] = table.columns["suite"]
    elif len(suites) == 1:
        frame["suite"] = suites[0]
    else:
        table.wrong.append(f"has no column suite, and there are {len(suites)} suites; add it")
    frame["system"] = table.columns.get("system", system)
    places = numbers(frame["region"])
    bad = [row for row, place in enumerate(places) if not (place >= 1 and place == int(place))]
    table.wrong += [f"{table.place(row)}: {table.headers['region']} is not a number from 1" for row in bad[:SAID]]
    table.check()
    return frame.assign(region=places.astype(int)), []


def _with_texts(table: pd.DataFrame, sentences: pd.DataFrame) -> pd.DataFrame:
    """Return surprisals as in SURPRISALS, with an empty region's 0, in the order of the sentences."""
    rows = [
        (*sentence[PLACE], number, dict(zip(sentence["regions"].split(), sentence["words"].split("\t"), strict=True)))
        for _, sentence in sentences.iterrows()
        for number in range(1, int(sentence["region_count"]) + 1)
    ]
    whole = pd.DataFrame(rows, columns=[*PLACE, "region", "text"])
    whole["text"] = [texts.get(str(number), "") for texts, number in zip(whole["text"], whole["region"], strict=True)]
    parts = []
    for system, of_one in table.groupby("system", sort=False):
        rows_of = whole[whole["suite"].isin(of_one["suite"])]
        part = rows_of.merge(of_one[[*PLACE, "region", "surprisal_bits"]], on=[*PLACE, "region"], how="left")
        part.loc[part["text"] == "", "surprisal_bits"] = 0.0
        parts.append(part.assign(system=system, tokens=0)[list(SURPRISALS.columns)])
    return pd.concat(parts, ignore_index=True) if parts else pd.DataFrame(columns=list(SURPRISALS.columns))


def read_decisions(
    source: str | Path | pd.DataFrame, sentences: pd.DataFrame, system: str = "", **how: str
) -> pd.DataFrame:
    """Return decisions about items: ``system, suite, item, right`` (1 or 0). Items of other suites are left out.

    Items that a file numbers from 0, in the order of the suite, are the items of the suite in this order.
    """
    is_frame = isinstance(source, pd.DataFrame)
    name = "decisions" if is_frame else str(source)
    table = Table(sheets.of_frame(source, name) if is_frame else source, "item_decisions", **({} if is_frame else how))
    table.check()
    right = [label_of(cell) for cell in table.columns["right"]]
    for row in [row for row, value in enumerate(right) if value is None][:SAID]:
        table.wrong.append(f"{table.place(row)}: {table.headers['right']} is neither true nor false; write 1 or 0")
    table.check()
    frame = pd.DataFrame({"suite": table.columns["suite"], "item": table.columns["item"], "right": right})
    frame.insert(0, "system", table.columns.get("system", system or Path(name).stem))
    items = sentences.groupby("suite", sort=False)["item"].agg(lambda column: list(dict.fromkeys(column)))
    frame = frame[frame["suite"].isin(items.index)]
    if frame.empty:
        raise InputError(f"{name}: has no decision about these suites; there are: {', '.join(items.index)}")
    for suite, known in items.items():
        numbered = set(frame.loc[frame["suite"] == suite, "item"])
        if "0" in numbered and "0" not in known:  # as SyntaxGym's released results number them
            places = {str(place): item for place, item in enumerate(known)}
            of_suite = frame["suite"] == suite
            frame.loc[of_suite, "item"] = frame.loc[of_suite, "item"].map(places).fillna("?")
    wrong = frame[[item not in items[suite] for suite, item in zip(frame["suite"], frame["item"], strict=True)]]
    if len(wrong):
        raise InputError(
            f"{name}: the suite {wrong.iloc[0]['suite']!r} has no such item; number items as the suite does"
        )
    if frame.duplicated(["system", "suite", "item"]).any():
        twice = frame[frame.duplicated(["system", "suite", "item"])].iloc[0]
        raise InputError(
            f"{name}: {twice['system']}, {twice['suite']}: item {twice['item']} is in two rows; remove one"
        )
    return frame.reset_index(drop=True)
