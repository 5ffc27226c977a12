"""Agreement between panels of participants, and standard errors of human deltas, as CSV and LaTeX."""

from pathlib import Path

from acceptability import io, tables
from acceptability.errors import reporting


def main(ceiling: Path, error: Path, title: str, to_ceiling: list[Path], to_error: list[Path]) -> None:
    found = tables.ceiling_table(io.read_table(ceiling, "ceiling"))
    errors = tables.human_error_table(io.read_table(error, "human_error"))
    for table, caption, (to_csv, to_tex) in (
        (found, "agreement of participants with other participants, by the number of raters a sentence", to_ceiling),
        (errors, "standard errors of human deltas", to_error),
    ):
        io.write_table(table, to_csv)
        label = f"tab:{to_csv.stem.replace('_', '-')}-{to_csv.parent.name}"
        io.write_text(tables.to_latex(table, f"{title}: {caption}", label), to_tex)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(
            ceiling=Path(snakemake.input.ceiling),
            error=Path(snakemake.input.error),
            title=snakemake.params.title,
            to_ceiling=[Path(snakemake.output.csv), Path(snakemake.output.tex)],
            to_error=[Path(snakemake.output.error), Path(snakemake.output.error_tex)],
        )
