"""The plan: what a run computes, as objects that know each other.

The configuration and its studies are checked, joined and turned into these objects once (see build); rules ask them:
``plan.datasets["my-pairs"].systems``, ``plan.systems["brown-bert"].measures``. Nothing changes them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeVar

from acceptability.contracts.names import row_colours
from acceptability.datasets import corpora
from acceptability.datasets.registry import corpus_of
from acceptability.plan.datasets import Dataset
from acceptability.plan.derived import Classifier, Prompted
from acceptability.plan.series import Series
from acceptability.plan.studies import Study
from acceptability.plan.systems import Decisions, LanguageModel, NGram, OwnScores, Published, System

Kind = TypeVar("Kind", bound=System)


@dataclass(frozen=True)
class Corpus:
    """A text that models are trained on."""

    key: str
    entry: Mapping = field(repr=False, compare=False)

    @property
    def kind(self) -> str:
        return self.entry["kind"]

    @property
    def declared(self) -> corpora.Corpus:
        """What its kind declares, such as the name of its registered file, if it is fetched."""
        return corpus_of(self.entry)

    @property
    def path(self) -> str | None:
        """The user's file, if it is one."""
        return self.entry.get("path")

    @property
    def described(self) -> dict:
        """The corpus as the provenance of a model names it."""
        return {"name": self.key} | dict(self.entry)


@dataclass(frozen=True)
class Released:
    """What a study's authors released of a system, besides scores: decisions of restarts, or shares of paradigms."""

    plan: Plan = field(repr=False, compare=False)
    key: str
    dataset: str
    source: str  # the name of the registered file
    label: str | None = None
    like: str | None = None  # of restarts: the system that has the same colour
    columns: Mapping[str, str] = field(default_factory=dict, compare=False)  # of shares: those of the file

    @property
    def first_row(self) -> str:
        """The row that restarts belong to: the first one of the system that they are like."""
        return self.plan.systems[self.like].first_row


@dataclass(frozen=True)
class Example:
    """A table of pairs that all of some rows meet and all of others miss."""

    plan: Plan = field(repr=False, compare=False)
    key: str
    dataset: str
    caption: str
    met: Mapping = field(compare=False)
    missed: Mapping = field(compare=False)

    @cached_property
    def systems(self) -> list[System]:
        """Systems whose rows it names: computed for it, whether they run or not."""
        names = {row.split("/")[0] for row in self.met["by"] + self.missed["by"]}
        return [self.plan.systems[name] for name in sorted(names)]

    @property
    def first_pairs(self) -> list[str]:
        """The pairs that a study prints as this example, by their ids: they stand first where they qualify."""
        for study in self.plan.studies.values():
            if table := study.examples.get(self.key, {}).get("printed"):
                rows = [row for row in study.printed_table(table) if row["quantity"] == "qualifies"]
                return list(dict.fromkeys(row["argument"].split()[-1] for row in rows))
        return []


@dataclass(frozen=True)
class Checking:
    """What `check` goes by when it looks at pairs before they are judged; see the section ``check`` of config.yaml."""

    corpus: str | None  # whose words are counted
    raters: int | None  # of each sentence
    lists: int | None  # for participants
    fillers: str | None  # the user's table of sentences that go into every list
    encoding: str | None  # of that table
    sheet: str | None  # of that table
    first: int | None  # pairs to rate first
    seed: int  # of all that is drawn
    assume: Mapping[str, float] = field(compare=False)

    @property
    def reading(self) -> dict[str, str]:
        """How the table of fillers is read: keyword arguments of its reader."""
        given = {"encoding": self.encoding, "sheet": self.sheet}
        return {key: value for key, value in given.items() if value is not None}


