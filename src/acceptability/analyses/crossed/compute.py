"""Correlate scores with ratings at each level of sentences whose sets and constructions cross (pure).

A verb that people like in all frames, and a frame that they like with all verbs, make most of a correlation over all
sentences. What is left within both is about which verb goes with which frame.
"""

from collections.abc import Iterable, Iterator, Mapping

import numpy as np
import pandas as pd

from acceptability.analyses.crossed.manifest import (
    CONSTRUCTION_MEAN,
    CROSSED,
    LEVELS,
    SET_MEAN,
    SHORTER,
    SPLITS,
)
from acceptability.contracts import systems
from acceptability.contracts.names import HUMAN
from acceptability.scoring.regions import scored_text
from acceptability.statistics.clusters import crossed_r_interval
from acceptability.statistics.crossed import correlations, crossing, mean_elsewhere
from acceptability.statistics.halves import random_halves, spearman_brown, times_larger
from acceptability.statistics.panels import answers
from acceptability.statistics.references import negative_length

SEED = 1
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
    people = _halves(ratings, ids) if len(ratings) else None
    columns: dict[str, np.ndarray | None] = {
        SHORTER: sentences[scored_text(sentences)].map(negative_length).to_numpy(dtype=float),
        **dict.fromkeys(MEANS),
    }
    scores = systems.by_row(z_scores, "z_score")
    columns |= {row: values.reindex(ids).to_numpy(dtype=float) for row, values in scores.items()}
    clusters = [pd.factorize(sentences[side])[0] for side in ("set", "construction")]
    rows = []
    for stratum, inside in strata(sentences):
        units = [numbers[inside] for numbers in clusters]
        lines: dict[str, Iterable[dict[str, object]]] = {}
        if people:
            means, counts = people
            lines[HUMAN] = _people(means[..., inside], counts[..., inside], units)
        for row, values in columns.items():
            kind, levels = MEANS.get(row, (0, tuple(LEVELS)))
            here = mean_elsewhere(rating[inside], crossing(*units), kind) if values is None else values[inside]
            lines[row] = _lines(here, rating[inside], units, levels)
        at = {"dataset": dataset, "stratum": stratum}
        rows += [at | {"row": row} | line for row, by_level in lines.items() for line in by_level]
    return pd.DataFrame(rows, columns=list(CROSSED.columns))


def strata(sentences: pd.DataFrame) -> Iterator[tuple[str, np.ndarray]]:
    """Yield the names of the parts of the sentences, and which sentences are in each: all first, without a name."""
    yield "", np.ones(len(sentences), dtype=bool)
    if "stratum" in sentences and sentences["stratum"].nunique() > 1:
        for name in sentences["stratum"].unique():
            yield name, (sentences["stratum"] == name).to_numpy()


def _halves(ratings: pd.DataFrame, ids: pd.Index) -> tuple[np.ndarray, np.ndarray]:
    """Return what random_halves does of the sentences with these ids; NaN and 0 of those without single ratings."""
    rated = answers(ratings[ratings["sentence_id"].isin(ids)])
    place = rated.sentences.get_indexer(ids)
    means, counts = (values[..., place] for values in random_halves(rated, SPLITS, SEED))
    return np.where(place < 0, np.nan, means), np.where(place < 0, 0, counts)


def _people(means: np.ndarray, counts: np.ndarray, clusters: list[np.ndarray]) -> list[dict[str, object]]:
    """Return the rows of CROSSED about people at each level: the mean over splits of r and of the ends of its interval,
    stepped up to all people. There are none where most sentences have one rater.

    ``means`` and ``counts`` are those of random_halves.
    """
    times = times_larger(counts)
    if not times > 0:
        return []
    by_split = pd.DataFrame(line for one, other in means for line in _lines(one, other, clusters, tuple(LEVELS)))
    mean = by_split.groupby("level", sort=False).mean()
    numbers = ["sentences", "sets", "constructions"]
    stepped = mean.drop(columns=numbers).apply(spearman_brown, times=times)
    return stepped.join(mean[numbers].round().astype(int)).reset_index().to_dict("records")


def _lines(
    values: np.ndarray, rating: np.ndarray, clusters: list[np.ndarray], levels: tuple[str, ...]
) -> Iterator[dict[str, object]]:
    """Yield what CROSSED says of two columns at each level, where there are sentences with both; of levels that are not
    among ``levels``, r is NaN.
    """
    known = np.isfinite(values) & np.isfinite(rating)
    if not known.any():
        return
    design = crossing(*(numbers[known] for numbers in clusters))
    counts = dict(zip(("sets", "constructions"), (len(np.unique(numbers)) for numbers in design.sides), strict=True))
    for level, estimates in correlations(values[known], rating[known], design).items():
        r, low, high = (estimates[0].value, *crossed_r_interval(*estimates)) if level in levels else [np.nan] * 3
        yield {"level": level, "pearson_r": r, "low": low, "high": high, "sentences": int(known.sum()), **counts}
