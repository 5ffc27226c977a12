# Ratings and choices of single people: how far people agree with each other, and systems with them.


rule evaluate_ceiling:
    input:
        sentences="results/sentences/{dataset}.csv",
        pairs="results/pairs/{dataset}.csv",
        ratings="results/ratings/{dataset}.csv",
        code=code("evaluate_ceiling.py"),
    output:
        ceiling="results/metrics/{dataset}/ceiling.csv",
        error="results/metrics/{dataset}/human_error.csv",
    log:
        "results/logs/evaluate_ceiling/{dataset}.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        thresholds=THRESHOLDS,
        assumed_raters=lambda wildcards: MANIFESTS[wildcards.dataset].assumed_raters,
    script:
        "../scripts/evaluate_ceiling.py"


rule evaluate_mixed_model:
    input:
        sentences="results/sentences/{dataset}.csv",
        pairs="results/pairs/{dataset}.csv",
        ratings="results/ratings/{dataset}.csv",
        z_scores=z_scores,
        code=code("evaluate_mixed_model.py"),
    output:
        "results/metrics/{dataset}/mixed_model.csv",
    log:
        "results/logs/evaluate_mixed_model/{dataset}.log",
    conda:
        "../../envs/analysis.yaml"
    script:
        "../scripts/evaluate_mixed_model.py"


rule evaluate_choices:
    input:
        pairs="results/pairs/{dataset}.csv",
        choices="results/choices/{dataset}.csv",
        deltas=deltas_and_references,
        accuracies=lambda wildcards: systems.accuracy_files(CONFIG, wildcards.dataset),
        code=code("evaluate_choices.py"),
    output:
        pairs="results/metrics/{dataset}/choices_pairs.csv",
        people="results/metrics/{dataset}/choices_people.csv",
        summary="results/metrics/{dataset}/choices_summary.csv",
        agreement="results/metrics/{dataset}/choices_agreement.csv",
    log:
        "results/logs/evaluate_choices/{dataset}.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        thresholds=THRESHOLDS,
    script:
        "../scripts/evaluate_choices.py"


rule evaluate_people:
    input:
        sentences="results/sentences/{dataset}.csv",
        pairs="results/pairs/{dataset}.csv",
        panels=["results/ratings/{dataset}.csv", "results/other_ratings/{dataset}.csv"],
        deltas=deltas,
        code=code("evaluate_people.py"),
    output:
        people="results/metrics/{dataset}/people.csv",
        swapped="results/metrics/{dataset}/people_swapped.csv",
    log:
        "results/logs/evaluate_people/{dataset}.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        thresholds=THRESHOLDS,
    script:
        "../scripts/evaluate_people.py"


rule evaluate_noise_floor:
    input:
        sentences="results/sentences/{dataset}.csv",
        ratings=branch(
            lambda wildcards: MANIFESTS[wildcards.dataset].single_ratings, then="results/ratings/{dataset}.csv"
        ),
        code=code("evaluate_noise_floor.py"),
    output:
        "results/metrics/{dataset}/noise_floor.csv",
    log:
        "results/logs/evaluate_noise_floor/{dataset}.log",
    conda:
        "../../envs/analysis.yaml"
    script:
        "../scripts/evaluate_noise_floor.py"
