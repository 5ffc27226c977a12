"""Human ratings, sentences and preferences → deltas of the references that have them."""

from pathlib import Path

from acceptability.adapter import arguments
from acceptability.contracts import checks, io
from acceptability.contracts.data import PAIRS, SENTENCES
from acceptability.contracts.deltas import DELTAS
from acceptability.errors import reporting
from acceptability.statistics import references


def main(sentences: Path, pairs: Path, preference: str | None, to: Path) -> None:
    all_sentences, all_pairs = io.read_table(sentences, SENTENCES), io.read_table(pairs, PAIRS)
    checks.check_pairs(all_pairs, all_sentences, pairs)
    io.write_table(references.reference_deltas(all_sentences, all_pairs, preference), to, DELTAS)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(**arguments(main, snakemake))
