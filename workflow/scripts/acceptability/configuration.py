"""The configuration: strict validation, and the questions that rules ask it.

A *system* is whatever scores sentences; a *row* (of Table 1, of a figure) is one measure of one system,
written ``system/measure``.
"""

import csv
import difflib
import math
import os
from collections.abc import Iterator, Mapping
from pathlib import Path

import yaml
from jsonschema import Draft202012Validator

from acceptability.corpora import BNC_HELP
from acceptability.errors import InputError
from acceptability.model_files import missing_in, model_files

SECTIONS = ("published", "baselines", "ngram", "models", "classifiers")
MEASURES = {
    "pll": "PLL",
    "mean_pll": "mean PLL",
    "pll_word_l2r": "PLL-word-l2r",
    "mean_pll_word_l2r": "mean PLL-word-l2r",
    "pll_as_published": "PLL as published",
    "mean_pll_as_published": "mean PLL as published",
    "cola_score": "CoLA",
    "slor": "SLOR",
    "slor_as_published": "SLOR (words + 2)",
    "log_prob": "log-prob",
    "mean_lp": "MeanLP",
    "pen_lp": "PenLP",
    "norm_lp": "NormLP",
    "word_lp_min_1": "WordLP min-1",
    "unigram_log_prob": "unigram log-prob",
    "negative_length": "(negated)",
}
# A classifier's label says already what it was trained on.
CLASSIFIER_MEASURES = {"cola_score": "eq. (5)", "logit_margin": "margin", "p_acceptable": "P(acceptable)"}
# The authors' fine-tuning, but for its fixed length and its seeds (as_published).
FINE_TUNING = {
    "epochs": 4,
    "batch_size": 20,
    "learning_rate": 2e-5,
    "frozen": False,
    "as_published": False,
    "threads": 2,
}
# What no model, or the humans themselves, would score: deltas of a system of this name, which stand beside all others.
REFERENCE = "reference"
REFERENCES = {
    "oracle": "Human ratings, SD 1 (oracle)",
    "permuted_within": "Human deltas, shuffled in phenomena",
    "permuted_across": "Human deltas, shuffled",
    "best_constant": "Best constant delta",
    "negative_length": "Shorter is better",
    "random": "Random scores",
}
OF_RATINGS = ("oracle", "permuted_within", "permuted_across", "best_constant")
MODEL_MEASURES = [name for name in MEASURES if "pll" in name] + ["log_prob", "mean_lp", "pen_lp"]
LARGEST_CONFIG = 100_000  # nodes; the default one has about 700
TOY = "toy-simulated"  # the one dataset and the one corpus of the toy language
TOY_LABELS = "toy-labels-simulated"  # its labelled sentences
# The authors' restarts of base-uncased on LI-Adger, whose decisions were released.
RELEASED_RESTARTS = {"bert-base-uncased-restarts-published": "BERT base uncased CoLA (200 released)"}
# The rows of the paper's Table 1, which its printed numbers are compared with.
PAPER_ROWS = [
    "bert-base-uncased-mlm-published/pll",
    "bert-large-uncased-mlm-published/pll",
    "bert-large-cased-mlm-published/pll",
    "bert-base-uncased-cola-published/cola_score",
    "bert-large-uncased-cola-published/cola_score",
    "bert-large-cased-cola-published/cola_score",
    "trigram-published/slor",
    "trigram-published/log_prob",
]
# Kinds of disagreement between humans, experts and systems, and what pairs they are.
DISAGREEMENTS = {
    "humans_against_experts": "pairs whose acceptable sentence humans rate below the other one",
    "missed_by_all": "pairs that no system gets with any of its measures",
    "met_by_one": "pairs that one system gets, with at least one measure, and no other system",
}
BASELINE_MEASURE = {"length": "negative_length"}
# Okabe & Ito's palette, safe for colour-blind readers, without yellow, which is too light for lines; then some of
# Tol's. Markers and order tell rows apart too.
COLOURS = ["#0072B2", "#56B4E9", "#009E73", "#D55E00", "#E69F00", "#CC79A7", "#000000", "#999999"]
COLOURS += ["#332288", "#AA4499", "#117733", "#CC6677", "#44AA99", "#999933", "#661100", "#6699CC", "#4B4B8F"]
COLOURS += ["#A5AA99", "#E73F74", "#80BA5A", "#805000"]


