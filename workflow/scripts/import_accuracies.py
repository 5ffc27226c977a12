"""Shares of pairs right that authors released, by paradigm → a table of one system."""

from pathlib import Path

from acceptability.adapter import arguments
from acceptability.contracts import io
from acceptability.contracts.data import PAIRS
from acceptability.contracts.studies import ACCURACIES
from acceptability.errors import naming, reporting
from acceptability.sources.released_scores import accuracies


def main(raw: Path, pairs: Path, columns: dict[str, str], to: Path) -> None:
    sizes = io.read_table(pairs, PAIRS)["paradigm"].value_counts(sort=False)
    table = io.read_json_table(raw) if raw.suffix == ".jsonl" else io.read_raw_csv(raw)
    with naming(raw):
        io.write_table(accuracies(table, columns, sizes), to, ACCURACIES)


if __name__ == "__main__":
    with reporting(snakemake.log[0], snakemake.output):
        main(**arguments(main, snakemake))
