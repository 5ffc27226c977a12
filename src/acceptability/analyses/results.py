"""Compute analyses, make tables and draw figures of a Subject: in a job from files, in Python from frames.

The job and Python each bring a function that reads a table. What functions get, and what becomes of their results, is
the same for both.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import pandas as pd

from acceptability.analyses import recipes, registry
from acceptability.analyses.analysis import COVERAGE, Named
from acceptability.analyses.computing import compute
from acceptability.analyses.coverage import with_counts
from acceptability.analyses.recipes import Recipe
from acceptability.analyses.subject import Subject

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from acceptability.tables.text import PresentedTable

Read = Callable[[Named, Recipe], object]
LABELS = ("labels", "references", "panels")  # settings with labels of rows


class Results:
    """Compute, tabulate and draw what is asked for about a Subject, each time anew.

    Parameters:
        subject: what is evaluated.
        read: returns what a recipe reads: a table, or tables by system.
    """

    def __init__(self, subject: Subject, read: Read) -> None:
        self.subject, self.read = subject, read

    def frames(self, recipe: Recipe) -> dict[str, pd.DataFrame]:
        """Return the tables of an analysis, by their names."""
        return compute(recipe.folder, {**recipe.at, **self._arguments(recipe, "analyses")})

    def table(self, recipe: Recipe) -> "PresentedTable":
        """Return a table as readers see it."""
        from acceptability.analyses import showing  # here, as it loads Matplotlib

        return showing.table(self._make("tables", recipe), self._arguments(recipe, "tables"), recipe.caption)

    def figures(self, recipe: Recipe, widths: Sequence[float]) -> "list[Figure]":
        """Return a figure in the style of reports at each width, in points of 1/72 inch."""
        from acceptability.analyses import showing

        draw, arguments = self._make("figures", recipe), self._arguments(recipe, "figures")
        return [showing.in_our_style(draw, arguments, width) for width in widths]

    def _arguments(self, recipe: Recipe, kind: str) -> dict[str, object]:
        """Return the arguments of a function. Labels of rows that cover a part of the pairs say of how many."""
        tables = {argument: self.read(table, recipe) for argument, table in recipe.reads.items()}
        settings = recipes.settings(recipe, self.subject, kind)
        for argument in COVERAGE.keys() & tables.keys():
            criteria = tables.pop(argument)
            settings |= {name: with_counts(settings[name], criteria) for name in LABELS if name in settings}
        return dict.fromkeys(recipe.optional) | tables | settings

    def _make(self, kind: str, recipe: Recipe) -> Callable:
        """Return the function that makes a table or a figure."""
        return registry.load(*registry.function_of(kind, recipe.name.partition("/")[0]))
