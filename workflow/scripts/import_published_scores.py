"""A column of the authors' results → a score file like any other."""

from pathlib import Path

import pandas as pd

from acceptability import io, li_adger
from acceptability.errors import InputError, reporting


def main(raw: Path, system: dict, scores: Path) -> None:
    reader = {"sentence": li_adger.published_sentence_scores, "pair": li_adger.published_pair_scores}[system["unit"]]
    table = io.read_raw_csv(raw)
    try:
        measures = [
            reader(table, measure, column, system.get("log_base")) for measure, column in system["measures"].items()
        ]
    except InputError as error:
        raise InputError(f"{raw}: {error}") from error
    io.write_table(pd.concat(measures, ignore_index=True), scores, "scores")


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(
            raw=Path(snakemake.input.scores),
            system=snakemake.params.system,
            scores=Path(snakemake.output[0]),
        )
