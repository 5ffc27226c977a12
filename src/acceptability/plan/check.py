"""Check what the schemas cannot: names that must be declared, and keys that need each other."""

import ast
import math
from os.path import relpath
from pathlib import Path

from acceptability import papers
from acceptability.contracts.names import REFERENCES, split_row
from acceptability.datasets.registry import kinds
from acceptability.errors import InputError, naming, required, suggest
from acceptability.plan import artefacts, modules
from acceptability.plan.declarations import Checking, Example
from acceptability.plan.derived import Classifier, Fitted, Prompted
from acceptability.plan.plan import Plan
from acceptability.plan.regions import OfItems, OfRegions
from acceptability.plan.schema import known
from acceptability.plan.studies import Study
from acceptability.plan.systems import (
    REFERENCE,
    Decisions,
    LanguageModel,
    NGram,
    OwnScores,
    Published,
    System,
    row_labels,
)
from acceptability.scoring.measures import MEASURES
from acceptability.statistics.power.declared import check_assumptions


def check(plan: Plan, where: str = "config.yaml") -> None:
    """Raise InputError for the first thing in a plan that cannot be."""
    _check_names(plan, where)
    _check_declared(plan, where)
    for key, dataset in plan.datasets.items():
        if not modules.file_of(dataset.reader).is_file():
            path = modules.file_of(dataset.reader.removesuffix("reader") + "manifest").with_name("reader.py")
            raise InputError(f"{where}: datasets.{key}: the kind {dataset.kind} has no reader; add {path}")
    for system in plan.systems.values():
        if system.kind:
            system.kind.check(system.entry, f"{where}: {system.section}.{system.key}")
    for ngram in plan.systems_of(NGram).values():
        _check_ngram(plan, ngram, f"{where}: ngram.{ngram.key}")
    for classifier in plan.systems_of(Classifier).values():
        _check_classifier(plan, classifier, f"{where}: classifiers.{classifier.key}")
    for fitted in plan.systems_of(Fitted).values():
        _check_fitted(plan, fitted, f"{where}: fitted.{fitted.key}")
    for prompted in plan.systems_of(Prompted).values():
        if prompted.model and prompted.model.kind.name != prompted.kind.base:
            raise InputError(
                f"{where}: prompted.{prompted.key}.model: {prompted.model.key} is a {prompted.model.kind.name} model, "
                f"which cannot be asked; name a {prompted.kind.base} one"
            )
    for series in plan.series.values():
        series.check(plan.systems, f"{where}: series.{series.key}")
    if plan.checking:
        _check_checking(plan, plan.checking, f"{where}: check")
    if not plan.scored and not plan.checked and not plan.studies and not plan.labelled:
        raise InputError(
            f"{where}: nothing to score: name a study under studies, or your pairs or sentences under datasets; "
            "labelled sentences in splits need a classifier that is trained on them, with its name under run"
        )
    overviews = [study for study in plan.studies.values() if study.is_overview]
    for dataset in plan.scored:
        if not dataset.systems and not any(dataset in study.datasets for study in overviews):
            others = ", ".join(system.key for system in dataset.possible_systems)
            reasons = dataset.notes_on_parts
            fixes = [f"add one of: {others}"] if others else [] if reasons else ["declare one that can"]
            problem = f"{where}: no system under run can score the dataset {dataset.key!r}"
            raise InputError("; ".join([problem, *fixes, *reasons]))
    for threshold in plan.thresholds:
        if not math.isfinite(threshold):
            raise InputError(f"{where}: criteria.thresholds: δ must be a finite number, not {threshold}")
    rows = [*row_labels(plan.systems.values()), *(f"{REFERENCE}/{name}" for name in REFERENCES)]
    for row in plan.figure_rows:
        known(row, rows, f"{where}: figures.rows: the row")
    for study in plan.studies.values():
        _check_study(plan, study, f"{study.folder}/study.yaml")
    for example in plan.examples.values():
        _check_example(plan, example, f"{where}: examples.{example.key}")


