"""Put the numbers that a paper prints beside recomputed ones."""

from importlib import import_module
from pathlib import Path

from acceptability.adapter import arguments, paths
from acceptability.analyses.reading import read
from acceptability.contracts import io
from acceptability.contracts.studies import REPRODUCTION, SEARCHES
from acceptability.errors import raise_all, reporting
from acceptability.options import as_variants
from acceptability.studies import verdicts


def main(
    printed: list[Path],
    searches: Path,
    files: dict[str, Path | list[Path]],
    held: dict[str, str],
    quantities: str,
    rows: list[str],
    variants: dict,
    to: Path,
) -> None:
    """Recompute every printed number of a study and write the contract REPRODUCTION.

    Parameters:
        printed: tables of what the paper prints, the contract PRINTED.
        searches: the contract SEARCHES.
        files: the files that ``reads`` of the study names.
        held: the content of each file: see contracts.artefact.File.
        quantities: the module, below the package, that has ``evidence`` and QUANTITIES and, where some of its
            quantities compare printed numbers with each other or with a log or sheet of the authors, OF_THE_PRINT,
            OF_A_LOG or OF_A_SHEET.
        rows, variants: as study.yaml declares them.
    """
    module = import_module(f"acceptability.{quantities}")
    faults: list[str] = []
    facts, places = verdicts.read_printed(printed, faults)
    if facts.empty:
        raise_all(faults, verdicts.SHOWN)
    contents = {name: read(held[name], path) if name in held else path for name, path in files.items()}
    evidence = module.evidence(contents, rows, as_variants(variants))
    records = io.read_table(searches, SEARCHES)
    apart = verdicts.groups_of(module)
    compared = verdicts.compare(
        facts, evidence, module.QUANTITIES, **apart, searches=records, places=places, faults=faults
    )
    io.write_table(compared, to, REPRODUCTION)


if __name__ == "__main__":
    with reporting(snakemake.log[0], snakemake.output):
        files = {name: paths(given) for name, given in snakemake.input.items()}
        main(
            **arguments(main, snakemake)
            | {"printed": files.pop("printed"), "searches": files.pop("searches"), "files": files}
        )
