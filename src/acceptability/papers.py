"""Find publications: a folder each, with everything that is about it alone.

The project's own are in its folder ``paper``; ``papers`` in a configuration names more folders. The modules of the
publication ``<name>`` are ``acceptability.papers.<name>``, and the package imports none of them by name. Registries ask
here for those called ``manifest``, in the folder of a publication or in a folder of it: each declares a dataset, a kind
of model or an analysis. ``study.py``, ``quantities.py``, ``tables.py`` and ``figures.py`` belong to a study. The file
``rules.smk`` has rules that it alone needs.
"""

import os
from collections.abc import Callable, Iterable
from functools import cache, wraps
from importlib import import_module
from os.path import relpath
from pathlib import Path
from types import ModuleType
from typing import Any

from acceptability import installation
from acceptability.errors import InputError

VARIABLE = "ACCEPTABILITY_PAPERS"  # of the environment: more folders, which jobs know from it
DECLARATIONS = "datasets.yaml"  # of a publication: kinds of datasets
OWN = installation.FOLDER / "paper"


def folders() -> tuple[Path, ...]:
    """Return the folders that hold publications: the project's own, then those that were added."""
    return OWN, *map(Path, filter(None, os.environ.get(VARIABLE, "").split(os.pathsep)))


def cached(function: Callable) -> Callable:
    """Keep what a function returns until folders are added."""
    by_folders = cache(lambda _, *arguments: function(*arguments))
    return wraps(function)(lambda *arguments: by_folders(os.environ.get(VARIABLE), *arguments))


def add(more: object, where: str = "config.yaml") -> bool:
    """Add folders of publications for this process and those that it starts; return whether there was any.

    Parameters:
        more: a list of paths of folders, as a configuration has it; anything else is left to its schema. Folders that
            were added before stay.
        where: what messages call the configuration.

    Raises InputError where there is no such folder, it has no publication, or one that another folder has, too.
    """
    names = [name for name in more if isinstance(name, str)] if isinstance(more, list) else []
    for name in names:
        folder = Path(name).expanduser().resolve()
        if folder in folders():
            continue
        if os.pathsep in str(folder):
            raise InputError(f"{where}: papers: {name}: the path must not contain {os.pathsep!r}; rename the folder")
        if not _publications(folder):
            fault = "it has no folder of a publication" if folder.is_dir() else "there is no such folder"
            raise InputError(f"{where}: papers: {name}: {fault}; name the folder that contains folders of publications")
        if odd := sorted(it for it in _publications(folder) if "." in it or it in _TAKEN):
            raise InputError(f"{where}: papers: {name}: a publication must not be called {odd[0]!r}; rename its folder")
        for other in folders():
            if twice := sorted(_publications(folder) & _publications(other)):
                raise InputError(
                    f"{where}: papers: {name}: {relpath(other)} has a publication {twice[0]!r}, too; rename the folder"
                )
        os.environ[VARIABLE] = os.pathsep.join(map(str, [*folders()[1:], folder]))
        __path__.append(str(folder))
    return bool(names)


def _publications(folder: Path) -> set[str]:
    """Return the names of the folders of publications in a folder."""
    files = ("study.yaml", DECLARATIONS)
    return {
        path.name for path in folder.glob("[!._]*") if any((path / file).exists() for file in files) or _manifests(path)
    }


def _manifests(publication: Path) -> list[Path]:
    return sorted([*publication.glob("manifest.py"), *publication.glob("*/manifest.py")])


def by_name(things: Iterable[tuple[str, Any, str | None]]) -> dict[str, Any]:
    """Return what is declared, by name, in alphabetical order of the names.

    Parameters:
        things: the name of each thing, the thing, and the file that declares it.

    Raises InputError where two things have one name.
    """
    places: dict[str, tuple[Any, str | None]] = {}
    for name, thing, place in things:
        if name in places and places[name][0] is not thing:
            raise InputError(f"{place}: {name!r} is the name of what {places[name][1]} declares, too; rename one")
        places.setdefault(name, (thing, place))
    return {name: places[name][0] for name in sorted(places)}


def declared(room: str, chosen: Callable[[ModuleType], bool]) -> list[ModuleType]:
    """Return the modules called ``manifest`` of a room of the package, and those of publications that are chosen."""
    names = [path.parent.name for path in sorted((installation.PACKAGE / room).glob("*/manifest.py"))]
    modules = [import_module(f"acceptability.{room}.{name}.manifest") for name in names]
    return modules + [module for module in _manifests_of_publications() if chosen(module)]


@cached
def _manifests_of_publications() -> list[ModuleType]:
    return [
        import_module(".".join([__name__, *path.relative_to(folder).with_suffix("").parts]))
        for folder in folders()
        for name in sorted(_publications(folder))
        for path in _manifests(folder / name)
    ]


def declarations() -> list[Path]:
    """Return the paths of the files of publications that declare datasets without Python."""
    return [path for folder in folders() for path in sorted(folder.glob(f"[!._]*/{DECLARATIONS}"))]


@cached
def studies() -> dict[str, ModuleType]:
    """Return the module ``study`` of each publication that has one, imported, by the publication's name."""
    names = sorted({path.parent.name for folder in folders() for path in folder.glob("*/study.py")})
    return {name: import_module(f"{__name__}.{name}.study") for name in names}


def rules() -> list[Path]:
    """Return the paths of the files with Snakemake rules that publications alone need."""
    return [
        path
        for folder in folders()
        for name in sorted(_publications(folder))
        if (path := folder / name / "rules.smk").is_file()
    ]


def registries() -> list[Path]:
    """Return the paths of the registries of files of the folders that were added."""
    return [path for folder in folders()[1:] if (path := folder / "sources.tsv").is_file()]


def path_of(module: str) -> Path | None:
    """Return the file of a module by its name below this one (``adc.quantities``); None where there is none."""
    name = f"{module.replace('.', '/')}.py"
    return next((folder / name for folder in folders() if (folder / name).is_file()), None)


__path__ = list(map(str, folders()))  # where Python looks for the modules below this one
_TAKEN = frozenset(globals())  # a module below this one would take the place of what has its name here
