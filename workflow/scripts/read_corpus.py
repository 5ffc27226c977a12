"""A corpus in its own format → one sentence a line, as it is written."""

from pathlib import Path

from tqdm import tqdm

from acceptability.adapter import arguments
from acceptability.contracts import io
from acceptability.datasets import corpora
from acceptability.errors import reporting


def main(corpus: Path, kind: str, threads: int, to: Path) -> None:
    if kind == "bnc":
        names = corpora.bnc_texts(corpus)
        texts = tqdm(corpora.bnc_sentences(corpus, names, threads), total=len(names), unit=" texts")
        io.write_lines((sentence for text in texts for sentence in text), to)
    else:
        io.write_lines(tqdm(corpora.KINDS[kind].read(corpus), unit=" sentences"), to)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(**arguments(main, snakemake))
