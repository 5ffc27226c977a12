"""Compute surprisals of regions, and from them and from decisions, the shares of items that are right (pure)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, permutations
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from scipy.special import stdtr, stdtrit

from acceptability.analyses.suites import regions
from acceptability.analyses.suites.manifest import (
    OVERALL,
    SUITE_DIFFERENCES,
    SUITE_GROUPS,
    SUITE_ITEMS,
    SUITE_PREDICTIONS,
    SUITE_SHARES,
    SURPRISALS,
)
from acceptability.contracts.columns import Table
from acceptability.errors import InputError
from acceptability.expectations import grammar, reading, sums, values
from acceptability.messages import setting
from acceptability.scoring.tokenisation import tokeniser
from acceptability.statistics.clusters import FEWEST, exact_sign_flip_p, holm, mean

RIGHT = ("all", "first")
DRAWS, SEED = 200_000, 1  # of chance
MOST_ORDERED = 7  # regions of which all orders are counted


def compute(
    *,
    tokens: Mapping[str, pd.DataFrame],
    item_decisions: Mapping[str, pd.DataFrame],
    sentences: pd.DataFrame,
    suites: Mapping[str, Any],
    tokenisations: Mapping[str, list],
) -> dict[str, pd.DataFrame]:
    """Return the tables of the manifest by their names.

    Parameters:
        tokens: tables TOKENS by system.
        item_decisions: tables ITEM_DECISIONS by system.
        suites: the attributes of datasets.manifest.Suites.
        tokenisations: of systems whose tokens lack the column ``written``: how they split texts.
    """
    surprisals = [
        regions.of_tokens(system, table, sentences, suites["metrics"], tokeniser(*how) if how else None)
        for system, table in tokens.items()
        for how in [tokenisations.get(system)]
    ]
    return evaluate(surprisals, item_decisions, suites)


def evaluate(
    surprisals: Sequence[pd.DataFrame], item_decisions: Mapping[str, pd.DataFrame], suites: Mapping[str, Any]
) -> dict[str, pd.DataFrame]:
    """Return the tables of the manifest by their names.

    Parameters:
        surprisals: as in SURPRISALS; ``text`` and ``tokens`` are not needed.
        item_decisions: tables ITEM_DECISIONS of further systems; a run of several is called ``system/run``.
        suites: the attributes of datasets.manifest.Suites.
    """
    if (right := suites["right"]) not in RIGHT:
        raise InputError(setting("right", right), ": must be all or first")
    trees: dict[str, dict[str, grammar.Operation]] = {}  # of each suite, by the names of predictions
    for one in suites["predictions"]:
        trees.setdefault(one["suite"], {})[one["prediction"]] = grammar.parse(one["formula"])
    formulas = {(one["suite"], one["prediction"]): one["formula"] for one in suites["predictions"]}
    together = pd.concat([_frame([], SURPRISALS), *surprisals][bool(surprisals) :], ignore_index=True)
    items, of_predictions = [], []
    for (system, suite), table in together.groupby(["system", "suite"], sort=False):
        of_suite = trees.get(suite, {})
        names, bits = _by_condition(table, f"{system}, suite {suite}", [*of_suite.values()])
        for prediction, tree in of_suite.items():
            key = {"system": system, "suite": suite, "prediction": prediction}
            of_items = pd.DataFrame({**key, "item": names}).assign(
                value_bits=values.values(tree, bits), right=values.truths(tree, bits), tie=sums.ties(tree, bits)
            )
            items.append(of_items.astype({"right": int, "tie": int})[[*SUITE_ITEMS.columns]])
            estimate = mean(of_items["value_bits"].to_numpy(), np.arange(len(names)))
            low, high = estimate.interval()
            parts = tree.parts if tree.sign in grammar.JOINING else [tree]
            of_predictions.append(
                {
                    **key,
                    "formula": formulas[suite, prediction],
                    **share_of(of_items["right"]),
                    "ties": of_items["tie"].mean(),
                    "value_bits": estimate.value,
                    "value_low": low,
                    "value_high": high,
                    "parts": " ".join(f"{np.mean(values.truths(part, bits)):.4f}" for part in parts),
                }
            )
    for system, table in item_decisions.items():
        name = system if table["measure"].nunique() == 1 else system + "/" + table["measure"]
        items.append(table.assign(system=name, prediction="", value_bits=np.nan, tie=0)[[*SUITE_ITEMS.columns]])
    suite_items = pd.concat(items, ignore_index=True) if items else _frame([], SUITE_ITEMS)
    decided = _decided(suite_items, right)
    chances = {suite: chance([*of_suite.values()], right) for suite, of_suite in trees.items()}
    return {
        "surprisals": together,
        "suite_items": suite_items,
        "suite_predictions": _frame(of_predictions, SUITE_PREDICTIONS),
        "suite_shares": _frame(_shares(decided, suites["groups"], chances), SUITE_SHARES),
        "suite_groups": _frame(_groups(decided, suites["groups"], chances), SUITE_GROUPS),
        "suite_differences": _frame(_differences(decided, suites["groups"]), SUITE_DIFFERENCES),
    }


def _decided(suite_items: pd.DataFrame, right: str) -> pd.DataFrame:
    """Return a row for each item of a system: is it right, and does it have a tie, by the first formula and by all?"""
    by_item = suite_items.groupby(["system", "suite", "item"], sort=False)
    first, every = by_item[["right", "tie"]].first(), by_item.agg({"right": "min", "tie": "max"})
    decided = first if right == "first" else every
    return decided.assign(first=first["right"], all=every["right"]).reset_index()


def _frame(rows: Iterable[Mapping], table: Table) -> pd.DataFrame:
    return pd.DataFrame(list(rows), columns=list(table.columns))


def _by_condition(
    table: pd.DataFrame, place: str, trees: Sequence[grammar.Operation]
) -> tuple[list[str], dict[str, np.ndarray]]:
    """Return the items of a suite, and the surprisals of each condition: regions × items."""
    names, references = list(dict.fromkeys(table["item"])), grammar.references(*trees)
    numbers = range(1, max([table["region"].max(), *(node.region or 0 for node in references)]) + 1)
    wide = table.pivot(index=["condition", "item"], columns="region", values="surprisal_bits").reindex(columns=numbers)
    bits = {
        condition: rows.droplevel("condition").reindex(names).to_numpy(float).T
        for condition, rows in wide.groupby(level="condition")
    }
    for node in references:
        if node.condition not in bits:
            raise InputError(f"{place}: there are no surprisals of the condition {node.condition}; add them")
        known = np.isfinite(bits[node.condition])
        known = known[node.region - 1] if node.region else known.all(axis=0)
        if not known.all():
            where = f"{place}, item {names[known.argmin()]}, {node.condition}: region {node.region or '*'}"
            raise InputError(
                f"{where} has no surprisal, and a formula names it; leave the region out of the formula, or score the "
                "first token of the sentence (for a model that runs here: ",
                setting("beginning", True),
                ")",
            )
    return names, bits


def share_of(right: pd.Series) -> dict[str, float]:
    """Return the number of items, the share of those that are right, and its interval (Wilson 1927)."""
    from scipy.stats import binomtest  # here, as only this needs it and it takes most of a second

    low, high = binomtest(int(right.sum()), len(right)).proportion_ci(method="wilson")
    return {"items": len(right), "share": right.mean(), "low": low, "high": high}


class MeanOfSuites(NamedTuple):
    """Describe a mean over suites of the means over their items.

    Attributes:
        value: the mean.
        error: its standard error over items within these suites; NaN if it cannot be estimated.
        degrees: the degrees of freedom of the error.
    """

    value: float
    error: float
    degrees: float

    def interval(self, least: float, most: float) -> tuple[float, float]:
        """Return the 95 % interval by Student's t, which ends at ``least`` and ``most``; NaN without an error."""
        half = stdtrit(self.degrees, 0.975) * self.error
        return float(np.maximum(self.value - half, least)), float(np.minimum(self.value + half, most))

    @property
    def p(self) -> float:
        """Return the two-sided p of a mean of 0 by Student's t; NaN without an error."""
        return float(2 * stdtr(self.degrees, -abs(self.value) / self.error))


