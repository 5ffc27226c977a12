# External files, each with a row in resources/sources.tsv, into resources/raw.


localrules:
    fetch_source,


rule fetch_source:
    output:
        # Not deleted before the job: an intact file is kept, and replaced only by a checked one.
        update("resources/raw/{source}"),
    log:
        "results/logs/fetch_source/{source}.log",
    conda:
        "../../envs/fetch.yaml"
    script:
        "../scripts/fetch_source.py"