def _check_checking(plan: Plan, checking: Checking, place: str) -> None:
    """Raise InputError if the configuration has no pairs, or a name in the section ``check`` is not known."""
    if not plan.checked:
        raise InputError(f"{place}: the configuration has no pairs; add a table of pairs to the section datasets")
    if checking.corpus is not None:
        known(checking.corpus, plan.corpora, f"{place}.corpus: the corpus")
    if checking.fillers and not checking.lists:
        raise InputError(
            f"{place}.fillers: fillers need lists; set their number with the key lists (LISTS= for make check)"
        )
    with naming(place):
        check_assumptions(checking.assume)


def _check_names(plan: Plan, where: str) -> None:
    """Raise InputError for a name of two things."""
    for key, system in plan.systems.items():
        if key == REFERENCE:
            raise InputError(f"{where}: {system.section}.{key}: this name is reserved for baselines; rename it")
        for taken, what in ((plan.studies, "a study"), (plan.series, "a series")):
            if key in taken:
                raise InputError(f"{where}: the system {key!r} has the name of {what}; rename it")
    for key, dataset in plan.datasets.items():
        others = [name for name, study in plan.studies.items() if key not in study.entry["datasets"]]
        for names, what in ((others, "a study"), ([*plan.systems], "a system")):
            if key in names:
                raise InputError(f"{where}: datasets.{key}: has the same name as {what}; rename the dataset")
        details = plan.details(key)  # the name of a report on data that belong to no study
        if not dataset.studies and details in {**plan.datasets, **plan.studies}:
            raise InputError(
                f"{where}: datasets.{key}: its detailed report would have the name of that on {details}; "
                "rename one of them"
            )


def _check_declared(plan: Plan, where: str) -> None:
    """Raise InputError for a name that nobody declares; all that follows can rely on names."""
    for name in plan.runs:
        known(name, plan.systems, f"{where}: run: the system")
    with_splits = [key for key, dataset in plan.datasets.items() if not dataset.scored]
    scored = [key for key, dataset in plan.datasets.items() if dataset.scored]
    for key, dataset in plan.datasets.items():
        if origin := dataset.manifest.thresholds_from:
            known(origin, with_splits, f"{where}: datasets.{key}.thresholds_from: the labelled dataset")
    for key, system in plan.systems.items():
        studies = [study for study in plan.studies.values() if key in study.entry.get(system.section, {})]
        place = f"{f'{studies[0].folder}/study.yaml' if studies else where}: {system.section}.{key}"
        for name in ("corpus", "unigrams") if isinstance(system, LanguageModel) else ("corpus",):
            if name in system.entry:
                known(system.entry[name], plan.corpora, f"{place}.{name}: the corpus")
        for name in system.entry.get("datasets", []):
            known(name, scored, f"{place}.datasets: the dataset")
        if isinstance(system, OwnScores | Decisions | OfRegions | OfItems) or (
            isinstance(system, Prompted) and system.path
        ):
            known(system.entry["dataset"], scored, f"{place}.dataset: the dataset")
        if isinstance(system, Published | Decisions):
            _check_measures(system, place)
        if system.decides and "dataset" in system.entry:
            about = plan.datasets[system.entry["dataset"]].manifest
            if not about.pairs and not about.suites:
                raise InputError(f"{place}.dataset: has no pairs, and a choice needs pairs; name a dataset with pairs")
        if isinstance(system, Fitted):
            for name, source in (("row", system.source), ("unigrams", system.unigrams)):
                if key in plan.runs and source.key not in plan.runs:
                    raise InputError(f"{place}.{name}: {source.key} must run too; add it to run")


def _check_measures(system: Published | Decisions, place: str) -> None:
    """Raise InputError for a measure of released scores that has no name, and for the name of another one."""
    labels = system.entry.get("labels", {})
    for measure in labels:
        known(measure, system.measures, f"{place}.labels: the measure")
    for measure in () if system.decides else system.measures:
        if measure not in {"score", *MEASURES, *labels}:
            like = suggest(measure, MEASURES)
            raise InputError(f"{place}.measures: {measure!r} is not a known measure{like}; name it under labels")


