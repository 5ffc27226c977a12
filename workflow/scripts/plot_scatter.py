"""Points and best-fit lines → scatterplots, of sentences or of pairs."""

from pathlib import Path

from acceptability import figures, io
from acceptability.errors import reporting

AXES = {
    "sentences": ("model score (z)", "human rating (z)"),
    "pairs": ("model delta (z)", "human delta (z)"),
}


def main(points: Path, fits: Path, labels: dict[str, str], level: str, title: str, targets: list[Path]) -> None:
    x, y = AXES[level]
    figure = figures.scatter(io.read_table(points, "points"), io.read_table(fits, "fits"), labels, x, y, title)
    figures.save(figure, *targets)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(
            points=Path(snakemake.input.points),
            fits=Path(snakemake.input.fits),
            labels=snakemake.params.labels,
            level=snakemake.wildcards.level,
            title=snakemake.params.title,
            targets=[Path(path) for path in snakemake.output],
        )
