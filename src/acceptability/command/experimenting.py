"""Run `make experiment`: make an experiment for the browser, and files for other platforms, from a table of pairs.

Nothing is sent anywhere: the user puts the files where participants find them.
"""

import os
import pkgutil
import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple
from importlib import import_module
from pathlib import Path
from types import ModuleType

from acceptability import installation
from acceptability.command import request
from acceptability.command.options import Command, reading_of, whole_number
from acceptability.contracts import checks
from acceptability.datasets.dataset import Dataset
from acceptability.datasets.user_pairs import manifest, reader
from acceptability.errors import InputError, naming, no_such_file
from acceptability.experiment import exports, fillers, simulated, texts
from acceptability.experiment.design import TASKS, Choice, Design, Stimulus, described, design
from acceptability.plan import schema
from acceptability.reading import load, text
from acceptability.sources import fetching

OPTIONS = {
    "pairs": "a table of minimal pairs",
    "lists": "how many lists of sentences there are (by default 2, and 1 for TASK=choice)",
    "fillers": "a table of fillers, which every list has; for TASK=choice, of pairs",
    "task": "what people are asked: likert (by default), choice, yes_no or slider",
    "texts": "all texts that participants see, in a file of your own",
    "language": "the language of the shipped texts: en (by default), de, es, fr, he, ja or zh",
    "seed": "the seed of the lists (1 by default)",
    "simulate": "how many participants to simulate, to try all steps",
    "encoding": "how the text of the tables is encoded",
    "sheet": "the sheet of the spreadsheets",
    "folder": "where the experiment is written (by default, a folder in runs)",
    "mirror": "a folder with the external files",
}
COMMAND = Command("experiment", OPTIONS)
SHIPPED = Path("resources/experiment") / texts.NAME
ENGLISH = "en"
UNREVIEWED = ["        These texts are a translation that no native speaker has reviewed: let one read them."]
MOST_LISTS = 200
FORMULA = ("=", "+", "-", "@")  # the first character of a cell that a spreadsheet program computes


def write(options: Mapping[str, str], base: Path) -> list[str]:
    """Write the folder of an experiment, and return what to say about it, in lines.

    ``base`` is the project's folder. Where the folder is there already, its texts.yaml stays, and gives the words.
    Raises InputError where an option cannot be met; then nothing is written.
    """
    if "pairs" not in options:
        raise InputError("make experiment: add PAIRS=my_pairs.csv")
    folder = Path(options.get("folder", f"runs/{Path(options['pairs']).stem}-experiment")).expanduser()
    source = _texts_file(options, folder, _shipped(options, base))
    notes: list[str] = []
    experiment = _design(options, folder, texts.read(source, base / SHIPPED, notes))
    modules = list(_exports())
    _fetch(modules, options, base)
    part = folder.with_name(f".{folder.name}.{os.getpid()}.part")
    try:
        part.mkdir(parents=True)
        shutil.copyfile(source, part / texts.NAME)
        lines = [line for module in modules for line in module.write(experiment, part)]
        if people := whole_number(options, "simulate", 0):
            lines += simulated.write(experiment, people, part)
        _move(part, folder)
    except OSError as error:
        raise InputError(f"{error.filename}: cannot be written ({error.strerror}); name another FOLDER=") from error
    finally:
        shutil.rmtree(part, ignore_errors=True)
    is_unchanged = source == folder / texts.NAME
    return [
        *described(experiment),
        f"Page:   {folder / 'index.html'} (open it in a browser; ?list=1 in the address names a list)",
        f"Texts:  {folder / texts.NAME}" + (" (yours, kept unchanged)" if is_unchanged else ""),
        *(f"        {note}" for note in notes),
        *(UNREVIEWED if source.parent == base / SHIPPED.parent and source != base / SHIPPED else []),
        *lines,
        *_formulas(experiment),
        *_unfilled(experiment, folder),
    ]


def _shipped(options: Mapping[str, str], base: Path) -> Path:
    """Return the shipped words in the language of LANGUAGE=. Raises InputError where there are none."""
    language = options.get("language", ENGLISH).strip().casefold()
    files = {path.stem.rpartition(".")[2]: path for path in (base / SHIPPED.parent).glob(f"{SHIPPED.stem}.*.yaml")}
    schema.known(language, [ENGLISH, *sorted(files)], "LANGUAGE: the language")
    return files.get(language, base / SHIPPED)


def _texts_file(options: Mapping[str, str], folder: Path, shipped: Path) -> Path:
    """Return the file of the words that people see: that of the folder, if it is there, or TEXTS=, or the shipped one.

    Raises InputError for a folder that is no experiment's, and for a texts.yaml in it that differs from TEXTS=.
    """
    folder_texts, named_file = folder / texts.NAME, Path(options["texts"]).expanduser() if "texts" in options else None
    if named_file and "language" in options:
        raise InputError("LANGUAGE= chooses shipped texts, and TEXTS= is a file of your own; leave one of them out")
    if named_file and not named_file.is_file():
        raise InputError(f"TEXTS={options['texts']}: {no_such_file(named_file)}")
    if folder.is_file() or (folder.is_dir() and any(folder.iterdir()) and not folder_texts.is_file()):
        raise InputError(f"{folder}: exists already, and is not the folder of an experiment; name another FOLDER=")
    if not folder_texts.is_file():
        return named_file or shipped
    if "language" in options and load.read_yaml(folder_texts).get("language") != load.read_yaml(shipped)["language"]:
        raise InputError(
            f"{folder_texts}: is in another language than LANGUAGE={options['language']}; leave LANGUAGE= out to use "
            "the words of the folder, remove that file, or name another FOLDER="
        )
    if named_file and named_file.read_bytes() != folder_texts.read_bytes():
        raise InputError(
            f"{folder_texts}: has other words than TEXTS={options['texts']}; leave TEXTS= out to use those of the "
            "folder, or remove that file"
        )
    return folder_texts


