"""What a report must know of the configuration: its datasets, their examples, the models trained or scored here."""

from collections.abc import Mapping
from pathlib import Path

from acceptability.config import artefacts, divisions, labels, studies, systems, trainings
from acceptability.datasets import registry
from acceptability.tables.kinds import KINDS

CHECKS = {"printed": "reproduction", "claims": "claims"}  # what a study has, and where it is checked


def datasets_of(config: Mapping, report: str) -> list[str]:
    """Datasets that a report is about: a study's, or the one that it is named after."""
    return list(config["studies"][report]["datasets"]) if report in config["studies"] else [report]


def labelled_of(config: Mapping, report: str) -> list[str]:
    """Labelled datasets that a report is about: a study's own; in the report on a scored dataset, those of no study."""
    own = datasets_of(config, report)
    others = report in systems.scored(config)
    return [key for key in systems.labelled(config) if key in own or (others and not studies.studies_of(config, key))]


def inputs(config: Mapping, report: str) -> list[str]:
    """What a report reads below ``results``."""
    own, paired = datasets_of(config, report), systems.paired(config)
    labelled = labelled_of(config, report)
    owners = {report, *own, *labelled, *systems.trained(config)}
    paths = artefacts.of_report(config, report, owners)
    scored = [key for key in own if key in systems.scored(config)]
    paths += [f"results/metrics/{key}/{name}.csv" for key in scored for name in ("doubts", "sizes")]
    for key in [key for key in own if key in paired]:
        traits = artefacts.traits(config, key)
        names = ["criteria", "differences"]
        names += ["areas", "chance_steps", "specifications", "noise_floor"] if "rated" in traits else []
        names += ["human_error", "people", "mixed_model"] if "single_ratings" in traits else []
        names += ["by_level", "level_means"] if "paradigms" in traits else []
        names += ["factorial"] if "factorial" in traits else []
        names += ["choices_summary"] if "choices" in traits else []
        names += ["released"] if studies.released(config, key, systems.systems_of(config, key)) else []
        names += [f"contamination/{name}{part}" for name in systems.labelled(config) for part in ("", "_criteria")]
        paths += [f"results/metrics/{key}/{name}.csv" for name in names]
        paths += [f"results/examples/{key}/{name}.csv" for name in artefacts.parts(config, key, "examples")]
    if systems.skips(config):
        paths += [f"results/metrics/{key}/skipped.csv" for key in dict.fromkeys([*own, *labelled])]
        paths += [systems.prepared(config, "pairs").format(dataset=key) for key in own if key in systems.scored(config)]
    paths += [f"results/metrics/{key}/{name}.csv" for key in labelled for name in ("simple_classifiers", "doubts")]
    paths += [f"results/metrics/{key}/classifiers.csv" for key in labelled if systems.classifiers_of(config, key)]
    paths += [f"results/tokens/{model['dataset']}/{model['key']}.json" for model in _models(config, own, labelled)]
    described = [entry for key in labelled for entry in _labelled(config, key)["classifiers"]]
    paths += [entry["real_fake"] for entry in described if "real_fake" in entry]
    if report in config["studies"]:
        has = artefacts.traits(config, report, "study")
        paths += [f"results/metrics/{report}/{name}.csv" for what, name in CHECKS.items() if what in has]
    return list(dict.fromkeys(paths + systems.provenance_files(config)))


def made_from(config: Mapping, report: str) -> list[str]:
    """Names of the inputs of a report, as provenance.json has them: registered files, one's own files, and models.

    Of a model whose weights were not made here, the name of the folder: all its files.
    """
    own, labelled = datasets_of(config, report), labelled_of(config, report)
    compared = systems.labelled(config) if set(own) & set(systems.paired(config)) else []  # see contamination
    fitted = [registry.manifest(config["datasets"][key]).thresholds_from for key in own]
    keys = {*own, *labelled, *compared, *fitted} - {None}
    part = {"datasets": {key: entry for key, entry in config["datasets"].items() if key in keys}}
    part["studies"] = {key: study for key, study in config["studies"].items() if key == report}
    for section in ("restarts", "accuracies"):
        part[section] = {key: entry for key, entry in config[section].items() if entry["dataset"] in keys}
    part = {**config, **part}
    sources = {name for entry in part["datasets"].values() for name in registry.manifest(entry).sources.values()}
    models = [f"{key}/" for key in systems.running(part, "models") if key not in systems.trained(part)]
    return [*sorted(sources | systems.registered(part)), *systems.own_files(part), *models]


