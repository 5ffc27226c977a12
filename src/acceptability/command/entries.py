"""Turn options into entries of a configuration: the datasets and systems of a request."""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from acceptability.command import user_files
from acceptability.command.options import files_of, is_yes, reading_of, values_of
from acceptability.datasets.registry import manifest
from acceptability.errors import InputError, no_such_file
from acceptability.kinds.prompted import reading as answers
from acceptability.kinds.registry import of_section
from acceptability.plan.paths import with_paths
from acceptability.plan.systems import REFERENCE
from acceptability.reading import load
from acceptability.responses import results
from acceptability.responses.exclusions import LIST, list_file
from acceptability.scoring import prompts
from acceptability.sources import adapters, gguf_header, model_files, model_folder

ALONE = ("pairs", "sentences", "dataset", "ratings", "answers", "prompts")  # options that SUITES= excludes
LABEL = 40  # characters of a label that is made of a name


def declared_entries(base: Path) -> dict[str, Any]:
    """Return what the project's config.yaml and its studies declare, by section, with paths as seen from here.

    ``labelled`` are the datasets that only train classifiers. ``names`` are all names, which are taken.
    """
    files = [base / "config.yaml", *sorted((base / "paper").glob("*/study.yaml"))]
    contents = [with_paths(load.read_yaml(path), lambda path: str(base / Path(path).expanduser())) for path in files]
    declared: dict[str, Any] = {
        section: {key: entry for content in contents for key, entry in (content.get(section) or {}).items()}
        for section in ("datasets", "corpora", "ngram", "models", "classifiers")
    }
    names = dict.fromkeys(name for entries in declared.values() for name in entries)
    labelled = {key: entry for key, entry in declared["datasets"].items() if manifest(entry).splits}
    declared["datasets"] = {key: entry for key, entry in declared["datasets"].items() if key not in labelled}
    return declared | {"mirror": contents[0].get("mirror"), "names": names, "labelled": labelled}


def dataset_entries(options: Mapping[str, str], declared: Mapping) -> dict[str, dict]:
    """Return the entries of the datasets that options name, by their keys."""
    reading = {option: options[option] for option in ("encoding", "sheet", "standardise", "words") if option in options}
    datasets: dict[str, dict] = {}
    for kind in ("pairs", "sentences"):
        labels = _labels(values_of(options, kind))
        for path in files_of(options, kind):
            label = labels[path]
            datasets[free_key(Path(path).stem, declared["names"] | datasets)] = {
                "kind": kind,
                "label": label,
                kind: path,
            } | reading
    if "suites" in options:
        if others := [option for option in ALONE if option in options]:
            raise InputError(
                f"SUITES={options['suites']}: cannot be combined with {others[0].upper()}=; use one at a time"
            )
        labels = _labels(values_of(options, "suites"))
        of_suites = {option: options[option] for option in ("spaces", "right") if option in options}
        of_suites |= {"predictions": next(files_of(options, "predictions"))} if "predictions" in options else {}
        for path in files_of(options, "suites"):
            key = free_key(Path(path).stem, declared["names"] | datasets)
            datasets[key] = {"kind": "suites", "label": labels[path], "suites": path} | of_suites | reading_of(options)
    if "ratings" in options:
        if [entry["kind"] for entry in datasets.values()] != ["pairs"]:
            raise InputError(f"RATINGS={options['ratings']}: applies only to one table of pairs; name one in PAIRS=")
        (entry,) = datasets.values()
        paths = list(files_of(options, "ratings"))
        entry["ratings"] = paths if paths[1:] else paths[0]
        options = _with_people(options)
        entry |= {option: next(files_of(options, option)) for option in results.FILES if option in options}
        if answers_are := {option: options[option] for option in results.WORDS if option in options}:
            entry["answers"] = answers_are
    if "by" in options:
        if not datasets:
            raise InputError(f"BY={options['by']}: applies only to PAIRS= and SENTENCES=; leave it out")
        for entry in datasets.values():
            entry["by"] = values_of(options, "by")
    for name in values_of(options, "dataset"):
        if name not in declared["datasets"]:
            raise InputError(f"DATASET={name}: is not declared; there are: {', '.join(declared['datasets'])}")
        datasets[name] = declared["datasets"][name]
    return datasets


def _with_people(options: Mapping[str, str]) -> dict[str, str]:
    """Return the options with the file of ``EXCLUDE=people:<file>`` as ``people``, so that it is a file of the run."""
    rules = [part.strip() for part in options.get("exclude", "").split(",") if part.strip()]
    file = list_file(options.get("exclude", ""), options.get("people", ""))
    if file and "people" not in options and not Path(file).expanduser().is_file():
        raise InputError(f"EXCLUDE={LIST}{file}: {no_such_file(Path(file).expanduser())}")
    others = ",".join(rule for rule in rules if not rule.startswith(LIST))
    rest = {option: value for option, value in options.items() if option != "exclude"}
    return rest | ({"people": file} if file else {}) | ({"exclude": others} if others else {})


