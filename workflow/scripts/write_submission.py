"""Scores of sentences whose labels a benchmark keeps to itself → the file of judgments that it takes."""

from pathlib import Path

from acceptability.adapter import arguments
from acceptability.analysis import targeted
from acceptability.contracts import io, systems
from acceptability.contracts.scoring import SCORES
from acceptability.errors import reporting


def main(scores: Path, thresholds: Path, system: str, measure: str, to: Path) -> None:
    fitted = systems.read_thresholds(thresholds)
    judge = dict(targeted.of_scores({system: io.read_table(scores, SCORES)}, fitted))[f"{system}/{measure}"]
    judged = judge.judgments.iloc[:, 0]
    rows = sorted(zip(judged.index.astype(int), judged, strict=True))
    io.write_text("".join(f"{index}\t{label}\n" for index, label in [("index", "prediction"), *rows]), to)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(**arguments(main, snakemake))
