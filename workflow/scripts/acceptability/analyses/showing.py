"""Make tables and draw figures as people read them, from what plan.artefacts says of each."""

from collections.abc import Mapping
from importlib import import_module

import pandas as pd

from acceptability.analyses.reading import arguments
from acceptability.contracts import io
from acceptability.figures import style
from acceptability.tables.latex import to_latex
from acceptability.tables.text import PresentedTable


def make_table(owner: str, name: str, made: Mapping) -> None:
    """Write a table as CSV and LaTeX; ``made`` says how (see plan.artefacts.described)."""
    table = _function(made)(**arguments(made))
    if isinstance(table, pd.DataFrame):
        table = PresentedTable(table, table)
    io.write_table(table.frame, f"{made['path']}.csv")
    label = f"tab:{name}-{owner}".replace("/", "-").replace("_", "-")
    caption = f"{made['caption']} {table.note}".strip()
    io.write_text(to_latex(table.latex, caption, label), f"{made['path']}.tex")


def draw_figure(made: Mapping, targets: list[str]) -> None:
    """Draw a figure, for a page and for a column, as PDF, PNG and SVG; ``made`` as in make_table."""
    given = arguments(made)
    for width, files in style.by_width(targets).items():
        style.save(_function(made)(**given, width=width), *files, simulated=made["simulated"])


def _function(made: Mapping):
    return getattr(import_module(f"acceptability.{made['module']}"), made["function"])
