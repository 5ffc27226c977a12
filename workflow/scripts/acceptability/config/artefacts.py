"""Which figures, tables and reports a run makes, what each reads and what of the configuration it is told."""

import re
from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec

from acceptability.config import divisions, fitted, labels, studies, systems
from acceptability.contracts.artefact import Artefact
from acceptability.figures.registry import FIGURES
from acceptability.scoring.measures import boundary
from acceptability.tables.kinds import kinds_of
from acceptability.tables.registry import TABLES

ENDINGS = {
    "figures": tuple(f"{size}.{end}" for size in ("", "-column") for end in ("pdf", "png", "svg")),
    "tables": (".csv", ".tex"),
}


def traits(config: Mapping, owner: str, of: str = "dataset") -> set[str]:
    """What a dataset or a study has, in the words of Artefact.when; ``of`` says which, where both have this name.

    A study also has what its main dataset has.
    """
    datasets = systems.manifests(config)
    if of == "study" or owner not in datasets:
        study = config["studies"][owner]
        has = {name for name in ("claims", "printed") if study[name]}
        return has | (traits(config, study["main"]) if study.get("main") in datasets else set())
    manifest = datasets[owner]
    has = {
        name
        for name in (
            "pairs",
            "rated",
            "single_ratings",
            "other_ratings",
            "choices",
            "splits",
            "factorial",
            "preference",
        )
        if getattr(manifest, name)
    }
    has |= {f"{level}_features" for level in manifest.features}
    has |= {"paradigms"} if manifest.pairs and "paradigm" in manifest.levels else set()
    has |= set() if manifest.pairs or manifest.splits else {"sentences_only"}
    by_pairs = manifest.pairs and not manifest.ranked
    has |= {"labelled"} if by_pairs or manifest.splits or manifest.labelled else set()
    has |= {"targeted"} if manifest.thresholds_from and "labelled" in has else set()
    has |= {"classifiers"} if systems.classifiers_of(config, owner) else set()
    has |= {"fitted"} if fitted.on(config, owner) else set()
    functions = {row["function"] for row in labels.linking_functions(config, owner).values()}
    has |= {"linking_functions"} if manifest.rated and len(functions) > 1 else set()
    has |= divisions.traits(config, owner)
    return has | ({"unstable"} if manifest.pairs and systems.unstable(config, owner) else set())


def parts(config: Mapping, owner: str, kind: str) -> list[str]:
    """The parts of an artefact that comes in several: its name is then ``name/part``."""
    if kind == "disagreements":
        return kinds_of("rated" in traits(config, owner))
    if kind == "examples":
        return [name for name, example in config["examples"].items() if example["dataset"] == owner]
    return systems.labelled(config)  # contaminating


def owned(config: Mapping, rows: Mapping[str, Artefact]) -> list[tuple[str, str]]:
    """(owner, name) of every artefact of these rows that a run makes, its parts included."""
    owners = {
        "dataset": list(systems.manifests(config)),
        "model": systems.trained(config),
        "study": list(config["studies"]),
    }
    return [
        (owner, name if part is None else f"{name}/{part}")
        for name, row in rows.items()
        for owner in owners[row.of]
        if row.of == "model" or set(row.when) <= traits(config, owner, row.of)
        for part in (parts(config, owner, row.parts) if row.parts else [None])
    ]


def of_study(study: str, kind: str) -> Mapping[str, Artefact]:
    """A study's own figures or tables, declared in its manifest, if it has one."""
    if not find_spec(f"acceptability.studies.{study}"):
        return {}
    return getattr(import_module(f"acceptability.studies.{study}.manifest"), kind.upper(), {})


def figures(config: Mapping, ending: str = "") -> list[str]:
    """All figures of a run: for a page and for a column, as PDF, PNG and SVG; or with one ending only."""
    return _paths("figures", [names for _, *names in _all(config, "figures")], ending)


def tables(config: Mapping, ending: str = "") -> list[str]:
    """All tables of a run, as CSV and LaTeX or with one ending only."""
    return _paths("tables", [names for _, *names in _all(config, "tables")], ending)


def of_report(config: Mapping, report: str, owners: set[str]) -> list[str]:
    """Tables (CSV) and figures (PDF) of these owners, but none of other studies, which may be called like a dataset."""
    found = []
    for kind, ending in (("tables", ".csv"), ("figures", ".pdf")):
        for of, owner, name in _all(config, kind):
            if owner in owners and (of != "study" or owner == report):
                found += _paths(kind, [(owner, name)], ending)
    return found


