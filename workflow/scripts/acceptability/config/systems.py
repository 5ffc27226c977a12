"""What runs: datasets, systems, and what their trainings and scorings depend on.

``config`` is the configuration joined with its studies (studies.merged). A *system* is whatever scores sentences; a
*row* (of a table, of a figure) is one measure of one system, written ``system/measure``.
"""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from acceptability.config import studies
from acceptability.datasets import corpora
from acceptability.datasets.manifest import Manifest
from acceptability.datasets.registry import manifest
from acceptability.scoring.measures import MEASURES
from acceptability.sources import commits
from acceptability.sources.model_files import TRAINED, model_files

SECTIONS = ("published", "scores", "ngram", "models", "classifiers", "fitted")
REFERENCE = "reference"  # deltas of a system of this name stand beside all others: references, not models
SIMULATED = "-simulated"  # how names of simulated data, and of systems trained on them, end
CAUSAL_SETTINGS = ("beginning", "ending", "leading_space")  # keys of causal models, true or false


def is_simulated(key: str) -> bool:
    """Does this name stand for simulated data, or for a system trained on them?"""
    return key.endswith(SIMULATED)


def manifests(config: Mapping) -> dict[str, Manifest]:
    """The manifest of every dataset that is reported on: those that systems score, and labelled ones (see labelled)."""
    every = {key: manifest(entry) for key, entry in config["datasets"].items()}
    return {key: found for key, found in every.items() if not found.splits or is_reported(config, key)}


def is_reported(config: Mapping, labelled: str) -> bool:
    """Is a labelled dataset reported on: are running classifiers trained on it, or thresholds; or is it a study's?"""
    fitted = classifiers_of(config, labelled) or judged_by(config, labelled)
    return bool(fitted or studies.studies_of(config, labelled))


def judged_by(config: Mapping, labelled: str) -> list[str]:
    """Datasets whose sentences are judged by thresholds that are fitted on these labelled ones."""
    return [key for key, entry in config["datasets"].items() if manifest(entry).thresholds_from == labelled]


def scored(config: Mapping) -> list[str]:
    """Datasets whose sentences systems score, those of no study first: all but labelled ones."""
    keys = [key for key, entry in config["datasets"].items() if not manifest(entry).splits]
    return sorted(keys, key=lambda key: bool(studies.studies_of(config, key)))


def paired(config: Mapping) -> list[str]:
    """Those with minimal pairs."""
    return [key for key in scored(config) if manifest(config["datasets"][key]).pairs]


def labelled(config: Mapping) -> list[str]:
    """Labelled datasets, with splits, that are reported on."""
    return [key for key, found in manifests(config).items() if found.splits]


def declared(config: Mapping) -> dict[str, Mapping]:
    """All systems of all sections, by name."""
    return {key: system for section in SECTIONS for key, system in config.get(section, {}).items()}


def able(config: Mapping, dataset: str) -> list[str]:
    """Systems that score a dataset if they run: those computed here, for it or for all, and those published for it.

    Those that are fitted to ratings need some, and systems that score the dataset.
    """
    found = manifest(config["datasets"][dataset]) if dataset in config["datasets"] else Manifest()
    those = [
        key
        for key, system in declared(config).items()
        if dataset in system.get("datasets", [system.get("dataset", dataset)])
        and not (found.scored_part and key in config.get("classifiers", {}))
    ]
    fitted = config.get("fitted", {})
    return [key for key in those if key not in fitted or (found.rated and {*fitted_from(fitted[key])} <= set(those))]


def fitted_from(entry: Mapping) -> tuple[str, str]:
    """The system whose log-probabilities a linking function is fitted on, and that of unigrams and lengths."""
    system = entry["row"].split("/")[0]
    return system, entry.get("unigrams", system)


def systems_of(config: Mapping, dataset: str) -> list[str]:
    """Systems that run on a dataset, in the order of ``run`` (of declaration, where it says all)."""
    those = able(config, dataset)
    return those if config["run"] == "all" else [key for key in config["run"] if key in those]


def accurate(config: Mapping, dataset: str) -> list[str]:
    """Systems of which studies know the shares of this dataset's paradigms, and nothing else."""
    return [key for key, entry in config["accuracies"].items() if entry["dataset"] == dataset]


def accuracy_files(config: Mapping, dataset: str) -> list[str]:
    """The tables of these shares."""
    return [f"results/accuracies/{dataset}/{key}.csv" for key in accurate(config, dataset)]


def specified(config: Mapping, dataset: str) -> list[str]:
    """Systems to be seen under every specification: those that run, and those that a study's claims are about."""
    rows = [row.split("/")[0] for row in studies.rows_about(config, dataset)]
    return list(dict.fromkeys([*systems_of(config, dataset), *rows]))


def running(config: Mapping, section: str) -> list[str]:
    """Systems of a section that run on any dataset that systems score or a study has, in the order of declaration.

    Where there are only labelled sentences, those that run on them.
    """
    datasets = {*scored(config), *(key for study in config["studies"].values() for key in study["datasets"])}
    datasets = datasets or set(config["datasets"])
    those = {system for dataset in datasets for system in systems_of(config, dataset)}
    return [key for key in config.get(section, {}) if key in those]


