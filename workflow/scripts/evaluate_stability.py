"""Decisions of all restarts on a dataset → which sentences flip between them, and their MCC."""

from pathlib import Path

import pandas as pd

from acceptability import io, li_adger, restarts
from acceptability.errors import reporting


def main(
    dataset: str, sentences: Path, predictions: dict[str, Path], to_sentences: Path, to_curve: Path, to_mcc: Path
) -> None:
    table = io.read_table(sentences, "sentences").set_index("sentence_id")[["sentence", "label"]]
    labels = {"corrected": table["label"]}
    if dataset == "li-adger":
        labels["as_published"] = li_adger.labels_as_published(labels["corrected"].index)
    single, curve, mcc = [], [], []
    for system, path in predictions.items():
        decided = io.read_table(path, "predictions").set_index("sentence_id").astype(int)
        single.append(table.join(restarts.stability(decided)).assign(system=system).reset_index())
        shares = restarts.flipped_after(decided)
        curve.append(pd.DataFrame({"system": system, "restarts": range(1, len(shares) + 1), "flipped": shares}))
        mcc.append(restarts.against_labels(decided, labels).assign(system=system))
    io.write_table(pd.concat(single)[["system", *single[0].columns.drop("system")]], to_sentences, "stability")
    io.write_table(pd.concat(curve), to_curve, "stability_curve")
    io.write_table(pd.concat(mcc)[["system", *mcc[0].columns.drop("system")]], to_mcc, "stability_mcc")


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(
            dataset=snakemake.wildcards.dataset,
            sentences=Path(snakemake.input.sentences),
            predictions=dict(zip(snakemake.params.systems, map(Path, snakemake.input.predictions), strict=True)),
            to_sentences=Path(snakemake.output.sentences),
            to_curve=Path(snakemake.output.curve),
            to_mcc=Path(snakemake.output.mcc),
        )
