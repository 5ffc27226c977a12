"""The loss curve of a model that was trained here → a figure."""

from pathlib import Path

from acceptability import figures, io
from acceptability.errors import reporting


def main(curve: Path, title: str, targets: list[Path]) -> None:
    figures.save(figures.losses(io.read_table(curve, "losses"), title), *targets)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(
            curve=Path(snakemake.input.curve),
            title=snakemake.params.title,
            targets=[Path(path) for path in snakemake.output],
        )
