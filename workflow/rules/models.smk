# Masked, causal and LSTM language models, fetched, local or trained here → log-probabilities of tokens.


rule train_masked:
    input:
        corpus=lambda wildcards: f"results/corpora/{MODELS[wildcards.system]['corpus']}.txt",
        code=scoring_code("train_masked.py"),
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
        system=one_of([key for key in TRAINED if MODELS[key]["kind"] == "masked"]),
    conda:
        "../../envs/torch.yaml"
    threads: lambda wildcards: int(MODELS[wildcards.system]["training"]["threads"])
    resources:
        **needs(4000, 120, per_mb=8, gpu=1),
    params:
        corpus=lambda wildcards: trainings.corpus_of(CONFIG, "models", wildcards.system),
        training=lambda wildcards: trainings.training(CONFIG, wildcards.system),
        # Not an output: Snakemake would delete it before the training that is to be resumed from it.
        checkpoint="results/checkpoints/{system}.safetensors",
    script:
        "../scripts/train_masked.py"


rule train_lstm:
    input:
        corpus=lambda wildcards: f"results/corpora/{MODELS[wildcards.system]['corpus']}.txt",
        code=scoring_code("train_lstm.py"),
    output:
        config="results/models/{system}/config.json",
        weights="results/models/{system}/model.safetensors",
        tokenizer=multiext("results/models/{system}/tokenizer", ".json", "_config.json"),
        curve="results/models/{system}/losses.csv",
        provenance="results/models/{system}/provenance.json",
    log:
        "results/logs/train_lstm/{system}.log",
    benchmark:
        "results/benchmarks/train_lstm/{system}.tsv"
    wildcard_constraints:
        system=one_of([key for key in TRAINED if MODELS[key]["kind"] == "lstm"]),
    conda:
        "../../envs/torch.yaml"
    threads: lambda wildcards: int(MODELS[wildcards.system]["training"]["threads"])
    resources:
        **needs(4000, 240, per_mb=12, gpu=1),
    params:
        corpus=lambda wildcards: trainings.corpus_of(CONFIG, "models", wildcards.system),
        training=lambda wildcards: trainings.training(CONFIG, wildcards.system),
        # Not an output: Snakemake would delete it before the training that is to be resumed from it.
        checkpoint="results/checkpoints/{system}.safetensors",
    script:
        "../scripts/train_lstm.py"


rule score_model:
    input:
        sentences=systems.prepared(CONFIG, "sentences"),  # what another system skips does not concern these scores
        # No time is spent where no pair is left.
        left=branch(systems.skips(CONFIG), then=ancient("results/metrics/{dataset}/skipped.csv")),
        model=lambda wildcards: systems.files_of_model(CONFIG, wildcards.system),
        # Some pairs are compared with float32.
        pairs=branch(
            lambda wildcards: systems.is_compared(CONFIG, wildcards.system), then=systems.prepared(CONFIG, "pairs")
        ),
        code=scoring_code("score_model.py"),
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
    threads: lambda wildcards: systems.scoring(CONFIG, wildcards.system)["threads"]
    resources:
        **needs(6000, 120, per_mb=2, gpu=1),
    params:
        system=lambda wildcards: systems.scoring(CONFIG, wildcards.system),
    script:
        "../scripts/score_model.py"


rule count_unigrams:
    input:
        corpus=lambda wildcards: f"results/corpora/{MODELS[wildcards.system]['unigrams']}.txt",
        model=lambda wildcards: systems.files_of_model(CONFIG, wildcards.system),
        code=scoring_code("count_unigrams.py"),
    output:
        unigrams="results/unigrams/{system}.csv",
        provenance="results/unigrams/{system}.json",
    log:
        "results/logs/count_unigrams/{system}.log",
    benchmark:
        "results/benchmarks/count_unigrams/{system}.tsv"
    wildcard_constraints:
        system=one_of([key for key in MODELS if "unigrams" in MODELS[key]]),
    conda:
        "../../envs/torch.yaml"
    threads: 2
    resources:
        **needs(3000, 60),
    params:
        described=lambda wildcards: trainings.corpus_of(CONFIG, "models", wildcards.system, "unigrams"),
        system=lambda wildcards: systems.tokenised(CONFIG, wildcards.system),
    script:
        "../scripts/count_unigrams.py"


rule gather_tokens:
    input:
        sentences="results/sentences/{dataset}.csv",
        unigrams=lambda wildcards: systems.unigrams_of(CONFIG, wildcards.system),
        shards=lambda wildcards: shards(wildcards, "csv"),
        provenances=lambda wildcards: shards(wildcards, "json"),
        code=scoring_code("gather_tokens.py"),
    output:
        tokens="results/tokens/{dataset}/{system}.csv",
        provenance="results/tokens/{dataset}/{system}.json",
    log:
        "results/logs/gather_tokens/{dataset}/{system}.log",
    wildcard_constraints:
        system=one_of(MODELS),
    conda:
        "../../envs/analysis.yaml"
    script:
        "../scripts/gather_tokens.py"


rule make_fakes:
    input:
        model=collect("results/models/{{system}}/{file}", file=systems.TRAINED),
        corpus=lambda wildcards: f"results/corpora/{MODELS[wildcards.system]['corpus']}.txt",
        code=scoring_code("make_fakes.py"),
    output:
        "results/fakes/{system}.csv",
    log:
        "results/logs/make_fakes/{system}.log",
    benchmark:
        "results/benchmarks/make_fakes/{system}.tsv"
    wildcard_constraints:
        system=one_of(TRAINED),
    conda:
        "../../envs/torch.yaml"
    threads: lambda wildcards: trainings.fakes(CONFIG, wildcards.system)["threads"]
    resources:
        **needs(4000, 120, per_mb=8, gpu=1),
    params:
        settings=lambda wildcards: trainings.fakes(CONFIG, wildcards.system),
    script:
        "../scripts/make_fakes.py"


rule train_encoder:
    input:
        model=collect("results/models/{{system}}/{file}", file=systems.TRAINED),
        fakes="results/fakes/{system}.csv",
        code=scoring_code("train_encoder.py"),
    output:
        config="results/encoders/{system}/{encoder}/config.json",
        weights="results/encoders/{system}/{encoder}/model.safetensors",
        tokenizer=multiext("results/encoders/{system}/{encoder}/tokenizer", ".json", "_config.json"),
        curve="results/encoders/{system}/{encoder}/losses.csv",
        judged="results/encoders/{system}/{encoder}/real_fake.csv",
        provenance="results/encoders/{system}/{encoder}/provenance.json",
    log:
        "results/logs/train_encoder/{system}/{encoder}.log",
    benchmark:
        "results/benchmarks/train_encoder/{system}/{encoder}.tsv"
    wildcard_constraints:
        system=one_of(TRAINED),
        encoder="real-fake|real-fake-elmo",
    conda:
        "../../envs/torch.yaml"
    threads: lambda wildcards: trainings.real_fake(CONFIG, wildcards.system)["threads"]
    resources:
        **needs(4000, 240, per_mb=8, gpu=1),
    params:
        fakes=lambda wildcards: trainings.fakes(CONFIG, wildcards.system),
        training=lambda wildcards: trainings.real_fake(CONFIG, wildcards.system),
        # Not an output: Snakemake would delete it before the training that is to be resumed from it.
        checkpoint="results/checkpoints/{system}-{encoder}.safetensors",
    script:
        "../scripts/train_encoder.py"
