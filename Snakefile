# The one entry: the configuration and its check, the stages, the default target.
import atexit
import gc
import shutil
import sys
from dataclasses import asdict
from functools import partial
from os.path import relpath
from pathlib import Path

import snakemake.workflow as engine
from snakemake.utils import min_version

min_version("9.0")
BASE = Path(str(workflow.current_basedir))  # files of the workflow stand here; results, where it is run
sys.path.insert(0, f"{BASE}/src")

from acceptability import papers, written
from acceptability.analyses import registry
from acceptability.command import contents, failures, locks, options, request, reruns, unchanged
from acceptability.datasets.registry import keep_answers
from acceptability.errors import InputError
from acceptability.kinds import registry as kinds
from acceptability.kinds.ngram import kenlm_tools
from acceptability.plan import (
    artefacts,
    build,
    checking,
    environment,
    evaluating,
    explorer,
    modules,
    provenance,
    reports,
    schema,
)
from acceptability.plan.derived import Classifier, Prompted
from acceptability.plan.paths import expanded
from acceptability.plan.regions import OfItems, OfRegions
from acceptability.plan.resources import needs
from acceptability.plan.systems import Decisions, LanguageModel, NGram, OwnScores, Published
from acceptability.reading import facts, load
from acceptability.sources import digests, fetching
from acceptability.sources.model_files import TRAINED
from acceptability.verification import record

# Rules and jobs are no garbage: Python looks through them less often, and not when it ends.
gc.set_threshold(10_000)
atexit.register(gc.freeze)
modules.come_first_in_jobs()
modules.quote_python()
failures.hide_reported()


include: "workflow/rules/common.smk"
include: "workflow/rules/contents.smk"


# What to score, in a few words after --config (see `make score`), or a configuration: the one that --configfile names,
# which is the only one then, or that of the folder in which the workflow runs, or the project's.
FOLDER = workflow.overwrite_workdir or "."  # in which it runs, as the user sees it
try:
    SCHEMAS = schema.read_schemas(BASE / "workflow/schemas")
    COMMAND = options.command_of(sys.argv[1:], workflow.is_main_process)
    OPTIONS = options.from_config(config, workflow.configfiles, COMMAND)
    if OPTIONS and workflow.is_main_process:
        here = workflow.overwrite_workdir is not None
        FOLDER = request.write(OPTIONS, Path(own(".")), SCHEMAS, here, COMMAND)
except InputError as error:
    sys.exit(f"error: {error}")
if OPTIONS and workflow.is_main_process:

    workdir: str(FOLDER)


if problem := locks.hold(workflow.is_main_process):
    print(problem, file=sys.stderr)
if OPTIONS:
    config = load.read_yaml("config.yaml")
elif not workflow.configfiles and not {*config} - {*workflow.config_settings.overwrite_config}:
    if workflow.is_main_process and workflow.overwrite_workdir and not Path("config.yaml").exists():
        sys.exit(
            f"error: {FOLDER}: has no config.yaml; write one, name one with --configfile, or leave out --directory"
        )

    configfile: "config.yaml" if Path("config.yaml").exists() else own("config.yaml")


try:
    for path in workflow.configfiles:
        load.read_yaml(path)
    config = expanded(config)
    where = " and ".join(map(relpath, workflow.configfiles)) or "config.yaml"  # what messages call it
    if papers.add(config.get("papers", []), where):
        SCHEMAS = schema.read_schemas(BASE / "workflow/schemas")  # with the datasets that these declare
    FOLDERS = [Path(relpath(folder)) for folder in papers.folders()]
    PLAN = build.plan_of(config, FOLDERS, SCHEMAS, where)
    REGISTERED = {
        relpath(path): fetching.read_registry(path) for path in (own("resources/sources.tsv"), *papers.registries())
    }
    for path, rows in REGISTERED.items():
        schema.check_sources(rows, SCHEMAS["sources"], path)
    SOURCES = papers.by_name((name, row, path) for path, rows in REGISTERED.items() for name, row in rows.items())
    deployed = {method.name for method in workflow.deployment_settings.deployment_method}
    if workflow.is_main_process:  # which reads the user's tables once for all jobs
        checked = bool(OPTIONS) or unchanged.is_checked(Path("config.yaml"))
        searches = own("resources/searches.csv")
        readings = environment.check(PLAN, SOURCES, searches, config.get("mirror"), "CONDA" in deployed, where, checked)
        facts.keep(Path("."))
        if not checked:
            keep_answers((dataset.entry for dataset in PLAN.datasets.values()), Path("."))
        # How the tables of make score were read was reported when the configuration was written.
        if readings and not unchanged.is_written(Path("config.yaml")):
            request.report(readings, Path("."), keys=True)
