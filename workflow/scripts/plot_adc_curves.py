"""The ADC at every δ → its figure."""

from pathlib import Path

from acceptability import figures, io
from acceptability.errors import reporting


def main(
    curves: Path,
    labels: dict[str, str],
    colours: dict[str, str],
    references: dict[str, str],
    thresholds: list[float],
    title: str,
    targets: list[Path],
) -> None:
    table = io.read_table(curves, "adc_curves")
    figures.save(figures.adc_curves(table, labels, colours, references, thresholds, title), *targets)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(
            curves=Path(snakemake.input.curves),
            labels=snakemake.params.labels,
            colours=snakemake.params.colours,
            references=snakemake.params.references,
            thresholds=snakemake.params.thresholds,
            title=snakemake.params.title,
            targets=[Path(path) for path in snakemake.output],
        )
