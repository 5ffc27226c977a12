"""Pairs and fillers → lists of sentences for participants, one CSV each."""

from collections.abc import Mapping
from pathlib import Path

import pandas as pd

from acceptability.adapter import paths
from acceptability.contracts import io
from acceptability.contracts.data import PAIRS, SENTENCES
from acceptability.errors import naming, reporting
from acceptability.reading.sentences import read_fillers
from acceptability.statistics.questionnaire import check_fillers, lists


def main(
    sentences: Path, pairs: Path, fillers: list[Path], reading: Mapping[str, str], seed: int, to: list[Path]
) -> None:
    """``reading`` says how the tables of fillers are read; see reading.sheets.read."""
    texts = io.read_table(sentences, SENTENCES).set_index("sentence_id")["sentence"]
    read = [read_fillers(path, **reading)[0] for path in fillers]
    others = pd.Series({key: text for table in read for key, text in table.items()}, dtype=object)
    table = io.read_table(pairs, PAIRS)
    for path in fillers:
        with naming(path):
            check_fillers(texts, table, others)
    with naming(pairs):
        new_lists = lists(texts, table, len(to), seed, others)
    for table, path in zip(new_lists, to, strict=True):
        io.write_table(table, path)
    remove_further(to)


def remove_further(to: list[Path]) -> None:
    """Remove lists of an earlier run that made more of them: their files are <number>.csv with a higher number."""
    for path in to[0].parent.glob("*.csv"):
        if path.stem.isdecimal() and int(path.stem) > len(to):
            path.unlink()


if __name__ == "__main__":
    with reporting(snakemake.log[0], snakemake.output):
        given = {name: paths(snakemake.input[name]) for name in ("sentences", "pairs")}
        fillers = [Path(path) for path in snakemake.input.fillers]
        settings = {name: snakemake.params[name] for name in ("reading", "seed")}
        main(**given, fillers=fillers, **settings, to=[Path(path) for path in snakemake.output])
