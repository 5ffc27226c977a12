"""`make experiment`: from a table of pairs to an experiment that runs in a browser, and to files for other platforms.

Nothing is sent anywhere: the user puts the files where participants find them.
"""

import os
import pkgutil
import re
import shutil
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from types import ModuleType

from acceptability.command import request
from acceptability.contracts import checks
from acceptability.datasets.dataset import Dataset
from acceptability.datasets.user_pairs import manifest, reader
from acceptability.errors import InputError, naming, no_such_file
from acceptability.experiment import exports, fillers, simulated, texts
from acceptability.experiment.design import TASKS, Choice, Design, Stimulus, described, design
from acceptability.plan import schema
from acceptability.reading import load, text
from acceptability.sources import fetching

WORDS = {
    "pairs": "a table of minimal pairs",
    "lists": "how many lists of sentences there are (by default 2, and 1 for TASK=choice)",
    "fillers": "a table of fillers, which every list has; for TASK=choice, of pairs",
    "task": "what people are asked: likert (by default), choice, yes_no or slider",
    "texts": "all words that people see, in a file of your own (by default, English ones)",
    "seed": "the seed of the lists (1 by default)",
    "simulate": "how many people to simulate answers of, to try the whole way",
    "encoding": "how the text of the tables is encoded",
    "sheet": "the sheet of the spreadsheets",
    "folder": "where the experiment is written (by default, a folder in runs)",
    "mirror": "a folder with the external files",
}
COMMAND = request.Command("experiment", WORDS)
SHIPPED = Path("resources/experiment") / texts.NAME
MOST_LISTS = 200


def write(words: Mapping[str, str], base: Path) -> list[str]:
    """Write the folder of an experiment, and return what to say about it, in lines.

    ``base`` is the project's folder. Where the folder is there already, its texts.yaml stays, and gives the words.
    Raises InputError where a word cannot be met; then nothing is written.
    """
    if "pairs" not in words:
        raise InputError("make experiment: give PAIRS=my_pairs.csv")
    folder = Path(words.get("folder", f"runs/{Path(words['pairs']).stem}-experiment")).expanduser()
    source = _texts_file(words, folder, base / SHIPPED)
    made = _design(words, folder, texts.read(source, base / SHIPPED))
    modules = list(_exports())
    _fetch(modules, words, base)
    part = folder.with_name(f".{folder.name}.{os.getpid()}.part")
    try:
        part.mkdir(parents=True)
        shutil.copyfile(source, part / texts.NAME)
        lines = [line for module in modules for line in module.write(made, part)]
        if people := request.whole_number(words, "simulate", 0):
            lines += simulated.write(made, people, part)
        _move(part, folder)
    except OSError as error:
        raise InputError(f"{error.filename}: cannot be written ({error.strerror}); name another FOLDER=") from error
    finally:
        shutil.rmtree(part, ignore_errors=True)
    kept = source == folder / texts.NAME
    return [
        *described(made),
        f"Page:   {folder / 'index.html'} (open it in a browser; ?list=1 in the address names a list)",
        f"Words:  {folder / texts.NAME}" + (" (yours, kept as it is)" if kept else ""),
        *lines,
        *_unfilled(made, folder),
    ]


def _texts_file(words: Mapping[str, str], folder: Path, shipped: Path) -> Path:
    """Return the file of the words that people see: that of the folder, if it is there, or TEXTS=, or the shipped one.

    Raises InputError for a folder that is no experiment's, and for a texts.yaml in it that differs from TEXTS=.
    """
    there, named = folder / texts.NAME, Path(words["texts"]).expanduser() if "texts" in words else None
    if named and not named.is_file():
        raise InputError(f"TEXTS={words['texts']}: {no_such_file(named)}")
    if folder.is_file() or (folder.is_dir() and any(folder.iterdir()) and not there.is_file()):
        raise InputError(f"{folder}: is there already, and is no folder of an experiment; name another FOLDER=")
    if not there.is_file():
        return named or shipped
    if named and named.read_bytes() != there.read_bytes():
        raise InputError(
            f"{there}: has other words than TEXTS={words['texts']}; leave TEXTS= out to use those of the folder, or "
            "remove that file"
        )
    return there


