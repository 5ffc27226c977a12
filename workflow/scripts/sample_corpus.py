"""A corpus as one sentence a line → a random sample of its sentences with a number of tokens."""

from pathlib import Path

from acceptability.adapter import arguments
from acceptability.contracts import io
from acceptability.datasets import corpora
from acceptability.errors import reporting


def main(corpus: Path, sample: dict, to: Path) -> None:
    io.write_lines(corpora.sample(corpus, sample["tokens"], sample["number"]), to)


if __name__ == "__main__":
    with reporting(snakemake.log[0], snakemake.output):
        main(**arguments(main, snakemake))