def _check_ngram(plan: Plan, ngram: NGram, place: str) -> None:
    if plan.corpora[ngram.corpus].kind == "brown" and ngram.entry["tokenisation"] == "whitespace":
        raise InputError(
            f"{place}.tokenisation: punctuation marks are separate words in the Brown corpus, but not in ordinary "
            "sentences; use words or treebank"
        )


def _check_classifier(plan: Plan, classifier: Classifier, place: str) -> None:
    kind, base = classifier.kind, classifier.base
    if base.kind.name != kind.base:
        raise InputError(f"{place}.base: {base.key} is a {base.kind.name} model; name a {kind.base} one")
    kind.check_base(classifier.entry, base.entry, place)
    if base.passing:
        raise InputError(f"{place}.base: the weights of {base.key} are deleted after use; remove its key keep_weights")
    judged = classifier.entry["stability"]
    for name in judged if judged != "all" else []:
        known(name, [dataset.key for dataset in plan.paired], f"{place}.stability: the dataset")
    for key in ("source_splits", "leave_one_source_out"):
        sources = len(required(classifier.labelled.manifest.splits).origins)
        if classifier.entry[key] and sources < 2:
            known_sources = "only one source is known" if sources else "no source is known"
            raise InputError(
                f"{place}.{key}: needs two sources, but {known_sources} in {classifier.labelled.key}; remove this key"
            )


def _check_fitted(plan: Plan, fitted: Fitted, place: str) -> None:
    """Raise InputError for what cannot be fitted."""
    source, row = fitted.source, fitted.entry["row"]
    sums = [measure for measure in source.measures if _is_log_prob(measure)]
    _, measure = split_row(row)
    if not sums:
        raise InputError(f"{place}.row: {source.key} has no sums of log-probabilities; name another system")
    if measure in source.measures and measure not in sums:
        raise InputError(f"{place}.row: {measure!r} is no sum of log-probabilities; name one of: {', '.join(sums)}")
    known(measure, sums, f"{place}.row: the summed log-probability")
    _check_unigrams(fitted.unigrams, f"{place}.unigrams")
    if fitted.key in plan.runs and not any(fitted in dataset.possible_systems for dataset in plan.datasets.values()):
        names = " and ".join(dict.fromkeys([source.key, fitted.unigrams.key]))
        raise InputError(
            f"{place}: is fitted to human ratings, and no dataset that {names} can score has any, or only of sentences "
            "that are one family (crossed); add ratings, or remove this entry"
        )


def _is_log_prob(measure: str) -> bool:
    """Return whether a measure is a sentence's log-probability; True for measures that the registry does not know."""
    row = MEASURES.get(measure)
    return row is None or (row.is_sum and row.is_log and measure != "unigram_log_prob")


def _check_unigrams(system: System, place: str) -> None:
    """Raise InputError unless a system says how frequent the words are, and how long the sentence is."""
    if system.scores_tokens and not system.has_unigrams:
        raise InputError(f"{place}: {system.key} has no unigram log-probabilities; add the key unigrams with a corpus")
    measures = set(system.measures)
    if not system.scores_tokens and not ("unigram_log_prob" in measures or {"log_prob", "slor"} <= measures):
        raise InputError(
            f"{place}: {system.key} has no unigram log-probabilities: its scores are neither unigram_log_prob nor "
            "log_prob and slor; name another system under unigrams"
        )


