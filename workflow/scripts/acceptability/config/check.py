"""What the schema cannot say of a configuration: names that must be declared, keys that go together, files."""

import math
import os
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

from acceptability.config import combinations, divisions, fitted, studies, user_scores
from acceptability.config.labels import NEEDED, printed, reference_labels, row_labels
from acceptability.config.schema import known
from acceptability.config.systems import (
    REFERENCE,
    SECTIONS,
    SIMULATED,
    able,
    declared,
    is_simulated,
    labelled,
    manifests,
    paired,
    registered,
    running,
    scored,
    skips,
    systems_of,
)
from acceptability.config.trainings import FAKES
from acceptability.datasets import corpora
from acceptability.datasets.corpora import BNC_HELP
from acceptability.datasets.registry import kinds, manifest
from acceptability.errors import InputError, naming
from acceptability.scoring.measures import MEASURES, measures_of_kind
from acceptability.sources.model_files import missing_in

OF_KINDS = {
    "beginning": ("causal",),
    "ending": ("causal", "lstm"),
    "leading_space": ("causal",),
    "precision": ("masked", "causal"),
    "exact_savings": ("masked", "causal"),
    "training": ("masked", "lstm"),
    "unigrams": ("masked", "causal"),
    "fakes": ("lstm",),
    "real_fake": ("lstm",),
}
TRAINING_KEYS = {
    "masked": ("lowercase", "heads", "batch_tokens"),
    "lstm": ("embedding", "dropout", "batch_size", "sequence", "as_published"),
}  # besides those that both have


def check(config: Mapping, where: str = "config.yaml") -> None:
    """Raise InputError for the first thing in the configuration, joined with its studies, that cannot be."""
    _check_names(config, where)
    _check_ngram(config, where)
    _check_models(config, where)
    _check_classifiers(config, where)
    divisions.check(config, where)
    combinations.check(config, where)
    fitted.check(config, where)
    _check_simulated(config, where)
    for name in config["run"] if config["run"] != "all" else []:
        known(name, declared(config), f"{where}: run: the system")
    if not scored(config) and not config["studies"] and not labelled(config):
        raise InputError(
            f"{where}: nothing to score: name a study under studies, or your pairs or sentences under datasets; "
            "labelled sentences in splits need a classifier that is trained on them, with its name under run"
        )
    for key, entry in config["scores"].items():
        known(entry["dataset"], scored(config), f"{where}: scores.{key}.dataset: the dataset")
    with_splits = [key for key, entry in config["datasets"].items() if manifest(entry).splits]
    for key, entry in config["datasets"].items():
        if origin := manifest(entry).thresholds_from:
            known(origin, with_splits, f"{where}: datasets.{key}.thresholds_from: the labelled dataset")
    for section in ("ngram", "models", "classifiers"):
        for key, system in config.get(section, {}).items():
            for dataset in system.get("datasets", []):
                known(dataset, scored(config), f"{where}: {section}.{key}.datasets: the dataset")
    for key in scored(config):
        if not systems_of(config, key):
            raise InputError(
                f"{where}: no system under run can score the dataset {key!r}; add one of: "
                + (", ".join(able(config, key)) or "none is declared that could")
            )
    for threshold in config["criteria"]["thresholds"]:
        if not math.isfinite(threshold):
            raise InputError(f"{where}: criteria.thresholds: δ must be a finite number, not {threshold}")
    rows = [*row_labels(config, list(declared(config))), *reference_labels(NEEDED.values())]
    for row in config["figures"]["rows"]:
        known(row, rows, f"{where}: figures.rows: the row")
    for study in config["studies"].values():
        _check_study(config, study, f"{study['folder']}/study.yaml")
    _check_examples(config, where)