def describe(config: Mapping, report: str) -> dict:
    """The report's ``title, study`` (its key or None), ``citation``; scored datasets; labelled ones; models.

    ``claims``: whether the study has some. ``inputs``: see made_from. ``skips`` and ``windows`` say what becomes of
    sentences that are too long, if they are not refused.
    """
    study = config["studies"].get(report)
    own = datasets_of(config, report)
    scored = [key for key in own if key in systems.scored(config)]
    labelled = labelled_of(config, report)
    running = {system for key in _shown(config, own, labelled) for system in systems.systems_of(config, key)}
    return {
        "title": artefacts.report_title(config, report),
        "study": report if study else None,
        "citation": study["citation"] if study else None,
        "claims": study is not None and "claims" in artefacts.traits(config, report, "study"),
        "datasets": [_dataset(config, key) for key in scored],
        "ngram": [
            {"key": key, "label": model["label"]} for key, model in config.get("ngram", {}).items() if key in running
        ],
        "models": _models(config, own, labelled),
        "labelled": [_labelled(config, key) for key in labelled],
        "released": [key for key in scored if studies.released(config, key, systems.systems_of(config, key))],
        "inputs": made_from(config, report),
        "skips": systems.skips(config),
        "windows": systems.too_long(config) == "window",
    }


def _shown(config: Mapping, own: list[str], labelled: list[str]) -> list[str]:
    """Datasets whose systems a report describes: those that are scored, and its own labelled ones."""
    return [*(key for key in own if key in systems.scored(config)), *(key for key in labelled if key in own)]


def _models(config: Mapping, own: list[str], labelled: list[str]) -> list[dict]:
    """Language models that score these datasets, each with the first one that it scores."""
    shown = _shown(config, own, labelled)
    scoring = {name: (systems.thresholded if name in labelled else systems.systems_of)(config, name) for name in shown}
    found = {key: [name for name in shown if key in scoring[name]] for key in config["models"]}
    return [
        {
            "key": key,
            "label": config["models"][key]["label"],
            "trained": "corpus" in config["models"][key],
            "origin": _origin(config["models"][key]),
            "dataset": datasets[0],
        }
        for key, datasets in found.items()
        if datasets
    ]


def _dataset(config: Mapping, key: str) -> dict:
    traits = artefacts.traits(config, key)
    manifest = systems.manifests(config)[key]
    return {
        "key": key,
        "label": config["datasets"][key]["label"],
        "description": manifest.description,
        "simulated": systems.is_simulated(key),
        "pairs": "pairs" in traits,
        "rated": "rated" in traits,
        "labels": labels.row_labels(config, systems.systems_of(config, key)) | labels.reference_labels(traits),
        "named": labels.all_labels(config, systems.systems_of(config, key)),
        "single-ratings": "single_ratings" in traits,
        "other-ratings": "other_ratings" in traits,
        "paradigms": "paradigms" in traits,
        "choices": "choices" in traits,
        "factorial": "factorial" in traits,
        "labelled": "labelled" in traits,
        "thresholds-from": config["datasets"][manifest.thresholds_from]["label"] if "targeted" in traits else None,
        "disagreements": {kind: KINDS[kind] for kind in artefacts.parts(config, key, "disagreements")},
        "unstable": "unstable" in traits,
        "fitted": "fitted" in traits,
        "linking-functions": "linking_functions" in traits,
        "ranked": manifest.ranked,
        "preference": manifest.preference is not None,
        "clusters": manifest.cluster,
        "variants": list(config["variants"].get(key, {})),
        "contaminating": [
            {"key": name, "label": config["datasets"][name]["label"]} for name in systems.labelled(config)
        ],
        "examples": [
            {"name": name, "caption": config["examples"][name]["caption"]}
            for name in artefacts.parts(config, key, "examples")
        ],
    }


def _labelled(config: Mapping, key: str) -> dict:
    return {
        "key": key,
        "label": config["datasets"][key]["label"],
        "simulated": systems.is_simulated(key),
        "named": labels.system_labels(config, systems.classifiers_of(config, key)) | labels.simple_labels(config, key),
        "features": list(systems.manifests(config)[key].features),
        "divisions": sorted(divisions.traits(config, key)),
        "classifiers": [
            {"key": name, "label": config["classifiers"][name]["label"]}
            | trainings.of_restarts(config, name)
            | _encoder(config, config["classifiers"][name])
            for name in systems.classifiers_of(config, key)
        ],
    }


def _encoder(config: Mapping, classifier: Mapping) -> dict:
    """Of a classifier on an encoder: its kind, the label of its base, and how well it knows fakes, if it learnt to."""
    if "encoder" not in classifier:
        return {}
    base, encoder = classifier["base"], classifier["encoder"]
    judged = {"real_fake": f"results/encoders/{base}/{encoder}/real_fake.csv"} if "real-fake" in encoder else {}
    return {"encoder": encoder, "base": config["models"][base]["label"]} | judged


def _origin(model: Mapping) -> str:
    """Where a model's weights come from, in words."""
    if "hub" in model:
        return f"{model['hub']} at {model['revision'][:8]}"
    return f"trained here on {model['corpus']}" if "corpus" in model else f"folder {Path(model['path']).name}"
