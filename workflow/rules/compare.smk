# Deltas → systems beside each other, under other choices, and beside what else could explain their shares.


rule compare_systems:
    input:
        deltas=deltas_and_references,
        pairs="results/pairs/{dataset}.csv",
        code=code("compare_systems.py"),
    output:
        "results/metrics/{dataset}/differences.csv",
    log:
        "results/logs/compare_systems/{dataset}.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        thresholds=THRESHOLDS,
        reference=systems.REFERENCE,
        families=lambda wildcards: studies.families(CONFIG, wildcards.dataset),
    script:
        "../scripts/compare_systems.py"


rule evaluate_companions:
    input:
        pairs="results/pairs/{dataset}.csv",
        ratings="results/ratings/{dataset}.csv",
        deltas=deltas_and_references,
        code=code("evaluate_companions.py"),
    output:
        "results/metrics/{dataset}/companions.csv",
    log:
        "results/logs/evaluate_companions/{dataset}.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        thresholds=THRESHOLDS,
        reference=systems.REFERENCE,
    script:
        "../scripts/evaluate_companions.py"


rule evaluate_specifications:
    input:
        sentences="results/sentences/{dataset}.csv",
        pairs="results/pairs/{dataset}.csv",
        scores=lambda wildcards: of_systems("scores", wildcards.dataset, systems.specified(CONFIG, wildcards.dataset)),
        code=code("evaluate_specifications.py"),
    output:
        "results/metrics/{dataset}/specifications.csv",
    log:
        "results/logs/evaluate_specifications/{dataset}.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        thresholds=THRESHOLDS,
        tie=TIE,
        reference=systems.REFERENCE,
    script:
        "../scripts/evaluate_specifications.py"


rule evaluate_predictors:
    input:
        sentences="results/sentences/{dataset}.csv",
        pairs="results/pairs/{dataset}.csv",
        deltas=deltas,
        scores=lambda wildcards: of_systems("scores", wildcards.dataset, running(wildcards)),
        code=code("evaluate_predictors.py"),
    output:
        "results/metrics/{dataset}/by_predictor.csv",
    log:
        "results/logs/evaluate_predictors/{dataset}.log",
    conda:
        "../../envs/analysis.yaml"
    script:
        "../scripts/evaluate_predictors.py"


rule evaluate_agreement:
    input:
        sentences="results/sentences/{dataset}.csv",
        pairs="results/pairs/{dataset}.csv",
        deltas=deltas_and_references,
        z_scores=z_scores,
        code=code("evaluate_agreement.py"),
    output:
        "results/metrics/{dataset}/agreement.csv",
    log:
        "results/logs/evaluate_agreement/{dataset}.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        thresholds=THRESHOLDS,
    script:
        "../scripts/evaluate_agreement.py"


rule evaluate_separation:
    input:
        sentences="results/sentences/{dataset}.csv",
        pairs="results/pairs/{dataset}.csv",
        scores=lambda wildcards: of_systems("scores", wildcards.dataset, running(wildcards)),
        code=code("evaluate_separation.py"),
    output:
        "results/metrics/{dataset}/separation.csv",
    log:
        "results/logs/evaluate_separation/{dataset}.log",
    conda:
        "../../envs/analysis.yaml"
    script:
        "../scripts/evaluate_separation.py"


rule evaluate_predictions:
    input:
        pairs="results/pairs/{dataset}.csv",
        choices="results/choices/{dataset}.csv",
        deltas=deltas,
        scored=z_scores,
        code=code("evaluate_predictions.py"),
    output:
        "results/metrics/{dataset}/predictions.csv",
    log:
        "results/logs/evaluate_predictions/{dataset}.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        preference=lambda wildcards: MANIFESTS[wildcards.dataset].preference,
        ranked=lambda wildcards: MANIFESTS[wildcards.dataset].ranked,
    script:
        "../scripts/evaluate_predictions.py"


rule evaluate_factorial:
    input:
        sentences="results/sentences/{dataset}.csv",
        ratings="results/ratings/{dataset}.csv",
        z_scores=z_scores,
        code=code("evaluate_factorial.py"),
    output:
        "results/metrics/{dataset}/factorial.csv",
    log:
        "results/logs/evaluate_factorial/{dataset}.log",
    conda:
        "../../envs/analysis.yaml"
    script:
        "../scripts/evaluate_factorial.py"


rule correlate_systems:
    input:
        sentences="results/sentences/{dataset}.csv",
        pairs="results/pairs/{dataset}.csv",
        ratings="results/ratings/{dataset}.csv",
        scored=lambda wildcards: (z_scores if wildcards.level == "sentences" else deltas)(wildcards),
        code=code("correlate_systems.py"),
    output:
        points="results/points/{dataset}/{level}.csv",
        fits="results/metrics/{dataset}/{level}_fits.csv",
        correlations="results/metrics/{dataset}/{level}_correlations.csv",
    log:
        "results/logs/correlate_systems/{dataset}/{level}.log",
    conda:
        "../../envs/analysis.yaml"
    script:
        "../scripts/correlate_systems.py"


rule list_disagreements:
    input:
        sentences="results/sentences/{dataset}.csv",
        pairs="results/pairs/{dataset}.csv",
        deltas=deltas,
        code=code("list_disagreements.py"),
    output:
        "results/metrics/{dataset}/disagreements.csv",
    log:
        "results/logs/list_disagreements/{dataset}.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        threshold=min(THRESHOLDS),
    script:
        "../scripts/list_disagreements.py"
