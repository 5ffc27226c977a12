"""The claims of a paper, under every specification of its own rows and for other phenomena → verdicts."""

from pathlib import Path

from acceptability.adapter import arguments
from acceptability.analysis import uncertainty
from acceptability.contracts import io, systems
from acceptability.contracts.data import PAIRS
from acceptability.contracts.metrics import SPECIFICATIONS
from acceptability.contracts.studies import CHECKED_CLAIMS, CLAIMS
from acceptability.errors import naming, reporting
from acceptability.options import as_variants
from acceptability.studies.claims import check_claims


def main(
    specifications: Path,
    deltas: list[Path],
    pairs: Path,
    claims: Path,
    rows: list[str],
    thresholds: list[float],
    variants: dict,
    clusters: str,
    to: Path,
) -> None:
    """``variants`` of the study, the first being the paper's own choice; ``clusters``: a word for what is drawn."""
    specified = io.read_table(specifications, SPECIFICATIONS)
    specified = specified[(specified["system"] + "/" + specified["measure"]).isin(rows)]
    columns = systems.read_delta_columns(deltas)[["human", *rows]]
    drawn = uncertainty.drawn(columns, io.read_table(pairs, PAIRS).set_index("pair_id")["cluster"], thresholds)
    published = next(iter(as_variants(variants).values()))
    with naming(claims):
        checked = check_claims(specified, io.read_table(claims, CLAIMS), drawn, published, clusters)
    io.write_table(checked, to, CHECKED_CLAIMS)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(**arguments(main, snakemake))
