"""Deltas of all systems of a dataset → pairs on which humans, experts and systems disagree."""

from pathlib import Path

from acceptability.analysis import disagreements
from acceptability.contracts import io
from acceptability.contracts.data import PAIRS, SENTENCES
from acceptability.contracts.metrics import DISAGREEMENTS
from acceptability.errors import reporting


def main(sentences: Path, pairs: Path, deltas: list[Path], thresholds: list[float], table: Path) -> None:
    columns = io.read_delta_columns({path.stem: path for path in deltas})
    texts = io.read_table(sentences, SENTENCES).set_index("sentence_id")["sentence"]
    of_pair = io.read_table(pairs, PAIRS).set_index("pair_id")
    shown = of_pair[["phenomenon"]].assign(good=of_pair["good_id"].map(texts), bad=of_pair["bad_id"].map(texts))
    shown = shown.join(columns.rename(columns={"human": "human_delta"}), validate="one_to_one")
    listed = disagreements.list_disagreements(columns, thresholds).join(shown, on="pair_id", validate="many_to_one")
    io.write_table(listed, table, DISAGREEMENTS)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(
            sentences=Path(snakemake.input.sentences),
            pairs=Path(snakemake.input.pairs),
            deltas=[Path(path) for path in snakemake.input.deltas],
            thresholds=snakemake.params.thresholds,
            table=Path(snakemake.output[0]),
        )
