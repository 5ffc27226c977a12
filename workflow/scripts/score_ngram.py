"""Sentences and an n-gram model → the log-probability of every token."""

from pathlib import Path

from acceptability.adapter import arguments
from acceptability.contracts import io
from acceptability.contracts.data import SENTENCES
from acceptability.contracts.scoring import TOKENS, UNIGRAMS
from acceptability.errors import naming, reporting
from acceptability.kinds.ngram import ngrams as ngram
from acceptability.scoring.tokenisation import tokeniser


def main(
    sentences: Path,
    model: Path,
    unigrams: Path,
    tokenisation: str,
    lowercase: bool,
    end_of_sentence: bool,
    to: Path,
) -> None:
    table = io.read_table(sentences, SENTENCES)
    counts = io.read_table(unigrams, UNIGRAMS)
    known = ngram.Unigrams(dict(zip(counts["token"], counts["count"], strict=True)), end_of_sentence)
    tokenise = tokeniser(tokenisation, lowercase)
    with naming(sentences):
        tokens = ngram.score_table(ngram.load(model), known, table, tokenise, end_of_sentence)
    io.write_table(tokens, to, TOKENS)


if __name__ == "__main__":
    with reporting(snakemake.log[0], snakemake.output):
        main(**arguments(main, snakemake))
