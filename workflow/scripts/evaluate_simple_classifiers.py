"""Labelled sentences, and scores that need no training on them → MCC of the simplest classifiers."""

from pathlib import Path

import numpy as np
import pandas as pd

from acceptability import io, restarts, simple_classifiers
from acceptability.errors import naming, reporting


def main(labelled: Path, scores: dict[str, Path], to_table: Path) -> None:
    table = io.read_table(labelled, "labelled").set_index("sentence_id")
    training = table[table["split"] == "train"]
    bag = simple_classifiers.bag_of_words(training["sentence"], training["label"])
    usual = int(training["label"].mean() >= 0.5)
    read = {system: io.read_table(path, "scores") for system, path in scores.items()}
    rows = []
    for split in [name for name in table["split"].unique() if name != "train"]:
        part = table[table["split"] == split]
        decided = {
            "majority-class": np.full((len(part), 1), usual),
            "bag-of-words": bag.predict(part["sentence"])[:, None],
        }
        for system, scored in read.items():
            for measure, group in scored.groupby("measure", sort=False):
                values = group.set_index("sentence_id")["score"].loc[part.index]
                with naming(f"{scores[system]}, {measure} of the split {split}"):
                    decided[f"{system}/{measure}"] = restarts.cross_validated(values, part["label"])
        for row, predicted in decided.items():
            columns = pd.DataFrame(predicted, index=part.index)
            found = restarts.evaluate(columns, part["label"], part["split"])
            low, high = restarts.interval(columns, part["label"])
            numbers = {"mcc": found["mcc"].mean(), "sd": found["mcc"].std(), "low": low, "high": high}
            numbers |= {"accuracy": found["accuracy"].mean(), "collapsed": int(found["collapsed"].all())}
            rows.append({"row": row, "split": split, "sentences": len(part)} | numbers)
    io.write_table(pd.DataFrame(rows), to_table, "simple_classifiers")


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(
            labelled=Path(snakemake.input.labelled),
            scores=dict(zip(snakemake.params.systems, map(Path, snakemake.input.scores), strict=True)),
            to_table=Path(snakemake.output[0]),
        )
