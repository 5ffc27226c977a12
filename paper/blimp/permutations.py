"""Rows of a printed table that show the numbers of other rows (pure)."""

import pandas as pd

from acceptability.studies.verdicts import agrees


def right_cells(printed: pd.Series, recomputed: pd.Series) -> int:
    """Count the printed cells of a row that agree with recomputed ones."""
    return sum(agrees(printed[column], recomputed[column]) for column in printed.index)


def shown_elsewhere(printed: pd.DataFrame, recomputed: pd.DataFrame, groups: pd.Series) -> dict[str, str]:
    """Map each printed row that shows another row's numbers to that row.

    Parameters:
        printed, recomputed: texts and numbers, with the same rows and columns.
        groups: the group of each row. Only rows of one group can be exchanged.

    Returns: printed row → the row whose recomputed values come out as printed in all columns. A row with its own
    values, or with those of no other or of several other rows, is left out.
    """
    others = {}
    for row, cells in printed.iterrows():
        group = recomputed[groups[recomputed.index] == groups[row]]
        fitting = [other for other, values in group.iterrows() if right_cells(cells, values) == len(cells)]
        if row not in fitting and len(fitting) == 1:
            others[row] = fitting[0]
    return others
