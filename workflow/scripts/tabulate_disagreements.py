"""Pairs of one kind of disagreement, as CSV, and the first of them as LaTeX."""

from pathlib import Path

from acceptability import io, tables
from acceptability.errors import reporting

SHOWN = 12  # in LaTeX, for each criterion


def main(found: Path, kind: str, labels: dict[str, str], title: str, to_csv: Path, to_tex: Path) -> None:
    all_found = io.read_table(found, "disagreements")
    chosen = all_found[all_found["kind"] == kind]
    table = tables.disagreement_table(chosen, labels)
    io.write_table(table, to_csv)
    first = table[(chosen.groupby(["criterion", "threshold"], dropna=False).cumcount() < SHOWN).to_numpy()]
    caption = f"{title} ({len(first)} of {len(table)} rows, the first of each criterion)"
    label = f"tab:{kind.replace('_', '-')}-{to_csv.parent.parent.name}"
    io.write_text(tables.to_latex(first.drop(columns="Pair"), caption, label, long=True), to_tex)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(
            found=Path(snakemake.input.found),
            kind=snakemake.wildcards.kind,
            labels=snakemake.params.labels,
            title=snakemake.params.title,
            to_csv=Path(snakemake.output.csv),
            to_tex=Path(snakemake.output.tex),
        )
