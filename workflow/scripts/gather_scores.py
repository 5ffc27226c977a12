"""Sentences and the scores of all systems → one table: a row for each sentence, a column for each measure."""

from pathlib import Path

from acceptability.adapter import arguments
from acceptability.contracts import io, systems
from acceptability.contracts.data import SENTENCES
from acceptability.contracts.scoring import SCORES
from acceptability.errors import reporting


def main(sentences: Path, scores: list[Path], to: Path) -> None:
    table = io.read_table(sentences, SENTENCES).set_index("sentence_id")
    for system, scored in systems.read_by_system(scores, SCORES).items():
        wide = scored.pivot(index="sentence_id", columns="measure", values="score")[scored["measure"].unique()]
        table = table.join(wide.add_prefix(f"{system}/"))
    io.write_table(table.reset_index(), to)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(**arguments(main, snakemake))
