"""KenLM's programs, found or compiled."""

from pathlib import Path

from acceptability.errors import reporting
from acceptability.kinds.ngram import kenlm_tools


def main(requirement: Path, target: Path, jobs: int) -> None:
    kenlm_tools.provide(requirement, target, jobs)


if __name__ == "__main__":
    with reporting(snakemake.log[0], snakemake.output):
        main(
            requirement=Path(snakemake.input.requirement),
            target=Path(snakemake.output[0]).parent,
            jobs=snakemake.threads,
        )
