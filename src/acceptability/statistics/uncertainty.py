"""Compute intervals and tests that treat clusters, never pairs, as units (pure).

The pairs of a cluster (a phenomenon, say) share sentences and constructions, so they are not independent observations.
"""

from collections.abc import Collection, Mapping
from itertools import combinations, product
from typing import NamedTuple

import numpy as np
import pandas as pd

from acceptability.contracts.defaults import LEVEL
from acceptability.options import Options
from acceptability.statistics import chance, criteria
from acceptability.statistics.clusters import (
    Estimate,
    cluster_numbers,
    holm,
    least_sign_flip_p,
    mean,
    parts_of_clusters,
    ratio,
    sign_flip_p,
    sums_by,
)
from acceptability.statistics.deltas import moments_over
from acceptability.statistics.references import best_constant, expected_shares, reference_shares

FLIPS = 100_000  # so that a p below 0.05 is left after correction for some thousand comparisons
SEED = 1
AREA_STEP = 0.05  # of δ, in the curve
DIFFERENCE_COLUMNS = ["first", "second", "criterion", "threshold", "pairs", "difference", "low", "high", "p", "p_least"]
DIFFERENCE_COLUMNS += ["detectable", "family", "p_holm"]
DIFFERENCE_COLUMNS += ["low_over_phenomena", "high_over_phenomena", "p_holm_over_phenomena", "depends_on_clusters"]
ADDED = ["low", "high", "low_over_phenomena", "high_over_phenomena", "ties", "share_ties_half", "half_low", "half_high"]
ADDED += ["share_ties_met", "chance", "chance_sd", "excess", "excess_low", "excess_high"]
ADDED += ["chance_within", "excess_within", "excess_within_low", "excess_within_high", "fold_sd"]


def shares_with_intervals(
    deltas: pd.DataFrame, pairs: pd.DataFrame, thresholds: list[float], variants: Mapping[str, Options]
) -> pd.DataFrame:
    """Return criteria.shares of one system, with what is needed to read them.

    Added columns: ``low, high`` (95 % interval over clusters), the same over phenomena where these are parts of
    clusters, ``ties`` (pairs that count whose members have the same score), ``share_ties_half`` (the share that is
    compared with others: see criteria.credit) with its interval ``half_low, half_high`` and, for BLiMP,
    ``share_ties_met`` (if ties met it, as where the first of two equals wins). For the ADC, corrected: ``chance`` (what
    the same deltas are expected to reach when permuted over the pairs), ``chance_sd`` (of one permutation), ``excess``
    (share_ties_half − chance) and its interval; and the same within phenomena: what the deltas of other pairs of the
    same phenomenon are expected to reach.

    Parameters:
        deltas: the table DELTAS.
        pairs: the table PAIRS, indexed by pair_id.
        variants: the options of each variant, by its name.
    """
    rows, added, parts = [], [], parts_of_clusters(pairs)
    for group, met in criteria.met_by_measure(deltas, thresholds, variants):
        rows += criteria.share_rows(group, met)
        human, model = group["human_delta"].to_numpy(), group["model_delta"].to_numpy()
        counted = criteria.counted(human)
        of_pair, phenomenon = (pairs[name].reindex(group["pair_id"]).to_numpy() for name in ("cluster", "phenomenon"))
        for (variant, criterion, threshold), hits in met.items():
            matter = counted | hits  # a cluster of which no pair adds anything is no cluster of the estimate
            ties, halves = int((model[counted] == 0).sum()), criteria.half_of_ties(human, model, criterion, threshold)
            number, credit = counted.sum(), hits + halves
            half = _share(credit[matter], counted[matter], of_pair[matter])
            strict = _share(hits[matter], counted[matter], of_pair[matter])
            cells = {"ties": ties, "share_ties_half": half.value}
            cells |= _ends(strict.share_interval(number)) | _ends(half.share_interval(number), "half_")
            if parts is not None:
                finer = _share(credit[matter], counted[matter], phenomenon[matter])
                cells |= _ends(finer.share_interval(number), after="_over_phenomena")
            if criterion == "blimp":
                cells["share_ties_met"] = (hits.sum() + ties) / number
            if variant == "corrected" and criterion == "adc":
                numbers, step = cluster_numbers(of_pair[counted]), (criterion, threshold)
                rated_deltas = human[counted], model[counted]
                reached = mean(credit[counted], numbers)
                expected, sd = chance.permuted(*rated_deltas, numbers, step)
                within = chance.others_within(*rated_deltas, phenomenon[counted], numbers, step)
                cells |= {"chance": expected.value, "chance_sd": sd, "chance_within": within.value}
                for name, excess in (("excess", reached - expected), ("excess_within", reached - within)):
                    cells |= {name: excess.value} | _ends(excess.interval(most=1), f"{name}_")
            added.append(cells)
    return pd.concat([pd.DataFrame(rows, columns=criteria.COLUMNS), pd.DataFrame(added, columns=ADDED)], axis=1)


