# Pretrained models and labelled sentences → many restarts of a classifier → the selected one's scores.


rule finetune_classifier:
    input:
        base=lambda wildcards: configuration.files_of_model(config, CLASSIFIERS[wildcards.system]["base"]),
        labelled=lambda wildcards: f"results/sentences/{CLASSIFIERS[wildcards.system]['labelled']}.csv",
        code=modules("batches", "checkpoints", "classifier", "decisions", "devices", "model_files", "pretrained"),
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
        system=one_of(CLASSIFIERS),
        restart=r"\d+",
    conda:
        "../../envs/torch.yaml"
    threads: lambda wildcards: configuration.fine_tuning(config, wildcards.system)["threads"]
    resources:
        **needs(lambda wildcards: configuration.room_for_training(config, wildcards.system), 240, per_mb=12, gpu=1),
    params:
        names=lambda wildcards: {
            name: CLASSIFIERS[wildcards.system][key] for name, key in (("model", "base"), ("labelled", "labelled"))
        },
        training=lambda wildcards: configuration.fine_tuning(config, wildcards.system),
        # Not an output: Snakemake would delete it before the training that is to go on from it.
        checkpoint="results/checkpoints/{system}-{restart}.safetensors",
    script:
        "../scripts/finetune_classifier.py"


rule select_restart:
    input:
        labelled=lambda wildcards: f"results/sentences/{CLASSIFIERS[wildcards.system]['labelled']}.csv",
        margins=lambda wildcards: of_restarts(wildcards.system, "margins.csv"),
        provenances=lambda wildcards: of_restarts(wildcards.system, "provenance.json"),
        weights=lambda wildcards: of_restarts(wildcards.system, "model.safetensors"),
        others=lambda wildcards: [
            path
            for name in ("config.json", "tokenizer.json", "tokenizer_config.json")
            for path in of_restarts(wildcards.system, name)
        ],
        # To edit this module is to train all restarts again: their weights are gone when one is selected.
        code=modules("decisions"),
    output:
        config="results/models/{system}/config.json",
        weights="results/models/{system}/model.safetensors",
        tokenizer=multiext("results/models/{system}/tokenizer", ".json", "_config.json"),
        provenance="results/models/{system}/provenance.json",
    log:
        "results/logs/select_restart/{system}.log",
    wildcard_constraints:
        system=one_of(CLASSIFIERS),
    conda:
        "../../envs/analysis.yaml"
    threads: 1
    resources:
        **SMALL,
    params:
        restarts=lambda wildcards: restarts_of(wildcards.system),
        variant=lambda wildcards: configuration.selection(config, wildcards.system),
    script:
        "../scripts/select_restart.py"


rule score_classifier:
    input:
        sentences="results/sentences/{dataset}.csv",
        model=multiext(
            "results/models/{system}/", "config.json", "model.safetensors", "tokenizer.json", "tokenizer_config.json"
        ),
        code=modules("batches", "checkpoints", "classifier", "decisions", "devices", "model_files", "pretrained"),
    output:
        scores="results/scores/{dataset}/{system}.csv",
        provenance="results/scores/{dataset}/{system}.json",
    log:
        "results/logs/score_classifier/{dataset}/{system}.log",
    benchmark:
        "results/benchmarks/score_classifier/{dataset}/{system}.tsv"
    wildcard_constraints:
        system=one_of(CLASSIFIERS),
    conda:
        "../../envs/torch.yaml"
    threads: lambda wildcards: configuration.fine_tuning(config, wildcards.system)["threads"]
    resources:
        **needs(4000, 60, per_mb=2, gpu=1),
    params:
        measures=lambda wildcards: configuration.measures_of(config, wildcards.system),
        threads=lambda wildcards: configuration.fine_tuning(config, wildcards.system)["threads"],
    script:
        "../scripts/score_classifier.py"


rule judge_restart:
    input:
        sentences="results/sentences/{dataset}.csv",
        model=multiext(
            "results/restarts/{system}/{restart}/",
            "config.json",
            "model.safetensors",
            "tokenizer.json",
            "tokenizer_config.json",
        ),
        code=modules("batches", "checkpoints", "classifier", "decisions", "devices", "model_files", "pretrained"),
    output:
        "results/restarts/{system}/{restart}/judged/{dataset}.csv",
    log:
        "results/logs/judge_restart/{system}/{restart}/{dataset}.log",
    wildcard_constraints:
        system=one_of(CLASSIFIERS),
        restart=r"\d+",
        dataset=one_of(DATASETS),
    conda:
        "../../envs/torch.yaml"
    threads: lambda wildcards: configuration.fine_tuning(config, wildcards.system)["threads"]
    resources:
        **needs(4000, 60, per_mb=2, gpu=1),
    params:
        threads=lambda wildcards: configuration.fine_tuning(config, wildcards.system)["threads"],
    script:
        "../scripts/judge_restart.py"


rule gather_restarts:
    input:
        sentences="results/sentences/{dataset}.csv",
        margins=lambda wildcards: of_restarts(
            wildcards.system, "margins.csv" if wildcards.dataset in LABELLED else f"judged/{wildcards.dataset}.csv"
        ),
        code=modules("decisions"),
    output:
        "results/predictions/{dataset}/{system}.csv",
    log:
        "results/logs/gather_restarts/{dataset}/{system}.log",
    wildcard_constraints:
        system=one_of(CLASSIFIERS),
    conda:
        "../../envs/analysis.yaml"
    threads: 1
    resources:
        **SMALL,
    params:
        restarts=lambda wildcards: restarts_of(wildcards.system),
    script:
        "../scripts/gather_restarts.py"
