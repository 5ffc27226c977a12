# Scores → z-scores, deltas, criteria, correlations, examples; the paper's numbers.


rule compute_deltas:
    input:
        sentences="results/sentences/{dataset}.csv",
        pairs="results/pairs/{dataset}.csv",
        scores="results/scores/{dataset}/{system}.csv",
        code=modules("criteria", "errors", "io"),
    output:
        z_scores="results/z_scores/{dataset}/{system}.csv",
        deltas="results/deltas/{dataset}/{system}.csv",
    log:
        "results/logs/compute_deltas/{dataset}/{system}.log",
    conda:
        "../../envs/analysis.yaml"
    threads: 1
    resources:
        **SMALL,
    script:
        "../scripts/compute_deltas.py"


ruleorder: compute_references > compute_deltas


rule compute_references:
    input:
        sentences="results/sentences/{dataset}.csv",
        pairs="results/pairs/{dataset}.csv",
        code=modules("baselines", "criteria", "errors", "io", "references"),
    output:
        "results/deltas/{dataset}/reference.csv",
    log:
        "results/logs/compute_references/{dataset}.log",
    conda:
        "../../envs/analysis.yaml"
    threads: 1
    resources:
        **SMALL,
    params:
        thresholds=config["criteria"]["thresholds"],
    script:
        "../scripts/compute_references.py"


rule evaluate_criteria:
    input:
        deltas=deltas_and_references,
        pairs="results/pairs/{dataset}.csv",
        code=modules("baselines", "criteria", "errors", "io", "references", "statistics", "uncertainty"),
    output:
        "results/metrics/{dataset}/criteria.csv",
    log:
        "results/logs/evaluate_criteria/{dataset}.log",
    conda:
        "../../envs/analysis.yaml"
    threads: 1
    resources:
        **SMALL,
    params:
        systems=systems_and_references,
        thresholds=config["criteria"]["thresholds"],
        reference=configuration.REFERENCE,
    script:
        "../scripts/evaluate_criteria.py"


rule compare_systems:
    input:
        deltas=deltas_and_references,
        pairs="results/pairs/{dataset}.csv",
        code=modules("baselines", "criteria", "errors", "io", "references", "statistics", "uncertainty"),
    output:
        "results/metrics/{dataset}/differences.csv",
    log:
        "results/logs/compare_systems/{dataset}.log",
    conda:
        "../../envs/analysis.yaml"
    threads: 1
    resources:
        **SMALL,
    params:
        systems=systems_and_references,
        thresholds=config["criteria"]["thresholds"],
        references=lambda wildcards: list(references(wildcards)),
    script:
        "../scripts/compare_systems.py"


rule evaluate_curves:
    input:
        deltas=deltas_and_references,
        pairs="results/pairs/{dataset}.csv",
        code=modules("baselines", "criteria", "errors", "io", "references", "statistics", "uncertainty"),
    output:
        curves="results/metrics/{dataset}/adc_curves.csv",
        areas="results/metrics/{dataset}/areas.csv",
    log:
        "results/logs/evaluate_curves/{dataset}.log",
    conda:
        "../../envs/analysis.yaml"
    threads: 1
    resources:
        **SMALL,
    params:
        systems=systems_and_references,
        thresholds=config["criteria"]["thresholds"],
    script:
        "../scripts/evaluate_curves.py"


rule evaluate_specifications:
    input:
        sentences="results/sentences/{dataset}.csv",
        pairs="results/pairs/{dataset}.csv",
        scores=lambda wildcards: [f"results/scores/{wildcards.dataset}/{s}.csv" for s in specified(wildcards)],
        code=modules("baselines", "criteria", "errors", "io", "references", "specifications", "statistics"),
    output:
        "results/metrics/{dataset}/specifications.csv",
    log:
        "results/logs/evaluate_specifications/{dataset}.log",
    conda:
        "../../envs/analysis.yaml"
    threads: 1
    resources:
        **SMALL,
    params:
        systems=specified,
        thresholds=config["criteria"]["thresholds"],
        reference=configuration.REFERENCE,
    script:
        "../scripts/evaluate_specifications.py"