def _check_names(config: Mapping, where: str) -> None:
    names = [(key, section) for section in SECTIONS for key in config.get(section, {})]
    for key, section in names:
        others = [other for name, other in names if name == key and other != section]
        if others:
            raise InputError(f"{where}: the system {key!r} is declared under {section} and under {others[0]}")
        if key == REFERENCE:
            raise InputError(f"{where}: {section}.{key}: this name is reserved for references; rename it")
        if (section == "published") != key.endswith("-published"):
            raise InputError(
                f"{where}: {section}.{key}: names of published scores must end in -published, and no other "
                "names may; rename it"
            )
    for key in config["datasets"]:
        others = [study for study, entry in config["studies"].items() if key not in entry["datasets"]]
        for taken, what in ((others, "a study"), (declared(config), "a system")):
            if key in taken:
                raise InputError(f"{where}: datasets.{key}: has the same name as {what}; rename the dataset")
    for key in declared(config):
        if key in config["studies"]:
            raise InputError(f"{where}: the system {key!r} has the name of a study; rename it")


def _check_simulated(config: Mapping, where: str) -> None:
    """Names say what is simulated: data that declare it, and what is trained on them."""
    origins = [
        *(("datasets", key, manifest(entry).simulated) for key, entry in config["datasets"].items()),
        *(("corpora", key, corpora.of_kind(entry).simulated) for key, entry in config.get("corpora", {}).items()),
    ]
    derived = []
    for section in ("ngram", "models", "classifiers", "fitted"):
        for key, system in config.get(section, {}).items():
            origin = [system[name] for name in ("corpus", "unigrams", "labelled", "base", "row") if name in system]
            derived.append((section, key, any(is_simulated(name.split("/")[0]) for name in origin)))
    for section, key, simulated in origins + derived:
        if simulated is not None and simulated != is_simulated(key):
            raise InputError(
                f"{where}: {section}.{key}: names of simulated data, and of what is trained on them, must end in "
                f"{SIMULATED}, and no other names may; rename it"
            )


def _check_ngram(config: Mapping, where: str) -> None:
    for key, system in config.get("ngram", {}).items():
        place = f"{where}: ngram.{key}"
        known(system["corpus"], config.get("corpora", {}), f"{place}.corpus: the corpus")
        if config["corpora"][system["corpus"]]["kind"] == "brown" and system["tokenisation"] == "whitespace":
            raise InputError(
                f"{place}.tokenisation: punctuation marks are separate words in the Brown corpus, but not in ordinary "
                "sentences; use words or treebank"
            )


def _check_models(config: Mapping, where: str) -> None:
    for key, system in config.get("models", {}).items():
        place = f"{where}: models.{key}"
        origins = [name for name in ("hub", "path", "corpus") if name in system]
        if len(origins) != 1:
            has = " and ".join(origins) or "none of them"
            raise InputError(f"{place}: needs one of hub, path, corpus (with training); it has {has}")
        kind = system["kind"]
        for name, belongs in OF_KINDS.items():
            if name in system and kind not in belongs:
                which = " or ".join(belongs)
                raise InputError(f"{place}.{name}: is for models of kind {which}, but this one is {kind}")
        if kind == "causal" and "beginning" not in system:
            raise InputError(
                f"{place}: the key 'beginning' is missing: true puts the beginning-of-sequence token before the "
                "sentence, false leaves its first token unscored"
            )
        for measure in system["measures"]:
            if kind not in MEASURES[measure].kinds:
                allowed = ", ".join(measures_of_kind(kind))
                raise InputError(f"{place}.measures: {measure} is not a measure of a {kind} model; allowed: {allowed}")
            if "unigram_log_prob" in MEASURES[measure].needs and kind != "lstm" and "unigrams" not in system:
                raise InputError(
                    f"{place}.measures: {measure} needs the frequency of the model's tokens; add the key unigrams: the "
                    "name of a corpus under corpora"
                )
        for name in ("corpus", "unigrams"):
            if name in system:
                known(system[name], config.get("corpora", {}), f"{place}.{name}: the corpus")
        fakes = FAKES | system.get("fakes", {})
        for low, high in (("shortest", "longest"), ("least_moved", "most_moved")):
            if fakes[low] > fakes[high]:
                raise InputError(f"{place}.fakes.{low}: must not be greater than {high}")
        if fakes["as_published"] and not system.get("training", {}).get("as_published"):
            raise InputError(
                f"{place}.fakes.as_published: needs a language model that has learnt <s>; set training.as_published too"
            )
        if "training" in system:
            _check_training(system["training"], kind, f"{place}.training")


