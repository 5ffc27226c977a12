# Suites: finished surprisals of regions, and decisions about items → files like those computed here.


rule import_surprisals:
    input:
        sentences="results/sentences/{dataset}.csv",
        table=lambda wildcards: given(system(wildcards).path),
    output:
        tokens="results/tokens/{dataset}/{system}.csv",
    log:
        "results/logs/import_surprisals/{dataset}/{system}.log",
    benchmark:
        "results/benchmarks/import_surprisals/{dataset}/{system}.tsv"
    wildcard_constraints:
        system=one_of(PLAN.systems_of(OfRegions)),
    conda:
        "../../envs/analysis.yaml"
    params:
        code=code("import_surprisals.py"),
        digests=lambda wildcards: digests_of([system(wildcards).path]),
        metrics=lambda wildcards: dict(dataset(wildcards).manifest.metrics_of_suites),
        reading=lambda wildcards: system(wildcards).reading,
    script:
        "../scripts/import_surprisals.py"


# There are no pairs, so that the table of deltas is empty.
use rule import_surprisals as import_item_decisions with:
    output:
        decisions="results/item_decisions/{dataset}/{system}.csv",
        deltas="results/deltas/{dataset}/{system}.csv",
    log:
        "results/logs/import_item_decisions/{dataset}/{system}.log",
    benchmark:
        "results/benchmarks/import_item_decisions/{dataset}/{system}.tsv"
    wildcard_constraints:
        system=one_of(PLAN.systems_of(OfItems)),


rule build_suite_page:
    input:
        tables=lambda wildcards: [*artefacts.shown_of(PLAN, dataset(wildcards), ".csv")],
        figures=lambda wildcards: [*artefacts.shown_of(PLAN, dataset(wildcards), ".svg")],
        decided="results/metrics/{dataset}/suite_items.csv",
        signature="results/metrics/{dataset}/signature.csv",
        doubts="results/metrics/{dataset}/doubts.csv",
        sentences="results/sentences/{dataset}.csv",
        assets=[own(f"workflow/report/check/{name}") for name in checking.ASSETS],
    output:
        "results/pages/{dataset}.html",
    log:
        "results/logs/build_suite_page/{dataset}.log",
    benchmark:
        "results/benchmarks/build_suite_page/{dataset}.tsv"
    wildcard_constraints:
        dataset=one_of(dataset.key for dataset in PLAN.scored if "suites" in dataset.has),
    group:
        "evaluation"
    conda:
        "../../envs/analysis.yaml"
    params:
        code=code("build_suite_page.py"),
        title=lambda wildcards: dataset(wildcards).title,
        labels=lambda wildcards: dataset(wildcards).subject.suite_labels,
        captions=lambda wildcards: {
            path: caption
            for ending in (".csv", ".svg")
            for path, caption in artefacts.shown_of(PLAN, dataset(wildcards), ending).items()
        },
    script:
        "../scripts/build_suite_page.py"