def check(config: Mapping, schema: Mapping, where: str = "config.yaml") -> None:
    """Raise InputError for the first thing in the configuration that the schema or its own logic forbids."""
    errors = sorted(Draft202012Validator(schema).iter_errors(config), key=lambda error: list(map(str, error.path)))
    if errors:
        raise InputError(f"{where}: {_describe(errors[0])}")
    declared = [(key, section) for section in SECTIONS for key in config.get(section, {})]
    for key, section in declared:
        others = [other for name, other in declared if name == key and other != section]
        if others:
            raise InputError(f"{where}: the system {key!r} is declared under {section} and under {others[0]}")
        if key == REFERENCE:
            raise InputError(f"{where}: {section}.{key}: this name stands for what is no system; rename it")
        if (section == "published") != key.endswith("-published"):
            raise InputError(
                f"{where}: {section}.{key}: names of imported scores, and only they, end in -published; rename it"
            )
    for name in config["run"] if config["run"] != "all" else []:
        _known(name, _declared(config), f"{where}: run: the system")
    for key, dataset in config["datasets"].items():
        if dataset.get("simulated", False) != key.endswith("-simulated"):
            raise InputError(
                f"{where}: datasets.{key}: names of simulated datasets, and only they, end in -simulated; "
                "rename it, or correct its key simulated"
            )
        for kind, name in (("li-adger", "li-adger"), ("toy", TOY)):
            if (dataset["kind"] == kind) != (key == name):
                raise InputError(f"{where}: datasets.{key}: kind {kind} belongs to the dataset {name}, and only to it")
        if not systems_of(config, key):
            raise InputError(
                f"{where}: no system under run can score the dataset {key!r}; add one of: "
                + (", ".join(_able(config, key)) or "none is declared that could")
            )
    _check_ngram(config, where)
    _check_models(config, where)
    _check_classifiers(config, where)
    for threshold in config["criteria"]["thresholds"]:
        if not math.isfinite(threshold):
            raise InputError(f"{where}: criteria.thresholds: δ must be a finite number, not {threshold}")
    if "li-adger" in config["datasets"]:
        declared_rows = row_labels(config, _able(config, "li-adger"))
        for row in PAPER_ROWS:
            _known(row, declared_rows, f"{where}: published: the paper's row")
    with_scores = {system["dataset"] for system in config.get("published", {}).values()}
    for name, example in config.get("examples", {}).items():
        place = f"{where}: examples.{name}"
        _known(
            example["dataset"], {**config["datasets"], **dict.fromkeys(with_scores)}, f"{place}.dataset: the dataset"
        )
        able = row_labels(config, _able(config, example["dataset"]))
        for part in ("met", "missed"):
            for row in example[part]["by"]:
                _known(row, able, f"{place}.{part}.by: the row")
            if (example[part]["criterion"] == "adc") != ("threshold" in example[part]):
                raise InputError(f"{place}.{part}: the criterion adc needs a threshold, and blimp has none")


def _check_ngram(config: Mapping, where: str) -> None:
    corpora = config.get("corpora", {})
    for key, corpus in corpora.items():
        if (corpus["kind"] == "toy") != (key == TOY):
            raise InputError(f"{where}: corpora.{key}: kind toy belongs to the corpus {TOY}, and only to it")
    for key, system in config.get("ngram", {}).items():
        place = f"{where}: ngram.{key}"
        _check_corpus(config, system, key, place)
        if corpora[system["corpus"]]["kind"] == "brown" and system["tokenisation"] == "whitespace":
            raise InputError(
                f"{place}.tokenisation: punctuation stands apart in Brown, but not in sentences as they are written; "
                "use words or treebank"
            )


def _check_corpus(config: Mapping, system: Mapping, key: str, place: str) -> None:
    """A system's corpus is declared, and its name says whether it is the toy language's."""
    if "corpus" in system:
        _known(system["corpus"], config.get("corpora", {}), f"{place}.corpus: the corpus")
    if (system.get("corpus") == TOY) != key.endswith("-simulated"):
        raise InputError(
            f"{place}: names of systems trained on the toy language, and only they, end in -simulated; rename it"
        )


