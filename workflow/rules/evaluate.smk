# Scores → z-scores, deltas; which pairs meet the criteria, and how sure that is; correlations, examples.


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


rule evaluate_curves:
    input:
        deltas=deltas_and_references,
        pairs="results/pairs/{dataset}.csv",
        code=code("evaluate_curves.py"),
    output:
        curves="results/metrics/{dataset}/adc_curves.csv",
        areas="results/metrics/{dataset}/areas.csv",
    log:
        "results/logs/evaluate_curves/{dataset}.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        thresholds=THRESHOLDS,
    script:
        "../scripts/evaluate_curves.py"


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
        reference=systems.REFERENCE,
    script:
        "../scripts/evaluate_specifications.py"


rule evaluate_phenomena:
    input:
        pairs="results/pairs/{dataset}.csv",
        deltas=deltas_and_references,
        code=code("evaluate_phenomena.py"),
    output:
        "results/metrics/{dataset}/phenomena.csv",
    log:
        "results/logs/evaluate_phenomena/{dataset}.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        thresholds=THRESHOLDS,
    script:
        "../scripts/evaluate_phenomena.py"


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


rule correlate_systems:
    input:
        sentences="results/sentences/{dataset}.csv",
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


rule select_examples:
    input:
        sentences="results/sentences/{dataset}.csv",
        pairs="results/pairs/{dataset}.csv",
        deltas=lambda wildcards: of_systems(
            "deltas", wildcards.dataset, artefacts.example_systems(CONFIG, wildcards.example)
        ),
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


rule list_doubts:
    input:
        sentences="results/sentences/{dataset}.csv",
        pairs="results/pairs/{dataset}.csv",
        deltas=deltas,
        tokens=lambda wildcards: of_systems("tokens", wildcards.dataset, systems.of_tokens(CONFIG, wildcards.dataset)),
        skipped=branch(systems.skips(CONFIG), then="results/metrics/{dataset}/skipped.csv"),
        code=code("list_doubts.py"),
    output:
        "results/metrics/{dataset}/doubts.csv",
    log:
        "results/logs/list_doubts/{dataset}.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        clusters=lambda wildcards: MANIFESTS[wildcards.dataset].cluster,
    script:
        "../scripts/list_doubts.py"
