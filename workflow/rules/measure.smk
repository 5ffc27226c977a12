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


rule gather_scores:
    input:
        sentences="results/sentences/{dataset}.csv",
        scores=lambda wildcards: of_systems("scores", wildcards.dataset, running(wildcards)),
        code=scoring_code("gather_scores.py"),
    output:
        "results/scores/{dataset}.csv",
    log:
        "results/logs/gather_scores/{dataset}.log",
    conda:
        "../../envs/analysis.yaml"
    script:
        "../scripts/gather_scores.py"
