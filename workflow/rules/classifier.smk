# Language models, encoders of sentences, and labelled sentences → many restarts of a classifier → the selected one's scores.


# Publications use this rule, too, and their files are elsewhere: paths begin at the folder of the workflow.
rule finetune_classifier:
    input:
        base=base_of,
        labelled=labelled_of,
    output:
        config=kept("results/restarts/{system}/{restart}/config.json"),
        weights=kept("results/restarts/{system}/{restart}/model.safetensors"),
        tokenizer=kept(multiext("results/restarts/{system}/{restart}/tokenizer", ".json", "_config.json")),
        margins="results/restarts/{system}/{restart}/margins.csv",
        curve="results/restarts/{system}/{restart}/curve.csv",
        held_out="results/restarts/{system}/{restart}/held_out.csv",
        provenance="results/restarts/{system}/{restart}/provenance.json",
    log:
        "results/logs/finetune_classifier/{system}/{restart}.log",
    benchmark:
        "results/benchmarks/finetune_classifier/{system}/{restart}.tsv"
    wildcard_constraints:
        system=trained_by("finetune_classifier"),
    conda:
        f"{BASE}/envs/torch.yaml"
    threads: tuning_threads
    resources:
        **needs(lambda wildcards: system(wildcards).room_for_training, 240, per_mb=12, gpu=1),
    params:
        code=lambda wildcards: scoring_code("finetune_classifier.py", system(wildcards).kind.training),
        digests=digests_of_base,
        names=names_of,
        training=lambda wildcards: system(wildcards).training,
        module=lambda wildcards: system(wildcards).kind.training,
        skip=leaves_out,
        # Not an output: Snakemake would delete it before the training that is to be resumed from it.
        checkpoint="results/checkpoints/{system}-{restart}.safetensors",
    script:
        f"{BASE}/workflow/scripts/finetune_classifier.py"


rule select_restart:
    input:
        labelled=labelled_of,
        margins=lambda wildcards: system(wildcards).restart_files("margins.csv"),
        provenances=lambda wildcards: system(wildcards).restart_files("provenance.json"),
        models=lambda wildcards: [path for file in TRAINED for path in system(wildcards).restart_files(file)],
        # To edit this module is to train all restarts again: their weights are gone when one is selected.
    output:
        config="results/models/{system}/config.json",
        weights="results/models/{system}/model.safetensors",
        tokenizer=multiext("results/models/{system}/tokenizer", ".json", "_config.json"),
        provenance="results/models/{system}/provenance.json",
    log:
        "results/logs/select_restart/{system}.log",
    benchmark:
        "results/benchmarks/select_restart/{system}.tsv"
    wildcard_constraints:
        system=one_of(PLAN.systems_of(Classifier)),
    conda:
        "../../envs/analysis.yaml"
    params:
        code=scoring_code("select_restart.py"),
        restarts=lambda wildcards: list(system(wildcards).restarts),
        variant=lambda wildcards: system(wildcards).selection,
        # So that a model of former settings is out of date even where a training by new ones has failed.
        training=lambda wildcards: system(wildcards).training,
    script:
        "../scripts/select_restart.py"


rule score_classifier:
    input:
        sentences="results/sentences/{dataset}.csv",
        # Without what is too long, some pair must be left.
        pairs=branch(lambda wildcards: system(wildcards).partial, then=ancient("results/pairs/{dataset}.csv")),
        model=collect("results/models/{{system}}/{file}", file=TRAINED),
    output:
        scores="results/scores/{dataset}/{system}.csv",
        provenance="results/scores/{dataset}/{system}.json",
    log:
        "results/logs/score_classifier/{dataset}/{system}.log",
    benchmark:
        "results/benchmarks/score_classifier/{dataset}/{system}.tsv"
    wildcard_constraints:
        system=one_of(PLAN.systems_of(Classifier)),
    conda:
        "../../envs/torch.yaml"
    threads: tuning_threads
    resources:
        **needs(4000, 60, per_mb=2, gpu=1),
    params:
        code=lambda wildcards: scoring_code("score_classifier.py", system(wildcards).kind.scoring),
        scoring=lambda wildcards: system(wildcards).kind.scoring,
        measures=lambda wildcards: list(system(wildcards).measures),
        threads=tuning_threads,
    script:
        "../scripts/score_classifier.py"


rule judge_restart:
    input:
        sentences="results/sentences/{dataset}.csv",
        model=collect("results/restarts/{{system}}/{{restart}}/{file}", file=TRAINED),
    output:
        "results/restarts/{system}/{restart}/judged/{dataset}.csv",
    log:
        "results/logs/judge_restart/{system}/{restart}/{dataset}.log",
    benchmark:
        "results/benchmarks/judge_restart/{system}/{restart}/{dataset}.tsv"
    wildcard_constraints:
        system=one_of(PLAN.systems_of(Classifier)),
        dataset=one_of(dataset.key for dataset in PLAN.paired),
    conda:
        "../../envs/torch.yaml"
    threads: tuning_threads
    resources:
        **needs(4000, 60, per_mb=2, gpu=1),
    params:
        code=lambda wildcards: scoring_code("judge_restart.py", system(wildcards).kind.scoring),
        scoring=lambda wildcards: system(wildcards).kind.scoring,
        threads=tuning_threads,
        skip=leaves_out,
    script:
        "../scripts/judge_restart.py"


rule gather_restarts:
    input:
        sentences="results/sentences/{dataset}.csv",
        margins=lambda wildcards: system(wildcards).restart_files(
            "margins.csv" if dataset(wildcards) in PLAN.labelled else f"judged/{wildcards.dataset}.csv"
        ),
    output:
        "results/predictions/{dataset}/{system}.csv",
    log:
        "results/logs/gather_restarts/{dataset}/{system}.log",
    benchmark:
        "results/benchmarks/gather_restarts/{dataset}/{system}.tsv"
    wildcard_constraints:
        system=one_of(PLAN.systems_of(Classifier)),
    group:
        "evaluation"
    conda:
        "../../envs/analysis.yaml"
    params:
        code=scoring_code("gather_restarts.py"),
        restarts=lambda wildcards: list(system(wildcards).restarts),
        partial=lambda wildcards: system(wildcards).partial,
    script:
        "../scripts/gather_restarts.py"
