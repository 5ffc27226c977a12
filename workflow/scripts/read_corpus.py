"""A corpus in its own format → one sentence a line, as it is written."""

from pathlib import Path

from tqdm import tqdm

from acceptability.adapter import arguments
from acceptability.contracts import io
from acceptability.datasets import corpora
from acceptability.errors import reporting


def main(corpus: Path, kind: str, module: str, threads: int, to: Path) -> None:
    io.write_lines(tqdm(corpora.sentences(corpus, kind, threads, module), unit=" sentences"), to)


if __name__ == "__main__":
    with reporting(snakemake.log[0], snakemake.output):
        main(**arguments(main, snakemake))
