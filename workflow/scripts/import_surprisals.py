"""A user's table of surprisals of regions → tokens; or of decisions about items of suites → the same, checked."""

from pathlib import Path

import pandas as pd

from acceptability.adapter import arguments
from acceptability.analyses.suites import finished
from acceptability.contracts import io
from acceptability.contracts.data import SENTENCES
from acceptability.contracts.deltas import DELTAS
from acceptability.contracts.scoring import ITEM_DECISIONS, TOKENS
from acceptability.errors import reporting


def main(
    sentences: Path,
    table: Path,
    metrics: dict[str, str],
    reading: dict[str, str],
    to_tokens: Path | None = None,
    to_decisions: Path | None = None,
    to_deltas: Path | None = None,
) -> None:
    """``metrics``: of each suite, what the surprisal of a region is of those of its tokens."""
    texts = io.read_table(sentences, SENTENCES)
    if to_tokens:
        io.write_table(finished.read_surprisals(table, texts, metrics, **reading)[0], to_tokens, TOKENS)
    if to_decisions and to_deltas:
        io.write_table(finished.read_decisions(table, texts, **reading)[0], to_decisions, ITEM_DECISIONS)
        io.write_table(pd.DataFrame(columns=list(DELTAS.columns)), to_deltas, DELTAS)


if __name__ == "__main__":
    with reporting(snakemake.log[0], snakemake.output):
        main(**arguments(main, snakemake))
