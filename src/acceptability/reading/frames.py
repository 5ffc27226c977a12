"""Read tables of statistics programs and data frames with pandas, or name a program that converts them."""

from importlib import import_module  # of the further packages, which no environment of the project has
from pathlib import Path
from typing import TYPE_CHECKING

from acceptability.errors import InputError, naming
from acceptability.reading.cells import MOST_TABLE_CELLS, too_wide

if TYPE_CHECKING:
    import pandas as pd

PYTHON = 'in Python: pandas.{}("…").to_csv("….csv", index=False)'
DATASETS = 'in Python: datasets.{}.to_csv("{}.csv")'
R = 'in R: write.csv({}, "….csv", row.names = FALSE)'
READERS = {  # pandas's function by the ending of a file; each but read_stata needs a further package
    ".dta": "read_stata",
    ".sav": "read_spss",
    ".parquet": "read_parquet",
    ".feather": "read_feather",
}
CONVERTED = {ending: PYTHON.format(reader) for ending, reader in READERS.items()} | {
    ".arrow": DATASETS.format('Dataset.from_file("….arrow")', "…"),
    ".rds": R.format('readRDS("….rds")'),
    ".rda": R.format('get(load("….rda"))'),
    ".rdata": R.format('get(load("….RData"))'),
    ".pkl": PYTHON.format("read_pickle") + ", if you made the file yourself",
}
ENDINGS = tuple(CONVERTED)
OF_DATASETS = ("dataset_info.json", "dataset_dict.json", "state.json")  # what save_to_disk of datasets adds


def read(path: str) -> "pd.DataFrame":
    """Read a file of one of these formats. Raise InputError, with what converts it, where that is impossible."""
    ending = next(ending for ending in ENDINGS if path.lower().endswith(ending))
    convert = f"save it as CSV, {CONVERTED[ending]}"
    if ending not in READERS:
        raise InputError(f"{path}: is a {ending} file, which is not read; {convert}")
    try:
        with naming(path):
            return _read(path, ending)
    except ImportError as error:
        package = {".sav": "pyreadstat"}.get(ending, "pyarrow")
        raise InputError(f"{path}: is a {ending} file; {convert}; or install the Python package {package}") from error
    except (OSError, InputError):
        raise
    except Exception as error:  # of a damaged file, each package raises errors of its own
        raise InputError(f"{path}: is a damaged {ending} file ({error}); get it again, or {convert}") from error


def saved_dataset(folder: Path) -> str:
    """Return what converts the dataset that the library datasets saved in a folder; empty where there is none."""
    parts = sorted({path.parent for path in folder.rglob("*.arrow")})
    if not parts:
        return ""
    convert = DATASETS.format(f'load_from_disk("{parts[0]}")', parts[0].name)
    others = f"; do the same for {', '.join(path.name for path in parts[1:4])}" if len(parts) > 1 else ""
    return f"but a dataset that Hugging Face's library datasets saved; save it as CSV, {convert}{others}"


def _read(path: str, ending: str) -> "pd.DataFrame":
    """Read a file. InputError where it has too many cells, before they are read: except .feather, all say how many."""
    import pandas as pd  # here, as the configuration is checked without it

    if ending == ".dta":
        with pd.read_stata(path, iterator=True) as reader:
            columns = list(reader.variable_labels())
            most = _most_rows(0, len(columns))
            try:
                frame = reader.read(nrows=most + 1)
            except StopIteration:  # it has no rows
                frame = pd.DataFrame(columns=columns)
        _most_rows(len(frame), len(columns))
        return frame
    if ending == ".sav":
        _, described = import_module("pyreadstat").read_sav(path, metadataonly=True)
        most = _most_rows(described.number_rows or 0, described.number_columns)  # some programs do not write how many
        frame = pd.read_spss(path, row_limit=most + 1)
        _most_rows(*frame.shape)
        return frame
    if ending == ".parquet":
        described = import_module("pyarrow.parquet").read_metadata(path)
        _most_rows(described.num_rows, described.num_columns)
    return getattr(pd, READERS[ending])(path)


def _most_rows(rows: int, columns: int) -> int:
    """Return how many rows a table of so many columns may have. InputError where it has more, or too many columns."""
    if fault := too_wide(rows, columns):
        raise InputError(fault)
    return MOST_TABLE_CELLS // max(columns, 1)
