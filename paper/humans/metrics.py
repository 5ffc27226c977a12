"""How well people agree with people, and every system with them, on every dataset."""

from collections.abc import Iterator, Mapping

import numpy as np
import pandas as pd

from acceptability.analyses.crossed.manifest import HUMAN
from acceptability.contracts.deltas import REFERENCE
from acceptability.kinds.fitted.linking import families
from acceptability.papers.humans.contracts import PEOPLE_AND_SYSTEMS
from acceptability.papers.humans.study import (
    CHOSEN,
    CORRELATED,
    CROSSED_SETS,
    LABELLED,
    PAIRED,
    RATED_BY_MANY,
    RATED_TWICE,
    SUMMED,
    argument,
)
from acceptability.papers.released.people import share_of_single_ratings
from acceptability.statistics import panels
from acceptability.statistics.choices import stepped_up
from acceptability.statistics.clusters import Estimate, cluster_numbers, effective_number

SPLITS, SEED = 100, 1
PEOPLE = {
    "people/halves": "People, half with half",
    "people/panels": "People, two panels",
    "people/single": "One person",
    "people/most": "Most people",
}
Cells = tuple[str, str, str, float, float, float, int]


def people_and_systems(*, labels_by_dataset: Mapping[str, Mapping[str, str]], **tables: pd.DataFrame) -> pd.DataFrame:
    """Gather how well people agree with people, and systems with them, as PEOPLE_AND_SYSTEMS.

    Parameters:
        labels_by_dataset: the label of each row by dataset; systems only.
        tables: what the study says that it reads; those of a dataset by ``argument``.
    """
    rows = []
    for dataset, labels in labels_by_dataset.items():
        rows += [(dataset, *row) for row in (*_people(dataset, tables), *_systems(dataset, labels, tables))]
    return pd.DataFrame(rows, columns=list(PEOPLE_AND_SYSTEMS.columns))


def _people(dataset: str, tables: Mapping[str, pd.DataFrame]) -> Iterator[Cells]:
    """Yield what is known of people on a dataset, from ``statistic`` to ``number``."""

    def row(statistic: str, name: str, cells: tuple) -> Cells:
        return (statistic, name, PEOPLE[name], *cells)

    if dataset in RATED_BY_MANY:
        sentences, pairs, ratings = (tables[argument(name, dataset)] for name in ("sentences", "pairs", "ratings"))
        r, number = agreement_of_halves(ratings, families(sentences, pairs))
        yield row("r", "people/halves", (r.value, *r.r_interval(), number))
        if dataset in RATED_TWICE:
            share = share_of_single_ratings(pairs, ratings)
            yield row("share", "people/single", tuple(share[name] for name in ("share", "low", "high", "pairs")))
    if dataset in CROSSED_SETS:
        crossed = _over_all(tables[argument("crossed", dataset)])
        if HUMAN in crossed.index:  # some sentence has two raters
            yield row("r", "people/halves", tuple(crossed.loc[HUMAN]))
    if dataset == LABELLED:
        mcc = tables["labelled"].set_index("statistic").loc["mcc"]
        yield row("r", "people/panels", tuple(mcc[["value", "low", "high", "sentences"]]))
    if dataset == CHOSEN:
        single = tables["chosen"].set_index("statistic").loc["individual"]
        yield row("share", "people/single", tuple(single[["value", "low", "high", "number"]]))
    if dataset == SUMMED:
        of_people = tables["summed"].query("system == 'people' and level == 'all'").iloc[0]
        yield row("share", "people/single", tuple(of_people[["share", "low", "high", "pairs"]]))
    if dataset in PAIRED:
        shares = _shares(tables[argument("criteria", dataset)])
        if (oracle := f"{REFERENCE}/oracle") in shares.index:
            yield row("share", "people/most", tuple(shares.loc[oracle]))


