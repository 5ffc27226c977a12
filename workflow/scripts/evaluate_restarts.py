"""Decisions of all restarts → MCC by restart, Table 5's numbers, and which restart is selected."""

from pathlib import Path

import pandas as pd

from acceptability import decisions, io, restarts
from acceptability.errors import reporting


def main(labelled: Path, predictions: dict[str, Path], to_restarts: Path, to_summary: Path, to_selected: Path) -> None:
    table = io.read_table(labelled, "labelled").set_index("sentence_id")
    labels, splits = table["label"], table["split"]
    single, summary, selected = [], [], []
    for system, path in predictions.items():
        decided = io.read_table(path, "predictions").set_index("sentence_id").astype(int)
        found = restarts.evaluate(decided, labels, splits).assign(system=system)
        single.append(found)
        summary.append(restarts.summarise(decided, labels, splits).assign(system=system))
        mcc, collapsed = (found.pivot(index="restart", columns="split", values=name) for name in ("mcc", "collapsed"))
        for variant, restart in decisions.select(decided, labels, splits).items():
            selected.append(
                {
                    "system": system,
                    "variant": variant,
                    "selected_on": decisions.SELECTED_ON[variant],
                    "restart": restart,
                    "collapsed": collapsed.loc[restart, decisions.SELECTED_ON[variant]],
                    "mcc_dev": mcc.loc[restart, "dev"],
                    "mcc_test": mcc.loc[restart, "test"],
                }
            )
    for parts, path, name in ((single, to_restarts, "restarts"), (summary, to_summary, "classifiers")):
        joined = pd.concat(parts)
        io.write_table(joined[["system", *joined.columns.drop("system")]], path, name)
    io.write_table(pd.DataFrame(selected), to_selected, "selected")


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(
            labelled=Path(snakemake.input.labelled),
            predictions=dict(zip(snakemake.params.systems, map(Path, snakemake.input.predictions), strict=True)),
            to_restarts=Path(snakemake.output.restarts),
            to_summary=Path(snakemake.output.summary),
            to_selected=Path(snakemake.output.selected),
        )
