"""Answers to prompts about pairs → deltas: above 0 where the good sentence is chosen, over both orders."""

from pathlib import Path

from acceptability.adapter import arguments
from acceptability.contracts import io
from acceptability.contracts.data import PAIRS, SENTENCES
from acceptability.contracts.deltas import DELTAS
from acceptability.contracts.scoring import ANSWERS
from acceptability.errors import naming, reporting
from acceptability.scoring.answers import scores_of_items
from acceptability.statistics.deltas import deltas_of_choices


def main(sentences: Path, pairs: Path, answers: Path, measures: list[str], tie: float, to: Path) -> None:
    """``tie``: differences of log-probabilities that are so small are rounding; see compute_deltas."""
    given = io.read_table(answers, ANSWERS)
    scored = scores_of_items(given).rename(columns={"item": "pair_id"})
    texts, table = io.read_table(sentences, SENTENCES), io.read_table(pairs, PAIRS)
    in_words = given["listed"].isna().all()
    with naming(answers):
        deltas = deltas_of_choices(scored, texts, table, measures, 0 if in_words else tie)
    io.write_table(deltas, to, DELTAS)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(**arguments(main, snakemake))
