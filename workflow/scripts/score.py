"""What was scored, for the terminal: tables, what to be careful about, where things are."""

from acceptability.errors import reporting
from acceptability.tables.terminal import summary


def main(described: dict) -> None:
    print("", summary(described), sep="\n")


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(snakemake.params.described)
