"""Turn options into the configuration of a run, with all entries that they name and that these need."""

import re
import sys
from collections.abc import Mapping, Sequence
from itertools import takewhile
from pathlib import Path
from typing import Any

from acceptability import installation
from acceptability.command import hub_commits, user_files
from acceptability.command.entries import free_key
from acceptability.command.options import (
    CHECK,
    OF_SUITES,
    SCORE,
    YES_OR_NO,
    Command,
    check_several,
    files_of,
    is_yes,
    number_of_series,
    reading_of_file,
    values_of,
    whole_number,
)
from acceptability.contracts.defaults import THRESHOLDS
from acceptability.datasets.registry import corpus_of, manifest
from acceptability.errors import InputError, required
from acceptability.kinds.registry import kind_of, of_section
from acceptability.plan import schema
from acceptability.reading import scores, sheets
from acceptability.responses import results
from acceptability.scoring import prompts
from acceptability.sources import fetching
from acceptability.statistics.power.declared import parse_assumptions

CORPUS = "brown"  # whose words are counted where CORPUS= names none
# The keys of an entry that name another entry, and the section of that one.
NEEDS = {"corpus": "corpora", "unigrams": "corpora", "base": "models", "labelled": "labelled", "model": "models"}


def configuration(
    options: Mapping[str, str],
    datasets: Mapping,
    systems: Mapping,
    declared: Mapping,
    before: Mapping | None = None,
    command: Command = SCORE,
    known_prompts: Sequence[prompts.Prompt] = (),
) -> dict[str, Any]:
    """Return the whole configuration of a request, its paths as seen from here.

    ``declared`` is what config.yaml and the studies declare; ``before``, what was last written for this folder, from
    which the commits of hub models are taken.
    """
    names = ", ".join(declared["datasets"])
    if not datasets and command == CHECK:
        raise InputError(f"nothing to check: add PAIRS=my_pairs.csv or DATASET= ({names})")
    if not datasets:
        raise InputError(
            f"nothing to score: add PAIRS=my_pairs.csv, SENTENCES=my_sentences.csv, SUITES=my_suite.json or "
            f"DATASET= ({names})"
        )
    if not systems and command.needs_systems:
        raise InputError(
            "nothing to score with: add MODEL=folder-or-name, SCORES=my_scores.csv, DECISIONS=my_choices.csv or "
            "ANSWERS=answers.csv"
        )
    _check_applicable(options, systems, command)
    config: dict[str, Any] = {
        "studies": [],
        "run": list(systems),
        "datasets": dict(datasets),
        "criteria": {"thresholds": list(THRESHOLDS)},
    }
    if "too_long" in options:
        config["too_long"] = options["too_long"]
    if is_yes(options, "as_babylm"):
        if not any(manifest(entry).pairs for entry in datasets.values()):
            raise InputError(f"AS_BABYLM={options['as_babylm']}: applies only to minimal pairs; leave it out")
        config["as_babylm"] = True
    if mirror := options.get("mirror") or fetching.named_mirror(declared["mirror"]):
        config["mirror"] = mirror
    for entry in datasets.values():
        if origin := entry.get("thresholds_from"):
            schema.known(origin, declared["labelled"], "make score: thresholds_from: the labelled dataset")
            config["datasets"][origin] = declared["labelled"][origin]
    commits_of = hub_commits.commits_of_revisions(options, systems, before or {})
    for key, (section, entry) in systems.items():
        if section == "models" and "kind" not in entry:
            pinned = dict((before or {}).get("models", {}).get(key, {}))
            for name in ("keep_weights", "beginning"):
                pinned.pop(name, None)
            first = dict(zip(["revision"], commits_of.values(), strict=False))
            entry = _with_beginning(hub_commits.describe_model(entry, dict(options) | first, pinned), options)
            entry = _with_babylm(entry, is_yes(options, "as_babylm"))
        if "suites" in options and section == "classifiers":
            raise InputError(f"MODEL={key}: judges whole sentences, and suites need log-probabilities of tokens")
        if "suites" in options and section == "models" and key not in declared["models"]:
            entry = dict(entry) | {"measures": entry["measures"][:1]}
        if "hub" in entry and not is_yes(options, "keep", "yes"):
            entry = dict(entry) | {"keep_weights": False}
        _add(config, section, key, entry, declared)
    new_models = [entry for key, entry in config.get("models", {}).items() if key not in declared["models"]]
    if "beginning" in options and not any("beginning" in entry for entry in new_models):
        raise InputError(
            f"BEGINNING={options['beginning']}: applies only to causal models that MODEL= names and config.yaml does "
            "not; leave it out"
        )
    if series := _series(options, systems, commits_of):
        config |= series
    if "prompts" in options:
        _ask(config, options, known_prompts)
    _negate(values_of(options, "negate"), list(config.get("scores", {}).values()))
    return config


