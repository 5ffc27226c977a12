"""Shares under every specification → the specification curve."""

from pathlib import Path

from acceptability import figures, io
from acceptability.errors import reporting
from acceptability.specifications import CHOICES


def main(
    specifications: Path,
    labels: dict[str, str],
    colours: dict[str, str],
    references: dict[str, str],
    title: str,
    targets: list[Path],
) -> None:
    table = io.read_table(specifications, "specifications")
    figures.save(figures.specifications(table, CHOICES, labels, colours, references, title), *targets)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(
            specifications=Path(snakemake.input.specifications),
            labels=snakemake.params.labels,
            colours=snakemake.params.colours,
            references=snakemake.params.references,
            title=snakemake.params.title,
            targets=[Path(path) for path in snakemake.output],
        )