def _check_models(config: Mapping, where: str) -> None:
    for key, system in config.get("models", {}).items():
        place = f"{where}: models.{key}"
        origins = [name for name in ("hub", "path", "corpus") if name in system]
        if len(origins) != 1:
            found = " and ".join(origins) or "none of them"
            raise InputError(f"{place}: needs one of hub (with revision), path, corpus (with training); it has {found}")
        kind = system["kind"]
        for name, belongs in (("beginning", "causal"), ("released", "masked"), ("training", "masked")):
            if name in system and kind != belongs:
                raise InputError(f"{place}.{name}: is for models of kind {belongs}, and this one is {kind}")
        if kind == "causal" and "beginning" not in system:
            raise InputError(
                f"{place}: the key 'beginning' is missing: true puts the beginning-of-sequence token before the "
                "sentence, false leaves its first token unscored"
            )
        for measure in system["measures"]:
            if ("pll" in measure) != (kind == "masked"):
                allowed = [name for name in MODEL_MEASURES if ("pll" in name) == (kind == "masked")]
                raise InputError(
                    f"{place}.measures: {measure} is no measure of a {kind} model; allowed: {', '.join(allowed)}"
                )
        if "released" in system:
            _known(system["released"], config.get("published", {}), f"{place}.released: the published system")
            if "pll_as_published" not in system["measures"]:
                raise InputError(f"{place}.measures: to be compared with released scores, it needs pll_as_published")
            if "pll" not in config["published"][system["released"]]["measures"]:
                raise InputError(f"{place}.released: {system['released']} has no pll to compare with")
        _check_corpus(config, system, key, place)
        if "training" in system and system["training"]["hidden"] % system["training"]["heads"]:
            raise InputError(f"{place}.training.hidden: must be a multiple of heads")


def _check_classifiers(config: Mapping, where: str) -> None:
    labelled = config.get("labelled", {})
    for key, sentences in labelled.items():
        for kind, name in (("cola", "cola"), ("toy", TOY_LABELS)):
            if (sentences["kind"] == kind) != (key == name):
                raise InputError(f"{where}: labelled.{key}: kind {kind} is named {name}, and only it; rename it")
        if key in config["datasets"]:
            raise InputError(f"{where}: {key!r} is declared under labelled and under datasets; rename the dataset")
    for key, system in config.get("classifiers", {}).items():
        place = f"{where}: classifiers.{key}"
        _known(system["labelled"], labelled, f"{place}.labelled: the labelled sentences")
        models = config.get("models", {})
        _known(system["base"], models, f"{place}.base: the model")
        if models[system["base"]]["kind"] != "masked":
            raise InputError(f"{place}.base: {system['base']} is a causal model; name a masked one")
        for dataset in system.get("stability", []):
            _known(dataset, {**config["datasets"], "li-adger": None}, f"{place}.stability: the dataset")
        simulated = [name for name in (system["labelled"], system["base"]) if name.endswith("-simulated")]
        if bool(simulated) != key.endswith("-simulated"):
            raise InputError(
                f"{place}: names of classifiers that have to do with the toy language, and only they, end in "
                "-simulated; rename it"
            )


def _known(name: str, known, what: str) -> None:
    if name not in known:
        raise InputError(f"{what} {name!r} is not declared{_suggest(name, known)}; declared: {', '.join(known)}")


def _suggest(name, known) -> str:
    close = difflib.get_close_matches(str(name), [str(key) for key in known], n=1)
    return f" (did you mean {close[0]!r}?)" if close else ""


def _describe(error) -> str:
    """One line for one error of jsonschema: the key's path, what is wrong, what is allowed."""
    path = ".".join(str(part) for part in error.absolute_path) or "top level"
    allowed = sorted(error.schema.get("properties", {}))
    if error.validator == "additionalProperties":
        extra = sorted(set(error.instance) - set(allowed))[0]
        return f"{path}: unknown key {extra!r}{_suggest(extra, allowed)}; allowed: {', '.join(allowed)}"
    if error.validator == "required":
        missing = sorted(set(error.validator_value) - set(error.instance))[0]
        about = error.schema.get("properties", {}).get(missing, {}).get("description", "it is needed for this kind")
        return f"{path}: the key {missing!r} is missing: {about}"
    if error.validator == "dependentRequired":
        given, missing = next(
            (key, name)
            for key, names in error.validator_value.items()
            for name in names
            if key in error.instance and name not in error.instance
        )
        about = error.schema["properties"][missing]["description"]
        return f"{path}: the key {missing!r} is missing, which {given!r} needs: {about}"
    if error.validator == "enum":
        allowed = [str(value) for value in error.validator_value]
        suggestion = _suggest(error.instance, allowed)
        return f"{path}: {error.instance!r} is not allowed{suggestion}; allowed: {', '.join(allowed)}"
    description = error.schema.get("description", "")
    if "propertyNames" in error.absolute_schema_path:
        return f"{path}: the name {error.instance!r} does not fit: {description}"
    return f"{path}: {error.instance!r} does not fit: {description}"


