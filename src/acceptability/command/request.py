"""Turn the options of `make score` or `make check` into a folder with the configuration of a run.

``write`` calls the modules of this package in order: ``options`` has the options and their values; ``entries`` and
``configuration`` make a configuration of them, with the commits from ``hub_commits``; ``user_files`` checks the files
that they name.
"""

import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

from acceptability import installation
from acceptability.command import conforming, entries, locks, unchanged, user_files
from acceptability.command.configuration import check_section, configuration
from acceptability.command.options import CHECK, SCORE, Command
from acceptability.datasets.registry import keep_answers
from acceptability.errors import InputError
from acceptability.kinds.registry import kind_of
from acceptability.messages import of_yaml
from acceptability.plan import build, own_files
from acceptability.plan.paths import PATHS, expanded, with_paths
from acceptability.plan.plan import Plan
from acceptability.reading import facts
from acceptability.reading.report import Reading
from acceptability.written import write_whole


def write(
    options: Mapping[str, str],
    base: Path,
    schemas: Mapping[str, Mapping],
    here: bool = False,
    command: Command = SCORE,
) -> Path:
    """Check the configuration that a request means, write it into its folder, and return the folder.

    ``base`` is the project's folder, where more is declared. ``here``: the run is in the current folder unless
    the options name one. Raises InputError where the request cannot be met, or the folder's config.yaml was changed
    since it was written.
    """
    where = f"make {command.name}"
    declared = entries.declared_entries(base)
    datasets = entries.dataset_entries(options, declared)
    known_prompts = user_files.read_prompts(options, base)
    systems = entries.system_entries(options, datasets, declared, known_prompts)
    if command == SCORE and {"scores", "model"} <= options.keys():
        for note in conforming.with_conventions(options, systems):
            print(note, file=sys.stderr)
    for option in {"scores", "decisions", "answers"} & options.keys() if len(datasets) > 1 else ():
        place = f"{option.upper()}={options[option]}"
        raise InputError(f"{place}: the option applies to one dataset, and there are several; name one dataset")
    checked = user_files.check_tables(datasets, systems, where)
    extra = check_section(options, declared, base) if command == CHECK else {}
    names = [*datasets, *systems, *(["check"] if command == CHECK else [])]
    others: list[Path] = []  # folders of other runs
    for folder in _folders(options.get("folder", "." if here else ""), names):
        before = unchanged.read(folder / "config.yaml")
        config = configuration(options, datasets, systems, declared, before, command, known_prompts)
        for section, entry in extra.items():
            config[section] = config.get(section, {}) | entry
        placed = with_paths(config, partial(_as_seen_from, folder))
        if before is None or _origins(before) == _origins(placed):
            break
        others.append(folder)
    if others and folder not in others:
        print(f"{folder} gets the results, because {others[0]} has those of other files or models", file=sys.stderr)
    plan = build.plan_of(expanded(config), [base / "paper"], schemas, where)
    _check_as_babylm(options, plan)
    readings = own_files.check(plan, where, checked)
    readings += user_files.check_answers(options, datasets, known_prompts)
    user_files.check_lists(options, datasets, plan)
    _check_first(options, plan)
    for setting in sorted(_settings_of_babylm(placed)):
        option = setting.partition(":")[0].upper()
        print(f"note: AS_BABYLM=yes sets {setting}, as in BabyLM's pipeline; {option}= changes that", file=sys.stderr)
    typed = " ".join(f"{name.upper()}={json.dumps(value, ensure_ascii=False)}" for name, value in options.items())
    try:
        _reserve(folder, None if here else installation.resources(base))
        if unchanged.read(folder / "config.yaml") != before:
            raise InputError(f"{folder}: another run has just written its config.yaml; type the command again")
        unchanged.write(f"{where} {typed}", placed, folder / "config.yaml")
        report(readings, folder)
        facts.keep(folder)
        keep_answers(datasets.values(), folder)
    except OSError as error:
        raise InputError(f"{error.filename}: cannot be written ({error.strerror}); name another FOLDER=") from error
    return folder