def _ends(interval: tuple[float, float], before: str = "", after: str = "") -> dict[str, float]:
    """Return the ends of an interval by the names of their columns, such as ``half_low`` and ``half_high``."""
    return {f"{before}low{after}": interval[0], f"{before}high{after}": interval[1]}


def _share(values: np.ndarray, counted: np.ndarray, clusters: np.ndarray) -> Estimate:
    """Return the share of ``values`` among the pairs that are ``counted``, with each cluster left out."""
    return ratio(values, counted, cluster_numbers(clusters))


def shares_of_references(human: pd.Series, pairs: pd.DataFrame, thresholds: list[float]) -> pd.DataFrame:
    """Return shares of the references without deltas (references.reference_shares), as shares_with_intervals does.

    What is random has an expected number as ``met``, no interval, and as ``chance_sd`` the SD of the share in one draw;
    what is cross-validated has as ``fold_sd`` the SD of the share over divisions into folds. None has scores that could
    be ties. ``human`` (deltas) and ``pairs`` (as in PAIRS) have the same rows.
    """
    counted = criteria.counted(human)
    human, pairs = human[counted], pairs[counted]
    rows = []
    for step in criteria.steps(human, thresholds):
        for reference in reference_shares(human, pairs, step):
            share, drawn = reference.share.value, np.isfinite(reference.draw_sd)
            known = drawn or (step[0] == "blimp" and reference.share.value == 1)  # a constant is right by definition
            ends = (np.nan, np.nan) if known else reference.share.share_interval(len(human), reference.more)
            cells = {"low": ends[0], "high": ends[1], "chance_sd": reference.draw_sd, "fold_sd": reference.fold_sd}
            cells |= {"share_ties_half": share, "half_low": ends[0], "half_high": ends[1]}
            rows.append((reference.measure, "corrected", *step, share * len(human), len(human), share, cells))
    table = pd.DataFrame([row[:-1] for row in rows], columns=criteria.COLUMNS)
    table = pd.concat([table, pd.DataFrame([row[-1] for row in rows], columns=ADDED, dtype=float)], axis=1)
    return table.sort_values("measure", key=lambda names: names.map(list(names.unique()).index), kind="stable")


