"""The paper's claims, under every specification of its own systems and for other phenomena → verdicts."""

from pathlib import Path

from acceptability import io, specifications, uncertainty
from acceptability.errors import naming, reporting


def main(
    table: Path, deltas: list[Path], pairs: Path, claims: Path, rows: list[str], thresholds: list[float], target: Path
) -> None:
    made = io.read_table(table, "specifications")
    made = made[(made["system"] + "/" + made["measure"]).isin(rows)]
    columns = io.read_delta_columns({path.stem: path for path in deltas})[["human", *rows]]
    drawn = uncertainty.drawn(columns, io.read_table(pairs, "pairs").set_index("pair_id")["phenomenon"], thresholds)
    with naming(claims):
        checked = specifications.check_claims(made, io.read_raw_csv(claims), drawn)
    io.write_table(checked, target, "claims")


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(
            table=Path(snakemake.input.specifications),
            deltas=[Path(path) for path in snakemake.input.deltas],
            pairs=Path(snakemake.input.pairs),
            claims=Path(snakemake.input.claims),
            rows=snakemake.params.rows,
            thresholds=snakemake.params.thresholds,
            target=Path(snakemake.output[0]),
        )
