"""Log-probabilities of tokens → measures of sentences."""

from pathlib import Path

from acceptability.adapter import arguments
from acceptability.contracts import io
from acceptability.contracts.data import SENTENCES
from acceptability.contracts.scoring import SCORES, TOKENS
from acceptability.errors import naming, reporting
from acceptability.scoring.token_scores import scores_of_tokens


def main(sentences: Path, tokens: Path, measures: list[str], to: Path) -> None:
    texts, table = io.read_table(sentences, SENTENCES), io.read_table(tokens, TOKENS)
    with naming(tokens):
        scores = scores_of_tokens(texts, table, measures)
    io.write_table(scores, to, SCORES)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(**arguments(main, snakemake))
