"""Log-probabilities of tokens → measures of sentences."""

from pathlib import Path

import pandas as pd

from acceptability import io, measures
from acceptability.errors import InputError, reporting


def main(sentences: Path, tokens: Path, names: list[str], scores: Path) -> None:
    words = io.read_table(sentences, "sentences").set_index("sentence_id")["sentence"].str.split().str.len()
    table = io.read_table(tokens, "tokens")
    columns = [name for name in measures.COLUMNS if name in table]
    scored = {
        name: measures.Sentence(int(words[name]), {column: group[column].tolist() for column in columns})
        for name, group in table.groupby("sentence_id", sort=False)
    }
    try:
        rows = [
            (name, measure, measures.MEASURES[measure](sentence))
            for measure in names
            for name, sentence in scored.items()
        ]
    except InputError as error:
        raise InputError(f"{tokens}: {error}") from error
    io.write_table(pd.DataFrame(rows, columns=["sentence_id", "measure", "score"]), scores, "scores")


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(
            sentences=Path(snakemake.input.sentences),
            tokens=Path(snakemake.input.tokens),
            names=snakemake.params.measures,
            scores=Path(snakemake.output[0]),
        )
