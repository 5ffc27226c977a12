"""Sentences and the scores of all systems → one table: a row for each sentence, a column for each measure."""

from pathlib import Path

import pandas as pd

from acceptability.adapter import arguments
from acceptability.contracts import io, systems
from acceptability.contracts.data import SENTENCES
from acceptability.contracts.scoring import SCORES
from acceptability.errors import reporting


def main(sentences: Path, scores: list[Path], to: Path) -> None:
    table = io.read_table(sentences, SENTENCES).set_index("sentence_id")
    columns = {
        f"{system}/{measure}": group.set_index("sentence_id")["score"]
        for system, of_system in systems.read_by_system(scores, SCORES).items()
        for measure, group in of_system.groupby("measure", sort=False)
    }
    io.write_table(pd.concat([table, pd.DataFrame(columns).reindex(table.index)], axis=1).reset_index(), to)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(**arguments(main, snakemake))