def _check_applicable(options: Mapping[str, str], systems: Mapping[str, tuple[str, Mapping]], command: Command) -> None:
    """Raise InputError for an option that applies to nothing in the request."""
    models = [entry for section, entry in systems.values() if section == "models" and "kind" not in entry]
    tables = {"pairs", "sentences", "suites", "scores", "decisions", "answers"} & set(options)
    subjects = {
        "kind": ("one model of your own", len(models) == 1),
        **dict.fromkeys(
            ("revision", "revisions"), ("one model of the hub", sum("hub" in entry for entry in models) == 1)
        ),
        **dict.fromkeys(("api", "remote"), ("SERVER=", "server" in options)),
        "too_long": ("models that are computed here", "server" not in options),
        "base": ("the folder of an adapter in MODEL=", any("adapter" in entry for entry in models)),
        "keep": ("models of the hub", any("hub" in entry for _, entry in systems.values())),
        "numbers": ("SERIES= or REVISIONS=", {"series", "revisions"} & set(options)),
        "negate": ("SCORES=", "scores" in options),
        "partial": ("SCORES=", "scores" in options),
        "system_prompt": (
            "MODEL= with PROMPTS=, and a text to ANSWERS=",
            {"model", "prompts"} <= options.keys()
            or ("answers" in options and user_files.system_prompt_of_answers(options)),
        ),
        **dict.fromkeys(
            ("standardise", "words"), ("a table of your own", tables - {"scores", "decisions", "answers", "suites"})
        ),
        **dict.fromkeys(("encoding", "sheet"), ("a table of your own", tables or "fillers" in options)),
        **dict.fromkeys((*results.WORDS, *(set(results.FILES) - {"fillers"})), ("RATINGS=", "ratings" in options)),
        "repeated": ("RATINGS= and DECISIONS=", {"ratings", "decisions"} & set(options) and "suites" not in options),
        **dict.fromkeys(OF_SUITES[1:], ("SUITES=", "suites" in options)),
        "fillers": ("RATINGS=", "ratings" in options or command == CHECK),
    }
    for option in subjects.keys() & options.keys():
        subject, applies = subjects[option]
        if not applies:
            raise InputError(f"{option.upper()}={options[option]}: applies only to {subject}; leave it out")


def _with_beginning(entry: Mapping, options: Mapping[str, str]) -> dict[str, Any]:
    """Return the entry of a model with what BEGINNING says, if its kind has such a key."""
    if "beginning" not in options or "beginning" not in kind_of("models", entry).keys:
        return dict(entry)
    value = options["beginning"].strip()
    return dict(entry) | {"beginning": YES_OR_NO.get(value.lower(), value)}


def _with_babylm(entry: Mapping, as_babylm: bool) -> dict[str, Any]:
    """Return the entry of a model with its usual measures and, if asked, those of BabyLM's pipeline, read as there."""
    kind = kind_of("models", entry)
    more = [measure for measure in kind.babylm if as_babylm and measure not in kind.usual_measures]
    usual = {name: value for name, value in kind.as_babylm.items() if as_babylm and name not in entry}
    return dict(entry) | usual | {"measures": [*kind.usual_measures, *more]}


def _ask(config: dict[str, Any], options: Mapping[str, str], known_prompts: Sequence[prompts.Prompt]) -> None:
    """Add systems that ask the causal models of a configuration the prompts.

    Raises InputError where there is no such model, or no prompt for what the datasets have.
    """
    base = of_section("prompted")[0].base
    models = {key: entry for key, entry in config.get("models", {}).items() if entry["kind"] == base}
    models = {key: entry for key, entry in models.items() if key in config["run"]}
    has_pairs = any(manifest(entry).pairs for entry in config["datasets"].values())
    measures = [prompt.measure for prompt in known_prompts if has_pairs or prompt.measure in prompts.SENTENCE_MEASURES]
    if not models and "answers" in options:
        return
    if not models and "server" in options:
        raise InputError(
            f"PROMPTS={options['prompts']}: a model behind a server is not asked by prompts from here; use make prompts"
        )
    if not models:
        raise InputError(f"PROMPTS={options['prompts']}: is for {base} models (MODEL=) and ANSWERS= only; leave it out")
    if not measures:
        raise InputError(f"PROMPTS={options['prompts']}: has prompts about pairs only; set PAIRS=, or add others")
    system = {"system": options["system_prompt"]} if "system_prompt" in options else {}
    for key, entry in models.items():
        for group in prompts.by_items(measures):
            names_in_use = {name: None for section in config.values() if isinstance(section, dict) for name in section}
            name = free_key(f"{key}-{'choice' if group[0] in prompts.PAIR_MEASURES else 'asked'}", names_in_use)
            prompted = (
                {"label": f"{entry['label']}, asked", "model": key, "measures": group}
                | system
                | user_files.own_prompts(options)
            )
            config.setdefault("prompted", {})[name] = prompted
            config["run"].append(name)


