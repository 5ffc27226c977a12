"""Estimate what an experiment with these pairs can find: smallest differences, widths of intervals, certain decisions
(pure).
"""

from collections.abc import Iterator, Mapping

import numpy as np
import pandas as pd

from acceptability.analyses.power.manifest import QUANTITIES
from acceptability.errors import naming
from acceptability.statistics import corpus_words
from acceptability.statistics.deltas import compute_deltas
from acceptability.statistics.differences import words_of
from acceptability.statistics.power.assumptions import Assumed, assume
from acceptability.statistics.power.declared import ASSUMPTIONS
from acceptability.statistics.power.simulation import Design, Estimated, Experiments, Pools, Step, planned
from acceptability.statistics.stimuli import belonging, joined_clusters

PLANNED, TWICE_RATERS = "as planned", "twice the raters"


def compute(
    *,
    pairs: pd.DataFrame,
    sentences: pd.DataFrame,
    thresholds: list[float],
    raters: int | None,
    assumptions: Mapping[str, str | float],
    scores: Mapping[str, pd.DataFrame] | None = None,
    ratings: pd.DataFrame | None = None,
    tie: float = 0,
) -> dict[str, pd.DataFrame]:
    """Return the tables POWER and ASSUMPTIONS.

    The model is that of statistics.power.simulation. Clusters are joined that share items of one frame, or sentences,
    as in the table STIMULI: they are not independent. Raises InputError for assumptions that cannot be.

    Parameters:
        pairs, sentences, ratings: tables PAIRS, SENTENCES and RATINGS; ratings may be None.
        raters: raters of each sentence; None: as many as the ratings have, else as in the literature.
        assumptions: those that the user gives, by name.
        scores: tables SCORES by system, or None.
        tie: in nats, as in statistics.deltas.compute_deltas.
    """
    words = words_of(corpus_words.texts_in_pairs(sentences, pairs))
    together = belonging(*(pairs[side].map(words).tolist() for side in ("good_id", "bad_id")))
    pairs = pairs.assign(cluster=joined_clusters(pairs["cluster"], together))
    assumed = assume(pairs, sentences, ratings, _columns(scores or {}, sentences, pairs, tie), raters, assumptions)
    numbers = pd.DataFrame(
        {
            "name": list(ASSUMPTIONS),
            "meaning": [assumption.meaning for assumption in ASSUMPTIONS.values()],
            "value": [assumed[name] for name in ASSUMPTIONS],
            "unit": [assumption.unit for assumption in ASSUMPTIONS.values()],
            "source": [assumed.sources[name] for name in ASSUMPTIONS],
        }
    )
    return {
        "power": pd.DataFrame(_rows(assumed, planned(pairs, int(assumed["raters"])), thresholds)),
        "assumptions": numbers,
    }


def _columns(
    scores: Mapping[str, pd.DataFrame], sentences: pd.DataFrame, pairs: pd.DataFrame, tie: float
) -> dict[tuple[str, str], np.ndarray]:
    """Return the deltas of each row (system, measure), in the order of pairs."""
    columns = {}
    for system, table in scores.items():
        with naming(system):
            _, deltas = compute_deltas(table, sentences, pairs, tie, partial=True)
        for measure, group in deltas.groupby("measure", sort=False):
            columns[system, measure] = group.set_index("pair_id")["model_delta"].reindex(pairs["pair_id"]).to_numpy()
    return columns


def _rows(assumed: Assumed, design: Design, thresholds: list[float]) -> Iterator[dict]:
    """Yield the rows of POWER: each quantity by each criterion, with each design."""
    designs = {
        PLANNED: design,
        "twice the pairs": design.twice_pairs(),
        "twice the phenomena": design.twice_phenomena(),
        TWICE_RATERS: design.twice_raters(),
    }
    pools = Pools(assumed, max(variant.sizes.max() for variant in designs.values()))
    experiments = {name: Experiments(pools, variant) for name, variant in designs.items()}
    steps: list[Step] = [("blimp", np.nan), *(("adc", float(threshold)) for threshold in thresholds)]
    for quantity in QUANTITIES:
        for step in steps if quantity != "certain" else steps[1:]:
            estimates: dict[str, Estimated] = {}
            for name, each in designs.items():
                same = _same_as(name, quantity, step)
                if same not in estimates:
                    of_all = pools.certain(step[1], each.raters) if quantity == "certain" else None
                    estimates[same] = of_all or getattr(experiments[same], quantity)(step)
                equal = estimates[same]
                yield {
                    "quantity": quantity,
                    "criterion": step[0],
                    "threshold": step[1],
                    "design": name,
                    "value": equal.value,
                    "monte_carlo_error": equal.error,
                    "shift": equal.shift,
                    "note": equal.note,
                    "pairs": each.pairs,
                    "clusters": each.number,
                    "groups": int((each.sizes > 1).sum()),
                    "raters": each.raters,
                }


def _same_as(design: str, quantity: str, step: Step) -> str:
    """Return the design whose number it is: that as planned, where what is doubled does not matter."""
    raters, rated = design == TWICE_RATERS, step[0] == "adc"
    matters = raters and rated if quantity in ("share", "certain") else rated or not raters
    return design if matters else PLANNED
