# Log-probabilities of tokens → results/scores.


rule measure_sentences:
    input:
        sentences="results/sentences/{dataset}.csv",
        tokens="results/tokens/{dataset}/{system}.csv",
        code=modules("measures"),
    output:
        "results/scores/{dataset}/{system}.csv",
    log:
        "results/logs/measure_sentences/{dataset}/{system}.log",
    wildcard_constraints:
        system=one_of([*NGRAM, *MODELS]),
    conda:
        "../../envs/analysis.yaml"
    threads: 1
    resources:
        **SMALL,
    params:
        measures=lambda wildcards: configuration.measures_of(config, wildcards.system),
    script:
        "../scripts/measure_sentences.py"
