"""Sentences and a corpus → add-one unigram log-probabilities."""

from pathlib import Path

from acceptability import baselines, io
from acceptability.errors import InputError, reporting


def main(sentences: Path, corpus: Path, scores: Path) -> None:
    lines = io.read_text(corpus).splitlines()
    model = baselines.Unigram(lines)
    if not model.counts:
        raise InputError(f"{corpus}: holds no words; it needs one sentence a line")
    table = io.read_table(sentences, "sentences")[["sentence_id", "sentence"]]
    table["score"] = table.pop("sentence").map(model.log_prob)
    table.insert(1, "measure", "log_prob")
    io.write_table(table, scores, "scores")


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(
            sentences=Path(snakemake.input.sentences),
            corpus=Path(snakemake.input.corpus),
            scores=Path(snakemake.output[0]),
        )