def _check_training(training: Mapping, kind: str, place: str) -> None:
    own = TRAINING_KEYS[kind]
    others = {key for keys in TRAINING_KEYS.values() for key in keys} - set(own)
    for key in sorted(others & set(training)):
        raise InputError(f"{place}.{key}: is not for models of kind {kind}; of these keys it has {', '.join(own)}")
    for key in own:
        if key not in training and key != "as_published":
            raise InputError(f"{place}: the key {key!r} is missing, which models of kind {kind} need")
    if kind == "masked" and training["hidden"] % training["heads"]:
        raise InputError(f"{place}.hidden: must be a multiple of heads")


def _check_classifiers(config: Mapping, where: str) -> None:
    with_splits = [key for key, entry in config["datasets"].items() if manifest(entry).splits]
    for key, system in config.get("classifiers", {}).items():
        place = f"{where}: classifiers.{key}"
        known(system["labelled"], with_splits, f"{place}.labelled: the labelled dataset")
        known(system["base"], config.get("models", {}), f"{place}.base: the model")
        _check_base(system, config["models"][system["base"]], place)
        for dataset in system.get("stability", []) if system.get("stability") != "all" else []:
            known(dataset, paired(config), f"{place}.stability: the dataset")


def _check_base(system: Mapping, base: Mapping, place: str) -> None:
    kind = "lstm" if "encoder" in system else "masked"
    if base["kind"] != kind:
        raise InputError(f"{place}.base: {system['base']} is a {base['kind']} model; name a {kind} one")
    if "encoder" in system and "training" in system:
        raise InputError(f"{place}.training: is for models that are fine-tuned; with an encoder, write transfer")
    if "encoder" not in system and "transfer" in system:
        raise InputError(f"{place}.transfer: is for classifiers with an encoder; add that key, or write training")
    if system.get("encoder", "").startswith("real-fake") and "corpus" not in base:
        raise InputError(f"{place}.encoder: needs real sentences, but {system['base']} has no corpus; use lm-states")


def _check_study(config: Mapping, study: Mapping, where: str) -> None:
    if study["printed"] and not find_spec(f"acceptability.studies.{study['key']}"):
        folder = f"workflow/scripts/acceptability/studies/{study['key']}"
        raise InputError(
            f"{where}: nothing says how its printed numbers are recomputed; add {folder}, with manifest.py and "
            "quantities.py"
        )
    for section in ("published", "accuracies", "restarts"):
        for key, entry in study.get(section, {}).items():
            known(entry["dataset"], config["datasets"], f"{where}: {section}.{key}.dataset: the dataset")
    if "main" in study:
        known(study["main"], study["datasets"], f"{where}: main: the dataset")
        about = [study["main"]] if study["claims"] else study["datasets"]
        rows = row_labels(config, [system for dataset in about for system in able(config, dataset)])
        for row in study.get("rows", []):
            known(row, rows, f"{where}: rows: the row")
    elif study["printed"] or study["claims"]:
        raise InputError(f"{where}: printed numbers and claims are about one dataset: name it under main")
    if study["claims"] and "rows" not in study:
        raise InputError(f"{where}: claims are about rows of systems: name them under rows")
    for key, entry in study.get("restarts", {}).items():
        known(entry["like"], declared(config), f"{where}: restarts.{key}.like: the system")
    for key, entry in study.get("released", {}).items():
        place = f"{where}: released.{key}"
        known(key, config["models"], f"{place}: the model")
        known(entry["system"], config["published"], f"{place}.system: the published system")
        for ours, theirs in entry["measures"].items():
            known(ours, config["models"][key]["measures"], f"{place}.measures: the model's measure")
            known(theirs, config["published"][entry["system"]]["measures"], f"{place}.measures: the measure")
    tables = [Path(path).stem for path in study["printed"]]
    for dataset, drawn in study.get("lines", {}).items():
        known(dataset, study["datasets"], f"{where}: lines: the dataset")
        for line in drawn:
            known(line["printed"], tables, f"{where}: lines.{dataset}: the printed table")
            items = [row["item"] for row in printed(study, line["printed"])]
            known(line["item"], items, f"{where}: lines.{dataset}: the item")
    for dataset, table in study.get("printed_rows", {}).items():
        known(dataset, study["datasets"], f"{where}: printed_rows: the dataset")
        known(table, tables, f"{where}: printed_rows.{dataset}: the printed table")