def _check_study(plan: Plan, study: Study, where: str) -> None:
    if study.printed and study.has_quantities and not papers.path_of(f"{study.key}.study"):
        raise InputError(f"{where}: nothing names the files that quantities.py reads; add {study.folder}/study.py")
    for kind in artefacts.ENDINGS:
        if artefacts.of_study(study.key, kind) and not papers.path_of(f"{study.key}.{kind}"):
            raise InputError(f"{where}: nothing makes the {kind} that study.py declares; add {study.folder}/{kind}.py")
    for section in ("published", "accuracies", "restarts"):
        for key, entry in study.entry.get(section, {}).items():
            known(entry["dataset"], plan.datasets, f"{where}: {section}.{key}.dataset: the dataset")
    for section in ("published", "decisions"):
        for key in study.entry.get(section, {}):
            _check_format(plan, plan.systems[key], f"{where}: {section}.{key}")
    if "main" in study.entry:
        known(study.entry["main"], study.entry["datasets"], f"{where}: main: the dataset")
        about = [required(study.main)] if study.claims else study.datasets
        rows = row_labels(system for dataset in about for system in dataset.possible_systems)
        for row in study.rows:
            known(row, rows, f"{where}: rows: the row")
    elif study.printed or study.claims:
        raise InputError(f"{where}: printed numbers and claims need one dataset; name it under main")
    if study.claims and not study.rows:
        raise InputError(f"{where}: claims need systems and measures; name them under rows")
    for key, entry in study.entry.get("released", {}).items():
        place = f"{where}: released.{key}"
        known(key, plan.models, f"{place}: the model")
        known(entry["system"], plan.systems_of(Published), f"{place}.system: the published system")
        for ours, theirs in entry["measures"].items():
            known(ours, plan.systems[key].measures, f"{place}.measures: the model's measure")
            known(theirs, plan.systems[entry["system"]].measures, f"{place}.measures: the measure")
    _check_printed(study, where)


def _check_format(plan: Plan, system: System, place: str) -> None:
    """Raise InputError for files in a format of their own that nothing reads, and where parts name no file."""
    if ("{part}" in system.entry["source"]) != ("parts" in system.entry):
        raise InputError(f"{place}.source: must contain {{part}} if there are `parts`, and only then; correct one")
    if system.own_format:
        kind = plan.datasets[system.entry["dataset"]].kind
        path = Path(kinds()[kind].__file__).with_name("scores.py")
        function = "decisions" if isinstance(system, Decisions) else "scores"
        if function not in _names_in(path):
            raise InputError(
                f"{place}: its files are in a format of their own, which nothing reads; add the function {function} in "
                f"{relpath(path)}"
            )


def _names_in(path: Path) -> set[str]:
    """Return the functions that a module defines, and the names that it imports; none where there is no such file."""
    nodes = ast.parse(path.read_text(encoding="utf-8")).body if path.is_file() else []
    imported = [
        alias.asname or alias.name for node in nodes if isinstance(node, ast.ImportFrom) for alias in node.names
    ]
    return {*imported, *(node.name for node in nodes if isinstance(node, ast.FunctionDef))}


def _check_printed(study: Study, where: str) -> None:
    """Raise InputError for a printed table, or an item of one, that a study names and does not have."""
    tables = [Path(path).stem for path in study.printed]
    for key in ("lines", "printed_rows"):
        for dataset in study.entry.get(key, {}):
            known(dataset, study.entry["datasets"], f"{where}: {key}: the dataset")
    for dataset, drawn in study.entry.get("lines", {}).items():
        for line in drawn:
            known(line["printed"], tables, f"{where}: lines.{dataset}: the printed table")
            items = [row["item"] for row in study.printed_table(line["printed"])]
            known(line["item"], items, f"{where}: lines.{dataset}: the item")
    for dataset, table in study.entry.get("printed_rows", {}).items():
        known(table, tables, f"{where}: printed_rows.{dataset}: the printed table")


def _check_example(plan: Plan, example: Example, place: str) -> None:
    known(example.dataset, [dataset.key for dataset in plan.paired], f"{place}.dataset: the dataset")
    rows = row_labels(plan.datasets[example.dataset].possible_systems)
    for part, selection in (("met", example.met), ("missed", example.missed)):
        for row in selection["by"]:
            known(row, rows, f"{place}.{part}.by: the row")
