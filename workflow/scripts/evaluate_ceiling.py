"""Single ratings → agreement between panels of participants, and the standard errors of human deltas."""

from pathlib import Path

from acceptability import ceiling, io
from acceptability.errors import reporting


def main(
    dataset: str,
    pairs: Path,
    ratings: Path,
    thresholds: list[float],
    to_ceiling: Path,
    to_error: Path,
) -> None:
    inputs = io.read_table(ratings, "ratings"), io.read_table(pairs, "pairs"), thresholds
    found = ceiling.ceiling(*inputs, ceiling.SPLITS, ceiling.SEED)
    io.write_table(found.assign(dataset=dataset)[["dataset", *found]], to_ceiling, "ceiling")
    error = ceiling.human_error(*inputs)
    io.write_table(error.assign(dataset=dataset)[["dataset", *error]], to_error, "human_error")


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
