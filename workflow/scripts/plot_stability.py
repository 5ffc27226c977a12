"""Sentences that flip between restarts → a figure."""

from pathlib import Path

from acceptability import figures, io
from acceptability.errors import reporting


def main(curve: Path, labels: dict, colours: dict, title: str, targets: list[Path]) -> None:
    figures.save(figures.stability(io.read_table(curve, "stability_curve"), labels, colours, title), *targets)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(
            curve=Path(snakemake.input.curve),
            labels=snakemake.params.labels,
            colours=snakemake.params.colours,
            title=snakemake.params.title,
            targets=[Path(path) for path in snakemake.output],
        )
