"""Compare systems with people and each other: points, best-fit lines, Pearson correlations of sentences and pairs."""

import pandas as pd

from acceptability.contracts import systems
from acceptability.contracts.systems import row_keys
from acceptability.statistics import correlation, criteria
from acceptability.statistics.clusters import FEWEST
from acceptability.statistics.families import families
from acceptability.statistics.panels import answers


def compute(
    *,
    level: str,
    sentences: pd.DataFrame,
    pairs: pd.DataFrame,
    ratings: pd.DataFrame,
    z_scores: dict[str, pd.DataFrame],
    deltas: dict[str, pd.DataFrame],
    dataset: str,
) -> dict[str, pd.DataFrame]:
    """Return the tables POINTS, FITS and CORRELATIONS.

    Parameters:
        level: ``sentences`` or ``pairs``.
        ratings: ratings of single participants; may be empty.
        z_scores, deltas: tables Z_SCORES and DELTAS by system.
    """
    table = systems.stack(deltas if level == "pairs" else z_scores)
    points = pd.DataFrame({"row": row_keys(table)})
    if level == "pairs":
        points[["id", "model", "human"]] = table[["pair_id", "model_delta", "human_delta"]]
        groups, without = pairs.set_index("pair_id")["cluster"], None
    else:
        points[["id", "model"]] = table[["sentence_id", "z_score"]]
        points["human"] = points["id"].map(sentences.set_index("sentence_id")["rating"])
        groups = families(sentences, pairs)
        several = groups.nunique() >= FEWEST  # of fewer, there is no interval to which raters would add
        without = answers(ratings).without_each() if len(ratings) and several else None
    columns = correlation.point_columns(points)
    if level == "pairs":
        columns = columns[criteria.counted(columns["human"])]  # corrected: an unrated pair counts nowhere
    by_pair = systems.delta_columns(deltas)
    inside = by_pair[criteria.counted(by_pair["human"])] if len(by_pair) else columns
    covered = inside.drop(columns="human").notna().sum()
    most = ["human", *covered.index[covered == covered.max()]]  # a row that covers less changes no number of these
    matrix = correlation.over_clusters(correlation.pearson_matrix(columns, most), columns, groups)
    matrix.insert(0, "dataset", dataset)
    return {"points": points, "fits": correlation.fit_lines(points, groups, without), "correlations": matrix}
