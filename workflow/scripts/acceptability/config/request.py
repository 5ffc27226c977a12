"""`make score`: a configuration from a few words (what to score, and with what), written into a folder of its own.

A request is what stands after ``--config`` on the command line: ``pairs=my.csv model=gpt2``. It takes the place of
config.yaml.
"""

import json
import os
import re
import unicodedata
from collections.abc import Iterator, Mapping
from pathlib import Path

from acceptability.config import check, load, schema, studies, unchanged
from acceptability.config.load import read_yaml
from acceptability.config.schema import known
from acceptability.config.systems import REFERENCE, SIMULATED
from acceptability.datasets import user_files, user_scores
from acceptability.datasets.registry import manifest
from acceptability.errors import InputError
from acceptability.sources import commits, model_config

KEYS = {
    "pairs": "tables of minimal pairs, separated by commas",
    "sentences": "tables of sentences",
    "dataset": "datasets that config.yaml or a study declares",
    "model": "folders of models, names on the Hugging Face hub, or systems that config.yaml or a study declares",
    "scores": "tables of scores from other programs",
    "kind": "masked or causal, if a model's config.json does not say it",
    "revision": "the commit of the hub model",
    "encoding": "how the text of the tables is encoded",
    "sheet": "the sheet of the spreadsheets",
    "standardise": "sentences: turns ratings into z-scores",
    "negate": "measures of the scores that are low for good sentences",
    "too_long": "refuse, skip or window: what to do with a sentence that is too long for a model",
    "folder": "where everything is written (runs/…)",
}
MEASURES = {
    "masked": ["pll", "pll_word_l2r"],
    "causal": ["log_prob", "mean_lp"],
    "lstm": ["log_prob", "mean_lp", "slor"],
}
THRESHOLDS = [0.5, 1, 5]
# An entry's key, and where that is declared.
NEEDS = {"corpus": "corpora", "unigrams": "corpora", "base": "models", "labelled": "labelled"}
DESCRIBED = "# Every key is described in docs/configuration.md."
PATHS = ("path", "pairs", "ratings", "sentences", "test")
RESERVED = (SIMULATED, "-published")  # ends of names that say something


def asked(config: Mapping, configfiles: list[str], here: bool) -> dict[str, str]:
    """The request in what the command line gave; empty where it is none (a section ``scores`` is a mapping).

    ``here``: was a --directory given? InputError for words that are not known, or that do not go together.
    """
    given = {key: value for key, value in config.items() if not isinstance(value, Mapping | list) and value is not None}
    if not {"pairs", "sentences", "dataset", "model", "scores"} & set(given):
        return {}
    for key in given:
        if key != "mirror":
            known(key, KEYS, "make score: the option")
    if configfiles:
        raise InputError(
            f"{configfiles[0]}: use either a configuration file or options such as pairs= and model=, not both"
        )
    if here and "folder" in given:
        raise InputError("folder= and --directory both say where to write; give one of them")
    return {key: str(given[key]) for key in KEYS if key in given}


def write(request: Mapping[str, str], base: Path, schemas: Mapping[str, Mapping], here: bool) -> str:
    """Write config.yaml of a request into its folder, and give the folder.

    ``base`` is the project's folder, where more is declared. ``here``: the folder is the current one. What can be
    checked is checked first. InputError where the request cannot be met, or where the folder's config.yaml was changed
    since it was written, or is somebody else's.
    """
    try:
        return _written(request, base, schemas, here)
    except OSError as error:
        raise InputError(f"{error.filename}: cannot be written ({error.strerror}); name another FOLDER=") from error


