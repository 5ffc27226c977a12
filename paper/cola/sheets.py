"""Results in three sheets of the authors (Apple Numbers): by split, of encoders, and by size of the training set."""

from pathlib import Path

import pandas as pd

from acceptability.errors import InputError
from acceptability.papers.cola.numbers_files import FIX, Cell, rows_with

PARTS = ("in_domain", "out_of_domain", "all")
SPLITS = {"split_orig": "original"} | {f"split_{number + 4}": str(number) for number in range(1, 6)}
ENCODERS = {  # names of Table 4, by the sheet's: a kind, and the beginning of the run's name where two have one name
    "GloVe, real/fake": ("real/fake + glove", ""),
    "BNC, real/fake": ("real/fake no glove", "experiment_lstm_pooling_classifier_h_696_"),
    "ELMo-style, real/fake": ("Elmo", ""),
}
SIZES = {"CoLA original": 8551, "Cola 3000": 3000, "CoLA 1000": 1000, "CoLA 300": 300, "CoLA 100": 100}
FIRST_RESTART = 4  # the row below the mean, the SD, the greatest, and the heading


def split_sheet(path: Path) -> pd.DataFrame:
    """Return the results by split: the contract SPLIT_SHEET."""
    by_name = {row[0]: row for row in rows_with(path, "split_orig")}
    rows = []
    for name, split in SPLITS.items():
        row = _row(path, by_name, name)
        for number, part in enumerate(PARTS):
            values = _numbers(path, row[3 + 4 * number : 7 + 4 * number])
            measures = dict(zip(("mcc", "mcc_sd", "accuracy", "accuracy_sd"), values, strict=True))
            rows.append({"split": split, "part": part, "out_of_domain": int(row[1])} | measures)
    return pd.DataFrame(rows)


def encoder_sheet(path: Path) -> pd.DataFrame:
    """Return accuracy and MCC of the encoders that are trained on real/fake alone: the contract ENCODER_SHEET."""
    sheet = [row for row in rows_with(path, "real/fake + glove") if str(row[0]).lower() == "encoder"]
    rows = []
    for encoder, (name, run) in ENCODERS.items():
        of_encoder = [row for row in sheet if row[1] == name and str(row[2] or "").startswith(run)]
        row = _row(path, {row[1]: row for row in of_encoder}, name)
        for part, start in (("out_of_domain", 3), ("in_domain", 5)):
            coefficient, accuracy = _numbers(path, row[start : start + 2])
            rows.append({"encoder": encoder, "part": part, "accuracy": accuracy, "mcc": coefficient})
    return pd.DataFrame(rows)


def size_sheet(path: Path) -> pd.DataFrame:
    """Return the development MCC of each restart by size of the training set: the contract SIZE_SHEET."""
    heading, *others = rows_with(path, "CoLA original")
    rows = []
    for name, size in SIZES.items():
        if name not in heading:
            raise InputError(f"{path}: has no column {name!r}; {FIX}")
        cells = [row[heading.index(name)] for row in others[FIRST_RESTART - 1 :]]
        restarts = _numbers(path, [cell for cell in cells if cell is not None])
        rows += [{"sentences": size, "restart": number, "mcc": mcc} for number, mcc in enumerate(restarts, start=1)]
    return pd.DataFrame(rows)


def _row(path: Path, rows: dict[Cell, list[Cell]], name: str) -> list[Cell]:
    """Return the row with this name. InputError where there is none."""
    if name not in rows:
        raise InputError(f"{path}: has no row {name!r}; {FIX}")
    return rows[name]


def _numbers(path: Path, cells: list[Cell]) -> list[float]:
    """Return cells that are all numbers. InputError where one is not."""
    if not all(isinstance(cell, float) for cell in cells):
        raise InputError(f"{path}: a result is not a number: {cells}; {FIX}")
    return [float(cell) for cell in cells if isinstance(cell, float)]
