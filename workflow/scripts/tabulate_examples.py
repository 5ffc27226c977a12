"""Qualifying pairs → a table of a few, the paper's own first."""

from pathlib import Path

from acceptability import io, tables
from acceptability.errors import reporting


def main(
    examples: Path, printed: Path | None, labels: dict[str, str], caption: str, to_csv: Path, to_tex: Path
) -> None:
    pairs = io.read_raw_csv(examples)
    first = []
    if printed:
        facts = io.read_raw_csv(printed)
        first = list(facts.loc[facts["quantity"] == "qualifies", "argument"].str.split().str[-1].drop_duplicates())
    table = tables.example_table(pairs, first, labels)
    io.write_table(table, to_csv)
    caption = f"{caption} {len(table)} of {len(pairs)} pairs."
    io.write_text(tables.to_latex(table, caption, f"tab:{to_csv.stem}"), to_tex)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(
            examples=Path(snakemake.input.examples),
            printed=Path(snakemake.input.printed) if snakemake.input.printed else None,
            labels=snakemake.params.labels,
            caption=snakemake.params.caption,
            to_csv=Path(snakemake.output.csv),
            to_tex=Path(snakemake.output.tex),
        )
