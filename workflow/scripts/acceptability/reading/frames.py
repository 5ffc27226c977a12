"""Tables of statistics programs and of data frames: read where pandas can, else named with what converts them."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from acceptability.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

PYTHON = 'in Python: pandas.{}("…").to_csv("….csv", index=False)'
R = 'in R: write.csv({}, "….csv", row.names = FALSE)'
READERS = {  # pandas's function by the ending of a file; each but read_stata needs a further package
    ".dta": "read_stata",
    ".sav": "read_spss",
    ".parquet": "read_parquet",
    ".feather": "read_feather",
}
CONVERTED = {ending: PYTHON.format(reader) for ending, reader in READERS.items()} | {
    ".arrow": 'in Python: datasets.load_from_disk("folder").to_csv("….csv")',
    ".rds": R.format('readRDS("….rds")'),
    ".rda": R.format('get(load("….rda"))'),
    ".rdata": R.format('get(load("….RData"))'),
    ".pkl": PYTHON.format("read_pickle") + ", if you made the file yourself",
}
ENDINGS = tuple(CONVERTED)


def read(path: str) -> "pd.DataFrame":
    """Read a file of one of these formats. Raise InputError, with what converts it, where that is impossible."""
    ending = next(ending for ending in ENDINGS if path.lower().endswith(ending))
    convert = f"save it as CSV, {CONVERTED[ending]}"
    if ending not in READERS:
        raise InputError(f"{path}: is a {ending} file, which is not read; {convert}")
    try:
        return _reader(ending)(path)
    except ImportError as error:
        package = {".sav": "pyreadstat"}.get(ending, "pyarrow")
        raise InputError(f"{path}: is a {ending} file; {convert}; or install the Python package {package}") from error
    except OSError:
        raise
    except Exception as error:  # of a damaged file, each package raises errors of its own
        raise InputError(f"{path}: is a damaged {ending} file ({error}); get it again, or {convert}") from error


def _reader(ending: str) -> Callable[[str], "pd.DataFrame"]:
    import pandas as pd  # here, as the configuration is checked without it

    return getattr(pd, READERS[ending])
