# Raw files → results/sentences, results/pairs, and published scores → results/scores.


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
    script:
        "../scripts/prepare_li_adger.py"


rule prepare_pairs:
    input:
        pairs=lambda wildcards: config["datasets"][wildcards.dataset]["pairs"],
        ratings=lambda wildcards: config["datasets"][wildcards.dataset].get("ratings", []),
        code=modules("pairs", "ratings"),
    output:
        sentences="results/sentences/{dataset}.csv",
        pairs="results/pairs/{dataset}.csv",
    log:
        "results/logs/prepare_pairs/{dataset}.log",
    wildcard_constraints:
        dataset=one_of(d for d in DATASETS if config["datasets"][d]["kind"] == "pairs"),
    conda:
        "../../envs/analysis.yaml"
    script:
        "../scripts/prepare_pairs.py"


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
    params:
        system=lambda wildcards: PUBLISHED[wildcards.system],
    script:
        "../scripts/import_published_scores.py"
