"""Check what the schemas cannot: names that must be declared, keys that need each other, files."""

import ast
import math
import os
import shutil
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from os.path import relpath
from pathlib import Path
from types import MappingProxyType

from acceptability import papers
from acceptability.contracts.names import REFERENCES
from acceptability.datasets import corpora
from acceptability.datasets.corpora import BNC_HELP
from acceptability.datasets.registry import kinds
from acceptability.errors import InputError, collecting, naming, raise_all, suggest
from acceptability.kinds.ngram import kenlm_tools
from acceptability.kinds.prompted import reading as answers
from acceptability.kinds.registry import check_kind
from acceptability.plan import artefacts, modules
from acceptability.plan.datasets import Dataset
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
from acceptability.reading import decisions as own_decisions
from acceptability.reading import scores as own_scores
from acceptability.reading import sentences as own_sentences
from acceptability.reading.load import read_yaml
from acceptability.reading.report import Reading
from acceptability.responses import chosen
from acceptability.scoring import prompts
from acceptability.scoring.measures import MEASURES
from acceptability.sources import adapters, fetching, gguf_header, model_config, model_folder
from acceptability.sources.git_blobs import check_blob
from acceptability.sources.model_files import is_gguf
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
    """Raise InputError where there are no pairs to check, or a name in the section ``check`` is not known."""
    if not plan.checked:
        raise InputError(f"{place}: there are no pairs to check; name a table of pairs under datasets")
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
        for taken, what in ((others, "a study"), (plan.systems, "a system")):
            if key in taken:
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
        sources = len(classifier.labelled.manifest.splits.origins)
        if classifier.entry[key] and sources < 2:
            known_sources = "only one source is known" if sources else "no source is known"
            raise InputError(
                f"{place}.{key}: needs two sources, but {known_sources} in {classifier.labelled.key}; remove this key"
            )


def _check_fitted(plan: Plan, fitted: Fitted, place: str) -> None:
    """Raise InputError for what cannot be fitted."""
    source, row = fitted.source, fitted.entry["row"]
    sums = [measure for measure in source.measures if _is_log_prob(measure)]
    measure = row.partition("/")[2]
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
        about = [study.main] if study.claims else study.datasets
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


def check_here(
    plan: Plan,
    sources: Mapping[str, Mapping],
    searches: str,
    mirror: str | None,
    installs: bool,
    where: str = "config.yaml",
    checked: bool = False,
) -> list[Reading]:
    """Return how the user's tables were read.

    Raises InputError unless the plan can be carried out in this folder, on this computer.

    Parameters:
        sources: the registry of external files.
        searches: the path of the contract SEARCHES.
        mirror: the folder with external files that the configuration names, if it names one.
        installs: does Snakemake install what jobs need?
        where: what messages call the configuration.
        checked: are the user's files checked already?
    """
    check_registered(plan, sources)
    if plan.registered:
        fetching.check_mirror(fetching.named_mirror(mirror))
        fetching.check_fetched(sources, "resources/raw")
    readings = [] if checked else check_files(plan, where)
    for model in plan.needed_models:
        _ = model.revision  # asked for now, if it is not known
    check_folder("results")
    if not installs:
        check_installed(plan, where)
        _check_printed_numbers(plan, Path(searches))
    elif not shutil.which("conda"):
        raise InputError(
            "--use-conda: the program conda is not installed here, or is not on PATH; install Miniforge "
            "(https://conda-forge.org/download) and open a new terminal, or leave out --use-conda"
        )
    return readings


def _check_printed_numbers(plan: Plan, searches: Path) -> None:
    """Raise one InputError for all mistakes in the numbers that studies print, as far as they show without data."""
    if not any(study.printed for study in plan.studies.values()):
        return
    from acceptability.studies import verdicts  # here, as it imports pandas

    messages: list[str] = []
    for study in plan.studies.values():
        if study.printed:
            try:
                quantities = import_module(f"acceptability.{study.quantities}")
            except (ImportError, SyntaxError) as error:
                messages.append(f"{study.folder}/quantities.py: cannot be imported ({error}); correct it")
                continue
            messages += verdicts.mistakes([Path(path) for path in study.printed], searches, quantities)
    raise_all(messages, verdicts.SHOWN)


