"""Decisions of all restarts → MCC by restart, their mean and majority vote, and which restart is selected."""

from pathlib import Path

import pandas as pd

from acceptability.analysis import restarts
from acceptability.contracts import io
from acceptability.contracts.classifiers import CLASSIFIERS, RESTARTS, SELECTED
from acceptability.contracts.data import SENTENCES
from acceptability.contracts.scoring import PREDICTIONS
from acceptability.errors import reporting


def main(labelled: Path, predictions: list[Path], to_restarts: Path, to_summary: Path, to_selected: Path) -> None:
    table = io.read_table(labelled, SENTENCES).set_index("sentence_id")
    truth = table["label"], table["split"]
    decided = {path.stem: io.read_table(path, PREDICTIONS).set_index("sentence_id").astype(int) for path in predictions}
    for evaluate, path, contract in (
        (restarts.of_each, to_restarts, RESTARTS),
        (restarts.summarise, to_summary, CLASSIFIERS),
        (restarts.selected, to_selected, SELECTED),
    ):
        of_systems = {system: evaluate(decisions, *truth) for system, decisions in decided.items()}
        io.write_table(pd.concat(of_systems, names=["system"]).reset_index("system"), path, contract)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(
            labelled=Path(snakemake.input.labelled),
            predictions=[Path(path) for path in snakemake.input.predictions],
            to_restarts=Path(snakemake.output.restarts),
            to_summary=Path(snakemake.output.summary),
            to_selected=Path(snakemake.output.selected),
        )
