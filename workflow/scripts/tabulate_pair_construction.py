"""The account of constructed and curated pairs → its summary."""

from pathlib import Path

from acceptability import io, tables
from acceptability.errors import reporting


def main(construction: Path, to_csv: Path, to_tex: Path) -> None:
    summary = tables.count_table(io.read_raw_csv(construction), "status", "source", heading="Status")
    io.write_table(summary, to_csv)
    caption = "Pairs constructed by the paper's rule and pairs of the curated list"
    io.write_text(tables.to_latex(summary, caption, "tab:pair-construction"), to_tex)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(
            construction=Path(snakemake.input.construction),
            to_csv=Path(snakemake.output.csv),
            to_tex=Path(snakemake.output.tex),
        )
