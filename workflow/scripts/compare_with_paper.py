"""The paper's printed numbers beside recomputed ones."""

from pathlib import Path

import pandas as pd

from acceptability import blimp, io, li_adger, reproduction
from acceptability.errors import reporting


def by_row(paths: dict[str, Path], table: str, column: str) -> dict[str, pd.Series]:
    """``system/measure`` → a column by sentence id."""
    return {
        f"{system}/{measure}": group.set_index("sentence_id")[column]
        for system, path in paths.items()
        for measure, group in io.read_table(path, table).groupby("measure", sort=False)
    }


def main(tables: dict[str, Path], printed: list[Path], rows: list[str], per_system, examples, report: Path) -> None:
    """``tables``: single inputs by name; ``rows``: of Table 1; ``per_system(stage)``: files by system."""
    columns = io.read_delta_columns(per_system("deltas"))
    evidence = reproduction.Evidence(
        sentences=io.read_table(tables["sentences"], "sentences").set_index("sentence_id"),
        pairs=io.read_table(tables["pairs"], "pairs").set_index("pair_id"),
        construction=io.read_raw_csv(tables["construction"]),
        columns=columns[["human", *rows]],
        z_scores=by_row(per_system("z_scores"), "z_scores", "z_score"),
        scores=by_row(per_system("scores"), "scores", "score"),
        examples={name: io.read_raw_csv(path) for name, path in examples.items()},
        magnitude_estimates=li_adger.magnitude_estimates(
            io.read_raw_csv(tables["magnitude_estimates"], encoding="latin-1", skip_rows=5),
            io.read_raw_csv(tables["renamed"]),
        ),
        blimp=blimp.summary(tables["blimp"], tables["blimp_models"], io.read_raw_csv(tables["blimp_humans"])),
    )
    facts = pd.concat([io.read_raw_csv(path) for path in printed], ignore_index=True)
    io.write_table(reproduction.compare(facts, evidence), report)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        files, params = snakemake.input, snakemake.params
        names = (
            "sentences",
            "pairs",
            "construction",
            "magnitude_estimates",
            "renamed",
            "blimp",
            "blimp_models",
            "blimp_humans",
        )
        main(
            tables={name: Path(files[name]) for name in names},
            printed=[Path(path) for path in files.printed],
            rows=params.rows,
            per_system=lambda stage: dict(zip(params.systems, map(Path, files[stage]), strict=True)),
            examples=dict(zip(params.examples, map(Path, files.examples), strict=True)),
            report=Path(snakemake.output[0]),
        )
