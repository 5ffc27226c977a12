"""What was scored, for the terminal: tables, what to be careful about, where things are."""

from pathlib import Path

from acceptability.command.summary import summary
from acceptability.errors import reporting


def main(described: dict, to: Path) -> None:
    to.write_text(summary(described) + "\n", encoding="utf-8")


if __name__ == "__main__":
    with reporting(snakemake.log[0], snakemake.output):
        main(snakemake.params.described, Path(snakemake.log.summary))
