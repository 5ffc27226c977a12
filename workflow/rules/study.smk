# A study's printed numbers and claims against what comes out here.


rule check_printed:
    input:
        unpack(paths_of_evidence),
        printed=lambda wildcards: list(PLAN.studies[wildcards.study].printed),
        searches=own("resources/searches.csv"),
    output:
        "results/metrics/{study}/reproduction.csv",
    log:
        "results/logs/check_printed/{study}.log",
    benchmark:
        "results/benchmarks/check_printed/{study}.tsv"
    group:
        "evaluation"
    conda:
        "../../envs/analysis.yaml"
    params:
        code=lambda wildcards: code(
            "check_printed.py",
            PLAN.studies[wildcards.study].quantities,
            *artefacts.declaring(held_by_evidence(wildcards).values()),
        ),
        quantities=lambda wildcards: PLAN.studies[wildcards.study].quantities,
        held=held_by_evidence,
        rows=lambda wildcards: PLAN.studies[wildcards.study].rows,
        variants=lambda wildcards: PLAN.studies[wildcards.study].variants,
    script:
        "../scripts/check_printed.py"


rule check_claims:
    input:
        claims=lambda wildcards: PLAN.studies[wildcards.study].claims,
        sentences=lambda wildcards: f"results/sentences/{PLAN.studies[wildcards.study].main.key}.csv",
        pairs=lambda wildcards: f"results/pairs/{PLAN.studies[wildcards.study].main.key}.csv",
        scores=lambda wildcards: PLAN.studies[wildcards.study].scores_of_rows,
    output:
        "results/metrics/{study}/claims.csv",
    log:
        "results/logs/check_claims/{study}.log",
    benchmark:
        "results/benchmarks/check_claims/{study}.tsv"
    group:
        "evaluation"
    conda:
        "../../envs/analysis.yaml"
    params:
        code=code("check_claims.py"),
        rows=lambda wildcards: PLAN.studies[wildcards.study].rows,
        thresholds=list(PLAN.thresholds),
        tie=PLAN.tie,
    script:
        "../scripts/check_claims.py"
