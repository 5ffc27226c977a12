"""Which analyses, figures and tables a run makes, and what each reads."""

import re
from collections.abc import Iterable, Mapping
from itertools import product

from acceptability import papers
from acceptability.analyses.analysis import COVERAGE, Analysis, name_of, present
from acceptability.analyses.disagreements import manifest as disagreements
from acceptability.analyses.registry import analyses, declared_in, function_of, main, needs_counts, path_of, when
from acceptability.analyses.registry import shown as declared
from acceptability.analyses.registry import tables as catalogue
from acceptability.contracts.artefact import Artefact, File
from acceptability.plan import explorer as explorer_of
from acceptability.plan.datasets import Dataset
from acceptability.plan.plan import Plan
from acceptability.plan.settings import Owner, scored_rows, settings, shown_rows
from acceptability.plan.studies import Study

ENDINGS = {
    "figures": tuple(f"{size}.{end}" for size in ("", "-column") for end in ("pdf", "png", "svg")),
    "tables": (".csv", ".tex"),
    "metrics": (".csv",),  # of studies; those of analyses are not shown
}


# Analyses.


def settings_of(plan: Plan, analysis: str, at: Mapping[str, str]) -> dict:
    """Return the settings of an analysis by name, for the dataset (and the example) that the wildcards ``at`` name."""
    return settings(analyses()[analysis].settings, plan, plan.datasets[at["dataset"]], at.get("example", ""))


def wildcards(plan: Plan, dataset: Dataset, analysis: Analysis) -> list[dict[str, str]]:
    """Return the wildcards for which an analysis of a dataset is computed: one, unless its paths have others, too."""
    values = {
        "level": ["sentences", "pairs"] if "pairs" in dataset.has else ["sentences"],
        "labelled": [labelled.key for labelled in plan.labelled],
        "example": [key for key, example in plan.examples.items() if example.dataset == dataset.key],
    }
    named = [name for name in values if f"{{{name}}}" in analysis.writes[0].path]
    fixed = {"dataset": dataset.key} | ({"corpus": plan.checking.corpus or ""} if analysis.check else {})
    return [fixed | dict(zip(named, those, strict=True)) for those in product(*(values[name] for name in named))]


# Tables and figures.


def parts(plan: Plan, dataset: Dataset, kind: str) -> dict[str, str]:
    """Return the parts of a table that is made once for each of several things, as name → what the part is about."""
    if kind == "disagreements":
        return disagreements.kinds(dataset.has)
    if kind == "examples":
        return {key: example.caption for key, example in plan.examples.items() if example.dataset == dataset.key}
    return {labelled.key: labelled.label for labelled in plan.labelled}  # contaminating


def shown(plan: Plan, kind: str) -> list[tuple[str, Owner, str]]:
    """Return a tuple for each table or figure of a run: kind of its owner (dataset, model, study), owner, and name."""
    owners: dict[str, list] = {
        "dataset": list(plan.reported.values()),
        "model": plan.trained,
        "study": list(plan.studies.values()),
    }
    of_analyses = [
        (row.owner, owner, name if part is None else f"{name}/{part}")
        for name, (folder, row) in declared(kind).items()
        for owner in owners[row.owner]
        if row.owner == "model" or set(when(folder, row)) <= owner.has
        for part in (parts(plan, owner, row.parts) if row.parts else [None])
    ]
    return of_analyses + of_studies(plan, kind)


def of_studies(plan: Plan, kind: str) -> list[tuple[str, Study, str]]:
    """Return the same for the figures, tables or metrics that studies declare."""
    return [
        ("study", study, name)
        for study in plan.studies.values()
        for name, row in of_study(study.key, kind).items()
        if set(row.when) <= study.has
    ]


def of_study(study: str, kind: str) -> Mapping[str, Artefact]:
    """Return the figures, tables or metrics that a study declares, by name; empty where it declares none."""
    return getattr(papers.studies().get(study), kind.upper(), {})


def evidence(study: Study) -> Mapping[str, File | list[File]]:
    """Return the files from which a study's printed numbers are recomputed, by name: one file, or a list; if any."""
    module = papers.studies().get(study.key)
    return module.reads(study) if hasattr(module, "reads") else {}


