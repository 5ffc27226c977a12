"""What each restart says of sentences → one table of decisions, a column a restart."""

from pathlib import Path

from acceptability.adapter import arguments
from acceptability.contracts import io
from acceptability.contracts.data import SENTENCES
from acceptability.contracts.scoring import MARGINS, PREDICTIONS
from acceptability.errors import reporting
from acceptability.scoring import decisions


def main(sentences: Path, margins: list[Path], restarts: list[str], to: Path) -> None:
    said = {restart: io.read_table(path, MARGINS) for restart, path in zip(restarts, margins, strict=True)}
    decided = decisions.gather(said, io.read_table(sentences, SENTENCES)["sentence_id"])
    io.write_table(decided.reset_index(), to, PREDICTIONS)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(**arguments(main, snakemake))