def _check_examples(config: Mapping, where: str) -> None:
    for name, example in config["examples"].items():
        place = f"{where}: examples.{name}"
        known(example["dataset"], paired(config), f"{place}.dataset: the dataset")
        rows = row_labels(config, able(config, example["dataset"]))
        for part in ("met", "missed"):
            for row in example[part]["by"]:
                known(row, rows, f"{place}.{part}.by: the row")
            if (example[part]["criterion"] == "adc") != ("threshold" in example[part]):
                raise InputError(f"{place}.{part}: the criterion adc needs a threshold, and blimp has none")


def check_registered(config: Mapping, sources: Mapping) -> None:
    """Raise InputError for a file that the configuration or a study draws on and the registry does not have."""
    for key, system in config["published"].items():
        for name in studies.published_files(system):
            known(name, sources, f"published.{key}.source: the file")
    for name in sorted(registered(config)):
        known(name, sources, "resources/sources.tsv: the file")


def check_files(config: Mapping, where: str = "config.yaml") -> None:
    """Raise InputError for the first file of the user's that is named but not there."""
    for key, model in config.get("models", {}).items():
        if "path" in model and (what := missing_in(Path(model["path"]))):
            raise InputError(
                f"{where}: models.{key}.path: the folder {model['path']} has no {what}; correct the path, or put the "
                "model's files there, its weights as safetensors"
            )
    for key, entry in config["datasets"].items():
        for name, path in manifest(entry).files.items():
            if not Path(path).is_file():
                raise InputError(f"{where}: datasets.{key}.{name}: there is no file {path}; correct the path")
        if examine := getattr(kinds()[entry["kind"]], "check", None):
            with naming(f"{where}: datasets.{key}"):
                examine(entry)
    user_scores.check_files(config, running(config, "scores"), complete=not skips(config), where=where)
    for key, entry in config.get("corpora", {}).items():
        if "path" not in entry or Path(entry["path"]).is_file():
            continue
        place = f"{where}: corpora.{key}.path"
        if entry["kind"] != "bnc":
            raise InputError(f"{place}: there is no file {entry['path']}; correct the path")
        if not Path(entry["path"]).is_dir():
            raise InputError(f"{place}: there is no file or folder {entry['path']}; {BNC_HELP}")
    manifests(config)


def check_folder(path: str | Path) -> None:
    """Raise InputError unless results can be written below this folder (made when it is needed)."""
    path = Path(path)
    existing = path if path.exists() else path.absolute().parent
    if not existing.is_dir() or not os.access(existing, os.W_OK | os.X_OK):
        raise InputError(f"{path}: is not a folder that can be written to; correct that, or run in another --directory")


def left_behind(config: Mapping, folder: str | Path) -> str:
    """One line that names the datasets whose results stand in a folder, but which the configuration no longer names."""
    names = sorted({path.stem for path in Path(folder).glob("sentences/*.csv")} - set(config["datasets"]))
    if not names:
        return ""
    others = ", ".join(names)
    return f"{folder}: also has results of {others}, which this configuration does not name; they are left unchanged"


def check_installed(config: Mapping, where: str = "config.yaml") -> None:
    """Raise InputError if a system that runs needs PyTorch, and it is not installed where Snakemake runs."""
    neural = [*running(config, "models"), *running(config, "classifiers")]
    if neural and not find_spec("torch"):
        raise InputError(
            f"{where}: run: the system {neural[0]!r} needs PyTorch, which is not installed here; run `make neural`, "
            "or let conda install it (--use-conda)"
        )
