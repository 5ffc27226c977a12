"""How many sentences flip between restarts, as CSV and LaTeX."""

from pathlib import Path

from acceptability import io, tables
from acceptability.errors import reporting


def main(sentences: Path, mcc: Path, labels: dict[str, str], title: str, to_csv: Path, to_tex: Path) -> None:
    table = tables.stability_table(io.read_table(sentences, "stability"), io.read_table(mcc, "stability_mcc"), labels)
    io.write_table(table, to_csv)
    caption = f"{title}: sentences that flip between restarts, and the restarts' MCC with the expert labels"
    io.write_text(tables.to_latex(table, caption, f"tab:stability-{to_csv.parent.name}"), to_tex)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(
            sentences=Path(snakemake.input.sentences),
            mcc=Path(snakemake.input.mcc),
            labels=snakemake.params.labels,
            title=snakemake.params.title,
            to_csv=Path(snakemake.output.csv),
            to_tex=Path(snakemake.output.tex),
        )
