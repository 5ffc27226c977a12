# The one entry: the configuration and its check, the stages, the default target.
import sys
from pathlib import Path

import yaml
from snakemake.utils import min_version

min_version("9.27")
sys.path.insert(0, f"{workflow.basedir}/workflow/scripts")

from acceptability import configuration, fetching, provenance, targets
from acceptability.errors import InputError

SCHEMAS = {
    name: yaml.safe_load(Path(f"workflow/schemas/{name}.schema.yaml").read_text(encoding="utf-8"))
    for name in ("config", "sources")
}

try:
    for path in workflow.configfiles or ["config.yaml"]:
        configuration.check_keys(path)
except InputError as error:
    sys.exit(f"error: {error}")


configfile: "config.yaml"


try:
    configuration.check(config, SCHEMAS["config"])
    SOURCES = fetching.read_registry("resources/sources.tsv")
    configuration.check_sources(SOURCES, SCHEMAS["sources"])
    if configuration.needs_fetching(config):
        fetching.check_mirror(fetching.named_mirror(config.get("mirror")))
        fetching.check_fetched(SOURCES, "resources/raw")
    configuration.check_origins(config, SOURCES)
    configuration.check_files(config)
    configuration.check_folder("results")
    RATED = [name for name, dataset in config["datasets"].items() if configuration.is_rated(dataset)]
except InputError as error:
    sys.exit(f"error: {error}")


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
        "results/explorer/index.html",
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
