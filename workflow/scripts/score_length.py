"""Sentences → minus their number of words."""

from pathlib import Path

from acceptability import baselines, io
from acceptability.errors import reporting


def main(sentences: Path, scores: Path) -> None:
    table = io.read_table(sentences, "sentences")[["sentence_id", "sentence"]]
    table["score"] = table.pop("sentence").map(baselines.negative_length)
    table.insert(1, "measure", "negative_length")
    io.write_table(table, scores, "scores")


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(sentences=Path(snakemake.input.sentences), scores=Path(snakemake.output[0]))
