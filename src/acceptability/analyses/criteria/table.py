"""Tabulate the share of minimal pairs that meet each criterion."""

from collections.abc import Collection, Iterable

import pandas as pd

from acceptability.analyses.criteria.columns import CSV, LATEX, PDF, Filled, Metrics, filled
from acceptability.tables.text import PresentedTable


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

    A tie counts as half. The columns, in this order:

    - after the BLiMP criterion, the number of pairs that are right, and its p;
    - after the ADC at the smallest δ, chance, the excess above chance, and its p;
    - r with ratings;
    - if a system has many ties: their share, the strict shares (ties missed) and the BLiMP share with ties met;
    - if phenomena are parts of clusters: intervals over phenomena;
    - the variants of the ADC;
    - if a row lacks pairs: its number of pairs, the share of missing pairs, its BLiMP share if these count as half,
      and the shares of BASELINES on its pairs.

    LaTeX has shares, chance, ties and numbers of pairs only.

    Parameters:
        restart_shares: how much restarts of some classifiers differ; ``restart_rows`` has their rows by system.
        against_chance, fits: the tables AGAINST_CHANCE, and FITS of sentences; None: there are none.
        labels, references: by ``system/measure``, in the order of the rows.
    """
    metrics = Metrics(criteria, labels.keys(), against_chance, fits, restart_shares, restart_rows)
    in_latex = sorted(filled(metrics, LATEX), key=lambda entry: entry.column.late_in_latex)
    rows = labels | references
    table = _texts(metrics, filled(metrics, CSV), rows)
    latex = table[[entry.heading for entry in in_latex]].copy()
    latex.insert(0, "System", table.index.map(rows), allow_duplicates=True)
    table.insert(0, title, pd.Series(rows), allow_duplicates=True)
    return PresentedTable(table, latex)


def make_first_page(
    *,
    criteria: pd.DataFrame,
    against_chance: pd.DataFrame | None,
    fits: pd.DataFrame | None,
    labels: dict[str, str],
    references: dict[str, str],
    title: str,
    ties_missed: bool,
) -> pd.DataFrame:
    """Return the main table of a report's first page, as paper/opening.typ lays it out.

    Columns that make_criteria also has have narrower headings. Two columns may have the same heading, such as
    ``strict``: each is about the criterion before it.

    Parameters:
        against_chance, fits, labels, references: as in make_criteria.
        ties_missed: whether a tie is missed, as in reports on publications. These have no p and no r.
    """
    if ties_missed:
        against_chance = fits = None
    metrics = Metrics(criteria, labels.keys(), against_chance, fits, ties_missed=ties_missed)
    rows = labels | references
    table = _texts(metrics, filled(metrics, PDF), rows)
    table.insert(0, title, pd.Series(rows), allow_duplicates=True)
    return table


def _texts(metrics: Metrics, columns: Iterable[Filled], rows: Collection[str]) -> pd.DataFrame:
    """Return the texts of columns by heading, for those of the rows that have been computed."""
    computed = set(metrics.corrected.index)
    texts = pd.concat([entry.texts.rename(entry.heading) for entry in columns], axis=1)
    return texts.reindex([row for row in rows if row in computed]).fillna("")
