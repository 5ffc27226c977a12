"""Compute how well participants agree with each other, and every system with them, on every dataset."""

from collections.abc import Iterator, Mapping

import numpy as np
import pandas as pd

from acceptability.analyses.crossed import manifest as crossed_manifest
from acceptability.contracts.deltas import REFERENCE
from acceptability.contracts.systems import row_keys
from acceptability.papers.humans.contracts import PEOPLE, PEOPLE_AND_SYSTEMS
from acceptability.papers.humans.study import TABLES_OF_DATASETS, argument
from acceptability.statistics import halves, panels
from acceptability.statistics.clusters import cluster_numbers
from acceptability.statistics.families import families
from acceptability.statistics.single_ratings import share_of_single_ratings

SPLITS, SEED = 100, 1
Cells = tuple[str, str, str, float, float, float, int, int]


def people_and_systems(*, labels_by_dataset: Mapping[str, Mapping[str, str]], **tables: pd.DataFrame) -> pd.DataFrame:
    """Gather how well participants agree with each other, and systems with them, as PEOPLE_AND_SYSTEMS.

    Parameters:
        labels_by_dataset: the label of each row by dataset; systems only.
        tables: those of TABLES_OF_DATASETS that each dataset has, by ``argument``.
    """
    rows = []
    for dataset, labels in labels_by_dataset.items():
        names = {name: argument(name, dataset) for name in TABLES_OF_DATASETS}
        dataset_tables = {name: tables[key] for name, key in names.items() if key in tables}
        rows += [
            (dataset, *row)
            for row in (*_ratings(dataset_tables), *_choices(dataset_tables), *_systems(labels, dataset_tables))
        ]
    return pd.DataFrame(rows, columns=list(PEOPLE_AND_SYSTEMS.columns))


def _row(statistic: str, name: str, cells: tuple, total: int) -> Cells:
    """Return a row about participants, from ``statistic`` to ``total``; ``cells``: from ``value`` to ``number``."""
    return (statistic, name, PEOPLE[name], *cells, total)


def _ratings(tables: Mapping[str, pd.DataFrame]) -> Iterator[Cells]:
    """Yield how well participants agree in their ratings, or two panels in their labels; from ``statistic`` on."""
    if "ratings" in tables:
        rated = panels.answers(tables["ratings"])
        splits = crossed_manifest.SPLITS if "crossed" in tables else SPLITS
        agreement = halves.agreement(rated, _kinds(tables, rated.sentences), splits, SEED)
        ends, total = np.array([agreement.r, *agreement.interval()]), _rated(tables)
        if np.isfinite(agreement.r):
            yield _row("r", "people/halves", (*ends, agreement.sentences), total)
        if agreement.r > 0:
            yield _row("r", "people/perfect", (*np.sqrt(ends.clip(0)), agreement.sentences), total)
    if "panels" in tables:
        mcc = tables["panels"].set_index("statistic").loc["mcc"]
        yield _row("r", "people/panels", tuple(mcc[["value", "low", "high", "sentences"]]), mcc["sentences"])


def _kinds(tables: Mapping[str, pd.DataFrame], sentences: pd.Index) -> list[np.ndarray]:
    """Return the number of each sentence's cluster: its family; where sets and constructions cross, one for each."""
    if "crossed" in tables:
        by_id = tables["sentences"].set_index("sentence_id").loc[sentences]
        return [pd.factorize(by_id[kind])[0] for kind in ("set", "construction")]
    return [cluster_numbers(families(tables["sentences"], tables["pairs"]).loc[sentences])]


def _rated(tables: Mapping[str, pd.DataFrame]) -> int:
    """Return how many sentences of a dataset are rated."""
    return int(tables["sentences"]["rating"].notna().sum())


def _choices(tables: Mapping[str, pd.DataFrame]) -> Iterator[Cells]:
    """Yield in how many pairs participants prefer the good sentence: single ones, and most; from ``statistic`` on."""
    shares = _shares(tables["criteria"]) if "criteria" in tables else pd.DataFrame(columns=["total"])
    total = shares["total"].max() if len(shares) else len(tables.get("pairs", ()))
    if "choices" in tables:
        single = tables["choices"].set_index("statistic").loc["individual"]
        yield _row("share", "people/single", tuple(single[["value", "low", "high", "number"]]), total)
    elif "levels" in tables:
        answers = tables["levels"].query("system == 'people' and level == 'all'").iloc[0]
        yield _row("share", "people/single", tuple(answers[["share", "low", "high", "pairs"]]), answers["pairs"])
    elif "ratings" in tables and _are_pairs_rated(tables["pairs"], tables["ratings"]):
        share = share_of_single_ratings(tables["pairs"], tables["ratings"])
        single = tuple(share[name] for name in ("share", "low", "high", "pairs"))
        yield _row("share", "people/single", single, total)
    if (oracle := f"{REFERENCE}/oracle") in shares.index:
        yield _row("share", "people/most", tuple(shares.loc[oracle])[:-1], total)


def _are_pairs_rated(pairs: pd.DataFrame, ratings: pd.DataFrame) -> bool:
    """Return whether both sentences of some pair have ratings."""
    return bool(pairs[["good_id", "bad_id"]].isin(set(ratings["sentence_id"])).all(axis=1).any())


def _systems(labels: Mapping[str, str], tables: Mapping[str, pd.DataFrame]) -> Iterator[Cells]:
    """Yield the r and the share of each row (``labels``) of a dataset, from ``statistic`` to ``total``."""
    by_statistic = {}
    if "crossed" in tables:
        by_statistic["r"] = _over_all(tables["crossed"]).assign(total=_rated(tables))
    elif "fits" in tables:
        fits = tables["fits"].set_index("row")[["pearson_r", "low", "high", "points"]]
        by_statistic["r"] = fits[fits["pearson_r"].notna()].assign(total=_rated(tables))
    if "criteria" in tables:
        by_statistic["share"] = _shares(tables["criteria"])
    for statistic, values in by_statistic.items():
        for row in (name for name in labels if name in values.index):
            yield (statistic, row, labels[row], *values.loc[row])


def _over_all(crossed: pd.DataFrame) -> pd.DataFrame:
    """Return r over all sentences, its interval and the number of sentences, by row."""
    rows = crossed[(crossed["stratum"] == "") & (crossed["level"] == "all") & crossed["pearson_r"].notna()]
    return rows.set_index("row")[["pearson_r", "low", "high", "sentences"]]


def _shares(criteria: pd.DataFrame) -> pd.DataFrame:
    """Return the share of right pairs, a tie half, its interval, and of how many pairs of how many it is, by row."""
    rows = criteria.query("variant == 'corrected' and criterion == 'blimp'")
    shares = rows.set_index(row_keys(rows))[["share_ties_half", "half_low", "half_high", "pairs"]]
    return shares.assign(total=(rows["pairs"] / (1 - rows["unanswered"])).round().to_numpy())
