"""LI-Adger's raw files → sentences and pairs."""

from pathlib import Path

from acceptability import io, li_adger
from acceptability.errors import reporting


def main(sentences: Path, ratings: Path, pairs: Path, to_sentences: Path, to_pairs: Path) -> None:
    all_sentences = li_adger.sentences(io.read_raw_csv(sentences), io.read_raw_csv(ratings))
    released = li_adger.released_pairs(li_adger.curated_pairs(io.read_raw_csv(pairs)), all_sentences)
    io.check_pairs(released, all_sentences, pairs)
    io.write_table(all_sentences, to_sentences, "sentences")
    io.write_table(released, to_pairs, "pairs")


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(
            sentences=Path(snakemake.input.sentences),
            ratings=Path(snakemake.input.ratings),
            pairs=Path(snakemake.input.pairs),
            to_sentences=Path(snakemake.output.sentences),
            to_pairs=Path(snakemake.output.pairs),
        )