def report(readings: Sequence[Reading], folder: Path | None = None, keys: bool = False) -> None:
    """Print how tables were read: a line for each file, and one for each thing that was not plain.

    All of it is written into reading.json of the run's ``folder``, if that is known. With ``keys``, settings are named
    as keys of the configuration, not as options.
    """
    for line in (line for reading in readings for line in reading.lines):
        print(of_yaml(line) if keys else line, file=sys.stderr)
    if folder:
        whole = json.dumps([reading.as_json() for reading in readings], ensure_ascii=False, indent=1)
        write_whole([f"{whole}\n".encode()], folder / "reading.json")


def _check_as_babylm(options: Mapping[str, str], plan: Plan) -> None:
    """Raise InputError where shares are asked for as in BabyLM's pipeline, and no system has its measures."""
    if plan.as_babylm and not any(dataset.subject.babylm_rows for dataset in plan.datasets.values()):
        raise InputError(
            f"AS_BABYLM={options['as_babylm']}: none of these systems has sums of log-probabilities as BabyLM's "
            "pipeline makes them; leave it out"
        )


def _check_first(options: Mapping[str, str], plan: Plan) -> None:
    """Raise InputError where pairs are to be ranked for rating, and there are no systems that may disagree on them."""
    if "first" in options and not any("several_rows" in dataset.has for dataset in plan.checked):
        raise InputError(
            f"FIRST={options['first']}: pairs are ranked by how much systems disagree, and there are no two rows of "
            "scores; add MODEL= or SCORES=, or leave FIRST= out"
        )


def _settings_of_babylm(config: Mapping[str, Any]) -> set[str]:
    """Return the keys that models of a configuration have because BabyLM's pipeline scores them so."""
    if not config.get("as_babylm"):
        return set()
    models = [(entry, kind_of("models", entry).as_babylm) for entry in config.get("models", {}).values()]
    return {f"{name}: {value}" for entry, usual in models for name, value in usual.items() if entry.get(name) == value}


def _reserve(folder: Path, resources: Path | None) -> None:
    """Make the folder of a run, in which no other run may be at work, with a link to ``resources`` if these are given.

    What is fetched into ``resources`` is fetched once for all folders.
    """
    folder.mkdir(parents=True, exist_ok=True)
    if not locks.reserve(folder):
        raise InputError(f"{folder}: another run uses this folder; wait until it ends")
    link = folder / "resources"
    if resources and not link.exists():
        resources.mkdir(parents=True, exist_ok=True)
        link.unlink(missing_ok=True)  # a link that leads nowhere, as the folder was moved
        link.symlink_to(os.path.relpath(resources, folder.resolve()), target_is_directory=True)


def _folders(folder: str, keys: list[str]) -> Iterator[Path]:
    """Yield the folder that is named; else one of the datasets and systems, and further ones if another has it."""
    name = f"runs/{'-'.join(keys)[:80].rstrip('-')}"
    yield Path(folder or name).expanduser()
    yield from () if folder else (Path(f"{name}-{number}") for number in count(2))


def _origins(config: Mapping[str, Any]) -> dict[str, list]:
    """Return where the tables and models of a configuration are from."""
    items = [
        entry
        for section in ("datasets", "models", "scores", "decisions", "prompted")
        for entry in config.get(section, {}).items()
    ]
    return {key: [entry.get(name) for name in ("hub", "kind", "server", "name", *PATHS)] for key, entry in items}


def _as_seen_from(folder: Path, path: str) -> str:
    """Return a path as it is to be written in a folder: relative below the current one, absolute elsewhere."""
    whole = Path(path).expanduser().resolve()
    return os.path.relpath(whole, folder.resolve()) if whole.is_relative_to(Path.cwd()) else str(whole)
