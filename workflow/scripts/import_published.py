"""Columns of the scores that authors released → a score file like any other."""

from pathlib import Path

import pandas as pd

from acceptability.adapter import arguments
from acceptability.contracts import io
from acceptability.contracts.data import SENTENCES
from acceptability.contracts.scoring import SCORES
from acceptability.datasets.left_out import without_skipped
from acceptability.errors import naming, reporting
from acceptability.scoring.token_scores import with_change_per_nat
from acceptability.sources import released_surprisals
from acceptability.sources.released_scores import UNITS, of_dataset


def main(
    raw: list[Path],
    sentences: Path,
    unit: str,
    measures: dict[str, str],
    log_base: float | None,
    parts: list[str],
    to: Path,
    selection: bool = False,
    skipped: Path | None = None,
):
    """``unit``: what a row of the files is; ``measures``: the files' column of each; ``parts``: what each file holds,
    where there are several; ``selection``: the dataset has only some of its source's sentences; ``skipped``: what is
    left out."""
    known = io.read_table(sentences, SENTENCES)
    if unit == "token":
        files = dict(zip(parts, raw, strict=True))
        tables = [released_surprisals.scores(files, known, measure, column) for measure, column in measures.items()]
    else:
        table = io.read_raw_csv(raw[0])
        with naming(raw[0]):
            tables = [UNITS[unit](table, measure, column, log_base) for measure, column in measures.items()]
            if selection:
                tables = [of_dataset(scores, known) for scores in tables]
    scores = without_skipped(pd.concat(tables, ignore_index=True), skipped)
    io.write_table(with_change_per_nat(scores, known), to, SCORES)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(**arguments(main, snakemake))
