# Names and input functions that rules share. No rules.
from acceptability.resources import needs

PROGRAM = provenance.program(Path(workflow.basedir))
DATASETS = list(config["datasets"])
BASELINES = config.get("baselines", {})
CORPORA = config.get("corpora", {})
NGRAM = config.get("ngram", {})
MODELS = config.get("models", {})
LABELLED = configuration.labelled_of(config)
CLASSIFIERS = config.get("classifiers", {})
# Models that run and whose scores were released: the published system of each.
RELEASED = configuration.released(config)
PAPER_SYSTEMS = list(dict.fromkeys(row.split("/")[0] for row in configuration.PAPER_ROWS))
TRAINED = [key for key, model in MODELS.items() if "corpus" in model]
PUBLISHED = {name: system for name, system in config.get("published", {}).items() if system["dataset"] in DATASETS}
EXAMPLES = {name: example for name, example in config.get("examples", {}).items() if example["dataset"] in DATASETS}
LI_ADGER_EXAMPLES = [name for name, example in EXAMPLES.items() if example["dataset"] == "li-adger"]
# No job that neither trains nor scores with a model was seen to take 600 MB or a minute. Lanes: see profiles/slurm.
SMALL = needs(1000, 3) | {"lane": 1}


def one_of(names):
    """Wildcard constraint: one of these names (or nothing at all, where there are none)."""
    return "|".join(names) or "(?!)"


wildcard_constraints:
    dataset=one_of([*DATASETS, *LABELLED]),
    labelled=one_of(LABELLED),
    system="[a-z0-9-]+",
    source=one_of(SOURCES),
    example=one_of(EXAMPLES),
    corpus=one_of(CORPORA),


def modules(*names):
    """Modules of the package that a script imports: they are inputs of its rule."""
    return [f"workflow/scripts/acceptability/{name}.py" for name in names]


def dataset_file(dataset, part):
    """The CSV of pairs or of raw ratings that a dataset is prepared from; none where it has none."""
    if config["datasets"][dataset]["kind"] == "toy":
        return f"results/{dataset}/{part}.csv"
    return config["datasets"][dataset].get(part, [])


def systems(wildcards):
    return configuration.systems_of(config, wildcards.dataset)


def classifiers(wildcards):
    return configuration.classifiers_of(config, wildcards.labelled)


def unstable(wildcards):
    return configuration.unstable(config, wildcards.dataset)


def deltas(wildcards):
    return [f"results/deltas/{wildcards.dataset}/{s}.csv" for s in systems(wildcards)]


def deltas_and_references(wildcards):
    return [*deltas(wildcards), f"results/deltas/{wildcards.dataset}/{configuration.REFERENCE}.csv"]


def systems_and_references(wildcards):
    return [*systems(wildcards), configuration.REFERENCE]


def specified(wildcards):
    """Systems to be seen under every specification: on LI-Adger also those that the paper's claims are about."""
    papers = PAPER_SYSTEMS if wildcards.dataset == "li-adger" else []
    return list(dict.fromkeys([*systems(wildcards), *papers]))


def z_scores(wildcards):
    return [f"results/z_scores/{wildcards.dataset}/{s}.csv" for s in systems(wildcards)]


def shards(wildcards, ending):
    """The parts that a model's scoring of a dataset is cut into."""
    count = configuration.scoring(config, wildcards.system)["shards"]
    return [f"results/shards/{wildcards.dataset}/{wildcards.system}/{n}.{ending}" for n in range(1, count + 1)]


def restarts_of(system):
    """Names of a classifier's restarts."""
    return [str(int(restart)) for restart in CLASSIFIERS[system]["restarts"]]


def of_restarts(system, file):
    """A file of every restart."""
    return [f"results/restarts/{system}/{restart}/{file}" for restart in restarts_of(system)]


def kept(paths):
    """Weights of restarts: gone when one is selected, unless the configuration says otherwise."""
    return paths if config.get("keep_restarts", False) else temp(paths)


def predictions(systems, dataset):
    return [f"results/predictions/{dataset}/{system}.csv" for system in systems]


def example_systems(example):
    """Systems whose rows an example names: computed for it, whether they run or not."""
    rows = EXAMPLES[example]["met"]["by"] + EXAMPLES[example]["missed"]["by"]
    return sorted({row.split("/")[0] for row in rows})


def labels(wildcards):
    return configuration.row_labels(config, systems(wildcards))


def references(wildcards):
    return configuration.reference_labels(wildcards.dataset in RATED)


def colours(wildcards):
    return configuration.row_colours(config, systems(wildcards))


def title(wildcards):
    """The label of the sentences; it says when they are simulated."""
    key = wildcards.get("dataset") or wildcards.labelled
    simulated = " (simulated data)" if key.endswith("-simulated") else ""
    return (config["datasets"] | LABELLED)[key]["label"] + simulated


def human_line(wildcards):
    """Figures 2 and 3 of the paper show the mean MCC of human annotators, as Table 5 prints it."""
    return configuration.human_mcc("resources/published/table-5.csv") if wildcards.labelled == "cola" else {}
