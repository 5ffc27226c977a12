"""What the page says of each row, on all pairs: its test, its correlation with ratings, its sentence for a paper."""

from collections.abc import Iterable
from pathlib import Path

from acceptability.analyses.correlations.manifest import FITS
from acceptability.analyses.criteria.table import correlations_of_rows, tests_of_rows
from acceptability.analyses.headlines.manifest import AGAINST_CHANCE, QUOTATIONS
from acceptability.contracts import io


def texts_of_rows(paths: Iterable[Path], dataset: str) -> dict[str, dict[str, str]]:
    """Return by row what explorer.describe_dataset takes as ``tests``, from the files of a dataset, if it has them."""
    by_name, columns = {path.stem: path for path in paths if path.parent.name == dataset}, {}
    if "against_chance" in by_name:
        of_rows = tests_of_rows(io.read_table(by_name["against_chance"], AGAINST_CHANCE), "BLiMP")
        quoted = io.read_table(by_name["quotations"], QUOTATIONS).set_index("row")["sentence"]
        columns |= {"p": of_rows["p (50 %)"], "sentence": quoted}
    if "sentences_fits" in by_name:
        columns["r"] = correlations_of_rows(io.read_table(by_name["sentences_fits"], FITS))
    rows = {row for column in columns.values() for row in column.index}
    return {row: {name: column[row] for name, column in columns.items() if row in column} for row in rows}
