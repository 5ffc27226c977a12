"""Columns of the scores that authors released → a score file like any other."""

from importlib import import_module
from pathlib import Path

import pandas as pd

from acceptability.adapter import arguments
from acceptability.contracts import io
from acceptability.contracts.data import PAIRS, SENTENCES
from acceptability.contracts.scoring import MATCHES, SCORES
from acceptability.errors import naming, reporting
from acceptability.reading import matching
from acceptability.scoring.token_scores import with_change_per_nat
from acceptability.sources import released_surprisals, released_words
from acceptability.sources.released_scores import UNITS, of_dataset


def main(
    raw: list[Path],
    sentences: Path,
    pairs: Path,
    unit: str,
    measures: dict[str, str],
    log_base: float | None,
    parts: list[str],
    to_scores: Path,
    to_matches: Path,
    selection: bool = False,
    module: str | None = None,
    about: list[str] | None = None,
):
    """``unit``: what a row of the files is; ``measures``: the files' column of each; ``parts``: what each file holds,
    where there are several; ``selection``: the dataset has only some of its source's sentences; ``module`` reads files
    in a format of their own; ``about``: sources of the sentences that may have scores, where not all may."""
    known = io.read_table(sentences, SENTENCES)
    if about:
        known = known[known["source"].isin(about)]
    files = dict(zip(parts or [""], raw, strict=False))
    if unit == "token":
        scores = pd.concat(
            [released_surprisals.scores(files, known, measure, column) for measure, column in measures.items()]
        )
    elif unit == "word":
        scores = released_words.scores(*raw, measures, log_base)
    elif unit == "own":
        read = import_module(f"acceptability.{module}").scores
        scores = read(files, measures, known, io.read_table(pairs, PAIRS))
    else:
        table = io.read_raw_csv(raw[0])
        with naming(raw[0]):
            scores = pd.concat(UNITS[unit](table, measure, column, log_base) for measure, column in measures.items())
            if selection:
                scores = pd.concat(of_dataset(part, known) for _, part in scores.groupby("measure", sort=False))
    matches = pd.DataFrame(columns=list(MATCHES.columns))
    if "sentence_id" not in scores:
        with naming(raw[0]):
            scores, matches = matching.scores_by_id(scores, dict(known[["sentence_id", "sentence"]].to_numpy()))
    io.write_table(with_change_per_nat(scores.reset_index(drop=True), known), to_scores, SCORES)
    io.write_table(matches, to_matches, MATCHES)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(**arguments(main, snakemake))
