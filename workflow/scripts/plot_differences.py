"""Differences between systems → heatmaps."""

from pathlib import Path

from acceptability import figures, io
from acceptability.errors import reporting


def main(
    differences: Path, labels: dict[str, str], references: dict[str, str], title: str, targets: list[Path]
) -> None:
    table = io.read_table(differences, "differences")
    figures.save(figures.differences(table, labels, references, title), *targets)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(
            differences=Path(snakemake.input.differences),
            labels=snakemake.params.labels,
            references=snakemake.params.references,
            title=snakemake.params.title,
            targets=[Path(path) for path in snakemake.output],
        )
