"""How far ratings of identical strings are apart, as CSV and LaTeX."""

from pathlib import Path

from acceptability import io, tables
from acceptability.errors import reporting


def main(floor: Path, title: str, to_csv: Path, to_tex: Path) -> None:
    table = tables.noise_floor_table(io.read_table(floor, "noise_floor"))
    io.write_table(table, to_csv)
    caption = f"{title}: differences between two ratings of the same string"
    io.write_text(tables.to_latex(table, caption, f"tab:noise-floor-{to_csv.parent.name}"), to_tex)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(
            floor=Path(snakemake.input.floor),
            title=snakemake.params.title,
            to_csv=Path(snakemake.output.csv),
            to_tex=Path(snakemake.output.tex),
        )
