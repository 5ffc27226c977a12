"""Read a user's pairs, and any table of results."""

import re
import warnings
from collections.abc import Iterable, Mapping, Sequence
from contextlib import redirect_stdout
from copy import deepcopy
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pandas as pd

from acceptability.analyses.registry import tables
from acceptability.api.wording import speaks_python
from acceptability.contracts import checks, io
from acceptability.contracts.columns import Table
from acceptability.contracts.data import CHOICES, PAIRS, RATINGS, RESPONSES, SENTENCES
from acceptability.datasets.dataset import Dataset
from acceptability.datasets.declared import declaration as declarations
from acceptability.datasets.declared import manifest as of_declared
from acceptability.datasets.declared import reader as reader_of_declared
from acceptability.datasets.user_pairs import manifest, reader
from acceptability.datasets.user_sentences import manifest as of_sentences
from acceptability.datasets.user_sentences import reader as reader_of_sentences
from acceptability.errors import InputError, suggest
from acceptability.messages import joined
from acceptability.reading import sheets
from acceptability.reading.load import read_yaml
from acceptability.responses import results
from acceptability.statistics import scales


@speaks_python
def pairs(
    table: str | Path | pd.DataFrame | Sequence[tuple[str, str]],
    ratings: str | Path | pd.DataFrame | None = None,
    *,
    standardise: str = "none",
    encoding: str = "utf-8",
    sheet: str | None = None,
    **answers: str,
) -> Dataset:
    """Read and check minimal pairs, in any form that ``make score`` reads.

    Parameters:
        table: a file (CSV, spreadsheet, JSON lines), a frame, or a list of (good, bad). Two columns, ``good`` and
            ``bad``, are enough;
            others, such as ``pair_id``, ``phenomenon``, ``good_rating`` and ``bad_rating``, are in docs/sentences.md.
        ratings: results of an experiment, as jsPsych, PCIbex, Qualtrics and others export them (a file, several, a
            folder or an archive); or single answers, one per row, in the columns ``participant``, ``sentence_id``
            (``<pair_id>.good``, ``<pair_id>.bad``) and ``rating``. They become z-scores of each participant, and then
            means.
        standardise: ``sentences`` turns the table's ratings into z-scores; ``none`` leaves them.
        answers: how the results are read: ``exclude="gold=0.2,fast=1000"``, ``label``, ``scale``, ``participant`` and
            others, and the tables ``fillers``, ``questions``, ``gold`` and ``people``; see docs/experiment.md.
        encoding, sheet: how the text of files is encoded, and which sheet of a spreadsheet is meant.

    Returns:
        An object with frames: ``sentences`` (``sentence_id, sentence, label, rating``; two rows per pair),
        ``pairs`` (``pair_id, good_id, bad_id, paradigm, phenomenon, cluster``), ``ratings`` and ``choices`` of single
        participants, and ``responses``, which has all answers.
        ``reading.lines`` says how the tables were read; doubtful readings are also issued as warnings.

    Raises:
        InputError: what is wrong, with the row and how to fix it.

    Example:
        >>> import acceptability
        >>> table = acceptability.pairs("my_pairs.csv")
        >>> table.sentences["sentence"].tolist()[:2]
        ['Dogs bark.', 'Dogs barks.']
    """
    if isinstance(table, list | tuple) and all(isinstance(pair, list | tuple) and len(pair) == 2 for pair in table):
        table = pd.DataFrame(table, columns=["good", "bad"])
    how = how_read(encoding, sheet)
    files: dict[str, sheets.Source] = {"pairs": source(table, "pairs")}
    files |= {} if ratings is None else {"ratings": source(ratings, "ratings")}
    further = {name: answers.pop(name) for name in results.FILES if name in answers}
    for word in answers:
        if word not in results.WORDS:
            raise InputError(f"pairs() has no argument {word!r}{suggest(word, [*results.FILES, *results.WORDS])}")
    entry = {**files, **further, **how} | ({"answers": answers} if answers else {})
    readings = manifest.check({**entry, "standardise": standardise})
    others = further.get("fillers"), further.get("questions"), further.get("gold"), further.get("people")
    dataset = reader.read(files["pairs"], files.get("ratings"), *others, standardise, answers=answers, **how)
    reading = deepcopy(replace(readings[0], beside=readings[1:]))
    name = str(files["pairs"])
    doubts = _doubts(dataset, name)
    warn([*reading.noted, *doubts])
    checks.check_pairs(dataset.pairs, dataset.sentences, name)
    return Dataset(
        sentences=io.check_table(dataset.sentences, SENTENCES, name),
        pairs=io.check_table(dataset.pairs, PAIRS, name),
        ratings=io.check_table(dataset.ratings, RATINGS, name),
        choices=io.check_table(dataset.choices, CHOICES, name),
        responses=io.check_table(dataset.responses, RESPONSES, name),
        doubts=doubts,
        reading=reading,
        manifest=manifest.manifest(entry),
    )


