"""Write tables and draw figures as people read them; those of models and studies as plan.artefacts describes them."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

import pandas as pd

from acceptability.analyses import registry
from acceptability.analyses.analysis import Sentences, joined
from acceptability.analyses.reading import arguments
from acceptability.contracts import io
from acceptability.figures import style
from acceptability.tables.latex import to_latex
from acceptability.tables.text import PresentedTable

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def make_table(owner: str, name: str, recipe: Mapping) -> None:
    """Write a table as CSV and LaTeX; ``recipe`` says how (see plan.artefacts.described)."""
    write_table(
        table(registry.load(recipe["module"], recipe["function"]), arguments(recipe), recipe["caption"]),
        recipe["path"],
        owner,
        name,
    )


def make_metric(recipe: Mapping) -> None:
    """Write a metric of a study, which is a table of the catalogue, as CSV; ``recipe`` as in make_table."""
    make = registry.load(recipe["module"], recipe["function"])
    io.write_table(make(**arguments(recipe)), f"{recipe['path']}.csv", registry.tables()[recipe["name"]])


def draw_figure(recipe: Mapping, targets: list[str]) -> None:
    """Draw a figure, for a page and for a column, as PDF, PNG and SVG; ``recipe`` as in make_table."""
    draw, drawn_arguments = registry.load(recipe["module"], recipe["function"]), arguments(recipe)
    for width, files in style.by_width(targets).items():
        style.save(draw(**drawn_arguments, width=width), *files, simulated=recipe["simulated"])


def table(make: Callable, function_arguments: Mapping[str, object], caption: Sentences) -> PresentedTable:
    """Return the table that a function makes of its arguments, with the parts of its caption about its columns."""
    presented = make(**function_arguments)
    if isinstance(presented, pd.DataFrame):
        presented = PresentedTable(presented, presented)
    frame = presented.frame
    cells = {str(name): frame.iloc[:, place] for place, name in enumerate(frame)}  # several may have one name
    return replace(presented, caption=joined(caption, cells))


def write_table(presented: PresentedTable, path: str, owner: str, name: str) -> None:
    """Write a table to ``path`` with the endings .csv and .tex; its label in LaTeX names it and what it is about."""
    io.write_table(presented.frame, f"{path}.csv")
    label = f"tab:{name}-{owner}".replace("/", "-").replace("_", "-")
    io.write_text(to_latex(presented.latex, f"{presented.caption} {presented.note}".strip(), label), f"{path}.tex")


def in_our_style(draw: Callable, function_arguments: Mapping[str, object], width: float) -> "Figure":
    """Return the figure that a function draws, in the style of reports, without changing the style of other figures."""
    with style.mpl.rc_context():
        style.plt.style.use(style.STYLE)
        figure = draw(**function_arguments, width=width)
        style.set_fonts(figure)
        style.plt.close(figure)  # or a notebook would show it twice
    return figure
