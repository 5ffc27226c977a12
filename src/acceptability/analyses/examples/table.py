"""Tabulate a few of the pairs that a declared example selects."""

import pandas as pd

from acceptability.tables.text import shown


def make_examples(
    *,
    examples: pd.DataFrame,
    example_labels: dict[str, str],
    first_pairs: list[str],
    rows: int,
) -> pd.DataFrame:
    """Return the first so many ``rows`` of the qualifying pairs, those named in ``first_pairs`` before all others.

    ``examples`` has, in the order shown, columns of model deltas, named as in ``example_labels``.
    """
    rank = {pair: number for number, pair in enumerate(first_pairs)}
    order = examples["pair_id"].map(lambda pair: rank.get(pair, len(rank)))
    few = examples.loc[order.sort_values(kind="stable").index].head(rows)
    columns = {
        "Acceptable": few["good"],
        "Unacceptable": few["bad"],
        "Δ human": few["human"].map(lambda value: shown(value, 2)),
    }
    for row in [column for column in few if column in example_labels]:
        columns[f"Δ {example_labels[row]}"] = pd.to_numeric(few[row]).map(lambda value: shown(value, 2))
    return pd.DataFrame(columns)
