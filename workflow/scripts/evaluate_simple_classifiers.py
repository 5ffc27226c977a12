"""Labelled sentences, and scores that need no training on them → MCC of the simplest classifiers."""

from pathlib import Path

import numpy as np
import pandas as pd

from acceptability.analysis import restarts, simple_classifiers
from acceptability.contracts import io
from acceptability.contracts.classifiers import SIMPLE_CLASSIFIERS
from acceptability.contracts.data import SENTENCES
from acceptability.contracts.scoring import SCORES
from acceptability.errors import naming, reporting


def main(labelled: Path, scores: list[Path], to_table: Path) -> None:
    table = io.read_table(labelled, SENTENCES).set_index("sentence_id")
    training = table[table["split"] == "train"]
    bag = simple_classifiers.bag_of_words(training["sentence"], training["label"])
    usual = int(training["label"].mean() >= 0.5)
    scored = {path: io.read_table(path, SCORES) for path in scores}
    rows = []
    for split in [name for name in table["split"].unique() if name != "train"]:
        part = table[table["split"] == split]
        decided = {
            "majority-class": np.full((len(part), 1), usual),
            "bag-of-words": bag.predict(part["sentence"])[:, None],
        }
        for path, of_system in scored.items():
            for measure, group in of_system.groupby("measure", sort=False):
                values = group.set_index("sentence_id")["score"].loc[part.index]
                with naming(f"{path}, {measure} of the split {split}"):
                    decided[f"{path.stem}/{measure}"] = restarts.cross_validated(values, part["label"])
        for row, predicted in decided.items():
            columns = pd.DataFrame(predicted, index=part.index)
            mean = restarts.mean_over_ways(columns, part["label"])
            rows.append({"row": row, "split": split, "sentences": len(part)} | mean)
    io.write_table(pd.DataFrame(rows), to_table, SIMPLE_CLASSIFIERS)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(
            labelled=Path(snakemake.input.labelled),
            scores=[Path(path) for path in snakemake.input.scores],
            to_table=Path(snakemake.output[0]),
        )