rule evaluate_claims:
    input:
        specifications="results/metrics/li-adger/specifications.csv",
        claims="resources/claims.csv",
        pairs="results/pairs/li-adger.csv",
        deltas=[f"results/deltas/li-adger/{system}.csv" for system in PAPER_SYSTEMS],
        code=modules(
            "baselines", "criteria", "errors", "io", "references", "specifications", "statistics", "uncertainty"
        ),
    output:
        "results/metrics/li-adger/claims.csv",
    log:
        "results/logs/evaluate_claims.log",
    conda:
        "../../envs/analysis.yaml"
    threads: 1
    resources:
        **SMALL,
    params:
        rows=configuration.PAPER_ROWS,
        thresholds=config["criteria"]["thresholds"],
    script:
        "../scripts/evaluate_claims.py"


rule evaluate_phenomena:
    input:
        pairs="results/pairs/{dataset}.csv",
        deltas=deltas_and_references,
        code=modules("criteria", "errors", "io", "phenomena"),
    output:
        "results/metrics/{dataset}/phenomena.csv",
    log:
        "results/logs/evaluate_phenomena/{dataset}.log",
    conda:
        "../../envs/analysis.yaml"
    threads: 1
    resources:
        **SMALL,
    params:
        systems=systems_and_references,
        thresholds=config["criteria"]["thresholds"],
    script:
        "../scripts/evaluate_phenomena.py"


rule evaluate_agreement:
    input:
        sentences="results/sentences/{dataset}.csv",
        pairs="results/pairs/{dataset}.csv",
        deltas=deltas_and_references,
        z_scores=z_scores,
        code=modules("agreement", "criteria", "errors", "io", "statistics"),
    output:
        "results/metrics/{dataset}/agreement.csv",
    log:
        "results/logs/evaluate_agreement/{dataset}.log",
    conda:
        "../../envs/analysis.yaml"
    threads: 1
    resources:
        **SMALL,
    params:
        thresholds=config["criteria"]["thresholds"],
    script:
        "../scripts/evaluate_agreement.py"


rule correlate_deltas:
    input:
        deltas=deltas,
        code=modules("errors", "io", "statistics"),
    output:
        "results/metrics/{dataset}/correlations.csv",
    log:
        "results/logs/correlate_deltas/{dataset}.log",
    conda:
        "../../envs/analysis.yaml"
    threads: 1
    resources:
        **SMALL,
    params:
        systems=systems,
    script:
        "../scripts/correlate_deltas.py"


rule correlate_sentences:
    input:
        points="results/points/{dataset}/sentences.csv",
        code=modules("errors", "io", "statistics"),
    output:
        "results/metrics/{dataset}/sentence_correlations.csv",
    log:
        "results/logs/correlate_sentences/{dataset}.log",
    conda:
        "../../envs/analysis.yaml"
    threads: 1
    resources:
        **SMALL,
    script:
        "../scripts/correlate_sentences.py"


rule select_examples:
    input:
        sentences="results/sentences/{dataset}.csv",
        pairs="results/pairs/{dataset}.csv",
        deltas=lambda wildcards: [
            f"results/deltas/{wildcards.dataset}/{s}.csv" for s in example_systems(wildcards.example)
        ],
        code=modules("criteria", "errors", "io"),
    output:
        "results/examples/{dataset}/{example}.csv",
    log:
        "results/logs/select_examples/{dataset}/{example}.log",
    conda:
        "../../envs/analysis.yaml"
    threads: 1
    resources:
        **SMALL,
    params:
        systems=lambda wildcards: example_systems(wildcards.example),
        example=lambda wildcards: EXAMPLES[wildcards.example],
    script:
        "../scripts/select_examples.py"


rule list_disagreements:
    input:
        sentences="results/sentences/{dataset}.csv",
        pairs="results/pairs/{dataset}.csv",
        deltas=deltas,
        code=modules("criteria", "disagreements", "errors", "io"),
    output:
        "results/metrics/{dataset}/disagreements.csv",
    log:
        "results/logs/list_disagreements/{dataset}.log",
    conda:
        "../../envs/analysis.yaml"
    threads: 1
    resources:
        **SMALL,
    params:
        thresholds=config["criteria"]["thresholds"],
    script:
        "../scripts/list_disagreements.py"


rule construct_pairs:
    input:
        sentences="results/sentences/li-adger.csv",
        curated="resources/raw/li-adger-pairs.csv",
        conditions="resources/raw/li-conditions.csv",
        renamed="resources/li_conditions_renamed.csv",
        code=modules("errors", "io", "li_adger", "pairs"),
    output:
        "results/tables/pair_construction.csv",
    log:
        "results/logs/construct_pairs.log",
    conda:
        "../../envs/analysis.yaml"
    threads: 1
    resources:
        **SMALL,
    script:
        "../scripts/construct_pairs.py"