class _UniqueKeys(yaml.SafeLoader):
    """A YAML loader that refuses a key that stands twice in one place (YAML lets the last one win)."""

    def construct_mapping(self, node, deep=False):
        seen = set()
        for key in (key for key, _ in node.value if isinstance(key, yaml.ScalarNode)):
            if key.value in seen and key.tag != "tag:yaml.org,2002:merge":
                raise InputError(
                    f"row {key.start_mark.line + 1}: the key {key.value!r} stands here twice; join the two"
                )
            seen.add(key.value)
        return super().construct_mapping(node, deep)


def check_keys(path: str | Path) -> None:
    """Raise InputError where a YAML file has a key twice in one place, grows by aliases, or is not YAML."""
    try:
        with open(path, encoding="utf-8") as file:
            _size(yaml.compose(file, Loader=_UniqueKeys), {})
            file.seek(0)
            yaml.load(file, Loader=_UniqueKeys)
    except InputError as error:
        raise InputError(f"{path}, {error}") from error
    except FileNotFoundError as error:
        raise InputError(f"there is no {path} here; go to the project's folder, or name another --directory") from error
    except RecursionError as error:
        raise InputError(f"{path}: is nested too deeply; write it flatter") from error
    except (yaml.YAMLError, ValueError, TypeError, AttributeError) as error:
        raise InputError(f"{path}: is not YAML: {' '.join(str(error).split())}") from error


def _size(node: yaml.Node | None, sizes: dict[int, int | None]) -> int:
    """How many nodes a YAML node stands for, its aliases (``*name``) written out; ``sizes`` holds those known."""
    if not isinstance(node, yaml.CollectionNode):
        return 1
    size = sizes.get(id(node), 0)
    if size is None:
        raise InputError(f"row {node.start_mark.line + 1}: an alias contains itself; write out what is meant")
    if size == 0:
        sizes[id(node)] = None
        members = [part for pair in node.value for part in pair] if isinstance(node, yaml.MappingNode) else node.value
        size = sizes[id(node)] = 1 + sum(_size(member, sizes) for member in members)
    if size > LARGEST_CONFIG:
        raise InputError(
            f"row {node.start_mark.line + 1}: with its aliases written out, it has more than {LARGEST_CONFIG} nodes"
        )
    return size


def check_sources(sources: Mapping[str, Mapping], schema: Mapping, where: str = "resources/sources.tsv") -> None:
    """Raise InputError for the first row of the registry that the schema forbids."""
    for name, row in sources.items():
        for error in Draft202012Validator(schema).iter_errors(dict(row)):
            raise InputError(f"{where}, name {name!r}: {_describe(error)}")


def check_origins(config: Mapping, sources: Mapping, where: str = "config.yaml") -> None:
    """Raise InputError for a published system whose source is not in the registry."""
    for key, system in config.get("published", {}).items():
        _known(system["source"], sources, f"{where}: published.{key}.source: the file")


def needs_fetching(config: Mapping) -> bool:
    """Does anything in the configuration come through the registry?"""
    kinds = [entry["kind"] for section in ("datasets", "corpora") for entry in config.get(section, {}).values()]
    return not {"li-adger", "brown"}.isdisjoint(kinds) or "cola" in labelled_of(config)


