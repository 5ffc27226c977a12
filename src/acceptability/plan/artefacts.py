"""List the figures and tables that a run makes, and the files that each reads."""

import re
from collections.abc import Collection, Iterable, Mapping

from acceptability import papers
from acceptability.analyses import recipes
from acceptability.analyses.analysis import joined, name_of
from acceptability.analyses.registry import declared_in, function_of, main, when
from acceptability.analyses.registry import shown as declared
from acceptability.analyses.registry import tables as catalogue
from acceptability.analyses.subject import Overview, Subject, Training, words
from acceptability.contracts.artefact import Artefact, File
from acceptability.plan import explorer as explorer_of
from acceptability.plan.datasets import Dataset
from acceptability.plan.plan import Plan
from acceptability.plan.studies import Study
from acceptability.plan.systems import LanguageModel
from acceptability.studies.ready import study as ready

Owner = Dataset | LanguageModel | Study
READ = {"understood", "origins"}  # what is known of a dataset when files have been read
ENDINGS = {
    "figures": tuple(f"{size}.{end}" for size in ("", "-column") for end in ("pdf", "png", "svg")),
    "tables": (".csv", ".tex"),
    "metrics": (".csv",),  # of studies; those of analyses are not shown
}


# Tables and figures.


def about(owner: Owner, names: Collection[str] = ()) -> recipes.About:
    """Return what a table or figure is about, as its function knows it; ``names`` are the settings that it asks for."""
    if isinstance(owner, Dataset):
        return subject_of(owner, names)
    if isinstance(owner, Study):
        subjects = tuple(dataset.subject for dataset in owner.datasets)
        return Overview(owner.key, owner.title, subjects, owner.has, owner.simulated)
    return Training(owner.key, owner.title, owner.has, owner.simulated)


def subject_of(dataset: Dataset, names: Collection[str]) -> Subject:
    """Return what a table or figure of a dataset is about; ``names`` as in about."""
    return dataset.subject_as_read if READ & {*names} else dataset.subject


def shown(plan: Plan, kind: str) -> list[tuple[str, Owner, str]]:
    """Return a tuple for each table or figure of a run: kind of its owner (dataset, model, study), owner, and name."""
    owners: dict[str, Iterable[LanguageModel | Study]] = {"model": plan.trained, "study": plan.studies.values()}
    artefacts: list[tuple[str, Owner, str]] = [
        ("dataset", owner, name) for owner in plan.reported.values() for name in owner.displayed[kind]
    ]
    artefacts += [
        (row.owner, owner, name)
        for name, (folder, row) in declared(kind).items()
        for owner in owners.get(row.owner, ())
        if row.owner == "model" or {*when(folder, row)} <= owner.has
    ]
    order = {name: place for place, name in enumerate(declared(kind))}
    return [*sorted(artefacts, key=lambda artefact: order[_base(artefact[2])]), *of_studies(plan, kind)]


def _base(name: str) -> str:
    """Return the name of a table or figure without its part."""
    return name.partition("/")[0]


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
    if not study.has_quantities:
        return ready.reads(study) if study.printed else {}
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
    """Return the path of the page to explore pairs, if a dataset has some, and those of the pages on suites."""
    of_suites = [f"results/pages/{dataset.key}.html" for dataset in plan.scored if "suites" in dataset.has]
    return [*(["results/explorer/index.html"] if explorer_of.shown(plan) else []), *of_suites]


def shown_of(plan: Plan, dataset: Dataset, ending: str) -> dict[str, str]:
    """Return the caption of each table (``ending`` is ``.csv``) or figure of a dataset, by its path."""
    kind = "tables" if ending == ".csv" else "figures"
    return {
        path: joined(recipe(plan, kind, dataset.key, name)["caption"])
        for owner_kind, owner, name in shown(plan, kind)
        if owner_kind == "dataset" and owner.key == dataset.key
        for path in paths(kind, dataset.key, name, ending)
        if not path.endswith(f"-column{ending}")
    }


def r_scripts(plan: Plan) -> list[str]:
    """Return the paths of the scripts for R: one for each dataset with results of the user's own experiment."""
    answered = (dataset for dataset in plan.scored if dataset.manifest.own and {"responses", "choices"} & dataset.has)
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
    if {"pairs", "by"} <= dataset.has:
        paths_of_main += paths("tables", dataset.key, "by_column", ".csv")
    if "sentences_by" in dataset.has:
        paths_of_main += paths("tables", dataset.key, "sentences_by_column", ".csv")
    if {"pairs", "as_babylm"} <= dataset.has:
        paths_of_main += paths("tables", dataset.key, "as_babylm", ".csv")
    scores = [f"results/scores/{dataset.key}.csv"] if dataset.scorers else []
    return [*paths_of_main, *scores]


