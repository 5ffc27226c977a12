"""Collect what a report needs of the plan: datasets, examples, models that are trained or scored here."""

from collections.abc import Mapping
from os.path import isfile

from acceptability.analyses import recipes, registry
from acceptability.errors import required
from acceptability.plan import artefacts
from acceptability.plan.datasets import Dataset
from acceptability.plan.derived import Classifier
from acceptability.plan.plan import Plan
from acceptability.plan.studies import Study
from acceptability.plan.systems import LanguageModel, NGram

SHORT, DETAILS, WHOLE = "short", "details", "whole"  # forms of a report: the first two belong to no study


def form_of(plan: Plan, report: str) -> str:
    """Return the form of a report: a study's is whole, and each other dataset has a short one and one with details."""
    if report in plan.studies:
        return WHOLE
    return SHORT if report in plan.datasets else DETAILS


def datasets_of(plan: Plan, report: str) -> list[Dataset]:
    """Return the datasets that a report is about: a study's, or the one that it is named after."""
    if form_of(plan, report) == WHOLE:
        return list(plan.studies[report].datasets)
    return [plan.datasets[plan.subject(report)]]


def labelled_of(plan: Plan, report: str) -> list[Dataset]:
    """Return labelled datasets that a report is about: a study's; in one on a scored dataset, those of no study."""
    datasets = datasets_of(plan, report)
    others = report not in plan.studies and datasets[0] in plan.scored
    return [dataset for dataset in plan.labelled if dataset in datasets or (others and not dataset.studies)]


def inputs(plan: Plan, report: str) -> list[str]:
    """Return the paths that a report reads: tables, figures, tables that its text quotes, and records of the models.

    They are CSV and PDF (for a page), and JSON of scorings and trainings.
    """
    datasets, labelled = datasets_of(plan, report), labelled_of(plan, report)
    paths = [path for kind, owner, name in _shown(plan, report) for path in artefacts.paths(kind, owner, name)]
    paths = [path for path in paths if path.endswith((".csv", ".pdf")) and not path.endswith("-column.pdf")]
    if _shows_datasets(plan, report):
        paths += [
            path for dataset in dict.fromkeys([*datasets, *labelled]) for path in _quoted(plan, dataset, "dataset")
        ]
    if report in plan.studies:
        paths += _quoted(plan, plan.studies[report], "study")
        metrics = [name for _, study, name in artefacts.of_studies(plan, "metrics") if study.key == report]
        paths += [path for name in metrics for path in artefacts.paths("metrics", report, name)]
    paths += [f"results/tokens/{model['dataset']}/{model['key']}.json" for model in _models(plan, datasets, labelled)]
    described = [entry for dataset in labelled for entry in _classifiers(dataset)]
    paths += [entry["real_fake"] for entry in described if "real_fake" in entry]
    return list(dict.fromkeys(paths + plan.provenance_files))


def references(plan: Plan) -> list[str]:
    """Return the paths of the bibliographies of studies that have one of their own."""
    paths = [f"{study.folder}/references.bib" for study in plan.studies.values()]
    return [path for path in paths if isfile(path)]


def _shows_datasets(plan: Plan, report: str) -> bool:
    return report not in plan.studies or plan.studies[report].shows_datasets


def _shown(plan: Plan, report: str) -> list[tuple[str, str, str]]:
    """Return the kind, the owner and the name of each table and figure that a report has, but none of other studies."""
    about: list[artefacts.Owner] = [*datasets_of(plan, report), *labelled_of(plan, report), *plan.trained]
    owners = {report, *(owner.key for owner in about if _shows_datasets(plan, report))}
    return [
        (kind, owner.key, name)
        for kind in ("tables", "figures")
        for owner_kind, owner, name in artefacts.shown(plan, kind)
        if owner.key in owners and (owner_kind != "study" or owner.key == report)
    ]


def _quoted(plan: Plan, owner: Dataset | Study, wildcard: str) -> list[str]:
    """Return the tables of a dataset or a study from which the text of reports takes numbers."""
    analyses = [analysis for analysis in registry.analyses().values() if set(analysis.when) <= owner.has]
    paths = [registry.path_of(table) for analysis in analyses for table in analysis.quotes]
    paths = [path.replace(f"{{{wildcard}}}", owner.key) for path in paths if f"{{{wildcard}}}" in path]
    if isinstance(owner, Study):
        return paths
    for name, kind in (("{labelled}", "contaminating"), ("{example}", "examples")):
        parts_of_path = recipes.parts(owner.subject, kind) if any(name in path for path in paths) else []
        paths = [path.replace(name, part) for path in paths for part in (parts_of_path if name in path else [""])]
    return paths


def input_names(plan: Plan, report: str) -> list[str]:
    """Return the names of a report's inputs, as in provenance.json: registered files, one's own files, and models.

    A model that was not trained here is named by its folder, with ``/`` at the end.
    """
    datasets = datasets_of(plan, report)
    compared = plan.labelled if set(datasets) & set(plan.paired) else []  # see contamination
    fitted = [dataset.thresholds_from for dataset in datasets if dataset.thresholds_from]
    part = plan.part({dataset.key for dataset in [*datasets, *labelled_of(plan, report), *compared, *fitted]}, {report})
    sources = {name for dataset in part.datasets.values() for name in dataset.manifest.sources.values()}
    models = [f"{model.key}/" for model in part.running(LanguageModel) if model not in part.trained]
    return [*sorted(sources | part.registered), *part.own_files, *models]