def _all(config: Mapping, kind: str) -> list[tuple[str, str, str]]:
    """What the owner is, the owner and the name of each artefact; a study's own come last."""
    rows = FIGURES if kind == "figures" else TABLES
    shared = [(rows[name.partition("/")[0]].of, owner, name) for owner, name in owned(config, rows)]
    return shared + [
        ("study", study, name)
        for study in config["studies"]
        for name, row in of_study(study, kind).items()
        if set(row.when) <= traits(config, study, "study")
    ]


def _paths(folder: str, names: Iterable[Sequence[str]], ending: str) -> list[str]:
    return [
        f"results/{folder}/{owner}/{name}{end}"
        for owner, name in names
        for end in ENDINGS[folder]
        if ending in ("", end)
    ]


def submissions(config: Mapping) -> list[str]:
    """The files of judgments that benchmarks take: of each row with a threshold, or with a boundary of its own."""
    return [
        f"results/submissions/{dataset}/{system}/{measure}/{manifest.submission}"
        for dataset, manifest in systems.manifests(config).items()
        if manifest.submission
        for system, measure in systems.rows_of(config, systems.systems_of(config, dataset))
        if system in systems.thresholded(config, manifest.thresholds_from) or boundary(measure) is not None
    ]


def explorer(config: Mapping) -> list[str]:
    """The page to explore pairs, where there are any."""
    return ["results/explorer/index.html"] if systems.paired(config) else []


def main_artefacts(config: Mapping, dataset: str) -> list[str]:
    """What `score` makes of a dataset: its main table, if it has one, its main figure, and the table of all scores."""
    has = traits(config, dataset)
    names = {"tables": "criteria", "figures": "criteria"} if "pairs" in has else {}
    if has >= {"sentences_only", "rated"}:
        names = {"tables": "ratings", "figures": "sentences"}
    elif has >= {"sentences_only", "labelled"}:
        names = {"tables": "separation"}
    shown = {"tables": ".csv", "figures": ".png"}
    made = [path for kind, name in names.items() for path in _paths(kind, [(dataset, name)], shown[kind])]
    return [*made, f"results/scores/{dataset}.csv"]


def reports(config: Mapping) -> list[str]:
    """Names of the reports: one for each scored dataset that belongs to no study, and one for each study.

    Labelled sentences in splits that belong to no study are in the reports on scored ones; without any, they have
    their own.
    """
    scored, labelled = (
        [key for key in keys if not studies.studies_of(config, key)]
        for keys in (systems.scored(config), systems.labelled(config))
    )
    return [*(scored or labelled), *config["studies"]]


def row_of(config: Mapping, kind: str, owner: str, name: str) -> tuple[Artefact, str, str, str]:
    """The row of an artefact by its owner and name, its own name, its part ("" where it has none), and its module."""
    if owner in config["studies"] and name in of_study(owner, kind):
        return of_study(owner, kind)[name], name, "", f"studies.{owner}.{kind}"
    base, _, part = name.partition("/")
    rows = FIGURES if kind == "figures" else TABLES
    row = rows[base]
    return row, base, part, f"{kind}.{row.module or base}"


def reads(config: Mapping, kind: str, owner: str, name: str) -> dict[str, str]:
    """What an artefact is made from: path by argument of its module's function."""
    row, _, part, _ = row_of(config, kind, owner, name)
    paths = dict(row.reads)
    for argument, (needed, path) in row.optional.items():
        if needed in traits(config, owner, row.of):
            paths[argument] = path
    return {argument: path.format(owner=owner, part=part) for argument, path in paths.items()}


def told(config: Mapping, kind: str, owner: str, name: str) -> dict:
    """What of the configuration an artefact is told: keyword arguments of its module's function."""
    row, _, part, _ = row_of(config, kind, owner, name)
    given = {key: TOLD[key](config, owner, part) for key in row.told}
    if kind == "figures" and "labels" in given:
        shown = _shown(config, given["labels"], given.get("references", {}))
        for key in {"labels", "colours", "references"} & set(given):
            given[key] = {row: given[key][row] for row in shown if row in given[key]}
    return given | dict(row.fixed) | ({"part": part} if part else {})


