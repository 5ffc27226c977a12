"""Which restart is selected by which rule, as CSV and LaTeX."""

from pathlib import Path

from acceptability import io, tables
from acceptability.errors import reporting


def main(selected: Path, labels: dict[str, str], title: str, to_csv: Path, to_tex: Path) -> None:
    table = tables.selected_table(io.read_table(selected, "selected"), labels)
    io.write_table(table, to_csv)
    caption = f"{title}: the restart with the highest MCC on the test set (as published) and on dev (corrected)"
    io.write_text(tables.to_latex(table, caption, f"tab:selected-{to_csv.parent.name}"), to_tex)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(
            selected=Path(snakemake.input.selected),
            labels=snakemake.params.labels,
            title=snakemake.params.title,
            to_csv=Path(snakemake.output.csv),
            to_tex=Path(snakemake.output.tex),
        )
