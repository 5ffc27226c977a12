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
from acceptability.sources.released_scores import of_dataset, published_sentence_scores


def main(
    raw: list[Path],
    sentences: Path,
    pairs: Path,
    unit: str,
    measures: dict[str, str],
    parts: list[str],
    to_scores: Path,
    to_matches: Path,
    selection: bool = False,
    module: str = "",
    about: list[str] | None = None,
):
    """``unit``: what the file has a row for; ``measures``: the files' column of each; ``parts``: the content of each
    file, where there are several; ``selection``: the dataset has only some of its source's sentences; ``module`` reads
    files in a format of their own; ``about``: sources of the sentences that may have scores, where not all may."""
    known = io.read_table(sentences, SENTENCES)
    if about:
        known = known[known["source"].isin(about)]
    files = dict(zip(parts or [""], raw, strict=True))
    if unit == "own":
        read = import_module(f"acceptability.{module}").scores
        scores = read(files, measures, known, io.read_table(pairs, PAIRS))
    else:
        table = io.read_raw_csv(raw[0])
        with naming(raw[0]):
            scores = pd.concat(
                published_sentence_scores(table, measure, column) for measure, column in measures.items()
            )
    matches = pd.DataFrame(columns=list(MATCHES.columns))
    with naming(raw[0]):
        if "sentence_id" not in scores:
            scores, matches = matching.scores_by_id(scores, dict(known[["sentence_id", "sentence"]].to_numpy()))
        elif selection:
            scores = pd.concat(of_dataset(part, known) for _, part in scores.groupby("measure", sort=False))
    io.write_table(with_change_per_nat(scores.reset_index(drop=True), known), to_scores, SCORES)
    io.write_table(matches, to_matches, MATCHES)


if __name__ == "__main__":
    with reporting(snakemake.log[0], snakemake.output):
        main(**arguments(main, snakemake))
