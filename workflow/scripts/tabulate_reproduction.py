"""The paper's numbers and the recomputed ones → a summary, and all of it in LaTeX."""

from pathlib import Path

from acceptability import io, tables
from acceptability.errors import reporting


def main(reproduction: Path, to_csv: Path, to_tex: Path, to_full: Path) -> None:
    rows = io.read_raw_csv(reproduction)
    summary = tables.count_table(rows, "place", "verdict", heading="Place")
    io.write_table(summary, to_csv)
    caption = "Printed numbers by place and verdict"
    io.write_text(tables.to_latex(summary, caption, "tab:reproduction-summary"), to_tex)
    shown = rows[["place", "item", "printed", "as_published", "corrected", "verdict"]]
    caption = "Every printed number beside the recomputed one"
    io.write_text(tables.to_latex(shown, caption, "tab:reproduction", long=True), to_full)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(
            reproduction=Path(snakemake.input.reproduction),
            to_csv=Path(snakemake.output.csv),
            to_tex=Path(snakemake.output.tex),
            to_full=Path(snakemake.output.full),
        )
