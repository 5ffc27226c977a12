"""A user's table of scores → a score file like any other."""

import gc
from pathlib import Path

from acceptability.adapter import arguments
from acceptability.contracts import io
from acceptability.contracts.data import SENTENCES
from acceptability.contracts.scoring import MATCHES, SCORES
from acceptability.errors import reporting
from acceptability.reading import scores as own_scores
from acceptability.reading.matching import NOT, matches, say
from acceptability.scoring.token_scores import with_change_per_nat


def main(
    sentences: Path,
    table: Path | list[Path],
    measures: dict[str, str],
    negate: list,
    reading: dict[str, str],
    partial: bool,
    to_scores: Path,
    to_matches: Path,
):
    """``partial``: some sentences may have no score."""
    known = io.read_table(sentences, SENTENCES)
    texts = dict(known[["sentence_id", "sentence"]].to_numpy())
    judged = own_scores.read(table, measures, negate, texts, complete=not partial, **reading)
    strangers = (f"{row} is not a sentence of this dataset; left out" for row in judged.ways.get(NOT, []))
    print(*judged.reading.lines, *strangers, sep="\n")
    scored = with_change_per_nat(judged.rows.frame(), known)
    io.write_table(scored, to_scores, SCORES)
    io.write_table(say(matches(judged.ways)), to_matches, MATCHES)


if __name__ == "__main__":
    gc.disable()  # large tables are no garbage, and looking through them takes a third of the time
    with reporting(snakemake.log[0], snakemake.output):
        main(**arguments(main, snakemake))
