"""Deltas of all systems of a dataset → differences between each two rows, with intervals and paired tests."""

from pathlib import Path

from acceptability.analysis import uncertainty
from acceptability.contracts import io
from acceptability.contracts.data import PAIRS
from acceptability.contracts.metrics import DIFFERENCES
from acceptability.errors import reporting


def main(deltas: list[Path], pairs: Path, reference: str, dataset: str, thresholds: list[float], table: Path) -> None:
    clusters = io.read_table(pairs, PAIRS).set_index("pair_id")["cluster"]
    columns = io.read_delta_columns({path.stem: path for path in deltas})
    references = [row for row in columns if row.startswith(f"{reference}/")]
    differences = uncertainty.differences(columns, clusters, thresholds, references)
    differences.insert(0, "dataset", dataset)
    io.write_table(differences, table, DIFFERENCES)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(
            deltas=[Path(path) for path in snakemake.input.deltas],
            pairs=Path(snakemake.input.pairs),
            reference=snakemake.params.reference,
            dataset=snakemake.wildcards.dataset,
            thresholds=snakemake.params.thresholds,
            table=Path(snakemake.output[0]),
        )
