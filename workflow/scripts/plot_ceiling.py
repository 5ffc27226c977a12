"""Agreement between panels of participants → a figure."""

from pathlib import Path

from acceptability import figures, io
from acceptability.errors import reporting


def main(ceiling: Path, title: str, targets: list[Path]) -> None:
    figures.save(figures.ceiling(io.read_table(ceiling, "ceiling"), title), *targets)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(
            ceiling=Path(snakemake.input.ceiling),
            title=snakemake.params.title,
            targets=[Path(path) for path in snakemake.output],
        )
