"""Pearson matrix → heatmap."""

from pathlib import Path

from acceptability import figures, io
from acceptability.errors import reporting


def main(correlations: Path, labels: dict[str, str], title: str, targets: list[Path]) -> None:
    matrix = io.read_table(correlations, "correlations")
    figures.save(figures.correlations(matrix, labels, title), *targets)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(
            correlations=Path(snakemake.input.correlations),
            labels=snakemake.params.labels,
            title=snakemake.params.title,
            targets=[Path(path) for path in snakemake.output],
        )
