"""Which sentence of each pair systems chose, in a user's table or as authors released it → deltas of 1 and −1."""

from importlib import import_module
from pathlib import Path

import numpy as np
import pandas as pd

from acceptability.adapter import arguments
from acceptability.contracts import io
from acceptability.contracts.data import PAIRS, SENTENCES
from acceptability.contracts.deltas import DELTAS
from acceptability.contracts.scoring import MATCHES
from acceptability.errors import naming, reporting
from acceptability.reading import decisions as own_decisions
from acceptability.reading.matching import NOT, say
from acceptability.reading.matching import matches as counted
from acceptability.responses import chosen
from acceptability.statistics.deltas import deltas_of_decisions


def main(
    raw: list[Path],
    sentences: Path,
    pairs: Path,
    measures: dict[str, str],
    parts: list[str],
    reading: dict[str, str],
    module: str,
    to_deltas: Path,
    to_matches: Path,
) -> None:
    """``measures``: the column, or the part, of each; ``parts``: the content of each of several files; ``module`` reads
    released files, in a format of their own; without it, they are the user's."""
    texts, table = io.read_table(sentences, SENTENCES), io.read_table(pairs, PAIRS)
    matches = pd.DataFrame(columns=list(MATCHES.columns))
    if module:
        read = import_module(f"acceptability.{module}").decisions
        decided = read(dict(zip(parts or [""], raw, strict=True)), measures, texts, table)
    else:
        known = own_decisions.texts_of_pairs(table, texts)
        judged = own_decisions.read(chosen.table(raw, **reading), measures, known, **reading)
        strangers = (f"{row} is not a pair of this dataset; left out" for row in judged.ways.get(NOT, []))
        print(*judged.reading.lines, *strangers, sep="\n")
        decided = pd.DataFrame(judged.rows, columns=["pair_id", "measure", "chose_good"])
        matches = say(counted(judged.ways))
    with naming(raw[0]):
        deltas = deltas_of_decisions(decided, texts, table, list(measures))
    counts = deltas.groupby("measure", sort=False)["model_delta"].agg(["size", lambda side: int(np.sum(side > 0))])
    print(
        *(f"{measure}: {right} of {size} answers are right" for measure, size, right in counts.itertuples()), sep="\n"
    )
    io.write_table(deltas, to_deltas, DELTAS)
    io.write_table(matches, to_matches, MATCHES)


if __name__ == "__main__":
    with reporting(snakemake.log[0], snakemake.output):
        main(**arguments(main, snakemake))