def differences(
    columns: pd.DataFrame,
    pairs: pd.DataFrame,
    thresholds: list[float],
    references: list[str],
    families: Mapping,
    deciding: Collection[str] = (),
    z_scores: Mapping[str, pd.Series] | None = None,
) -> pd.DataFrame:
    """Return each row compared with each other: the difference of the shares, its interval and a paired test.

    Each comparison is about the ``pairs`` (their number) that both rows cover; references are computed anew on these.

    Columns: ``first, second`` (rows), ``criterion, threshold``, ``difference`` (share of the first minus that of the
    second), ``low, high`` (95 %), ``p`` (signs of whole clusters flipped), ``family`` and ``p_holm``: p by Holm's
    correction over all comparisons of the family, by both criteria and at every δ. ``p_least`` is the smallest p_holm
    that the family could have had: where it is above 0.05, clusters are too few, or comparisons too many, for the tests
    to find any difference. ``detectable`` is the difference that a single test would see in 80 % of samples
    (Estimate.detectable). Ties count as half (criteria.credit); corrected variant. There are no rows where there is
    nothing to compare.

    A comparison of two systems that are together in no family is in the family ``other``, so that other systems change
    no verdict on a paper's. If the two rows do not cover all pairs that count, it is in the family ``partial``. A row
    that only decides and covers all pairs is a system like any other. Its comparisons, by the BLiMP criterion, are in
    the families of complete rows. If it covers a part of the pairs, it changes no verdict on complete rows. Comparisons
    with references are in no family; they have an interval, and no p.

    Where phenomena are parts of clusters, ``low_over_phenomena, high_over_phenomena`` and ``p_holm_over_phenomena`` are
    the same with phenomena as clusters (not of references that are made from clusters), and ``depends_on_clusters`` is
    1 where only one of the two p_holm is below 0.05, else 0; NaN otherwise.

    Parameters:
        columns: deltas by pair_id, as systems.delta_columns returns them.
        pairs: the table PAIRS.
        references: those of the rows that are no systems; they, and the references without deltas, are compared with
            systems only.
        families: lists of rows, by name, whose comparisons were planned together, as those of a paper are.
        deciding: rows that only decide; they are compared by the BLiMP criterion alone.
        z_scores: by sentence_id, of rows that have them: two rows of which one covers a part of the pairs are compared
            as standardised over the sentences that it scores (two such rows: that both score). By default, deltas stay
            unchanged.
    """
    counted = criteria.counted(columns["human"])
    columns = columns[counted]
    pairs = pairs.set_index("pair_id", drop=False).loc[columns.index]
    systems = [row for row in columns if row != "human" and row not in references]
    bases = _Bases(columns, z_scores or {}, deciding)
    kinds: dict[_Basis, list[tuple[str, str]]] = {}
    for two in [*combinations(systems, 2), *product(systems, references)]:
        kinds.setdefault(bases.of(*two), []).append(two)
    kinds |= {basis: [] for basis in map(bases.of, systems) if basis not in kinds}
    tables = []
    for basis, compared in kinds.items():
        covered = np.frombuffer(basis.pairs, dtype=bool)
        if covered.any():
            alone = [row for row in systems if bases.of(row) == basis]
            steps = [("blimp", np.nan)] if basis.decides else criteria.steps(columns["human"], thresholds)
            on_both = _compare_on_pairs(
                bases.columns(basis)[covered], pairs[covered], steps, references, compared, alone
            )
            tables.append(on_both.assign(pairs=int(covered.sum()), partial=not covered.all()))
    tables = tables or [pd.DataFrame(columns=["pairs", "partial"])]
    table = pd.concat(tables, ignore_index=True).reindex(columns=[*DIFFERENCE_COLUMNS, "p_over_phenomena", "partial"])
    tested = {two for compared in kinds.values() for two in compared if not {*two} & {*references}}
    table["family"] = [
        "partial" if partial and (first, second) in tested else _family(first, second, families, tested)
        for first, second, partial in table[["first", "second", "partial"]].itertuples(index=False)
    ]
    planned = table.groupby("family")
    least = (planned["p_least"].transform("min") * planned["p_least"].transform("count")).clip(upper=1)
    table["p_least"] = least.where(table["p"].notna())
    for which in ("", "_over_phenomena"):
        p = table[f"p{which}"].dropna()  # of a family, some comparisons may be about one cluster, and without a test
        table[f"p_holm{which}"] = p.groupby(table["family"]).transform(holm)
    verdicts = table[["p_holm", "p_holm_over_phenomena"]]
    depends = (verdicts < LEVEL).nunique(axis=1).eq(2).astype(float).where(verdicts.notna().all(axis=1))
    return table.assign(depends_on_clusters=depends)[DIFFERENCE_COLUMNS]


