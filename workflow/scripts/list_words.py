"""Log-probabilities of tokens → surprisals of words."""

from pathlib import Path

from acceptability.adapter import arguments
from acceptability.contracts import io
from acceptability.contracts.data import SENTENCES
from acceptability.contracts.scoring import TOKENS, WORDS
from acceptability.errors import naming, reporting
from acceptability.scoring import words
from acceptability.scoring.tokenisation import tokeniser


def main(sentences: Path, tokens: Path, tokenisation: list, to: Path) -> None:
    """``tokenisation``: of an n-gram model, how it splits text and whether it ignores case; else nothing."""
    texts, table = io.read_table(sentences, SENTENCES), io.read_table(tokens, TOKENS)
    with naming(sentences):
        table_of_words = words.of_tokens(table, texts, tokeniser(*tokenisation) if tokenisation else None)
    io.write_table(table_of_words, to, WORDS)


if __name__ == "__main__":
    with reporting(snakemake.log[0], snakemake.output):
        main(**arguments(main, snakemake))
