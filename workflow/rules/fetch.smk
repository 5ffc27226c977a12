# External files, each with a row in a registry (resources/sources.tsv, or sources.tsv of another folder of publications),
# into resources/raw; models of the hub into resources/models.


localrules:
    fetch_source,
    fetch_model,
    fetch_passing_model,


rule fetch_source:
    output:
        # Not deleted before the job: an intact file is kept, and replaced only by a checked one.
        update("resources/raw/{source}"),
    log:
        "results/logs/fetch_source/{source}.log",
    benchmark:
        "results/benchmarks/fetch_source/{source}.tsv"
    conda:
        "../../envs/fetch.yaml"
    resources:
        **needs(500, 60),
    params:
        row=lambda wildcards: fetching.needed_cells(SOURCES[wildcards.source]),
    script:
        "../scripts/fetch_source.py"


rule fetch_model:
    output:
        # The list of the model's files. They stand beside it, undeclared, so that a broken download can be resumed.
        "resources/models/{system}/{revision}/fetched.json",
    log:
        "results/logs/fetch_model/{system}/{revision}.log",
    benchmark:
        "results/benchmarks/fetch_model/{system}/{revision}.tsv"
    wildcard_constraints:
        system=one_of(key for key, model in PLAN.models.items() if model.hub),
    conda:
        "../../envs/fetch.yaml"
    resources:
        **needs(1000, 240),
    params:
        hub=lambda wildcards: system(wildcards).hub,
        folder="resources/models/{system}/{revision}",
    script:
        "../scripts/fetch_model.py"


# The same for a model that goes when it has scored all sentences. So that two are on the disk at most, it waits for what
# is made with the weights of the model before last.
use rule fetch_model as fetch_passing_model with:
    input:
        lambda wildcards: [ancient(path) for path in PLAN.made_before(wildcards.system)],
    output:
        temp(directory("results/weights/{system}/{revision}")),
    log:
        "results/logs/fetch_passing_model/{system}/{revision}.log",
    benchmark:
        "results/benchmarks/fetch_passing_model/{system}/{revision}.tsv"
    wildcard_constraints:
        system=one_of(key for key, model in PLAN.models.items() if model.hub and model.passing),
    params:
        hub=lambda wildcards: system(wildcards).hub,
        folder="results/weights/{system}/{revision}",


# Delete what a killed run has left: weights with which it had scored, and files that it had half written.
onstart:
    needed = {str(path) for job in workflow.dag.needrun_jobs() for path in job.input}
    for folder in Path("results/weights").glob("*/*"):
        if folder.is_dir() and str(folder) not in needed:
            shutil.rmtree(folder)
    for path in Path("results").rglob("*.part"):
        path.unlink(missing_ok=True)
