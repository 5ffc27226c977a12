# Language models, fetched, local or trained here → log-probabilities of tokens.


# The kinds that are trained here, each by a rule of its own, such as train_masked.
for kind in kinds.of_section("models"):
    if not kind.training:
        continue

    rule:
        name:
            f"train_{kind.name}"
        input:
            corpus=corpus_of,
        output:
            config="results/models/{system}/config.json",
            weights="results/models/{system}/model.safetensors",
            tokenizer=multiext("results/models/{system}/tokenizer", ".json", "_config.json"),
            curve="results/models/{system}/losses.csv",
            provenance="results/models/{system}/provenance.json",
        log:
            f"results/logs/train_{kind.name}/{{system}}.log",
        benchmark:
            f"results/benchmarks/train_{kind.name}/{{system}}.tsv"
        wildcard_constraints:
            system=one_of(key for key, model in PLAN.models.items() if model.corpus and model.kind == kind),
        conda:
            "../../envs/torch.yaml"
        threads: lambda wildcards: system(wildcards).training["threads"]
        resources:
            **needs(**asdict(kind.training_needs)),
        params:
            code=scoring_code("train_model.py", kind.training),
            module=kind.training,
            corpus=described_corpus,
            training=lambda wildcards: system(wildcards).training,
            # Not an output: Snakemake would delete it before the training that is to be resumed from it.
            checkpoint="results/checkpoints/{system}.safetensors",
        script:
            "../scripts/train_model.py"


rule score_model:
    input:
        sentences="results/sentences/{dataset}.csv",
        model=lambda wildcards: weights_of(system(wildcards)),
        # Some pairs are compared with float32.
        pairs=branch(lambda wildcards: system(wildcards).is_compared, then="results/pairs/{dataset}.csv"),
        # Without what is too long, some pair must be left.
        paired=branch(lambda wildcards: system(wildcards).partial, then=ancient("results/pairs/{dataset}.csv")),
    output:
        tokens="results/shards/{dataset}/{system}/{shard}.csv",
        provenance="results/shards/{dataset}/{system}/{shard}.json",
    log:
        "results/logs/score_model/{dataset}/{system}/{shard}.log",
    benchmark:
        "results/benchmarks/score_model/{dataset}/{system}/{shard}.tsv"
    wildcard_constraints:
        system=one_of(key for key, model in PLAN.models.items() if not model.elsewhere),
    conda:
        "../../envs/torch.yaml"
    threads: lambda wildcards: system(wildcards).scoring["threads"]
    resources:
        **needs(6000, 120, per_mb=2, gpu=1),
    params:
        code=lambda wildcards: scoring_code("score_model.py", system(wildcards).kind.scoring),
        digests=lambda wildcards: digests_of_weights(system(wildcards)),
        scoring=lambda wildcards: system(wildcards).kind.scoring,
        system=lambda wildcards: system(wildcards).scoring,
        key="{system}",
    script:
        "../scripts/score_model.py"


# A model behind a server is asked from here: no job loads it.
use rule score_model as score_elsewhere with:
    log:
        "results/logs/score_elsewhere/{dataset}/{system}/{shard}.log",
    benchmark:
        "results/benchmarks/score_elsewhere/{dataset}/{system}/{shard}.tsv"
    wildcard_constraints:
        system=one_of(key for key, model in PLAN.models.items() if model.elsewhere),
    localrule: True
    conda:
        "../../envs/analysis.yaml"
    threads: 1
    resources:
        **needs(1000, 600),
    params:
        # Depends on inputs, so that Snakemake does not remember it: another number changes no score.
        at_once=lambda wildcards, input: system(wildcards).entry["at_once"],


# A causal model is asked; its answers are log-probabilities of the options of prompts.
rule ask_model:
    input:
        sentences="results/sentences/{dataset}.csv",
        pairs="results/pairs/{dataset}.csv",
        model=lambda wildcards: weights_of(system(wildcards).model),
    output:
        answers="results/answers/{dataset}/{system}.csv",
        provenance="results/answers/{dataset}/{system}.json",
    log:
        "results/logs/ask_model/{dataset}/{system}.log",
    benchmark:
        "results/benchmarks/ask_model/{dataset}/{system}.tsv"
    wildcard_constraints:
        system=one_of(key for key, prompted in PLAN.systems_of(Prompted).items() if prompted.model),
    conda:
        "../../envs/torch.yaml"
    threads: lambda wildcards: system(wildcards).asking["threads"]
    resources:
        **needs(6000, 240, per_mb=8, gpu=1),
    params:
        code=scoring_code("ask_model.py"),
        digests=lambda wildcards: digests_of_weights(system(wildcards).model),
        asked=lambda wildcards: load.read_yaml(system(wildcards).source(own("."))),
        source=lambda wildcards: system(wildcards).source(own(".")),
        measures=lambda wildcards: list(system(wildcards).measures),
        system=lambda wildcards: system(wildcards).asking,
    script:
        "../scripts/ask_model.py"


rule count_unigrams:
    input:
        corpus=lambda wildcards: f"results/corpora/{system(wildcards).unigrams}.txt",
        model=lambda wildcards: weights_of(system(wildcards)),
    output:
        unigrams="results/unigrams/{system}.csv",
        provenance="results/unigrams/{system}.json",
    log:
        "results/logs/count_unigrams/{system}.log",
    benchmark:
        "results/benchmarks/count_unigrams/{system}.tsv"
    wildcard_constraints:
        system=one_of(key for key, model in PLAN.models.items() if model.unigrams),
    conda:
        "../../envs/torch.yaml"
    threads: 2
    resources:
        **needs(3000, 60),
    params:
        code=lambda wildcards: scoring_code("count_unigrams.py", system(wildcards).kind.scoring),
        described=lambda wildcards: PLAN.corpora[system(wildcards).unigrams].described,
        digests=lambda wildcards: digests_of_weights(system(wildcards)),
        scoring=lambda wildcards: system(wildcards).kind.scoring,
        system=lambda wildcards: system(wildcards).tokenised,
    script:
        "../scripts/count_unigrams.py"


rule gather_tokens:
    input:
        sentences="results/sentences/{dataset}.csv",
        unigrams=lambda wildcards: system(wildcards).unigram_files,
        shards=lambda wildcards: shards(wildcards, "csv"),
        provenances=lambda wildcards: shards(wildcards, "json"),
    output:
        tokens="results/tokens/{dataset}/{system}.csv",
        provenance="results/tokens/{dataset}/{system}.json",
    log:
        "results/logs/gather_tokens/{dataset}/{system}.log",
    benchmark:
        "results/benchmarks/gather_tokens/{dataset}/{system}.tsv"
    wildcard_constraints:
        system=one_of(PLAN.models),
    group:
        "evaluation"
    conda:
        "../../envs/analysis.yaml"
    params:
        code=scoring_code("gather_tokens.py"),
    script:
        "../scripts/gather_tokens.py"
