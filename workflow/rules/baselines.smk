# Scores that need no trained model.


rule score_length:
    input:
        sentences="results/sentences/{dataset}.csv",
        code=modules("baselines"),
    output:
        "results/scores/{dataset}/{system}.csv",
    log:
        "results/logs/score_length/{dataset}/{system}.log",
    wildcard_constraints:
        system=baselines_of("length"),
    conda:
        "../../envs/analysis.yaml"
    script:
        "../scripts/score_length.py"


rule score_unigram:
    input:
        sentences="results/sentences/{dataset}.csv",
        corpus=lambda wildcards: BASELINES[wildcards.system]["corpus"],
        code=modules("baselines"),
    output:
        "results/scores/{dataset}/{system}.csv",
    log:
        "results/logs/score_unigram/{dataset}/{system}.log",
    wildcard_constraints:
        system=baselines_of("unigram"),
    conda:
        "../../envs/analysis.yaml"
    script:
        "../scripts/score_unigram.py"
