"""Studies (papers) that run: what their folders declare joins what the configuration says.

A study is a folder of ``paper``: study.yaml, and where it has them examples.yaml, claims.csv and printed/*.csv.
"""

from collections.abc import Mapping
from pathlib import Path

from acceptability.config import user_scores
from acceptability.config.load import read_yaml
from acceptability.config.schema import check, known
from acceptability.datasets.registry import manifest
from acceptability.errors import InputError
from acceptability.scoring.measures import measures_of_kind

EXAMPLES = {
    "description": "Tables of example pairs, by name.",
    "type": "object",
    "propertyNames": {"$ref": "#/$defs/key"},
    "additionalProperties": {"$ref": "#/$defs/example"},
}
FITTED = {"folds": 5, "measures": measures_of_kind("fitted")}  # what entries of this section leave out
SECTIONS = ("datasets", "published", "accuracies", "restarts", "ngram", "models", "classifiers", "fitted", "examples")


def read_studies(names: list[str], folder: Path, schema: Mapping, where: str = "config.yaml") -> dict[str, dict]:
    """Each study as its files have it, with ``key, folder, claims, report`` (the last two paths or None), ``printed``.

    Raises InputError for an unknown study, or files that the schema forbids.
    """
    there = sorted(path.parent.name for path in folder.glob("*/study.yaml"))
    studies = {}
    for name in names:
        known(name, there, f"{where}: studies: the study")
        place = folder / name
        study = read_yaml(place / "study.yaml")
        check(study, schema, str(place / "study.yaml"))
        examples, claims, report = place / "examples.yaml", place / "claims.csv", place / "report.typ"
        printed = sorted(str(path) for path in (place / "printed").glob("*.csv"))
        studies[name] = study | {
            "key": name,
            "folder": str(place),
            "examples": (read_yaml(examples) or {}) if examples.exists() else {},
            "report": str(report) if report.exists() else None,
            "claims": str(claims) if claims.exists() else None,
            "printed": printed,
        }
        definitions = {"$defs": schema["$defs"]}
        check(studies[name]["examples"], definitions | EXAMPLES, str(examples))
        for entry in studies[name]["examples"].values():
            if "printed" in entry:
                known(f"{place}/printed/{entry['printed']}.csv", printed, f"{examples}: printed: the table")
    return studies


def merged(config: Mapping, studies: Mapping[str, Mapping], where: str = "config.yaml") -> dict:
    """The configuration with everything that its studies declare, and with what the files of ``scores`` say.

    ``studies`` becomes the studies themselves, each with the ``kinds`` of all datasets, by name.
    The systems of a study's rows run too, before those under ``run``. Raises InputError where study and configuration
    declare different things by one name.
    """
    joined = dict(config) | {"studies": dict(studies)}
    for section in SECTIONS:
        entries: dict = {}
        for place, declared in [
            *((study["folder"], study.get(section, {})) for study in studies.values()),
            (where, config.get(section) or {}),
        ]:
            for key, entry in declared.items():
                if entries.setdefault(key, entry) != entry:
                    raise InputError(
                        f"{place}: {section}.{key}: a study declares it differently; rename it, or make the two equal"
                    )
        joined[section] = entries
    if config["run"] != "all":
        of_rows = [system for study in studies.values() for system in systems_of_rows(study)]
        joined["run"] = list(dict.fromkeys([*of_rows, *config["run"]]))
    variants: dict[str, dict] = {}
    for study in studies.values():
        for dataset in study["datasets"]:
            for name, fields in study.get("variants", {}).items():
                if variants.setdefault(dataset, {}).setdefault(name, fields) != fields:
                    raise InputError(
                        f"{study['folder']}: another study declares a different variant {name} of {dataset}"
                    )
    joined["fitted"] = {key: FITTED | dict(entry) for key, entry in joined["fitted"].items()}
    scorable = [key for key, entry in joined["datasets"].items() if not manifest(entry).splits]
    scores = user_scores.completed(config.get("scores") or {}, scorable, where)
    kinds = {key: entry["kind"] for key, entry in joined["datasets"].items()}
    joined["studies"] = {name: study | {"kinds": kinds} for name, study in joined["studies"].items()}
    figures = {"rows": [], "significance": 0.05} | config.get("figures", {})
    criteria = {"tie": 0.0001} | config["criteria"]
    return joined | {"variants": variants, "scores": scores, "figures": figures, "criteria": criteria}


def studies_of(config: Mapping, dataset: str) -> list[Mapping]:
    """Studies that a dataset belongs to."""
    return [study for study in config["studies"].values() if dataset in study["datasets"]]


def rows_about(config: Mapping, dataset: str) -> list[str]:
    """Rows (system/measure) of the studies that are mainly about this dataset."""
    return [
        row for study in config["studies"].values() if study.get("main") == dataset for row in study.get("rows", [])
    ]


def families(config: Mapping, dataset: str) -> dict[str, list[str]]:
    """Rows whose comparisons are planned together: those of each study that is mainly about this dataset."""
    return {
        key: list(study["rows"])
        for key, study in config["studies"].items()
        if study.get("main") == dataset and "rows" in study
    }


def systems_of_rows(study: Mapping) -> list[str]:
    """Systems that a study's rows are of, each once, in order."""
    return list(dict.fromkeys(row.split("/")[0] for row in study.get("rows", [])))


def published_files(entry: Mapping) -> list[str]:
    """Names of the registered files of published scores: one, or one for each part."""
    return [entry["source"].replace("{part}", part) for part in entry.get("parts", [""])]


def released(config: Mapping, dataset: str, running: list[str]) -> dict[str, Mapping]:
    """Models that run on a dataset and whose scores were released: ``system`` and ``measures`` of each."""
    entries = {
        model: entry for study in config["studies"].values() for model, entry in study.get("released", {}).items()
    }
    return {
        model: entry
        for model, entry in entries.items()
        if model in running and config["published"][entry["system"]]["dataset"] == dataset
    }


def left_out(config: Mapping, dataset: str) -> list[str]:
    """Major features of a labelled dataset that a study's figures do not show."""
    return [name for study in config["studies"].values() for name in study.get("left_out", {}).get(dataset, [])]
