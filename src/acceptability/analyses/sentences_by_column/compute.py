"""Measure the agreement of scores with ratings and labels, by the values of columns that the user names."""

import pandas as pd

from acceptability.analyses.by_column.compute import values_of
from acceptability.analyses.sentences_by_column.manifest import PEARSON, SENTENCES_BY_COLUMN
from acceptability.contracts import systems
from acceptability.scoring import measures
from acceptability.statistics import correlation
from acceptability.statistics.families import families
from acceptability.statistics.panels import answers
from acceptability.statistics.separation import clusters_of, separations


def compute(
    *,
    sentences: pd.DataFrame,
    pairs: pd.DataFrame,
    ratings: pd.DataFrame,
    scores: dict[str, pd.DataFrame],
    by: list[str],
    dataset: str,
) -> pd.DataFrame:
    """Return the table SENTENCES_BY_COLUMN: each statistic over the sentences that have a value of a column.

    Parameters:
        sentences: the table SENTENCES, with the columns ``by``.
        pairs: the table PAIRS, which is empty.
        ratings: ratings of single participants; may be empty.
        scores: tables SCORES by system.
    """
    by_id = sentences.set_index("sentence_id", drop=False)
    groups, clusters = families(sentences, pairs), clusters_of(sentences, pairs)
    without = answers(ratings).without_each() if len(ratings) else None
    parts = []
    for column in by:
        for value, selected in by_id.groupby(values_of(by_id[column]), sort=False):
            of_value = {}
            for system, table in scores.items():
                table = table[table["sentence_id"].isin(selected.index)]
                agreement = [_with_ratings(table, selected, groups, without)]
                if "label" in selected:
                    agreement.append(_with_labels(table, selected, clusters))
                of_value[system] = pd.concat(agreement, ignore_index=True)
            parts.append(systems.stack(of_value, dataset).assign(column=column, value=value))
    columns = list(SENTENCES_BY_COLUMN.columns)
    return pd.concat(parts, ignore_index=True)[columns] if parts else pd.DataFrame(columns=columns)


COLUMNS = ["measure", "statistic", "estimate", "low", "high", "items"]


def _with_ratings(
    table: pd.DataFrame, selected: pd.DataFrame, groups: pd.Series, without: pd.DataFrame | None
) -> pd.DataFrame:
    """Return Pearson's r of each measure with the ratings of these sentences, if any is rated, as COLUMNS."""
    rated = selected["rating"].dropna()
    points = pd.DataFrame({"row": table["measure"], "id": table["sentence_id"], "model": table["score"]})
    points["human"] = points["id"].map(rated)
    if rated.empty or points.empty:
        return pd.DataFrame(columns=COLUMNS)
    fits = correlation.fit_lines(points, groups, without)
    fits = fits.rename(columns={"row": "measure", "pearson_r": "estimate", "points": "items"})
    return fits.assign(statistic=PEARSON)[COLUMNS]


def _with_labels(table: pd.DataFrame, selected: pd.DataFrame, clusters: pd.Series) -> pd.DataFrame:
    """Return how well each measure separates the labels of these sentences, as COLUMNS."""
    parts = [pd.DataFrame(columns=COLUMNS)]
    for measure, rows in table.groupby("measure", sort=False):
        values = rows.set_index("sentence_id")["score"].reindex(selected.index)
        of_measure = separations(selected["label"], values, clusters.loc[selected.index], measures.boundary(measure))
        parts.append(of_measure.rename(columns={"value": "estimate"}).assign(measure=measure)[COLUMNS])
    return pd.concat(parts, ignore_index=True)
