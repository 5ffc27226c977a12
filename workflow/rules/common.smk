# Functions that rules share. No rules, no names.


def own(path):
    """A file of the workflow, as seen from the folder in which it runs."""
    return relpath(BASE / path)


def placed(path):
    """A path of results or of fetched files stays; any other is a file of the workflow."""
    return path if path.startswith(("results/", "resources/raw/", "resources/models/")) else own(path)


def one_of(names):
    """Wildcard constraint: one of these names (or nothing at all, where there are none)."""
    return "|".join(names) or "(?!)"


def code(*starts):
    """Files of the package that a script, or a module of the package, needs."""
    return [own(f"workflow/scripts/{file}") for file in modules.files(*starts)]


def scoring_code(*starts):
    """The same without what cannot change a score, so that an edit there trains and scores nothing again."""
    return [own(f"workflow/scripts/{file}") for file in modules.files(*starts, plumbing=False)]


def raw_files(wildcards):
    """What a dataset's reader reads, by its arguments: registered files, the user's files, the workflow's."""
    manifest = MANIFESTS[wildcards.dataset]
    fetched = {argument: f"resources/raw/{name}" for argument, name in manifest.sources.items()}
    return fetched | dict(manifest.files) | {argument: own(path) for argument, path in manifest.resources.items()}


def raw_corpus(wildcards):
    """What a corpus is read from."""
    entry = CORPORA[wildcards.corpus]
    kind = corpora.of_kind(entry)
    fetched = kind.source and f"resources/raw/{kind.source}"
    return fetched or (own(kind.resource) if kind.resource else entry["path"])


def running(wildcards):
    return systems.systems_of(CONFIG, wildcards.dataset)


def of_systems(folder, dataset, names):
    """Files of several systems of a dataset."""
    return [f"results/{folder}/{dataset}/{name}.csv" for name in names]


def deltas(wildcards):
    return of_systems("deltas", wildcards.dataset, running(wildcards))


def deltas_and_references(wildcards):
    return of_systems("deltas", wildcards.dataset, [*running(wildcards), systems.REFERENCE])


def z_scores(wildcards):
    return of_systems("z_scores", wildcards.dataset, running(wildcards))


def variants(wildcards):
    """Variants that studies declare for a dataset, besides the corrected one."""
    return CONFIG["variants"].get(wildcards.dataset, {})


def shards(wildcards, ending):
    """The parts that a model's scoring of a dataset is cut into."""
    count = systems.scoring(CONFIG, wildcards.system)["shards"]
    return [f"results/shards/{wildcards.dataset}/{wildcards.system}/{n}.{ending}" for n in range(1, count + 1)]


def restarts(wildcards):
    """Numbers of a classifier's restarts."""
    return systems.restarts_of(CONFIG, wildcards.system)


def of_restarts(wildcards, file):
    """A file of every restart of a classifier."""
    return systems.of_restarts(CONFIG, [wildcards.system], file)


def labelled_of(wildcards):
    """The sentences that a classifier is trained on."""
    return f"results/sentences/{CLASSIFIERS[wildcards.system]['labelled']}.csv"


def tuning_threads(wildcards):
    return trainings.of_restarts(CONFIG, wildcards.system)["threads"]


def kept(paths):
    """Weights of restarts: gone when one is selected, unless the configuration says otherwise."""
    return paths if config.get("keep_restarts", False) else temp(paths)


def predictions_on_labels(wildcards):
    """Decisions of all restarts of the classifiers that are trained on these labelled sentences."""
    return of_systems("predictions", wildcards.labelled, systems.classifiers_of(CONFIG, wildcards.labelled))


def predictions_on_pairs(wildcards):
    """Decisions of all restarts that judge a dataset."""
    return of_systems("predictions", wildcards.dataset, systems.unstable(CONFIG, wildcards.dataset))


def reads(kind):
    """What a figure or a table is made from, by the arguments of its module's function."""
    return lambda wildcards: {
        argument: placed(path)
        for argument, path in artefacts.reads(CONFIG, kind, wildcards.owner, wildcards.name).items()
    }


def module_of(kind):
    return lambda wildcards: artefacts.row_of(CONFIG, kind, wildcards.owner, wildcards.name)[-1]


def told(kind):
    return lambda wildcards: artefacts.told(CONFIG, kind, wildcards.owner, wildcards.name)


def caption(kind):
    """Of Snakemake's report."""
    return lambda wildcards: artefacts.row_of(CONFIG, kind, wildcards.owner, wildcards.name)[0].caption


def evidence(wildcards):
    """What a study's printed numbers are recomputed from."""
    return {
        name: placed(paths) if isinstance(paths, str) else [placed(path) for path in paths]
        for name, paths in import_module(f"acceptability.studies.{wildcards.study}.manifest")
        .reads(STUDIES[wildcards.study])
        .items()
    }


def released(wildcards):
    """Models that run on a dataset and whose scores were released."""
    return studies.released(CONFIG, wildcards.dataset, running(wildcards))


def scores_of_rows(wildcards):
    """Scores of the systems that a study's claims are about."""
    study = STUDIES[wildcards.study]
    return of_systems("scores", study["main"], studies.systems_of_rows(study))