def recipe(plan: Plan, kind: str, owner: str, name: str) -> dict:
    """Return how a table or figure is made, for the scripts that make them.

    Keys: ``module``, ``function``, ``reads`` (path of a file by argument), ``contracts`` (the table of the catalogue
    in the file, by argument), ``settings`` (other arguments) and ``caption`` (its parts, see analysis.sentences_of),
    which says when data are simulated.

    Parameters:
        kind: ``tables``, ``figures`` or ``metrics``.
        owner: the key of a dataset, a model or a study.
        name: its name, or ``name/part``.
    """
    if owner in plan.studies and name in of_study(owner, kind):
        row, study = of_study(owner, kind)[name], plan.studies[owner]
        files = row.files(study)
        return {
            "module": f"papers.{owner}.{kind}",
            "function": name.replace("-", "_"),
            "reads": {argument: file.path for argument, file in files.items()},
            "contracts": {argument: file.holds for argument, file in files.items()},
            "settings": words(row.settings, about(study.main or study, row.settings)) | dict(row.fixed),
            "caption": [(row.caption, "", ""), *([("Simulated data.", "", "")] if plan.is_simulated(owner) else [])],
        }
    row = declared(kind)[_base(name)][1]
    subject = about(plan.owners[row.owner][owner], row.settings)
    artefact = recipes.of_shown(kind, name, subject)
    module, function = function_of(kind, _base(name))
    contracts = {argument: reference for argument, (_, reference) in row.optional.items()} | dict(artefact.reads)
    return {
        "module": module,
        "function": function,
        "reads": {
            argument: recipes.files(reference, artefact, subject) for argument, reference in artefact.reads.items()
        },
        "contracts": {argument: name_of(reference) for argument, reference in contracts.items()},
        "settings": recipes.settings(artefact, subject, kind),
        "caption": artefact.caption,
    }


def described(plan: Plan, kind: str, owner: str, name: str) -> dict:
    """Return the recipe, ``kind``, ``name``, ``path`` (without ending), ``title``, and whether it is ``simulated``."""
    return recipe(plan, kind, owner, name) | {
        "path": f"results/{kind}/{owner}/{name}",
        "title": readable(name),
        "simulated": plan.is_simulated(owner),
        "kind": kind,
        "name": name,
    }


def modules_of(*recipes: Mapping) -> list[str]:
    """Return the names of the modules that make these tables or figures, and of those that declare what they read, or
    what a metric holds.
    """
    names = {table for entry in recipes for table in entry["contracts"].values()}
    names |= {entry["name"] for entry in recipes if entry.get("kind") == "metrics"}
    return sorted({entry["module"] for entry in recipes} | {*declaring(names)})


def declaring(names: Iterable[str]) -> list[str]:
    """Return the names of the modules that declare these tables; names that are no table's are ignored."""
    return sorted({declared_in(table) for table in names if table in catalogue()})


def jobs_of_tables(plan: Plan) -> dict[str, tuple[str, dict[str, dict]]]:
    """Return, by the name of the rule, the key of the owner and how the tables that the rule makes are made, by name.

    One rule makes all tables of a model or a study, except those that something else reads. Of these, one rule makes
    all that need nothing but fetched files, and each other one has a rule of its own. Those of datasets are steps (see
    plan.evaluating).
    """
    jobs: dict[str, tuple[str, dict[str, dict]]] = {}
    read = {path for study in plan.studies.values() for path in read_by(study)}
    metrics, tables = of_studies(plan, "metrics"), shown(plan, "tables")
    for kind, owner_kind, owner, name in [
        *(("metrics", *row) for row in metrics),
        *(("tables", *row) for row in tables),
    ]:
        if owner_kind == "dataset":
            continue
        entry = described(plan, kind, owner.key, name)
        is_raw = all(str(path).startswith("resources/raw/") for path in entry["reads"].values())
        first = "" if f"{entry['path']}.csv" not in read else "_of_files" if is_raw else f"_{name}"
        rule = f"make_tables_of_{owner_kind}_{owner.key}{first}".replace("-", "_")
        jobs.setdefault(rule, (owner.key, {}))[1][f"{kind}/{name}"] = entry
    return jobs


def read_by(study: Study) -> set[str]:
    """Return the paths of the files that a study's printed numbers, tables and figures read."""
    shown_by = [row for kind in ENDINGS for row in of_study(study.key, kind).values()]
    files = [file for row in shown_by for file in row.files(study).values()]
    for entry in evidence(study).values():
        files += entry if isinstance(entry, list) else [entry]
    return {file.path for file in files}


# What Snakemake's HTML report calls them.


def report_labels(kind: str, entry: Mapping[str, str]) -> dict[str, str]:
    """Return the labels of a table or a figure in the HTML report: its title, and the first sentence of its caption.

    Parameters:
        kind: ``table`` or ``figure``.
        entry: what ``described`` returns.
    """
    return {kind: entry["title"], "shows": re.split(r"(?<=\.)(?= [A-Z])", entry["caption"][0][0])[0]}


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
