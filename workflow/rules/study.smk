# A study's printed numbers, claims and released scores against what comes out here.


rule check_printed:
    input:
        unpack(evidence),
        printed=lambda wildcards: STUDIES[wildcards.study]["printed"],
        code=lambda wildcards: code("check_printed.py", f"studies.{wildcards.study}.quantities"),
    output:
        "results/metrics/{study}/reproduction.csv",
    log:
        "results/logs/check_printed/{study}.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        study="{study}",
        rows=lambda wildcards: STUDIES[wildcards.study].get("rows", []),
        variants=lambda wildcards: STUDIES[wildcards.study].get("variants", {}),
    script:
        "../scripts/check_printed.py"


rule check_claims:
    input:
        claims=lambda wildcards: STUDIES[wildcards.study]["claims"],
        sentences=lambda wildcards: f"results/sentences/{STUDIES[wildcards.study]['main']}.csv",
        pairs=lambda wildcards: f"results/pairs/{STUDIES[wildcards.study]['main']}.csv",
        scores=scores_of_rows,
        code=code("check_claims.py"),
    output:
        "results/metrics/{study}/claims.csv",
    log:
        "results/logs/check_claims/{study}.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        rows=lambda wildcards: STUDIES[wildcards.study]["rows"],
        thresholds=THRESHOLDS,
        tie=TIE,
    script:
        "../scripts/check_claims.py"


rule compare_released:
    input:
        computed=lambda wildcards: [f"results/scores/{wildcards.dataset}/{key}.csv" for key in released(wildcards)],
        published=lambda wildcards: [
            f"results/scores/{wildcards.dataset}/{entry['system']}.csv" for entry in released(wildcards).values()
        ],
        code=code("compare_released.py"),
    output:
        "results/metrics/{dataset}/released.csv",
    log:
        "results/logs/compare_released/{dataset}.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        released=released,
    script:
        "../scripts/compare_released.py"