class _Basis(NamedTuple):
    """Describe what two rows, or one, are compared on: masks of the pairs that they cover, and of the sentences that
    they score.

    ``sentences``: as far as rows cover a part of the pairs; empty where none does, and by the BLiMP criterion alone
    (``decides``): then, deltas stay unchanged.
    """

    pairs: bytes
    sentences: bytes
    decides: bool


class _Bases:
    """Describe the basis of each comparison, and deltas that are standardised for it. Parameters as in differences."""

    def __init__(self, columns: pd.DataFrame, z_scores: Mapping[str, pd.Series], deciding: Collection[str]) -> None:
        self._columns, self._deciding = columns, {*deciding}
        self._covered = {row: columns[row].notna().to_numpy() for row in columns if row != "human"}
        self._z_scores = pd.DataFrame({row: z for row, z in z_scores.items() if row in self._covered})
        self._scored = {row: z.notna().to_numpy() for row, z in self._z_scores.items()}

    def of(self, *rows: str) -> _Basis:
        """Return what these rows are compared on."""
        covered = np.logical_and.reduce([self._covered[row] for row in rows])
        decides = bool({*rows} & self._deciding)
        partial = [row for row in rows if row in self._scored and not self._covered[row].all() and not decides]
        scored = [self._scored[row] for row in partial]
        sentences = np.logical_and.reduce(scored).tobytes() if scored else b""
        return _Basis(covered.tobytes(), sentences, decides)

    def columns(self, basis: _Basis) -> pd.DataFrame:
        """Return the deltas of all rows, standardised over the sentences of a basis."""
        if not basis.sentences:
            return self._columns
        inside = pd.Series(np.frombuffer(basis.sentences, dtype=bool), index=self._z_scores.index)
        scored = {row: z.dropna() for row, z in self._z_scores.items()}
        sd = pd.Series({row: moments_over(inside[z.index], z)[1] for row, z in scored.items()})
        return self._columns / sd.reindex(self._columns.columns, fill_value=1.0)


def _compare_on_pairs(
    columns: pd.DataFrame,
    pairs: pd.DataFrame,
    steps: list[tuple[str, float]],
    references: list[str],
    compared: list[tuple[str, str]],
    alone: list[str],
) -> pd.DataFrame:
    """Return the comparisons of rows that cover all of these pairs, by these criteria, before any correction.

    Parameters:
        compared: two rows each.
        alone: rows that are compared with the references without deltas.
    """
    human = columns["human"]
    parts, numbers = parts_of_clusters(pairs), cluster_numbers(pairs["cluster"])
    finer = None if parts is None else cluster_numbers(parts)
    tested = [two for two in compared if two[1] not in references]
    with_references = [two for two in compared if two[1] in references]
    rows = dict.fromkeys([*(row for two in compared for row in two), *alone])
    tables = []
    for criterion, threshold in steps:
        credit = {row: criteria.credit(human, columns[row], criterion, threshold) for row in rows}
        table = pd.DataFrame(tested + with_references, columns=["first", "second"])
        table[["difference", "low", "high", "p", "p_least", "detectable"]] = _differences(
            credit, tested, with_references, numbers
        )
        if finer is not None:
            of_parts = _differences(credit, tested, with_references, finer)
            table[["low_over_phenomena", "high_over_phenomena", "p_over_phenomena"]] = of_parts[:, 1:4]
        shares = {row: mean(credit[row], numbers) for row in alone}
        with_shares = [
            {"first": row, "second": f"reference/{other.measure}"}
            | dict(zip(("difference", "low", "high"), _compared(shares[row], other.share, other.more), strict=True))
            for row, other in product(alone, list(reference_shares(human, pairs, (criterion, threshold))))
        ]
        tables.append(pd.concat([table, pd.DataFrame(with_shares)]).assign(criterion=criterion, threshold=threshold))
    return pd.concat(tables, ignore_index=True)


