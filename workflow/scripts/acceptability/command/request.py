"""From the words of `make score` (``pairs=my.csv model=gpt2``) to the configuration of a run in a folder of its own."""

import json
import os
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import Any

from acceptability.command import unchanged
from acceptability.datasets import user_files, user_scores
from acceptability.datasets.registry import manifest
from acceptability.errors import InputError
from acceptability.kinds.prompted import reading as answers
from acceptability.kinds.registry import of_section
from acceptability.plan import build, check, load, schema
from acceptability.plan.derived import PROMPTS
from acceptability.plan.systems import REFERENCE
from acceptability.scoring import prompts
from acceptability.sources import commits, fetching, model_config

WORDS = {
    "pairs": "tables of minimal pairs",
    "sentences": "tables of sentences",
    "dataset": "datasets that config.yaml or a study declares",
    "model": "folders of models, names on the Hugging Face hub, or systems that config.yaml or a study declares",
    "scores": "tables of scores from other programs",
    "decisions": "tables of which sentence of each pair systems chose",
    "answers": "answers to the prompts that `make prompts` wrote",
    "prompts": "english, or a file of prompts of your own: causal models are asked them, too",
    "kind": "the kind of the model, if its config.json does not say it",
    "revision": "the commit, tag or branch of the hub model",
    "encoding": "how the text of the tables is encoded",
    "sheet": "the sheet of the spreadsheets",
    "standardise": "sentences: turns ratings into z-scores",
    "negate": "measures of the scores that are low for good sentences",
    "partial": "yes: some sentences may have no score in the tables of scores",
    "too_long": "refuse, skip or window: what to do with a sentence that is too long for a model",
    "folder": "where everything is written (by default, a folder in runs)",
    "mirror": "a folder with the external files",
}
# One of these, at least, makes a request.
SUBJECTS = {"pairs", "sentences", "dataset", "model", "scores", "decisions", "answers"}
SHIPPED = {"english": PROMPTS}  # files of prompts by what PROMPTS= calls them
THRESHOLDS = [0.5, 1, 5]
YES_OR_NO = {"yes": True, "true": True, "no": False, "false": False}
# The keys of an entry that name another entry, and the section of that one.
NEEDS = {"corpus": "corpora", "unigrams": "corpora", "base": "models", "labelled": "labelled", "model": "models"}


def from_config(config: Mapping[str, Any], configfiles: list[str]) -> dict[str, str]:
    """Return the request in what ``snakemake --config`` was given; empty where that is no request.

    Sections of a configuration, which may be given there, too, are mappings and lists; words are neither.
    """
    given = {key: value for key, value in config.items() if not isinstance(value, Mapping | list) and value is not None}
    if not SUBJECTS & set(given):
        return {}
    if configfiles:
        raise InputError(f"{configfiles[0]}: use either a configuration file or words such as pairs= and model=")
    return checked(given)


def checked(given: Mapping[str, Any]) -> dict[str, str]:
    """Return the words, in lower case and in the order of WORDS. Raise InputError for one that is not known."""
    words = {key.lower(): str(value) for key, value in given.items()}
    for word in words:
        schema.known(word.upper(), [name.upper() for name in WORDS], "make score: the word")
    return {word: words[word] for word in WORDS if words.get(word, "").strip()}


