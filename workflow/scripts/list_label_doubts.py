"""What classifiers reach on labelled sentences → which of them give all sentences the same label, in words."""

from pathlib import Path

from acceptability.adapter import arguments
from acceptability.analysis import doubtful_scores
from acceptability.contracts import io
from acceptability.contracts.classifiers import CLASSIFIERS, SIMPLE_CLASSIFIERS
from acceptability.contracts.metrics import DOUBTS
from acceptability.errors import reporting


def main(simple: Path, to: Path, summary: Path | None = None) -> None:
    trained = io.read_table(summary, CLASSIFIERS) if summary else None
    doubts = doubtful_scores.of_labelled(io.read_table(simple, SIMPLE_CLASSIFIERS), trained)
    print(*(f"warning: {doubt.about}: {doubt.doubt}" for doubt in doubts.itertuples()), sep="\n")
    io.write_table(doubts, to, DOUBTS)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(**arguments(main, snakemake))
