"""Turn surprisals of regions, and decisions about items, into shares of items that are right (pure)."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations, permutations

import numpy as np
import pandas as pd
from scipy.special import ndtr, ndtri, stdtrit

from acceptability.analyses.suites.manifest import (
    OVERALL,
    SUITE_DIFFERENCES,
    SUITE_GROUPS,
    SUITE_ITEMS,
    SUITE_PREDICTIONS,
    SUITE_SHARES,
)
from acceptability.errors import InputError
from acceptability.expectations import grammar, values
from acceptability.messages import setting
from acceptability.statistics.clusters import FEWEST, holm

RIGHT = ("all", "first")
DRAWS, SEED = 200_000, 1  # of chance
MOST_ORDERED = 7  # regions of which all orders are counted
WIDE = float(ndtri(0.975))
Tables = dict[str, pd.DataFrame]


def evaluate(
    surprisals: pd.DataFrame,
    predictions: Iterable[Mapping[str, str]],
    right: str = RIGHT[0],
    decisions: pd.DataFrame | None = None,
    groups: Mapping[str, str] | None = None,
) -> Tables:
    """Return the tables of the manifest that are about items, formulas, suites, groups and differences, by name.

    Parameters:
        surprisals: as in SURPRISALS; ``text`` and ``tokens`` are not needed.
        predictions: ``suite``, ``prediction`` and ``formula`` of each formula, those of a suite in their order.
        right: an item is right if ``all`` formulas of its suite are true, or the ``first``.
        decisions: further systems, of which only decisions are known: ``system, suite, item, right`` (1 or 0).
        groups: the group of each suite that has one.
    """
    if right not in RIGHT:
        raise InputError(setting("right", right), ": must be all or first")
    groups = {suite: group for suite, group in (groups or {}).items() if group}
    by_suite: dict[str, list[tuple[str, str, grammar.Node]]] = {}
    for one in predictions:
        tree = grammar.parse(one["formula"])
        by_suite.setdefault(one["suite"], []).append((one["prediction"], one["formula"], tree))
    items, of_predictions = [], []
    for (system, suite), table in surprisals.groupby(["system", "suite"], sort=False):
        names, bits = _by_condition(table, f"{system}, suite {suite}", by_suite.get(suite, []))
        for prediction, formula, tree in by_suite.get(suite, []):
            of_items = pd.DataFrame({"system": system, "suite": suite, "item": names, "prediction": prediction})
            of_items["value_bits"] = values.values(tree, bits)
            of_items["right"] = values.truths(tree, bits).astype(int)
            of_items["tie"] = values.ties(tree, bits).astype(int)
            items.append(of_items)
            of_predictions.append(_of_prediction(of_items, formula, tree, bits))
    if decisions is not None and len(decisions):
        items.append(decisions.assign(prediction="", value_bits=np.nan, tie=0)[list(SUITE_ITEMS.columns)])
    suite_items = pd.concat(items, ignore_index=True) if items else _none(SUITE_ITEMS)
    decided = decided_items(suite_items, right)
    chances = {suite: chance([tree for *_, tree in of_suite], right) for suite, of_suite in by_suite.items()}
    shares = [*_shares(decided, suite_items, groups, chances)]
    return {
        "suite_items": suite_items,
        "suite_predictions": _frame(of_predictions, SUITE_PREDICTIONS),
        "suite_shares": _frame(shares, SUITE_SHARES),
        "suite_groups": _frame([*_groups(decided, groups, chances)], SUITE_GROUPS),
        "suite_differences": _frame([*_differences(decided, groups)], SUITE_DIFFERENCES),
    }


def decided_items(suite_items: pd.DataFrame, right: str) -> pd.DataFrame:
    """Return a row for each item of a system, with ``right`` and ``tie`` by the first formula or by all of them."""
    by_item = suite_items.groupby(["system", "suite", "item"], sort=False)
    decided = by_item[["right", "tie"]].first() if right == "first" else by_item.agg({"right": "min", "tie": "max"})
    return decided.reset_index()


def _none(table) -> pd.DataFrame:
    return pd.DataFrame(columns=list(table.columns))


def _frame(rows: list[dict], table) -> pd.DataFrame:
    return pd.DataFrame(rows, columns=list(table.columns))


def _by_condition(
    table: pd.DataFrame, place: str, formulas: list[tuple[str, str, grammar.Node]]
) -> tuple[list[str], dict[str, np.ndarray]]:
    """Return the items of a suite, and the surprisals of the conditions that its formulas name: items × regions."""
    names = list(dict.fromkeys(table["item"]))
    references = [
        node for *_, tree in formulas for node in grammar.nodes_of(tree) if isinstance(node, grammar.Reference)
    ]
    regions = range(1, int(table["region"].max()) + 1)
    wide = table.set_index(["condition", "item", "region"])["surprisal_bits"].unstack("region").reindex(columns=regions)
    bits = {}
    for condition in dict.fromkeys(node.condition for node in references):
        if condition not in wide.index.levels[0]:
            raise InputError(f"{place}: there are no surprisals of the condition {condition}; add them")
        bits[condition] = wide.loc[condition].reindex(names).to_numpy(float)
    for node in references:
        cells = bits[node.condition][:, [node.region - 1]] if node.region else bits[node.condition]
        if not np.isfinite(cells).all():
            item = names[int(np.argmin(np.isfinite(cells).all(axis=1)))]
            where = f"{place}, item {item}, {node.condition}: region {node.region or '*'}"
            fix = "score the token at the beginning of the sentence, or leave the region out of the formula"
            raise InputError(
                f"{where} has no surprisal, and a formula names it; {fix} (", setting("beginning", True), ")"
            )
    return names, bits


def _of_prediction(items: pd.DataFrame, formula: str, tree: grammar.Node, bits: Mapping[str, np.ndarray]) -> dict:
    parts = tree.parts if isinstance(tree, grammar.Junction) else (tree,)
    of_values, count = items["value_bits"], len(items)
    half = stdtrit(count - 1, 0.975) * of_values.std() / np.sqrt(count) if count > 1 else np.nan
    first = items.iloc[0]
    return {
        **{name: first[name] for name in ("system", "suite", "prediction")},
        "formula": formula,
        **share_of(items["right"]),
        "ties": items["tie"].mean(),
        "value_bits": of_values.mean(),
        "value_low": of_values.mean() - half,
        "value_high": of_values.mean() + half,
        "parts": " ".join(f"{values.truths(part, bits).mean():.4f}" for part in parts),
    }


def share_of(right: pd.Series) -> dict[str, float]:
    """Return the number of items, the share of those that are right, and its interval (Wilson 1927)."""
    from scipy.stats import binomtest  # here, as only this needs it and it takes most of a second

    low, high = binomtest(int(right.sum()), len(right)).proportion_ci(method="wilson")
    return {"items": len(right), "share": right.mean(), "low": low, "high": high}


def mean_of_suites(of_items: Iterable[np.ndarray]) -> tuple[float, float, float]:
    """Return the mean over suites of the means over their items, and its 95 % interval over items within suites.

    The suites are not drawn from others. The variance is Σ (variance of a suite's items / their number) / suites²;
    there is no interval if it is 0, or of fewer than FEWEST items.
    """
    arrays = [np.asarray(array, float) for array in of_items]
    mean = float(np.mean([array.mean() for array in arrays]))
    half = WIDE * np.sqrt(sum(array.var() / len(array) for array in arrays)) / len(arrays)
    enough = half and sum(map(len, arrays)) >= FEWEST
    return (mean, mean - half, mean + half) if enough else (mean, np.nan, np.nan)


def _share_of_suites(arrays: list[np.ndarray]) -> tuple[float, float, float]:
    """Return what mean_of_suites does of items that are 1 or 0; the interval of a single suite is Wilson's."""
    if len(arrays) > 1:
        return mean_of_suites(arrays)
    one = share_of(pd.Series(arrays[0]))
    return one["share"], one["low"], one["high"]


def _shares(
    decided: pd.DataFrame, suite_items: pd.DataFrame, groups: Mapping[str, str], chances: Mapping[str, float]
) -> Iterator[dict]:
    by = {right: decided_items(suite_items, right).groupby(["system", "suite"])["right"].mean() for right in RIGHT}
    made_here = set(suite_items.loc[suite_items["prediction"] != "", "system"])
    for key, table in decided.groupby(["system", "suite"], sort=False):
        system, suite = key
        yield {
            "system": system,
            "suite": suite,
            "group": groups.get(suite, ""),
            **share_of(table["right"]),
            "share_first": by["first"][key],
            "share_all": by["all"][key],
            "ties": table["tie"].mean(),
            "chance": chances.get(suite, np.nan) if system in made_here else np.nan,
        }


def _members(decided: pd.DataFrame, groups: Mapping[str, str]) -> dict[str, list[str]]:
    """Return the suites of each group, and of all."""
    members: dict[str, list[str]] = {}
    for suite in dict.fromkeys(decided["suite"]):
        if suite in groups:
            members.setdefault(groups[suite], []).append(suite)
    return members | {OVERALL: list(dict.fromkeys(decided["suite"]))}


def _groups(decided: pd.DataFrame, groups: Mapping[str, str], chances: Mapping[str, float]) -> Iterator[dict]:
    for system, table in decided.groupby("system", sort=False):
        arrays = {suite: of_suite["right"].to_numpy() for suite, of_suite in table.groupby("suite", sort=False)}
        for group, suites in _members(table, groups).items():
            share, low, high = _share_of_suites([arrays[suite] for suite in suites])
            yield {
                "system": system,
                "group": group,
                "suites": len(suites),
                "items": sum(len(arrays[suite]) for suite in suites),
                "share": share,
                "low": np.maximum(low, 0.0),
                "high": np.minimum(high, 1.0),
                "chance": float(np.mean([chances.get(suite, np.nan) for suite in suites])),
            }


def _differences(decided: pd.DataFrame, groups: Mapping[str, str]) -> Iterator[dict]:
    """Yield the differences of each two systems on the items that both decided, with p-values adjusted by group."""
    by_system = {
        system: table.set_index(["suite", "item"])["right"] for system, table in decided.groupby("system", sort=False)
    }
    rows: dict[str, list[dict]] = {}
    for first, second in combinations(by_system, 2):
        paired = (by_system[first] - by_system[second]).dropna().reset_index()
        if paired.empty:
            continue
        arrays = {suite: table["right"].to_numpy() for suite, table in paired.groupby("suite", sort=False)}
        for group, suites in _members(paired, groups).items():
            mean, low, high = mean_of_suites(arrays[suite] for suite in suites)
            error = (high - low) / 2 / WIDE
            row = {"first": first, "second": second, "group": group, "difference": mean, "low": low, "high": high}
            row |= {"items": sum(len(arrays[suite]) for suite in suites)}
            row |= {"p": float(2 * ndtr(-abs(mean) / error))}
            rows.setdefault(group, []).append(row)
    for of_group in rows.values():
        tested = [row for row in of_group if np.isfinite(row["p"])]
        adjusted = dict(zip(map(id, tested), holm([row["p"] for row in tested]), strict=True))
        yield from (row | {"p_adjusted": adjusted.get(id(row), np.nan)} for row in of_group)


def chance(trees: list[grammar.Node], right: str) -> float:
    """Return the share of items that are right if all regions have independent surprisals of one distribution.

    If all comparisons are of single regions, every order of these is equally likely, and the share is exact. Otherwise
    it is simulated with DRAWS draws from a normal distribution, with a fixed seed. NaN if a number other than 0 is in a
    formula, because the share would depend on the distribution.
    """
    used = trees[:1] if right == "first" else trees
    nodes = [node for tree in used for node in grammar.nodes_of(tree)]
    if any(isinstance(node, grammar.Number) and node.value for node in nodes):
        return np.nan
    references = [node for node in nodes if isinstance(node, grammar.Reference)]
    cells = list(dict.fromkeys((node.condition, node.region or 1) for node in references))
    single = all(node.region for node in references) and not any(isinstance(node, grammar.Sum) for node in nodes)
    if single and len(cells) <= MOST_ORDERED:
        draws = np.array(list(permutations(range(1, len(cells) + 1))), float)
    else:
        draws = np.random.default_rng(SEED).standard_normal((DRAWS, len(cells)))
    bits = {condition: np.zeros((len(draws), max(region for _, region in cells))) for condition, _ in cells}
    for (condition, region), column in zip(cells, draws.T, strict=True):
        bits[condition][:, region - 1] = column
    return float(np.logical_and.reduce([values.truths(tree, bits) for tree in used]).mean())
