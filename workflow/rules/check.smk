# Pairs, before they are judged → what to know of them: tables, one page, lists for participants.


rule count_words:
    input:
        corpus=raw_corpus,
    output:
        "results/word_counts/{corpus}.csv",
    log:
        "results/logs/count_words/{corpus}.log",
    benchmark:
        "results/benchmarks/count_words/{corpus}.tsv"
    conda:
        "../../envs/analysis.yaml"
    threads: lambda wildcards: PLAN.corpora[wildcards.corpus].declared.threads
    resources:
        **needs(2000, 60),
    params:
        code=lambda wildcards: code("count_words.py", PLAN.corpora[wildcards.corpus].declared.module),
        digests=digests_of_corpus,
        kind=lambda wildcards: PLAN.corpora[wildcards.corpus].kind,
        module=lambda wildcards: PLAN.corpora[wildcards.corpus].declared.module,
    script:
        "../scripts/count_words.py"


FILLERS = [PLAN.checking.fillers] if PLAN.checking and PLAN.checking.fillers else []


rule make_lists:
    input:
        sentences="results/sentences/{dataset}.csv",
        pairs="results/pairs/{dataset}.csv",
        fillers=given(FILLERS),
    output:
        [f"results/check/{{dataset}}/lists/{n}.csv" for n in range(1, (PLAN.checked and PLAN.checking.lists or 1) + 1)],
    log:
        "results/logs/make_lists/{dataset}.log",
    benchmark:
        "results/benchmarks/make_lists/{dataset}.tsv"
    group:
        "evaluation"
    conda:
        "../../envs/analysis.yaml"
    params:
        code=code("make_lists.py"),
        digests=lambda wildcards: digests_of(FILLERS),
        reading=PLAN.checking.reading if PLAN.checking else {},
        seed=PLAN.checking.seed if PLAN.checking else 0,
        # So that fewer lists than before are made anew: files of old ones are outputs that are up to date.
        number=PLAN.checking.lists if PLAN.checking else None,
    script:
        "../scripts/make_lists.py"


rule build_check:
    input:
        unpack(lambda wildcards: checking.page_files(PLAN, dataset(wildcards))),
        lists=lambda wildcards: checking.lists(PLAN, dataset(wildcards)),
        assets=[own(f"workflow/report/check/{name}") for name in checking.ASSETS],
    output:
        page="results/check/{dataset}/page.html",
        summary="results/check/{dataset}/summary.txt",
    log:
        "results/logs/build_check/{dataset}.log",
    benchmark:
        "results/benchmarks/build_check/{dataset}.tsv"
    group:
        "evaluation"
    conda:
        "../../envs/analysis.yaml"
    params:
        code=lambda wildcards: code("build_check.py", *checking.page_modules(dataset(wildcards))),
        described=lambda wildcards: checking.described(PLAN, dataset(wildcards)),
        analyses=lambda wildcards: list(checking.analyses_of(dataset(wildcards))),
        folder=str(FOLDER),
    script:
        "../scripts/build_check.py"


localrules:
    check,


# The page and the tables of each dataset; see `make check`. It has no output, so that it prints whenever it is asked for.
rule check:
    input:
        [f"results/check/{checked.key}/page.html" for checked in PLAN.checked],
        [checking.lists(PLAN, checked) for checked in PLAN.checked],
        summaries=[f"results/check/{checked.key}/summary.txt" for checked in PLAN.checked],
    log:
        messages="results/logs/check.log",
        summary="results/logs/check.txt",
    conda:
        "../../envs/analysis.yaml"
    params:
        code=code("check.py"),
    script:
        "../scripts/check.py"