def needed_models(config: Mapping) -> set[str]:
    """Language models that run, and those that running classifiers start from."""
    bases = {config["classifiers"][key]["base"] for key in running(config, "classifiers")}
    return bases | set(running(config, "models"))


def trained(config: Mapping) -> list[str]:
    """Language models that are trained here: those that run, and those that running classifiers start from."""
    needed = needed_models(config)
    return [key for key, model in config.get("models", {}).items() if key in needed and "corpus" in model]


def measures_of(config: Mapping, system: str) -> list[str]:
    """Measures of a system, in order."""
    return list(declared(config)[system]["measures"])


def rows_of(config: Mapping, systems: list[str]) -> Iterator[tuple[str, str]]:
    """(system, measure) of each row of these systems."""
    return ((system, measure) for system in systems for measure in measures_of(config, system))


def classifiers_of(config: Mapping, dataset: str) -> list[str]:
    """Classifiers that run and are trained on these labelled sentences."""
    return [key for key in running(config, "classifiers") if config["classifiers"][key]["labelled"] == dataset]


def unstable(config: Mapping, dataset: str) -> list[str]:
    """Classifiers whose restarts all judge a dataset: those that a study's authors released, and those that run."""
    released = [key for key, entry in config["restarts"].items() if entry["dataset"] == dataset]
    judging = [
        key
        for key in running(config, "classifiers")
        if key in able(config, dataset)
        and (
            config["classifiers"][key].get("stability") == "all"
            or dataset in config["classifiers"][key].get("stability", [])
        )
    ]
    return released + judging


def of_tokens(config: Mapping, dataset: str) -> list[str]:
    """Systems that run on a dataset and score its tokens."""
    scorers = {key for section in ("ngram", "models") for key in config.get(section, {})}
    return [key for key in systems_of(config, dataset) if key in scorers]


def thresholded(config: Mapping, labelled: str) -> list[str]:
    """Systems whose scores of these sentences get a threshold: those that score them, or judge others by it."""
    judging = [key for dataset in judged_by(config, labelled) for key in of_tokens(config, dataset)]
    return list(dict.fromkeys([*of_tokens(config, labelled), *judging]))


def thresholded_scores(config: Mapping, labelled: str) -> list[str]:
    """The tables of these scores."""
    return [f"results/scores/{labelled}/{key}.csv" for key in thresholded(config, labelled)]


def thresholds_of(config: Mapping, dataset: str) -> str:
    """The table with the thresholds that judge a dataset's sentences."""
    return f"results/metrics/{manifest(config['datasets'][dataset]).thresholds_from}/simple_classifiers.csv"


def used_corpora(config: Mapping) -> dict[str, Mapping]:
    """Corpora that systems which run are trained on, or whose tokens they are told the frequency of."""
    keys = {config["ngram"][key]["corpus"] for key in running(config, "ngram")}
    keys |= {config["models"][key]["corpus"] for key in trained(config)}
    counted = [config["models"][key] for key in running(config, "models")]
    keys |= {model["unigrams"] for model in counted if "unigrams" in model}
    return {key: corpus for key, corpus in config.get("corpora", {}).items() if key in keys}


def registered(config: Mapping) -> set[str]:
    """Names of the registered files that a run draws on."""
    names = {name for found in manifests(config).values() for name in found.sources.values()}
    names |= {corpora.of_kind(entry).source for entry in used_corpora(config).values()} - {None}
    published = [
        *running(config, "published"),
        *(row.split("/")[0] for d in paired(config) for row in studies.rows_about(config, d)),
    ]
    published = [config["published"][key] for key in published if key in config["published"]]
    names |= {name for entry in published for name in studies.published_files(entry)}
    names |= {entry["source"] for section in ("restarts", "accuracies") for entry in config[section].values()}
    return names | {name for study in config["studies"].values() for name in study.get("sources", [])}


def own_files(config: Mapping) -> list[str]:
    """The user's files that a configuration names: of datasets, scores, and texts."""
    named = [path for entry in config["datasets"].values() for path in manifest(entry).files.values()]
    named += [config["scores"][key]["path"] for key in running(config, "scores")]
    return named + [entry["path"] for entry in used_corpora(config).values() if "path" in entry]


def provenance_files(config: Mapping) -> list[str]:
    """What the models that run were trained on, and with what they were scored."""
    made = [*running(config, "ngram"), *trained(config), *running(config, "classifiers")]
    models = config.get("models", {})
    scoring = [(dataset, key) for dataset in scored(config) for key in systems_of(config, dataset)]
    scoring += [(dataset, key) for dataset in labelled(config) for key in thresholded(config, dataset)]
    return [f"results/models/{key}/provenance.json" for key in made] + [
        f"results/tokens/{dataset}/{key}.json" for dataset, key in scoring if key in models
    ]