def check_files(config: Mapping, where: str = "config.yaml") -> None:
    """Raise InputError for the first file of the user's that is named but not there."""
    for key, model in config.get("models", {}).items():
        if "path" in model and (what := missing_in(Path(model["path"]))):
            raise InputError(
                f"{where}: models.{key}.path: the folder {model['path']} has no {what}; correct the path, or put the "
                "model's files there, its weights as safetensors"
            )
    for section, names in [("datasets", ("pairs", "ratings")), ("corpora", ("path",))]:
        for key, entry in config.get(section, {}).items():
            for name in names:
                if name not in entry or Path(entry[name]).is_file():
                    continue
                place = f"{where}: {section}.{key}.{name}"
                if entry["kind"] != "bnc":
                    raise InputError(f"{place}: there is no file {entry[name]}; correct the path")
                if not Path(entry[name]).is_dir():
                    raise InputError(f"{place}: there is no file or folder {entry[name]}; {BNC_HELP}")


def is_rated(dataset: Mapping) -> bool:
    """Do a dataset's pairs have human ratings? Of a CSV of pairs, its header or the key ratings tells."""
    if has_single_ratings(dataset):
        return True
    with open(dataset["pairs"], encoding="utf-8-sig", errors="replace", newline="") as file:
        try:
            columns = next(csv.reader(file), [])
        except csv.Error:
            columns = []  # reading it will say what is wrong
    found = [column for column in ("good_rating", "bad_rating") if column in columns]
    if len(found) == 1:
        raise InputError(f"{dataset['pairs']}: has {found[0]} only; good_rating and bad_rating go together")
    return bool(found)


def has_single_ratings(dataset: Mapping) -> bool:
    """Are ratings of single participants known? Of LI-Adger, those of its LI half are."""
    return dataset["kind"] in ("li-adger", "toy") or "ratings" in dataset


def check_folder(path: str | Path) -> None:
    """Raise InputError unless results can be written below this folder (made when it is needed)."""
    path = Path(path)
    existing = path if path.exists() else path.absolute().parent
    if not existing.is_dir() or not os.access(existing, os.W_OK | os.X_OK):
        raise InputError(f"{path}: is not a folder that can be written to; mend it, or run in another --directory")


def _declared(config: Mapping) -> dict[str, Mapping]:
    """All systems of all sections, by name."""
    return {key: system for section in SECTIONS for key, system in config.get(section, {}).items()}


def _able(config: Mapping, dataset: str) -> list[str]:
    """Systems that can score a dataset: those computed here, and those published for it."""
    return [key for key, system in _declared(config).items() if system.get("dataset", dataset) == dataset]


def systems_of(config: Mapping, dataset: str) -> list[str]:
    """Systems that run on a dataset, in the order of ``run`` (of declaration, where it says all)."""
    able = _able(config, dataset)
    return able if config["run"] == "all" else [key for key in config["run"] if key in able]


def measures_of(config: Mapping, system: str) -> list[str]:
    """Measures of a system, in order."""
    if system in config.get("published", {}):
        return list(config["published"][system]["measures"])
    for section in ("ngram", "models", "classifiers"):
        if system in config.get(section, {}):
            return config[section][system]["measures"]
    return [BASELINE_MEASURE[config["baselines"][system]["kind"]]]


def rows_of(config: Mapping, systems: list[str]) -> Iterator[tuple[str, str]]:
    """(system, measure) of each row of these systems."""
    return ((system, measure) for system in systems for measure in measures_of(config, system))


def row_labels(config: Mapping, systems: list[str]) -> dict[str, str]:
    """Label of each row ``system/measure``, for tables and figures: the system's label and the measure's."""
    declared, classifiers = _declared(config), config.get("classifiers", {})
    return {
        f"{system}/{measure}": f"{declared[system]['label']} "
        + (CLASSIFIER_MEASURES if system in classifiers else MEASURES)[measure]
        for system, measure in rows_of(config, systems)
    }


def reference_labels(rated: bool) -> dict[str, str]:
    """Label of each row of the references that a dataset has, with human ratings or without."""
    return {f"{REFERENCE}/{key}": label for key, label in REFERENCES.items() if rated or key not in OF_RATINGS}


def disagreements(rated: bool) -> dict[str, str]:
    """Kinds of disagreement that a dataset can have, with human ratings or without, and what pairs they are."""
    return {kind: what for kind, what in DISAGREEMENTS.items() if rated or kind != "humans_against_experts"}