def mean_of_suites(of_items: Iterable[np.ndarray]) -> MeanOfSuites:
    """Return the mean over suites of the means over their items, with its standard error over items within suites.

    The suites are not drawn from others. The variance is Σ (s² / n) / suites², where s² is the variance (ddof = 1) of
    the n items of a suite. Degrees of freedom are Satterthwaite's (1946) with one s² for all suites: (Σ 1/n)² /
    Σ 1/(n² (n − 1)). With the estimated s², suites of two items would have intervals twice as wide as needed. There is
    no error if a suite has one item, if all suites together have fewer than FEWEST, or if no suite's items differ.

    In 4,000 simulated worlds each, with ten suites of 2, 5 or 20 items, intervals of shares contain the true mean in
    94, 93 and 95 %, and intervals of differences in 95 %. With ten suites of 2 to 30 items, it is 92 and 96 %.
    """
    arrays = [np.asarray(array, float) for array in of_items]
    sizes = np.array([len(array) for array in arrays])
    value = float(np.mean([array.mean() for array in arrays]))
    if sizes.min() < 2 or sizes.sum() < FEWEST or not any(np.ptp(array) for array in arrays):
        return MeanOfSuites(value, np.nan, np.nan)
    variance = sum(array.var(ddof=1) / len(array) for array in arrays)
    degrees = (1 / sizes).sum() ** 2 / (1 / (sizes**2 * (sizes - 1))).sum()
    return MeanOfSuites(value, float(np.sqrt(variance)) / len(arrays), float(degrees))