def system_entries(
    options: Mapping[str, str], datasets: Mapping, declared: Mapping, known_prompts: Sequence[prompts.Prompt] = ()
) -> dict[str, tuple[str, dict]]:
    """Return section and entry of each system by its key; a user's own model has neither kind nor measures yet."""
    taken: dict = declared["names"] | datasets
    systems: dict[str, tuple[str, dict]] = {}
    labels = {option: _labels(values_of(options, option)) for option in ("model", "scores", "decisions", "answers")}
    if "server" in options and "model" not in options:
        raise InputError("SERVER=: the name of the model is missing; add MODEL= with a name that the server lists")
    for name, label in labels["model"].items():
        folder = Path(name).expanduser()
        sections = [section for section in ("ngram", "models", "classifiers") if name in declared[section]]
        if "server" in options:
            systems[free_key(Path(name).name, taken | systems)] = "models", {"label": label} | _served(options, name)
        elif sections and not folder.exists():
            systems[name] = sections[0], declared[sections[0]][name]
        elif adapters.is_adapter(folder):
            key = free_key(folder.resolve().name, taken | systems)
            systems[key] = "models", {"label": label} | adapters.entry_of(folder, options.get("base"))
        elif folder.is_dir() or model_files.is_gguf(name):
            whole = folder.resolve()
            key = free_key(whole.stem if model_files.is_gguf(name) else whole.name, taken | systems)
            systems[key] = "models", {"label": label + _quantisation(folder, label), "path": name}
        elif folder.exists() or not re.fullmatch(r"\w[\w.-]*(/[\w.-]+)?", name):
            raise InputError(f"MODEL={name}: {model_folder.no_folder(folder)}")
        else:
            systems[free_key(Path(name).name, taken | systems)] = "models", {"label": label, "hub": name}
    reading = reading_of(options)
    partial = {"partial": True} if is_yes(options, "partial") else {}
    for path in files_of(options, "scores"):
        label = labels["scores"][path]
        systems[free_key(Path(path).stem, taken | systems)] = (
            "scores",
            {"label": label, "path": path} | reading | partial,
        )
    for path in files_of(options, "decisions"):
        label = labels["decisions"][path]
        entry = {"label": label, "path": path} | reading
        entry |= {"repeated": options["repeated"]} if "repeated" in options else {}
        systems[free_key(Path(path).stem, taken | systems)] = "decisions", entry
    for path, how in user_files.answer_tables(options):
        rows = answers.read_rows(Path(path).expanduser(), **how)
        entry = {"label": labels["answers"][path], "path": path} | how | user_files.own_prompts(options)
        entry |= {"system": sent} if (sent := user_files.system_prompt_of_answers(options)) else {}
        for measures in prompts.by_items(answers.measures_in(rows, known_prompts, path)):
            systems[free_key(Path(path).stem, taken | systems)] = "prompted", entry | {"measures": measures}
    return systems


def _labels(names: Iterable[str]) -> dict[str, str]:
    """Return a label for each path or name of the hub: its last part, or as many as tell it from the others."""
    paths = {name: Path(name).expanduser() for name in names}
    paths = {name: path.resolve() if path.exists() else path for name, path in paths.items()}
    parts = {name: (*path.parts[:-1], path.stem if path.is_file() else path.name) for name, path in paths.items()}
    labels = {name: path[-1][:LABEL] for name, path in parts.items()}
    for number in range(2, max(map(len, parts.values()), default=0) + 1):
        alike = [name for name, label in labels.items() if list(labels.values()).count(label) > 1]
        labels |= {name: "/".join(parts[name][-number:]) for name in alike}
    return labels


def _served(options: Mapping[str, str], name: str) -> dict[str, Any]:
    """Return the entry of a model that a server calls by this name, without its label."""
    (kind,) = (kind for kind in of_section("models") if "server" in kind.keys)
    entry: dict[str, Any] = {"kind": kind.name, "server": options["server"], "name": name}
    entry |= {option: options[option] for option in ("api", "beginning") if option in options}
    entry |= {"remote": True} if is_yes(options, "remote") else {}
    return entry | {"measures": list(kind.usual_measures)}


def _quantisation(folder: Path, label: str) -> str:
    """Return how the weights of a GGUF file are quantised, in brackets, if that is not in its label; else nothing."""
    file = model_files.gguf_of(folder)
    quantisation = gguf_header.read(file).quantisation if file else ""
    return "" if quantisation.lower() in label.lower() else f" ({quantisation})"


def free_key(name: str, taken: Mapping) -> str:
    """Return a key made of a name: lower-case letters, digits and hyphens, unlike those taken."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    key = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:40].strip("-") or "mine"
    if key == REFERENCE:
        key += "-own"
    return next(
        free for free in (key, *(f"{key}-{number}" for number in range(2, len(taken) + 3))) if free not in taken
    )
