"""Results → the tables of a dataset, a model or a study as people read them, as CSV and LaTeX."""

from collections.abc import Mapping
from importlib import import_module

import pandas as pd

from acceptability.analyses.reading import arguments
from acceptability.contracts import io
from acceptability.errors import reporting
from acceptability.tables.latex import to_latex
from acceptability.tables.text import PresentedTable


def main(owner: str, made: Mapping[str, Mapping]) -> None:
    """Make every table of ``made``; each entry says how (see plan.artefacts.recipe), its ``path`` and its ``caption``.

    ``reads`` has the path of a file by argument, ``contracts`` what it holds: a table of the catalogue.
    """
    for name, entry in made.items():
        make = getattr(import_module(f"acceptability.{entry['module']}"), entry["function"])
        table = make(**arguments(entry))
        if isinstance(table, pd.DataFrame):
            table = PresentedTable(table, table)
        io.write_table(table.frame, f"{entry['path']}.csv")
        label = f"tab:{name}-{owner}".replace("/", "-").replace("_", "-")
        caption = f"{entry['caption']} {table.note}".strip()
        io.write_text(to_latex(table.latex, caption, label), f"{entry['path']}.tex")


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(snakemake.params.owner, snakemake.params.made)
