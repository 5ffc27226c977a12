"""Answers in words, from models behind an API or from people → answers like those of a model that is asked here."""

from pathlib import Path

import pandas as pd

from acceptability.adapter import arguments
from acceptability.contracts import io
from acceptability.contracts.data import PAIRS, SENTENCES
from acceptability.contracts.scoring import ANSWERS
from acceptability.errors import reporting
from acceptability.kinds.prompted import reading as answers
from acceptability.scoring import prompts


def main(
    sentences: Path,
    pairs: Path,
    table: Path,
    asked: list,
    source: str,
    measures: list[str],
    reading: dict[str, str],
    sent: str,
    to: Path,
) -> None:
    """``asked`` are the contents of ``source``, a file of prompts; ``reading``, how the table is read.

    ``sent`` is the text of the system prompt before each of them; empty if there was none.
    """
    items = prompts.items_of_tables(io.read_table(sentences, SENTENCES), io.read_table(pairs, PAIRS))
    chosen = prompts.asked_for(asked, measures, source)
    rows = answers.read_answers(answers.read_rows(table, **reading), chosen, items, table, sent)
    print(*answers.said_of(rows), sep="\n")
    numbers = {"score": float, "listed": float}
    io.write_table(pd.DataFrame(rows, columns=list(ANSWERS.columns)).astype(numbers), to, ANSWERS)


if __name__ == "__main__":
    with reporting(snakemake.log[0], snakemake.output):
        main(**arguments(main, snakemake))
