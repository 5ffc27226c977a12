"""Criteria by phenomenon → a heatmap, or strips where there are many phenomena."""

from pathlib import Path

from acceptability import figures, io
from acceptability.errors import reporting


def main(phenomena: Path, labels: dict[str, str], title: str, targets: list[Path]) -> None:
    figures.save(figures.phenomena(io.read_table(phenomena, "phenomena"), labels, title), *targets)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(
            phenomena=Path(snakemake.input.phenomena),
            labels=snakemake.params.labels,
            title=snakemake.params.title,
            targets=[Path(path) for path in snakemake.output],
        )