def _differences(
    credit: Mapping[str, np.ndarray], tested: list[tuple], others: list[tuple], numbers: np.ndarray
) -> np.ndarray:
    """Return the difference, interval, p, least p and detectable difference of each two rows (two rows × 6).

    Those in ``others`` are not tested, and have the first three only. ``credit`` is that of each pair, by row.
    """
    shares = {row: mean(hits, numbers) for row, hits in credit.items()}
    cells = np.full((len(tested) + len(others), 6), np.nan)
    for place, (first, second) in enumerate(tested + others):
        cells[place, :3] = _compared(shares[first], shares[second])
        if place < len(tested):
            cells[place, 5] = (shares[first] - shares[second]).detectable()
    if tested and numbers.max() > 0:
        apart = np.column_stack([sums_by(numbers, credit[one] - credit[two]) for one, two in tested])
        cells[: len(tested), 3] = sign_flip_p(apart, FLIPS, SEED)
        cells[: len(tested), 4] = least_sign_flip_p(apart, FLIPS)
    return cells


def _compared(first: Estimate, second: Estimate, more: float = 0.0) -> tuple[float, float, float]:
    """Return the difference of two estimates and its interval; ``more`` is further variance."""
    difference = first - second
    return difference.value, *difference.interval(more, most=1)


def _family(first: str, second: str, families: Mapping[str, list[str]], tested: Collection) -> str:
    """Return the name of the family that a comparison is in: ``references``, a planned one, or ``other``."""
    if (first, second) not in tested:
        return "references"
    return next((name for name, rows in families.items() if {first, second} <= set(rows)), "other")


def curves(columns: pd.DataFrame, pairs: pd.DataFrame, thresholds: list[float]) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return two tables: the ADC at every δ up to the greatest; and the area below, with the part that a delta's size
    has.

    The first has ``row, threshold, share``, in steps of 0.05, of all rows and of the references without deltas. The
    second has, for each row with deltas, ``row, area, low, high``: the exact area below ADC(δ) between 0 and the
    greatest δ, divided by it, which is the mean share over all δ: a pair with the sign of the human delta and at a
    distance d adds 1 − d / greatest, a tie half of that at its human delta's distance from 0. The 95 % interval is over
    clusters. Then, at the smallest δ, ``share``, and ``constant_share``: what the same row would reach if each of its
    deltas kept its sign and had the size of the best constant delta. Where the latter is higher, the sizes do worse
    than one size for all. All are of the corrected variant.

    Parameters:
        columns: deltas by pair_id, as systems.delta_columns returns them.
        pairs: the table PAIRS.
    """
    greatest, smallest = max(thresholds), min(thresholds)
    columns = columns[criteria.counted(columns["human"])]
    pairs = pairs.set_index("pair_id", drop=False).loc[columns.index]
    human, models = columns["human"], columns.drop(columns="human")
    numbers, ones = cluster_numbers(pairs["cluster"]), np.ones(len(human))
    constant = best_constant(human, smallest)
    grid = np.round(np.arange(AREA_STEP, greatest + AREA_STEP / 2, AREA_STEP), 10)
    points, areas = [], []
    for row in models:
        distance, tie_distance = criteria.distances(human, models[row]), criteria.tie_distances(human, models[row])
        met, halves = (np.searchsorted(np.sort(each), grid, side="left") for each in (distance, tie_distance))
        points.append(pd.DataFrame({"row": row, "threshold": grid, "share": (met + halves / 2) / len(distance)}))
        parts = (np.clip(1 - each / greatest, 0, None) for each in (distance, tie_distance))
        area = ratio(next(parts) + next(parts) / 2, ones, numbers)
        share, sized = (
            criteria.credit(human, deltas, "adc", smallest).mean()
            for deltas in (models[row], constant * np.sign(models[row]))
        )
        areas.append((row, area.value, *area.share_interval(len(human)), share, sized))
    expected = pd.DataFrame([expected_shares(human.to_numpy(), pairs["phenomenon"], delta) for delta in grid])
    for name in expected:
        points.append(pd.DataFrame({"row": f"reference/{name}", "threshold": grid, "share": expected[name]}))
    table = pd.DataFrame(areas, columns=["row", "area", "low", "high", "share", "constant_share"])
    return pd.concat(points, ignore_index=True), table
