# Log-probabilities of tokens → surprisals of words.


# Where only words need what takes time, such as ranks, sentences are scored with it once more; doubts
# and the comparison with float32 stand with the first scores.
use rule score_model as score_words with:
    input:
        sentences="results/sentences/{dataset}.csv",
        model=lambda wildcards: weights_of(system(wildcards)),
        paired=branch(lambda wildcards: system(wildcards).partial, then=ancient("results/pairs/{dataset}.csv")),
    output:
        tokens="results/shards_of_words/{dataset}/{system}/{shard}.csv",
        provenance="results/shards_of_words/{dataset}/{system}/{shard}.json",
    log:
        "results/logs/score_words/{dataset}/{system}/{shard}.log",
    benchmark:
        "results/benchmarks/score_words/{dataset}/{system}/{shard}.tsv"
    wildcard_constraints:
        system=one_of(key for key, model in PLAN.models.items() if model.words_apart),
    params:
        system=lambda wildcards: system(wildcards).scoring | {"words": True, "doubts": False},


use rule gather_tokens as gather_words with:
    input:
        sentences="results/sentences/{dataset}.csv",
        unigrams=lambda wildcards: system(wildcards).unigram_files,
        shards=lambda wildcards: shards(wildcards, "csv", "results/shards_of_words"),
        provenances=lambda wildcards: shards(wildcards, "json", "results/shards_of_words"),
    output:
        tokens="results/tokens_of_words/{dataset}/{system}.csv",
        provenance="results/tokens_of_words/{dataset}/{system}.json",
    log:
        "results/logs/gather_words/{dataset}/{system}.log",
    benchmark:
        "results/benchmarks/gather_words/{dataset}/{system}.tsv"


rule list_words:
    input:
        sentences="results/sentences/{dataset}.csv",
        tokens=branch(
            lambda wildcards: system(wildcards).words_apart,
            then="results/tokens_of_words/{dataset}/{system}.csv",
            otherwise="results/tokens/{dataset}/{system}.csv",
        ),
    output:
        "results/words/{dataset}/{system}.csv",
    log:
        "results/logs/list_words/{dataset}/{system}.log",
    benchmark:
        "results/benchmarks/list_words/{dataset}/{system}.tsv"
    wildcard_constraints:
        system=one_of(key for key, system in PLAN.systems.items() if system.scores_tokens),
    group:
        "evaluation"
    conda:
        "../../envs/analysis.yaml"
    params:
        code=scoring_code("list_words.py"),
        tokenisation=lambda wildcards: system(wildcards).tokenisation,
    script:
        "../scripts/list_words.py"
