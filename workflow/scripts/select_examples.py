"""Pairs that some rows all meet and others all miss, with their sentences, ratings and deltas."""

from pathlib import Path

from acceptability.analysis import criteria
from acceptability.contracts import io
from acceptability.contracts.data import PAIRS, SENTENCES
from acceptability.contracts.metrics import EXAMPLES
from acceptability.errors import reporting


def main(sentences: Path, pairs: Path, deltas: list[Path], example: dict, table: Path) -> None:
    all_sentences = io.read_table(sentences, SENTENCES).set_index("sentence_id")
    columns = io.read_delta_columns({path.stem: path for path in deltas})
    shown = io.read_table(pairs, PAIRS).set_index("pair_id")[["good_id", "bad_id", "phenomenon"]]
    for side in ("good", "bad"):
        shown[side] = shown[f"{side}_id"].map(all_sentences["sentence"])
        shown[f"{side}_rating"] = shown[f"{side}_id"].map(all_sentences["rating"])
    rows = list(dict.fromkeys(example["met"]["by"] + example["missed"]["by"]))
    shown = shown.join(columns[["human", *rows]], validate="one_to_one")
    qualify = criteria.qualifying(columns.loc[shown.index], example["met"], example["missed"])
    io.write_table(shown[qualify].reset_index(), table, EXAMPLES)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(
            sentences=Path(snakemake.input.sentences),
            pairs=Path(snakemake.input.pairs),
            deltas=[Path(path) for path in snakemake.input.deltas],
            example=snakemake.params.example,
            table=Path(snakemake.output[0]),
        )
