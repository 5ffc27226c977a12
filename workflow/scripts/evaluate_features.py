"""Decisions of all restarts on annotated sentences → MCC by feature."""

from pathlib import Path

from acceptability.adapter import arguments
from acceptability.analysis import restarts
from acceptability.contracts import io, systems
from acceptability.contracts.classifiers import FEATURE_MCC
from acceptability.contracts.data import FEATURES, SENTENCES
from acceptability.errors import reporting


def main(labelled: Path, features: Path, predictions: list[Path], to: Path, left_out: tuple[str, ...] = ()) -> None:
    """Sentences of the split dev only. ``left_out``: major features that a published figure does not show."""
    table = io.read_table(labelled, SENTENCES).set_index("sentence_id")
    dev, annotated = table.index[table["split"] == "dev"], io.read_table(features, FEATURES)
    decided = {name: answers.loc[dev] for name, answers in systems.read_decisions(predictions).items()}
    by_feature = systems.stack_each(decided, restarts.by_feature, table["label"], annotated, left_out)
    io.write_table(by_feature, to, FEATURE_MCC)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(**arguments(main, snakemake))
