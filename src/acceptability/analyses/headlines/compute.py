"""Compute each system's results as counts, as tests against chance, and as a sentence for a paper (pure)."""

from collections.abc import Collection, Iterator, Mapping, Sequence

import pandas as pd

from acceptability.analyses.headlines.manifest import AGAINST_CHANCE, QUOTATIONS
from acceptability.analyses.headlines.wording import Wording
from acceptability.contracts import systems
from acceptability.contracts.names import split_row
from acceptability.contracts.systems import row_keys
from acceptability.statistics import criteria
from acceptability.statistics.against_chance import compared_with_chance


def compute(
    *,
    deltas: Mapping[str, pd.DataFrame],
    pairs: pd.DataFrame,
    fits: pd.DataFrame | None,
    strength: pd.DataFrame | None,
    human_error: pd.DataFrame | None,
    thresholds: Sequence[float],
    labels: Mapping[str, str],
    deciding: Collection[str],
    clusters: str,
    ranked: bool,
    dataset: str,
) -> dict[str, pd.DataFrame]:
    """Return the tables AGAINST_CHANCE and QUOTATIONS.

    Parameters:
        deltas: tables DELTAS by system.
        fits, strength: the tables FITS of sentences and STRENGTH; None where nothing is rated, or nothing scored.
        human_error: the table HUMAN_ERROR; None without single ratings.
        labels: by ``system/measure``.
        deciding: the rows of which only decisions are known.
        clusters: what clusters are called, as a plural.
        ranked: whether the good sentence of a pair is only better than the other.
    """
    rows = list(_tests(systems.delta_columns(deltas), pairs.set_index("pair_id")["cluster"], thresholds, deciding))
    against = pd.DataFrame(rows, columns=[name for name in AGAINST_CHANCE.columns if name != "dataset"])
    wording = Wording("better" if ranked else "acceptable", clusters, fits, strength, human_error)
    of_row = dict(list(against.groupby(row_keys(against), sort=False)))
    quoted = [(row, wording.sentence(row, label, of_row[row])) for row, label in labels.items() if row in of_row]
    tables = {"against_chance": against, "quotations": pd.DataFrame(quoted, columns=list(QUOTATIONS.columns)[1:])}
    for table in tables.values():
        table.insert(0, "dataset", dataset)
    return tables


def _tests(
    columns: pd.DataFrame, clusters: pd.Series, thresholds: Sequence[float], deciding: Collection[str]
) -> Iterator[tuple]:
    """Yield the rows of AGAINST_CHANCE without the dataset, each about the pairs that count and that its system covers.

    Parameters:
        columns: deltas by pair_id, as systems.delta_columns returns them.
        clusters: by pair_id.
    """
    columns = columns[criteria.counted(columns["human"])]
    for row in columns.columns.drop("human"):
        covered = columns.loc[columns[row].notna(), ["human", row]]
        steps = criteria.steps(covered["human"], [] if row in deciding else list(thresholds))
        for step in steps if len(covered) else ():
            test = compared_with_chance(covered["human"], covered[row], clusters.loc[covered.index], step)
            ends = test.share, test.low, test.high, test.chance, test.p, test.over, test.units
            yield *split_row(row), *step, test.right, test.ties, len(covered), *ends
