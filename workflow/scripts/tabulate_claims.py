"""The paper's claims and their verdicts → a table, as CSV and LaTeX."""

from pathlib import Path

from acceptability import io, tables
from acceptability.errors import reporting


def main(claims: Path, to_csv: Path, to_tex: Path) -> None:
    table = tables.claim_table(io.read_raw_csv(claims))
    io.write_table(table, to_csv)
    caption = "Claims of the paper under all combinations of the choices that it leaves open"
    io.write_text(tables.to_latex(table, caption, "tab:claims"), to_tex)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(
            claims=Path(snakemake.input.claims),
            to_csv=Path(snakemake.output.csv),
            to_tex=Path(snakemake.output.tex),
        )
