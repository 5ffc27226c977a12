"""Share of minimal pairs that meet each criterion."""

from collections.abc import Collection

import pandas as pd

from acceptability.analyses.criteria.manifest import BASELINES
from acceptability.contracts.systems import row_keys
from acceptability.rounding import percent
from acceptability.statistics.criteria import MANY_TIES
from acceptability.tables.text import (
    PresentedTable,
    by_criterion,
    criterion_name,
    interval,
    plus_minus,
    shown,
    with_interval,
)


def make_criteria(
    *,
    criteria: pd.DataFrame,
    restart_shares: pd.DataFrame | None,
    labels: dict[str, str],
    references: dict[str, str],
    restart_rows: dict[str, str],
    title: str,
) -> PresentedTable:
    """A row for each system and measure: the corrected shares with 95 % intervals, then the ADC's in other variants.

    A tie counts as half. After the ADC at the smallest δ stands what the row's deltas reach by chance, and the excess
    above it. Where any system has many ties, each row's stand behind the shares, with every criterion's strict share,
    which counts them as missed, and the BLiMP criterion's that counts them as met. Then, where phenomena are parts
    of clusters, the intervals over phenomena. The BLiMP criterion has no variants. ``restart_shares`` say how much
    restarts of some classifiers differ: ``restart_rows`` has their rows by system. At the end, where a row covers a
    part of the pairs only, each has its number of pairs, the share of those without an answer, what counting these as
    half makes of its share by the BLiMP criterion, and what BASELINES reach on its pairs. ``labels`` and
    ``references`` by ``system/measure``, in the order of the rows.
    LaTeX shows the columns that a paper needs: shares, chance, ties and numbers of pairs.
    """
    criteria = criteria.assign(row=row_keys(criteria), corrected=criteria["variant"] == "corrected")
    corrected = criteria[criteria["corrected"]]
    smallest = criterion_name("adc", corrected["threshold"].min())
    columns = {}
    for name, group in by_criterion(corrected):
        by_row = group.set_index("row")
        shares = with_interval(by_row, "share_ties_half", "half_low", "half_high")
        columns[name] = shares + plus_minus(_spread(by_row))
        if name == smallest:
            scored = by_row[by_row["ties"].notna()]  # what is random has no deltas of its own
            columns["Chance"] = scored["chance"].map(lambda share: shown(share, 3))
            columns["Above chance"] = with_interval(scored, "excess", "excess_low", "excess_high")
    blimp = corrected[corrected["criterion"] == "blimp"].set_index("row")
    ties = blimp["ties"] / blimp["pairs"]
    if (ties[ties.index.isin(labels)] >= MANY_TIES).any():
        columns["Ties, %"] = ties.map(lambda share: percent(share, 1))
        main = list(columns)
        for name, group in by_criterion(corrected):
            columns[f"{name}, strict"] = group.set_index("row")["share"].map(lambda it: shown(it, 3))
        columns["BLiMP, ties met"] = blimp["share_ties_met"].map(lambda share: shown(share, 3))
    else:
        main = list(columns)
    for name, group in by_criterion(corrected):
        if group["low_over_phenomena"].notna().any():
            ends = group.set_index("row")[["low_over_phenomena", "high_over_phenomena"]].set_axis(
                ["low", "high"], axis=1
            )
            columns[f"{name}, over phenomena"] = ends.apply(interval, axis=1).str.strip()
    others = criteria[~criteria["corrected"] & (criteria["criterion"] != "blimp")]
    for variant, of_variant in others.groupby("variant", sort=False):
        for name, group in by_criterion(of_variant):
            shares = group.set_index("row")["share"].map(lambda share: shown(share, 3))
            columns[f"{name}, {variant.replace('_', ' ')}"] = shares
    if restart_shares is not None:
        columns["Restarts, SD"] = _between_restarts(restart_shares, restart_rows)
    if (blimp["unanswered"] > 0).any():
        columns |= (covered := coverage_columns(blimp, labels))
        columns |= _baselines(corrected, labels)
        main += list(covered)
    rows = labels | references
    table = pd.DataFrame(columns).reindex([row for row in rows if row in set(corrected["row"])]).fillna("")
    latex = table[sorted(main, key=lambda name: name in ("Chance", "Above chance", "Ties, %"))]
    table, latex = (frame.copy() for frame in (table, latex))
    latex.insert(0, "System", table.index.map(rows), allow_duplicates=True)
    table.insert(0, title, pd.Series(rows), allow_duplicates=True)
    return PresentedTable(table, latex)


def coverage_columns(blimp: pd.DataFrame, systems: Collection[str]) -> dict[str, pd.Series]:
    """Return how many pairs each row is about, and of ``systems`` (rows) the share of those that they leave unanswered,
    and their share if these were half.

    ``blimp`` has the rows of the BLiMP criterion of CRITERIA, by row.
    """
    partly = blimp[(blimp["unanswered"] > 0) & blimp.index.isin(list(systems))]
    return {
        "Number of pairs": blimp["pairs"].map("{:,}".format),
        "Unanswered, %": partly["unanswered"].map(lambda share: percent(share, 1)),
        "BLiMP, unanswered half": partly["share_unanswered_half"].map(lambda share: shown(share, 3)),
    }


def _baselines(corrected: pd.DataFrame, systems: Collection[str]) -> dict[str, pd.Series]:
    """Return what BASELINES reach by the ADC at the smallest δ on the pairs of each row that covers a part of them.

    The columns are empty for other rows; there are none where no row of a part has baselines. ``systems`` are rows.
    """
    smallest = corrected["threshold"].min()
    part = corrected[corrected["threshold"].eq(smallest) & corrected["row"].isin(list(systems))].set_index("row")
    part = part[(part["unanswered"] > 0) & part["oracle"].notna()]
    names = {} if part.empty else BASELINES
    return {f"{label}, δ = {smallest:g}": part[name].map(lambda it: shown(it, 3)) for name, label in names.items()}


def _spread(rows: pd.DataFrame) -> pd.Series:
    """Return the SD of the share in one draw, of what is random and so has no scores."""
    return rows["chance_sd"].where(rows["ties"].isna() & rows["chance_sd"].gt(0))


def _between_restarts(restarts: pd.DataFrame, restart_rows: dict[str, str]) -> pd.Series:
    """Return the SD between restarts by row: BLiMP criterion, ADC at the smallest δ, how many restarts, and of what."""
    cells = {}
    for (system, of), group in restarts.groupby(["system", "of"], sort=False):
        smallest = group[group["threshold"] == group["threshold"].min()]
        sds = [*group.loc[group["criterion"] == "blimp", "sd"], *smallest["sd"]]
        only = ", labels" if of == "labels" else ""
        said = f"{', '.join(shown(sd, 3) for sd in sds)} ({group['restarts'].iloc[0]}{only})"
        if restart_rows[system] not in cells or not only:
            cells[restart_rows[system]] = said
    return pd.Series(cells, dtype=str)
