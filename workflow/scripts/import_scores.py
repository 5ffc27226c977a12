"""A user's table of scores → a score file like any other."""

from pathlib import Path

import pandas as pd

from acceptability.adapter import arguments
from acceptability.contracts import io
from acceptability.contracts.data import SENTENCES
from acceptability.contracts.scoring import SCORES
from acceptability.datasets.user_scores import read_scores
from acceptability.errors import reporting


def main(sentences: Path, table: Path, measures: dict[str, str], negate: list, reading: dict[str, str], to: Path):
    texts = io.read_table(sentences, SENTENCES).set_index("sentence_id")["sentence"].to_dict()
    scores, strangers = read_scores(table, measures, negate, texts, **reading)
    print(*(f"{table}, {stranger}; left out" for stranger in strangers), sep="\n")
    io.write_table(pd.DataFrame(scores, columns=["sentence_id", "measure", "score"]), to, SCORES)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(**arguments(main, snakemake))
