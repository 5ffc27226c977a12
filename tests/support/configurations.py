"""Configurations for tests: joined with their studies and checked as the Snakefile does it."""

import copy
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from acceptability.analyses.registry import analyses
from acceptability.papers import studies
from acceptability.plan import build, schema
from acceptability.plan.datasets import Dataset
from acceptability.plan.plan import Plan
from acceptability.plan.studies import Study
from acceptability.plan.systems import System
from acceptability.reading.load import read_yaml
from acceptability.sources import fetching
from helpers import ROOT
from make_demo import demo_config

SCHEMAS = schema.read_schemas(ROOT / "workflow/schemas")
PAPER = read_yaml(ROOT / "config.yaml")
ENCODERS = read_yaml(ROOT / "resources/encoders.yaml")["classifiers"]
WITH_ENCODERS = PAPER | {"classifiers": PAPER["classifiers"] | ENCODERS}
ADC = PAPER | {"studies": ["adc"]}  # one paper alone
DEMO = demo_config()
STUDY = read_yaml(ROOT / "paper/adc/study.yaml")
OWN_PAIRS = {"mine": {"kind": "pairs", "label": "Mine", "pairs": "mine.csv"}}
OWN = PAPER | {"studies": [], "datasets": OWN_PAIRS | PAPER["datasets"]}  # one's own pairs, and no paper
CAUSAL = {"label": "x", "kind": "causal", "path": "folder", "beginning": True, "measures": ["log_prob"]}

REGISTERED = fetching.read_registry(ROOT / "resources/sources.tsv")
RULES = "\n".join(
    path.read_text(encoding="utf-8")
    for path in (*(ROOT / "workflow/rules").glob("*.smk"), *(ROOT / "paper").glob("*/rules.smk"))
)
COMPUTED = [table.path for analysis in analyses().values() for table in analysis.writes]
COMPUTED += [
    f"results/metrics/{{study}}/{name}.csv" for it in studies().values() for name in getattr(it, "METRICS", {})
]
COMPUTED += ["results/tables/{owner}/{name}.csv", "results/tables/{owner}/{name}.tex"]  # of the rules of all owners
WRITTEN = [
    path
    for _, block in re.findall(r"\n( +)output:\n((?:\1    .*\n)+)", RULES)
    for path in re.findall(r'"(results/[^"]*)"', block)
]
OUTPUTS = [
    re.compile(re.sub(r"\\{(\w+)\\}", lambda name: ".+" if name[1] == "name" else "[^/]+", re.escape(path)))
    for path in [*WRITTEN, *COMPUTED]
]


def planned(config: Mapping, papers: Path = ROOT / "paper") -> Plan:
    """The plan of a configuration, checked as the Snakefile does it, but for files."""
    return build.plan_of(config, [papers], SCHEMAS)


def keys(things: Iterable[System | Dataset | Study]) -> list[str]:
    """The names of parts of the plan."""
    return [thing.key for thing in things]


def changed(config: Mapping, path: str, value) -> dict:
    """A copy with one key set (or removed, where the value is ...)."""
    config = copy.deepcopy(dict(config))
    *parents, last = path.split("/")
    inner = config
    for key in parents:
        inner = inner.setdefault(key, {})
    if value is ...:
        del inner[last]
    else:
        inner[last] = value
    return config


def is_made(path: str) -> bool:
    """Does a rule make this file, is it fetched, or is it one of the project's?"""
    if path.startswith("results/"):
        return any(pattern.fullmatch(path) for pattern in OUTPUTS)
    return path.removeprefix("resources/raw/") in REGISTERED or (ROOT / path).is_file()
