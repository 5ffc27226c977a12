# Analyses: a rule for each folder of analyses/ that computes something, and one script for all. `make rules` prints them.


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
    group:
        "evaluation"
    conda:
        "../../envs/analysis.yaml"
    params:
        tie=PLAN.tie,
        partial=lambda wildcards: system(wildcards).partial,
    script:
        "../scripts/compute_deltas.py"


# Who is asked to choose has no scores, and so no z-scores.
rule choose_by_answers:
    input:
        sentences="results/sentences/{dataset}.csv",
        pairs="results/pairs/{dataset}.csv",
        answers="results/answers/{dataset}/{system}.csv",
        code=code("choose_by_answers.py"),
    output:
        "results/deltas/{dataset}/{system}.csv",
    log:
        "results/logs/choose_by_answers/{dataset}/{system}.log",
    wildcard_constraints:
        system=one_of(key for key, prompted in PLAN.of(Prompted).items() if prompted.decides),
    group:
        "evaluation"
    conda:
        "../../envs/analysis.yaml"
    params:
        measures=lambda wildcards: list(system(wildcards).measures),
        tie=PLAN.tie,
    script:
        "../scripts/choose_by_answers.py"


ruleorder: choose_by_answers > compute_deltas
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
    group:
        "evaluation"
    conda:
        "../../envs/analysis.yaml"
    params:
        preference=lambda wildcards: dataset(wildcards).manifest.pairs.preference,
    script:
        "../scripts/compute_references.py"


for folder, analysis in artefacts.computed().items():

    rule:
        name:
            analysis.rule
        input:
            unpack(lambda wildcards, folder=folder: files.inputs(PLAN, folder, dict(wildcards.items()))),
            code=code("analyse.py", f"analyses.{folder}.manifest", f"analyses.{folder}.compute"),
        output:
            [table.path for table in analysis.writes],
        log:
            artefacts.log(analysis),
        wildcard_constraints:
            dataset=one_of(artefacts.datasets_with(PLAN, analysis.when)),
        group:
            "evaluation"
        conda:
            "../../envs/analysis.yaml"
        params:
            analysis=folder,
            settings=lambda wildcards, folder=folder: artefacts.settings_of(PLAN, folder, dict(wildcards.items())),
        script:
            "../scripts/analyse.py"
