"""Scores and deltas of one system → results and samples in the JSON form of lm-evaluation-harness."""

import json
from pathlib import Path

from acceptability.adapter import arguments
from acceptability.contracts import io
from acceptability.contracts.data import PAIRS, SENTENCES
from acceptability.contracts.deltas import DELTAS
from acceptability.contracts.scoring import SCORES
from acceptability.errors import reporting
from acceptability.tables import harness


def main(
    sentences: Path,
    pairs: Path,
    scores: Path,
    deltas: Path,
    dataset: str,
    described: dict[str, str],
    to_results: Path,
    to_samples: Path,
) -> None:
    """``described``: what is said of the system."""
    minimal_pairs, of_pairs = io.read_table(pairs, PAIRS), io.read_table(deltas, DELTAS)
    made = harness.results(of_pairs, minimal_pairs, dataset, described)
    io.write_text(json.dumps(made, indent=2, ensure_ascii=False) + "\n", to_results)
    read = io.read_table(scores, SCORES), io.read_table(sentences, SENTENCES)
    lines = [json.dumps(sample, ensure_ascii=False) for sample in harness.samples(*read, of_pairs, minimal_pairs)]
    io.write_text("\n".join(lines) + "\n", to_samples)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(**arguments(main, snakemake))