def describe(plan: Plan, report: str) -> dict:
    """Describe a report to its source: ``title``, ``study`` (its key or None), ``citation``, datasets and models.

    ``form`` is that of form_of, and ``other`` the name of the other report on the same dataset. ``more``: whether the
    report with details has anything that the short one does not have. ``captions`` has the parts of all captions (see
    analysis.sentences_of) by kind, owner and name. ``claims``: whether the study has some. ``inputs``: see input_names.
    ``windows``: whether sentences that are too long are scored part by part. ``references``: names of the
    bibliographies.
    """
    study, form = plan.studies.get(report), form_of(plan, report)
    captions: dict[str, dict[str, dict[str, str]]] = {"tables": {}, "figures": {}}
    for kind, owner, name in _shown(plan, report):
        captions[kind].setdefault(owner, {})[name] = artefacts.recipe(plan, kind, owner, name)["caption"]
    datasets, labelled = datasets_of(plan, report), labelled_of(plan, report)
    scored = [dataset for dataset in datasets if dataset in plan.scored]
    running = {system for dataset in _described(plan, datasets, labelled) for system in dataset.systems}
    return {
        "title": plan.report_title(report),
        "study": report if study else None,
        "form": form,
        "other": {SHORT: plan.details(report), DETAILS: plan.subject(report)}.get(form),
        "more": any(_entry(plan, dataset, DETAILS)["sections"] for dataset in [*datasets, *labelled]),
        "captions": captions,
        "citation": study.citation if study else None,
        "claims": study is not None and "claims" in study.has,
        "datasets": [_dataset(plan, dataset, form) for dataset in scored],
        "ngram": [
            {"key": key, "label": system.label} for key, system in plan.systems_of(NGram).items() if system in running
        ],
        "models": _models(plan, datasets, labelled),
        "labelled": [_labelled(plan, dataset, form) for dataset in labelled],
        "inputs": input_names(plan, report),
        "windows": plan.too_long == "window",
        "references": ["references.bib", *(f"references-{number}.bib" for number, _ in enumerate(references(plan), 1))],
    }


def _described(plan: Plan, datasets: list[Dataset], labelled: list[Dataset]) -> list[Dataset]:
    """Return the datasets whose systems a report describes: those that are scored, and its own labelled ones."""
    return [
        *(dataset for dataset in datasets if dataset in plan.scored),
        *(dataset for dataset in labelled if dataset in datasets),
    ]


def _models(plan: Plan, datasets: list[Dataset], labelled: list[Dataset]) -> list[dict]:
    """Return a description of each language model that scores these datasets, with the first that it scores."""
    described = _described(plan, datasets, labelled)
    scoring = {dataset: dataset.threshold_systems if dataset in labelled else dataset.systems for dataset in described}
    scored_by = {
        model: [dataset.key for dataset in described if model in scoring[dataset]] for model in plan.models.values()
    }
    return [
        {
            "key": model.key,
            "label": model.label,
            "trained": model.corpus is not None,
            "origin": model.origin,
            "dataset": keys[0],
        }
        for model, keys in scored_by.items()
        if keys
    ]


def _entry(plan: Plan, dataset: Dataset, form: str) -> dict:
    """Describe any dataset: what it ``has`` (see Subject.traits), and analyses with sections and appendices."""
    sections = {
        name: section
        for name, section in registry.sections().items()
        if set(registry.analyses()[name].when) <= dataset.has
    }
    return {
        "key": dataset.key,
        "label": dataset.label,
        "simulated": dataset.simulated,
        "has": sorted(dataset.subject.traits),
        "sections": [name for name, section in sections.items() if form == WHOLE or section.own in (form, "both")],
        "appendices": [] if form == SHORT else list(sections),
    }


def _dataset(plan: Plan, dataset: Dataset, form: str) -> dict:
    manifest = dataset.manifest
    return _entry(plan, dataset, form) | {
        "description": manifest.description,
        "labels": dataset.row_labels | dataset.subject.references,
        "named": dataset.labels,
        "systems": len({*dataset.subject.systems_of_rows.values()}),
        "suites": [*dataset.subject.suite_names],
        "suite-labels": dict(dataset.subject.suite_labels),
        "right": manifest.suites.right if manifest.suites else None,
        "interaction": manifest.designs.interaction if manifest.designs else "",
        "thresholds-from": required(dataset.thresholds_from).label if "targeted" in dataset.has else None,
        "ranked": bool(manifest.pairs and manifest.pairs.ranked),
        "clusters": manifest.cluster,
        "panels": list(manifest.panels),
        "chosen": manifest.chosen,
        "variants": list(dataset.variants),
        "disagreements": recipes.parts(dataset.subject, "disagreements"),
        "contaminating": [{"key": other.key, "label": other.label} for other in plan.labelled],
        "examples": list(dataset.subject.examples),
    }


def _labelled(plan: Plan, dataset: Dataset, form: str) -> dict:
    return _entry(plan, dataset, form) | {
        "named": {system.key: system.label for system in [*dataset.threshold_systems, *dataset.classifiers]}
        | dataset.subject.simple_labels,
        "classifiers": _classifiers(dataset),
    }


def _classifiers(dataset: Dataset) -> list[dict]:
    return [  # The base model is frozen, unless the settings say otherwise.
        {
            "key": classifier.key,
            "label": classifier.label,
            "frozen": True,
            **classifier.training,
            **_encoder(classifier),
        }
        for classifier in dataset.classifiers
    ]


def _encoder(classifier: Classifier) -> Mapping[str, str]:
    """Describe the encoder of a classifier that has one.

    It has its kind, the label of its base, and if it learnt to know fakes, the file that says how well it does.
    """
    base, encoder = classifier.base, classifier.encoder
    if not encoder:
        return {}
    judged = {"real_fake": f"results/encoders/{base.key}/{encoder}/real_fake.csv"} if "real-fake" in encoder else {}
    return {"encoder": encoder, "base": base.label} | judged
