"""Single ratings → agreement between panels of participants, and the standard errors of human deltas."""

from pathlib import Path

import pandas as pd

from acceptability.adapter import arguments
from acceptability.analysis import ceiling, places, rating_error
from acceptability.contracts import io
from acceptability.contracts.data import PAIRS, RATINGS, SENTENCES
from acceptability.contracts.raters import CEILING, HUMAN_ERROR
from acceptability.errors import reporting


def main(
    dataset: str,
    sentences: Path,
    pairs: Path,
    ratings: Path,
    thresholds: list,
    assumed_raters: float | None,
    to_ceiling: Path,
    to_error: Path,
) -> None:
    """``assumed_raters``: of sentences without single ratings, where there are any."""
    inputs = io.read_table(ratings, RATINGS), io.read_table(pairs, PAIRS), thresholds
    agreement, error = ceiling.ceiling(*inputs, ceiling.SPLITS, ceiling.SEED), rating_error.human_error(*inputs)
    rated = io.read_table(sentences, SENTENCES)
    error = pd.concat([error, places.of_ratings(inputs[0], rated)], ignore_index=True)
    if assumed_raters:
        whole = ceiling.whole_ceiling(inputs[0], rated, *inputs[1:], assumed_raters)
        agreement = pd.concat([agreement, whole], ignore_index=True)
    for table, path, contract in ((agreement, to_ceiling, CEILING), (error, to_error, HUMAN_ERROR)):
        table.insert(0, "dataset", dataset)
        io.write_table(table, path, contract)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(**arguments(main, snakemake))
