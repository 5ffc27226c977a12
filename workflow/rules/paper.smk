# Results → tables as people read them, and the paper.


rule tabulate_criteria:
    input:
        criteria="results/metrics/{dataset}/criteria.csv",
        code=modules("errors", "io", "tables"),
    output:
        csv=report(
            "results/tables/{dataset}/criteria.csv",
            caption="../report/criteria_table.rst",
            category="{dataset}",
            labels={"table": "criteria"},
        ),
        tex="results/tables/{dataset}/criteria.tex",
    log:
        "results/logs/tabulate_criteria/{dataset}.log",
    conda:
        "../../envs/analysis.yaml"
    threads: 1
    resources:
        **SMALL,
    params:
        labels=lambda wildcards: labels(wildcards) | references(wildcards),
        title=title,
    script:
        "../scripts/tabulate_criteria.py"


rule tabulate_claims:
    input:
        claims="results/metrics/li-adger/claims.csv",
        code=modules("errors", "io", "tables"),
    output:
        csv=report(
            "results/tables/li-adger/claims.csv",
            caption="../report/claims.rst",
            category="li-adger",
            labels={"table": "claims of the paper"},
        ),
        tex="results/tables/li-adger/claims.tex",
    log:
        "results/logs/tabulate_claims.log",
    conda:
        "../../envs/analysis.yaml"
    threads: 1
    resources:
        **SMALL,
    script:
        "../scripts/tabulate_claims.py"


rule tabulate_specifications:
    input:
        specifications="results/metrics/{dataset}/specifications.csv",
        code=modules("baselines", "criteria", "errors", "io", "references", "specifications", "statistics", "tables"),
    output:
        csv=report(
            "results/tables/{dataset}/ranks.csv",
            caption="../report/ranks.rst",
            category="{dataset}",
            labels={"table": "ranks over specifications"},
        ),
        tex="results/tables/{dataset}/ranks.tex",
    log:
        "results/logs/tabulate_specifications/{dataset}.log",
    conda:
        "../../envs/analysis.yaml"
    threads: 1
    resources:
        **SMALL,
    params:
        labels=labels,
        title=title,
    script:
        "../scripts/tabulate_specifications.py"


rule tabulate_phenomena:
    input:
        phenomena="results/metrics/{dataset}/phenomena.csv",
        sentences="results/sentences/{dataset}.csv",
        pairs="results/pairs/{dataset}.csv",
        code=modules("criteria", "errors", "io", "li_adger", "pairs", "phenomena", "tables"),
    output:
        ranking=report(
            "results/tables/{dataset}/phenomenon_ranking.csv",
            caption="../report/phenomenon_ranking.rst",
            category="{dataset}",
            labels={"table": "phenomena, ranked"},
        ),
        ranking_tex="results/tables/{dataset}/phenomenon_ranking.tex",
        shares=report(
            "results/tables/{dataset}/phenomenon_shares.csv",
            caption="../report/phenomenon_shares.rst",
            category="{dataset}",
            labels={"table": "share of phenomena"},
        ),
        shares_tex="results/tables/{dataset}/phenomenon_shares.tex",
        had_by=report(
            "results/tables/{dataset}/phenomenon_systems.csv",
            caption="../report/phenomenon_systems.rst",
            category="{dataset}",
            labels={"table": "phenomena that each system has"},
        ),
    log:
        "results/logs/tabulate_phenomena/{dataset}.log",
    conda:
        "../../envs/analysis.yaml"
    threads: 1
    resources:
        **SMALL,
    params:
        labels=labels,
        references=references,
        title=title,
    script:
        "../scripts/tabulate_phenomena.py"


