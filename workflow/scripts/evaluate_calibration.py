"""What all restarts say of labelled sentences → whether their probabilities are right."""

from pathlib import Path

from acceptability.adapter import arguments
from acceptability.analysis import calibration
from acceptability.contracts import io, systems
from acceptability.contracts.classifiers import CALIBRATION, RELIABILITY
from acceptability.errors import reporting


def main(labelled: Path, margins: list[Path], to_calibration: Path, to_reliability: Path) -> None:
    said, truth = systems.read_margins(margins), systems.read_truth(labelled)
    io.write_table(systems.stack_each(said, calibration.summarise, *truth), to_calibration, CALIBRATION)
    io.write_table(systems.stack_each(said, calibration.reliability, *truth), to_reliability, RELIABILITY)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(**arguments(main, snakemake))
