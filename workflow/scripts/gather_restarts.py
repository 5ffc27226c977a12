"""What each restart says of sentences → one table of decisions, a column a restart."""

from pathlib import Path

from acceptability.adapter import arguments
from acceptability.contracts import io
from acceptability.contracts.data import SENTENCES
from acceptability.contracts.scoring import MARGINS, PREDICTIONS
from acceptability.errors import InputError, reporting
from acceptability.scoring import decisions


def main(sentences: Path, margins: list[Path], restarts: list[str], system: str, partial: bool, to: Path) -> None:
    """``partial``: the classifier may have left out what is too long for it."""
    margins_of_restarts = {
        restart: io.read_table(path, MARGINS) for restart, path in zip(restarts, margins, strict=True)
    }
    names = io.read_table(sentences, SENTENCES)["sentence_id"]
    decided = decisions.gather(margins_of_restarts, names)
    if len(decided) < len(names) and not partial:
        raise InputError(
            f"{margins[0]}: lacks {len(names) - len(decided)} sentences, which were too long for the classifier and "
            f"left out; set too_long: skip, or remove the folder results/restarts/{system} and run again"
        )
    io.write_table(decided.reset_index(), to, PREDICTIONS)


if __name__ == "__main__":
    with reporting(snakemake.log[0], snakemake.output):
        main(**arguments(main, snakemake))
