"""Both criteria with and without pairs known from a training set, as CSV and LaTeX."""

from pathlib import Path

from acceptability import io, tables
from acceptability.errors import reporting


def main(criteria: Path, labels: dict[str, str], title: str, to_csv: Path, to_tex: Path) -> None:
    table = tables.contamination_table(io.read_table(criteria, "contaminated_criteria"), labels)
    io.write_table(table, to_csv)
    caption = f"{title}: share of pairs that meet each criterion, of all, and of those unknown from training"
    label = f"tab:contamination-{to_csv.parent.parent.name}-{to_csv.stem}"
    io.write_text(tables.to_latex(table, caption, label), to_tex)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(
            criteria=Path(snakemake.input.criteria),
            labels=snakemake.params.labels,
            title=snakemake.params.title,
            to_csv=Path(snakemake.output.csv),
            to_tex=Path(snakemake.output.tex),
        )
