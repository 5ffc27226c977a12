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
        system=one_of(BASELINES),
    conda:
        "../../envs/analysis.yaml"
    threads: 1
    resources:
        **SMALL,
    script:
        "../scripts/score_length.py"
