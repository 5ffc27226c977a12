# Decisions of classifiers: restarts, probabilities, thresholds, features, stability, contamination.


rule evaluate_restarts:
    input:
        labelled="results/sentences/{labelled}.csv",
        margins=lambda wildcards: systems.margins_on_labels(CONFIG, wildcards.labelled),
        code=code("evaluate_restarts.py"),
    output:
        restarts="results/metrics/{labelled}/restarts.csv",
        summary="results/metrics/{labelled}/classifiers.csv",
        selected="results/metrics/{labelled}/selected.csv",
        expected="results/metrics/{labelled}/expected_maximum.csv",
    log:
        "results/logs/evaluate_restarts/{labelled}.log",
    conda:
        "../../envs/analysis.yaml"
    script:
        "../scripts/evaluate_restarts.py"


rule evaluate_calibration:
    input:
        labelled="results/sentences/{labelled}.csv",
        margins=lambda wildcards: systems.margins_on_labels(CONFIG, wildcards.labelled),
        code=code("evaluate_calibration.py"),
    output:
        calibration="results/metrics/{labelled}/calibration.csv",
        reliability="results/metrics/{labelled}/reliability.csv",
    log:
        "results/logs/evaluate_calibration/{labelled}.log",
    conda:
        "../../envs/analysis.yaml"
    script:
        "../scripts/evaluate_calibration.py"


rule evaluate_simple_classifiers:
    input:
        labelled="results/sentences/{labelled}.csv",
        scores=lambda wildcards: systems.thresholded_scores(CONFIG, wildcards.labelled),
        code=code("evaluate_simple_classifiers.py"),
    output:
        "results/metrics/{labelled}/simple_classifiers.csv",
    log:
        "results/logs/evaluate_simple_classifiers/{labelled}.log",
    conda:
        "../../envs/analysis.yaml"
    script:
        "../scripts/evaluate_simple_classifiers.py"


rule list_label_doubts:
    input:
        simple="results/metrics/{labelled}/simple_classifiers.csv",
        summary=branch(
            lambda wildcards: bool(systems.classifiers_of(CONFIG, wildcards.labelled)),
            then=lambda wildcards: f"results/metrics/{wildcards.labelled}/classifiers.csv",
        ),
        code=code("list_label_doubts.py"),
    output:
        "results/metrics/{labelled}/doubts.csv",
    log:
        "results/logs/list_label_doubts/{labelled}.log",
    conda:
        "../../envs/analysis.yaml"
    script:
        "../scripts/list_label_doubts.py"


rule evaluate_targeted:
    input:
        sentences="results/sentences/{dataset}.csv",
        pairs="results/pairs/{dataset}.csv",
        labelled=lambda wildcards: f"results/sentences/{MANIFESTS[wildcards.dataset].thresholds_from}.csv",
        thresholds=lambda wildcards: systems.thresholds_of(CONFIG, wildcards.dataset),
        scores=lambda wildcards: of_systems("scores", wildcards.dataset, running(wildcards)),
        predictions=branch(lambda wildcards: wildcards.dataset in PAIRED, then=predictions_on_pairs),
        margins=branch(
            lambda wildcards: wildcards.dataset in PAIRED,
            then=lambda wildcards: systems.margins_on_pairs(CONFIG, wildcards.dataset),
        ),
        code=code("evaluate_targeted.py"),
    output:
        "results/metrics/{dataset}/targeted.csv",
    log:
        "results/logs/evaluate_targeted/{dataset}.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        tie=TIE,
    script:
        "../scripts/evaluate_targeted.py"


rule write_submission:
    input:
        scores="results/scores/{dataset}/{system}.csv",
        thresholds=lambda wildcards: systems.thresholds_of(CONFIG, wildcards.dataset),
        code=code("write_submission.py"),
    output:
        "results/submissions/{dataset}/{system}/{measure}/{file}",
    log:
        "results/logs/write_submission/{dataset}/{system}/{measure}/{file}.log",
    wildcard_constraints:
        measure=r"\w+",
    conda:
        "../../envs/analysis.yaml"
    script:
        "../scripts/write_submission.py"


rule evaluate_features:
    input:
        labelled="results/sentences/{labelled}.csv",
        features="results/features/{labelled}.csv",
        predictions=predictions_on_labels,
        code=code("evaluate_features.py"),
    output:
        "results/metrics/{labelled}/features.csv",
    log:
        "results/logs/evaluate_features/{labelled}.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        left_out=lambda wildcards: studies.left_out(CONFIG, wildcards.labelled),
    script:
        "../scripts/evaluate_features.py"


rule evaluate_stability:
    input:
        sentences="results/sentences/{dataset}.csv",
        predictions=predictions_on_pairs,
        code=code("evaluate_stability.py"),
    output:
        sentences="results/metrics/{dataset}/stability.csv",
        curve="results/metrics/{dataset}/stability_curve.csv",
        mcc="results/metrics/{dataset}/stability_mcc.csv",
    log:
        "results/logs/evaluate_stability/{dataset}.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        variants=lambda wildcards: list(variants(wildcards)),
    script:
        "../scripts/evaluate_stability.py"


rule evaluate_restart_shares:
    input:
        sentences="results/sentences/{dataset}.csv",
        pairs="results/pairs/{dataset}.csv",
        predictions=predictions_on_pairs,
        margins=lambda wildcards: systems.margins_on_pairs(CONFIG, wildcards.dataset),
        code=code("evaluate_restart_shares.py"),
    output:
        "results/metrics/{dataset}/restart_shares.csv",
    log:
        "results/logs/evaluate_restart_shares/{dataset}.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        thresholds=THRESHOLDS,
    script:
        "../scripts/evaluate_restart_shares.py"


rule evaluate_contamination:
    input:
        sentences="results/sentences/{dataset}.csv",
        pairs="results/pairs/{dataset}.csv",
        labelled="results/sentences/{labelled}.csv",
        deltas=deltas_and_references,
        code=code("evaluate_contamination.py"),
    output:
        contamination="results/metrics/{dataset}/contamination/{labelled}.csv",
        criteria="results/metrics/{dataset}/contamination/{labelled}_criteria.csv",
    log:
        "results/logs/evaluate_contamination/{dataset}/{labelled}.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        thresholds=THRESHOLDS,
    script:
        "../scripts/evaluate_contamination.py"