def _written(request: Mapping[str, str], base: Path, schemas: Mapping[str, Mapping], here: bool) -> str:
    declared = _declared(base)
    datasets = _asked_datasets(request, declared)
    systems = _asked_systems(request, datasets, declared)
    name = f"runs/{'-'.join([*datasets, *systems])[:80].rstrip('-')}"
    number = 1
    while True:
        folder = Path(
            "." if here else os.path.expanduser(request.get("folder", name if number < 2 else f"{name}-{number}"))
        )
        before = unchanged.read(folder / "config.yaml")
        config = configuration(request, datasets, systems, declared, before)
        placed = _placed(config, folder)
        if here or "folder" in request or before is None or _origins(before) == _origins(placed):
            break
        number += 1  # another table, or model, of the same name has been scored there
    _check(config, schemas)
    words = " ".join(f"{key.upper()}={json.dumps(value, ensure_ascii=False)}" for key, value in request.items())
    folder.mkdir(parents=True, exist_ok=True)
    resources = folder / "resources"
    if not here and not resources.exists():  # what is fetched is fetched once for all folders
        resources.symlink_to(os.path.relpath(base / "resources", folder.resolve()), target_is_directory=True)
    unchanged.write(f"make score {words}\n{DESCRIBED}", placed, folder / "config.yaml")
    return str(folder)


def _check(config: Mapping, schemas: Mapping[str, Mapping]) -> None:
    """All that is checked of a configuration, before it is written; its paths are seen from here."""
    where = "make score"
    schema.check(config, schemas["config"], where)
    whole = studies.merged(load.expanded(config), {}, where)
    check.check(whole, where)
    check.check_files(whole, where)


def _origins(config: Mapping) -> dict:
    """Where tables and models are from."""
    entries = {
        key: entry for section in ("datasets", "models", "scores") for key, entry in config.get(section, {}).items()
    }
    return {key: [entry.get(name) for name in ("hub", "kind", *PATHS)] for key, entry in entries.items()}


def configuration(
    request: Mapping[str, str], datasets: Mapping, systems: Mapping, declared: Mapping, before: Mapping | None = None
) -> dict:
    """The whole configuration of a request, its paths as the request gives them.

    ``declared`` is what config.yaml and the studies declare; ``before``, what was last written for this folder, from
    which the commits of hub models are taken.
    """
    if not datasets:
        names = ", ".join(declared["datasets"])
        raise InputError(f"nothing to score: add PAIRS=my_pairs.csv, SENTENCES=my_sentences.csv or DATASET= ({names})")
    if not systems:
        raise InputError("nothing to score with: add MODEL=folder-or-name, or SCORES=my_scores.csv")
    own = [entry for section, entry in systems.values() if section == "models" and "kind" not in entry]
    _check_words(request, own, [entry for section, entry in systems.values() if section == "scores"])
    origins = [entry["thresholds_from"] for entry in datasets.values() if "thresholds_from" in entry]
    for origin in origins:
        known(origin, declared["labelled"], "make score: thresholds_from: the labelled dataset")
    config: dict = {
        "studies": [],
        "run": list(systems),
        "datasets": dict(datasets) | {origin: declared["labelled"][origin] for origin in origins},
        "criteria": {"thresholds": THRESHOLDS},
    }
    if "too_long" in request:
        config["too_long"] = request["too_long"]
    if declared.get("mirror"):
        config["mirror"] = declared["mirror"]
    for key, (section, entry) in systems.items():
        _add(config, section, key, entry, declared)
    for entry in config.get("scores", {}).values():
        if len(datasets) > 1:
            raise InputError(f"SCORES={entry['path']}: it is not clear which dataset was scored; give one dataset")
    for key, entry in config.get("models", {}).items():
        if "kind" not in entry:
            pinned = (before or {}).get("models", {}).get(key, {})
            config["models"][key] = _described(entry, request, pinned)
    return config


def _check_words(request: Mapping[str, str], models: list[Mapping], scores: list[Mapping]) -> None:
    """Raise InputError for a word that nothing of the request is about."""
    hub = [entry for entry in models if "hub" in entry]
    tables = {"pairs", "sentences", "scores"} & set(request)
    for key, has in (
        ("kind", len(models) == 1),
        ("revision", len(hub) == 1),
        ("negate", bool(scores)),
        ("encoding", bool(tables)),
        ("sheet", bool(tables)),
        ("standardise", bool({"pairs", "sentences"} & set(request))),
    ):
        if key in request and not has:
            needs = {"kind": "one model of your own", "revision": "one model of the hub", "negate": "SCORES="}
            raise InputError(
                f"{key.upper()}={request[key]}: applies only to {needs.get(key, 'a table of your own')}; leave it out"
            )