def write(words: Mapping[str, str], base: Path, schemas: Mapping[str, Mapping], here: bool = False) -> Path:
    """Check the configuration that a request means, write it into its folder, and return the folder.

    ``base`` is the project's folder, where more is declared. ``here``: the run is in the current folder unless
    the words name one. Raises InputError where the request cannot be met, or the folder's config.yaml is not as it was
    written.
    """
    declared = _declared(base)
    datasets = _datasets(words, declared)
    asked = asked_by(words, base)
    systems = _systems(words, datasets, declared, asked)
    for folder in _folders(words.get("folder", "." if here else ""), [*datasets, *systems]):
        before = unchanged.read(folder / "config.yaml")
        config = configuration(words, datasets, systems, declared, before, asked)
        placed = load.with_paths(config, lambda path, folder=folder: _as_seen_from(folder, path))
        if before is None or _origins(before) == _origins(placed):
            break
    plan = build.plan_of(load.expanded(config), base / "paper", schemas, "make score")
    check.check_files(plan, "make score")
    said = " ".join(f"{word.upper()}={json.dumps(value, ensure_ascii=False)}" for word, value in words.items())
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not here and not (folder / "resources").exists():  # what is fetched is fetched once for all folders
            target = os.path.relpath(base / "resources", folder.resolve())
            (folder / "resources").symlink_to(target, target_is_directory=True)
        unchanged.write(f"make score {said}", placed, folder / "config.yaml")
    except OSError as error:
        raise InputError(f"{error.filename}: cannot be written ({error.strerror}); name another FOLDER=") from error
    return folder


def _folders(named: str, keys: list[str]) -> Iterator[Path]:
    """Yield the folder that is named; else one of the datasets and systems, and further ones if another has it."""
    name = f"runs/{'-'.join(keys)[:80].rstrip('-')}"
    yield Path(named or name).expanduser()
    yield from () if named else (Path(f"{name}-{number}") for number in count(2))


def _origins(config: Mapping) -> dict[str, list]:
    """Return where the tables and models of a configuration are from."""
    entries = [
        entry
        for section in ("datasets", "models", "scores", "decisions", "prompted")
        for entry in config.get(section, {}).items()
    ]
    return {key: [entry.get(name) for name in ("hub", "kind", *load.PATHS)] for key, entry in entries}


def _as_seen_from(folder: Path, path: str) -> str:
    """Return a path as it is to be written in a folder: relative below the current one, absolute elsewhere."""
    whole = Path(path).expanduser().resolve()
    return os.path.relpath(whole, folder.resolve()) if whole.is_relative_to(Path.cwd()) else str(whole)


def _declared(base: Path) -> dict[str, Any]:
    """Return what the project's config.yaml and its studies declare, by section, with paths as seen from here.

    ``labelled`` are the datasets that only train classifiers. ``names`` are all names, which are taken.
    """
    files = [base / "config.yaml", *sorted((base / "paper").glob("*/study.yaml"))]
    contents = [
        load.with_paths(load.read_yaml(path), lambda path: str(base / Path(path).expanduser())) for path in files
    ]
    declared: dict[str, Any] = {
        section: {key: entry for content in contents for key, entry in (content.get(section) or {}).items()}
        for section in ("datasets", "corpora", "ngram", "models", "classifiers")
    }
    names = dict.fromkeys(name for entries in declared.values() for name in entries)
    labelled = {key: entry for key, entry in declared["datasets"].items() if manifest(entry).splits}
    declared["datasets"] = {key: entry for key, entry in declared["datasets"].items() if key not in labelled}
    return declared | {"mirror": contents[0].get("mirror"), "names": names, "labelled": labelled}


def _datasets(words: Mapping[str, str], declared: Mapping) -> dict[str, dict]:
    """Return the entries of the datasets that are asked for, by their keys."""
    reading = {word: words[word] for word in ("encoding", "sheet", "standardise") if word in words}
    datasets: dict[str, dict] = {}
    for kind in ("pairs", "sentences"):
        for path in _tables(words, kind):
            label = Path(path).stem[:40]
            datasets[_free(label, declared["names"] | datasets)] = {"kind": kind, "label": label, kind: path} | reading
    for name in _values(words, "dataset"):
        if name not in declared["datasets"]:
            raise InputError(f"DATASET={name}: is not declared; there are: {', '.join(declared['datasets'])}")
        datasets[name] = declared["datasets"][name]
    return datasets


