"""Sentences that a classifier's training set has too; both criteria on pairs with and without one of them."""

from pathlib import Path

from acceptability.analysis import contamination
from acceptability.contracts import io
from acceptability.contracts.data import PAIRS, SENTENCES
from acceptability.contracts.metrics import CONTAMINATED_CRITERIA, CONTAMINATION, DELTAS
from acceptability.errors import reporting


def main(
    sentences: Path,
    pairs: Path,
    labelled: Path,
    deltas: list[Path],
    thresholds: list[float],
    to_contamination: Path,
    to_criteria: Path,
) -> None:
    training = io.read_table(labelled, SENTENCES).query("split == 'train'")
    known = contamination.sentences_in_training(io.read_table(sentences, SENTENCES), training)
    print(f"{len(known)} sentences are in the training set")
    io.write_table(known, to_contamination, CONTAMINATION)
    known_pairs = contamination.known_pairs(io.read_table(pairs, PAIRS), set(known["sentence_id"]))
    of_systems = {path.stem: io.read_table(path, DELTAS) for path in deltas}
    shares = contamination.shares_by_knowledge(of_systems, known_pairs, thresholds)
    io.write_table(shares, to_criteria, CONTAMINATED_CRITERIA)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(
            sentences=Path(snakemake.input.sentences),
            pairs=Path(snakemake.input.pairs),
            labelled=Path(snakemake.input.labelled),
            deltas=[Path(path) for path in snakemake.input.deltas],
            thresholds=snakemake.params.thresholds,
            to_contamination=Path(snakemake.output.contamination),
            to_criteria=Path(snakemake.output.criteria),
        )
