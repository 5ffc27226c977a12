"""Single ratings → agreement between panels of participants, and the standard errors of human deltas."""

from pathlib import Path

from acceptability.analysis import ceiling, rating_error
from acceptability.contracts import io
from acceptability.contracts.data import PAIRS, RATINGS
from acceptability.contracts.metrics import CEILING, HUMAN_ERROR
from acceptability.errors import reporting


def main(dataset: str, pairs: Path, ratings: Path, thresholds: list[float], to_ceiling: Path, to_error: Path) -> None:
    inputs = io.read_table(ratings, RATINGS), io.read_table(pairs, PAIRS), thresholds
    agreement = ceiling.ceiling(*inputs, ceiling.SPLITS, ceiling.SEED)
    agreement.insert(0, "dataset", dataset)
    io.write_table(agreement, to_ceiling, CEILING)
    error = rating_error.human_error(*inputs)
    error.insert(0, "dataset", dataset)
    io.write_table(error, to_error, HUMAN_ERROR)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(
            dataset=snakemake.wildcards.dataset,
            pairs=Path(snakemake.input.pairs),
            ratings=Path(snakemake.input.ratings),
            thresholds=snakemake.params.thresholds,
            to_ceiling=Path(snakemake.output.ceiling),
            to_error=Path(snakemake.output.error),
        )
