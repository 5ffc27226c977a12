# Log-probabilities of tokens → scores of sentences.


rule measure_sentences:
    input:
        sentences="results/sentences/{dataset}.csv",
        tokens="results/tokens/{dataset}/{system}.csv",
        code=scoring_code("measure_sentences.py"),
    output:
        "results/scores/{dataset}/{system}.csv",
    log:
        "results/logs/measure_sentences/{dataset}/{system}.log",
    wildcard_constraints:
        system=one_of([*NGRAM, *MODELS]),
    conda:
        "../../envs/analysis.yaml"
    params:
        measures=lambda wildcards: systems.measures_of(CONFIG, wildcards.system),
    script:
        "../scripts/measure_sentences.py"