def figures(plan: Plan, ending: str = "") -> list[str]:
    """Return the paths of all figures of a run, or of those with one ending, such as ``-column.pdf``."""
    return [path for _, owner, name in shown(plan, "figures") for path in paths("figures", owner.key, name, ending)]


def tables(plan: Plan, ending: str = "") -> list[str]:
    """Return the paths of all tables of a run, or of those with one ending (``.csv`` or ``.tex``)."""
    return [path for _, owner, name in shown(plan, "tables") for path in paths("tables", owner.key, name, ending)]


def paths(kind: str, owner: str, name: str, ending: str = "") -> list[str]:
    """Return the paths of a table or figure, one for each ending, or for the given one (see ENDINGS)."""
    return [f"results/{kind}/{owner}/{name}{end}" for end in ENDINGS[kind] if ending in ("", end)]


def explorer(plan: Plan) -> list[str]:
    """Return the path of the page to explore pairs in a list, which is empty where no dataset has pairs."""
    return ["results/explorer/index.html"] if explorer_of.shown(plan) else []


def r_scripts(plan: Plan) -> list[str]:
    """Return the paths of the scripts for R: one for each dataset with results of the user's own experiment."""
    answered = (it for it in plan.scored if it.manifest.own and {"responses", "choices"} & it.has)
    return [f"results/ratings/{dataset.key}.R" for dataset in answered]


def main_artefacts(dataset: Dataset) -> list[str]:
    """Return the paths of what `score` makes of a dataset: main table and figure, and all scores, if it has them."""
    names = main(dataset.has)
    endings = {"tables": ".csv", "figures": ".png"}
    paths_of_main = [path for kind, name in names.items() for path in paths(kind, dataset.key, name, endings[kind])]
    if {"pairs", "partial"} <= dataset.has:
        paths_of_main += paths("tables", dataset.key, "common", ".csv")
    if {"pairs", "series"} <= dataset.has:
        paths_of_main += [path for kind in endings for path in paths(kind, dataset.key, "series", endings[kind])]
    if {"pairs", "as_babylm"} <= dataset.has:
        paths_of_main += paths("tables", dataset.key, "as_babylm", ".csv")
    scores = [f"results/scores/{dataset.key}.csv"] if dataset.scorers else []
    return [*paths_of_main, *scores]


def caption(plan: Plan, kind: str, owner: str, name: str) -> str:
    """Return the caption of a table or figure; it ends in "Simulated data." where they are.

    Parameters:
        kind: ``tables`` or ``figures``.
        owner: the key of a dataset, a model or a study.
        name: its name, or ``name/part``; the part's description replaces ``{part}`` in the declared caption.
    """
    if owner in plan.studies and name in of_study(owner, kind):
        text = of_study(owner, kind)[name].caption
    else:
        base, _, part = name.partition("/")
        row = declared(kind)[base][1]
        text = row.caption.replace("{part}", parts(plan, plan.datasets[owner], row.parts)[part] if part else "")
    return f"{text} Simulated data." if plan.is_simulated(owner) else text


def recipe(plan: Plan, kind: str, owner: str, name: str) -> dict:
    """Return how a table or figure is made, for the scripts that make them; parameters as in caption.

    Keys: ``module``, ``function``, ``reads`` (path of a file by argument), ``contracts`` (the table of the catalogue
    that the file holds, by argument) and ``settings`` (other arguments). Where rows may cover a part of the pairs,
    COVERAGE is among what is read: it is no argument, but says what is added to labels of rows (reading.arguments).
    """
    if owner in plan.studies and name in of_study(owner, kind):
        row, study = of_study(owner, kind)[name], plan.studies[owner]
        return {
            "module": f"papers.{owner}.{kind}",
            "function": name.replace("-", "_"),
            "reads": {argument: file.path for argument, file in row.files(study).items()},
            "contracts": {argument: file.holds for argument, file in row.files(study).items()},
            "settings": settings(row.settings, plan, study.main or study) | dict(row.fixed),
        }
    base, _, part = name.partition("/")
    folder, row = declared(kind)[base]
    about = plan.owners[row.owner][owner]
    reads = row.reads | present(row.optional, about.has)
    held = {argument: name_of(named) for argument, (_, named) in row.optional.items()}
    held |= {argument: name_of(named) for argument, named in row.reads.items()}
    at = {row.owner: owner, "labelled": part, "example": part}
    given = settings(row.settings, plan, about, part)
    if "scores" in when(folder, row):
        given = scored_rows(given, about)
    if kind == "figures":
        given = shown_rows(given, plan)
    if row.owner == "dataset" and needs_counts(row, about.has):
        reads |= COVERAGE
        held |= COVERAGE
    module, function = function_of(kind, base)
    return {
        "module": module,
        "function": function,
        "reads": {argument: path_of(named).format(**at) for argument, named in reads.items()},
        "contracts": held,
        "settings": given | dict(row.fixed),
    }


