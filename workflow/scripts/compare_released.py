"""Scores computed here and the scores that were released for the same model → how far they differ."""

from pathlib import Path

import pandas as pd

from acceptability import io, statistics
from acceptability.errors import reporting


def main(computed: dict[str, Path], released: dict[str, tuple[str, Path]], to_table: Path) -> None:
    rows = []
    for system, path in computed.items():
        name, released_path = released[system]
        theirs = io.read_table(released_path, "scores").query("measure == 'pll'").set_index("sentence_id")["score"]
        for measure, ours in io.read_table(path, "scores").groupby("measure", sort=False):
            if measure in ("pll", "pll_as_published"):
                agreement = statistics.agreement(ours.set_index("sentence_id")["score"], theirs)
                rows.append({"system": system, "measure": measure, "released": name, **agreement})
    io.write_table(pd.DataFrame(rows), to_table, "released")


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        pairs = snakemake.params.released
        main(
            computed={system: Path(path) for system, path in zip(pairs, snakemake.input.computed, strict=True)},
            released={
                system: (name, Path(path))
                for (system, name), path in zip(pairs.items(), snakemake.input.released, strict=True)
            },
            to_table=Path(snakemake.output[0]),
        )