@speaks_python
def sentences(
    table: str | Path | pd.DataFrame | Sequence[str],
    *,
    standardise: str = "none",
    encoding: str = "utf-8",
    sheet: str | None = None,
) -> Dataset:
    """Read and check sentences that are in no pairs, with ratings, expert labels or neither.

    Parameters:
        table: texts, a file (CSV, spreadsheet, JSON lines, or a text with a sentence on each line) or a frame. The
            column ``sentence`` is enough; others, such as ``sentence_id``, ``rating``, ``label`` (1 acceptable, 0 not)
            and ``set``, are in docs/sentences.md.
        standardise: ``sentences`` turns the table's ratings into z-scores; ``none`` leaves them.
        encoding, sheet: how the text of files is encoded, and which sheet of a spreadsheet is meant.

    Returns:
        An object with the frame ``sentences`` (``sentence_id, sentence, label, rating``). ``reading.lines`` says how
        the table was read; doubtful readings are also issued as warnings.

    Raises:
        InputError: what is wrong, with the row and how to fix it.

    Example:
        >>> labelled = acceptability.sentences("my_sentences.csv")
        >>> labelled.sentences["label"].tolist()
        [1, 0, 1, 0]
    """
    if not isinstance(table, str | Path | pd.DataFrame):
        table = pd.DataFrame({"sentence": list(table)})
    how, file = how_read(encoding, sheet), source(table, "sentences")
    (reading,) = of_sentences.check({"sentences": file, **how})
    dataset = reader_of_sentences.read(file, standardise, **how)
    warn(reading.noted)
    return replace(
        dataset,
        sentences=io.check_table(dataset.sentences, SENTENCES, str(file)),
        reading=deepcopy(reading),
        manifest=of_sentences.manifest({"sentences": file, **how}),
    )


@speaks_python
def declared(declaration: str | Path | Mapping) -> Dataset:
    """Read and check a dataset by its declaration: single answers, sentences or pairs, with any columns.

    Parameters:
        declaration: the lines below the dataset's name in a configuration (docs/declared.md), as a mapping or as a
            YAML file. Paths of files are from the working directory.

    Returns:
        An object with frames: ``sentences`` and, where there are any, ``pairs``, ``ratings`` and ``choices`` of single
        participants. ``reading.notes`` says what each step did.

    Raises:
        InputError: what is wrong in the declaration or in the files, with the key or the row, and how to fix it.

    Example:
        >>> row = {"participant": "subject", "sentence": "text", "rating": "answer"}
        >>> answers = acceptability.declared({"unit": "answer", "file": "my_answers.csv", "row": row})
        >>> answers.sentences[["sentence", "mean_rating"]].values.tolist()
        [['She left.', '6.5'], ['Left she.', '1.5']]
    """
    name = "the declaration" if isinstance(declaration, Mapping) else str(declaration)
    entry = declaration if isinstance(declaration, Mapping) else read_yaml(Path(declaration).expanduser())
    if not isinstance(entry, Mapping):
        raise InputError(
            f"{name}: is a {type(entry).__name__}; pass unit, file, row and other keys of docs/declared.md"
        )
    entry = {key: value for key, value in entry.items() if key not in ("kind", "label")}  # of a configuration
    declarations.check(entry, name, declarations.KIND_OF_DATASET | {"required": list(declarations.NEEDED)})
    (reading,) = of_declared.check(entry)
    manifest = of_declared.manifest(entry)
    with redirect_stdout(StringIO()):  # what reading.notes says
        dataset = reader_of_declared.read(
            manifest.options["declaration"], manifest.options["name"], **of_declared.files_of(entry)
        )
    doubts = _doubts(dataset, name)
    warn(doubts)
    return replace(
        dataset,
        doubts=doubts,
        **{
            contract.name: io.check_table(getattr(dataset, contract.name), contract, name)
            for contract in (SENTENCES, PAIRS, RATINGS, CHOICES)
        },
        reading=deepcopy(reading),
        manifest=manifest,
    )


