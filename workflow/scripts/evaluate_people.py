"""Two panels' single ratings and all deltas → people beside systems, where raters are known one by one."""

from pathlib import Path

from acceptability.adapter import arguments
from acceptability.analysis.people import people, swapped
from acceptability.contracts import io, systems
from acceptability.contracts.data import PAIRS, RATINGS, SENTENCES
from acceptability.contracts.raters import PEOPLE
from acceptability.errors import reporting


def main(
    sentences: Path,
    pairs: Path,
    panels: list[Path],
    deltas: list[Path],
    thresholds: list,
    dataset: str,
    to_people: Path,
    to_swapped: Path,
) -> None:
    """``panels``: the ratings that make the human deltas, and those of other people, which do in ``to_swapped``."""
    ratings = [io.read_table(path, RATINGS) for path in panels]
    tables = io.read_table(pairs, PAIRS), *ratings, systems.read_delta_columns(deltas), thresholds
    found = people(io.read_table(sentences, SENTENCES), *tables)
    io.write_table(found.assign(dataset=dataset), to_people, PEOPLE)
    io.write_table(swapped(*tables).assign(dataset=dataset), to_swapped, PEOPLE)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(**arguments(main, snakemake))
