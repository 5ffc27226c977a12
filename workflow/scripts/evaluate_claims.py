"""The paper's claims, under every specification of its own systems → verdicts."""

from pathlib import Path

from acceptability import io, specifications
from acceptability.errors import naming, reporting


def main(table: Path, claims: Path, rows: list[str], target: Path) -> None:
    made = io.read_table(table, "specifications")
    made = made[(made["system"] + "/" + made["measure"]).isin(rows)]
    with naming(claims):
        checked = specifications.check_claims(made, io.read_raw_csv(claims))
    io.write_table(checked, target, "claims")


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(
            table=Path(snakemake.input.specifications),
            claims=Path(snakemake.input.claims),
            rows=snakemake.params.rows,
            target=Path(snakemake.output[0]),
        )
