"""What restarts say under other divisions of the labelled sentences → learning curve, splits by source."""

from pathlib import Path

from acceptability.adapter import arguments
from acceptability.analysis.divisions import evaluate
from acceptability.contracts import io, systems
from acceptability.contracts.classifiers import DIVISIONS
from acceptability.contracts.data import SENTENCES
from acceptability.errors import reporting


def main(labelled: Path, margins: list[Path], divisions: dict[str, dict[str, dict]], to: Path) -> None:
    table, said = io.read_table(labelled, SENTENCES), systems.read_divided(margins)
    found = {system: evaluate(said[system], named, table) for system, named in divisions.items()}
    io.write_table(systems.stack(found), to, DIVISIONS)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(**arguments(main, snakemake))