def check_registered(plan: Plan, sources: Mapping) -> None:
    """Raise InputError for a file that the configuration or a study draws on and the registry does not have."""
    for system in [*plan.systems_of(Published).values(), *plan.systems_of(Decisions).values()]:
        for name in system.files:
            known(name, sources, f"{system.section}.{system.key}.source: the file")
    for model in plan.models.values():
        if model.source:
            known(model.source, sources, f"models.{model.key}.source: the file")
    for name in sorted(plan.registered):
        known(name, sources, "sources.tsv: the file")


def check_files(
    plan: Plan, where: str = "config.yaml", checked: Mapping[str, list[Reading]] = MappingProxyType({})
) -> list[Reading]:
    """Return how the user's tables were read.

    ``checked`` has what is known of tables of datasets that were checked before, by the keys of the datasets.
    Raises InputError for all that is wrong in tables of other datasets, or else for the first other file that is named
    but not there, or that cannot be read.
    """
    faults: list[str] = []
    readings: list[Reading] = []
    for key, model in plan.models.items():
        if model.path:
            with naming(f"{where}: models.{key}.path"):
                model_folder.check(Path(model.path))
                check_kind(model.kind.name, model_config.architectures_of(model.entry), model.path)
        if model.adapter:
            with naming(f"{where}: models.{key}.adapter"):
                adapters.check(Path(model.adapter))
    for key, dataset in plan.datasets.items():
        for name, path in dataset.manifest.own_files:
            if not Path(path).is_file():
                place = f"{where}: datasets.{key}.{name.partition('_')[0]}"
                raise InputError(f"{place}: there is no file {path}; correct the path")
        with collecting(faults), naming(f"{where}: datasets.{key}"):
            of_dataset = checked[key] if key in checked else check_dataset(dataset.entry)
            if of_dataset and (noted := dataset.notes_on_parts):
                first, *others = of_dataset
                of_dataset = [replace(first, notes=[*first.notes, *noted]), *others]
            readings += of_dataset
    raise_all(faults)
    readings += _check_scores(plan, where)
    if plan.checking:
        readings += _check_choices(plan, plan.checking, where)
    for key, corpus in plan.corpora.items():
        place = f"{where}: corpora.{key}.path"
        if corpus.path and corpus.kind == "text" and Path(corpus.path).is_file():
            with naming(place):
                corpora.check_text(corpus.path)
        if not corpus.path or Path(corpus.path).is_file():
            continue
        if corpus.kind != "bnc":
            raise InputError(f"{place}: there is no file {corpus.path}; correct the path")
        if not Path(corpus.path).is_dir():
            raise InputError(f"{place}: there is no file or folder {corpus.path}; {BNC_HELP}")
    return readings


def check_dataset(entry: Mapping) -> list[Reading]:
    """Return how the tables of a dataset were read. InputError for all that is wrong in them."""
    examine = getattr(kinds()[entry["kind"]], "check", None)
    return examine(entry) or [] if examine else []


def _members(dataset: Dataset) -> dict[str, tuple[str, str]]:
    """Return both sentences of each pair of a user's own dataset, by its id; empty of other datasets."""
    read = getattr(kinds()[dataset.kind], "members", None)
    return read(dataset.entry) if read else {}


def _check_choices(plan: Plan, checking: Checking, where: str) -> list[Reading]:
    """Return how the table of fillers was read.

    Raises InputError where it cannot be read, and where all pairs are to be rated first.
    """
    readings = []
    if checking.fillers:
        with naming(f"{where}: check.fillers"):
            readings.append(own_sentences.read_fillers(checking.fillers, **checking.reading)[1])
    for dataset in plan.checked:
        if checking.first and "several_rows" in dataset.has and (members := _members(dataset)):
            pairs = len(members)
            if checking.first >= pairs:
                raise InputError(
                    f"{where}: check.first: {checking.first} is not below the number of pairs of {dataset.key}, "
                    f"which is {pairs}: to rate some pairs first, name fewer (FIRST= for make check)"
                )
    return readings


