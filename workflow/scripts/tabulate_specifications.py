"""Shares under every specification → the places that each row takes, as CSV and LaTeX."""

from pathlib import Path

from acceptability import io, specifications, tables
from acceptability.errors import reporting


def main(table: Path, labels: dict[str, str], title: str, to_csv: Path, to_tex: Path) -> None:
    made = io.read_table(table, "specifications")
    made = made[(made["system"] + "/" + made["measure"]).isin(labels)]
    ranks = tables.rank_table(specifications.ranks(made), labels)
    io.write_table(ranks, to_csv)
    caption = f"{title}: best and worst place among all rows, over the other choices of a specification"
    io.write_text(tables.to_latex(ranks, caption, f"tab:ranks-{to_csv.parent.name}"), to_tex)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(
            table=Path(snakemake.input.specifications),
            labels=snakemake.params.labels,
            title=snakemake.params.title,
            to_csv=Path(snakemake.output.csv),
            to_tex=Path(snakemake.output.tex),
        )
