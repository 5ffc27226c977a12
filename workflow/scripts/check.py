"""Reports on each dataset's pairs, for the terminal."""

from pathlib import Path

from acceptability.errors import reporting


def main(summaries: list[str], to: Path) -> None:
    to.write_text("\n".join(Path(path).read_text(encoding="utf-8") for path in summaries), encoding="utf-8")


if __name__ == "__main__":
    with reporting(snakemake.log[0], snakemake.output):
        main(list(snakemake.input.summaries), Path(snakemake.log.summary))
