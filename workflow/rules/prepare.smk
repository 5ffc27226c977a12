# Raw files → sentences, pairs, ratings; corpora; published scores and decisions → files like those computed here.


rule prepare_dataset:
    input:
        unpack(raw_files),
    output:
        sentences="results/sentences/{dataset}.csv",
        pairs="results/pairs/{dataset}.csv",
        ratings="results/ratings/{dataset}.csv",
        other_ratings="results/other_ratings/{dataset}.csv",
        choices="results/choices/{dataset}.csv",
        responses="results/responses/{dataset}.csv",
        features="results/features/{dataset}.csv",
        remarks="results/remarks/{dataset}.csv",
    log:
        "results/logs/prepare_dataset/{dataset}.log",
    benchmark:
        "results/benchmarks/prepare_dataset/{dataset}.tsv"
    conda:
        "../../envs/analysis.yaml"
    params:
        code=lambda wildcards: scoring_code("prepare_dataset.py", dataset(wildcards).reader),
        digests=digests_of_dataset,
        reader=lambda wildcards: dataset(wildcards).reader,
        options=lambda wildcards: dict(dataset(wildcards).manifest.options),
    script:
        "../scripts/prepare_dataset.py"


rule read_corpus:
    input:
        corpus=raw_corpus,
    output:
        "results/corpora/{corpus}.txt",
    log:
        "results/logs/read_corpus/{corpus}.log",
    benchmark:
        "results/benchmarks/read_corpus/{corpus}.tsv"
    wildcard_constraints:
        corpus=one_of(key for key, corpus in PLAN.corpora.items() if not corpus.sample),
    conda:
        "../../envs/ngram.yaml"
    threads: lambda wildcards: PLAN.corpora[wildcards.corpus].declared.threads
    resources:
        **needs(2000, 60),
    params:
        code=lambda wildcards: scoring_code("read_corpus.py", PLAN.corpora[wildcards.corpus].declared.module),
        digests=digests_of_corpus,
        kind=lambda wildcards: PLAN.corpora[wildcards.corpus].kind,
        module=lambda wildcards: PLAN.corpora[wildcards.corpus].declared.module,
    script:
        "../scripts/read_corpus.py"


rule sample_corpus:
    input:
        corpus=lambda wildcards: f"results/corpora/{PLAN.corpora[wildcards.corpus].sample['of']}.txt",
    output:
        "results/corpora/{corpus}.txt",
    log:
        "results/logs/sample_corpus/{corpus}.log",
    benchmark:
        "results/benchmarks/sample_corpus/{corpus}.tsv"
    wildcard_constraints:
        corpus=one_of(key for key, corpus in PLAN.corpora.items() if corpus.sample),
    conda:
        "../../envs/ngram.yaml"
    resources:
        **needs(2000, 60),
    params:
        code=scoring_code("sample_corpus.py"),
        sample=lambda wildcards: PLAN.corpora[wildcards.corpus].sample,
    script:
        "../scripts/sample_corpus.py"


rule import_published:
    input:
        raw=lambda wildcards: collect("resources/raw/{source}", source=system(wildcards).files),
        sentences="results/sentences/{dataset}.csv",
        pairs="results/pairs/{dataset}.csv",
    output:
        scores="results/scores/{dataset}/{system}.csv",
        matches="results/matches/{dataset}/{system}.csv",
    log:
        "results/logs/import_published/{dataset}/{system}.log",
    benchmark:
        "results/benchmarks/import_published/{dataset}/{system}.tsv"
    wildcard_constraints:
        system=one_of(PLAN.systems_of(Published)),
    conda:
        "../../envs/analysis.yaml"
    params:
        code=lambda wildcards: scoring_code("import_published.py", scores_module(wildcards)),
        unit=lambda wildcards: system(wildcards).unit,
        measures=lambda wildcards: system(wildcards).columns,
        parts=lambda wildcards: system(wildcards).parts,
        selection=lambda wildcards: dataset(wildcards).manifest.selection,
        about=lambda wildcards: system(wildcards).about,
        module=scores_module,
    script:
        "../scripts/import_published.py"


