"""Decisions of all restarts on annotated sentences → MCC by feature (Figures 2 and 3)."""

from pathlib import Path

import pandas as pd

from acceptability import io, restarts
from acceptability.errors import reporting


def main(labelled: Path, features: Path, predictions: dict[str, Path], to_table: Path) -> None:
    """Sentences of the split dev only: those that the paper's figures show."""
    table = io.read_table(labelled, "labelled").set_index("sentence_id")
    dev = table.index[table["split"] == "dev"]
    annotated = io.read_table(features, "features")
    parts = []
    for system, path in predictions.items():
        decided = io.read_table(path, "predictions").set_index("sentence_id").astype(int)
        parts.append(restarts.by_feature(decided.loc[dev], table["label"], annotated).assign(system=system))
    joined = pd.concat(parts)
    io.write_table(joined[["system", *joined.columns.drop("system")]], to_table, "feature_mcc")


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(
            labelled=Path(snakemake.input.labelled),
            features=Path(snakemake.input.features),
            predictions=dict(zip(snakemake.params.systems, map(Path, snakemake.input.predictions), strict=True)),
            to_table=Path(snakemake.output[0]),
        )
