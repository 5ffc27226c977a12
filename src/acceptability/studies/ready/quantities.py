"""Compute shares, correlations, AUC and counts (pure).

In arguments, ``model`` is a row (``system/measure``) on the study's main dataset. A row on another dataset has the
dataset's name before it: ``dataset/system/measure``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pandas as pd

from acceptability.errors import InputError, suggest
from acceptability.studies import evidence as shared
from acceptability.studies.evidence import Files, NotRecomputable, Quantity


@dataclass(frozen=True, kw_only=True)
class Evidence(shared.Evidence):
    """Describe the tables that ready quantities read.

    Attributes:
        tables: each table by its dataset and its name, such as ``("garden", "criteria")``.
        main: the dataset that arguments mean if they name none.
    """

    tables: Mapping[tuple[str, str], pd.DataFrame]
    main: str

    def table(self, dataset: str, name: str) -> pd.DataFrame:
        """Return a table of a dataset. Raises InputError for an unknown dataset, NotRecomputable without the table."""
        known = sorted({key for key, _ in self.tables})
        if dataset not in known:
            raise InputError(f"the study has no dataset {dataset!r}{suggest(dataset, known)}; correct the argument")
        if (dataset, name) not in self.tables:
            raise NotRecomputable(f"{dataset} has no table {name}: no system scores it, or it has no ratings or labels")
        return self.tables[dataset, name]

    def row(self, name: str, row: str) -> pd.DataFrame:
        """Return the lines of a table about a row: ``system/measure`` or ``dataset/system/measure``.

        Raises InputError if the row is not of this form or the table does not have it.
        """
        *dataset, system, measure = row.split("/") if row.count("/") in (1, 2) else ("", "")
        table = self.table(dataset[0] if dataset else self.main, name)
        lines = table[table["system"].eq(system) & table["measure"].eq(measure)]
        if lines.empty:
            rows = sorted(set(table["system"] + "/" + table["measure"]))
            raise InputError(f"there is no row {row!r}{suggest(row, rows)}; correct the argument")
        return lines


def evidence(files: Files, rows: Sequence[str], variants: Mapping[str, object]) -> Evidence:
    """Gather the tables that ``reads`` names."""
    names = {name: tuple(name.split(".")) for name in files}
    return Evidence(
        rows=rows,
        variants=variants,
        tables={(dataset, table): files[name] for name, (dataset, table) in names.items()},
        main=next(iter(names.values()))[0],
    )


def _number(lines: pd.DataFrame, column: str, argument: str) -> float:
    """Return the one number of some lines. Raises InputError if there is not one line."""
    if len(lines) != 1:
        raise InputError(f"{argument!r} names {len(lines)} numbers; correct the argument")
    return float(lines[column].iloc[0])


def share(e: Evidence, variant: str, row: str, criterion: str, *words: str) -> float:
    """Return the share of pairs that meet a criterion; ties do not meet it.

    Arguments: ``model blimp`` or ``model adc 0.5``, and, for one phenomenon, ``in`` and its name:
    ``model blimp in Agreement``. Shares of one phenomenon are the same in all variants.
    """
    threshold, phenomenon = _parts(words)
    lines = e.row("phenomena" if phenomenon else "criteria", row)
    phenomena = list(lines["phenomenon"].unique()) if phenomenon else []
    if phenomenon and phenomenon not in phenomena:
        names = suggest(phenomenon, phenomena) or f"; there are: {', '.join(phenomena)}"
        raise InputError(f"there is no phenomenon {phenomenon!r}{names}; correct the argument")
    lines = lines[lines["criterion"].eq(criterion)]
    lines = lines[lines["threshold"].isna() if threshold is None else lines["threshold"].eq(threshold)]
    lines = lines[lines["phenomenon"].eq(phenomenon)] if phenomenon else lines[lines["variant"].eq(variant)]
    argument = " ".join((row, criterion, *words))
    return _number(lines, "met", argument) / _number(lines, "pairs", argument)


def _parts(words: Sequence[str]) -> tuple[float | None, str]:
    """Return the δ and the phenomenon that the words of an argument name; None and empty without them."""
    place = words.index("in") if "in" in words else len(words)
    before, phenomenon = words[:place], " ".join(words[place + 1 :])
    try:
        (threshold,) = map(float, before) if before else (None,)
    except ValueError as error:
        raise InputError(f"{' '.join(before)!r} is not a δ; write adc 0.5, for example") from error
    return threshold, phenomenon


def percent(e: Evidence, variant: str, row: str, criterion: str, *words: str) -> float:
    """Return ``share`` in percent."""
    return 100 * share(e, variant, row, criterion, *words)


def correlation(e: Evidence, variant: str, row: str, level: str) -> float:
    """Return Pearson's r with human ratings, of deltas of pairs (``pairs``) or of scores of sentences (``sentences``).

    Arguments: ``model pairs`` or ``model sentences``.
    """
    if level not in ("pairs", "sentences"):
        raise InputError(f"{level!r} is neither 'pairs' nor 'sentences'; correct the argument")
    dataset, name = row.split("/", 1) if row.count("/") == 2 else (e.main, row)
    table = e.table(dataset, f"{level}_correlations")
    lines = table[table["row"].eq("human") & table["column"].eq(name)]
    if lines.empty:
        raise InputError(f"there is no row {row!r}{suggest(name, set(table['column']))}; correct the argument")
    return _number(lines, "pearson_r", f"{row} {level}")


def auc(e: Evidence, variant: str, row: str) -> float:
    """Return the area under the ROC curve: how often an acceptable sentence scores higher than another one."""
    lines = e.row("separation", row)
    return _number(lines[lines["statistic"].eq("auc")], "value", row)


def count(e: Evidence, variant: str, what: str, *condition: str) -> int:
    """Count sentences or pairs of a dataset, or the values of one of their columns.

    Arguments: ``pairs``; ``pairs phenomenon`` (different values of a column); ``pairs phenomenon=Agreement`` (lines
    with a value); ``sentences rating`` counts the different ratings. ``dataset/pairs`` names another dataset.
    """
    dataset, _, name = what.rpartition("/")
    table = e.table(dataset or e.main, name)
    column, equals, value = " ".join(condition).partition("=")
    if not column:
        return len(table)
    if column not in table.columns:
        raise InputError(f"the {name} have no column {column!r}{suggest(column, table.columns)}; correct the argument")
    return int(table[column].astype(str).eq(value).sum()) if equals else int(table[column].nunique())


QUANTITIES: dict[str, Quantity] = {
    function.__name__: function for function in (share, percent, correlation, auc, count)
}
