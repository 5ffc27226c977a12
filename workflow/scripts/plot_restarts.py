"""MCC of every restart → a figure."""

from pathlib import Path

from acceptability import figures, io
from acceptability.errors import reporting


def main(restarts: Path, labels: dict, colours: dict, lines: dict, title: str, targets: list[Path]) -> None:
    table = io.read_table(restarts, "restarts")
    shown = table[table["split"].isin(["dev", "test"])]
    figures.save(figures.restarts(shown, labels, colours, lines, title), *targets)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(
            restarts=Path(snakemake.input.restarts),
            labels=snakemake.params.labels,
            colours=snakemake.params.colours,
            lines=snakemake.params.lines,
            title=snakemake.params.title,
            targets=[Path(path) for path in snakemake.output],
        )