def asked_by(words: Mapping[str, str], base: Path) -> list[prompts.Prompt]:
    """Return the prompts of the file that PROMPTS names, or of the project's, whose folder is ``base``.

    Raises InputError for what is wrong there.
    """
    named = words.get("prompts", next(iter(SHIPPED)))
    path = Path(named).expanduser() if named not in SHIPPED else base / SHIPPED[named]
    if not path.is_file():
        raise InputError(f"PROMPTS={named}: there is no such file; correct the path, or write {' or '.join(SHIPPED)}")
    return prompts.checked(load.read_yaml(path), named)


def _own_prompts(words: Mapping[str, str]) -> dict[str, str]:
    """Return the key ``prompts`` of an entry, if the prompts are the user's own."""
    return {"prompts": words["prompts"]} if words.get("prompts", "english") not in SHIPPED else {}


def _systems(
    words: Mapping[str, str], datasets: Mapping, declared: Mapping, asked: list[prompts.Prompt]
) -> dict[str, tuple[str, dict]]:
    """Return section and entry of each system by its key; a model of one's own has neither kind nor measures yet."""
    taken: dict = declared["names"] | datasets
    systems: dict[str, tuple[str, dict]] = {}
    for name in _values(words, "model"):
        folder, label = Path(name).expanduser(), Path(name).name[:40]
        sections = [section for section in ("ngram", "models", "classifiers") if name in declared[section]]
        if sections and not folder.exists():
            systems[name] = sections[0], declared[sections[0]][name]
        elif folder.is_dir():
            systems[_free(folder.resolve().name, taken | systems)] = "models", {"label": label, "path": name}
        elif folder.exists() or not re.fullmatch(r"\w[\w.-]*(/[\w.-]+)?", name):
            raise InputError(f"MODEL={name}: is not a folder; give the folder that contains the model's config.json")
        else:
            systems[_free(label, taken | systems)] = "models", {"label": label, "hub": name}
    reading = {word: words[word] for word in ("encoding", "sheet") if word in words}
    partial = {"partial": True} if _yes(words, "partial") else {}
    for path in _tables(words, "scores"):
        label = Path(path).stem[:40]
        systems[_free(Path(path).stem, taken | systems)] = "scores", {"label": label, "path": path} | reading | partial
    for path in _tables(words, "decisions"):
        label = Path(path).stem[:40]
        systems[_free(Path(path).stem, taken | systems)] = "decisions", {"label": label, "path": path} | reading
    for path in _tables(words, "answers"):
        rows = answers.read_rows(Path(path).expanduser(), **user_files.of_entry(reading))
        entry = {"label": Path(path).stem[:40], "path": path} | reading | _own_prompts(words)
        for measures in _by_items(answers.measures_in(rows, asked, path)):
            systems[_free(Path(path).stem, taken | systems)] = "prompted", entry | {"measures": measures}
    return systems


def _by_items(measures: list[str]) -> list[list[str]]:
    """Return the measures of an entry that judges sentences, and of one that chooses between those of pairs."""
    both = [
        [measure for measure in own if measure in measures]
        for own in (prompts.SENTENCE_MEASURES, prompts.PAIR_MEASURES)
    ]
    return [measures for measures in both if measures]


def _yes(words: Mapping[str, str], word: str) -> bool:
    """Return whether a word says yes. Raise InputError where it says neither yes nor no."""
    value = words.get(word, "no").strip().lower()
    if value not in YES_OR_NO:
        raise InputError(f"{word.upper()}={words[word]}: must be yes or no")
    return YES_OR_NO[value]


def _values(words: Mapping[str, str], word: str) -> list[str]:
    """Return what a word names: one thing, which may be a path with commas in it, or several between commas."""
    value = words.get(word, "").strip()
    if os.path.exists(os.path.expanduser(value)):
        return [value]
    return [part.strip() for part in value.split(",") if part.strip()]


def _tables(words: Mapping[str, str], word: str) -> Iterator[str]:
    """Yield the files that a word names. Raise InputError at the first that is none."""
    for name in _values(words, word):
        path = Path(name).expanduser()
        if not path.is_file():
            wrong = "is a folder; name the table in it" if path.is_dir() else "there is no such file; correct the path"
            raise InputError(f"{word.upper()}={name}: {wrong}")
        yield name


