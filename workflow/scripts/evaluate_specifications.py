"""Scores of a rated dataset → the ADC under every combination of the choices that the paper leaves open."""

from pathlib import Path

from acceptability import io, specifications
from acceptability.errors import reporting


def main(
    sentences: Path, pairs: Path, scores: dict[str, Path], thresholds: list[float], reference: str, table: Path
) -> None:
    made = specifications.evaluate(
        io.read_table(sentences, "sentences"),
        io.read_table(pairs, "pairs"),
        {system: io.read_table(path, "scores") for system, path in scores.items()},
        thresholds,
        reference,
    )
    io.write_table(made, table, "specifications")


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(
            sentences=Path(snakemake.input.sentences),
            pairs=Path(snakemake.input.pairs),
            scores=dict(zip(snakemake.params.systems, map(Path, snakemake.input.scores), strict=True)),
            thresholds=snakemake.params.thresholds,
            reference=snakemake.params.reference,
            table=Path(snakemake.output[0]),
        )
