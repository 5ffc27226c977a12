"""Which files a run makes and draws on: figures, tables, what the paper tells about models, inputs (pure)."""

from collections.abc import Mapping

from acceptability import configuration

RATED_FIGURES = ("adc_curves", "specifications", "correlations", "sentence_correlations", "sentences", "pairs")


def figures(config: Mapping, rated: list[str]) -> list[str]:
    """All figures, as PDF and PNG; ``rated`` names the datasets with human ratings."""
    datasets, labelled = config["datasets"], configuration.labelled_of(config)
    wanted = [(figure, dataset) for dataset in datasets for figure in ("criteria", "differences", "phenomena")]
    wanted += [(figure, dataset) for dataset in rated for figure in RATED_FIGURES]
    for key, sentences in labelled.items():
        levels = ["major", "minor"] if sentences["kind"] == "cola" else ["major"]
        names = ["restarts", *(f"{level}_features" for level in levels)]
        wanted += [(name, key) for name in names if configuration.classifiers_of(config, key)]
    wanted += [("stability", dataset) for dataset in datasets if configuration.unstable(config, dataset)]
    wanted += [("ceiling", key) for key, dataset in datasets.items() if configuration.has_single_ratings(dataset)]
    wanted += [(key, "training") for key in configuration.trained_models(config)]
    return [f"results/figures/{folder}/{name}.{ending}" for name, folder in wanted for ending in ("pdf", "png")]


def tables(config: Mapping, rated: list[str]) -> list[str]:
    """All tables, as CSV and LaTeX; ``rated`` names the datasets with human ratings."""
    datasets, labelled = config["datasets"], configuration.labelled_of(config)
    examples = {name: entry for name, entry in config.get("examples", {}).items() if entry["dataset"] in datasets}
    each = ("criteria", "agreement", "phenomenon_ranking", "phenomenon_shares")
    names = [f"{dataset}/{name}" for dataset in datasets for name in each]
    for dataset in datasets:
        names += [f"{dataset}/disagreements/{kind}" for kind in configuration.disagreements(dataset in rated)]
    names += [f"{entry['dataset']}/examples/{name}" for name, entry in examples.items()]
    names += [f"{key}/classifiers" for key in labelled]
    names += [f"{key}/selected" for key in labelled if configuration.classifiers_of(config, key)]
    names += [f"{dataset}/stability" for dataset in datasets if configuration.unstable(config, dataset)]
    names += [f"{dataset}/{table}" for dataset in rated for table in ("noise_floor", "ranks")]
    single = [key for key, dataset in datasets.items() if configuration.has_single_ratings(dataset)]
    names += [f"{dataset}/{table}" for dataset in single for table in ("ceiling", "human_error")]
    names += [f"{dataset}/contamination/{key}" for dataset in datasets for key in labelled]
    full = [f"results/tables/{dataset}/phenomenon_systems.csv" for dataset in datasets]
    if "li-adger" in datasets:
        names += ["li-adger/phenomenon", "li-adger/ratings", "li-adger/deltas", "li-adger/claims"]
        names += ["reproduction", "reproduction_summary", "pair_construction_summary"]
        full.append("results/tables/pair_construction.csv")
    return full + [f"results/tables/{name}.{ending}" for name in names for ending in ("csv", "tex")]


def provenance(config: Mapping) -> list[str]:
    """What the models that run were trained on, and with what they were scored."""
    trained = configuration.systems_that_run(config, "ngram") + configuration.trained_models(config)
    trained += configuration.systems_that_run(config, "classifiers")
    models = configuration.systems_that_run(config, "models")
    files = [f"results/models/{key}/provenance.json" for key in trained]
    return files + [f"results/tokens/{dataset}/{key}.json" for dataset in config["datasets"] for key in models]


def sources(config: Mapping, registry: Mapping[str, Mapping]) -> dict[str, str]:
    """Checksums of the registered files that a configuration draws on, by name."""
    kinds = {entry["kind"] for entry in [*config["datasets"].values(), *corpora(config).values()]}
    kinds |= set(configuration.labelled_of(config))

    def used(name: str) -> bool:
        owner = name.split("-")[0].split(".")[0]
        return owner in kinds if owner in ("brown", "cola") else "li-adger" in kinds

    return {name: row["sha256"] for name, row in registry.items() if used(name)}


def own_files(config: Mapping) -> list[str]:
    """The user's files that a configuration names: pairs, ratings, texts."""
    named = [entry.get(key) for entry in config["datasets"].values() for key in ("pairs", "ratings")]
    named += [corpus.get("path") for corpus in corpora(config).values()]
    return [path for path in named if path]


def seeds(config: Mapping) -> dict:
    """Seeds of the trainings that run, by system."""
    models, classifiers = config.get("models", {}), config.get("classifiers", {})
    trained = {key: models[key]["training"]["seed"] for key in configuration.trained_models(config)}
    running = configuration.systems_that_run(config, "classifiers")
    return trained | {key: classifiers[key]["restarts"] for key in running}


def corpora(config: Mapping) -> dict[str, Mapping]:
    """Corpora that systems which run are trained on."""
    keys = {config["ngram"][key]["corpus"] for key in configuration.systems_that_run(config, "ngram")}
    keys |= {config["models"][key]["corpus"] for key in configuration.trained_models(config)}
    return {key: corpus for key, corpus in config.get("corpora", {}).items() if key in keys}


def others_models(config: Mapping) -> list[str]:
    """Models that run and whose weights were not made here."""
    trained = configuration.trained_models(config)
    return [key for key in configuration.systems_that_run(config, "models") if key not in trained]
