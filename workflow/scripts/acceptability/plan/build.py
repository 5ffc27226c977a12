"""From the configuration and its studies to the plan: sections are joined, and what they leave out is filled in."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from pathlib import Path

from acceptability.datasets.registry import manifest
from acceptability.errors import InputError
from acceptability.plan import check, schema, series
from acceptability.plan.datasets import Dataset
from acceptability.plan.derived import Classifier, Fitted, Prompted
from acceptability.plan.own_scores import completed
from acceptability.plan.plan import Checking, Corpus, Example, Plan, Released
from acceptability.plan.schema import filled
from acceptability.plan.studies import Study, read_studies
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
    _check_sections(sections, where)
    scorable = [key for key, entry in sections["datasets"].items() if not manifest(entry).splits]
    for section in ("scores", "decisions", "prompted"):
        sections[section] = completed(section, sections[section], scorable, where)
    for section, definition in DEFINITIONS.items():
        sections[section] = {key: filled(entry, keys["$defs"][definition]) for key, entry in sections[section].items()}
    whole = filled(config, keys)
    criteria = filled(config.get("criteria", {}), keys["properties"]["criteria"])
    figures = filled(config.get("figures", {}), keys["properties"]["figures"])
    _check_variants(studies)
    plan = Plan(
        studies={},
        datasets={},
        systems={},
        corpora={key: Corpus(key, entry) for key, entry in config.get("corpora", {}).items()},
        examples={},
        restarts={},
        accuracies={},
        series={},
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
    # They know the plan, and so can be made only when it is there.
    plan.studies.update({key: _study(plan, study) for key, study in studies.items()})
    plan.datasets.update(
        {key: Dataset(plan, key, entry["label"], entry["kind"], entry) for key, entry in sections["datasets"].items()}
    )
    plan.systems.update(_systems(plan, sections))
    plan.series.update({key: series.Series(plan, key, **entry) for key, entry in sections["series"].items()})
    for name in ("restarts", "accuracies"):
        getattr(plan, name).update({key: Released(plan, key, **entry) for key, entry in sections[name].items()})
    for key, entry in sections["examples"].items():
        shown = {name: entry[name] for name in ("dataset", "caption", "met", "missed")}
        plan.examples[key] = Example(plan, key, **shown)
    return plan


def _checking(config: Mapping, keys: Mapping) -> Checking | None:
    """Return what the section ``check`` says, with its defaults; None where there is none."""
    if "check" not in config:
        return None
    schema_of_check = keys["properties"]["check"]
    nothing = dict.fromkeys(schema_of_check["properties"])
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


def _check_sections(sections: Mapping[str, Mapping], where: str) -> None:
    """Raise InputError for a system that is declared under two sections."""
    for section, other in combinations(SECTIONS, 2):
        if twice := [key for key in sections[section] if key in sections[other]]:
            raise InputError(f"{where}: the system {twice[0]!r} is declared under {section} and under {other}")


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

    The name of a series stands for its systems. Of a study that shows its own tables alone, all systems run that it
    declares: the tables are about them.
    """
    if run == "all":
        return tuple(key for section in SECTIONS for key in sections[section])
    needed = []
    for study in studies.values():
        needed += [row.split("/")[0] for row in study.get("rows", [])]
        if study.get("shows") in ("own", "overview"):
            needed += [key for section in SECTIONS for key in study.get(section, {})]
    series_of = sections["series"]
    return tuple(
        dict.fromkeys([*needed, *(key for it in run for key in series_of.get(it, {"systems": [it]})["systems"])])
    )


def _systems(plan: Plan, sections: Mapping[str, Mapping]) -> dict[str, System]:
    return {key: system(plan, key, entry) for name, system in SECTIONS.items() for key, entry in sections[name].items()}


def _study(plan: Plan, study: Mapping) -> Study:
    files = {name: study[name] for name in ("folder", "examples", "claims", "report")}
    return Study(plan, study["key"], entry=study, printed=tuple(study["printed"]), **files)
