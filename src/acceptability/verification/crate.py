"""Describe a run as a Workflow Run RO-Crate, from what is recorded of it and the checksums of its files."""

import mimetypes
from collections.abc import Iterable, Mapping
from pathlib import Path, PurePosixPath

from acceptability import installation, papers
from acceptability.errors import InputError
from acceptability.reading.load import read_yaml
from acceptability.written import of_file

METADATA = "ro-crate-metadata.json"  # in the folder results, as is the folder record
RUN, CONFIGURATION, WORKFLOW = "record/run.json", "record/configuration.json", "record/Snakefile"
COMPUTED = ("tables", "metrics", "scores")  # folders of which a record has all files that its run wrote
READING = "record/reading.json"  # a copy of the file beside the folder results, if there is one
FORMAT = "encodingFormat"  # of a file, by its ending: not compared, as computers have different lists of formats
LONGEST = 80  # characters of a value in a line: more than a checksum has
# The context lacks the last term.
CONTEXT = ["https://w3id.org/ro/crate/1.1/context", {"sha256": "https://w3id.org/ro/terms/workflow-run#sha256"}]


def files_of(folder: Path, names: Iterable[str]) -> dict[str, dict[str, str]]:
    """Return ``sha256`` and ``contentSize`` of those of these files that are in a folder, by name."""
    paths = {name: folder / name for name in names if (folder / name).is_file()}
    return {name: {"sha256": of_file(path), "contentSize": str(path.stat().st_size)} for name, path in paths.items()}


def place_of(path: str, folder: Path) -> Path:
    """Return where a file outside ``results`` is: in the folder of the run, the project's, or a folder of papers.

    Raises InputError where it is in none of them.
    """
    below = path.removeprefix("paper/")
    for place in (folder / path, installation.FOLDER / path, *(added / below for added in papers.folders()[1:])):
        if place.is_file():
            return place
    raise InputError(f"{path}: is not here; it belongs to a study, whose folder PAPERS= names, or has to be fetched")


def metadata(run: Mapping, files: Mapping[str, Mapping[str, str]]) -> dict:
    """Return the content of METADATA.

    Parameters:
        run: the content of RUN; see record.write.
        files: see files_of; WORKFLOW is among them.
    """
    date, version, commit = run["date"], run["program"]["version"], run["program"]["commit"]
    packages = {
        "https://www.python.org/" if name == "python" else f"https://pypi.org/project/{name}/": (name, number)
        for name, number in run["packages"].items()
    }
    inputs = {f"#input/{name}": (name, sha256) for name, sha256 in {**run["inputs"], **run["outside"]}.items()}
    results = [name for name in files if not name.startswith("record/")]
    changing = {
        "./": {"name": f"Results: {', '.join(run['titles'])}", "datePublished": date, "hasPart": _ids(files)},
        "#run": {"name": f"acceptability {version}, commit {commit}", "endTime": date}
        | {"object": _ids(["#configuration", *inputs]), "result": _ids(results)},
        "#configuration": {"value": run["configuration"]},
        WORKFLOW: {"version": version, "softwareRequirements": _ids(packages), **files.get(WORKFLOW, {})},
    }
    same = read_yaml(Path(__file__).with_suffix(".yaml"), trusted=True)
    graph = [entity | changing.get(entity["@id"], {}) for entity in same]
    graph += [_entity(key, "SoftwareApplication", name, version=number) for key, (name, number) in packages.items()]
    graph += [
        _entity(key, "CreativeWork", name, sha256=sha256, **run["addresses"].get(name, {}))
        for key, (name, sha256) in inputs.items()
    ]
    graph += [
        _entity(name, "File", name, **{FORMAT: mimetypes.guess_type(name)[0] or "text/plain"}, **about)
        for name, about in files.items()
        if name != WORKFLOW
    ]
    return {"@context": CONTEXT, "@graph": graph}


def _entity(key: str, kind: str, name: str, **properties: object) -> dict:
    return {"@id": key, "@type": kind, "name": name, **properties}


def is_inside(name: str) -> bool:
    """Return whether a path, in its only form, is that of a file below the folder from which it is looked for."""
    path = PurePosixPath(name)
    return str(path) == name and not path.is_absolute() and ".." not in path.parts


def _ids(names: Iterable[str]) -> list[dict[str, str]]:
    return [{"@id": name} for name in names]


def differences(recorded: Mapping, rebuilt: Mapping) -> list[tuple[str, str]]:
    """Return how two contents of METADATA differ: the id of each entity of their graphs that differs, or another key of
    the contents such as ``@context``, and how it differs.
    """
    before, now = (
        {key: {"value": value} for key, value in content.items() if key != "@graph"}
        | {entity["@id"]: entity for entity in content["@graph"]}
        for content in (recorded, rebuilt)
    )
    differing = []
    for name in {**before, **now}:
        one, other = before.get(name, {}), now.get(name, {})
        keys = [key for key in {**one, **other} if one.get(key) != other.get(key) and key != FORMAT]
        values = [f"{key} {_short(one.get(key))} in {METADATA}, {_short(other.get(key))} here" for key in keys]
        if keys:
            differing.append(
                (name, "; ".join(values) if one and other else "is missing " + ("here" if one else f"in {METADATA}"))
            )
    return differing


def _short(value: object) -> str:
    """Return a value as text: checksums and shorter values in full, others cut, with ``…`` in the place of the rest."""
    text = repr(value)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…" + text[0] * (text[0] in "'\"")
