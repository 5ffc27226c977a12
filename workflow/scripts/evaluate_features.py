"""Decisions of all restarts on annotated sentences → MCC by feature."""

from pathlib import Path

import pandas as pd

from acceptability.analysis import restarts
from acceptability.contracts import io
from acceptability.contracts.classifiers import FEATURE_MCC
from acceptability.contracts.data import FEATURES, SENTENCES
from acceptability.contracts.scoring import PREDICTIONS
from acceptability.errors import reporting


def main(labelled: Path, features: Path, predictions: list[Path], left_out: list[str], to_table: Path) -> None:
    """Sentences of the split dev only. ``left_out``: major features that a published figure does not show."""
    table = io.read_table(labelled, SENTENCES).set_index("sentence_id")
    dev = table.index[table["split"] == "dev"]
    annotated = io.read_table(features, FEATURES)
    parts = {}
    for path in predictions:
        decided = io.read_table(path, PREDICTIONS).set_index("sentence_id").astype(int)
        parts[path.stem] = restarts.by_feature(decided.loc[dev], table["label"], annotated, left_out)
    io.write_table(pd.concat(parts, names=["system"]).reset_index("system"), to_table, FEATURE_MCC)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(
            labelled=Path(snakemake.input.labelled),
            features=Path(snakemake.input.features),
            predictions=[Path(path) for path in snakemake.input.predictions],
            left_out=snakemake.params.get("left_out", []),
            to_table=Path(snakemake.output[0]),
        )
