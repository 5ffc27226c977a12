# Classifiers on encoders of sentences, what the encoders learn from, and classifiers that are trained on other divisions of
# the labelled sentences than their dataset's own: fewer to train on, or split by source.


wildcard_constraints:
    division=r"(size|sources|without)-\d+",


rule make_fakes:
    input:
        model=collect("results/models/{{system}}/{file}", file=TRAINED),
        corpus=corpus_of,
    output:
        "results/fakes/{system}.csv",
    log:
        "results/logs/make_fakes/{system}.log",
    benchmark:
        "results/benchmarks/make_fakes/{system}.tsv"
    wildcard_constraints:
        system=one_of(key for key, model in PLAN.models.items() if model.corpus),
    conda:
        "../../envs/torch.yaml"
    threads: lambda wildcards: system(wildcards).settings("fakes")["threads"]
    resources:
        **needs(4000, 120, per_mb=8, gpu=1),
    params:
        code=scoring_code("papers.cola.scripts.make_fakes"),
        settings=lambda wildcards: system(wildcards).settings("fakes"),
    script:
        "scripts/make_fakes.py"


rule train_encoder:
    input:
        model=collect("results/models/{{system}}/{file}", file=TRAINED),
        fakes="results/fakes/{system}.csv",
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
        system=one_of(key for key, model in PLAN.models.items() if model.corpus),
        encoder="real-fake|real-fake-elmo",
    conda:
        "../../envs/torch.yaml"
    threads: lambda wildcards: system(wildcards).settings("real_fake")["threads"]
    resources:
        **needs(4000, 240, per_mb=8, gpu=1),
    params:
        code=scoring_code("papers.cola.scripts.train_encoder"),
        fakes=lambda wildcards: system(wildcards).settings("fakes"),
        training=lambda wildcards: system(wildcards).settings("real_fake"),
        # Not an output: Snakemake would delete it before the training that is to be resumed from it.
        checkpoint="results/checkpoints/{system}-{encoder}.safetensors",
    script:
        "scripts/train_encoder.py"


use rule finetune_classifier as train_transfer with:
    log:
        "results/logs/train_transfer/{system}/{restart}.log",
    benchmark:
        "results/benchmarks/train_transfer/{system}/{restart}.tsv"
    wildcard_constraints:
        system=trained_by("train_transfer"),
    resources:
        **needs(4000, 60, per_mb=4, gpu=1),


use rule finetune_classifier as finetune_on_division with:
    output:
        margins="results/divisions/{system}/{division}/{restart}/margins.csv",
        provenance="results/divisions/{system}/{division}/{restart}/provenance.json",
    log:
        "results/logs/finetune_on_division/{system}/{division}/{restart}.log",
    benchmark:
        "results/benchmarks/finetune_on_division/{system}/{division}/{restart}.tsv"
    params:
        division=lambda wildcards: system(wildcards).divisions[wildcards.division],
        checkpoint="results/checkpoints/{system}/{division}-{restart}.safetensors",


use rule train_transfer as transfer_on_division with:
    output:
        margins="results/divisions/{system}/{division}/{restart}/margins.csv",
        provenance="results/divisions/{system}/{division}/{restart}/provenance.json",
    log:
        "results/logs/transfer_on_division/{system}/{division}/{restart}.log",
    benchmark:
        "results/benchmarks/transfer_on_division/{system}/{division}/{restart}.tsv"
    params:
        division=lambda wildcards: system(wildcards).divisions[wildcards.division],
        checkpoint="results/checkpoints/{system}/{division}-{restart}.safetensors",