def check_section(options: Mapping[str, str], declared: Mapping, base: Path) -> dict[str, Any]:
    """Return the section ``check`` of a configuration, and the corpus that it names.

    Without CORPUS=, it is the usual one, if that is here, in the mirror, or can be fetched now.
    """
    section: dict[str, Any] = {}
    for option in ("raters", "lists", "first", "seed"):
        if option in options:
            section[option] = whole_number(options, option)
    if "fillers" in options:
        section["fillers"] = next(files_of(options, "fillers"))
        section |= reading_of_file(options, section["fillers"])
    if "assume" in options:
        section["assume"] = parse_assumptions(options["assume"])
    name = options.get("corpus", CORPUS)
    if name.strip().lower() == "none":
        return {"check": section}
    if Path(name).expanduser().is_file():
        key = free_key(Path(name).stem, declared["names"])
        return {"check": section | {"corpus": key}, "corpora": {key: {"kind": "text", "path": name}}}
    if name not in declared["corpora"]:
        known = ", ".join([*declared["corpora"], "none"])
        raise InputError(f"CORPUS={name}: is neither a file nor a corpus of config.yaml; there are: {known}")
    if "corpus" not in options and not _at_hand(declared["corpora"][name], options, declared, base):
        return {"check": section}
    return {"check": section | {"corpus": name}, "corpora": {name: declared["corpora"][name]}}


def _at_hand(entry: Mapping, options: Mapping[str, str], declared: Mapping, base: Path) -> bool:
    """Return whether the registered file of a corpus is here; it is fetched if it can be."""
    source = required(corpus_of(entry).source)
    row = fetching.read_registry(base / "resources/sources.tsv")[source]
    mirror = options.get("mirror") or fetching.named_mirror(declared["mirror"])
    target = installation.resources(base) / "raw" / source
    if fetching.is_intact(row, target):
        return True
    try:
        fetching.fetch(row, target, mirror, attempts=1, timeout=10)
    except InputError as error:
        print(f"note: {error}", file=sys.stderr)
        return False
    return True


def _series(options: Mapping[str, str], systems: Mapping, commits_of: Mapping[str, str]) -> dict[str, Any]:
    """Return the sections ``run`` and ``series`` of a request for a series; empty for any other.

    Raises InputError for a series of one system, and for numbers that are not one for each.
    """
    if not {"series", "revisions"} & set(options):
        return {}
    number = number_of_series(options)
    names = list(commits_of or systems)
    if not commits_of:
        otherwise = "name several in MODEL=, or revisions of one in REVISIONS="
        check_several(options, "series", values_of(options, "model") if "model" in options else names, otherwise)
    numbers: Sequence[str | None] = values_of(options, "numbers") or [None] * len(names)
    if len(numbers) != len(names):
        raise InputError(
            f"NUMBERS={options['numbers']}: has {len(numbers)} numbers for {len(names)}: {', '.join(names)}"
        )
    by_name = dict(zip(names, numbers, strict=True))
    if not commits_of:
        key = free_key(number, systems)
        labels = [re.split(r"[-_ .]", entry["label"]) for _, entry in systems.values()]
        begin = takewhile(lambda parts: len(set(parts)) == 1, zip(*labels, strict=False))
        label = "-".join(parts[0] for parts in begin) or "Models"  # pythia, of pythia-70m and pythia-160m
        return {"series": {key: {"label": label, "number": number, "systems": by_name}}}
    (model,) = (key for key, (_, entry) in systems.items() if "hub" in entry)
    key = free_key(f"{model} {number}", systems)
    entry = {"label": systems[model][1]["label"], "number": number, "model": model}
    entry |= {"revisions": by_name, "commits": dict(commits_of)}
    return {"run": [key if name == model else name for name in systems], "series": {key: entry}}


def _add(config: dict, section: str, key: str, entry: Mapping, declared: Mapping) -> None:
    """Declare an entry, and what it needs. A system that is for some datasets elsewhere is asked for this one here."""
    section_here = config.setdefault("datasets" if section == "labelled" else section, {})
    section_here[key] = {name: value for name, value in entry.items() if name != "datasets"}
    for name, needed in NEEDS.items():
        if name in entry and entry[name] not in config.get(needed, {}):
            _add(config, needed, entry[name], declared[needed][entry[name]], declared)


def _negate(measures: list[str], tables: list[dict]) -> None:
    """Give each table of scores those of the measures to negate that it has. Raise InputError where none has one."""
    present: set[str] = set()
    for table in tables if measures else []:
        columns = scores.columns_of(Path(table["path"]).expanduser(), **sheets.of_entry(table))
        present.update(columns)
        if negated := [measure for measure in measures if measure in columns]:
            table["negate"] = negated
    for measure in measures:
        if measure not in present:
            raise InputError(
                f"NEGATE={measure}: is not a measure of the scores; they have: {', '.join(sorted(present))}"
            )
