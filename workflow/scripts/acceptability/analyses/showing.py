"""Make tables and draw figures as people read them, from what plan.artefacts says of each."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING

import pandas as pd

from acceptability.analyses import registry
from acceptability.analyses.reading import arguments
from acceptability.contracts import io
from acceptability.figures import style
from acceptability.tables.latex import to_latex
from acceptability.tables.text import PresentedTable

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def make_table(owner: str, name: str, made: Mapping) -> None:
    """Write a table as CSV and LaTeX; ``made`` says how (see plan.artefacts.described)."""
    write_table(table(_function(made), arguments(made), made["caption"]), made["path"], owner, name)


def make_metric(made: Mapping) -> None:
    """Write a metric of a study, which is a table of the catalogue, as CSV; ``made`` as in make_table."""
    io.write_table(_function(made)(**arguments(made)), f"{made['path']}.csv", registry.tables()[made["name"]])


def draw_figure(made: Mapping, targets: list[str]) -> None:
    """Draw a figure, for a page and for a column, as PDF, PNG and SVG; ``made`` as in make_table."""
    given = arguments(made)
    for width, files in style.by_width(targets).items():
        style.save(_function(made)(**given, width=width), *files, simulated=made["simulated"])


def table(make: Callable, given: Mapping[str, object], caption: str) -> PresentedTable:
    """Return the table that a function makes of what is given, with its caption."""
    made = make(**given)
    if isinstance(made, pd.DataFrame):
        made = PresentedTable(made, made)
    return replace(made, caption=caption)


def write_table(made: PresentedTable, path: str, owner: str, name: str) -> None:
    """Write a table to ``path`` with the endings .csv and .tex; its label in LaTeX names it and what it is about."""
    io.write_table(made.frame, f"{path}.csv")
    label = f"tab:{name}-{owner}".replace("/", "-").replace("_", "-")
    io.write_text(to_latex(made.latex, f"{made.caption} {made.note}".strip(), label), f"{path}.tex")


def in_our_style(draw: Callable, given: Mapping[str, object], width: float) -> "Figure":
    """Return the figure that a function draws, in the style of reports, which is left as it was otherwise."""
    with style.mpl.rc_context():
        style.plt.style.use(style.STYLE)
        figure = draw(**given, width=width)
        style.set_fonts(figure)
        style.plt.close(figure)  # or a notebook would show it twice
    return figure


def _function(made: Mapping) -> Callable:
    return getattr(import_module(f"acceptability.{made['module']}"), made["function"])