def _asked_datasets(request: Mapping[str, str], declared: Mapping) -> dict[str, dict]:
    options = {key: request[key] for key in ("encoding", "sheet", "standardise") if key in request}
    datasets: dict[str, dict] = {}
    for kind in ("pairs", "sentences"):
        for path in _tables(request, kind):
            label = Path(path).stem[:40]
            datasets[_free(label, declared["names"] | datasets)] = {"kind": kind, "label": label, kind: path} | options
    for name in _several(request, "dataset"):
        if name not in declared["datasets"]:
            raise InputError(f"DATASET={name}: is not declared; there are: {', '.join(declared['datasets'])}")
        datasets[name] = declared["datasets"][name]
    return datasets


def _asked_systems(request: Mapping[str, str], datasets: Mapping, declared: Mapping) -> dict[str, tuple[str, dict]]:
    """(section, entry) of each system by its key; that of a model of one's own has neither kind nor measures yet."""
    taken: dict = declared["names"] | datasets
    systems: dict[str, tuple[str, dict]] = {}
    for name in _several(request, "model"):
        whole, label = os.path.expanduser(name), Path(name).name[:40]
        sections = [section for section in ("ngram", "models", "classifiers") if name in declared[section]]
        if sections and not os.path.exists(whole):
            key, found = name, (sections[0], declared[sections[0]][name])
        elif os.path.isdir(whole):
            key, found = _free(Path(whole).resolve().name, taken), ("models", {"label": label, "path": name})
        elif os.path.exists(whole) or not re.fullmatch(r"\w[\w.-]*(/[\w.-]+)?", name):
            raise InputError(f"MODEL={name}: is not a folder; give the folder that contains the model's config.json")
        else:
            key, found = _free(label, taken), ("models", {"label": label, "hub": name})
        taken[key], systems[key] = None, found
    for path in _tables(request, "scores"):
        key, label = _free(Path(path).stem, taken), Path(path).stem[:40]
        entry: dict = {"label": label, "path": path}
        entry |= {name: request[name] for name in ("encoding", "sheet") if name in request}
        taken[key], systems[key] = None, ("scores", entry)
    _share_out(_several(request, "negate"), [entry for section, entry in systems.values() if section == "scores"])
    return systems


def _share_out(negate: list[str], tables: list[dict]) -> None:
    """Give each table those of the measures to negate that it has. InputError where none has one."""
    for measure in negate if tables else []:
        having = [table for table in tables if measure in _measures(table)]
        if not having:
            names = ", ".join(name for table in tables for name in _measures(table))
            raise InputError(f"NEGATE={measure}: is not a measure of the scores; they have: {names}")
        for table in having:
            table.setdefault("negate", []).append(measure)


def _measures(table: Mapping) -> dict[str, str]:
    return user_scores.columns_of(os.path.expanduser(table["path"]), **user_files.of_entry(table))


def _several(request: Mapping[str, str], key: str) -> list[str]:
    """What a key names: one thing, which may be a path with commas in it, or several between commas."""
    value = request.get(key, "").strip()
    if not value or os.path.exists(os.path.expanduser(value)):
        return [value] if value else []
    return [part.strip() for part in value.split(",") if part.strip()]


def _tables(request: Mapping[str, str], key: str) -> Iterator[str]:
    """The files that a key names. InputError at the first that is not there."""
    for path in _several(request, key):
        if not os.path.isfile(os.path.expanduser(path)):
            raise InputError(f"{key.upper()}={path}: there is no such file; correct the path")
        yield path


