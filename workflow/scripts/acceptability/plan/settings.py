"""What analyses, tables and figures get of the configuration, by the words of their manifests."""

from collections.abc import Callable, Mapping

from acceptability.contracts.names import PANELS
from acceptability.plan import origins
from acceptability.plan.datasets import Dataset, row_labels
from acceptability.plan.plan import Example, Plan
from acceptability.plan.studies import Study
from acceptability.plan.systems import REFERENCE, LanguageModel
from acceptability.tables import signature

Owner = Dataset | LanguageModel | Study


def _labels(things) -> dict[str, str]:
    return {thing.key: thing.label for thing in things}


def _colours(things) -> dict[str, str]:
    return {thing.key: thing.plan.row_colours[thing.first_row] for thing in things}


OF_PLAN: dict[str, Callable[[Plan], object]] = {
    "thresholds": lambda plan: list(plan.thresholds),
    "smallest_threshold": lambda plan: min(plan.thresholds),
    "tie": lambda plan: plan.tie,
    "significance": lambda plan: plan.significance,
    "reference": lambda plan: REFERENCE,
    "panels": lambda plan: PANELS,
    "raters": lambda plan: plan.checking.raters,
    "assumptions": lambda plan: dict(plan.checking.assume),
    "first": lambda plan: plan.checking.first,
    "seed": lambda plan: plan.checking.seed,
    "version": lambda plan: signature.VERSION,
}
OF_OWNER: dict[str, Callable[[Owner], object]] = {
    "title": lambda owner: owner.title,
    "variants": lambda dataset: dataset.variants,
    "variant_names": lambda dataset: list(dataset.variants),
    "families": lambda dataset: dataset.families,
    "released": lambda dataset: {model.key: entry for model, entry in dataset.released.items()},
    "left_out": lambda dataset: dataset.left_out,
    "divisions": lambda dataset: dataset.divided,
    "preference": lambda dataset: dataset.manifest.pairs.preference if dataset.manifest.pairs else None,
    "ranked": lambda dataset: bool(dataset.manifest.pairs and dataset.manifest.pairs.ranked),
    "assumed_raters": lambda dataset: dataset.manifest.ratings.assumed_raters if dataset.manifest.ratings else None,
    "clusters": lambda dataset: dataset.manifest.cluster,
    "panel_names": lambda dataset: list(dataset.manifest.panels),
    "own": lambda dataset: dataset.manifest.own,
    "understood": lambda dataset: dataset.understood,
    "series": lambda dataset: dataset.series,
    "series_labels": lambda dataset: dataset.series_labels,
    "source_labels": lambda dataset: dict(dataset.manifest.splits.origins),
    "origins": lambda dataset: origins.of_systems(dataset.systems),
    "deciding": lambda dataset: [row for system in dataset.systems if system.decides for row in system.row_labels],
    "labels": lambda dataset: dataset.row_labels,
    "colours": lambda dataset: {row: dataset.plan.row_colours[row] for row in dataset.row_labels},
    "system_labels": lambda dataset: _labels(dataset.systems),
    "references": lambda dataset: dataset.reference_labels,
    "systems_of_rows": lambda dataset: dataset.systems_of_rows,
    "linking_functions": lambda dataset: dataset.linking_functions,
    "babylm_rows": lambda dataset: dataset.babylm_rows,
    "log_prob_rows": lambda dataset: dataset.log_prob_rows,
    "classifier_labels": lambda dataset: _labels(dataset.classifiers),
    "classifier_colours": lambda dataset: _colours(dataset.classifiers),
    "others": lambda dataset: dataset.other_labels,
    "restart_rows": lambda dataset: {system.key: system.first_row for system in dataset.restart_classifiers},
    "restart_labels": lambda dataset: _labels(dataset.restart_classifiers),
    "restart_colours": lambda dataset: _colours(dataset.restart_classifiers),
    "simple_labels": lambda dataset: dataset.simple_labels,
    "judge_labels": lambda dataset: dataset.judge_labels,
    "labels_by_dataset": lambda study: {dataset.key: dataset.row_labels for dataset in study.datasets},
    "references_by_dataset": lambda study: {dataset.key: dataset.reference_labels for dataset in study.datasets},
    "series_by_dataset": lambda study: {
        dataset.key: {key: it | {"label": study.plan.series[key].label} for key, it in dataset.series.items()}
        for dataset in study.datasets
    },
    "dataset_labels": lambda study: _labels(study.datasets),
    "lines": lambda dataset: dataset.lines,
    "printed_rows": lambda dataset: dataset.printed_rows,
}
OF_EXAMPLE: dict[str, Callable[[Example], object]] = {
    "example": lambda example: {"met": example.met, "missed": example.missed},
    "example_labels": lambda example: row_labels(example.systems),
    "first_pairs": lambda example: example.first_pairs,
}


def settings(names: tuple[str, ...], plan: Plan, owner: Owner, part: str = "") -> dict:
    """Return the settings of these names.

    Parameters:
        owner: what the table or figure is about.
        part: the part of the table (an example, say), if it is made once for each of several parts.
    """
    return {name: _setting(name, plan, owner, part) for name in names}


def _setting(name: str, plan: Plan, owner: Owner, part: str) -> object:
    if name == "part":
        return part
    if name in OF_PLAN:
        return OF_PLAN[name](plan)
    return OF_EXAMPLE[name](plan.examples[part]) if name in OF_EXAMPLE else OF_OWNER[name](owner)


def scored_rows(given: Mapping, dataset: Dataset) -> dict:
    """Return the settings of a table or figure that is about scores: without rows that only decide."""
    rows = row_labels(dataset.scorers)
    scored = {
        name: {row: value for row, value in given[name].items() if row in rows}
        for name in ("labels", "colours")
        if name in given
    }
    return dict(given) | scored


def shown_rows(given: Mapping, plan: Plan) -> dict:
    """Return the settings of a figure, with those rows only that figures show, in the order in which they are listed.

    All rows are shown if no system is listed.
    """
    if "labels" not in given:
        return dict(given)
    labels, references = given["labels"], given.get("references", {})
    listed = [row for row in plan.figure_rows if row in labels or row in references]
    rows = listed if any(row in labels for row in listed) else [*labels, *references]
    fewer = {name: {row: given[name][row] for row in rows if row in given[name]} for name in ROWS & set(given)}
    return dict(given) | fewer


ROWS = {"labels", "colours", "references"}  # settings with an entry for each row