@dataclass(frozen=True)
class Plan:
    """What a run computes. Mappings are by name, in the order of declaration, those of studies first."""

    studies: Mapping[str, Study]
    datasets: Mapping[str, Dataset]
    systems: Mapping[str, System]
    corpora: Mapping[str, Corpus]
    examples: Mapping[str, Example]
    restarts: Mapping[str, Released]
    accuracies: Mapping[str, Released]
    series: Mapping[str, Series]
    runs: tuple[str, ...]  # names of the systems that run, in the order of tables and figures
    thresholds: tuple[float, ...]  # of the ADC
    tie: float
    figure_rows: tuple[str, ...]  # rows that figures show; all if there are none
    significance: float
    too_long: str  # what becomes of sentences of more tokens than a model takes: refuse, skip or window
    keep_restarts: bool
    as_babylm: bool  # whether shares of right pairs are also counted as in BabyLM's evaluation pipeline
    checking: Checking | None  # None: pairs are only scored

    @cached_property
    def run(self) -> list[System]:
        """The systems that run, in the order of tables and figures."""
        return [self.systems[key] for key in self.runs]

    def systems_of(self, kind: type[Kind]) -> dict[str, Kind]:
        """Return the declared systems of a kind, by name."""
        return {key: system for key, system in self.systems.items() if isinstance(system, kind)}

    @cached_property
    def models(self) -> dict[str, LanguageModel]:
        return self.systems_of(LanguageModel)

    @cached_property
    def owners(self) -> dict[str, Mapping[str, Dataset | LanguageModel | Study]]:
        """What tables and figures can be about, by kind (dataset, model, study) and by key."""
        return {"dataset": self.datasets, "model": self.models, "study": self.studies}

    def title(self, owner: str) -> str:
        """Return the title of a dataset, a study or a training. The dataset goes first where a study has its name."""
        return next(those[owner].title for those in (self.datasets, self.studies, self.models) if owner in those)

    def is_simulated(self, owner: str) -> bool:
        """Return whether a study, a dataset or a training shows simulated data; a study goes before a dataset."""
        return next(those[owner].simulated for those in (self.studies, self.datasets, self.models) if owner in those)

    @cached_property
    def reports(self) -> list[str]:
        """Names of the reports: two for each scored dataset that no study but an overview has, and one for each study.

        Labelled sentences in splits that belong to no study are in the reports on scored ones; without any, they have
        their own.
        """
        scored, labelled = (
            [dataset.key for dataset in datasets if dataset.reports_alone] for datasets in (self.scored, self.labelled)
        )
        return [*(name for key in scored or labelled for name in (key, self.details(key))), *self.studies]

    def details(self, dataset: str) -> str:
        """Return the name of the detailed report on a dataset."""
        return f"{dataset}-details"

    def subject(self, report: str) -> str:
        """Return the key of the study or dataset that a report is about."""
        return report if report in {**self.studies, **self.datasets} else report.removesuffix("-details")

    def report_title(self, report: str) -> str:
        """Return the title of a report: that of its study or dataset, with ": details" for the detailed one."""
        subject = self.subject(report)
        title = self.studies[subject].title if subject in self.studies else self.title(subject)
        return title if subject == report else f"{title}: details"

    # Datasets.

    @cached_property
    def reported(self) -> dict[str, Dataset]:
        """Datasets that are reported on: those that systems score, and labelled ones that something is fitted on."""
        return {key: dataset for key, dataset in self.datasets.items() if dataset.reported}

    @cached_property
    def scored(self) -> list[Dataset]:
        """Datasets whose sentences systems score, those of no study first; what is only checked needs no system."""
        scored = [it for it in self.datasets.values() if it.scored and not it.only_checked]
        return sorted(scored, key=lambda dataset: bool(dataset.studies))

    @cached_property
    def checked(self) -> list[Dataset]:
        """The datasets whose pairs are checked before they are judged, if any are."""
        return [it for it in self.datasets.values() if self.checking and it.scored and it.manifest.pairs]

    @cached_property
    def paired(self) -> list[Dataset]:
        """The scored datasets that have minimal pairs."""
        return [dataset for dataset in self.scored if dataset.manifest.pairs]

    @cached_property
    def labelled(self) -> list[Dataset]:
        """Labelled sentences in splits that are reported on."""
        return [dataset for dataset in self.reported.values() if not dataset.scored]

    # Systems.

    @cached_property
    def _running(self) -> set[System]:
        shown = {*self.scored, *(dataset for study in self.studies.values() for dataset in study.datasets)}
        return {system for dataset in shown or self.datasets.values() for system in dataset.systems}

    def running(self, kind: type[Kind]) -> list[Kind]:
        """Return the systems of a kind that run on a dataset that is scored or in a study, in order of declaration.

        Where there are only labelled sentences, those that run on them.
        """
        return [system for system in self.systems_of(kind).values() if system in self._running]

    @cached_property
    def needed_models(self) -> list[LanguageModel]:
        """Language models that run, those that running classifiers start from, and those that are asked."""
        needed = {*self.running(LanguageModel), *(classifier.base for classifier in self.running(Classifier))}
        needed |= {prompted.model for prompted in self.running(Prompted) if prompted.model}
        return [model for model in self.models.values() if model in needed]

    @cached_property
    def trained(self) -> list[LanguageModel]:
        """The needed models that are trained here."""
        return [model for model in self.needed_models if model.corpus]

    @cached_property
    def row_colours(self) -> dict[str, str]:
        """Colour of each row ``system/measure`` of all declared systems; a declared one is of a system's first row."""
        declared = {system.first_row: system.entry["colour"] for system in self.systems.values() if system.has_colour}
        return row_colours([row for system in self.systems.values() for row in system.rows], declared)

    def part(self, datasets: Collection[str], studies: Collection[str]) -> Plan:
        """Return the plan of these datasets and studies alone, with all systems."""
        fewer = {name: {} for name in ("datasets", "studies", "systems", "restarts", "accuracies", "examples")}
        part = replace(self, **fewer)
        for name, those in (("datasets", datasets), ("studies", studies), ("systems", self.systems)):
            getattr(part, name).update(
                {key: replace(it, plan=part) for key, it in getattr(self, name).items() if key in those}
            )
        for name in ("restarts", "accuracies", "examples"):
            about = {key: it for key, it in getattr(self, name).items() if it.dataset in datasets}
            getattr(part, name).update({key: replace(it, plan=part) for key, it in about.items()})
        return part

    # Files.

    @cached_property
    def used_corpora(self) -> list[Corpus]:
        """Corpora that systems which run are trained on, or in which their tokens are counted."""
        keys = {model.corpus for model in [*self.running(NGram), *self.trained]}
        keys |= {model.unigrams for model in self.running(LanguageModel)}
        keys |= {self.checking.corpus} if self.checking else set()
        return [corpus for key, corpus in self.corpora.items() if key in keys]

    @cached_property
    def registered(self) -> set[str]:
        """Names of the registered files that a run draws on."""
        of_rows = [self.systems[row.split("/")[0]] for dataset in self.paired for row in dataset.rows_of_studies]
        published = [*self.running(Published), *self.running(Decisions)]
        published += [system for system in of_rows if isinstance(system, Published)]
        return {
            *(name for dataset in self.reported.values() for name in dataset.manifest.sources.values()),
            *(corpus.declared.source for corpus in self.used_corpora if corpus.declared.source),
            *(name for system in published for name in system.files),
            *(model.source for model in self.needed_models if model.source),
            *(released.source for released in [*self.restarts.values(), *self.accuracies.values()]),
            *(name for study in self.studies.values() for name in study.sources),
        }

    @property
    def own_files(self) -> list[str]:
        """The user's files that the configuration names: of datasets, scores, answers, prompts, and texts."""
        named = [path for dataset in self.datasets.values() for _, path in dataset.manifest.own_files]
        named += [path for scores in self.running(OwnScores) for path in scores.tables]
        named += [decisions.path for decisions in self.running(Decisions) if decisions.path]
        named += [path for prompted in self.running(Prompted) for path in prompted.files]
        named += [self.checking.fillers] if self.checking and self.checking.fillers else []
        return named + [corpus.path for corpus in self.used_corpora if corpus.path]

    @property
    def provenance_files(self) -> list[str]:
        """Paths of the files that record what running models were trained on, and how they scored."""
        trained = [*self.running(NGram), *self.trained, *self.running(Classifier)]
        return [
            *(f"results/models/{system.key}/provenance.json" for system in trained),
            *(f"results/tokens/{dataset.key}/{system.key}.json" for dataset, system in self._scorings),
            *(f"results/answers/{dataset.key}/{system.key}.json" for dataset, system in self._askings),
        ]

    @cached_property
    def _judged(self) -> list[tuple[Dataset, System]]:
        """Each dataset with each system that scores its sentences."""
        return [(dataset, system) for dataset in self.scored for system in dataset.systems] + [
            (dataset, system) for dataset in self.labelled for system in dataset.threshold_systems
        ]

    @property
    def _scorings(self) -> list[tuple[Dataset, LanguageModel]]:
        """Each dataset with each language model that scores its tokens."""
        return [(dataset, system) for dataset, system in self._judged if isinstance(system, LanguageModel)]

    @property
    def _askings(self) -> list[tuple[Dataset, Prompted]]:
        """Each dataset with each system that asks a model about it."""
        asked = [(dataset, system) for dataset, system in self._judged if isinstance(system, Prompted)]
        return [(dataset, system) for dataset, system in asked if not system.path]

    def made_before(self, model: str) -> list[str]:
        """Return the files that must be there before the weights of a model that does not keep them are fetched.

        They are all that is made with the weights of the model before last, so that no more than two models of this
        kind are on the disk at once, whatever the number of jobs.
        """
        passing = [it for it in self.running(LanguageModel) if it.passing]
        places = {it.key: place for place, it in enumerate(passing)}
        if places.get(model, 0) < 2:
            return []
        before = passing[places[model] - 2]
        shards = range(1, before.scoring["shards"] + 1)
        datasets = [dataset.key for dataset, system in self._scorings if system == before]
        scored = [f"results/shards/{dataset}/{before.key}/{number}.csv" for dataset in datasets for number in shards]
        asked = [f"results/answers/{it.key}/{system.key}.csv" for it, system in self._askings if system.model == before]
        return scored + asked + before.unigram_files

    @property
    def seeds(self) -> dict:
        """Seeds of the trainings that run, by system."""
        return {model.key: model.entry["training"]["seed"] for model in self.trained} | {
            classifier.key: classifier.entry["restarts"] for classifier in self.running(Classifier)
        }