def _systems(dataset: str, labels: Mapping[str, str], tables: Mapping[str, pd.DataFrame]) -> Iterator[Cells]:
    """Yield the r and the share of each row (``labels``) of a dataset, from ``statistic`` to ``number``."""
    if dataset in (*CORRELATED, *CROSSED_SETS):
        if dataset in CROSSED_SETS:
            fits = _over_all(tables[argument("crossed", dataset)])
        else:
            fits = tables[argument("fits", dataset)].set_index("row")[["pearson_r", "low", "high", "points"]]
        fits = fits[fits["pearson_r"].notna()]
        for row in (name for name in labels if name in fits.index):
            yield ("r", row, labels[row], *fits.loc[row])
    if dataset in PAIRED:
        shares = _shares(tables[argument("criteria", dataset)])
        for row in (name for name in labels if name in shares.index):
            yield ("share", row, labels[row], *shares.loc[row])


def _over_all(crossed: pd.DataFrame) -> pd.DataFrame:
    """Return r over all sentences, its interval and the number of sentences, by row."""
    rows = crossed[(crossed["stratum"] == "") & (crossed["level"] == "all") & crossed["pearson_r"].notna()]
    return rows.set_index("row")[["pearson_r", "low", "high", "sentences"]]


def _shares(criteria: pd.DataFrame) -> pd.DataFrame:
    """Return the share of right pairs, a tie half, its interval and the number of pairs, by row."""
    rows = criteria.query("variant == 'corrected' and criterion == 'blimp'")
    return rows.set_index(rows["system"] + "/" + rows["measure"])[["share_ties_half", "half_low", "half_high", "pairs"]]


def agreement_of_halves(ratings: pd.DataFrame, groups: pd.Series) -> tuple[Estimate, int]:
    """Return Pearson's r of two panels of raters as large as the one that rated, with each cluster left out, and the
    number of sentences.

    In each of SPLITS random splits, people are halved within those who share sentences (panels.halves). r is of both
    halves' means, over the sentences that both rated; the mean r over splits is stepped up to all raters by Spearman
    and Brown's formula. The number is the mean over splits, rounded.

    Parameters:
        ratings: the table RATINGS.
        groups: the cluster of each sentence, by its id.
    """
    rated = panels.answers(ratings)
    row, place = np.nonzero(rated.participant >= 0)
    who, z = rated.participant[row, place], rated.z[row, place]
    numbers = cluster_numbers(groups.loc[rated.sentences])
    generator = np.random.default_rng(SEED)
    values, left_out, sizes = [], [], []
    for _ in range(SPLITS):
        first = panels.halves(rated.group, generator.permutation(len(rated.group)))[who] == 0
        counts, sums = zip(*(_sums(row, z, half, len(rated.sentences)) for half in (first, ~first)), strict=True)
        both = (counts[0] > 0) & (counts[1] > 0)
        x, y = (total[both] / count[both] for total, count in zip(sums, counts, strict=True))
        value, without = _r_by_cluster(x, y, numbers[both], numbers.max() + 1)
        values.append(value)
        left_out.append(without)
        sizes.append(both.sum())
    estimate = Estimate(
        stepped_up(float(np.mean(values)), 2),
        stepped_up(np.mean(left_out, axis=0), 2),
        effective_number(np.bincount(numbers)),
    )
    return estimate, round(float(np.mean(sizes)))


def _sums(row: np.ndarray, z: np.ndarray, chosen: np.ndarray, sentences: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the number and the sum of the chosen answers to each sentence."""
    rows = row[chosen]
    return np.bincount(rows, minlength=sentences), np.bincount(rows, z[chosen], sentences)


def _r_by_cluster(x: np.ndarray, y: np.ndarray, numbers: np.ndarray, clusters: int) -> tuple[float, np.ndarray]:
    """Return Pearson's r, and what it is with each cluster left out, from sums by cluster."""
    x, y = x - x.mean(), y - y.mean()
    parts = np.array([np.bincount(numbers, it, clusters) for it in (np.ones(len(x)), x, y, x * x, y * y, x * y)])
    whole = parts.sum(axis=1, keepdims=True)
    with np.errstate(invalid="ignore", divide="ignore"):
        n, a, b, aa, bb, ab = np.concatenate([whole, whole - parts], axis=1)
        r = (n * ab - a * b) / np.sqrt((n * aa - a * a) * (n * bb - b * b))
    return float(r[0]), r[1:]