except InputError as error:
    sys.exit(f"error: {error if unchanged.is_written(Path('config.yaml')) else error.message.yaml}")
if workflow.is_main_process and (left := environment.left_behind(PLAN, "results")):
    print(left, file=sys.stderr)


wildcard_constraints:
    dataset=one_of([*PLAN.reported, *PLAN.datasets]),
    labelled=one_of(dataset.key for dataset in PLAN.labelled),
    study=one_of(PLAN.studies),
    owner=one_of([*PLAN.reported, *(key for key, model in PLAN.models.items() if model.corpus), *PLAN.studies]),
    system="[a-z0-9-]+",
    source=one_of(SOURCES),
    example=one_of(PLAN.examples),
    corpus=one_of(PLAN.corpora),
    level="sentences|pairs",
    restart=r"\d+",
    revision="[0-9a-f]{40}",
    shard=r"\d+",


include: "workflow/rules/fetch.smk"
include: "workflow/rules/prepare.smk"
include: "workflow/rules/ngram.smk"
include: "workflow/rules/models.smk"
include: "workflow/rules/classifier.smk"
include: "workflow/rules/words.smk"
include: "workflow/rules/regions.smk"
include: "workflow/rules/evaluate.smk"
include: "workflow/rules/present.smk"
include: "workflow/rules/study.smk"
include: "workflow/rules/check.smk"
include: "workflow/rules/experiment.smk"


for path in papers.rules():

    include: str(path)


reruns.follow_contents(
    engine,
    written.changed() if workflow.is_main_process and not locks.is_locked() else [],
    [path for job in EVALUATIONS for path in job.outdated] if workflow.is_main_process else [],
)


rule all:
    default_target: True
    input:
        [f"results/reports/{name}.pdf" for name in PLAN.reports],
        artefacts.explorer(PLAN),
        artefacts.figures(PLAN),
        artefacts.tables(PLAN),
        artefacts.r_scripts(PLAN),
        rules.check.input if PLAN.checked else [],


# The record of the run, which `make verify` reads; a lost one is written again, even if nothing has to be done. What
# `score` or `check` has to say is the last thing on the screen, below Snakemake's own last lines.
write_record = partial(record.write, PLAN, EVALUATIONS, base=BASE, config=config, sources=SOURCES)
if workflow.is_main_process:
    atexit.register(record.write_lost, workflow, write_record, Path.cwd())


onsuccess:
    if workflow.is_main_process:
        record.write_at_end(workflow, write_record)
    for command in ("score", "check"):
        summary = Path(f"results/logs/{command}.txt")
        if any(job.rule.name == command for job in workflow.dag.jobs) and summary.exists():
            atexit.register(print, "", summary.read_text(encoding="utf-8"), sep="\n", end="")


# The first page of Snakemake's HTML report: make report
report: "workflow/report/workflow.rst"


# Figures only: snakemake --cores 8 figures
rule figures:
    input:
        artefacts.figures(PLAN),


# Tables only: snakemake --cores 8 tables
rule tables:
    input:
        artefacts.tables(PLAN),


# Surprisals of words, by all systems that score tokens: snakemake --cores 8 words
rule words:
    input:
        [dataset.files("words", dataset.token_scorers) for dataset in PLAN.scored],
