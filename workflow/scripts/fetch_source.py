"""A row of the registry → the file in resources/raw, from the mirror or the network."""

from pathlib import Path

from acceptability.errors import reporting
from acceptability.sources import fetching


def main(row: dict[str, str], target: Path, mirror: str | None) -> None:
    fetching.fetch(row, target, mirror)


if __name__ == "__main__":
    with reporting(snakemake.log[0], snakemake.output):
        main(
            row=snakemake.params.row,
            target=Path(snakemake.output[0]),
            mirror=fetching.named_mirror(snakemake.config.get("mirror")),
        )
