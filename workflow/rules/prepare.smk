# Raw files → results/sentences, results/pairs, results/corpora, and published scores → results/scores.


rule prepare_li_adger:
    input:
        sentences="resources/raw/li-adger-sentences.csv",
        ratings="resources/raw/li-adger-ratings.csv",
        pairs="resources/raw/li-adger-pairs.csv",
        code=modules("li_adger", "pairs"),
    output:
        sentences="results/sentences/li-adger.csv",
        pairs="results/pairs/li-adger.csv",
    log:
        "results/logs/prepare_li_adger.log",
    conda:
        "../../envs/analysis.yaml"
    threads: 1
    resources:
        **SMALL,
    script:
        "../scripts/prepare_li_adger.py"


rule prepare_pairs:
    input:
        pairs=lambda wildcards: dataset_file(wildcards.dataset, "pairs"),
        ratings=lambda wildcards: dataset_file(wildcards.dataset, "ratings"),
        code=modules("pairs", "ratings"),
    output:
        sentences="results/sentences/{dataset}.csv",
        pairs="results/pairs/{dataset}.csv",
    log:
        "results/logs/prepare_pairs/{dataset}.log",
    wildcard_constraints:
        dataset=one_of(d for d in DATASETS if d != "li-adger"),
    conda:
        "../../envs/analysis.yaml"
    threads: 1
    resources:
        **SMALL,
    script:
        "../scripts/prepare_pairs.py"


rule prepare_ratings:
    input:
        sentences="results/sentences/{dataset}.csv",
        ratings=lambda wildcards: (
            "resources/raw/li-magnitude-estimates.csv"
            if wildcards.dataset == "li-adger"
            else dataset_file(wildcards.dataset, "ratings")
        ),
        renamed=lambda wildcards: "resources/li_conditions_renamed.csv" if wildcards.dataset == "li-adger" else [],
        code=modules("li_adger", "pairs", "ratings"),
    output:
        "results/ratings/{dataset}.csv",
    log:
        "results/logs/prepare_ratings/{dataset}.log",
    conda:
        "../../envs/analysis.yaml"
    threads: 1
    resources:
        **SMALL,
    script:
        "../scripts/prepare_ratings.py"


rule prepare_cola:
    input:
        train="resources/raw/cola-train.csv",
        in_domain_dev="resources/raw/cola-in-domain-dev.tsv",
        dev="resources/raw/cola-dev.csv",
        test="resources/raw/cola-test.csv",
        major="resources/raw/cola-major-features.tsv",
        minor="resources/raw/cola-minor-features.tsv",
        code=modules("cola"),
    output:
        sentences="results/sentences/cola.csv",
        features="results/features/cola.csv",
        mismatches="results/features/cola_mismatches.csv",
    log:
        "results/logs/prepare_cola.log",
    conda:
        "../../envs/analysis.yaml"
    threads: 1
    resources:
        **SMALL,
    script:
        "../scripts/prepare_cola.py"


rule import_released_restarts:
    input:
        raw="resources/raw/li-adger-restarts.csv",
        code=modules("li_adger", "pairs"),
    output:
        "results/predictions/li-adger/bert-base-uncased-restarts-published.csv",
    log:
        "results/logs/import_released_restarts.log",
    conda:
        "../../envs/analysis.yaml"
    threads: 1
    resources:
        **SMALL,
    script:
        "../scripts/import_released_restarts.py"


rule import_published_scores:
    input:
        scores=lambda wildcards: f"resources/raw/{PUBLISHED[wildcards.system]['source']}",
        code=modules("li_adger"),
    output:
        "results/scores/{dataset}/{system}.csv",
    log:
        "results/logs/import_published_scores/{dataset}/{system}.log",
    wildcard_constraints:
        dataset="li-adger",
        system=one_of(PUBLISHED),
    conda:
        "../../envs/analysis.yaml"
    threads: 1
    resources:
        **SMALL,
    params:
        system=lambda wildcards: PUBLISHED[wildcards.system],
    script:
        "../scripts/import_published_scores.py"


rule generate_toy_language:
    input:
        grammar="resources/demo/grammar.txt",
        phenomena="resources/demo/phenomena.csv",
        code=modules("toy_language"),
    output:
        corpus="results/corpora/toy-simulated.txt",
        pairs="results/toy-simulated/pairs.csv",
        ratings="results/toy-simulated/ratings.csv",
        labelled="results/sentences/toy-labels-simulated.csv",
        features="results/features/toy-labels-simulated.csv",
    log:
        "results/logs/generate_toy_language.log",
    conda:
        "../../envs/ngram.yaml"
    threads: 1
    resources:
        **SMALL,
    script:
        "../scripts/generate_toy_language.py"


rule read_corpus:
    input:
        corpus=lambda wildcards: CORPORA[wildcards.corpus].get("path", "resources/raw/brown.zip"),
        code=modules("archives", "corpora"),
    output:
        "results/corpora/{corpus}.txt",
    log:
        "results/logs/read_corpus/{corpus}.log",
    benchmark:
        "results/benchmarks/read_corpus/{corpus}.tsv"
    wildcard_constraints:
        corpus=one_of(name for name in CORPORA if name != "toy-simulated"),
    conda:
        "../../envs/ngram.yaml"
    threads: lambda wildcards: 8 if CORPORA[wildcards.corpus]["kind"] == "bnc" else 1
    resources:
        **needs(2000, 60),
    params:
        kind=lambda wildcards: CORPORA[wildcards.corpus]["kind"],
    script:
        "../scripts/read_corpus.py"