def _free(name: str, taken: Mapping) -> str:
    """A key made of a name: lower-case letters, digits and hyphens, unlike those taken."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    key = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:40].strip("-") or "mine"
    if key == REFERENCE or key.endswith(RESERVED):
        key += "-own"
    number = 2
    while key in taken:
        key, number = f"{key.removesuffix(f'-{number - 1}')}-{number}", number + 1
    return key


def _add(config: dict, section: str, key: str, entry: Mapping, declared: Mapping) -> None:
    """Declare an entry, and what it needs. A system that is for some datasets elsewhere is asked for this one here."""
    declared_here = config.setdefault("datasets" if section == "labelled" else section, {})
    declared_here[key] = {name: value for name, value in entry.items() if name != "datasets"}
    for name, needed in NEEDS.items():
        if name in entry and entry[name] not in config.get(needed, {}):
            _add(config, needed, entry[name], declared[needed][entry[name]], declared)


def _described(entry: dict, request: Mapping[str, str], pinned: Mapping) -> dict:
    """The entry of a model with its commit, its kind and its measures, which its config.json tells."""
    entry = dict(entry)
    if "hub" in entry:
        asked = request.get("revision")
        if asked and re.fullmatch("[0-9a-f]{40}", asked):
            entry["revision"] = asked
        elif not asked and pinned.get("hub") == entry["hub"]:
            entry["revision"] = pinned["revision"]
        else:
            entry["revision"] = commits.resolve(entry["hub"], asked)
        wanted = {key: (entry | request)[key] for key in ("hub", "revision", "kind") if key in entry | request}
        wanted["revision"] = entry["revision"]
        if all(pinned.get(key) == value for key, value in wanted.items()):
            return dict(pinned)
    kind = request.get("kind") or model_config.kind(entry)
    if kind not in MEASURES:
        raise InputError(f"KIND={kind}: must be masked, causal or lstm")
    described = entry | {"kind": kind} | ({"beginning": model_config.has_beginning(entry)} if kind == "causal" else {})
    return described | {"measures": MEASURES[kind]}


def _declared(base: Path) -> dict:
    """What the project's config.yaml and its studies declare, by section; paths are seen from here.

    ``labelled`` are the datasets that only train classifiers; ``names`` has all names.
    """
    sections = ("datasets", "corpora", "ngram", "models", "classifiers")
    own = read_yaml(base / "config.yaml")
    every = [own, *(read_yaml(path) for path in sorted((base / "paper").glob("*/study.yaml")))]
    declared: dict = {
        section: {key: _from(base, entry) for found in every for key, entry in (found.get(section) or {}).items()}
        for section in sections
    }
    names = dict.fromkeys(name for entries in declared.values() for name in entries)
    labelled = {key: entry for key, entry in declared["datasets"].items() if manifest(entry).splits}
    declared["datasets"] = {key: entry for key, entry in declared["datasets"].items() if key not in labelled}
    return declared | {"mirror": own.get("mirror"), "names": names, "labelled": labelled}


def _paths(entry: Mapping) -> Iterator[str]:
    return (key for key in PATHS if key in entry)


def _from(base: Path, entry: Mapping) -> dict:
    """An entry whose paths, seen from ``base``, are seen from here."""
    return dict(entry) | {key: str(base / os.path.expanduser(entry[key])) for key in _paths(entry)}


def _placed(config: Mapping, folder: Path) -> dict:
    """The configuration with paths as seen from its folder: relative below the current one, absolute elsewhere."""

    def seen(path: str) -> str:
        whole = Path(os.path.expanduser(path)).resolve()
        return os.path.relpath(whole, folder.resolve()) if whole.is_relative_to(Path.cwd()) else str(whole)

    sections = ("datasets", "corpora", "models", "scores")
    placed = {
        name: {
            key: dict(entry) | {path: seen(entry[path]) for path in _paths(entry)}
            for key, entry in config[name].items()
        }
        for name in sections
        if name in config
    }
    return dict(config) | placed | ({"mirror": seen(config["mirror"])} if "mirror" in config else {})
