# Functions that rules share. No rules, no names.


def own(path):
    """A file of the workflow, as seen from the folder in which it runs."""
    return relpath(BASE / path)


def placed(path):
    """A path of results, of fetched files or of a study stays; ``paper/<study>`` is where the study is; any other is a
    file of the workflow.
    """
    for key, study in PLAN.studies.items():
        if path.startswith(f"paper/{key}/"):
            return f"{study.folder}{path.removeprefix(f'paper/{key}')}"
    stays = ("results/", "resources/raw/", "resources/models/", *(f"{it.folder}/" for it in PLAN.studies.values()))
    return path if path.startswith(stays) else own(path)


def one_of(names):
    """Wildcard constraint: one of these names (or nothing at all, where there are none)."""
    return "|".join(names) or "(?!)"


def code(*starts):
    """A digest of the package's code that a script, or a module of the package, needs; names may be empty."""
    return modules.digest(*filter(None, starts))


def scoring_code(*starts):
    """The same without what cannot change a score, so that an edit there trains and scores nothing again."""
    return modules.digest(*filter(None, starts), plumbing=False)


def raw_files(wildcards):
    """What a dataset's reader reads, by its arguments: registered files, the user's files, the workflow's."""
    sources = dataset(wildcards).manifest.sources
    fetched = {argument: f"resources/raw/{name}" for argument, name in sources.items()}
    return fetched | {argument: given(paths) for argument, paths in given_files(wildcards).items()}


def raw_corpus(wildcards):
    """What a corpus is read from."""
    corpus = PLAN.corpora[wildcards.corpus]
    if corpus.declared.source:
        return f"resources/raw/{corpus.declared.source}"
    return given(own(corpus.declared.resource) if corpus.declared.resource else corpus.path)


def system(wildcards):
    """The system that a job is about."""
    return PLAN.systems[wildcards.system]


def dataset(wildcards):
    """The dataset that a job is about."""
    return PLAN.datasets[wildcards.dataset]


def corpus_of(wildcards):
    """The text that a model is trained on."""
    return f"results/corpora/{system(wildcards).corpus}.txt"


def described_corpus(wildcards):
    """The same, as the provenance of the model names it."""
    return PLAN.corpora[system(wildcards).corpus].described


def shards(wildcards, ending, folder="results/shards"):
    """The parts that a model's scoring of a dataset is cut into."""
    count = system(wildcards).scoring["shards"]
    return [f"{folder}/{wildcards.dataset}/{wildcards.system}/{n}.{ending}" for n in range(1, count + 1)]


def scores_module(wildcards):
    """The module that reads released scores in a format of their own; empty for other systems."""
    return dataset(wildcards).scores_module if system(wildcards).own_format else ""


def labelled_of(wildcards):
    """The sentences that a classifier is trained on."""
    return f"results/sentences/{system(wildcards).labelled.key}.csv"


def names_of(wildcards):
    """What a classifier's provenance calls the model and the sentences that it is trained with."""
    return {"model": system(wildcards).base.key, "labelled": system(wildcards).labelled.key}


def trained_by(rule):
    """Wildcard constraint: the classifiers whose kind a rule trains."""
    return one_of(key for key, classifier in PLAN.systems_of(Classifier).items() if classifier.kind.rule == rule)


def leaves_out(wildcards, input):
    """Whether a classifier leaves out what is too long for it.

    Snakemake does not remember parameters that depend on inputs, so that a restart is not trained again for this one:
    a finished restart has judged all sentences, or gather_restarts says which are missing.
    """
    return system(wildcards).partial


def tuning_threads(wildcards):
    return system(wildcards).threads


def kept(paths):
    """Weights of restarts: gone when one is selected, unless the configuration says otherwise."""
    return paths if PLAN.keep_restarts else temp(paths)


def evidence(wildcards):
    """The files that a study's printed numbers are recomputed from; see artefacts.evidence."""
    return artefacts.evidence(PLAN.studies[wildcards.study])


def paths_of_evidence(wildcards):
    return {
        name: [placed(file.path) for file in files] if isinstance(files, list) else placed(files.path)
        for name, files in evidence(wildcards).items()
    }


def held_by_evidence(wildcards):
    """What each single file of the evidence holds; see contracts.artefact.File."""
    return {name: files.holds for name, files in evidence(wildcards).items() if not isinstance(files, list)}


def report_source(wildcards):
    """The text of a report: a study's own, the one that other studies share, or the one on datasets of no study."""
    study = PLAN.studies.get(wildcards.report)
    return study.report if study and study.report else own(f"paper/{'study-report' if study else 'report'}.typ")


def shown(kind, wildcards):
    """How a table or figure is made; see artefacts.described."""
    made = artefacts.described(PLAN, kind, wildcards.owner, wildcards.name)
    return placed_reads({"": made})[""]


def reported_file(dataset, step, path):
    """An output of a step; tables and figures are in Snakemake's HTML report, too."""
    is_table = step.kind == "table" and path.endswith(".csv")
    is_figure = step.kind == "figure" and path.endswith(".png") and not path.endswith("-column.png")
    if not (is_table or is_figure):
        return path
    return report(
        path,
        caption=f"../report/{step.kind}.rst",
        category=artefacts.category(PLAN, dataset),
        subcategory=f"{step.kind.capitalize()}s",
        labels=artefacts.report_labels(step.kind, step.settings["made"]),
    )


def placed_reads(made):
    """The same with files of the workflow as seen from the folder in which it runs."""
    return {
        name: entry | {"reads": {argument: placed(path) for argument, path in entry["reads"].items()}}
        for name, entry in made.items()
    }