def scoring_files(config: Mapping, dataset: str) -> list[str]:
    """What is recorded of the scoring of a dataset by each language model."""
    return [f"results/tokens/{dataset}/{key}.json" for key in of_tokens(config, dataset) if key in config["models"]]


def seeds(config: Mapping) -> dict:
    """Seeds of the trainings that run, by system."""
    tuned = running(config, "classifiers")
    return {key: config["models"][key]["training"]["seed"] for key in trained(config)} | {
        key: config["classifiers"][key]["restarts"] for key in tuned
    }


def restarts_of(config: Mapping, system: str) -> list[str]:
    """Names of a classifier's restarts."""
    return [str(int(restart)) for restart in config["classifiers"][system]["restarts"]]


def of_restarts(config: Mapping, classifiers: Iterable[str], file: str) -> list[str]:
    """A file of every restart of these classifiers. read_margins of contracts.systems knows which by the path."""
    return [f"results/restarts/{key}/{restart}/{file}" for key in classifiers for restart in restarts_of(config, key)]


def margins_on_pairs(config: Mapping, dataset: str) -> list[str]:
    """What each restart of the classifiers trained here says of a dataset; released ones say no more than decisions."""
    trained_here = [key for key in unstable(config, dataset) if key in config.get("classifiers", {})]
    return of_restarts(config, trained_here, f"judged/{dataset}.csv")


def margins_on_labels(config: Mapping, labelled: str) -> list[str]:
    """What each restart of the classifiers trained on these labelled sentences says of them."""
    return of_restarts(config, classifiers_of(config, labelled), "margins.csv")


def too_long(config: Mapping) -> str:
    """What becomes of sentences of more tokens than a model takes: refuse, skip or window."""
    return config.get("too_long", "refuse")


def skips(config: Mapping) -> bool:
    """May sentences be left out? N-gram models take all of them."""
    return too_long(config) == "skip" and bool(running(config, "models") or running(config, "classifiers"))


def prepared(config: Mapping, table: str) -> str:
    """Where a dataset's table is prepared: in its own place, unless sentences may yet be left out of it."""
    return f"results/{'prepared/' if skips(config) else ''}{table}/{{dataset}}.csv"


def scoring(config: Mapping, system: str) -> dict:
    """What a model's scores of tokens depend on, besides its files; some only where not the default."""
    model = config["models"][system]
    described = {
        "kind": model["kind"],
        "precision": model.get("precision", "float32"),
        "shards": int(model.get("shards", 1)),
        "threads": int(model.get("threads", 2)),
    } | ({} if too_long(config) == "refuse" else {"too_long": too_long(config)})
    if model.get("devices", "one") != "one":
        described["devices"] = model["devices"]
    if model["kind"] != "lstm":
        described["exact_savings"] = model.get("exact_savings", True)
    if model["kind"] == "masked":
        return described | {
            "as_published": any("log_prob_as_published" in MEASURES[measure].needs for measure in model["measures"])
        }
    settings = {name: model.get(name, False) for name in CAUSAL_SETTINGS}
    return described | settings | ({"beginning": True} if model["kind"] == "lstm" else {})


def is_compared(config: Mapping, system: str) -> bool:
    """Are a model's scores compared with those in float32, on a sample of pairs?"""
    return scoring(config, system)["precision"] != "float32"


def tokenised(config: Mapping, system: str) -> dict:
    """How a model's tokenizer gets a corpus: as it gets sentences."""
    way = scoring(config, system)
    return {"kind": way["kind"]} | {name: way.get(name, False) for name in ("ending", "leading_space")}


def unigrams_of(config: Mapping, system: str) -> list[str]:
    """The counts of a corpus's tokens that a model's unigram log-probabilities are from, and their provenance."""
    counted = "unigrams" in config["models"][system]
    return [f"results/unigrams/{system}.{ending}" for ending in ("csv", "json") if counted]


def files_of_model(config: Mapping, system: str) -> list[str]:
    """The files that a model is read from: fetched (one list stands for all), the user's, or trained here."""
    model = config["models"][system]
    if "hub" in model:
        return [f"resources/models/{system}/{model['revision']}/fetched.json"]
    if "path" in model:
        return [str(path) for path in model_files(Path(model["path"]))]
    return [f"results/models/{system}/{name}" for name in TRAINED]


def files_of_base(config: Mapping, classifier: str) -> list[str]:
    """The files that a classifier's training starts from: those of its base, or of an encoder trained on that."""
    entry = config["classifiers"][classifier]
    if entry.get("encoder", "").startswith("real-fake"):
        return [f"results/encoders/{entry['base']}/{entry['encoder']}/{name}" for name in TRAINED]
    return files_of_model(config, entry["base"])


def pinned(config: Mapping) -> dict:
    """The configuration with a commit for each hub model that is needed and has none; it is asked for once."""
    needed = needed_models(config)
    models = {
        key: model | {"revision": commits.recorded(model["hub"])}
        if "hub" in model and "revision" not in model and key in needed
        else model
        for key, model in config.get("models", {}).items()
    }
    return dict(config) | {"models": models}
