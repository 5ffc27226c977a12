"""Describe a run as a Workflow Run RO-Crate, from what is recorded of it and the checksums of its files."""

import mimetypes
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from acceptability import installation, papers
from acceptability.errors import InputError
from acceptability.reading.load import read_yaml
from acceptability.written import of_file

METADATA = "ro-crate-metadata.json"  # in the folder results, as is the folder record
RUN, CONFIGURATION, WORKFLOW = "record/run.json", "record/configuration.json", "record/Snakefile"
# The context lacks the last term.
CONTEXT = ["https://w3id.org/ro/crate/1.1/context", {"sha256": "https://w3id.org/ro/terms/workflow-run#sha256"}]
PROFILES = ("ro/wfrun/process/0.5", "ro/wfrun/workflow/0.5", "workflowhub/workflow-ro-crate/1.0")
DESCRIPTION = "Scores, ratings and tables. `make verify` recomputes the tables from the scores and ratings."


def files_of(folder: Path, names: Iterable[str]) -> dict[str, dict[str, str]]:
    """Return ``sha256`` and ``contentSize`` of those of these files that are in a folder, by name."""
    there = {name: folder / name for name in names if (folder / name).is_file()}
    return {name: {"sha256": of_file(path), "contentSize": str(path.stat().st_size)} for name, path in there.items()}


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
    inputs = [_input(run, *item) for item in {**run["inputs"], **run["outside"]}.items()]
    packages = [
        _entity(f"#package/{name}", "SoftwareApplication", name=name, version=number)
        for name, number in run["packages"].items()
    ]
    version, commit = run["program"]["version"], run["program"]["commit"]
    sha256 = _entity("#configuration", "PropertyValue", name="configuration (SHA-256)", value=run["configuration"])
    root = _entity("./", "Dataset", name=f"Results: {', '.join(run['titles'])}", description=DESCRIPTION)
    root |= {"datePublished": run["date"], "license": {"@id": "#licence"}, "mainEntity": {"@id": WORKFLOW}}
    root |= {"conformsTo": _ids(f"https://w3id.org/{name}" for name in PROFILES), "hasPart": _ids(files)}
    action = _entity("#run", "CreateAction", name=f"acceptability {version}, commit {commit}", endTime=run["date"])
    action |= {"instrument": {"@id": WORKFLOW}, "object": _ids(it["@id"] for it in [sha256, *inputs])}
    action |= {"result": _ids(name for name in files if not name.startswith("record/"))}
    workflow = _entity(
        WORKFLOW, ["File", "SoftwareSourceCode", "ComputationalWorkflow"], name="acceptability", version=version
    )
    workflow |= {"programmingLanguage": {"@id": "https://w3id.org/workflowhub/workflow-ro-crate#snakemake"}}
    workflow |= {"softwareRequirements": _ids(it["@id"] for it in packages), **files.get(WORKFLOW, {})}
    described = [_file(name, about) for name, about in files.items() if name != WORKFLOW]
    same = read_yaml(Path(__file__).with_suffix(".yaml"), trusted=True)
    return {
        "@context": CONTEXT,
        "@graph": [
            *same,
            root | {"mentions": _ids(["#run"])},
            action,
            sha256,
            *inputs,
            *packages,
            workflow,
            *described,
        ],
    }


def _entity(key: str, kind: str | list[str], /, **properties: object) -> dict:
    return {"@id": key, "@type": kind, **properties}


def _ids(names: Iterable[str]) -> list[dict[str, str]]:
    return [{"@id": name} for name in names]


def _input(run: Mapping, name: str, sha256: str) -> dict:
    """Return the entity of a file that the run was given, or that a study of it reads."""
    url = {"url": run["addresses"][name]} if name in run["addresses"] else {}
    return _entity(f"#input/{name}", "CreativeWork", name=name, sha256=sha256, **url)


def _file(name: str, about: Mapping[str, str]) -> dict:
    kind = mimetypes.guess_type(name)[0] or "text/plain"
    return _entity(name, "File", name=name, encodingFormat=kind, **about)


def differences(recorded: Sequence[Mapping], rebuilt: Sequence[Mapping]) -> list[tuple[str, str]]:
    """Return, for each entity of two graphs that differs, its id and how it differs."""
    before, now = ({entity["@id"]: entity for entity in graph} for graph in (recorded, rebuilt))
    differing = []
    for name in {**before, **now}:
        one, other = before.get(name, {}), now.get(name, {})
        keys = [key for key in {**one, **other} if one.get(key) != other.get(key)]
        values = [f"{key} {one.get(key)!r:.60} in {METADATA}, {other.get(key)!r:.60} here" for key in keys]
        if keys:
            differing.append(
                (name, "; ".join(values) if one and other else "is missing " + ("here" if one else f"in {METADATA}"))
            )
    return differing
