"""A corpus in its own format → one sentence a line, as it is written."""

from collections.abc import Iterator
from pathlib import Path

from tqdm import tqdm

from acceptability.contracts import io
from acceptability.datasets import corpora
from acceptability.errors import reporting


def sentences(corpus: Path, kind: str, workers: int) -> Iterator[str]:
    """Sentences of the corpus, with a progress bar."""
    if kind == "bnc":
        names = corpora.bnc_texts(corpus)
        texts = tqdm(corpora.bnc_sentences(corpus, names, workers), total=len(names), unit=" texts")
        return (sentence for text in texts for sentence in text)
    reader = {"brown": corpora.brown_sentences, "text": corpora.text_sentences, "toy": corpora.toy_sentences}[kind]
    return iter(tqdm(reader(corpus), unit=" sentences"))


def main(corpus: Path, kind: str, workers: int, target: Path) -> None:
    io.write_lines(sentences(corpus, kind, workers), target)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(
            corpus=Path(snakemake.input.corpus),
            kind=snakemake.params.kind,
            workers=snakemake.threads,
            target=Path(snakemake.output[0]),
        )
