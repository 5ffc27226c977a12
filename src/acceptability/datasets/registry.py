"""List all datasets: the folders of this room and of publications that have a module ``manifest``.

The manifest says what a dataset is: ``KIND`` (the key ``kind`` of an entry in the configuration), ``KEYS`` (the entry's
own keys, as JSON Schema), ``NEEDED`` (those it cannot do without) and ``manifest(entry)``; also ``with_paths(entry,
change)``, where an entry has paths under keys of its own, and ``answers_to_keep(entry)``, where it has results of an
experiment. Rules import it, so it takes no package that Snakemake does not bring. Beside it, ``reader`` has
``read(...)``, whose arguments the manifest names.
A publication's ``datasets.yaml`` declares kinds without Python, which ``declared`` reads.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from types import ModuleType

from acceptability import papers
from acceptability.datasets.corpora import CORPORA, Corpus
from acceptability.datasets.declared.manifest import kinds_of_publications
from acceptability.datasets.manifest import Manifest
from acceptability.responses import kept
from acceptability.responses.answers import Answered


@papers.cached
def kinds() -> dict[str, ModuleType]:
    """Return the manifest's module of each kind of dataset, or its declaration, in alphabetical order."""
    modules = papers.declared("datasets", lambda module: isinstance(getattr(module, "KIND", None), str))
    return papers.by_name(
        (kind_module.KIND, kind_module, kind_module.__file__) for kind_module in (*modules, *kinds_of_publications())
    )


def manifest(entry: Mapping) -> Manifest:
    """Return the manifest of an entry of the section ``datasets``."""
    return kinds()[entry["kind"]].manifest(entry)


def keep_answers(entries: Iterable[Mapping], folder: Path) -> None:
    """Write the answers of experiments into the folder of a run, so that its jobs need not read them again."""
    of_entries: list[list[Answered]] = [
        getattr(kinds()[entry["kind"]], "answers_to_keep", lambda _: [])(entry) for entry in entries
    ]
    kept.write([answered for answers in of_entries for answered in answers], folder)


def module_of(entry: Mapping) -> str:
    """Return the name of the module that reads an entry, below the package."""
    return kinds()[entry["kind"]].__name__.removeprefix("acceptability.").removesuffix("manifest") + "reader"


def scores_module_of(entry: Mapping) -> str:
    """Return the name of the module, below the package, for scores or decisions in a format of the authors' own.

    It is next to the reader; of a declared kind, in the folder of the publication that declares it.
    """
    return getattr(kinds()[entry["kind"]], "SCORES", f"{module_of(entry).removesuffix('reader')}scores")


@papers.cached
def corpora() -> dict[str, Corpus]:
    """Return all kinds of corpora by name: the package's, and each ``CORPUS`` that a dataset's manifest declares."""
    declared = {name: module.CORPUS for name, module in kinds().items() if hasattr(module, "CORPUS")}
    return papers.by_name((name, corpus, name) for by_name in (CORPORA, declared) for name, corpus in by_name.items())


def corpus_of(entry: Mapping) -> Corpus:
    """Return the kind of an entry of the section ``corpora``."""
    return corpora()[entry["kind"]]