def _check_scores(plan: Plan, where: str) -> list[Reading]:
    """Return how tables of scores and decisions were read.

    Raises InputError for what is wrong in them, in tables of answers and in files of prompts.
    """
    readings: list[Reading] = []

    @cache  # many systems score one dataset
    def texts(dataset: Dataset) -> dict[str, str] | None:
        read = getattr(kinds()[dataset.kind], "texts", None)
        return read(dataset.entry) if read else None

    for scores in plan.running(OwnScores):
        with naming(f"{where}: scores.{scores.key}"):
            if "git_blob" in scores.entry:
                check_blob(scores.path, scores.entry["git_blob"])
            dataset = plan.datasets[scores.entry["dataset"]]
            if (sentences := texts(dataset)) is not None:
                settings = scores.path, scores.columns, scores.negate, sentences
                judged = own_scores.read(*settings, complete=not scores.partial, **scores.reading)
                readings.append(judged.reading)
                if members := _members(dataset):
                    own_scores.check_pairs(scores.path, scores.columns, judged.rows, sentences, members.values())
                    judged.reading.notes.extend(own_scores.contradicted_sides(judged, sentences, members))
            else:
                columns = scores.path, scores.columns, scores.negate
                readings.append(own_scores.understood(*columns, **scores.reading))
    for decisions in plan.running(Decisions):
        if decisions.path:
            with naming(f"{where}: decisions.{decisions.key}"):
                table = chosen.table(decisions.path, **decisions.reading)
                own_decisions.check(table, decisions.columns, **decisions.reading)
                for dataset in plan.scored:
                    if decisions in dataset.systems and (members := _members(dataset)):
                        columns_and_pairs = decisions.columns, members
                        readings.append(own_decisions.read(table, *columns_and_pairs, **decisions.reading).reading)
    for prompted in plan.running(Prompted):
        with naming(f"{where}: prompted.{prompted.key}"):
            if prompted.prompts:
                prompts.asked_for(read_yaml(prompted.prompts), prompted.measures, prompted.prompts)
            if prompted.path:
                answers.read_rows(prompted.path, **prompted.reading)
    return readings


def check_folder(path: str | Path) -> None:
    """Raise InputError unless results can be written below this folder (made when it is needed)."""
    path = Path(path)
    existing = path if path.exists() else path.absolute().parent
    if not existing.is_dir() or not os.access(existing, os.W_OK | os.X_OK):
        raise InputError(f"{path}: cannot be written to; change its permissions, or run in another --directory")


def check_installed(plan: Plan, where: str = "config.yaml") -> None:
    """Raise InputError if a system that runs needs a package that Snakemake's Python lacks (PyTorch; those that read
    GGUF files and adapters). Likewise for KenLM's programs, if they are missing and cannot be compiled.
    """
    neural = [model for model in plan.running(LanguageModel) if not model.elsewhere]
    neural += plan.running(Classifier)
    neural += [prompted for prompted in plan.running(Prompted) if prompted.model]
    if neural and not find_spec("torch"):
        raise InputError(
            f"{where}: run: the system {neural[0].key!r} needs PyTorch, which is not installed here; run `make "
            "neural`, or let conda install it (--use-conda)"
        )
    in_gguf = [model for model in plan.needed_models if any(map(is_gguf, model.files))]
    if in_gguf and (missing := [name for name in gguf_header.PACKAGES if not find_spec(name)]):
        raise InputError(
            f"{where}: run: the system {in_gguf[0].key!r} is a GGUF file, which needs the "
            f"package{'s' * (len(missing) > 1)} {' and '.join(missing)}; run `make formats`, let conda install them "
            "(--use-conda), or remove the system"
        )
    adapted = [model for model in plan.needed_models if model.adapter]
    if adapted and not find_spec(adapters.PACKAGE):
        raise InputError(
            f"{where}: run: the system {adapted[0].key!r} has an adapter, which needs the package {adapters.PACKAGE}; "
            "run `make formats`, let conda install it (--use-conda), or remove the system"
        )
    trained = plan.running(NGram)
    if trained and not kenlm_tools.available(Path(kenlm_tools.BUILT)):
        raise InputError(
            f"{where}: run: the system {trained[0].key!r} needs the programs of KenLM, and there is no C++ compiler to "
            f"compile them: install one ({kenlm_tools.COMPILERS}), {kenlm_tools.ON_PATH}"
        )


def left_behind(plan: Plan, folder: str | Path) -> str:
    """Return a line that names datasets with results in a folder that the configuration no longer names, or ""."""
    names = sorted({path.stem for path in Path(folder).glob("sentences/*.csv")} - set(plan.datasets))
    if not names:
        return ""
    others = ", ".join(names)
    return f"{folder}: also has results of {others}, which this configuration does not name; they are left unchanged"
