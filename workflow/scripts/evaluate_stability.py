"""Decisions of all restarts on a dataset → which sentences flip between them, and their MCC."""

from pathlib import Path

import pandas as pd

from acceptability.analysis import restarts
from acceptability.contracts import io
from acceptability.contracts.classifiers import STABILITY, STABILITY_CURVE, STABILITY_MCC
from acceptability.contracts.data import SENTENCES
from acceptability.contracts.scoring import PREDICTIONS
from acceptability.errors import reporting


def main(
    variants: list[str], sentences: Path, predictions: list[Path], to_sentences: Path, to_curve: Path, to_mcc: Path
) -> None:
    """A variant has labels of its own where the sentences have a column ``label_<variant>``."""
    table = io.read_table(sentences, SENTENCES).set_index("sentence_id")
    labels = {"corrected": table["label"]} | {
        name: table[f"label_{name}"].astype(int) for name in variants if f"label_{name}" in table
    }
    decided = {path.stem: io.read_table(path, PREDICTIONS).set_index("sentence_id").astype(int) for path in predictions}
    texts = table[["sentence", "label"]]
    for evaluate, path, contract in (
        (lambda decisions: texts.join(restarts.stability(decisions)).reset_index(), to_sentences, STABILITY),
        (restarts.flipped_after, to_curve, STABILITY_CURVE),
        (lambda decisions: restarts.against_labels(decisions, labels), to_mcc, STABILITY_MCC),
    ):
        of_systems = {system: evaluate(decisions) for system, decisions in decided.items()}
        io.write_table(pd.concat(of_systems, names=["system"]).reset_index("system"), path, contract)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(
            variants=list(snakemake.params.variants),
            sentences=Path(snakemake.input.sentences),
            predictions=[Path(path) for path in snakemake.input.predictions],
            to_sentences=Path(snakemake.output.sentences),
            to_curve=Path(snakemake.output.curve),
            to_mcc=Path(snakemake.output.mcc),
        )