rule tabulate_agreement:
    input:
        agreement="results/metrics/{dataset}/agreement.csv",
        code=modules("errors", "io", "tables"),
    output:
        csv=report(
            "results/tables/{dataset}/agreement.csv",
            caption="../report/agreement.rst",
            category="{dataset}",
            labels={"table": "agreement"},
        ),
        tex="results/tables/{dataset}/agreement.tex",
    log:
        "results/logs/tabulate_agreement/{dataset}.log",
    conda:
        "../../envs/analysis.yaml"
    threads: 1
    resources:
        **SMALL,
    params:
        labels=lambda wildcards: labels(wildcards) | references(wildcards),
        title=title,
    script:
        "../scripts/tabulate_agreement.py"


rule tabulate_disagreements:
    input:
        found="results/metrics/{dataset}/disagreements.csv",
        code=modules("errors", "io", "tables"),
    output:
        csv=report(
            "results/tables/{dataset}/disagreements/{kind}.csv",
            caption="../report/disagreements.rst",
            category="{dataset}",
            labels={"table": "{kind}"},
        ),
        tex="results/tables/{dataset}/disagreements/{kind}.tex",
    log:
        "results/logs/tabulate_disagreements/{dataset}/{kind}.log",
    wildcard_constraints:
        kind=one_of(configuration.DISAGREEMENTS),
    conda:
        "../../envs/analysis.yaml"
    threads: 1
    resources:
        **SMALL,
    params:
        labels=labels,
        title=lambda wildcards: f"{title(wildcards)}: {configuration.DISAGREEMENTS[wildcards.kind]}",
    script:
        "../scripts/tabulate_disagreements.py"


rule tabulate_examples:
    input:
        examples="results/examples/{dataset}/{example}.csv",
        printed=lambda wildcards: (
            f"resources/published/{EXAMPLES[wildcards.example]['printed']}.csv"
            if "printed" in EXAMPLES[wildcards.example]
            else []
        ),
        code=modules("errors", "io", "tables"),
    output:
        csv=report(
            "results/tables/{dataset}/examples/{example}.csv",
            caption="../report/examples.rst",
            category="{dataset}",
            labels={"table": "{example}"},
        ),
        tex="results/tables/{dataset}/examples/{example}.tex",
    log:
        "results/logs/tabulate_examples/{dataset}/{example}.log",
    conda:
        "../../envs/analysis.yaml"
    threads: 1
    resources:
        **SMALL,
    params:
        labels=lambda wildcards: configuration.row_labels(config, example_systems(wildcards.example)),
        caption=lambda wildcards: f"{title(wildcards)}: {EXAMPLES[wildcards.example]['caption']}",
    script:
        "../scripts/tabulate_examples.py"


rule tabulate_li_adger:
    input:
        sentences="results/sentences/li-adger.csv",
        pairs="results/pairs/li-adger.csv",
        deltas="results/deltas/li-adger/trigram-published.csv",
        phenomenon="resources/published/table-2.csv",
        ratings="resources/published/table-3.csv",
        printed_deltas="resources/published/table-4.csv",
        code=modules("criteria", "errors", "io", "reproduction", "statistics", "tables"),
    output:
        phenomenon=multiext("results/tables/li-adger/phenomenon", ".csv", ".tex"),
        ratings=multiext("results/tables/li-adger/ratings", ".csv", ".tex"),
        deltas=multiext("results/tables/li-adger/deltas", ".csv", ".tex"),
    log:
        "results/logs/tabulate_li_adger.log",
    conda:
        "../../envs/analysis.yaml"
    threads: 1
    resources:
        **SMALL,
    script:
        "../scripts/tabulate_li_adger.py"


rule tabulate_pair_construction:
    input:
        construction="results/tables/pair_construction.csv",
        code=modules("errors", "io", "tables"),
    output:
        csv="results/tables/pair_construction_summary.csv",
        tex="results/tables/pair_construction_summary.tex",
    log:
        "results/logs/tabulate_pair_construction.log",
    conda:
        "../../envs/analysis.yaml"
    threads: 1
    resources:
        **SMALL,
    script:
        "../scripts/tabulate_pair_construction.py"


