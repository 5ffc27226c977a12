"""Measures of agreement, as CSV and LaTeX."""

from pathlib import Path

from acceptability import io, tables
from acceptability.errors import reporting


def main(agreement: Path, labels: dict[str, str], title: str, to_csv: Path, to_tex: Path) -> None:
    table = tables.agreement_table(io.read_table(agreement, "agreement"), labels)
    io.write_table(table, to_csv)
    caption = (
        f"{title}: share of N pairs that meet each criterion, corrected; correlations of pairs' deltas and of the "
        "z-scores of sentences in these pairs, with human ratings and (point-biserial) with expert labels"
    )
    io.write_text(tables.to_latex(table, caption, f"tab:agreement-{to_csv.parent.name}", long=True), to_tex)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(
            agreement=Path(snakemake.input.agreement),
            labels=snakemake.params.labels,
            title=snakemake.params.title,
            to_csv=Path(snakemake.output.csv),
            to_tex=Path(snakemake.output.tex),
        )
