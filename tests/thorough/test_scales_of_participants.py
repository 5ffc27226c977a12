"""Test that a warning finds conditions whose z-scores are in the wrong order, in simulated experiments."""

import numpy as np
import pandas as pd
import pytest

from acceptability.datasets.ratings import participant_z_scores
from acceptability.statistics import scales

WORLDS, ITEMS = 200, 6
TRUE = {"first": 0.92, "good filler": 0.86, "second": 0.5, "third": 0.4, "bad filler": 0.05}
FILLERS = ("good filler", "bad filler")


def answers(draw: np.random.Generator, raters: int, between: bool) -> pd.DataFrame:
    """Return answers of raters who use the scale in their own ways, in groups of one construction each, or of all.

    A rater's answer is shift + width · acceptability + noise, for a shift and a width of the rater's own.
    """
    kinds = [kind for kind in TRUE if kind not in FILLERS]
    rows = [
        (rater, f"{kind} {item}", kind)
        for rater in range(raters)
        for kind in ([kinds[rater % 3]] if between else kinds) + [*FILLERS]
        for item in range(ITEMS)
    ]
    table = pd.DataFrame(rows, columns=["participant", "sentence_id", "condition"])
    shift, width = 0.15 * draw.normal(size=raters), 1 + 0.25 * draw.normal(size=raters)
    of_item = dict(
        zip(table["sentence_id"].unique(), 0.02 * draw.normal(size=table["sentence_id"].nunique()), strict=True)
    )
    acceptability = table["condition"].map(TRUE) + table["sentence_id"].map(of_item)
    noise = 0.12 * draw.normal(size=len(table))
    return table.assign(rating=shift[table["participant"]] + width[table["participant"]] * acceptability + noise)


@pytest.mark.parametrize(
    ("raters", "between", "raw", "all_answers", "fillers", "warned"),
    [
        (30, True, 0.72, 0.00, 0.98, 0.13),
        (90, True, 0.87, 0.00, 1.00, 0.87),
        (90, False, 1.00, 1.00, 1.00, 0.00),
    ],
)
def test_shared_sentences_put_conditions_in_their_order(raters, between, raw, all_answers, fillers, warned):
    """The numbers are those of docs/numbers.md: shares of worlds in the right order, and of those with a warning."""
    draw, hits = np.random.default_rng(21), {"raw": 0, "all": 0, "fillers": 0, "warned": 0, "warned of fillers": 0}
    for _ in range(WORLDS):
        table = answers(draw, raters, between)
        shared = table["condition"].isin(FILLERS)
        values = {"raw": table["rating"], "all": participant_z_scores(table)}
        values["fillers"] = participant_z_scores(table, shared)
        for name, value in values.items():
            means = value.groupby(table["condition"]).mean()
            hits[name] += means.sort_values(ascending=False).index.tolist() == list(TRUE)
        conditions = table.set_index("sentence_id")["condition"].to_dict()
        for name, key in (("all", "warned"), ("fillers", "warned of fillers")):
            hits[key] += scales.reversal(table.assign(z_score=values[name]), conditions) is not None
    found = [hits[name] / WORLDS for name in ("raw", "all", "fillers", "warned")]
    print(raters, between, found, hits["warned of fillers"] / WORLDS)
    assert found == pytest.approx([raw, all_answers, fillers, warned], abs=0.02)
    assert hits["warned of fillers"] <= 0.01 * WORLDS
