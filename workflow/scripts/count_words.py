"""A corpus in its own format → how often each word occurs."""

from pathlib import Path

import pandas as pd

from acceptability.adapter import arguments
from acceptability.contracts import io
from acceptability.contracts.scoring import WORD_COUNTS
from acceptability.datasets import corpora
from acceptability.errors import InputError, reporting
from acceptability.statistics.stimuli import count_words


def main(corpus: Path, kind: str, module: str, threads: int, to: Path) -> None:
    counts = count_words(corpora.sentences(corpus, kind, threads, module))
    if not counts:
        raise InputError(f"{corpus}: the corpus holds no words to count; name another")
    io.write_table(pd.DataFrame(sorted(counts.items()), columns=["token", "count"]), to, WORD_COUNTS)


if __name__ == "__main__":
    with reporting(snakemake.log[0], snakemake.output):
        main(**arguments(main, snakemake))