def _shares(decided: pd.DataFrame, groups: Mapping[str, str], chances: Mapping[str, float]) -> Iterator[dict]:
    for (system, suite), table in decided.groupby(["system", "suite"], sort=False):
        means = table[["first", "all", "tie"]].mean()
        yield {
            "system": system,
            "suite": suite,
            "group": groups.get(suite, ""),
            **share_of(table["right"]),
            "share_first": means["first"],
            "share_all": means["all"],
            "ties": means["tie"],
            "chance": chances.get(suite, np.nan),
        }


def _by_group(decided: pd.DataFrame, groups: Mapping[str, str]) -> Iterator[tuple[str, dict[str, np.ndarray]]]:
    """Yield each group, and OVERALL, with the decisions on the items of each of its suites."""
    arrays = {suite: table["right"].to_numpy() for suite, table in decided.groupby("suite", sort=False)}
    members: dict[str, dict[str, np.ndarray]] = {}
    for suite, right in arrays.items():
        for group in filter(None, map(str.strip, groups.get(suite, "").split(reading.BETWEEN_GROUPS))):
            members.setdefault(group, {})[suite] = right
    yield from (members | {OVERALL: arrays}).items()


def _groups(decided: pd.DataFrame, groups: Mapping[str, str], chances: Mapping[str, float]) -> Iterator[dict]:
    for system, table in decided.groupby("system", sort=False):
        for group, arrays in _by_group(table, groups):
            items = np.concatenate([*arrays.values()])
            if len(arrays) == 1:
                of_group = share_of(pd.Series(items))
            else:
                share = mean_of_suites(arrays.values())
                low, high = share.interval(0, 1)
                of_group = {"items": len(items), "share": share.value, "low": low, "high": high}
            expected = float(np.mean([chances.get(suite, np.nan) for suite in arrays]))
            yield {"system": system, "group": group, "suites": len(arrays), **of_group, "chance": expected}


def _differences(decided: pd.DataFrame, groups: Mapping[str, str]) -> Iterator[dict]:
    """Yield the differences of each two systems on the items that both decided, with p-values adjusted by group.

    Without a standard error, p is that of the exact sign test over items.
    """
    by_system = {
        system: table.set_index(["suite", "item"])["right"] for system, table in decided.groupby("system", sort=False)
    }
    rows: dict[str, list[dict]] = {}
    for first, second in combinations(by_system, 2):
        paired = (by_system[first] - by_system[second]).dropna().reset_index()
        for group, arrays in _by_group(paired, groups) if len(paired) else ():
            difference, items = mean_of_suites(arrays.values()), np.concatenate([*arrays.values()])
            low, high = difference.interval(-1, 1)
            p = difference.p if np.isfinite(difference.error) else exact_sign_flip_p(items)
            row = {"first": first, "second": second, "group": group, "items": len(items)}
            row |= {"difference": difference.value, "low": low, "high": high, "p": p}
            rows.setdefault(group, []).append(row)
    for of_group in rows.values():
        for row, p in zip(of_group, holm([row["p"] for row in of_group]), strict=True):
            yield row | {"p_adjusted": p}


def chance(trees: list[grammar.Operation], right: str) -> float:
    """Return the share of items that are right if all regions have independent surprisals of one distribution.

    If all comparisons are of single regions, every order of these is equally likely, and the share is exact. Otherwise
    it is simulated with DRAWS draws from a normal distribution, with a fixed seed. NaN if a number other than 0 is in a
    formula, because the share would depend on the distribution.
    """
    used = trees[:1] if right == "first" else trees
    nodes = [node for tree in used for node in grammar.nodes_of(tree)]
    if any(isinstance(node, float) and node for node in nodes):
        return np.nan
    references = grammar.references(*used)
    cells = list(dict.fromkeys((node.condition, node.region or 1) for node in references))
    is_single = not any(isinstance(node, grammar.Operation) and node.sign in grammar.ADDING for node in nodes)
    if is_single and all(node.region for node in references) and len(cells) <= MOST_ORDERED:
        draws = np.array(list(permutations(range(1, len(cells) + 1))), float)
    else:
        draws = np.random.default_rng(SEED).standard_normal((DRAWS, len(cells)))
    bits = {condition: np.zeros((max(region for _, region in cells), len(draws))) for condition, _ in cells}
    for (condition, region), column in zip(cells, draws.T, strict=True):
        bits[condition][region - 1] = column
    return float(np.mean(np.logical_and.reduce([np.asarray(values.truths(tree, bits)) for tree in used])))
