"""Make the tables of this analysis."""

import pandas as pd

from acceptability.contracts.systems import row_keys
from acceptability.statistics.levels import with_pairs, with_pairs_of_sums
from acceptability.statistics.phenomena import covering_most, meets_strictest, phenomenon_names, rank_phenomena
from acceptability.tables.text import PresentedTable, by_criterion, share_or_count, shown, with_interval

SHOWN = 20  # in LaTeX


def make_phenomenon_ranking(
    *,
    phenomena: pd.DataFrame,
    sentences: pd.DataFrame,
    pairs: pd.DataFrame,
    labels: dict[str, str],
    systems_of_rows: dict[str, str],
) -> PresentedTable:
    """Return ranked phenomena, in LaTeX the first ones: how many systems get each right, by criterion, and its first
    pair.

    A system counts once, where the mean deltas of at least one of its measures meet the criterion;
    ``systems_of_rows`` says which rows are of the same system. ``labels`` by ``system/measure``; references are left
    out, and so are rows that cover fewer pairs than others.
    """
    phenomena = covering_most(phenomena[row_keys(phenomena).isin(labels)])
    phenomena = phenomena.assign(system=row_keys(phenomena).map(systems_of_rows))
    ranking = rank_phenomena(phenomena)
    columns = {
        "Phenomenon": phenomenon_names(pairs),
        "Number of pairs": ranking["pairs"].astype(str),
        "Δ human": ranking["mean_human_delta"].map(lambda value: shown(value, 2)),
        "Difference": ranking["mean_absolute_difference"].map(lambda value: shown(value, 2)),
    }
    for name, group in by_criterion(phenomena):
        meets_strictest = group.groupby(["phenomenon", "system"])["mean_meets"].max()
        columns[name] = meets_strictest.groupby("phenomenon").sum().astype(str)
    first = pairs.drop_duplicates("phenomenon").set_index("phenomenon")
    texts = sentences.set_index("sentence_id")["sentence"]
    columns |= {"Acceptable": first["good_id"].map(texts), "Unacceptable": first["bad_id"].map(texts)}
    table = pd.DataFrame(columns).loc[ranking.index]
    table = table[[name for name in table if (table[name] != "").any()]]
    note = f"The first {SHOWN} of {len(table)} phenomena." if len(table) > SHOWN else ""
    return PresentedTable(table, table.head(SHOWN), note)


def make_phenomenon_shares(
    *, phenomena: pd.DataFrame, labels: dict[str, str], references: dict[str, str]
) -> pd.DataFrame:
    """Return the share by criterion. ``labels`` and ``references`` by ``system/measure``, in the order of the rows."""
    rows = row_keys(phenomena)
    labels = labels | references
    columns = {"System": pd.Series(labels)}
    for name, group in by_criterion(phenomena):
        columns[name] = group["mean_meets"].groupby(rows).agg(share_or_count)
    table = pd.DataFrame(columns).loc[list(labels)]
    return table.dropna(how="all", subset=list(table)[1:]).fillna("")


def make_phenomenon_systems(
    *, phenomena: pd.DataFrame, pairs: pd.DataFrame, labels: dict[str, str], systems_of_rows: dict[str, str]
) -> pd.DataFrame:
    """Return ranked phenomena, and ``yes`` under each row that gets one right; ``labels`` by ``system/measure``.

    Rows that cover fewer pairs than others, or are not judged by the strictest criterion, are left out.
    """
    phenomena = covering_most(phenomena[row_keys(phenomena).isin(labels)])
    strictest = meets_strictest(phenomena)
    rows = [row for row in labels if row in strictest]
    ranking = rank_phenomena(phenomena.assign(system=row_keys(phenomena).map(systems_of_rows)))
    table = strictest.loc[ranking.index, rows].map(lambda meets: "yes" if meets else "")
    table = table.set_axis([labels[row] for row in rows], axis=1)
    table.insert(0, "Phenomenon", phenomenon_names(pairs), allow_duplicates=True)
    return table


def make_levels(
    *, by_level: pd.DataFrame, pairs: pd.DataFrame, labels: dict[str, str], others: dict[str, str], level: str
) -> PresentedTable:
    """Return shares with 95 % intervals, of all pairs and then of each group as the data have it; a tie is half.

    A column says what the intervals of a line are over. Where a row has ties, further columns have the shares that
    count them as missed (strict), and as met. ``others``: people, and systems of which only shares of paradigms are
    known. LaTeX shows the first of these shares alone, without intervals.
    """
    rows = with_pairs(labels, others, by_level[by_level["level"] == level])
    by_level = with_pairs_of_sums(by_level).assign(
        row=row_keys(by_level), group=by_level["group"].mask(by_level["level"] == "all", "")
    )
    by_level = by_level[by_level["level"].isin(["all", level]) & by_level["row"].isin(rows)]
    names = phenomenon_names(pairs)
    names = names if level == "phenomenon" else {name: name for name in pairs[level]}
    names = {"": "All pairs"} | {group: name.replace("_", " ") for group, name in names.items()}
    by_group = by_level.groupby("group")
    columns = [
        pd.Series(names, name=level.capitalize()),
        by_group["pairs"].max().map("{:,}".format).rename("Number of pairs"),
        by_group["over"].agg(lambda over: " or ".join(over.unique())).rename("Intervals over"),
    ]
    half = columns[:2]
    for row, label in rows.items():
        of_row = by_level[by_level["row"] == row].set_index("group")
        columns.append(with_interval(of_row, "share_ties_half", "half_low", "half_high").rename(label))
        half.append(of_row["share_ties_half"].map(lambda share: shown(share, 3)).rename(label))
        if of_row["ties"].sum() > 0:
            columns.append(of_row["share"].map(lambda share: shown(share, 3)).rename(f"{label}, strict"))
            met = (of_row["met"] + of_row["ties"]) / of_row["pairs"]
            columns.append(met.map(lambda share: shown(share, 3)).rename(f"{label}, ties met"))
    groups = [group for group in names if group in by_group.groups]
    table, latex = (pd.concat(parts, axis=1).loc[groups].fillna("") for parts in (columns, half))
    return PresentedTable(table, latex)


NAMES = {"paradigm": "paradigms", "phenomenon": "phenomena"}


def make_level_means(
    *, by_level: pd.DataFrame, level_means: pd.DataFrame, labels: dict[str, str], others: dict[str, str]
) -> pd.DataFrame:
    """Return a row for each system, and people; a tie counts as half. ``others`` as in make_levels."""
    every = by_level[by_level["level"] == "all"].set_index(row_keys(by_level[by_level["level"] == "all"]))
    columns = {"All pairs": with_interval(every, "share_ties_half", "half_low", "half_high")}
    for level, name in NAMES.items():
        rows = level_means[level_means["level"] == level]
        rows = rows.set_index(row_keys(rows))
        number = rows["groups"].max()
        heading = f"Mean of {number} {name if number > 1 else level}"
        columns[heading] = with_interval(rows, "mean_ties_half", "half_low", "half_high")
    present_labels = {row: label for row, label in (labels | others).items() if row in every.index}
    table = pd.DataFrame(columns).loc[list(present_labels)]
    table.insert(0, "System", list(present_labels.values()))
    return table