rule tabulate_reproduction:
    input:
        reproduction="results/tables/reproduction.csv",
        code=modules("errors", "io", "tables"),
    output:
        csv=report(
            "results/tables/reproduction_summary.csv",
            caption="../report/reproduction.rst",
            category="reproduction",
            labels={"table": "summary"},
        ),
        tex="results/tables/reproduction_summary.tex",
        full="results/tables/reproduction.tex",
    log:
        "results/logs/tabulate_reproduction.log",
    conda:
        "../../envs/analysis.yaml"
    threads: 1
    resources:
        **SMALL,
    script:
        "../scripts/tabulate_reproduction.py"


rule tabulate_classifiers:
    input:
        summary=lambda wildcards: (
            f"results/metrics/{wildcards.labelled}/classifiers.csv" if classifiers(wildcards) else []
        ),
        simple="results/metrics/{labelled}/simple_classifiers.csv",
        printed=lambda wildcards: "resources/published/table-5.csv" if wildcards.labelled == "cola" else [],
        code=modules("errors", "io", "tables"),
    output:
        csv=report(
            "results/tables/{labelled}/classifiers.csv",
            caption="../report/classifiers.rst",
            category="{labelled}",
            labels={"table": "classifiers"},
        ),
        tex="results/tables/{labelled}/classifiers.tex",
    log:
        "results/logs/tabulate_classifiers/{labelled}.log",
    conda:
        "../../envs/analysis.yaml"
    threads: 1
    resources:
        **SMALL,
    params:
        labels=lambda wildcards: configuration.labels_of(config, classifiers(wildcards))
        | configuration.simple_labels(config),
        title=title,
    script:
        "../scripts/tabulate_classifiers.py"


rule tabulate_selected:
    input:
        selected="results/metrics/{labelled}/selected.csv",
        code=modules("errors", "io", "tables"),
    output:
        csv="results/tables/{labelled}/selected.csv",
        tex="results/tables/{labelled}/selected.tex",
    log:
        "results/logs/tabulate_selected/{labelled}.log",
    conda:
        "../../envs/analysis.yaml"
    threads: 1
    resources:
        **SMALL,
    params:
        labels=lambda wildcards: configuration.labels_of(config, classifiers(wildcards)),
        title=title,
    script:
        "../scripts/tabulate_selected.py"


rule tabulate_stability:
    input:
        sentences="results/metrics/{dataset}/stability.csv",
        mcc="results/metrics/{dataset}/stability_mcc.csv",
        code=modules("errors", "io", "tables"),
    output:
        csv="results/tables/{dataset}/stability.csv",
        tex="results/tables/{dataset}/stability.tex",
    log:
        "results/logs/tabulate_stability/{dataset}.log",
    conda:
        "../../envs/analysis.yaml"
    threads: 1
    resources:
        **SMALL,
    params:
        labels=lambda wildcards: configuration.labels_of(config, unstable(wildcards)),
        title=title,
    script:
        "../scripts/tabulate_stability.py"


rule tabulate_ceiling:
    input:
        ceiling="results/metrics/{dataset}/ceiling.csv",
        error="results/metrics/{dataset}/human_error.csv",
        code=modules("errors", "io", "tables"),
    output:
        csv=report(
            "results/tables/{dataset}/ceiling.csv",
            caption="../report/ceiling_table.rst",
            category="{dataset}",
            labels={"table": "ceiling"},
        ),
        tex="results/tables/{dataset}/ceiling.tex",
        error=report(
            "results/tables/{dataset}/human_error.csv",
            caption="../report/human_error.rst",
            category="{dataset}",
            labels={"table": "standard errors of humans"},
        ),
        error_tex="results/tables/{dataset}/human_error.tex",
    log:
        "results/logs/tabulate_ceiling/{dataset}.log",
    conda:
        "../../envs/analysis.yaml"
    threads: 1
    resources:
        **SMALL,
    params:
        title=title,
    script:
        "../scripts/tabulate_ceiling.py"