def checked(table: str | Path | pd.DataFrame, contract: Table, name: str) -> pd.DataFrame:
    """Return a frame, or the table of a file, with the types of a contract; messages call it ``name``."""
    if isinstance(table, pd.DataFrame):
        return io.check_table(table.reset_index(drop=True), contract, name)
    return io.read_table(_path(table, name), contract)


def source(table: str | Path | pd.DataFrame, name: str) -> sheets.Sheet | Path:
    """Return a frame as the table that it is, called ``name`` in messages, or the path of a file or folder."""
    if isinstance(table, pd.DataFrame):
        return sheets.of_frame(table, name)
    return _path(table, name)


def how_read(encoding: str, sheet: str | None) -> dict[str, str]:
    """Return how a file is read, as arguments of ``sheets.read``."""
    return {"encoding": encoding} | ({} if sheet is None else {"sheet": sheet})


def _path(table: str | Path, name: str) -> Path:
    if not isinstance(table, str | Path):
        raise InputError(f"{name}: is a {type(table).__name__}; pass a file or a data frame with named columns")
    return Path(table).expanduser()


def _doubts(dataset: Dataset, name: str) -> tuple[str, ...]:
    """Return what is doubtful about the answers of participants: their places, and the scale of their z-scores."""
    doubt = scales.doubt(dataset.sentences, dataset.pairs, dataset.ratings)
    return (*dataset.doubts, *((f"{name}: " + doubt,) if doubt else ()))


def warn(notes: Iterable[str]) -> None:
    """Warn of what was decided, converted, matched loosely, dropped or ignored in a user's table, or is doubtful."""
    if lines := joined("\n", notes):
        warnings.warn(lines, stacklevel=3)


def read(path: str | Path) -> pd.DataFrame:
    """Read a table of results with the types of its columns.

    Parameters:
        path: a CSV file below ``results/``, such as ``results/metrics/my-pairs/criteria.csv``. Files of
            ``results/tables/`` contain rounded numbers, so their cells are text.

    Returns:
        The table: text is ``str``, numbers are ``float64`` or ``int64``, a missing number is NaN.

    Raises:
        InputError: the file is not a table of results, or was changed.

    Example:
        >>> criteria = acceptability.read("results/metrics/my-pairs/criteria.csv")
        >>> shares = criteria.loc[criteria["criterion"] == "blimp", ["system", "measure", "share"]]
    """
    path = Path(path).expanduser()
    if not path.is_file():
        raise InputError(f"{path}: is not a file; correct the path, or run the workflow first")
    place = path.resolve().as_posix()
    for table in tables().values():
        pattern = re.sub(r"\\{\w+\\}", "[^/]+", re.escape(table.path))  # a wildcard is a folder or a part of a name
        if table.path.endswith(".csv") and re.search(f"/{pattern}$", place):
            return io.read_table(path, table)
    if re.search(r"/results/tables/.*\.csv$", place):
        return io.read_raw_csv(path)
    raise InputError(f"{path}: is not a table of results (docs/results.md lists them); read other files with pandas")
