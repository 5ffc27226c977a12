"""Log-probabilities of tokens → measures of sentences."""

from pathlib import Path

import numpy as np
import pandas as pd

from acceptability.contracts import io
from acceptability.contracts.data import SENTENCES
from acceptability.contracts.scoring import SCORES, TOKENS
from acceptability.errors import naming, reporting
from acceptability.scoring.measures import MEASURES, Sentence


def main(sentences: Path, tokens: Path, measures: list[str], scores: Path) -> None:
    words = io.read_table(sentences, SENTENCES).set_index("sentence_id")["sentence"].str.split().str.len()
    table = io.read_table(tokens, TOKENS)
    number, names = pd.factorize(table["sentence_id"])
    in_order = np.argsort(number, kind="stable")
    ends = np.cumsum(np.bincount(number)).tolist()
    bounds = list(zip([0, *ends[:-1]], ends, strict=True))
    columns = {
        name: [values[start:end] for start, end in bounds]
        for name in sorted({need for measure in measures for need in MEASURES[measure].needs} & set(table))
        for values in [table[name].to_numpy()[in_order].tolist()]
    }
    scored = [
        Sentence(count, {name: values[place] for name, values in columns.items()})
        for place, count in enumerate(words.loc[names].tolist())
    ]
    with naming(tokens):
        parts = {
            measure: pd.DataFrame({"sentence_id": names, "score": list(map(MEASURES[measure].function, scored))})
            for measure in measures
        }
    table = pd.concat(parts, names=["measure"]).reset_index("measure")
    io.write_table(table[["sentence_id", "measure", "score"]], scores, SCORES)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(
            sentences=Path(snakemake.input.sentences),
            tokens=Path(snakemake.input.tokens),
            measures=snakemake.params.measures,
            scores=Path(snakemake.output[0]),
        )
