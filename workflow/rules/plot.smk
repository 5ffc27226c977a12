# Results → figures, as PDF and PNG, and a page to explore them.


rule plot_criteria:
    input:
        criteria="results/metrics/{dataset}/criteria.csv",
        code=modules("errors", "figures", "io"),
        style="workflow/scripts/acceptability/figures.mplstyle",
    output:
        pdf="results/figures/{dataset}/criteria.pdf",
        png=report(
            "results/figures/{dataset}/criteria.png",
            caption="../report/criteria.rst",
            category="{dataset}",
            labels={"figure": "criteria"},
        ),
    log:
        "results/logs/plot_criteria/{dataset}.log",
    conda:
        "../../envs/analysis.yaml"
    threads: 1
    resources:
        **SMALL,
    params:
        labels=labels,
        colours=colours,
        references=references,
        title=title,
    script:
        "../scripts/plot_criteria.py"


rule plot_adc_curves:
    input:
        curves="results/metrics/{dataset}/adc_curves.csv",
        code=modules("errors", "figures", "io"),
        style="workflow/scripts/acceptability/figures.mplstyle",
    output:
        pdf="results/figures/{dataset}/adc_curves.pdf",
        png=report(
            "results/figures/{dataset}/adc_curves.png",
            caption="../report/adc_curves.rst",
            category="{dataset}",
            labels={"figure": "ADC at every δ"},
        ),
    log:
        "results/logs/plot_adc_curves/{dataset}.log",
    conda:
        "../../envs/analysis.yaml"
    threads: 1
    resources:
        **SMALL,
    params:
        labels=labels,
        colours=colours,
        references=references,
        thresholds=config["criteria"]["thresholds"],
        title=title,
    script:
        "../scripts/plot_adc_curves.py"


rule plot_differences:
    input:
        differences="results/metrics/{dataset}/differences.csv",
        code=modules("errors", "figures", "io"),
        style="workflow/scripts/acceptability/figures.mplstyle",
    output:
        pdf="results/figures/{dataset}/differences.pdf",
        png=report(
            "results/figures/{dataset}/differences.png",
            caption="../report/differences.rst",
            category="{dataset}",
            labels={"figure": "differences"},
        ),
    log:
        "results/logs/plot_differences/{dataset}.log",
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
        "../scripts/plot_differences.py"


rule plot_specifications:
    input:
        specifications="results/metrics/{dataset}/specifications.csv",
        code=modules("baselines", "criteria", "errors", "figures", "io", "references", "specifications", "statistics"),
        style="workflow/scripts/acceptability/figures.mplstyle",
    output:
        pdf="results/figures/{dataset}/specifications.pdf",
        png=report(
            "results/figures/{dataset}/specifications.png",
            caption="../report/specifications.rst",
            category="{dataset}",
            labels={"figure": "specification curve"},
        ),
    log:
        "results/logs/plot_specifications/{dataset}.log",
    conda:
        "../../envs/analysis.yaml"
    threads: 1
    resources:
        **SMALL,
    params:
        labels=labels,
        colours=colours,
        references=references,
        title=title,
    script:
        "../scripts/plot_specifications.py"


rule plot_phenomena:
    input:
        phenomena="results/metrics/{dataset}/phenomena.csv",
        code=modules("errors", "figures", "io"),
        style="workflow/scripts/acceptability/figures.mplstyle",
    output:
        pdf="results/figures/{dataset}/phenomena.pdf",
        png=report(
            "results/figures/{dataset}/phenomena.png",
            caption="../report/phenomena.rst",
            category="{dataset}",
            labels={"figure": "phenomena"},
        ),
    log:
        "results/logs/plot_phenomena/{dataset}.log",
    conda:
        "../../envs/analysis.yaml"
    threads: 1
    resources:
        **SMALL,
    params:
        labels=labels,
        title=title,
    script:
        "../scripts/plot_phenomena.py"


