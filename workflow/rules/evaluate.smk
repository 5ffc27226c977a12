# Scores → z-scores, deltas; which pairs meet the criteria, and how sure that is; examples, doubts.


rule compute_deltas:
    input:
        sentences="results/sentences/{dataset}.csv",
        pairs="results/pairs/{dataset}.csv",
        scores="results/scores/{dataset}/{system}.csv",
        code=code("compute_deltas.py"),
    output:
        z_scores="results/z_scores/{dataset}/{system}.csv",
        deltas="results/deltas/{dataset}/{system}.csv",
    log:
        "results/logs/compute_deltas/{dataset}/{system}.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        tie=TIE,
    script:
        "../scripts/compute_deltas.py"


ruleorder: compute_references > compute_deltas


rule compute_references:
    input:
        sentences="results/sentences/{dataset}.csv",
        pairs="results/pairs/{dataset}.csv",
        code=code("compute_references.py"),
    output:
        "results/deltas/{dataset}/reference.csv",
    log:
        "results/logs/compute_references/{dataset}.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        preference=lambda wildcards: MANIFESTS[wildcards.dataset].preference,
    script:
        "../scripts/compute_references.py"


rule evaluate_criteria:
    input:
        deltas=deltas_and_references,
        pairs="results/pairs/{dataset}.csv",
        code=code("evaluate_criteria.py"),
    output:
        "results/metrics/{dataset}/criteria.csv",
    log:
        "results/logs/evaluate_criteria/{dataset}.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        thresholds=THRESHOLDS,
        variants=variants,
        reference=systems.REFERENCE,
    script:
        "../scripts/evaluate_criteria.py"


rule evaluate_curves:
    input:
        deltas=deltas_and_references,
        pairs="results/pairs/{dataset}.csv",
        code=code("evaluate_curves.py"),
    output:
        curves="results/metrics/{dataset}/adc_curves.csv",
        areas="results/metrics/{dataset}/areas.csv",
        steps="results/metrics/{dataset}/chance_steps.csv",
    log:
        "results/logs/evaluate_curves/{dataset}.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        thresholds=THRESHOLDS,
    script:
        "../scripts/evaluate_curves.py"


rule evaluate_phenomena:
    input:
        pairs="results/pairs/{dataset}.csv",
        deltas=deltas_and_references,
        accuracies=lambda wildcards: systems.accuracy_files(CONFIG, wildcards.dataset),
        choices="results/choices/{dataset}.csv",
        code=code("evaluate_phenomena.py"),
    output:
        phenomena="results/metrics/{dataset}/phenomena.csv",
        levels="results/metrics/{dataset}/by_level.csv",
        means="results/metrics/{dataset}/level_means.csv",
    log:
        "results/logs/evaluate_phenomena/{dataset}.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        thresholds=THRESHOLDS,
    script:
        "../scripts/evaluate_phenomena.py"


rule select_examples:
    input:
        sentences="results/sentences/{dataset}.csv",
        pairs="results/pairs/{dataset}.csv",
        deltas=lambda wildcards: artefacts.example_deltas(CONFIG, wildcards.dataset, wildcards.example),
        code=code("select_examples.py"),
    output:
        "results/examples/{dataset}/{example}.csv",
    log:
        "results/logs/select_examples/{dataset}/{example}.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        example=lambda wildcards: {part: CONFIG["examples"][wildcards.example][part] for part in ("met", "missed")},
    script:
        "../scripts/select_examples.py"


rule list_doubts:
    input:
        sentences="results/sentences/{dataset}.csv",
        pairs="results/pairs/{dataset}.csv",
        scores=lambda wildcards: of_systems("scores", wildcards.dataset, running(wildcards)),
        deltas=deltas,
        thresholds=branch(
            lambda wildcards: bool(MANIFESTS[wildcards.dataset].thresholds_from),
            then=lambda wildcards: systems.thresholds_of(CONFIG, wildcards.dataset),
        ),
        tokens=lambda wildcards: of_systems("tokens", wildcards.dataset, systems.of_tokens(CONFIG, wildcards.dataset)),
        provenances=lambda wildcards: systems.scoring_files(CONFIG, wildcards.dataset),
        skipped=branch(systems.skips(CONFIG), then="results/metrics/{dataset}/skipped.csv"),
        code=code("list_doubts.py"),
    output:
        doubts="results/metrics/{dataset}/doubts.csv",
        sizes="results/metrics/{dataset}/sizes.csv",
    log:
        "results/logs/list_doubts/{dataset}.log",
    wildcard_constraints:
        dataset=one_of(systems.scored(CONFIG)),
    conda:
        "../../envs/analysis.yaml"
    params:
        clusters=lambda wildcards: MANIFESTS[wildcards.dataset].cluster,
        own=lambda wildcards: MANIFESTS[wildcards.dataset].own,
    script:
        "../scripts/list_doubts.py"