rule compare_with_paper:
    input:
        printed=sorted(str(path) for path in Path("resources/published").glob("*.csv")),
        sentences="results/sentences/li-adger.csv",
        pairs="results/pairs/li-adger.csv",
        construction="results/tables/pair_construction.csv",
        scores=[f"results/scores/li-adger/{system}.csv" for system in PUBLISHED],
        z_scores=[f"results/z_scores/li-adger/{system}.csv" for system in PUBLISHED],
        deltas=[f"results/deltas/li-adger/{system}.csv" for system in PUBLISHED],
        examples=[f"results/examples/li-adger/{example}.csv" for example in LI_ADGER_EXAMPLES],
        magnitude_estimates="resources/raw/li-magnitude-estimates.csv",
        renamed="resources/li_conditions_renamed.csv",
        blimp="resources/raw/blimp.zip",
        blimp_models="resources/raw/blimp-models.jsonl",
        blimp_humans="resources/raw/blimp-humans.csv",
        code=modules(
            "archives",
            "blimp",
            "criteria",
            "errors",
            "io",
            "li_adger",
            "pairs",
            "reproduction",
            "statistics",
            "tables",
        ),
    output:
        "results/tables/reproduction.csv",
    log:
        "results/logs/compare_with_paper.log",
    conda:
        "../../envs/analysis.yaml"
    threads: 1
    resources:
        **SMALL,
    params:
        systems=list(PUBLISHED),
        rows=configuration.PAPER_ROWS,
        examples=LI_ADGER_EXAMPLES,
    script:
        "../scripts/compare_with_paper.py"


rule compare_released:
    input:
        computed=[f"results/scores/li-adger/{system}.csv" for system in RELEASED],
        released=[f"results/scores/li-adger/{system}.csv" for system in RELEASED.values()],
        code=modules("errors", "io", "statistics"),
    output:
        "results/metrics/li-adger/released.csv",
    log:
        "results/logs/compare_released.log",
    conda:
        "../../envs/analysis.yaml"
    threads: 1
    resources:
        **SMALL,
    params:
        released=RELEASED,
    script:
        "../scripts/compare_released.py"


rule fit_sentences:
    input:
        sentences="results/sentences/{dataset}.csv",
        z_scores=z_scores,
        code=modules("errors", "io", "statistics"),
    output:
        points="results/points/{dataset}/sentences.csv",
        fits="results/metrics/{dataset}/sentence_fits.csv",
    log:
        "results/logs/fit_sentences/{dataset}.log",
    conda:
        "../../envs/analysis.yaml"
    threads: 1
    resources:
        **SMALL,
    params:
        systems=systems,
    script:
        "../scripts/fit_sentences.py"


rule fit_pairs:
    input:
        deltas=deltas,
        code=modules("errors", "io", "statistics"),
    output:
        points="results/points/{dataset}/pairs.csv",
        fits="results/metrics/{dataset}/pair_fits.csv",
    log:
        "results/logs/fit_pairs/{dataset}.log",
    conda:
        "../../envs/analysis.yaml"
    threads: 1
    resources:
        **SMALL,
    params:
        systems=systems,
    script:
        "../scripts/fit_pairs.py"


rule evaluate_restarts:
    input:
        labelled="results/sentences/{labelled}.csv",
        predictions=lambda wildcards: predictions(classifiers(wildcards), wildcards.labelled),
        code=modules("decisions", "errors", "io", "restarts"),
    output:
        restarts="results/metrics/{labelled}/restarts.csv",
        summary="results/metrics/{labelled}/classifiers.csv",
        selected="results/metrics/{labelled}/selected.csv",
    log:
        "results/logs/evaluate_restarts/{labelled}.log",
    conda:
        "../../envs/analysis.yaml"
    threads: 1
    resources:
        **SMALL,
    params:
        systems=classifiers,
    script:
        "../scripts/evaluate_restarts.py"


