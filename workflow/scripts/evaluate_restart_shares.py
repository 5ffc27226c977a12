"""What all restarts say of a dataset → how much their shares of pairs that meet each criterion vary."""

from pathlib import Path

from acceptability.adapter import arguments
from acceptability.analysis import restarts
from acceptability.contracts import io, systems
from acceptability.contracts.data import PAIRS, SENTENCES
from acceptability.contracts.metrics import RESTART_SHARES
from acceptability.errors import reporting


def main(
    sentences: Path, pairs: Path, predictions: list[Path], margins: list[Path], thresholds: list[float], to: Path
) -> None:
    decided, said = systems.read_decisions(predictions), systems.read_margins(margins)
    scores = {system: restarts.scores_of_restarts(answers, said.get(system)) for system, answers in decided.items()}
    tables = io.read_table(sentences, SENTENCES), io.read_table(pairs, PAIRS)
    io.write_table(systems.stack_each(scores, restarts.shares, *tables, thresholds), to, RESTART_SHARES)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(**arguments(main, snakemake))
