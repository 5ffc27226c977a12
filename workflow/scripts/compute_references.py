"""Human ratings → deltas of the reference systems: oracle, shuffled, constant, length, chance."""

from pathlib import Path

from acceptability import io, references
from acceptability.errors import reporting


def main(sentences: Path, pairs: Path, thresholds: list[float], deltas: Path) -> None:
    all_sentences, all_pairs = io.read_table(sentences, "sentences"), io.read_table(pairs, "pairs")
    io.check_pairs(all_pairs, all_sentences, pairs)
    io.write_table(references.reference_deltas(all_sentences, all_pairs, min(thresholds)), deltas, "deltas")


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(
            sentences=Path(snakemake.input.sentences),
            pairs=Path(snakemake.input.pairs),
            thresholds=snakemake.params.thresholds,
            deltas=Path(snakemake.output[0]),
        )
