"""Scores beside ratings at each level of sentences whose sets and constructions cross (pure).

A verb that people like in all frames, and a frame that they like with all verbs, make most of a correlation over all
sentences. What is left within both is about which verb goes with which frame.
"""

from collections.abc import Iterator, Mapping

import numpy as np
import pandas as pd

from acceptability.analyses.crossed.manifest import CONSTRUCTION_MEAN, CROSSED, HUMAN, LEVELS, SET_MEAN, SHORTER
from acceptability.contracts import systems
from acceptability.scoring.regions import scored_text
from acceptability.statistics.choices import stepped_up
from acceptability.statistics.clusters import crossed_r_interval
from acceptability.statistics.crossed import correlations, crossing, mean_elsewhere
from acceptability.statistics.references import negative_length

MEANS = {SET_MEAN: (0, ("all", "within_constructions")), CONSTRUCTION_MEAN: (1, ("all", "within_sets"))}


def compute(
    *, sentences: pd.DataFrame, ratings: pd.DataFrame, z_scores: Mapping[str, pd.DataFrame], dataset: str
) -> pd.DataFrame:
    """Return the table CROSSED: people first, then references and systems, on all sentences and in each stratum.

    Parameters:
        ratings: ratings of single participants; may be empty.
        z_scores: tables Z_SCORES by system.
    """
    sentences = sentences[sentences["rating"].notna()]
    ids, rating = pd.Index(sentences["sentence_id"]), sentences["rating"].to_numpy(dtype=float)
    columns = {HUMAN: tuple(side.reindex(ids).to_numpy() for side in halves(ratings))} if len(ratings) else {}
    shorter = sentences[scored_text(sentences)].map(negative_length).to_numpy(dtype=float)
    columns |= {SHORTER: (shorter, rating)} | dict.fromkeys(MEANS, (None, rating))
    scores = systems.by_row(z_scores, "z_score")
    columns |= {row: (values.reindex(ids).to_numpy(dtype=float), rating) for row, values in scores.items()}
    clusters = [pd.factorize(sentences[side])[0] for side in ("set", "construction")]
    rows = []
    for stratum, inside in strata(sentences):
        own = [numbers[inside] for numbers in clusters]
        for row, (values, ratings_of_row) in columns.items():
            lines = _lines(row, None if values is None else values[inside], ratings_of_row[inside], own)
            rows += [{"dataset": dataset, "stratum": stratum, "row": row, **line} for line in lines]
    return pd.DataFrame(rows, columns=list(CROSSED.columns))


def halves(ratings: pd.DataFrame) -> tuple[pd.Series, pd.Series]:
    """Return the mean z-score of each sentence by either half of the people, which take turns in the table's order."""
    side = pd.factorize(ratings["participant"])[0] % 2
    first, second = (ratings[side == half].groupby("sentence_id")["z_score"].mean() for half in (0, 1))
    return first, second


def strata(sentences: pd.DataFrame) -> Iterator[tuple[str, np.ndarray]]:
    """Yield the names of the parts of the sentences, and which sentences are in each: all first, without a name."""
    yield "", np.ones(len(sentences), dtype=bool)
    if "stratum" in sentences and sentences["stratum"].nunique() > 1:
        for name in sentences["stratum"].unique():
            yield name, (sentences["stratum"] == name).to_numpy()


def _lines(
    row: str, values: np.ndarray | None, rating: np.ndarray, clusters: list[np.ndarray]
) -> Iterator[dict[str, object]]:
    """Yield what CROSSED says of a row at each level, where it has sentences; ``values``: None of a mean elsewhere."""
    levels: tuple[str, ...] = tuple(LEVELS)
    if values is None:
        kind, levels = MEANS[row]
        values = mean_elsewhere(rating, crossing(*clusters), kind)
    known = np.isfinite(values) & np.isfinite(rating)
    if not known.any():
        return
    both = crossing(*(numbers[known] for numbers in clusters))
    counts = dict(zip(("sets", "constructions"), (len(np.unique(numbers)) for numbers in both.sides), strict=True))
    by_level = dict(zip(LEVELS, correlations(values[known], rating[known], both).values(), strict=True))
    for level, estimates in by_level.items():
        r, *ends = (estimates[0].value, *crossed_r_interval(*estimates)) if level in levels else [np.nan] * 3
        if row == HUMAN:
            r, *ends = (_of_all_people(value) for value in (r, *ends))
        yield {"level": level, "pearson_r": r, "low": ends[0], "high": ends[1], "sentences": int(known.sum()), **counts}


def _of_all_people(r: float) -> float:
    """Return Spearman and Brown's correction of the r of two halves, 2r / (1 + r), which is at least −1."""
    return max(stepped_up(r, 2), -1.0) if r > -1 else r