rule evaluate_simple_classifiers:
    input:
        labelled="results/sentences/{labelled}.csv",
        scores=lambda wildcards: [
            f"results/scores/{wildcards.labelled}/{system}.csv" for system in configuration.with_threshold(config)
        ],
        code=modules("decisions", "errors", "io", "restarts", "simple_classifiers"),
    output:
        "results/metrics/{labelled}/simple_classifiers.csv",
    log:
        "results/logs/evaluate_simple_classifiers/{labelled}.log",
    conda:
        "../../envs/analysis.yaml"
    threads: 1
    resources:
        **SMALL,
    params:
        systems=configuration.with_threshold(config),
    script:
        "../scripts/evaluate_simple_classifiers.py"


rule evaluate_features:
    input:
        labelled="results/sentences/{labelled}.csv",
        features="results/features/{labelled}.csv",
        predictions=lambda wildcards: predictions(classifiers(wildcards), wildcards.labelled),
        code=modules("decisions", "errors", "io", "restarts"),
    output:
        "results/metrics/{labelled}/features.csv",
    log:
        "results/logs/evaluate_features/{labelled}.log",
    conda:
        "../../envs/analysis.yaml"
    threads: 1
    resources:
        **SMALL,
    params:
        systems=classifiers,
    script:
        "../scripts/evaluate_features.py"


rule evaluate_stability:
    input:
        sentences="results/sentences/{dataset}.csv",
        predictions=lambda wildcards: predictions(unstable(wildcards), wildcards.dataset),
        code=modules("decisions", "errors", "io", "li_adger", "pairs", "restarts"),
    output:
        sentences="results/metrics/{dataset}/stability.csv",
        curve="results/metrics/{dataset}/stability_curve.csv",
        mcc="results/metrics/{dataset}/stability_mcc.csv",
    log:
        "results/logs/evaluate_stability/{dataset}.log",
    conda:
        "../../envs/analysis.yaml"
    threads: 1
    resources:
        **SMALL,
    params:
        systems=unstable,
    script:
        "../scripts/evaluate_stability.py"


rule find_contamination:
    input:
        sentences="results/sentences/{dataset}.csv",
        labelled="results/sentences/{labelled}.csv",
        code=modules("contamination", "errors", "io"),
    output:
        "results/metrics/{dataset}/contamination/{labelled}.csv",
    log:
        "results/logs/find_contamination/{dataset}/{labelled}.log",
    conda:
        "../../envs/analysis.yaml"
    threads: 1
    resources:
        **SMALL,
    script:
        "../scripts/find_contamination.py"


rule evaluate_contamination:
    input:
        pairs="results/pairs/{dataset}.csv",
        found="results/metrics/{dataset}/contamination/{labelled}.csv",
        deltas=deltas_and_references,
        code=modules("contamination", "criteria", "errors", "io"),
    output:
        "results/metrics/{dataset}/contamination/{labelled}_criteria.csv",
    log:
        "results/logs/evaluate_contamination/{dataset}/{labelled}.log",
    conda:
        "../../envs/analysis.yaml"
    threads: 1
    resources:
        **SMALL,
    params:
        systems=systems_and_references,
        thresholds=config["criteria"]["thresholds"],
    script:
        "../scripts/evaluate_contamination.py"


rule evaluate_ceiling:
    input:
        pairs="results/pairs/{dataset}.csv",
        ratings="results/ratings/{dataset}.csv",
        code=modules("ceiling", "criteria", "errors", "io"),
    output:
        ceiling="results/metrics/{dataset}/ceiling.csv",
        error="results/metrics/{dataset}/human_error.csv",
    log:
        "results/logs/evaluate_ceiling/{dataset}.log",
    conda:
        "../../envs/analysis.yaml"
    threads: 1
    resources:
        **SMALL,
    params:
        thresholds=config["criteria"]["thresholds"],
    script:
        "../scripts/evaluate_ceiling.py"


rule evaluate_noise_floor:
    input:
        sentences="results/sentences/{dataset}.csv",
        ratings=lambda wildcards: (
            "results/ratings/{dataset}.csv"
            if configuration.has_single_ratings(config["datasets"][wildcards.dataset])
            else []
        ),
        code=modules("ceiling", "criteria", "errors", "io"),
    output:
        "results/metrics/{dataset}/noise_floor.csv",
    log:
        "results/logs/evaluate_noise_floor/{dataset}.log",
    conda:
        "../../envs/analysis.yaml"
    threads: 1
    resources:
        **SMALL,
    script:
        "../scripts/evaluate_noise_floor.py"