def _design(options: Mapping[str, str], folder: Path, read: dict) -> Design:
    """Return the design that the options ask for."""
    task = options.get("task", TASKS[0]).strip().lower()
    schema.known(task, TASKS, "TASK: the task")
    usual, least = (1, 1) if task == "choice" else (2, 2)
    number = whole_number(options, "lists", usual)
    if number < least or number > MOST_LISTS:
        why = "; with one list, people would see both sentences of each pair" if number == 1 else ""
        raise InputError(f"LISTS={options['lists']}: must be a whole number from {least} to {MOST_LISTS}{why}")
    seed = whole_number(options, "seed", 1)
    dataset = _pairs(options)
    others = _fillers(options, task)
    name = re.sub(r"[^A-Za-z0-9]+", "-", folder.name.removesuffix("-experiment")).strip("-") or "experiment"
    with naming(options["pairs"]):
        return design(name, task, dataset.sentences, dataset.pairs, number, others, read, seed)


def _file(options: Mapping[str, str], option: str) -> Path:
    """Return the file that an option names. Raises InputError where there is none."""
    path = Path(options[option]).expanduser()
    if path.is_dir():
        raise InputError(f"{option.upper()}={options[option]}: is a folder; name a table in it")
    if not path.is_file():
        raise InputError(f"{option.upper()}={options[option]}: {no_such_file(path)}")
    return path


def _pairs(options: Mapping[str, str]) -> Dataset:
    """Return the pairs of the user's table, as a run prepares them, and report how it was read."""
    path, reading = _file(options, "pairs"), reading_of(options)
    request.report(manifest.check({"pairs": str(path)} | reading))
    dataset = reader.read(pairs=path, answers=None, **reading)
    checks.check_pairs(dataset.pairs, dataset.sentences, options["pairs"])
    return dataset


def _fillers(options: Mapping[str, str], task: str) -> Sequence[Stimulus | Choice]:
    """Return the fillers of the user's table, if there is one, and report how it was read."""
    if "fillers" not in options:
        return []
    path, reading = _file(options, "fillers"), reading_of(options)
    if text.is_utf_8(path):
        reading.pop("encoding", None)
    items, reading_of_table = fillers.read(path, task, **reading)
    request.report([reading_of_table])
    return items


def _exports() -> Iterator[ModuleType]:
    """Yield the modules that write a part of the folder: all of the package of exports that have a function write."""
    for info in pkgutil.iter_modules(exports.__path__):
        module = import_module(f"{exports.__name__}.{info.name}")
        if hasattr(module, "write"):
            yield module


def _fetch(modules: list[ModuleType], options: Mapping[str, str], base: Path) -> None:
    """Put the registered files that exports name in SOURCES into resources/raw, unless they are there."""
    rows = fetching.read_registry(base / "resources/sources.tsv")
    configured = load.read_yaml(base / "config.yaml").get("mirror")
    mirror = options.get("mirror") or fetching.named_mirror(configured and str(base / Path(configured).expanduser()))
    for name in (name for module in modules for name in getattr(module, "SOURCES", ())):
        target = installation.resources(base) / "raw" / name
        if not fetching.is_intact(rows[name], target):
            fetching.fetch(rows[name], target, mirror)


def _move(part: Path, folder: Path) -> None:
    """Put what was written where it belongs, in place of what was written before; other files of the folder stay."""
    if not folder.exists():
        part.rename(folder)
        return
    (folder / simulated.NAME).unlink(missing_ok=True)
    for module in _exports():
        if hasattr(module, "FOLDER"):  # also one that is not written for this task
            shutil.rmtree(folder / module.FOLDER, ignore_errors=True)
    for path in sorted(path for path in part.rglob("*") if path.is_file()):
        target = folder / path.relative_to(part)
        target.parent.mkdir(parents=True, exist_ok=True)
        path.replace(target)


def _formulas(experiment: Design) -> list[str]:
    """Return a note about cells that a spreadsheet program would compute; none where there are no such cells."""
    everything = (
        *experiment.fillers,
        *experiment.practice,
        *(one for stimuli in experiment.critical for one in stimuli),
    )
    cells = dict.fromkeys(cell for one in everything for cell in astuple(one) if cell.startswith(FORMULA))
    if not cells:
        return []
    example = repr(next(iter(cells))[:40])
    return [
        f"Note:   {len(cells):,} of your cells begin with =, +, - or @ (such as {example}). Excel and similar programs "
        "treat them as formulas and may replace the text. If you open the CSV files there, import the columns as text."
    ]


def _unfilled(experiment: Design, folder: Path) -> list[str]:
    """Return what to say of brackets that are left in the words."""
    left = texts.unfilled(experiment.texts)
    if not left:
        return []
    return [
        f"Not ready: fill in the brackets in {folder / texts.NAME}, then type the same command again:",
        *(f"  {bracket}" for bracket in left),
    ]
