"""Pairs that some rows all meet and others all miss, with their sentences, ratings and deltas."""

from pathlib import Path

from acceptability import criteria, io
from acceptability.errors import reporting


def main(sentences: Path, pairs: Path, deltas: dict[str, Path], example: dict, table: Path) -> None:
    all_sentences = io.read_table(sentences, "sentences").set_index("sentence_id")
    columns = io.read_delta_columns(deltas)
    chosen = io.read_table(pairs, "pairs").set_index("pair_id")[["good_id", "bad_id", "phenomenon"]]
    for side in ("good", "bad"):
        chosen[side] = chosen[f"{side}_id"].map(all_sentences["sentence"])
        chosen[f"{side}_rating"] = chosen[f"{side}_id"].map(all_sentences["rating"])
    rows = list(dict.fromkeys(example["met"]["by"] + example["missed"]["by"]))
    chosen = chosen.join(columns[["human", *rows]], validate="one_to_one")
    chosen = chosen[criteria.select(columns, example["met"], example["missed"])]
    io.write_table(chosen.reset_index(), table)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(
            sentences=Path(snakemake.input.sentences),
            pairs=Path(snakemake.input.pairs),
            deltas=dict(zip(snakemake.params.systems, map(Path, snakemake.input.deltas), strict=True)),
            example=snakemake.params.example,
            table=Path(snakemake.output[0]),
        )