def row_colours(config: Mapping, systems: list[str]) -> dict[str, str]:
    """Colour of each row ``system/measure``, the same whatever runs beside it.

    A declared colour is that of the system's first row. All other declared rows take, in order, the colours of
    the default palette that nobody declared (from the start again when they are used up).
    """
    declared = _declared(config)
    taken = {system["colour"] for system in declared.values() if "colour" in system}
    free = [colour for colour in COLOURS if colour not in taken] or COLOURS
    colours, used = {}, 0
    for key, system in declared.items():
        for number, measure in enumerate(measures_of(config, key)):
            if number == 0 and "colour" in system:
                colours[f"{key}/{measure}"] = system["colour"]
            else:
                colours[f"{key}/{measure}"] = free[used % len(free)]
                used += 1
    return {row: colours[row] for row in row_labels(config, systems)}


def colours_of(config: Mapping, systems: list[str]) -> dict[str, str]:
    """Colour of each system: that of its first row. Released restarts have that of the restart the paper selected."""
    published = {key: key.replace("-restarts-", "-cola-") for key in RELEASED_RESTARTS}
    rows = {key: published.get(key, key) for key in systems}
    colours = row_colours(config, list(rows.values()))
    return {key: colours[f"{row}/{measures_of(config, row)[0]}"] for key, row in rows.items()}


def labels_of(config: Mapping, systems: list[str]) -> dict[str, str]:
    """Label of each system, without its measures; released restarts are systems too."""
    declared = _declared(config)
    return {key: RELEASED_RESTARTS.get(key) or declared[key]["label"] for key in systems}


def simple_labels(config: Mapping) -> dict[str, str]:
    """Label of each of the simplest classifiers."""
    thresholds = {row: f"{label}, threshold" for row, label in row_labels(config, with_threshold(config)).items()}
    return thresholds | {"bag-of-words": "Bag of words", "majority-class": "Majority class"}


def human_mcc(printed: str | Path) -> dict[str, float]:
    """The mean MCC of human annotators, as Table 5 of the paper prints it, with a label."""
    with open(printed, encoding="utf-8", newline="") as file:
        values = {row["item"]: row["printed"] for row in csv.DictReader(file)}
    value = values["Human (Warstadt et al.): mean"]
    return {f"humans, {value}": float(value)}


def ngram_training(config: Mapping, system: str) -> dict:
    """What an n-gram model's training depends on, besides its corpus."""
    described = config["ngram"][system]
    return {
        "order": int(described["order"]),  # 3.0 is an integer to the schema
        "tokenisation": described["tokenisation"],
        "lowercase": described["lowercase"],
        "discount_fallback": described.get("discount_fallback", False),
    }


def training(config: Mapping, system: str) -> dict:
    """The settings of a BERT that is trained here."""
    numbers = dict(config["models"][system]["training"])
    # 3.0 is an integer to the schema
    return {key: value if key in ("learning_rate", "lowercase") else int(value) for key, value in numbers.items()}


def fine_tuning(config: Mapping, system: str) -> dict:
    """The settings of a classifier's restarts, all but the restart's number."""
    given = FINE_TUNING | config["classifiers"][system].get("training", {})
    kinds = {"learning_rate": float, "frozen": bool, "as_published": bool}
    return {key: kinds.get(key, int)(value) for key, value in given.items()}


def room_for_training(config: Mapping, system: str) -> int:
    """Megabytes besides those for the base model: a fetched one's size is not known beforehand, BERT large fits."""
    return 12_000 if "hub" in config["models"][config["classifiers"][system]["base"]] else 4_000


def selection(config: Mapping, system: str) -> str:
    """By which variant's rule a classifier's restart is selected."""
    return "as_published" if fine_tuning(config, system)["as_published"] else "corrected"


def classifiers_of(config: Mapping, labelled: str) -> list[str]:
    """Classifiers that run and are trained on these labelled sentences."""
    return [
        key for key in systems_that_run(config, "classifiers") if config["classifiers"][key]["labelled"] == labelled
    ]


def unstable(config: Mapping, dataset: str) -> list[str]:
    """Classifiers that run and whose restarts all judge a dataset; for LI-Adger, the released restarts too."""
    keys = systems_that_run(config, "classifiers")
    released = list(RELEASED_RESTARTS) if dataset == "li-adger" else []
    return released + [key for key in keys if dataset in config["classifiers"][key].get("stability", [])]


