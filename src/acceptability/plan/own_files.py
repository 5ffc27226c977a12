"""Check the files of users that a plan names: tables, models, corpora, scores, decisions and answers."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import MappingProxyType

from acceptability.datasets import corpora
from acceptability.datasets.corpora import BNC_HELP
from acceptability.datasets.registry import kinds
from acceptability.errors import InputError, collecting, naming, raise_all
from acceptability.kinds.prompted import reading as answers
from acceptability.kinds.registry import check_kind
from acceptability.plan.datasets import Dataset
from acceptability.plan.declarations import Checking
from acceptability.plan.derived import Prompted
from acceptability.plan.plan import Plan
from acceptability.plan.systems import Decisions, OwnScores
from acceptability.reading import decisions as own_decisions
from acceptability.reading import scores as own_scores
from acceptability.reading import sentences as own_sentences
from acceptability.reading.load import read_yaml
from acceptability.reading.report import Reading
from acceptability.responses import chosen
from acceptability.scoring import prompts
from acceptability.sources import adapters, model_config, model_folder
from acceptability.sources.git_blobs import check_blob


def check(
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
                complete, reading = not scores.partial, scores.reading
                judged = own_scores.read(
                    scores.path, scores.columns, scores.negate, sentences, complete=complete, **reading
                )
                readings.append(judged.reading)
                if members := _members(dataset):
                    own_scores.check_pairs(scores.path, scores.columns, judged.rows, sentences, members.values())
                    judged.reading.notes.extend(own_scores.contradicted_sides(judged, sentences, members))
            else:
                readings.append(own_scores.understood(scores.path, scores.columns, scores.negate, **scores.reading))
    for decisions in plan.running(Decisions):
        if decisions.path:
            with naming(f"{where}: decisions.{decisions.key}"):
                table = chosen.table(decisions.path, **decisions.reading)
                own_decisions.check(table, decisions.columns, **decisions.reading)
                for dataset in plan.scored:
                    if decisions in dataset.systems and (members := _members(dataset)):
                        judged = own_decisions.read(table, decisions.columns, members, **decisions.reading)
                        readings.append(judged.reading)
    for prompted in plan.running(Prompted):
        with naming(f"{where}: prompted.{prompted.key}"):
            if prompted.prompts:
                prompts.asked_for(read_yaml(prompted.prompts), prompted.measures, prompted.prompts)
            if prompted.path:
                answers.read_rows(prompted.path, **prompted.reading)
    return readings
