"""z-scores and deltas of all systems of a dataset with pairs, and what people say of pairs → three predictions."""

from pathlib import Path

from acceptability.adapter import arguments
from acceptability.analysis.predictions import human_differences, predictions
from acceptability.contracts import io, systems
from acceptability.contracts.data import CHOICES, PAIRS
from acceptability.contracts.metrics import Z_SCORES
from acceptability.contracts.parts import PREDICTIONS
from acceptability.errors import reporting


def main(
    pairs: Path, choices: Path, deltas: list, scored: list, preference: str | None, ranked: bool, dataset: str, to: Path
) -> None:
    of_pairs, columns = io.read_table(pairs, PAIRS), systems.read_delta_columns(deltas)
    people = human_differences(of_pairs, columns["human"], io.read_table(choices, CHOICES), preference)
    table = predictions(columns, systems.read_by_row(scored, Z_SCORES, "z_score"), of_pairs, people, ranked)
    io.write_table(table.assign(dataset=dataset), to, PREDICTIONS)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(**arguments(main, snakemake))