def _design(words: Mapping[str, str], folder: Path, read: dict) -> Design:
    """Return the design that the words ask for."""
    task = words.get("task", TASKS[0]).strip().lower()
    schema.known(task, TASKS, "TASK: the task")
    usual, least = (1, 1) if task == "choice" else (2, 2)
    number = request.whole_number(words, "lists", usual)
    if number < least or number > MOST_LISTS:
        both = "; with one list, people would see both sentences of each pair" if number == 1 else ""
        raise InputError(f"LISTS={words['lists']}: must be a whole number from {least} to {MOST_LISTS}{both}")
    seed = request.whole_number(words, "seed", 1)
    dataset = _pairs(words)
    others = _fillers(words, task)
    name = re.sub(r"[^A-Za-z0-9]+", "-", folder.name.removesuffix("-experiment")).strip("-") or "experiment"
    with naming(words["pairs"]):
        return design(name, task, dataset.sentences, dataset.pairs, number, others, read, seed)


def _file(words: Mapping[str, str], word: str) -> Path:
    """Return the file that a word names. Raises InputError where there is none."""
    path = Path(words[word]).expanduser()
    if path.is_dir():
        raise InputError(f"{word.upper()}={words[word]}: is a folder; name a table in it")
    if not path.is_file():
        raise InputError(f"{word.upper()}={words[word]}: {no_such_file(path)}")
    return path


def _pairs(words: Mapping[str, str]) -> Dataset:
    """Return the pairs of the user's table, as a run prepares them, and say what was understood of it."""
    path, reading = _file(words, "pairs"), request.reading_of(words)
    request.say(manifest.check({"pairs": str(path)} | reading))
    made = reader.read(pairs=path, **reading)
    checks.check_pairs(made.pairs, made.sentences, words["pairs"])
    return made


def _fillers(words: Mapping[str, str], task: str) -> list[Stimulus | Choice]:
    """Return the fillers of the user's table, if there is one, and say what was understood of it."""
    if "fillers" not in words:
        return []
    path, reading = _file(words, "fillers"), request.reading_of(words)
    if text.is_utf_8(path):
        reading.pop("encoding", None)
    made, understood = fillers.read(path, task, **reading)
    request.say([understood])
    return made


def _exports() -> Iterator[ModuleType]:
    """Yield the modules that write a part of the folder: all of the package of exports that have a function write."""
    for info in pkgutil.iter_modules(exports.__path__):
        module = import_module(f"{exports.__name__}.{info.name}")
        if hasattr(module, "write"):
            yield module


def _fetch(modules: list[ModuleType], words: Mapping[str, str], base: Path) -> None:
    """Put the registered files that exports name in SOURCES into resources/raw, unless they are there."""
    rows = fetching.read_registry(base / "resources/sources.tsv")
    configured = load.read_yaml(base / "config.yaml").get("mirror")
    mirror = words.get("mirror") or fetching.named_mirror(configured and str(base / Path(configured).expanduser()))
    for name in (name for module in modules for name in getattr(module, "SOURCES", ())):
        target = base / "resources/raw" / name
        if not fetching.is_intact(rows[name], target):
            fetching.fetch(rows[name], target, mirror)


def _move(part: Path, folder: Path) -> None:
    """Put what was written where it belongs, in place of what was written before; other files of the folder stay."""
    if not folder.exists():
        part.rename(folder)
        return
    (folder / simulated.NAME).unlink(missing_ok=True)
    for written in (path for path in part.iterdir() if path.is_dir()):
        shutil.rmtree(folder / written.name, ignore_errors=True)
    for path in sorted(path for path in part.rglob("*") if path.is_file()):
        target = folder / path.relative_to(part)
        target.parent.mkdir(parents=True, exist_ok=True)
        path.replace(target)


def _unfilled(made: Design, folder: Path) -> list[str]:
    """Return what to say of brackets that are left in the words."""
    left = texts.unfilled(made.texts)
    if not left:
        return []
    return [
        f"Not ready: fill in what stands in brackets in {folder / texts.NAME}, then type the same command again:",
        *(f"  {bracket}" for bracket in left),
    ]
