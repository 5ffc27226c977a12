"""Scores computed here and the scores that were released for the same model → how far they differ."""

from pathlib import Path

import pandas as pd

from acceptability.adapter import arguments
from acceptability.analysis.correlation import compare_scores
from acceptability.contracts import io
from acceptability.contracts.scoring import SCORES
from acceptability.contracts.studies import RELEASED
from acceptability.errors import reporting


def scores(path: Path) -> dict[str, pd.Series]:
    """Scores by sentence, by measure."""
    by_measure = io.read_table(path, SCORES).groupby("measure", sort=False)
    return {measure: group.set_index("sentence_id")["score"] for measure, group in by_measure}


def main(computed: list[Path], published: list[Path], released: dict[str, dict], to: Path) -> None:
    """``released``: by model, in the files' order, ``system`` and the released measure of each of its measures."""
    rows = []
    for (model, entry), our_path, their_path in zip(released.items(), computed, published, strict=True):
        ours, theirs = scores(our_path), scores(their_path)
        for measure in ours:
            if measure in entry["measures"]:
                agreement = compare_scores(ours[measure], theirs[entry["measures"][measure]])
                rows.append({"system": model, "measure": measure, "released": entry["system"], **agreement})
    io.write_table(pd.DataFrame(rows), to, RELEASED)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(**arguments(main, snakemake))