def described(plan: Plan, kind: str, owner: str, name: str) -> dict:
    """Return the recipe, ``kind``, ``name``, ``path`` (without ending), ``title``, ``caption``, and whether data are
    ``simulated``.
    """
    said = {"path": f"results/{kind}/{owner}/{name}", "title": readable(name)}
    said |= {"caption": caption(plan, kind, owner, name), "simulated": plan.is_simulated(owner)}
    said |= {"kind": kind, "name": name}
    return recipe(plan, kind, owner, name) | said


def modules_of(*recipes: Mapping) -> list[str]:
    """Return the names of the modules that make these tables or figures, and of those that declare what they read, or
    what a metric holds.
    """
    named = {table for entry in recipes for table in entry["contracts"].values()}
    named |= {entry["name"] for entry in recipes if entry.get("kind") == "metrics"}
    return sorted({entry["module"] for entry in recipes} | {*declaring(named)})


def declaring(named: Iterable[str]) -> list[str]:
    """Return the names of the modules that declare these tables; names that are no table's are ignored."""
    return sorted({declared_in(table) for table in named if table in catalogue()})


def jobs_of_tables(plan: Plan) -> dict[str, tuple[str, dict[str, dict]]]:
    """Return, by the name of the rule, the key of the owner and how the tables that the rule makes are made, by name.

    One rule makes all tables of a model or a study, but a study's table or metric that something else reads has a rule
    of its own. Those of datasets are steps (see plan.evaluating).
    """
    jobs: dict[str, tuple[str, dict[str, dict]]] = {}
    read = {path for study in plan.studies.values() for path in read_by(study)}
    metrics, those = of_studies(plan, "metrics"), shown(plan, "tables")
    for kind, owner_kind, owner, name in [*(("metrics", *it) for it in metrics), *(("tables", *it) for it in those)]:
        if owner_kind == "dataset":
            continue
        entry = described(plan, kind, owner.key, name)
        alone = f"_{name}" if f"{entry['path']}.csv" in read else ""
        rule = f"make_tables_of_{owner_kind}_{owner.key}{alone}".replace("-", "_")
        jobs.setdefault(rule, (owner.key, {}))[1][f"{kind}/{name}"] = entry
    return jobs


def read_by(study: Study) -> set[str]:
    """Return the paths of the files that a study's printed numbers, tables and figures are made from."""
    shown_by = [row for kind in ENDINGS for row in of_study(study.key, kind).values()]
    files = [file for row in shown_by for file in row.files(study).values()]
    for named in evidence(study).values():
        files += named if isinstance(named, list) else [named]
    return {file.path for file in files}


# What Snakemake's HTML report calls them.


def report_labels(kind: str, made: Mapping[str, str]) -> dict[str, str]:
    """Return the labels of a table or a figure in the HTML report: its title, and the first sentence of its caption.

    Parameters:
        kind: ``table`` or ``figure``.
        made: what ``described`` returns.
    """
    return {kind: made["title"], "shows": re.match(r".*?\.(?= [A-Z]|$)", made["caption"])[0]}


def category(plan: Plan, owner: str) -> str:
    """Return the category of an owner's figures and tables in the HTML report: its title, and the key if needed."""
    owners = {*plan.reported, *(model.key for model in plan.trained), *plan.studies}
    titles = [plan.title(key) for key in owners]
    title = plan.title(owner)
    return title if titles.count(title) == 1 else f"{title} ({owner})"


def readable(name: str) -> str:
    """Return the name of a figure or table, in words: ``adc_curves`` is "ADC curves"."""
    words = " ".join("ADC" if word == "adc" else word for word in re.split("[_-]", name.replace("/", ": ")))
    return words[0].upper() + words[1:]
