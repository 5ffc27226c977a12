"""Ratings and the log-probabilities of sentences → predictions by MORCELA, out of fold, and its coefficients."""

from pathlib import Path

from acceptability.adapter import arguments
from acceptability.contracts import io
from acceptability.contracts.data import PAIRS, SENTENCES
from acceptability.contracts.scoring import LINKING, SCORES, TOKENS
from acceptability.errors import naming, reporting
from acceptability.kinds.fitted import linking


def main(
    sentences: Path,
    pairs: Path,
    log_probs: Path,
    row: str,
    unigrams: Path,
    of_tokens: bool,
    folds: int,
    measures: list[str],
    to_scores: Path,
    to_coefficients: Path,
) -> None:
    """The measure of ``row`` is lp, in ``log_probs``; u and ℓ are from ``unigrams``: tokens or scores."""
    texts, scores = io.read_table(sentences, SENTENCES), io.read_table(log_probs, SCORES)
    log_prob = scores[scores["measure"] == row.split("/")[1]].set_index("sentence_id")["score"].rename("log_prob")
    with naming(unigrams):
        counted = io.read_table(unigrams, TOKENS if of_tokens else SCORES)
        lengths = linking.lengths_of_tokens(counted) if of_tokens else linking.lengths_of_scores(counted, texts)
    with naming(sentences):
        predicted = linking.morcela(texts, io.read_table(pairs, PAIRS), lengths.join(log_prob), int(folds), measures)
    io.write_table(predicted[0], to_scores, SCORES)
    io.write_table(predicted[1], to_coefficients, LINKING)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(**arguments(main, snakemake))
