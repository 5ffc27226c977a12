"""Build the plan from the configuration and its studies: join their sections and fill in what they leave out."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any

from acceptability.contracts.names import split_row
from acceptability.errors import InputError
from acceptability.plan import check, regions, samples, schema, series
from acceptability.plan.declarations import Checking, Declarations, Example, Released
from acceptability.plan.declared import Corpus, DeclaredDataset, DeclaredStudy
from acceptability.plan.derived import Classifier, Fitted, Prompted
from acceptability.plan.own_scores import completed
from acceptability.plan.plan import Plan
from acceptability.plan.schema import filled, known
from acceptability.plan.studies import read_studies
from acceptability.plan.systems import Decisions, LanguageModel, NGram, OwnScores, Published, System

SECTIONS = {
    kind.section: kind for kind in (Published, OwnScores, Decisions, NGram, LanguageModel, Classifier, Fitted, Prompted)
}
JOINED = ("datasets", *SECTIONS, "series", "accuracies", "restarts", "examples")
DEFINITIONS = {  # of the schema
    "ngram": "ngram",
    "models": "model",
    "classifiers": "classifier",
    "fitted": "fitted",
    "prompted": "prompted",
}


def plan_of(
    config: Mapping, folders: Sequence[Path], schemas: Mapping[str, Mapping], where: str = "config.yaml"
) -> Plan:
    """Check a configuration and the studies that it names, and join them to a plan.

    Parameters:
        config: the configuration as it is written, with ``~`` in paths written out.
        folders: folders of publications, as papers.folders returns them.
        schemas: see read_schemas.
        where: what messages call the configuration.

    Raises:
        InputError: for the first thing that cannot be; of files, only those that say what else there is are read.
    """
    schema.check(config, schemas["config"], where)
    plan = joined(config, read_studies(config.get("studies", []), folders, schemas["study"], where), schemas, where)
    check.check(plan, where)
    return plan


def joined(
    config: Mapping, studies: Mapping[str, Mapping], schemas: Mapping[str, Mapping], where: str = "config.yaml"
) -> Plan:
    """Join a configuration and its studies (see read_studies), both as their schemas have them.

    Raises InputError where two of them declare different things by one name.
    """
    keys = schemas["config"]
    sections = {section: _joined(section, config, studies, where) for section in JOINED}
    sections["series"], sections["models"] = series.expanded(sections["series"], sections["models"], where)
    texts, sections = samples.expanded(config.get("corpora", {}), sections, where)
    for section, other in combinations(SECTIONS, 2):
        if twice := [key for key in sections[section] if key in sections[other]]:
            raise InputError(f"{where}: the system {twice[0]!r} is declared under {section} and under {other}")
    datasets = {key: DeclaredDataset.of(key, entry) for key, entry in sections["datasets"].items()}
    scorable = [key for key, dataset in datasets.items() if not dataset.manifest.splits]
    suites = {key for key, dataset in datasets.items() if dataset.manifest.suites}
    for section in ("scores", "decisions", "prompted"):
        sections[section] = completed(section, sections[section], scorable, where, suites)
    for section, definition in DEFINITIONS.items():
        sections[section] = {key: filled(entry, keys["$defs"][definition]) for key, entry in sections[section].items()}
    whole = filled(config, keys)
    criteria = filled(config.get("criteria", {}), keys["properties"]["criteria"])
    figures = filled(config.get("figures", {}), keys["properties"]["figures"])
    _check_variants(studies)
    corpora = {key: Corpus(key, entry) for key, entry in texts.items()}
    place_of = partial(_place, studies, where)
    systems = _systems(sections, corpora, datasets, whole["too_long"], place_of)
    declared = Declarations(
        studies={key: _study(study) for key, study in studies.items()},
        datasets=datasets,
        systems=systems,
        corpora=corpora,
        examples={
            key: Example(key, **{name: entry[name] for name in ("dataset", "caption", "met", "missed")})
            for key, entry in sections["examples"].items()
        },
        restarts=_restarts(sections["restarts"], systems, place_of),
        accuracies={key: Released(key, **entry) for key, entry in sections["accuracies"].items()},
        series={key: series.Series(key, **entry) for key, entry in sections["series"].items()},
        runs=_runs(config["run"], studies, sections),
        thresholds=tuple(criteria["thresholds"]),
        tie=criteria["tie"],
        figure_rows=tuple(figures.get("rows", [])),
        significance=figures["significance"],
        too_long=whole["too_long"],
        keep_restarts=whole["keep_restarts"],
        as_babylm=whole["as_babylm"],
        checking=_checking(config, keys),
    )
    return Plan.of(declared)


def _checking(config: Mapping, keys: Mapping) -> Checking | None:
    """Return what the section ``check`` says, with its defaults; None where there is none."""
    if "check" not in config:
        return None
    schema_of_check = keys["properties"]["check"]
    nothing: dict[str, Any] = dict.fromkeys(schema_of_check["properties"])
    return Checking(**(nothing | {"assume": {}} | filled(config["check"], schema_of_check)))


def _joined(section: str, config: Mapping, studies: Mapping[str, Mapping], where: str) -> dict[str, Mapping]:
    """Return the entries of a section, those of studies first. InputError where two of one name are different."""
    entries: dict = {}
    places = [(study["folder"], study.get(section, {})) for study in studies.values()]
    for place, declared in [*places, (where, config.get(section) or {})]:
        for key, entry in declared.items():
            if entries.setdefault(key, entry) != entry:
                raise InputError(
                    f"{place}: {section}.{key}: a study declares it differently; rename it, or make the two equal"
                )
    return entries


def _check_variants(studies: Mapping[str, Mapping]) -> None:
    """Raise InputError where two studies of a dataset declare different variants by one name."""
    variants: dict[tuple[str, str], Mapping] = {}
    for study in studies.values():
        for dataset in study["datasets"]:
            for name, options in study.get("variants", {}).items():
                if variants.setdefault((dataset, name), options) != options:
                    raise InputError(
                        f"{study['folder']}: another study declares a different variant {name} of {dataset}"
                    )


def _runs(run: str | list[str], studies: Mapping[str, Mapping], sections: Mapping[str, Mapping]) -> tuple[str, ...]:
    """Return the names of the systems that run: those of studies' rows first, then those of ``run``.

    The name of a series means its systems. Of a study that shows its own tables alone, all systems run that it
    declares: the tables are about them.
    """
    if run == "all":
        return tuple(key for section in SECTIONS for key in sections[section])
    needed = []
    for study in studies.values():
        needed += [split_row(row)[0] for row in study.get("rows", [])]
        if study.get("shows") in ("own", "overview"):
            needed += [key for section in SECTIONS for key in study.get(section, {})]
    series_of = sections["series"]
    return tuple(
        dict.fromkeys([*needed, *(key for it in run for key in series_of.get(it, {"systems": [it]})["systems"])])
    )


def _place(studies: Mapping[str, Mapping], where: str, section: str, key: str) -> str:
    """Return what messages call an entry: the file that declares it, its section and its key."""
    folders = [study["folder"] for study in studies.values() if key in study.get(section, {})]
    return f"{f'{folders[0]}/study.yaml' if folders else where}: {section}.{key}"


def _systems(
    sections: Mapping[str, Mapping],
    corpora: Mapping[str, Corpus],
    datasets: Mapping[str, DeclaredDataset],
    too_long: str,
    place_of: Callable[[str, str], str],
) -> dict[str, System]:
    """Return the systems, in the order of SECTIONS. Those that are made from others are made after them.

    Raises InputError where a system names a corpus, a dataset or another system that nobody declares.
    """
    labelled = {key: dataset for key, dataset in datasets.items() if not dataset.scored}
    systems: dict[str, System] = {}
    for section in (*(name for name in SECTIONS if name != Fitted.section), Fitted.section):
        for key, entry in sections[section].items():
            place = place_of(section, key)
            if section == Fitted.section and (others := {*_sources(entry).values()} & {*sections[section]}):
                raise InputError(f"{place}: {min(others)} is itself fitted to ratings; name another system")
            parts = _parts(section, entry, (corpora, labelled, systems), place)
            on = datasets.get(entry.get("dataset", ""))
            of_suites = regions.CLASSES if on and on.manifest.suites else {}
            systems[key] = of_suites.get(section, SECTIONS[section])(key, entry, too_long, **parts)
    return {key: systems[key] for section in SECTIONS for key in sections[section]}


def _parts(section: str, entry: Mapping, declared: tuple[Mapping, Mapping, Mapping], place: str) -> dict[str, Any]:
    """Return what a system is made from, as arguments of its class. InputError where nobody declares it.

    ``declared`` has the corpora, the labelled datasets, and the systems made so far.
    """
    corpora, labelled, systems = declared
    models = {key: system for key, system in systems.items() if isinstance(system, LanguageModel)}
    if section == LanguageModel.section:
        return {"trained_on": _named(entry, "corpus", corpora, f"{place}.corpus: the corpus")}
    if section == Classifier.section:
        base = _named(entry, "base", models, f"{place}.base: the model")
        return {
            "base": base,
            "labelled": _named(entry, "labelled", labelled, f"{place}.labelled: the labelled dataset"),
        }
    if section == Prompted.section:
        return {"model": _named(entry, "model", models, f"{place}.model: the model")}
    if section == Fitted.section:
        names = _sources(entry)
        row, unigrams = (_named(names, name, systems, f"{place}.{name}: the system") for name in names)
        return {"source": row, "unigrams": unigrams}
    return {}


def _sources(entry: Mapping) -> dict[str, str]:
    """Return the names of the systems that a linking function is fitted on: of its ``row``, and for ``unigrams``."""
    system, _ = split_row(entry["row"])
    return {"row": system, "unigrams": entry.get("unigrams", system)}


def _named(entry: Mapping, name: str, declared: Mapping[str, Any], what: str) -> Any:
    """Return what a key of an entry names; None without the key. InputError where nobody declares it."""
    if name not in entry:
        return None
    known(entry[name], declared, what)
    return declared[entry[name]]


def _restarts(
    entries: Mapping[str, Mapping], systems: Mapping[str, System], place_of: Callable[[str, str], str]
) -> dict[str, Released]:
    """Return the released restarts. InputError where the system that they are like is not declared."""
    restarts = {}
    for key, entry in entries.items():
        like = _named(entry, "like", systems, f"{place_of('restarts', key)}.like: the system")
        restarts[key] = Released(key, **dict(entry) | {"like": like})
    return restarts


def _study(study: Mapping) -> DeclaredStudy:
    files = {name: study[name] for name in ("folder", "examples", "claims", "report")}
    return DeclaredStudy(study["key"], entry=study, printed=tuple(study["printed"]), **files)
