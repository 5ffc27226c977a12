# Masked and causal language models, fetched, local or trained here → log-probabilities of tokens.


rule train_masked:
    input:
        corpus=lambda wildcards: f"results/corpora/{MODELS[wildcards.system]['corpus']}.txt",
        code=modules("checkpoints", "devices", "training"),
    output:
        config="results/models/{system}/config.json",
        weights="results/models/{system}/model.safetensors",
        tokenizer=multiext("results/models/{system}/tokenizer", ".json", "_config.json"),
        curve="results/models/{system}/losses.csv",
        provenance="results/models/{system}/provenance.json",
    log:
        "results/logs/train_masked/{system}.log",
    benchmark:
        "results/benchmarks/train_masked/{system}.tsv"
    wildcard_constraints:
        system=one_of(TRAINED),
    conda:
        "../../envs/torch.yaml"
    threads: lambda wildcards: int(MODELS[wildcards.system]["training"]["threads"])
    resources:
        **needs(4000, 120, per_mb=8, gpu=1),
    params:
        corpus=lambda wildcards: {"name": MODELS[wildcards.system]["corpus"]}
        | CORPORA[MODELS[wildcards.system]["corpus"]],
        training=lambda wildcards: configuration.training(config, wildcards.system),
        # Not an output: Snakemake would delete it before the training that is to go on from it.
        checkpoint="results/checkpoints/{system}.safetensors",
    script:
        "../scripts/train_masked.py"


rule score_model:
    input:
        sentences="results/sentences/{dataset}.csv",
        model=lambda wildcards: configuration.files_of_model(config, wildcards.system),
        code=modules("batches", "causal", "devices", "masked", "model_files", "pretrained"),
    output:
        tokens="results/shards/{dataset}/{system}/{shard}.csv",
        provenance="results/shards/{dataset}/{system}/{shard}.json",
    log:
        "results/logs/score_model/{dataset}/{system}/{shard}.log",
    benchmark:
        "results/benchmarks/score_model/{dataset}/{system}/{shard}.tsv"
    wildcard_constraints:
        system=one_of(MODELS),
        shard=r"\d+",
    conda:
        "../../envs/torch.yaml"
    threads: lambda wildcards: configuration.scoring(config, wildcards.system)["threads"]
    resources:
        **needs(6000, 120, per_mb=2, gpu=1),
    params:
        system=lambda wildcards: configuration.scoring(config, wildcards.system),
    script:
        "../scripts/score_model.py"


rule gather_tokens:
    input:
        sentences="results/sentences/{dataset}.csv",
        shards=lambda wildcards: shards(wildcards, "csv"),
        provenances=lambda wildcards: shards(wildcards, "json"),
    output:
        tokens="results/tokens/{dataset}/{system}.csv",
        provenance="results/tokens/{dataset}/{system}.json",
    log:
        "results/logs/gather_tokens/{dataset}/{system}.log",
    wildcard_constraints:
        system=one_of(MODELS),
    conda:
        "../../envs/analysis.yaml"
    threads: 1
    resources:
        **SMALL,
    script:
        "../scripts/gather_tokens.py"
