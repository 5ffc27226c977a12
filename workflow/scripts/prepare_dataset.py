"""A dataset's raw files → sentences, pairs, ratings of single participants, their choices, features, remarks."""

import gc
from importlib import import_module
from pathlib import Path

from acceptability.adapter import paths
from acceptability.contracts import checks, io
from acceptability.contracts.data import CHOICES, FEATURES, PAIRS, RATINGS, REMARKS, RESPONSES, SENTENCES
from acceptability.errors import reporting


def main(reader: str, files: dict[str, Path], options: dict[str, str], targets: dict[str, Path]) -> None:
    """``reader`` names a module of the package; ``files`` and ``options`` are its arguments."""
    dataset = import_module(f"acceptability.{reader}").read(**files, **options)
    checks.check_pairs(dataset.pairs, dataset.sentences, targets["pairs"])
    print(f"{len(dataset.sentences)} sentences, {len(dataset.pairs)} pairs, {len(dataset.remarks)} remarks")
    tables = (SENTENCES, PAIRS, RATINGS, RATINGS, CHOICES, RESPONSES, FEATURES, REMARKS)
    for name, table in zip(targets, tables, strict=True):
        io.write_table(getattr(dataset, name), targets[name], table)


if __name__ == "__main__":
    gc.disable()  # large tables are no garbage, and looking through them takes a third of the time
    with reporting(snakemake.log[0], snakemake.output):
        main(
            reader=snakemake.params.reader,
            options=snakemake.params.options,
            files={name: paths(files) for name, files in snakemake.input.items() if name != "code"},
            targets={name: Path(path) for name, path in snakemake.output.items()},
        )
