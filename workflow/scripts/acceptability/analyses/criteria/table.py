"""Share of minimal pairs that meet each criterion."""

from collections.abc import Collection

import pandas as pd

from acceptability.analyses.criteria.manifest import BASELINES
from acceptability.contracts.systems import row_keys
from acceptability.rounding import percent, right_of
from acceptability.statistics.criteria import MANY_TIES
from acceptability.tables.text import (
    PresentedTable,
    by_criterion,
    criterion_name,
    interval,
    p_or_dash,
    plus_minus,
    shown,
    with_interval,
)


def make_criteria(
    *,
    criteria: pd.DataFrame,
    restart_shares: pd.DataFrame | None,
    against_chance: pd.DataFrame | None,
    fits: pd.DataFrame | None,
    labels: dict[str, str],
    references: dict[str, str],
    restart_rows: dict[str, str],
    title: str,
) -> PresentedTable:
    """Return a row for each system and measure: corrected shares with 95 % intervals, then the ADC's other variants.

    A tie counts as half. The number of pairs that are right and its p follow the BLiMP criterion. Chance, the excess
    above it and its p follow the ADC at the smallest δ. Then comes r with ratings. Where any system has many ties,
    further columns have their share, every criterion's strict share, which counts ties as missed, and the BLiMP
    criterion's that counts them as met; where phenomena are parts of clusters, the intervals over phenomena; then the
    variants of the ADC. At the end, where a row covers only a part of the pairs, are its number of pairs, the share of
    the others, its share by the BLiMP criterion if these count as half, and what BASELINES reach on its pairs. LaTeX
    has shares, chance, ties and numbers of pairs only.

    Parameters:
        restart_shares: how much restarts of some classifiers differ; ``restart_rows`` has their rows by system.
        against_chance, fits: the tables AGAINST_CHANCE, and FITS of sentences; None: there are none.
        labels, references: by ``system/measure``, in the order of the rows.
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
        if against_chance is not None and name in ("BLiMP", smallest):
            columns |= tests_of_rows(against_chance, name)
    if fits is not None:
        columns["r with ratings"] = correlations_of_rows(fits)
    blimp = corrected[corrected["criterion"] == "blimp"].set_index("row")
    ties = blimp["ties"] / blimp["pairs"]
    if (ties[ties.index.isin(labels)] >= MANY_TIES).any():
        columns["Ties, %"] = ties.map(lambda share: percent(share, 1))
        main = [name for name in columns if name not in MORE]
        for name, group in by_criterion(corrected):
            columns[f"{name}, strict"] = group.set_index("row")["share"].map(lambda it: shown(it, 3))
        columns["BLiMP, ties met"] = blimp["share_ties_met"].map(lambda share: shown(share, 3))
    else:
        main = [name for name in columns if name not in MORE]
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


MORE = ("Pairs right", "p (50 %)", "p (chance)", "r with ratings")  # columns that LaTeX leaves out


def tests_of_rows(against_chance: pd.DataFrame, criterion: str) -> dict[str, pd.Series]:
    """Return the number of pairs that are right, by the BLiMP criterion, and the p of a criterion, by row.

    Parameters:
        against_chance: the table AGAINST_CHANCE.
        criterion: the name of a criterion in headings.
    """
    own = dict(by_criterion(against_chance))[criterion]
    by_row = own.set_index(row_keys(own))
    if criterion != "BLiMP":
        return {"p (chance)": by_row["p"].map(p_or_dash)}
    right = [right_of(*cells) for cells in zip(by_row["right"], by_row["pairs"], strict=True)]
    return {"Pairs right": pd.Series(right, by_row.index), "p (50 %)": by_row["p"].map(p_or_dash)}


def correlations_of_rows(fits: pd.DataFrame) -> pd.Series:
    """Return Pearson's r with the ratings of sentences, with its interval, by row; ``fits`` is the table FITS."""
    known = fits[fits["pearson_r"].notna()].set_index("row")
    return with_interval(known, "pearson_r", "low", "high")


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
