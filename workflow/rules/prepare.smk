# Raw files → sentences, pairs, ratings; corpora; published scores and decisions → files like those computed here.


rule prepare_dataset:
    input:
        unpack(raw_files),
        code=lambda wildcards: scoring_code("prepare_dataset.py", dataset(wildcards).reader),
    output:
        sentences=PLAN.prepared("sentences"),
        pairs=PLAN.prepared("pairs"),
        ratings=PLAN.prepared("ratings"),
        other_ratings=PLAN.prepared("other_ratings"),
        choices=PLAN.prepared("choices"),
        features=PLAN.prepared("features"),
        remarks="results/remarks/{dataset}.csv",
    log:
        "results/logs/prepare_dataset/{dataset}.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        reader=lambda wildcards: dataset(wildcards).reader,
        options=lambda wildcards: dict(dataset(wildcards).manifest.options),
    script:
        "../scripts/prepare_dataset.py"


# With too_long: skip, and only then.
rule leave_out_long:
    input:
        tables=collect(
            "results/prepared/{table}/{{dataset}}.csv",
            table=["sentences", "pairs", "ratings", "other_ratings", "choices", "features"],
        ),
        files=lambda wildcards: dataset(wildcards).files_of_limited,
        code=lambda wildcards: scoring_code(
            "leave_out_long.py",
            *sorted({described["scoring"] for described in dataset(wildcards).limits.values()}),
        ),
    output:
        tables=[
            "results/sentences/{dataset}.csv",
            "results/pairs/{dataset}.csv",
            "results/ratings/{dataset}.csv",
            "results/other_ratings/{dataset}.csv",
            "results/choices/{dataset}.csv",
            "results/features/{dataset}.csv",
        ],
        skipped="results/skipped/{dataset}.csv",
    log:
        "results/logs/leave_out_long/{dataset}.log",
    wildcard_constraints:
        dataset=one_of(PLAN.reported if PLAN.skips else []),
    conda:
        "../../envs/torch.yaml"
    resources:
        **needs(3000, 30),
    params:
        models=lambda wildcards: dataset(wildcards).limits,
    script:
        "../scripts/leave_out_long.py"


rule read_corpus:
    input:
        corpus=raw_corpus,
        code=scoring_code("read_corpus.py"),
    output:
        "results/corpora/{corpus}.txt",
    log:
        "results/logs/read_corpus/{corpus}.log",
    benchmark:
        "results/benchmarks/read_corpus/{corpus}.tsv"
    conda:
        "../../envs/ngram.yaml"
    threads: lambda wildcards: PLAN.corpora[wildcards.corpus].threads
    resources:
        **needs(2000, 60),
    params:
        kind=lambda wildcards: PLAN.corpora[wildcards.corpus].kind,
    script:
        "../scripts/read_corpus.py"


rule import_published:
    input:
        raw=lambda wildcards: collect("resources/raw/{source}", source=system(wildcards).files),
        sentences=PLAN.prepared("sentences"),
        skipped=branch(PLAN.skips, then="results/skipped/{dataset}.csv"),
        code=scoring_code("import_published.py"),
    output:
        "results/scores/{dataset}/{system}.csv",
    log:
        "results/logs/import_published/{dataset}/{system}.log",
    wildcard_constraints:
        system=one_of(PLAN.of(Published)),
    conda:
        "../../envs/analysis.yaml"
    params:
        unit=lambda wildcards: system(wildcards).unit,
        measures=lambda wildcards: system(wildcards).columns,
        log_base=lambda wildcards: system(wildcards).log_base,
        parts=lambda wildcards: system(wildcards).parts,
        selection=lambda wildcards: dataset(wildcards).manifest.selection,
    script:
        "../scripts/import_published.py"


rule import_scores:
    input:
        sentences="results/sentences/{dataset}.csv",
        table=lambda wildcards: system(wildcards).path,
        code=scoring_code("import_scores.py"),
    output:
        "results/scores/{dataset}/{system}.csv",
    log:
        "results/logs/import_scores/{dataset}/{system}.log",
    wildcard_constraints:
        system=one_of(PLAN.of(OwnScores)),
    conda:
        "../../envs/analysis.yaml"
    params:
        measures=lambda wildcards: system(wildcards).columns,
        negate=lambda wildcards: system(wildcards).negate,
        reading=lambda wildcards: system(wildcards).reading,
    script:
        "../scripts/import_scores.py"


rule import_accuracies:
    input:
        raw=lambda wildcards: f"resources/raw/{PLAN.accuracies[wildcards.system].source}",
        pairs=PLAN.prepared("pairs"),
        code=scoring_code("import_accuracies.py"),
    output:
        "results/accuracies/{dataset}/{system}.csv",
    log:
        "results/logs/import_accuracies/{dataset}/{system}.log",
    wildcard_constraints:
        system=one_of(PLAN.accuracies),
    conda:
        "../../envs/analysis.yaml"
    params:
        columns=lambda wildcards: PLAN.accuracies[wildcards.system].columns,
    script:
        "../scripts/import_accuracies.py"


rule import_restarts:
    input:
        raw=lambda wildcards: f"resources/raw/{PLAN.restarts[wildcards.system].source}",
        skipped=branch(PLAN.skips, then="results/skipped/{dataset}.csv"),
        code=scoring_code("import_restarts.py"),
    output:
        "results/predictions/{dataset}/{system}.csv",
    log:
        "results/logs/import_restarts/{dataset}/{system}.log",
    wildcard_constraints:
        system=one_of(PLAN.restarts),
    conda:
        "../../envs/analysis.yaml"
    script:
        "../scripts/import_restarts.py"
