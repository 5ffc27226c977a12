"""What `check` says of stimuli before they are judged: its settings, and which analyses and files it has."""

from acceptability.analyses.analysis import Analysis
from acceptability.analyses.registry import analyses, tables
from acceptability.plan import files
from acceptability.plan.datasets import Dataset
from acceptability.plan.plan import Plan
from acceptability.plan.settings import settings

ASSETS = ("page.html", "page.css")


def analyses_of(dataset: Dataset) -> dict[str, Analysis]:
    """Return the analyses that `check` computes for a dataset, by folder, in the order of the page."""
    those = {name: it for name, it in analyses().items() if it.check and set(it.when) <= dataset.has}
    return dict(sorted(those.items(), key=lambda item: item[1].check.place))


def recipes(plan: Plan, dataset: Dataset) -> dict[str, dict]:
    """Return ``inputs`` (by argument), ``outputs`` and ``settings`` of each of these analyses, by folder."""
    at = {"dataset": dataset.key, "corpus": plan.checking.corpus or ""}
    return {
        name: {
            "inputs": files.inputs(plan, name, at),
            "outputs": [table.path.format(**at) for table in analysis.writes],
            "settings": {"dataset": dataset.key} | settings(analysis.settings, plan, dataset),
        }
        for name, analysis in analyses_of(dataset).items()
    }


def read_by(plan: Plan, dataset: Dataset) -> list[str]:
    """Return the paths of the files that these analyses read."""
    named = [path for recipe in recipes(plan, dataset).values() for path in recipe["inputs"].values()]
    return sorted({file for path in named for file in ([path] if isinstance(path, str) else path)})


def written_by(plan: Plan, dataset: Dataset) -> list[str]:
    """Return the paths of the tables that these analyses write."""
    return [path for recipe in recipes(plan, dataset).values() for path in recipe["outputs"]]


def parts_of(dataset: Dataset, *parts: str) -> list[str]:
    """Return the names of these modules of the analyses, such as ``manifest`` and ``compute``."""
    return [f"analyses.{name}.{part}" for name in analyses_of(dataset) for part in parts]


def lists(plan: Plan, dataset: Dataset) -> list[str]:
    """Return the paths of the lists for participants, if any are asked for."""
    number = plan.checking.lists or 0
    return [f"results/check/{dataset.key}/lists/{place}.csv" for place in range(1, number + 1)]


def described(plan: Plan, dataset: Dataset) -> dict:
    """Return what the page and the terminal say of the run."""
    corpus = plan.checking.corpus
    return {
        "title": dataset.title,
        "corpus": corpus,
        "labels": dataset.row_labels,
        "simulated": dataset.simulated,
    }


def page_files(plan: Plan, dataset: Dataset) -> dict[str, str]:
    """Return the paths of the tables that the page is made from, by the table's name."""
    at = {"dataset": dataset.key}
    return {
        table.name: tables()[table.name].path.format(**at)
        for analysis in analyses_of(dataset).values()
        for table in analysis.writes
    }
