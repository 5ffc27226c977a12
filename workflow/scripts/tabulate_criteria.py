"""Criteria → Table 1, as CSV and LaTeX."""

from pathlib import Path

from acceptability import io, tables
from acceptability.errors import reporting


def main(criteria: Path, labels: dict[str, str], title: str, to_csv: Path, to_tex: Path) -> None:
    table = tables.criteria_table(io.read_table(criteria, "criteria"), labels, system_heading=title)
    io.write_table(table, to_csv)
    caption = f"{title}: share of minimal pairs that meet the BLiMP criterion and the ADC"
    io.write_text(tables.to_latex(table, caption, f"tab:criteria-{to_csv.parent.name}"), to_tex)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(
            criteria=Path(snakemake.input.criteria),
            labels=snakemake.params.labels,
            title=snakemake.params.title,
            to_csv=Path(snakemake.output.csv),
            to_tex=Path(snakemake.output.tex),
        )
