"""List the analyses that `check` computes for stimuli before they are judged, and the files of its page."""

from acceptability.analyses import recipes
from acceptability.analyses.analysis import Analysis
from acceptability.analyses.registry import package_of, tables
from acceptability.errors import required
from acceptability.plan.datasets import Dataset
from acceptability.plan.plan import Plan

ASSETS = ("page.html", "page.css")


def analyses_of(dataset: Dataset) -> dict[str, Analysis]:
    """Return the analyses that `check` computes for a dataset, by folder, in the order of the page."""
    by_folder = {recipe.folder: recipe.analysis for recipe in recipes.computed(dataset.subject).values()}
    places = {folder: analysis.check.place for folder, analysis in by_folder.items() if analysis.check}
    return {folder: by_folder[folder] for folder in sorted(places, key=places.__getitem__)}


def page_modules(dataset: Dataset) -> list[str]:
    """Return the names of the modules that the page is made by."""
    return [f"{package_of(name)}.{part}" for name in analyses_of(dataset) for part in ("manifest", "page")]


def lists(plan: Plan, dataset: Dataset) -> list[str]:
    """Return the paths of the lists for participants, if any are asked for."""
    number = required(plan.checking).lists or 0
    return [f"results/check/{dataset.key}/lists/{place}.csv" for place in range(1, number + 1)]


def described(plan: Plan, dataset: Dataset) -> dict:
    """Return what the page and the terminal say of the run."""
    corpus, subject = required(plan.checking).corpus, dataset.subject
    return {
        "title": dataset.title,
        "corpus": corpus,
        "labels": dataset.row_labels,
        "simulated": dataset.simulated,
        "key": dataset.key,
        "checked": {"lists": subject.lists, "raters": subject.raters} | subject.assumptions,
    }


def page_files(plan: Plan, dataset: Dataset) -> dict[str, str]:
    """Return the paths of the tables that the page is made from, by the table's name."""
    written = [table.name for analysis in analyses_of(dataset).values() for table in analysis.writes]
    return {name: tables()[name].path.format(dataset=dataset.key) for name in ("sentences", "pairs", *written)}
