"""MCC by feature → Figure 2 (major features) or Figure 3 (minor ones)."""

from pathlib import Path

from acceptability import figures, io
from acceptability.errors import reporting


def main(
    features: Path, summary: Path, level: str, labels: dict, colours: dict, lines: dict, title: str, targets: list[Path]
) -> None:
    table = io.read_table(features, "feature_mcc")
    test = io.read_table(summary, "classifiers").query("split == 'test'")
    means = dict(zip(test["system"], test["mean"], strict=True))
    shown = table[table["level"] == level]
    figures.save(figures.features(shown, means, labels, colours, lines, title), *targets)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(
            features=Path(snakemake.input.features),
            summary=Path(snakemake.input.summary),
            level=snakemake.wildcards.level,
            labels=snakemake.params.labels,
            colours=snakemake.params.colours,
            lines=snakemake.params.lines,
            title=snakemake.params.title,
            targets=[Path(path) for path in snakemake.output],
        )
