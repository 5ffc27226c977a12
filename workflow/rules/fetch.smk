# External files, each with a row in resources/sources.tsv, into resources/raw; models of the hub into resources/models.


localrules:
    fetch_source,
    fetch_model,


rule fetch_source:
    output:
        # Not deleted before the job: an intact file is kept, and replaced only by a checked one.
        update("resources/raw/{source}"),
    log:
        "results/logs/fetch_source/{source}.log",
    conda:
        "../../envs/fetch.yaml"
    resources:
        **needs(500, 60),
    params:
        row=lambda wildcards: {key: SOURCES[wildcards.source][key] for key in ("name", "url", "sha256", "bytes")},
    script:
        "../scripts/fetch_source.py"


rule fetch_model:
    output:
        # The list of the model's files. They stand beside it, undeclared, so that a broken download can be resumed.
        "resources/models/{system}/{revision}/fetched.json",
    log:
        "results/logs/fetch_model/{system}/{revision}.log",
    wildcard_constraints:
        system=one_of(key for key, model in PLAN.models.items() if model.hub),
        revision="[0-9a-f]{40}",
    conda:
        "../../envs/fetch.yaml"
    resources:
        **needs(1000, 240),
    params:
        hub=lambda wildcards: system(wildcards).hub,
    script:
        "../scripts/fetch_model.py"