def _free(name: str, taken: Mapping) -> str:
    """Return a key made of a name: lower-case letters, digits and hyphens, unlike those taken."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    key = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:40].strip("-") or "mine"
    if key == REFERENCE:
        key += "-own"
    return next(
        free for free in (key, *(f"{key}-{number}" for number in range(2, len(taken) + 3))) if free not in taken
    )


def configuration(
    words: Mapping[str, str],
    datasets: Mapping,
    systems: Mapping,
    declared: Mapping,
    before: Mapping | None = None,
    asked: Sequence[prompts.Prompt] = (),
) -> dict[str, Any]:
    """Return the whole configuration of a request, its paths as seen from here.

    ``declared`` is what config.yaml and the studies declare; ``before``, what was last written for this folder, from
    which the commits of hub models are taken; ``asked``, the prompts that there are.
    """
    if not datasets:
        names = ", ".join(declared["datasets"])
        raise InputError(f"nothing to score: add PAIRS=my_pairs.csv, SENTENCES=my_sentences.csv or DATASET= ({names})")
    if not systems:
        raise InputError(
            "nothing to score with: add MODEL=folder-or-name, SCORES=my_scores.csv, DECISIONS=my_choices.csv or "
            "ANSWERS=answers.csv"
        )
    _check_words(words, systems)
    config: dict[str, Any] = {
        "studies": [],
        "run": list(systems),
        "datasets": dict(datasets),
        "criteria": {"thresholds": THRESHOLDS},
    }
    if "too_long" in words:
        config["too_long"] = words["too_long"]
    if mirror := words.get("mirror") or fetching.named_mirror(declared["mirror"]):
        config["mirror"] = mirror
    for entry in datasets.values():
        if origin := entry.get("thresholds_from"):
            schema.known(origin, declared["labelled"], "make score: thresholds_from: the labelled dataset")
            config["datasets"][origin] = declared["labelled"][origin]
    for key, (section, entry) in systems.items():
        if section == "models" and "kind" not in entry:
            entry = _described(entry, words, (before or {}).get("models", {}).get(key, {}))
        _add(config, section, key, entry, declared)
    if "prompts" in words:
        _ask(config, words, asked)
    for word in ("scores", "decisions", "answers"):
        if len(datasets) > 1 and word in words:
            raise InputError(
                f"{word.upper()}={words[word]}: it is not clear which dataset this is about; give one dataset"
            )
    _negate(_values(words, "negate"), list(config.get("scores", {}).values()))
    return config


def _ask(config: dict[str, Any], words: Mapping[str, str], asked: Sequence[prompts.Prompt]) -> None:
    """Add systems that ask the causal models of a configuration what there are prompts for.

    Raises InputError where there is no such model, or no prompt for what the datasets have.
    """
    base = of_section("prompted")[0].base
    models = {key: entry for key, entry in config.get("models", {}).items() if entry["kind"] == base}
    models = {key: entry for key, entry in models.items() if key in config["run"]}
    has_pairs = any(manifest(entry).pairs for entry in config["datasets"].values())
    measures = [prompt.measure for prompt in asked if has_pairs or prompt.measure in prompts.SENTENCE_MEASURES]
    if not models and "answers" in words:
        return
    if not models:
        raise InputError(f"PROMPTS={words['prompts']}: is for {base} models (MODEL=) and ANSWERS= only; leave it out")
    if not measures:
        raise InputError(f"PROMPTS={words['prompts']}: has prompts about pairs only; give PAIRS=, or add others")
    for key, entry in models.items():
        for own in _by_items(measures):
            name = _free(f"{key}-{'choice' if own[0] in prompts.PAIR_MEASURES else 'asked'}", _all_names(config))
            made = {"label": f"{entry['label']}, asked", "model": key, "measures": own} | _own_prompts(words)
            config.setdefault("prompted", {})[name] = made
            config["run"].append(name)


def _all_names(config: Mapping) -> dict:
    return {name: None for section in config.values() if isinstance(section, dict) for name in section}


def _check_words(words: Mapping[str, str], systems: Mapping[str, tuple[str, Mapping]]) -> None:
    """Raise InputError for a word that nothing of the request is about."""
    models = [entry for section, entry in systems.values() if section == "models" and "kind" not in entry]
    tables = {"pairs", "sentences", "scores", "decisions", "answers"} & set(words)
    subjects = {
        "kind": ("one model of your own", len(models) == 1),
        "revision": ("one model of the hub", sum("hub" in entry for entry in models) == 1),
        "negate": ("SCORES=", "scores" in words),
        "partial": ("SCORES=", "scores" in words),
        "standardise": ("a table of your own", tables - {"scores", "decisions", "answers"}),
        **dict.fromkeys(("encoding", "sheet"), ("a table of your own", tables)),
    }
    for word in subjects.keys() & words.keys():
        subject, there = subjects[word]
        if not there:
            raise InputError(f"{word.upper()}={words[word]}: applies only to {subject}; leave it out")


def _add(config: dict, section: str, key: str, entry: Mapping, declared: Mapping) -> None:
    """Declare an entry, and what it needs. A system that is for some datasets elsewhere is asked for this one here."""
    section_here = config.setdefault("datasets" if section == "labelled" else section, {})
    section_here[key] = {name: value for name, value in entry.items() if name != "datasets"}
    for name, needed in NEEDS.items():
        if name in entry and entry[name] not in config.get(needed, {}):
            _add(config, needed, entry[name], declared[needed][entry[name]], declared)


def _negate(measures: list[str], tables: list[dict]) -> None:
    """Give each table of scores those of the measures to negate that it has. Raise InputError where none has one."""
    there: set[str] = set()
    for table in tables if measures else []:
        columns = user_scores.columns_of(Path(table["path"]).expanduser(), **user_files.of_entry(table))
        there.update(columns)
        if negated := [measure for measure in measures if measure in columns]:
            table["negate"] = negated
    for measure in measures:
        if measure not in there:
            raise InputError(f"NEGATE={measure}: is not a measure of the scores; they have: {', '.join(sorted(there))}")


def _described(entry: Mapping, words: Mapping[str, str], pinned: Mapping) -> dict[str, Any]:
    """Return the entry of a model with its commit, its kind and its measures, which its config.json tells.

    ``pinned`` is the entry as it was last written. The hub is asked only for what that does not say.
    """
    entry, name = dict(entry), words.get("kind")
    if "hub" in entry:
        named, same = words.get("revision"), pinned.get("hub") == entry["hub"]
        if named and re.fullmatch("[0-9a-f]{40}", named):
            entry["revision"] = named
        else:
            entry["revision"] = pinned["revision"] if same and not named else commits.resolve(entry["hub"], named)
        if same and pinned["revision"] == entry["revision"] and name in (None, pinned["kind"]):
            return dict(pinned)
    return described_model(entry, name)


def described_model(entry: Mapping, name: str | None) -> dict[str, Any]:
    """Return the entry of a model with its kind, its usual measures and, if it has one, its beginning of sequence.

    ``entry`` has ``path``, or ``hub`` and ``revision``; ``name`` is the kind, if the model's config.json is not asked.
    """
    by_name = {kind.name: kind for kind in of_section("models") if kind.architectures}
    name = name or model_config.kind(entry, {name: kind.architectures for name, kind in by_name.items()})
    if name not in by_name:
        raise InputError(f"KIND={name}: must be {' or '.join(by_name)}")
    kind = by_name[name]
    beginning = {"beginning": model_config.has_beginning(entry)} if "beginning" in kind.needed else {}
    return dict(entry) | {"kind": name} | beginning | {"measures": list(kind.usual_measures)}
