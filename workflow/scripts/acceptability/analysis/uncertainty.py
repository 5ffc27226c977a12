"""Intervals and tests that respect item families: clusters are left out, drawn or flipped whole, never pairs (pure).

The pairs of a cluster (a phenomenon, say) share sentences and constructions, so they are not independent observations.
"""

from collections.abc import Mapping
from itertools import combinations, product

import numpy as np
import pandas as pd

from acceptability.analysis import chance, criteria, statistics
from acceptability.analysis.references import best_constant, expected_shares, reference_shares
from acceptability.analysis.statistics import Estimate
from acceptability.options import Options

FLIPS = 100_000  # so that a p below 0.05 is left after correction for some thousand comparisons
SEED = 1
AREA_STEP = 0.05  # of δ, in the curve
ADDED = [
    "low",
    "high",
    "ties",
    "share_ties_half",
    "share_ties_met",
    "chance",
    "chance_sd",
    "excess",
    "excess_low",
    "excess_high",
]
ADDED += ["chance_within", "excess_within", "excess_within_low", "excess_within_high", "fold_sd"]


def shares_with_intervals(
    deltas: pd.DataFrame, pairs: pd.DataFrame, thresholds: list[float], variants: Mapping[str, Options]
) -> pd.DataFrame:
    """criteria.shares of one system, with what is needed to read them.

    ``deltas`` as in the contract DELTAS; ``pairs`` as in PAIRS, indexed by pair_id. Adds ``low, high`` (95 % interval
    over clusters), ``ties`` (pairs that count whose members have the same score), ``share_ties_half`` (the share if a
    coin decided these) and, for BLiMP, ``share_ties_met`` (if they met it, as where the first of two equals wins). For
    the ADC, corrected: ``chance`` (what the same deltas are expected to reach when permuted over the pairs),
    ``chance_sd`` (of one permutation), ``excess`` (share − chance) and its interval; and the same within phenomena:
    what the deltas of other pairs of the same phenomenon are expected to reach.
    """
    rows, added = [], []
    for group, met in criteria.met_by_measure(deltas, thresholds, variants):
        rows += criteria.share_rows(group, met)
        human, model = group["human_delta"].to_numpy(), group["model_delta"].to_numpy()
        counted = criteria.counted(human)
        of_pair, phenomenon = (pairs[name].reindex(group["pair_id"]).to_numpy() for name in ("cluster", "phenomenon"))
        for (variant, criterion, threshold), hits in met.items():
            matter = counted | hits  # a cluster of which no pair adds anything is no cluster of the estimate
            share = statistics.ratio(hits[matter], counted[matter], statistics.cluster_numbers(of_pair[matter]))
            half = share.value + criteria.half_of_ties(human, model, criterion, threshold).sum() / counted.sum()
            ties = int((model[counted] == 0).sum())
            row = [*share.share_interval(counted.sum()), ties, half]
            row.append((hits.sum() + ties) / counted.sum() if criterion == "blimp" else np.nan)
            if variant == "corrected" and criterion == "adc":
                numbers, step = statistics.cluster_numbers(of_pair[counted]), (criterion, threshold)
                both = human[counted], model[counted]
                reached = statistics.ratio(hits[counted], np.ones(counted.sum()), numbers)
                expected, sd = chance.permuted(*both, numbers, step)
                within = chance.others_within(*both, phenomenon[counted], numbers, step)
                row += [expected.value, sd, (reached - expected).value, *(reached - expected).interval(most=1)]
                row += [within.value, (reached - within).value, *(reached - within).interval(most=1)]
            added.append(row + [np.nan] * (len(ADDED) - len(row)))
    return pd.concat([pd.DataFrame(rows, columns=criteria.COLUMNS), pd.DataFrame(added, columns=ADDED)], axis=1)


def shares_of_references(human: pd.Series, pairs: pd.DataFrame, thresholds: list[float]) -> pd.DataFrame:
    """The references without deltas (references.reference_shares), with the columns of shares_with_intervals.

    ``human`` and ``pairs`` have the same rows. What is random has an expected number as ``met``, no interval, and as
    ``chance_sd`` the SD of the share in one draw; what is cross-validated has as ``fold_sd`` the SD of the share over
    divisions into folds.
    """
    counted = criteria.counted(human)
    human, pairs = human[counted], pairs[counted]
    rows = []
    for step in criteria.steps(human, thresholds):
        for made in reference_shares(human, pairs, step):
            share, drawn = made.share.value, np.isfinite(made.draw_sd)
            known = drawn or (step[0] == "blimp" and made.share.value == 1)  # a constant is right by definition
            ends = (np.nan, np.nan) if known else made.share.share_interval(len(human), made.more)
            cells = {"low": ends[0], "high": ends[1], "chance_sd": made.draw_sd, "fold_sd": made.fold_sd}
            rows.append((made.measure, "corrected", *step, share * len(human), len(human), share, cells))
    table = pd.DataFrame([row[:-1] for row in rows], columns=criteria.COLUMNS)
    table = pd.concat([table, pd.DataFrame([row[-1] for row in rows], columns=ADDED, dtype=float)], axis=1)
    return table.sort_values("measure", key=lambda names: names.map(list(names.unique()).index), kind="stable")