def labelled_of(config: Mapping) -> dict[str, Mapping]:
    """Labelled sentences that are reported on: a running classifier is trained on them, or CoLA with LI-Adger."""
    return {
        key: sentences
        for key, sentences in config.get("labelled", {}).items()
        if classifiers_of(config, key) or (key == "cola" and "li-adger" in config["datasets"])
    }


def with_threshold(config: Mapping) -> list[str]:
    """Systems that run and whose scores of labelled sentences cost little: with a threshold they are classifiers."""
    return [key for section in ("baselines", "ngram") for key in systems_that_run(config, section)]


def scoring(config: Mapping, system: str) -> dict:
    """What a model's scores of tokens depend on, besides its files."""
    model = config["models"][system]
    described = {
        "kind": model["kind"],
        "precision": model.get("precision", "float32"),
        "shards": int(model.get("shards", 1)),
        "threads": int(model.get("threads", 2)),
    }
    if model["kind"] == "causal":
        return described | {"beginning": model["beginning"]}
    return described | {"as_published": any("as_published" in measure for measure in model["measures"])}


def files_of_model(config: Mapping, system: str) -> list[str]:
    """The files that a model is read from: fetched (one list stands for all), the user's, or trained here."""
    model = config["models"][system]
    if "hub" in model:
        return [f"resources/models/{system}/{model['revision']}/fetched.json"]
    if "path" in model:
        return [str(path) for path in model_files(Path(model["path"]))]
    names = ("config.json", "model.safetensors", "tokenizer.json", "tokenizer_config.json")
    return [f"results/models/{system}/{name}" for name in names]


def systems_that_run(config: Mapping, section: str) -> list[str]:
    """Systems of a section that run on any dataset, in the order of declaration."""
    running = {system for dataset in config["datasets"] for system in systems_of(config, dataset)}
    return [key for key in config.get(section, {}) if key in running]


def trained_models(config: Mapping) -> list[str]:
    """Language models that run and are trained here."""
    return [key for key in systems_that_run(config, "models") if "corpus" in config["models"][key]]


def released(config: Mapping) -> dict[str, str]:
    """Models that run on LI-Adger and whose scores were released: the published system of each."""
    keys = systems_that_run(config, "models") if "li-adger" in config["datasets"] else []
    models = config.get("models", {})
    return {key: models[key]["released"] for key in keys if "released" in models[key]}


def _origin(model: Mapping) -> str:
    """Where a model's weights come from, in words."""
    if "hub" in model:
        return f"{model['hub']} at {model['revision'][:8]}"
    return f"trained here on {model['corpus']}" if "corpus" in model else f"folder {Path(model['path']).name}"


def describe_run(config: Mapping, rated: list[str]) -> dict:
    """What the paper must know of the configuration: datasets, their examples, the models trained or scored here."""
    datasets = [
        {
            "key": key,
            "label": dataset["label"],
            "simulated": dataset.get("simulated", False),
            "rated": key in rated,
            "labels": row_labels(config, systems_of(config, key)) | reference_labels(key in rated),
            "single-ratings": has_single_ratings(dataset),
            "disagreements": disagreements(key in rated),
            "unstable": bool(unstable(config, key)),
            "examples": [
                {"name": name, "caption": example["caption"]}
                for name, example in config.get("examples", {}).items()
                if example["dataset"] == key
            ],
        }
        for key, dataset in config["datasets"].items()
    ]
    ngram = [{"key": key, "label": config["ngram"][key]["label"]} for key in systems_that_run(config, "ngram")]
    models = [
        {
            "key": key,
            "label": config["models"][key]["label"],
            "trained": "corpus" in config["models"][key],
            "origin": _origin(config["models"][key]),
        }
        for key in systems_that_run(config, "models")
    ]
    labelled = [
        {
            "key": key,
            "label": sentences["label"],
            "simulated": sentences["kind"] == "toy",
            "annotated": sentences["kind"] == "cola",
            "classifiers": [
                {"key": name, "label": config["classifiers"][name]["label"]} | fine_tuning(config, name)
                for name in classifiers_of(config, key)
            ],
        }
        for key, sentences in labelled_of(config).items()
    ]
    return {
        "datasets": datasets,
        "ngram": ngram,
        "models": models,
        "labelled": labelled,
        "released": bool(released(config)),
    }
