# Log-probabilities of tokens → surprisals of words.


rule list_words:
    input:
        sentences="results/sentences/{dataset}.csv",
        tokens="results/tokens/{dataset}/{system}.csv",
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