rule plot_correlations:
    input:
        correlations="results/metrics/{dataset}/{correlations}.csv",
        code=modules("errors", "figures", "io"),
        style="workflow/scripts/acceptability/figures.mplstyle",
    output:
        pdf="results/figures/{dataset}/{correlations}.pdf",
        png=report(
            "results/figures/{dataset}/{correlations}.png",
            caption="../report/correlations.rst",
            category="{dataset}",
            labels={"figure": "{correlations}"},
        ),
    log:
        "results/logs/plot_correlations/{dataset}/{correlations}.log",
    wildcard_constraints:
        correlations="correlations|sentence_correlations",
    conda:
        "../../envs/analysis.yaml"
    threads: 1
    resources:
        **SMALL,
    params:
        labels=labels,
        title=lambda wildcards: (
            title(wildcards)
            + {
                "correlations": ": correlation of pair deltas",
                "sentence_correlations": ": correlation of sentences’ z-scores",
            }[wildcards.correlations]
        ),
    script:
        "../scripts/plot_correlations.py"


rule plot_scatter:
    input:
        points="results/points/{dataset}/{level}.csv",
        fits=lambda wildcards: f"results/metrics/{wildcards.dataset}/{wildcards.level.removesuffix('s')}_fits.csv",
        code=modules("errors", "figures", "io"),
        style="workflow/scripts/acceptability/figures.mplstyle",
    output:
        pdf="results/figures/{dataset}/{level}.pdf",
        png=report(
            "results/figures/{dataset}/{level}.png",
            caption="../report/scatter.rst",
            category="{dataset}",
            labels={"figure": "{level}"},
        ),
    log:
        "results/logs/plot_scatter/{dataset}/{level}.log",
    wildcard_constraints:
        level="sentences|pairs",
    conda:
        "../../envs/analysis.yaml"
    threads: 1
    resources:
        **SMALL,
    params:
        labels=labels,
        title=title,
    script:
        "../scripts/plot_scatter.py"


rule plot_losses:
    input:
        curve="results/models/{system}/losses.csv",
        code=modules("errors", "figures", "io"),
        style="workflow/scripts/acceptability/figures.mplstyle",
    output:
        pdf="results/figures/training/{system}.pdf",
        png=report(
            "results/figures/training/{system}.png",
            caption="../report/losses.rst",
            category="training",
            labels={"figure": "{system}"},
        ),
    log:
        "results/logs/plot_losses/{system}.log",
    wildcard_constraints:
        system=one_of(TRAINED),
    conda:
        "../../envs/analysis.yaml"
    threads: 1
    resources:
        **SMALL,
    params:
        title=lambda wildcards: (
            f"Training of {MODELS[wildcards.system]['label']}"
            + (" (simulated data)" if wildcards.system.endswith("-simulated") else "")
        ),
    script:
        "../scripts/plot_losses.py"


rule plot_restarts:
    input:
        restarts="results/metrics/{labelled}/restarts.csv",
        code=modules("errors", "figures", "io"),
        style="workflow/scripts/acceptability/figures.mplstyle",
    output:
        pdf="results/figures/{labelled}/restarts.pdf",
        png=report(
            "results/figures/{labelled}/restarts.png",
            caption="../report/restarts.rst",
            category="{labelled}",
            labels={"figure": "restarts"},
        ),
    log:
        "results/logs/plot_restarts/{labelled}.log",
    conda:
        "../../envs/analysis.yaml"
    threads: 1
    resources:
        **SMALL,
    params:
        labels=lambda wildcards: configuration.labels_of(config, classifiers(wildcards)),
        colours=lambda wildcards: configuration.colours_of(config, classifiers(wildcards)),
        lines=human_line,
        title=title,
    script:
        "../scripts/plot_restarts.py"


