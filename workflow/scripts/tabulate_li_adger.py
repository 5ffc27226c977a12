"""Tables 2 to 4 of the paper: a phenomenon, ratings, deltas."""

from pathlib import Path

from acceptability import io, reproduction, tables
from acceptability.errors import reporting

CAPTIONS = {
    "phenomenon": "A phenomenon with three conditions",
    "ratings": "Human ratings of two minimal pairs",
    "deltas": "Deltas of the same pairs and whether the trigram's log-probability meets the criteria",
}


def main(sentences: Path, pairs: Path, deltas: Path, printed: dict[str, Path], targets: dict[str, list[Path]]) -> None:
    facts = {name: io.read_raw_csv(path) for name, path in printed.items()}
    all_tables = reproduction.paper_tables(
        io.read_table(sentences, "sentences").set_index("sentence_id"),
        io.read_table(pairs, "pairs").set_index("pair_id"),
        io.read_delta_columns({"trigram-published": deltas}),
        facts,
    )
    for name, table in all_tables.items():
        to_csv, to_tex = targets[name]
        io.write_table(table, to_csv)
        io.write_text(tables.to_latex(table, CAPTIONS[name], f"tab:{name}"), to_tex)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        files = snakemake.input
        main(
            sentences=Path(files.sentences),
            pairs=Path(files.pairs),
            deltas=Path(files.deltas),
            printed={"phenomenon": files.phenomenon, "ratings": files.ratings, "deltas": files.printed_deltas},
            targets={name: [Path(path) for path in snakemake.output.get(name)] for name in CAPTIONS},
        )
