"""Criteria → the figure of shares by criterion."""

from pathlib import Path

from acceptability import figures, io
from acceptability.errors import reporting


def main(
    criteria: Path,
    labels: dict[str, str],
    colours: dict[str, str],
    references: dict[str, str],
    title: str,
    targets: list[Path],
) -> None:
    table = io.read_table(criteria, "criteria")
    corrected = table[table["variant"] == "corrected"]
    figures.save(figures.criteria(corrected, labels, colours, references, title), *targets)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(
            criteria=Path(snakemake.input.criteria),
            labels=snakemake.params.labels,
            colours=snakemake.params.colours,
            references=snakemake.params.references,
            title=snakemake.params.title,
            targets=[Path(path) for path in snakemake.output],
        )
