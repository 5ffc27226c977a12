"""Compute an analysis for rows that do not all cover the same pairs.

A row *covers* a pair that counts if it has scores of both sentences, or says which one it chose. Rows that cover all
pairs are analysed together, as if there were no others. All others are analysed apart, on the pairs that they cover:
those that cover the same pairs together. So chance, references and families are about the same pairs as the row, and a
row that covers a part of the pairs changes no number of another one. Baselines, and panels of people, are in the result
once, as computed with the first group: the rows that score and cover most pairs. Of two groups that cover equally many,
it is the one whose row is first. Only where no row scores, it is the largest group of those that decide, and
references, too, are asked for the BLiMP criterion alone. If the first group covers a part of the pairs, baselines are
about that part. Their column ``unanswered`` in CRITERIA is that of the group, and their labels say of how many pairs
(with_counts), as those of all rows that cover a part. Tables that are not about rows, such as what people chose, are
about all pairs.

**Standardisation.** Rows and references that are compared have z-scores over the same sentences. The references of a
group are standardised over the sentences that its rows score. On the pairs that all rows cover, all rows and the
references are standardised anew, over the sentences that all rows with a part of the pairs score. A row that covers all
pairs scores all of these sentences. A row with a population of its own may lack sentences that are in no pair.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import reduce
from inspect import signature
from typing import Any

import numpy as np
import pandas as pd

from acceptability.contracts.columns import Table
from acceptability.contracts.deltas import REFERENCE
from acceptability.contracts.systems import row_keys
from acceptability.statistics import criteria
from acceptability.statistics.deltas import standardise_over

BY_SYSTEM = ("deltas", "z_scores", "scores")  # arguments with a table for each system and its rows
Tables = Mapping[str, pd.DataFrame]
Arguments = Mapping[str, Any]  # of a function, by name: tables, tables by system, and settings


def computed(compute: Callable, arguments: Arguments, writes: tuple[Table, ...]) -> dict[str, pd.DataFrame]:
    """Return the tables that the function of an analysis makes of those of the arguments that it has, by name."""
    tables = compute(**{name: arguments[name] for name in signature(compute).parameters})
    return tables if isinstance(tables, dict) else {writes[0].name: tables}


def compute_by_coverage(compute: Callable, arguments: Arguments, writes: tuple[Table, ...]) -> dict[str, pd.DataFrame]:
    """Return the tables that ``compute`` makes of its arguments, by their names, with the rows of all groups.

    Parameters:
        compute: the function of an analysis.
        arguments: its arguments, among them ``pairs`` and one or more of BY_SYSTEM. A function that has the argument
            ``number_of_pairs`` gets the number of pairs that count.
        writes: the tables that it makes.
    """

    others = groups(arguments)
    first = next(others)
    parts = [computed(compute, part, writes) for part in (first, *others)]
    of_no_row = [table.name for table in writes if not {"row", "system"} & {*_keys(table)}]
    if of_no_row and first["pairs"] is not arguments["pairs"]:  # no row covers all pairs
        references = {"deltas": {REFERENCE: arguments["deltas"][REFERENCE]}}
        whole = computed(compute, {**first, **arguments, **references}, writes)
        parts[0] |= {name: whole[name] for name in of_no_row}
    if len(parts) == 1:
        return parts[0]
    return {table.name: _joined([part[table.name] for part in parts], table) for table in writes}


def _keys(table: Table) -> list[str]:
    """Return the columns that tell the rows of a table apart."""
    return [name for name, column in table.columns.items() if column.unique] or list(table.unique)


def _joined(parts: list[pd.DataFrame], table: Table) -> pd.DataFrame:
    """Return the rows of all parts; of those that are in several, only the first."""
    parts = [part for part in parts if len(part)] or parts[:1]
    joined = pd.concat(parts, ignore_index=True)
    return joined[~joined.duplicated(_keys(table))].reset_index(drop=True)


def with_counts(labels: Mapping[str, str], criteria: pd.DataFrame) -> dict[str, str]:
    """Return the labels of rows, with the number of pairs of those that do not cover all pairs that count.

    That other rows cover as many is no reason to leave it out: they may be other pairs. Where no row covers all pairs,
    references and panels of people are about those of the row that covers most (see above), and say so.

    Parameters:
        labels: by ``system/measure``, of systems, references or panels of people.
        criteria: the table CRITERIA of the same dataset, which says how many pairs each row covers.
    """
    rows = row_keys(criteria)
    part = criteria["unanswered"] > 0
    pairs = dict(zip(rows[part], criteria["pairs"][part], strict=True))
    of_references = criteria["pairs"][part & criteria["system"].eq(REFERENCE)].head(1).tolist()
    pairs |= {row: number for row in labels if row not in set(rows) for number in of_references}  # panels
    return {row: f"{label} ({pairs[row]:,} pairs)" if row in pairs else label for row, label in labels.items()}


def on_common_pairs(arguments: Arguments) -> dict[str, Any] | None:
    """Return the arguments, restricted to the pairs that all rows cover, with deltas standardised anew.

    None where all rows cover all pairs that count, and where there is no pair that all cover.
    """
    every, common = common_pairs(arguments)
    if len(common) in (0, len(every)):
        return None
    return _restricted({**arguments, "deltas": standardised_alike(arguments)[1]}, common)


def standardised_alike(arguments: Arguments) -> tuple[dict[str, pd.DataFrame], dict[str, pd.DataFrame]]:
    """Return the z-scores and the deltas of all systems and references, standardised over the same sentences.

    These are the sentences that all rows score that cover a part of the pairs; where none does, all stay unchanged. The
    z-scores are those of these sentences alone.

    Parameters:
        arguments: ``deltas`` and ``pairs``, and POPULATIONS: the z-scores of systems, and all sentences of the dataset.
    """
    human, covered = _coverage(arguments)
    every = human.index[criteria.counted(human)]
    partial = [row for row, (names, _) in covered.items() if not every.isin(names).all()]
    scored = _scored_by(arguments["scored_sentences"], partial)
    if not scored:
        return dict(arguments["scored_sentences"]), dict(arguments["deltas"])
    population = reduce(pd.Index.intersection, scored)
    z_scores, deltas = {}, dict(arguments["deltas"])
    for system, table in arguments["scored_sentences"].items():
        z, deltas[system] = standardise_over(population, table, deltas[system])
        z_scores[system] = z[z["sentence_id"].isin(population)].reset_index(drop=True)
    if REFERENCE in deltas:
        deltas[REFERENCE] = _references_over(population, arguments)
    return z_scores, deltas


def _scored_by(z_scores: Tables, rows: Collection[str] | None = None) -> list[pd.Index]:
    """Return, for each ``system/measure`` with scores, the ids of its sentences; by default, for all of them."""
    return [
        pd.Index(group["sentence_id"])
        for system, table in z_scores.items()
        for measure, group in table.groupby("measure", sort=False)
        if rows is None or f"{system}/{measure}" in rows
    ]


def _references_over(population: pd.Index, arguments: Arguments) -> pd.DataFrame:
    """Return the deltas of the baselines; z-scores are standardised over a population of sentences."""
    from acceptability.statistics.references import reference_deltas  # here, as the end of make score needs no SciPy

    references = arguments["deltas"][REFERENCE]
    if arguments["every_sentence"]["sentence_id"].isin(population).all():
        return references
    keys = ["pair_id", "measure"]
    deltas = references.set_index(keys)["model_delta"].copy()
    again = reference_deltas(arguments["every_sentence"], arguments["pairs"], population=population)
    deltas.update(again.set_index(keys)["model_delta"])
    return references.assign(model_delta=deltas.to_numpy())


def common_pairs(arguments: Arguments) -> tuple[pd.Index, pd.Index]:
    """Return the pairs that count, and those of them that all rows cover."""
    human, covered = _coverage(arguments)
    every = human.index[criteria.counted(human)]
    common = every
    for names, _ in covered.values():
        common = common[common.isin(names)]
    return every, common


def groups(arguments: Arguments) -> Iterator[dict[str, Any]]:
    """Yield the arguments of each group of rows that cover the same pairs, those that cover most pairs first."""
    human, covered = _coverage(arguments)
    counted = criteria.counted(human) if len(human) else np.ones(0, dtype=bool)
    every = human.index[counted]
    by_pairs: dict[tuple, list[str]] = {}
    for row, (names, decides) in covered.items():
        names = every[every.isin(names)]
        key = (() if len(names) == len(every) else tuple(names), decides and counted.any() and human.notna().any())
        by_pairs.setdefault(key, []).append(row)
    order = sorted(by_pairs, key=lambda key: (key[1], -len(key[0] or every)))
    if len(order) <= 1 and order in ([], [((), False)]):
        yield _with_own_references({**arguments, "number_of_pairs": len(every)}, None)
        return
    for place, (names, decides) in enumerate(order):
        part = dict(arguments) | {"number_of_pairs": len(every)}
        for argument in BY_SYSTEM:
            if arguments.get(argument) is not None:
                part[argument] = of_rows(arguments[argument], by_pairs[names, decides])
        if decides and REFERENCE in part["deltas"]:  # nothing but the BLiMP criterion is asked; once is enough
            references = part["deltas"].pop(REFERENCE).assign(human_delta=np.nan)
            part["deltas"] |= {} if place else {REFERENCE: references}
        part = _with_own_references(part, by_pairs[names, decides])
        yield _restricted(part, names or every) if names or decides else part


def _with_own_references(arguments: dict[str, Any], rows: Collection[str] | None) -> dict[str, Any]:
    """Return the arguments of a group of rows, with references that are standardised over the sentences they score."""
    if arguments.get("scored_sentences") is None or REFERENCE not in arguments["deltas"]:
        return arguments
    scored = _scored_by(arguments["scored_sentences"], rows)
    if not scored:
        return arguments
    references = _references_over(reduce(pd.Index.union, scored), arguments)
    return {**arguments, "deltas": {**arguments["deltas"], REFERENCE: references}}


def _restricted(arguments: Arguments, names: Collection[str]) -> dict[str, Any]:
    """Return the arguments with these pairs alone, in every table that is about pairs."""
    deltas = of_pairs(arguments.get("deltas", {}), names)
    return of_pairs(arguments, names) | ({"deltas": deltas} if deltas else {})


def of_pairs(tables: Arguments, names: Collection[str]) -> dict[str, Any]:
    """Return tables, those that are about pairs with these alone; what is no table stays unchanged."""
    return {
        name: table[table["pair_id"].isin(names)].reset_index(drop=True)
        if isinstance(table, pd.DataFrame) and "pair_id" in table
        else table
        for name, table in tables.items()
    }


def _coverage(arguments: Arguments) -> tuple[pd.Series, dict[str, tuple[pd.Index, bool]]]:
    """Return human deltas by pair_id, and by row which pairs it covers and whether it only decides."""
    pairs = arguments["pairs"]
    human = pd.Series(np.nan, index=pd.Index(pairs["pair_id"]))
    if "sentences" in arguments:  # else those of pairs that no row covers are known from the references alone
        human = criteria.pair_deltas(
            pairs.set_index("pair_id"), arguments["sentences"].set_index("sentence_id")["rating"]
        )
    if "deltas" not in arguments:
        sides = pairs["good_id"], pairs["bad_id"]
        return human, {
            f"{system}/{measure}": (
                pd.Index(pairs["pair_id"][sides[0].isin(group["sentence_id"]) & sides[1].isin(group["sentence_id"])]),
                False,
            )
            for system, table in arguments.get("scores", arguments.get("z_scores")).items()
            for measure, group in table.groupby("measure", sort=False)
        }
    covered = {}
    for system, table in arguments["deltas"].items():
        for measure, group in table.groupby("measure", sort=False):
            known = group.set_index("pair_id")["human_delta"]
            human = human.fillna(known)
            if system != REFERENCE:
                scored = pd.Index(group["pair_id"][group["model_delta"].notna()])
                covered[f"{system}/{measure}"] = scored, bool(known.isna().all())
    return human, covered


def of_rows(tables: Tables, rows: Collection[str]) -> dict[str, pd.DataFrame]:
    """Return the tables of these rows (system/measure), and that of the references."""
    tables_of_rows = {}
    for system, table in tables.items():
        is_listed = table["measure"].map(lambda measure, system=system: f"{system}/{measure}").isin(rows)
        if system == REFERENCE or is_listed.all():
            tables_of_rows[system] = table
        elif is_listed.any():
            tables_of_rows[system] = table[is_listed].reset_index(drop=True)
    return tables_of_rows
