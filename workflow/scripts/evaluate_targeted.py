"""Targeted sets, and what judges or scores their sentences → MCC and AUC of each row on each set."""

from pathlib import Path

from acceptability.adapter import arguments
from acceptability.analysis import targeted
from acceptability.contracts import io, systems
from acceptability.contracts.classifiers import TARGETED
from acceptability.contracts.data import PAIRS, SENTENCES
from acceptability.contracts.scoring import SCORES
from acceptability.errors import reporting


def main(
    sentences: Path,
    pairs: Path,
    labelled: Path,
    thresholds: Path,
    scores: list[Path],
    predictions: list[Path],
    margins: list[Path],
    tie: float,
    to: Path,
) -> None:
    """``thresholds``: the table of simple classifiers of ``labelled``, with the thresholds of its rows."""
    texts, contrasts, known = (
        io.read_table(path, table) for path, table in ((sentences, SENTENCES), (pairs, PAIRS), (labelled, SENTENCES))
    )
    fitted = systems.read_thresholds(thresholds)
    of_systems, decided = systems.read_by_system(scores, SCORES), systems.read_decisions(predictions)
    said = systems.read_margins(margins)
    table = targeted.evaluate(texts, contrasts, known, fitted, of_systems, decided, said, tie)
    io.write_table(table, to, TARGETED)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(**arguments(main, snakemake))
