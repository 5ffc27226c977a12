# Answers of the participants of an experiment → a script for R, which fits mixed models to them.


rule write_r_script:
    input:
        ratings="results/ratings/{dataset}.csv",
        choices="results/choices/{dataset}.csv",
    output:
        "results/ratings/{dataset}.R",
    log:
        "results/logs/write_r_script/{dataset}.log",
    benchmark:
        "results/benchmarks/write_r_script/{dataset}.tsv"
    group:
        "evaluation"
    conda:
        "../../envs/analysis.yaml"
    params:
        code=code("write_r_script.py"),
        simulated=lambda wildcards: dataset(wildcards).simulated,
    script:
        "../scripts/write_r_script.py"
