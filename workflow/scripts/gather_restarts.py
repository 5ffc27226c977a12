"""What each restart says of sentences → one table of decisions, a column a restart."""

from pathlib import Path

import pandas as pd

from acceptability.contracts import io
from acceptability.contracts.data import SENTENCES
from acceptability.contracts.scoring import MARGINS
from acceptability.errors import reporting
from acceptability.scoring import decisions


def main(sentences: Path, margins: dict[str, Path], to_predictions: Path) -> None:
    table = io.read_table(sentences, SENTENCES)[["sentence_id"]]
    columns = {}
    for restart, path in margins.items():
        found = io.read_table(path, MARGINS).set_index("sentence_id")["margin"]
        columns[restart] = decisions.decide(found.loc[table["sentence_id"]])
    io.write_table(pd.concat([table, pd.DataFrame(columns)], axis=1), to_predictions, "predictions")


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(
            sentences=Path(snakemake.input.sentences),
            margins=dict(zip(map(str, snakemake.params.restarts), map(Path, snakemake.input.margins), strict=True)),
            to_predictions=Path(snakemake.output[0]),
        )
