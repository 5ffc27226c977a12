"""Answers to prompts about sentences → scores of sentences."""

from pathlib import Path

from acceptability.adapter import arguments
from acceptability.contracts import io
from acceptability.contracts.scoring import ANSWERS, SCORES
from acceptability.errors import reporting
from acceptability.scoring.answers import change_per_nat, scores_of_items


def main(answers: Path, to: Path) -> None:
    given = io.read_table(answers, ANSWERS)
    change = {measure: change_per_nat(measure, group) for measure, group in given.groupby("measure", sort=False)}
    scores = scores_of_items(given).rename(columns={"item": "sentence_id"})
    scores["change_per_nat"] = scores["measure"].map(change).astype(float)
    io.write_table(scores[["sentence_id", "measure", "score", "change_per_nat"]], to, SCORES)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(**arguments(main, snakemake))
