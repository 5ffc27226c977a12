"""Datasets that are declared: in ``datasets.yaml`` of a publication, or in a user's configuration."""

from collections.abc import Mapping
from pathlib import Path

from acceptability import papers
from acceptability.datasets.declared import declaration as declarations
from acceptability.datasets.declared import tables
from acceptability.datasets.declared.steps import files_of
from acceptability.datasets.manifest import Designs, Manifest, Pairs, Ratings
from acceptability.errors import InputError
from acceptability.reading.load import read_yaml
from acceptability.reading.report import Reading

KIND, NAME = "declared", "its declaration"  # of a user's entry: what its key kind says, and messages
KEYS = declarations.KEYS
NEEDED = declarations.NEEDED


class Declared:
    """A kind of dataset that a publication's ``datasets.yaml`` declares: what a module ``manifest`` is for others.

    Attributes:
        KIND, KEYS, NEEDED: as of such a module.
        declaration: the keys of the kind.
        SCORES: the name of the module of the publication, below the package, that reads scores in a format of its own.
    """

    KEYS: Mapping[str, dict] = {}
    NEEDED: tuple[str, ...] = ()
    __name__ = __name__

    def __init__(self, kind: str, declaration: Mapping, path: Path) -> None:
        """Make the kind that a file declares. InputError for what is wrong in the declaration."""
        self.KIND, self.declaration, self.__file__ = kind, declaration, str(path)
        self.SCORES = f"papers.{path.parent.name}.scores"
        declarations.check(declaration, f"{path}: {kind}")

    def manifest(self, _entry: Mapping) -> Manifest:
        """Describe an entry: nothing in it says anything of the dataset."""
        return _described(self.declaration, self.KIND, sources=files_of(self.declaration))


@papers.cached
def kinds_of_publications() -> list[Declared]:
    """Return the kinds that the files ``datasets.yaml`` of publications declare; ``_name`` is a template for others.

    InputError for a file that is not a mapping, and for what is wrong in a declaration.
    """
    kinds = []
    for path in papers.declarations():
        content = read_yaml(path, trusted=True)
        if not isinstance(content, Mapping):
            raise InputError(f"{path}: must map names of kinds to their declarations; see docs/publications.md")
        kinds += [Declared(str(name), it, path) for name, it in content.items() if not str(name).startswith("_")]
    return kinds


def manifest(entry: Mapping) -> Manifest:
    """Describe a user's own entry, whose files are paths."""
    return _described(entry, NAME, files=files_of(entry), own=True)


def _described(entry: Mapping, name: str, **files: object) -> Manifest:
    """Describe what a declaration says that a dataset has."""
    row, by_preference = entry["row"], "preference" in entry
    rated = {"rating", "good_rating"} & row.keys()
    paired = entry.get("pairs", row if entry["unit"] == "pair" else {})
    levels = dict.fromkeys([paired.get("paradigm", paired.get("phenomenon")), paired.get("phenomenon")])
    pairs = Pairs(
        levels=("paradigm", "phenomenon")[-len(levels) :],
        choices="choices" in entry,
        summed="people_asked" in row and entry["unit"] == "pair",
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
        crossed={"set", "construction"} <= row.keys(),
        cluster=entry.get("clusters", "sets" if "set" in row and not paired else usual),
        chosen=entry.get("chosen", ""),
        scored_part="scored" in row,
        simulated=entry.get("simulated", False),
        description=entry.get("description", ""),
        **files,
    )


def check(entry: Mapping) -> list[Reading]:
    """Return what was understood of the user's files. InputError for what is wrong in the declaration or in them."""
    declarations.check(entry, NAME, {})  # whose schema is the configuration's
    made = _made(entry)
    tables_of = {"sentences": made.sentences.get("sentence_id"), "pairs": made.pairs.get("pair_id")}
    what = ", ".join(f"{len(ids):,} {word}" for word, ids in tables_of.items() if ids)
    return [Reading(files_of(entry)["file_1"], KIND, what, notes=made.notes)]


def _made(entry: Mapping) -> tables.Made:
    return tables.made(declarations.used(entry), files_of(entry).values(), NAME)


def texts(entry: Mapping) -> dict[str, str]:
    """Return the sentences by their ids."""
    sentences = _made(entry).sentences
    return dict(zip(sentences["sentence_id"], sentences["sentence"], strict=True))


def members(entry: Mapping) -> dict[str, tuple[str, str]]:
    """Return the acceptable sentence and the other one of each pair, by its id."""
    pairs, known = _made(entry).pairs, texts(entry)
    sides = zip(*(pairs.get(name, ()) for name in ("pair_id", "good_id", "bad_id")), strict=True)
    return {name: (known[good], known[bad]) for name, good, bad in sides}
