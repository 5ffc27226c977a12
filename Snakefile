# The one entry: the configuration and its check, the stages, the default target.
import sys
from importlib import import_module
from os import environ
from os.path import abspath, relpath
from pathlib import Path

from snakemake.utils import min_version

min_version("9.0")
BASE = Path(str(workflow.current_basedir))  # files of the workflow stand here; results, where it is run
sys.path.insert(0, f"{BASE}/workflow/scripts")

from acceptability.config import (
    artefacts,
    check,
    divisions,
    explorer,
    fitted,
    limits,
    load,
    modules,
    provenance,
    reports,
    request,
    schema,
    studies,
    summary,
    systems,
    trainings,
)
from acceptability.config.resources import needs
from acceptability.datasets import corpora, registry, user_files
from acceptability.errors import InputError
from acceptability.sources import fetching


include: "workflow/rules/common.smk"


# What to score, in a few words after --config (see `make score`), or a configuration: the one that --configfile names,
# which is the only one then, or that of the folder in which the workflow runs, or the project's.
COMMAND = sys.argv[0] if sys.argv[0].startswith(".") else "snakemake"  # as the user calls it
HERE = workflow.overwrite_workdir is not None
FOLDER = None
try:
    SCHEMAS = schema.read_schemas(BASE / "workflow/schemas")
    REQUEST = request.asked(config, workflow.configfiles, HERE)
    if REQUEST and workflow.is_main_process:
        if fetching.MIRROR in environ:
            environ[fetching.MIRROR] = abspath(environ[fetching.MIRROR])
        FOLDER = request.write(REQUEST, Path(own(".")), SCHEMAS, HERE)
except InputError as error:
    sys.exit(f"error: {error}")
if FOLDER:

    workdir: FOLDER


if REQUEST:
    config = load.read_yaml("config.yaml")
elif not workflow.configfiles and "criteria" not in config:

    configfile: "config.yaml" if Path("config.yaml").exists() else own("config.yaml")


try:
    for path in workflow.configfiles:
        load.read_yaml(path)
    config = load.expanded(config)
    schema.check(config, SCHEMAS["config"], "config.yaml")
    STUDIES = studies.read_studies(config.get("studies", []), Path(own("paper")), SCHEMAS["study"])
    CONFIG = studies.merged(config, STUDIES)
    STUDIES = CONFIG["studies"]
    check.check(CONFIG)
    SOURCES = fetching.read_registry(own("resources/sources.tsv"))
    schema.check_sources(SOURCES, SCHEMAS["sources"])
    check.check_registered(CONFIG, SOURCES)
    if systems.registered(CONFIG):
        fetching.check_mirror(fetching.named_mirror(config.get("mirror")))
        fetching.check_fetched(SOURCES, "resources/raw")
    check.check_files(CONFIG)
    CONFIG = systems.pinned(CONFIG)
    check.check_folder("results")
    if "CONDA" not in {method.name for method in workflow.deployment_settings.deployment_method}:
        check.check_installed(CONFIG)
    MANIFESTS = systems.manifests(CONFIG)
    if workflow.is_main_process and (left := check.left_behind(CONFIG, "results")):
        print(left, file=sys.stderr)
except InputError as error:
    sys.exit(f"error: {error}")

PROGRAM = provenance.program(BASE)
PAIRED = systems.paired(CONFIG)
LABELLED = systems.labelled(CONFIG)
NGRAM, MODELS, CLASSIFIERS = (CONFIG.get(section, {}) for section in ("ngram", "models", "classifiers"))
CORPORA = CONFIG.get("corpora", {})
PUBLISHED, RESTARTS, ACCURACIES = (CONFIG[section] for section in ("published", "restarts", "accuracies"))
SCORES = CONFIG["scores"]
TRAINED = [key for key, model in MODELS.items() if "corpus" in model]
THRESHOLDS, TIE = (CONFIG["criteria"][key] for key in ("thresholds", "tie"))


wildcard_constraints:
    dataset=one_of([*MANIFESTS, *CONFIG["datasets"]]),
    labelled=one_of(LABELLED),
    study=one_of(STUDIES),
    owner=one_of([*MANIFESTS, *TRAINED, *STUDIES]),
    system="[a-z0-9-]+",
    source=one_of(SOURCES),
    example=one_of(CONFIG["examples"]),
    corpus=one_of(CORPORA),
    level="sentences|pairs",
    division=r"(size|sources|without)-\d+",


include: "workflow/rules/fetch.smk"
include: "workflow/rules/prepare.smk"
include: "workflow/rules/ngram.smk"
include: "workflow/rules/models.smk"
include: "workflow/rules/classifier.smk"
include: "workflow/rules/divisions.smk"
include: "workflow/rules/measure.smk"
include: "workflow/rules/evaluate.smk"
include: "workflow/rules/compare.smk"
include: "workflow/rules/judge.smk"
include: "workflow/rules/people.smk"
include: "workflow/rules/present.smk"
include: "workflow/rules/study.smk"


rule all:
    default_target: True
    input:
        [f"results/reports/{name}.pdf" for name in artefacts.reports(CONFIG)],
        artefacts.explorer(CONFIG),
        artefacts.figures(CONFIG),
        artefacts.tables(CONFIG),
        artefacts.submissions(CONFIG),


# The first page of Snakemake's HTML report: make report
report: "workflow/report/workflow.rst"


# Figures only: snakemake --cores 8 figures
rule figures:
    input:
        artefacts.figures(CONFIG),


# Tables only: snakemake --cores 8 tables
rule tables:
    input:
        artefacts.tables(CONFIG),


# Surprisals of words, by all systems that score tokens: snakemake --cores 8 words
rule words:
    input:
        [of_systems("words", dataset, systems.of_tokens(CONFIG, dataset)) for dataset in systems.scored(CONFIG)],
