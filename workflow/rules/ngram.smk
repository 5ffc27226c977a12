# Corpora → n-gram models → log-probabilities of tokens.


localrules:
    build_kenlm,


KENLM = [f"{kenlm_tools.BUILT}/{program}" for program in kenlm_tools.PROGRAMS]


rule build_kenlm:
    input:
        requirement=relpath(kenlm_tools.REQUIREMENT),
    output:
        KENLM,
    log:
        "results/logs/build_kenlm.log",
    benchmark:
        "results/benchmarks/build_kenlm.tsv"
    conda:
        "../../envs/ngram.yaml"
    threads: 8
    resources:
        **needs(2000, 30),
    params:
        code=scoring_code("build_kenlm.py"),
    script:
        "../scripts/build_kenlm.py"


rule train_ngram:
    input:
        corpus=corpus_of,
        tools=KENLM,
        requirement=relpath(kenlm_tools.REQUIREMENT),
    output:
        model="results/models/{system}/model.binary",
        unigrams="results/models/{system}/unigrams.csv",
        provenance="results/models/{system}/provenance.json",
    log:
        "results/logs/train_ngram/{system}.log",
    benchmark:
        "results/benchmarks/train_ngram/{system}.tsv"
    wildcard_constraints:
        system=one_of(PLAN.systems_of(NGram)),
    conda:
        "../../envs/ngram.yaml"
    threads: 2
    resources:
        **needs(4000, 60),
    params:
        code=scoring_code("train_ngram.py"),
        corpus=described_corpus,
        training=lambda wildcards: system(wildcards).training,
    script:
        "../scripts/train_ngram.py"


rule score_ngram:
    input:
        sentences="results/sentences/{dataset}.csv",
        model="results/models/{system}/model.binary",
        unigrams="results/models/{system}/unigrams.csv",
    output:
        "results/tokens/{dataset}/{system}.csv",
    log:
        "results/logs/score_ngram/{dataset}/{system}.log",
    benchmark:
        "results/benchmarks/score_ngram/{dataset}/{system}.tsv"
    wildcard_constraints:
        system=one_of(PLAN.systems_of(NGram)),
    conda:
        "../../envs/ngram.yaml"
    resources:
        **needs(1000, 30, per_mb=3),
    params:
        code=scoring_code("score_ngram.py"),
        tokenisation=lambda wildcards: system(wildcards).entry["tokenisation"],
        lowercase=lambda wildcards: system(wildcards).entry["lowercase"],
        end_of_sentence=lambda wildcards: system(wildcards).entry["end_of_sentence"],
    script:
        "../scripts/score_ngram.py"