rule import_scores:
    input:
        sentences="results/sentences/{dataset}.csv",
        table=lambda wildcards: given(system(wildcards).tables),
    output:
        scores="results/scores/{dataset}/{system}.csv",
        matches="results/matches/{dataset}/{system}.csv",
    log:
        "results/logs/import_scores/{dataset}/{system}.log",
    benchmark:
        "results/benchmarks/import_scores/{dataset}/{system}.tsv"
    wildcard_constraints:
        system=one_of(PLAN.systems_of(OwnScores)),
    conda:
        "../../envs/analysis.yaml"
    params:
        code=scoring_code("import_scores.py"),
        digests=lambda wildcards: digests_of(system(wildcards).tables),
        measures=lambda wildcards: system(wildcards).columns,
        negate=lambda wildcards: system(wildcards).negate,
        reading=lambda wildcards: system(wildcards).reading,
        partial=lambda wildcards: system(wildcards).partial,
    script:
        "../scripts/import_scores.py"


# Systems of which only decisions are known have no scores, and so no z-scores: their deltas are 1 and -1.
rule import_decisions:
    input:
        raw=lambda wildcards: [f"resources/raw/{name}" for name in system(wildcards).files]
        or given(system(wildcards).tables),
        sentences="results/sentences/{dataset}.csv",
        pairs="results/pairs/{dataset}.csv",
    output:
        deltas="results/deltas/{dataset}/{system}.csv",
        matches="results/matches/{dataset}/{system}.csv",
    log:
        "results/logs/import_decisions/{dataset}/{system}.log",
    benchmark:
        "results/benchmarks/import_decisions/{dataset}/{system}.tsv"
    wildcard_constraints:
        system=one_of(PLAN.systems_of(Decisions)),
    group:
        "evaluation"
    conda:
        "../../envs/analysis.yaml"
    params:
        code=lambda wildcards: scoring_code("import_decisions.py", scores_module(wildcards)),
        digests=lambda wildcards: digests_of(system(wildcards).tables),
        measures=lambda wildcards: system(wildcards).columns,
        parts=lambda wildcards: system(wildcards).parts,
        reading=lambda wildcards: system(wildcards).reading,
        module=scores_module,
    script:
        "../scripts/import_decisions.py"


rule read_answers:
    input:
        sentences="results/sentences/{dataset}.csv",
        pairs="results/pairs/{dataset}.csv",
        table=lambda wildcards: given(system(wildcards).path),
    output:
        "results/answers/{dataset}/{system}.csv",
    log:
        "results/logs/read_answers/{dataset}/{system}.log",
    benchmark:
        "results/benchmarks/read_answers/{dataset}/{system}.tsv"
    wildcard_constraints:
        system=one_of(key for key, prompted in PLAN.systems_of(Prompted).items() if prompted.path),
    group:
        "evaluation"
    conda:
        "../../envs/analysis.yaml"
    params:
        code=scoring_code("read_answers.py"),
        digests=lambda wildcards: digests_of([system(wildcards).path]),
        asked=lambda wildcards: load.read_yaml(system(wildcards).source(own("."))),
        source=lambda wildcards: system(wildcards).source(own(".")),
        measures=lambda wildcards: list(system(wildcards).measures),
        reading=lambda wildcards: system(wildcards).reading,
        sent=lambda wildcards: system(wildcards).sent,
    script:
        "../scripts/read_answers.py"


rule import_accuracies:
    input:
        raw=lambda wildcards: f"resources/raw/{PLAN.accuracies[wildcards.system].source}",
        pairs="results/pairs/{dataset}.csv",
    output:
        "results/accuracies/{dataset}/{system}.csv",
    log:
        "results/logs/import_accuracies/{dataset}/{system}.log",
    benchmark:
        "results/benchmarks/import_accuracies/{dataset}/{system}.tsv"
    wildcard_constraints:
        system=one_of(PLAN.accuracies),
    conda:
        "../../envs/analysis.yaml"
    params:
        code=scoring_code("import_accuracies.py"),
        columns=lambda wildcards: PLAN.accuracies[wildcards.system].columns,
    script:
        "../scripts/import_accuracies.py"


rule import_restarts:
    input:
        raw=lambda wildcards: f"resources/raw/{PLAN.restarts[wildcards.system].source}",
    output:
        "results/predictions/{dataset}/{system}.csv",
    log:
        "results/logs/import_restarts/{dataset}/{system}.log",
    benchmark:
        "results/benchmarks/import_restarts/{dataset}/{system}.tsv"
    wildcard_constraints:
        system=one_of(PLAN.restarts),
    conda:
        "../../envs/analysis.yaml"
    params:
        code=scoring_code("import_restarts.py"),
    script:
        "../scripts/import_restarts.py"
