# Log-probabilities of tokens → scores of sentences; linking functions that are fitted to ratings.


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


rule list_words:
    input:
        sentences="results/sentences/{dataset}.csv",
        tokens="results/tokens/{dataset}/{system}.csv",
        code=scoring_code("list_words.py"),
    output:
        "results/words/{dataset}/{system}.csv",
    log:
        "results/logs/list_words/{dataset}/{system}.log",
    wildcard_constraints:
        system=one_of([*NGRAM, *MODELS]),
    conda:
        "../../envs/analysis.yaml"
    params:
        tokenisation=lambda wildcards: trainings.tokenisation(CONFIG, wildcards.system),
    script:
        "../scripts/list_words.py"


rule fit_linking:
    input:
        unpack(lambda wildcards: fitted.inputs(CONFIG, wildcards.dataset, wildcards.system)),
        sentences="results/sentences/{dataset}.csv",
        pairs="results/pairs/{dataset}.csv",
        code=scoring_code("fit_linking.py"),
    output:
        scores="results/scores/{dataset}/{system}.csv",
        coefficients="results/linking/{dataset}/{system}.csv",
    log:
        "results/logs/fit_linking/{dataset}/{system}.log",
    wildcard_constraints:
        system=one_of(CONFIG["fitted"]),
    conda:
        "../../envs/analysis.yaml"
    params:
        row=lookup(within=CONFIG, dpath="fitted/{system}/row"),
        folds=lookup(within=CONFIG, dpath="fitted/{system}/folds"),
        measures=lookup(within=CONFIG, dpath="fitted/{system}/measures"),
        of_tokens=lambda wildcards: fitted.has_tokens(CONFIG, wildcards.system),
    script:
        "../scripts/fit_linking.py"


rule gather_linking:
    input:
        coefficients=lambda wildcards: of_systems("linking", wildcards.dataset, fitted.on(CONFIG, wildcards.dataset)),
        code=scoring_code("gather_linking.py"),
    output:
        "results/metrics/{dataset}/linking.csv",
    log:
        "results/logs/gather_linking/{dataset}.log",
    conda:
        "../../envs/analysis.yaml"
    script:
        "../scripts/gather_linking.py"


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