def _shown(config: Mapping, systems: Mapping, references: Mapping) -> list[str]:
    """Those rows of a dataset that its figures show: the listed ones, in their order; all if no system is listed."""
    listed = [row for row in config["figures"]["rows"] if row in systems or row in references]
    return listed if any(row in systems for row in listed) else [*systems, *references]


def is_simulated(config: Mapping, owner: str) -> bool:
    """Does an artefact of this dataset, model or study show simulated data?"""
    return any(systems.is_simulated(key) for key in (config["studies"].get(owner, {}).get("datasets") or [owner]))


def report_title(config: Mapping, report: str) -> str:
    """A study's, or that of the dataset that a report is about."""
    return config["studies"][report]["title"] if report in config["studies"] else told_title(config, report)


def told_title(config: Mapping, owner: str, part: str = "") -> str:
    if owner in config["datasets"]:
        return labels.title(config, owner)
    if owner in config["studies"]:
        return config["studies"][owner]["title"]
    simulated = " (simulated data)" if systems.is_simulated(owner) else ""
    return f"Training of {config['models'][owner]['label']}{simulated}"


def category(config: Mapping, owner: str) -> str:
    """Where Snakemake's HTML report files an owner's figures and tables: by its title, which its key makes unique."""
    owners = {*systems.manifests(config), *systems.trained(config), *config["studies"]}
    titles = [told_title(config, key) for key in owners]
    title = told_title(config, owner)
    return title if titles.count(title) == 1 else f"{title} ({owner})"


def readable(name: str) -> str:
    """The name of a figure or table, in words: ``adc_curves`` is "ADC curves"."""
    words = " ".join("ADC" if word == "adc" else word for word in re.split("[_-]", name.replace("/", ": ")))
    return words[0].upper() + words[1:]


def _example_rows(config: Mapping, owner: str, part: str) -> dict[str, str]:
    return labels.row_labels(config, example_systems(config, part))


def example_systems(config: Mapping, example: str) -> list[str]:
    """Systems whose rows an example names: computed for it, whether they run or not."""
    rows = config["examples"][example]["met"]["by"] + config["examples"][example]["missed"]["by"]
    return sorted({row.split("/")[0] for row in rows})


def example_deltas(config: Mapping, dataset: str, example: str) -> list[str]:
    """The tables of their deltas."""
    return [f"results/deltas/{dataset}/{key}.csv" for key in example_systems(config, example)]


TOLD = {
    "title": told_title,
    "labels": lambda config, owner, _: labels.row_labels(config, systems.systems_of(config, owner)),
    "system_labels": lambda config, owner, _: labels.system_labels(config, systems.systems_of(config, owner)),
    "linking_functions": lambda config, owner, _: labels.linking_functions(config, owner),
    "colours": lambda config, owner, _: labels.row_colours(config, systems.systems_of(config, owner)),
    "references": lambda config, owner, _: labels.reference_labels(traits(config, owner)),
    "classifier_labels": lambda config, owner, _: labels.system_labels(config, systems.classifiers_of(config, owner)),
    "classifier_colours": lambda config, owner, _: labels.system_colours(config, systems.classifiers_of(config, owner)),
    "others": lambda config, owner, _: labels.other_labels(config, owner, "choices" in traits(config, owner)),
    "panels": lambda *_: labels.PANELS,
    "restarted": lambda config, owner, _: labels.restarted_rows(config, systems.unstable(config, owner)),
    "unstable_labels": lambda config, owner, _: labels.system_labels(config, systems.unstable(config, owner)),
    "unstable_colours": lambda config, owner, _: labels.system_colours(config, systems.unstable(config, owner)),
    "source_labels": lambda config, owner, _: dict(systems.manifests(config)[owner].origins),
    "simple_labels": lambda config, owner, _: labels.simple_labels(config, owner),
    "judge_labels": lambda config, owner, _: labels.judge_labels(config, owner),
    "significance": lambda config, *_: config["figures"]["significance"],
    "thresholds": lambda config, *_: config["criteria"]["thresholds"],
    "lines": lambda config, owner, _: labels.lines(config, owner),
    "printed_rows": lambda config, owner, _: labels.printed_rows(config, owner),
    "first_pairs": lambda config, _, part: labels.first_pairs(config, part),
    "example_labels": _example_rows,
    "caption_text": lambda config, owner, part: config["examples"][part]["caption"],
}