rule plot_features:
    input:
        features="results/metrics/{labelled}/features.csv",
        summary="results/metrics/{labelled}/classifiers.csv",
        code=modules("errors", "figures", "io"),
        style="workflow/scripts/acceptability/figures.mplstyle",
    output:
        pdf="results/figures/{labelled}/{level}_features.pdf",
        png=report(
            "results/figures/{labelled}/{level}_features.png",
            caption="../report/features.rst",
            category="{labelled}",
            labels={"figure": "{level} features"},
        ),
    log:
        "results/logs/plot_features/{labelled}/{level}.log",
    wildcard_constraints:
        level="major|minor",
    conda:
        "../../envs/analysis.yaml"
    threads: 1
    resources:
        **SMALL,
    params:
        labels=lambda wildcards: configuration.labels_of(config, classifiers(wildcards)),
        colours=lambda wildcards: configuration.colours_of(config, classifiers(wildcards)),
        lines=human_line,
        title=lambda wildcards: f"{title(wildcards)}: MCC by {wildcards.level} feature",
    script:
        "../scripts/plot_features.py"


rule plot_stability:
    input:
        curve="results/metrics/{dataset}/stability_curve.csv",
        code=modules("errors", "figures", "io"),
        style="workflow/scripts/acceptability/figures.mplstyle",
    output:
        pdf="results/figures/{dataset}/stability.pdf",
        png=report(
            "results/figures/{dataset}/stability.png",
            caption="../report/stability.rst",
            category="{dataset}",
            labels={"figure": "stability"},
        ),
    log:
        "results/logs/plot_stability/{dataset}.log",
    conda:
        "../../envs/analysis.yaml"
    threads: 1
    resources:
        **SMALL,
    params:
        labels=lambda wildcards: configuration.labels_of(config, unstable(wildcards)),
        colours=lambda wildcards: configuration.colours_of(config, unstable(wildcards)),
        title=lambda wildcards: f"{title(wildcards)}: sentences that any two of the first restarts judge differently",
    script:
        "../scripts/plot_stability.py"


rule build_explorer:
    input:
        sentences=[f"results/sentences/{dataset}.csv" for dataset in DATASETS],
        pairs=[f"results/pairs/{dataset}.csv" for dataset in DATASETS],
        deltas=[
            f"results/deltas/{dataset}/{system}.csv"
            for dataset in DATASETS
            for system in [*configuration.systems_of(config, dataset), configuration.REFERENCE]
        ],
        parts=[f"workflow/report/explorer/page.{ending}" for ending in ("html", "css", "js")],
        code=modules("errors", "explorer", "io"),
    output:
        report(
            "results/explorer/index.html",
            caption="../report/explorer.rst",
            category="explorer",
            labels={"page": "all pairs"},
        ),
    log:
        "results/logs/build_explorer.log",
    conda:
        "../../envs/analysis.yaml"
    threads: 1
    resources:
        **SMALL,
    params:
        datasets={dataset: title({"dataset": dataset}) for dataset in DATASETS},
        labels={
            dataset: configuration.row_labels(config, configuration.systems_of(config, dataset))
            | configuration.reference_labels(dataset in RATED)
            for dataset in DATASETS
        },
        thresholds=config["criteria"]["thresholds"],
    script:
        "../scripts/build_explorer.py"


rule plot_ceiling:
    input:
        ceiling="results/metrics/{dataset}/ceiling.csv",
        code=modules("errors", "figures", "io"),
        style="workflow/scripts/acceptability/figures.mplstyle",
    output:
        pdf="results/figures/{dataset}/ceiling.pdf",
        png=report(
            "results/figures/{dataset}/ceiling.png",
            caption="../report/ceiling.rst",
            category="{dataset}",
            labels={"figure": "ceiling"},
        ),
    log:
        "results/logs/plot_ceiling/{dataset}.log",
    conda:
        "../../envs/analysis.yaml"
    threads: 1
    resources:
        **SMALL,
    params:
        title=title,
    script:
        "../scripts/plot_ceiling.py"
