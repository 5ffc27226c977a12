# Log-probabilities of tokens, or answers to prompts → scores of sentences; linking functions that are fitted to ratings.


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
        system=one_of(key for key, system in PLAN.systems.items() if system.scores_tokens),
    group:
        "evaluation"
    conda:
        "../../envs/analysis.yaml"
    params:
        measures=lambda wildcards: list(system(wildcards).measures),
    script:
        "../scripts/measure_sentences.py"


rule score_answers:
    input:
        answers="results/answers/{dataset}/{system}.csv",
        code=scoring_code("score_answers.py"),
    output:
        "results/scores/{dataset}/{system}.csv",
    log:
        "results/logs/score_answers/{dataset}/{system}.log",
    wildcard_constraints:
        system=one_of(key for key, prompted in PLAN.of(Prompted).items() if not prompted.decides),
    group:
        "evaluation"
    conda:
        "../../envs/analysis.yaml"
    script:
        "../scripts/score_answers.py"


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
        system=one_of(key for key, system in PLAN.systems.items() if system.scores_tokens),
    group:
        "evaluation"
    conda:
        "../../envs/analysis.yaml"
    params:
        tokenisation=lambda wildcards: system(wildcards).tokenisation,
    script:
        "../scripts/list_words.py"


rule fit_linking:
    input:
        unpack(lambda wildcards: system(wildcards).inputs(dataset(wildcards))),
        sentences="results/sentences/{dataset}.csv",
        pairs="results/pairs/{dataset}.csv",
        code=scoring_code("fit_linking.py"),
    output:
        scores="results/scores/{dataset}/{system}.csv",
        coefficients="results/linking/{dataset}/{system}.csv",
    log:
        "results/logs/fit_linking/{dataset}/{system}.log",
    wildcard_constraints:
        system=one_of(PLAN.of(Fitted)),
    group:
        "evaluation"
    conda:
        "../../envs/analysis.yaml"
    params:
        row=lambda wildcards: system(wildcards).entry["row"],
        folds=lambda wildcards: system(wildcards).entry["folds"],
        measures=lambda wildcards: list(system(wildcards).measures),
        of_tokens=lambda wildcards: system(wildcards).unigrams.scores_tokens,
    script:
        "../scripts/fit_linking.py"


rule gather_scores:
    input:
        sentences="results/sentences/{dataset}.csv",
        scores=lambda wildcards: dataset(wildcards).files("scores", dataset(wildcards).scorers),
        code=scoring_code("gather_scores.py"),
    output:
        "results/scores/{dataset}.csv",
    log:
        "results/logs/gather_scores/{dataset}.log",
    group:
        "evaluation"
    conda:
        "../../envs/analysis.yaml"
    script:
        "../scripts/gather_scores.py"
