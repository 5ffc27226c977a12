"""Read datasets that ``datasets.yaml`` of a publication, or a user's configuration, declares."""

from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

from acceptability import papers
from acceptability.datasets.declared import declaration as declarations
from acceptability.datasets.declared import tables
from acceptability.datasets.declared.steps import files_of
from acceptability.datasets.manifest import Designs, Manifest, Pairs, Ratings
from acceptability.errors import InputError
from acceptability.reading.load import read_yaml
from acceptability.reading.report import Reading
from acceptability.responses.columns import counted

KIND, NAME = "declared", "its declaration"  # of a user's entry: what its key kind says, and messages
KEYS = declarations.KEYS
NEEDED = declarations.NEEDED


def _module(kind: str, declaration: Mapping, path: Path) -> ModuleType:
    """Return what a module ``manifest`` is to other kinds. InputError for what is wrong in the declaration."""
    declarations.check(declaration, f"{path}: {kind}")
    module = ModuleType(__name__)
    vars(module).update(
        KIND=kind,
        KEYS={},
        NEEDED=(),
        __file__=str(path),
        SCORES=f"papers.{path.parent.name}.scores",
        manifest=lambda _entry: _described(declaration, kind, sources=files_of(declaration)),
    )
    return module


@papers.cached
def kinds_of_publications() -> list[ModuleType]:
    """Return the kinds that the files ``datasets.yaml`` of publications declare; ``_name`` is a template for others.

    InputError for a file that is not a mapping, and for what is wrong in a declaration.
    """
    kinds = []
    for path in papers.declarations():
        content = read_yaml(path, trusted=True)
        if not isinstance(content, Mapping):
            raise InputError(f"{path}: must map names of kinds to their declarations; see docs/publications.md")
        kinds += [
            _module(str(name), declaration, path)
            for name, declaration in content.items()
            if not str(name).startswith("_")
        ]
    return kinds


def manifest(entry: Mapping) -> Manifest:
    """Describe a user's own entry, whose files are paths."""
    return _described(entry, NAME, files=files_of(entry), own=True)


def _described(entry: Mapping, name: str, **files: Any) -> Manifest:
    """Describe what a declaration says that a dataset has."""
    row, by_preference = entry["row"], "preference" in entry
    rated = {"rating", "good_rating"} & row.keys()
    paired = entry.get("pairs", row if entry["unit"] == "pair" else {})
    has_paradigms = paired.get("paradigm", paired.get("phenomenon")) != paired.get("phenomenon")
    pairs = Pairs(
        levels=("paradigm", "phenomenon") if has_paradigms else ("phenomenon",),
        choices="choices" in entry,
        summed="people_asked" in row,
        preference="preference" if by_preference else None,
        ranked=by_preference or paired.get("ranked", False),
    )
    usual = "phenomena" if paired is row and "cluster" not in row else "clusters" if paired else "sentences"
    return Manifest(
        options={"declaration": declarations.used(entry), "name": name},
        pairs=pairs if paired else None,
        ratings=Ratings(single=entry["unit"] == "answer", places="place" in row) if rated else None,
        designs=Designs(entry.get("designs", {}).get("interaction", "")) if "design" in row else None,
        labelled="label" in row and not paired,
        panels=tuple(entry.get("panels", ())),
        crossed=entry.get("crossed", False),
        cluster=entry.get("clusters", "sets" if "set" in row and not paired else usual),
        chosen=entry.get("chosen", ""),
        scored_part="scored" in row,
        simulated=entry.get("simulated", False),
        description=entry.get("description", ""),
        **files,
    )


def check(entry: Mapping) -> list[Reading]:
    """Return how the user's files were read. InputError for what is wrong in the declaration or in them."""
    declarations.check(entry, NAME, {})  # whose schema is the configuration's
    notes = _made(entry)[1]
    counts = {"sentence": len(texts(entry)), "pair": len(members(entry))}
    what = ", ".join(counted(count, word) for word, count in counts.items() if count)
    return [Reading(files_of(entry)["file_1"], KIND, what, notes=notes)]


def with_paths(part: Any, change: Callable[[str], str]) -> Any:
    """Return an entry, or a part of it, in which a function changed the paths of files; nothing is checked before."""
    if isinstance(part, Mapping):
        return {
            key: with_paths(value, change) if key in ("file", "steps", "join") else value for key, value in part.items()
        }
    if isinstance(part, list):
        return [with_paths(one, change) for one in part]
    return change(part) if isinstance(part, str) else part


def _made(entry: Mapping) -> tuple[dict[str, dict], list[str]]:
    return tables.made(declarations.used(entry), files_of(entry).values(), NAME)


def texts(entry: Mapping) -> dict[str, str]:
    """Return the sentences by their ids."""
    sentences = _made(entry)[0]["sentences"]
    return dict(zip(sentences["sentence_id"], sentences["sentence"], strict=True))


def members(entry: Mapping) -> dict[str, tuple[str, str]]:
    """Return the acceptable sentence and the other one of each pair, by its id."""
    pairs, known = _made(entry)[0].get("pairs", {}), texts(entry)
    sides = zip(*(pairs.get(name, ()) for name in ("pair_id", "good_id", "bad_id")), strict=True)
    return {name: (known[good], known[bad]) for name, good, bad in sides}
