"""How well people agree with people, and every system with them, on every dataset."""

from collections.abc import Iterator, Mapping

import numpy as np
import pandas as pd

from acceptability.contracts.deltas import REFERENCE
from acceptability.contracts.names import HUMAN
from acceptability.contracts.systems import row_keys
from acceptability.kinds.fitted.linking import families
from acceptability.papers.humans.contracts import PEOPLE, PEOPLE_AND_SYSTEMS
from acceptability.papers.humans.study import TABLES_OF_DATASETS, argument
from acceptability.statistics import halves, panels
from acceptability.statistics.clusters import cluster_numbers
from acceptability.statistics.single_ratings import share_of_single_ratings

SPLITS, SEED = 100, 1
Cells = tuple[str, str, str, float, float, float, int]


def people_and_systems(*, labels_by_dataset: Mapping[str, Mapping[str, str]], **tables: pd.DataFrame) -> pd.DataFrame:
    """Gather how well people agree with people, and systems with them, as PEOPLE_AND_SYSTEMS.

    Parameters:
        labels_by_dataset: the label of each row by dataset; systems only.
        tables: those of TABLES_OF_DATASETS that each dataset has, by ``argument``.
    """
    rows = []
    for dataset, labels in labels_by_dataset.items():
        names = {name: argument(name, dataset) for name in TABLES_OF_DATASETS}
        own = {name: tables[key] for name, key in names.items() if key in tables}
        rows += [(dataset, *row) for row in (*_people(own), *_systems(labels, own))]
    return pd.DataFrame(rows, columns=list(PEOPLE_AND_SYSTEMS.columns))


def _people(tables: Mapping[str, pd.DataFrame]) -> Iterator[Cells]:
    """Yield what is known of people from the tables of a dataset, from ``statistic`` to ``number``."""

    def row(statistic: str, name: str, cells: tuple) -> Cells:
        return (statistic, name, PEOPLE[name], *cells)

    rated = panels.answers(tables["ratings"]) if "ratings" in tables else None
    if "crossed" in tables:
        crossed = _over_all(tables["crossed"])
        if HUMAN in crossed.index:
            yield row("r", "people/halves", tuple(crossed.loc[HUMAN]))
    elif rated:
        clusters = cluster_numbers(families(tables["sentences"], tables["pairs"]).loc[rated.sentences])
        r, number = halves.agreement(rated, clusters, SPLITS, SEED)
        if np.isfinite(r.value):
            yield row("r", "people/halves", (r.value, *r.r_interval(), number))
    if "panels" in tables:
        mcc = tables["panels"].set_index("statistic").loc["mcc"]
        yield row("r", "people/panels", tuple(mcc[["value", "low", "high", "sentences"]]))
    if "choices" in tables:
        single = tables["choices"].set_index("statistic").loc["individual"]
        yield row("share", "people/single", tuple(single[["value", "low", "high", "number"]]))
    elif "levels" in tables:
        of_people = tables["levels"].query("system == 'people' and level == 'all'").iloc[0]
        yield row("share", "people/single", tuple(of_people[["share", "low", "high", "pairs"]]))
    elif rated and len(panels.rated_pairs(rated, tables["pairs"])[0]):
        share = share_of_single_ratings(tables["pairs"], tables["ratings"])
        yield row("share", "people/single", tuple(share[name] for name in ("share", "low", "high", "pairs")))
    if "criteria" in tables:
        shares = _shares(tables["criteria"])
        if (oracle := f"{REFERENCE}/oracle") in shares.index:
            yield row("share", "people/most", tuple(shares.loc[oracle]))


def _systems(labels: Mapping[str, str], tables: Mapping[str, pd.DataFrame]) -> Iterator[Cells]:
    """Yield the r and the share of each row (``labels``) of a dataset, from ``statistic`` to ``number``."""
    by_statistic = {}
    if "crossed" in tables:
        by_statistic["r"] = _over_all(tables["crossed"])
    elif "fits" in tables:
        fits = tables["fits"].set_index("row")[["pearson_r", "low", "high", "points"]]
        by_statistic["r"] = fits[fits["pearson_r"].notna()]
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
    """Return the share of right pairs, a tie half, its interval and the number of pairs, by row."""
    rows = criteria.query("variant == 'corrected' and criterion == 'blimp'")
    return rows.set_index(row_keys(rows))[["share_ties_half", "half_low", "half_high", "pairs"]]
