"""Scores of a rated dataset → the ADC under every combination of the choices that are left open."""

from pathlib import Path

from acceptability.analysis import specifications
from acceptability.contracts import io
from acceptability.contracts.data import PAIRS, SENTENCES
from acceptability.contracts.metrics import SPECIFICATIONS
from acceptability.contracts.scoring import SCORES
from acceptability.errors import reporting


def main(
    sentences: Path, pairs: Path, scores: list[Path], thresholds: list[float], reference: str, table: Path
) -> None:
    tables = io.read_table(sentences, SENTENCES), io.read_table(pairs, PAIRS)
    of_systems = {path.stem: io.read_table(path, SCORES) for path in scores}
    specified = specifications.specify(*tables, of_systems, thresholds, reference)
    io.write_table(specified, table, SPECIFICATIONS)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(
            sentences=Path(snakemake.input.sentences),
            pairs=Path(snakemake.input.pairs),
            scores=[Path(path) for path in snakemake.input.scores],
            thresholds=snakemake.params.thresholds,
            reference=snakemake.params.reference,
            table=Path(snakemake.output[0]),
        )