def differences(
    columns: pd.DataFrame, pairs: pd.DataFrame, thresholds: list[float], references: list[str], families: Mapping
) -> pd.DataFrame:
    """Each row against each other: difference of the shares, its interval and a paired test, corrected variant.

    ``columns`` as systems.delta_columns gives them, ``pairs`` as in the contract PAIRS. ``references`` are those of the
    rows that are no systems; they, and the references without deltas, are compared with systems only. ``families`` are
    lists of rows, by name, whose comparisons were planned together, as those of a paper are.

    Gives ``first, second`` (rows), ``criterion, threshold``, ``difference`` (share of the first minus that of the
    second), ``low, high`` (95 %), ``p`` (signs of whole clusters flipped), ``family`` and ``p_holm``: p by Holm's
    correction over all comparisons of the family by the same criterion and δ. ``p_least`` is the smallest p_holm that
    the family could have had: where it is above 0.05, clusters are too few, or comparisons too many, for the tests to
    find any difference. A comparison of two systems that are together in no family is in the family ``other``, so that
    what runs beside a paper's systems changes no verdict on them. Comparisons with references are in no family; they
    have an interval, and no p. No rows where there is nothing to compare.
    """
    human, models = columns["human"], columns.drop(columns="human")
    counted, steps = criteria.counted(human), criteria.steps(human, thresholds)
    pairs = pairs.set_index("pair_id", drop=False).loc[columns.index[counted]]
    human, models = human[counted], models[counted]
    numbers = statistics.cluster_numbers(pairs["cluster"])
    tested = [two for two in combinations(models, 2) if not set(two) & set(references)]
    rows = []
    for criterion, threshold in steps:
        met = {row: criteria.meets(human, models[row], criterion, threshold).astype(float) for row in models}
        shares = {row: statistics.ratio(hits, np.ones(len(human)), numbers) for row, hits in met.items()}
        apart = [statistics.sums_by(numbers, met[first] - met[second]) for first, second in tested]
        several = len(tested) and numbers.max() > 0
        p = least = [np.nan] * len(tested)
        if several:
            apart = np.column_stack(apart)
            least = statistics.least_sign_flip_p(apart, FLIPS)
            p = np.maximum(statistics.sign_flip_p(apart, FLIPS, SEED), least)
        found = [
            (first, second, *_compared(shares[first], shares[second]), *values)
            for (first, second), *values in zip(tested, p, least, strict=True)
        ]
        others = {row: (shares[row], 0.0) for row in references}
        for made in reference_shares(human, pairs, (criterion, threshold)):
            others[f"reference/{made.measure}"] = made.share, made.more
        systems = [row for row in models if row not in references]
        for row, (other, (share, more)) in product(systems, others.items()):
            found.append((row, other, *_compared(shares[row], share, more), np.nan, np.nan))
        rows += [(first, second, criterion, threshold, *rest) for first, second, *rest in found]
    names = ["first", "second", "criterion", "threshold", "difference", "low", "high", "p", "p_least"]
    table = pd.DataFrame(rows, columns=names)
    table["family"] = [_family(row.first, row.second, families, tested) for row in table.itertuples()]
    planned = table.groupby(["criterion", "threshold", "family"], dropna=False)
    least = (planned["p_least"].transform("min") * planned["p_least"].transform("size")).clip(upper=1)
    p_holm = planned["p"].transform(statistics.holm).where(table["p"].notna())
    return table.assign(p_holm=p_holm, p_least=least.where(table["p"].notna()))


def _compared(first: Estimate, second: Estimate, more: float = 0.0) -> tuple[float, float, float]:
    difference = first - second
    return difference.value, *difference.interval(more, most=1)


def _family(first: str, second: str, families: Mapping[str, list[str]], tested: list) -> str:
    if (first, second) not in tested:
        return "references"
    return next((name for name, rows in families.items() if {first, second} <= set(rows)), "other")


def curves(columns: pd.DataFrame, pairs: pd.DataFrame, thresholds: list[float]) -> tuple[pd.DataFrame, pd.DataFrame]:
    """The ADC at every δ up to the greatest, the area below, and the part of a delta's size; corrected variant.

    The first table has ``row, threshold, share``, in steps of 0.05, of all rows and of the references without deltas.
    The second has, for each row with deltas, ``row, area, low, high``: the exact area below ADC(δ) between 0 and the
    greatest δ, divided by it, which is the mean share over all δ: a pair with the sign of the human delta and at a
    distance d adds 1 − d / greatest. 95 % interval over clusters. Then, at the smallest δ, ``share``, and
    ``constant_share``: what the same row would reach if each of its deltas kept its sign and had the size of the best
    constant delta. Where the latter is higher, the sizes do worse than one size for all.
    """
    greatest, smallest = max(thresholds), min(thresholds)
    columns = columns[criteria.counted(columns["human"])]
    pairs = pairs.set_index("pair_id", drop=False).loc[columns.index]
    human, models = columns["human"], columns.drop(columns="human")
    numbers, ones = statistics.cluster_numbers(pairs["cluster"]), np.ones(len(human))
    constant = best_constant(human, smallest)
    grid = np.round(np.arange(AREA_STEP, greatest + AREA_STEP / 2, AREA_STEP), 10)
    points, areas = [], []
    for row in models:
        distance = criteria.distances(human, models[row])
        reached = np.searchsorted(np.sort(distance), grid, side="left") / len(distance)
        points.append(pd.DataFrame({"row": row, "threshold": grid, "share": reached}))
        area = statistics.ratio(np.clip(1 - distance / greatest, 0, None), ones, numbers)
        sized = criteria.meets(human, constant * np.sign(models[row]), "adc", smallest)
        ends = area.share_interval(len(human))
        areas.append((row, area.value, *ends, (distance < smallest).mean(), sized.mean()))
    expected = pd.DataFrame([expected_shares(human.to_numpy(), pairs["phenomenon"], delta) for delta in grid])
    for name in expected:
        points.append(pd.DataFrame({"row": f"reference/{name}", "threshold": grid, "share": expected[name]}))
    table = pd.DataFrame(areas, columns=["row", "area", "low", "high", "share", "constant_share"])
    return pd.concat(points, ignore_index=True), table