rule tabulate_noise_floor:
    input:
        floor="results/metrics/{dataset}/noise_floor.csv",
        code=modules("errors", "io", "tables"),
    output:
        csv=report(
            "results/tables/{dataset}/noise_floor.csv",
            caption="../report/noise_floor.rst",
            category="{dataset}",
            labels={"table": "noise floor"},
        ),
        tex="results/tables/{dataset}/noise_floor.tex",
    log:
        "results/logs/tabulate_noise_floor/{dataset}.log",
    conda:
        "../../envs/analysis.yaml"
    threads: 1
    resources:
        **SMALL,
    params:
        title=title,
    script:
        "../scripts/tabulate_noise_floor.py"


rule tabulate_contamination:
    input:
        criteria="results/metrics/{dataset}/contamination/{labelled}_criteria.csv",
        code=modules("errors", "io", "tables"),
    output:
        csv="results/tables/{dataset}/contamination/{labelled}.csv",
        tex="results/tables/{dataset}/contamination/{labelled}.tex",
    log:
        "results/logs/tabulate_contamination/{dataset}/{labelled}.log",
    conda:
        "../../envs/analysis.yaml"
    threads: 1
    resources:
        **SMALL,
    params:
        labels=lambda wildcards: labels(wildcards) | references(wildcards),
        title=title,
    script:
        "../scripts/tabulate_contamination.py"


rule record_provenance:
    input:
        own=targets.own_files(config),
        made=targets.provenance(config),
        requirements="envs/requirements.txt",
        code=modules(
            "baselines",
            "ceiling",
            "criteria",
            "decisions",
            "errors",
            "io",
            "provenance",
            "references",
            "restarts",
            "statistics",
            "uncertainty",
        ),
    output:
        report(
            "results/provenance.json",
            caption="../report/provenance.rst",
            category="provenance",
        ),
    log:
        "results/logs/record_provenance.log",
    conda:
        "../../envs/analysis.yaml"
    threads: 1
    resources:
        **SMALL,
    params:
        program=PROGRAM,
        config=provenance.config_hash(config),
        registered=targets.sources(config, SOURCES),
        seeds=targets.seeds(config),
        others=targets.others_models(config),
    script:
        "../scripts/record_provenance.py"


rule compile_paper:
    input:
        provenance="results/provenance.json",
        source="paper/main.typ",
        references="paper/references.bib",
        tables=[path for path in targets.tables(config, RATED) if path.endswith(".csv")],
        figures=[path for path in targets.figures(config, RATED) if path.endswith(".pdf")],
        metrics=collect("results/metrics/{dataset}/{table}.csv", dataset=DATASETS, table=["criteria", "phenomena"]),
        areas=collect("results/metrics/{dataset}/{table}.csv", dataset=RATED, table=["areas", "noise_floor"]),
        claims="results/metrics/li-adger/claims.csv" if "li-adger" in DATASETS else [],
        errors=[
            f"results/metrics/{dataset}/human_error.csv"
            for dataset in DATASETS
            if configuration.has_single_ratings(config["datasets"][dataset])
        ],
        models=targets.provenance(config),
        released="results/metrics/li-adger/released.csv" if RELEASED else [],
        simple=collect("results/metrics/{labelled}/simple_classifiers.csv", labelled=LABELLED),
        contamination=collect(
            "results/metrics/{dataset}/contamination/{labelled}{part}.csv",
            dataset=DATASETS,
            labelled=LABELLED,
            part=["", "_criteria"],
        ),
        examples=[f"results/examples/{EXAMPLES[name]['dataset']}/{name}.csv" for name in EXAMPLES],
        code=modules("errors"),
    output:
        report(
            "results/paper/main.pdf",
            caption="../report/paper.rst",
            category="paper",
        ),
    log:
        "results/logs/compile_paper.log",
    conda:
        "../../envs/paper.yaml"
    threads: 1
    resources:
        **SMALL,
    params:
        run=configuration.describe_run(config, RATED),
    script:
        "../scripts/compile_paper.py"
