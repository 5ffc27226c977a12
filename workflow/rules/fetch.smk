# External files, each with a row in resources/sources.tsv, into resources/raw.


localrules:
    fetch_source,


rule fetch_source:
    output:
        # An intact file is kept: the script replaces it only by a checked one.
        update("resources/raw/{source}"),
    log:
        "results/logs/fetch_source/{source}.log",
    conda:
        "../../envs/fetch.yaml"
    params:
        url=lambda wildcards: SOURCES[wildcards.source]["url"],
        sha256=lambda wildcards: SOURCES[wildcards.source]["sha256"],
    script:
        "../scripts/fetch_source.py"
