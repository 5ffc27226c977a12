# The one entry: configuration, its check, the stages, the default target.
from snakemake.utils import min_version

min_version("9.27")


configfile: "config.yaml"


include: "workflow/rules/common.smk"
include: "workflow/rules/fetch.smk"
include: "workflow/rules/prepare.smk"
include: "workflow/rules/baselines.smk"
include: "workflow/rules/ngram.smk"
include: "workflow/rules/models.smk"
include: "workflow/rules/classifier.smk"
include: "workflow/rules/measure.smk"
include: "workflow/rules/evaluate.smk"
include: "workflow/rules/plot.smk"
include: "workflow/rules/paper.smk"


rule all:
    default_target: True
    input:
        "results/paper/main.pdf",
        targets.figures(config, RATED),
        targets.tables(config, RATED),


# Figures only: snakemake --cores 8 figures
rule figures:
    input:
        targets.figures(config, RATED),


# Tables only: snakemake --cores 8 tables
rule tables:
    input:
        targets.tables(config, RATED),
