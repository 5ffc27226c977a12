"""List pairs on which humans, experts and systems disagree (pure)."""

import pandas as pd

from acceptability.contracts import systems
from acceptability.statistics import criteria
from acceptability.statistics.examples import with_texts


def list_disagreements(columns: pd.DataFrame, threshold: float) -> pd.DataFrame:
    """Return pairs on which humans contradict the experts, that all systems miss, and that one system only gets.

    Columns: ``kind, criterion, threshold, met_by`` (names of columns, with spaces between) and ``pair_id``, one row for
    each disagreement: the most negative human deltas first where humans contradict, else the greatest first. Humans
    contradict the experts where Δh < 0; equal ratings say nothing. A system gets a pair where at least one of its
    measures meets the criterion (corrected variant), so that a system with many measures has more chances but counts
    once. Only rated pairs count, or all where none is rated, under the BLiMP criterion alone, and only rows that cover
    most of these: all, where any does. With a single system none is the only one.

    Parameters:
        columns: deltas by pair_id, as systems.delta_columns returns them.
        threshold: the δ of the ADC.
    """
    human = columns["human"].sort_values(ascending=False, kind="stable")
    models = columns.drop(columns="human").loc[human.index]
    covered = models[criteria.counted(human)].notna().sum()
    models = models.loc[:, covered == covered.max()]
    by_all = models.notna().all(axis=1).to_numpy()
    system = models.columns.str.rsplit("/", n=1).str[0]
    rows: list[tuple[str, str | None, float | None, str | None, str]] = [
        ("humans_against_experts", None, None, None, pair) for pair in human[human < 0].index[::-1]
    ]
    for step in criteria.steps(human, [threshold]):
        met = pd.DataFrame({row: criteria.meets(human, models[row], *step) for row in models})
        systems = sum(met.loc[:, system == name].any(axis=1).to_numpy(int) for name in system.unique())
        missed = criteria.counted(human) & by_all & (systems == 0)
        rows += [("missed_by_all", *step, None, pair) for pair in human.index[missed]]
        by_one = by_all & (systems == 1) & (system.nunique() > 1)
        for pair, hits in zip(human.index[by_one], met.to_numpy()[by_one], strict=True):
            rows.append(("met_by_one", *step, " ".join(met.columns[hits]), pair))
    return pd.DataFrame(rows, columns=["kind", "criterion", "threshold", "met_by", "pair_id"])


def compute(
    *, sentences: pd.DataFrame, pairs: pd.DataFrame, deltas: dict[str, pd.DataFrame], smallest_threshold: float
) -> pd.DataFrame:
    """Return the pairs of every kind of disagreement, as DISAGREEMENTS. ``deltas`` are tables DELTAS by system."""
    columns = systems.delta_columns(deltas)
    texts = with_texts(pairs, sentences)[["phenomenon", "good", "bad"]]
    described = texts.join(columns.rename(columns={"human": "human_delta"}))
    return list_disagreements(columns, smallest_threshold).join(described, on="pair_id", validate="many_to_one")
