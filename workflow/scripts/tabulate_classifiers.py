"""MCC of classifiers → Table 5 with its printed rows, as CSV and LaTeX."""

from pathlib import Path

import pandas as pd

from acceptability import io, tables
from acceptability.errors import reporting


def main(
    summary: Path | None, simple: Path, printed: Path | None, labels: dict, title: str, to_csv: Path, to_tex: Path
) -> None:
    facts = io.read_raw_csv(printed) if printed else pd.DataFrame(columns=["item", "printed"])
    table = tables.classifier_table(
        io.read_table(summary, "classifiers") if summary else None,
        io.read_table(simple, "simple_classifiers"),
        facts,
        labels,
        split="test",
    )
    io.write_table(table, to_csv)
    caption = f"{title}: Matthews correlation coefficient on the test set"
    io.write_text(tables.to_latex(table, caption, f"tab:classifiers-{to_csv.parent.name}"), to_tex)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        files = snakemake.input
        main(
            summary=Path(files.summary) if files.summary else None,
            simple=Path(files.simple),
            printed=Path(files.printed) if files.printed else None,
            labels=snakemake.params.labels,
            title=snakemake.params.title,
            to_csv=Path(snakemake.output.csv),
            to_tex=Path(snakemake.output.tex),
        )
