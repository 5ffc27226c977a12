# Results → figures, tables, the page to explore them, provenance, reports.


rule draw_figure:
    input:
        unpack(lambda wildcards: shown("figures", wildcards)["reads"]),
    output:
        multiext("results/figures/{owner}/{name}", ".pdf", ".svg", "-column.pdf", "-column.png", "-column.svg"),
        report(
            "results/figures/{owner}/{name}.png",
            caption="../report/made.rst",
            category=lambda wildcards: artefacts.category(PLAN, wildcards.owner),
            subcategory="Figures",
            labels=lambda wildcards: artefacts.report_labels("figure", shown("figures", wildcards)),
        ),
    log:
        "results/logs/draw_figure/{owner}/{name}.log",
    benchmark:
        "results/benchmarks/draw_figure/{owner}/{name}.tsv"
    wildcard_constraints:
        owner=one_of([*(model.key for model in PLAN.trained), *PLAN.studies]),  # those of datasets are steps
        name="[a-z_]+(-[0-9]+)?",  # not a -column
    group:
        "evaluation"
    conda:
        "../../envs/analysis.yaml"
    params:
        code=lambda wildcards: code("draw_figure.py", *artefacts.modules_of(shown("figures", wildcards))),
        made=lambda wildcards: {wildcards.name: shown("figures", wildcards)},
        overview=lambda wildcards: wildcards.owner in PLAN.studies and PLAN.studies[wildcards.owner].is_overview,
    script:
        "../scripts/draw_figure.py"


for rule_of_tables, (owner, made) in artefacts.jobs_of_tables(PLAN).items():

    rule:
        name:
            rule_of_tables
        input:
            sorted({placed(path) for entry in made.values() for path in entry["reads"].values()}),
        output:
            [
                report(
                    f"{entry['path']}.csv",
                    caption="../report/made.rst",
                    category=artefacts.category(PLAN, owner),
                    subcategory="Tables",
                    labels=artefacts.report_labels("table", entry),
                )
                for entry in made.values()
                if entry["kind"] == "tables"
            ],
            [entry["path"] + (".tex" if entry["kind"] == "tables" else ".csv") for entry in made.values()],
        log:
            f"results/logs/{rule_of_tables}.log",
        benchmark:
            f"results/benchmarks/{rule_of_tables}.tsv"
        group:
            "evaluation"
        conda:
            "../../envs/analysis.yaml"
        params:
            code=code("make_tables.py", *artefacts.modules_of(*made.values())),
            owner=owner,
            made=placed_reads(made),
        script:
            "../scripts/make_tables.py"


rule build_explorer:
    input:
        unpack(lambda _: explorer.inputs(PLAN)),
        assets=[own(f"workflow/report/explorer/{name}") for name in explorer.ASSETS],
    output:
        data=directory("results/explorer/data"),
        page=report(
            "results/explorer/index.html",
            caption="../report/explorer.rst",
            category="Explore the pairs",
            labels=lambda wildcards, input: {"pairs": explorer.sizes(PLAN, input.pairs)},
        ),
    log:
        "results/logs/build_explorer.log",
    benchmark:
        "results/benchmarks/build_explorer.tsv"
    group:
        "evaluation"
    conda:
        "../../envs/analysis.yaml"
    params:
        code=code("build_explorer.py"),
        datasets=explorer.labels(PLAN),
        thresholds=list(PLAN.thresholds),
        with_ratings=any("rated" in dataset.has for dataset in explorer.shown(PLAN)),
        with_tokens=any(dataset.token_scorers for dataset in explorer.shown(PLAN)),
    script:
        "../scripts/build_explorer.py"


rule record_provenance:
    input:
        own=given(PLAN.own_files),
        made=PLAN.provenance_files,
        requirements=[own(path) for path in provenance.REQUIREMENTS],
    output:
        report(
            "results/provenance.json",
            caption="../report/provenance.rst",
            category="How it was made",
            labels={"file": "Provenance"},
        ),
    log:
        "results/logs/record_provenance.log",
    benchmark:
        "results/benchmarks/record_provenance.tsv"
    group:
        "evaluation"
    conda:
        "../../envs/analysis.yaml"
    params:
        code=code("record_provenance.py"),
        digests=lambda wildcards: digests_of(PLAN.own_files),
        publications=provenance.publications(),
        program=provenance.program(BASE),
        config=provenance.config_hash(config, {key: study.entry for key, study in PLAN.studies.items()}),
        registered={name: fetching.checksum_of(SOURCES[name]) for name in sorted(PLAN.registered)},
        seeds=PLAN.seeds,
        others=[model.key for model in PLAN.running(LanguageModel) if not model.corpus],
    script:
        "../scripts/record_provenance.py"


rule compile_report:
    input:
        results=lambda wildcards: reports.inputs(PLAN, wildcards.report),
        source=report_source,
        library=sorted(own(path) for path in (BASE / "paper").glob("*.typ") if not path.name.endswith("report.typ")),
        sections=[own(path) for path in registry.section_files()],
        cited=[own("paper/references.bib"), *reports.references(PLAN)],
        provenance="results/provenance.json",
    output:
        report(
            "results/reports/{report}.pdf",
            caption="../report/report.rst",
            category="Reports",
            labels=lambda wildcards: {"report": PLAN.report_title(wildcards.report)},
        ),
    log:
        "results/logs/compile_report/{report}.log",
    benchmark:
        "results/benchmarks/compile_report/{report}.tsv"
    wildcard_constraints:
        report=one_of(PLAN.reports),
    group:
        "evaluation"
    conda:
        "../../envs/paper.yaml"
    params:
        code=code("compile_report.py"),
        run=lambda wildcards: reports.describe(PLAN, wildcards.report),
    script:
        "../scripts/compile_report.py"


localrules:
    score,


# The main table and figure of each dataset, the page, all scores and what to be careful about; see `make score`. It has
# no output, so that it prints whenever it is asked for.
rule score:
    input:
        artefacts.explorer(PLAN),
        [artefacts.main_artefacts(dataset) for dataset in PLAN.scored],
        [f"results/metrics/{dataset.key}/{name}.csv" for dataset in PLAN.scored for name in ("signature", "doubts")],
        [[contents.metrics(dataset), *contents.beside(dataset).values()] for dataset in PLAN.scored],
        artefacts.r_scripts(PLAN),
    log:
        messages="results/logs/score.log",
        summary="results/logs/score.txt",
    conda:
        "../../envs/analysis.yaml"
    params:
        code=code("score.py"),
        described=contents.described(PLAN, BASE, str(FOLDER)),
    script:
        "../scripts/score.py"
