"""Describe what a run computes, as objects that know what they are made from.

The configuration and its studies are checked, joined and turned into these objects once (see build); rules ask them:
``plan.datasets["my-pairs"].systems``, ``plan.systems["brown-bert"].measures``. Nothing changes them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any

from acceptability.contracts.names import split_row
from acceptability.plan.datasets import Dataset
from acceptability.plan.declarations import Declarations
from acceptability.plan.declared import Corpus, DeclaredDataset, DeclaredStudy
from acceptability.plan.derived import Classifier, Prompted
from acceptability.plan.regions import OfItems, OfRegions
from acceptability.plan.studies import Study
from acceptability.plan.systems import Decisions, LanguageModel, NGram, OwnScores, Published, System


@dataclass(frozen=True)
class Plan(Declarations):
    """Describe what a run computes: all that is declared, with datasets and studies that know their systems."""

    studies: Mapping[str, Study]
    datasets: Mapping[str, Dataset]

    @classmethod
    def of(cls, declared: Declarations) -> Plan:
        """Return the plan of what is declared."""
        datasets = {
            key: Dataset(**_fields(dataset, DeclaredDataset), declared=declared)
            for key, dataset in declared.datasets.items()
        }
        studies = {
            key: Study(
                **_fields(study, DeclaredStudy), datasets=_datasets_of(study, datasets.values()), declared=declared
            )
            for key, study in declared.studies.items()
        }
        return cls(**_fields(declared, Declarations) | {"datasets": datasets, "studies": studies})

    def part(self, datasets: Collection[str], studies: Collection[str]) -> Plan:
        """Return the plan of these datasets and studies alone, with all systems."""
        part: dict[str, dict] = {
            "datasets": {key: dataset for key, dataset in self.datasets.items() if key in datasets},
            "studies": {key: study for key, study in self.studies.items() if key in studies},
        }
        for name in ("restarts", "accuracies", "examples"):
            entries = getattr(self, name)
            part[name] = {key: entry for key, entry in entries.items() if entry.dataset in datasets}
        return Plan.of(Declarations(**_fields(self, Declarations) | part))

    @cached_property
    def owners(self) -> dict[str, Mapping[str, Dataset | LanguageModel | Study]]:
        """Return what tables and figures can be about, by kind (dataset, model, study) and by key."""
        return {"dataset": self.datasets, "model": self.models, "study": self.studies}

    def title(self, owner: str) -> str:
        """Return the title of a dataset, a study or a training. The dataset goes first where a study has its name."""
        return next(owners[owner].title for owners in (self.datasets, self.studies, self.models) if owner in owners)

    def is_simulated(self, owner: str) -> bool:
        """Return whether a study, a dataset or a training shows simulated data; studies come before datasets."""
        return next(owners[owner].simulated for owners in (self.studies, self.datasets, self.models) if owner in owners)

    @cached_property
    def reports(self) -> list[str]:
        """Return names of the reports: two for each scored dataset that no study but an overview has, and one for each
        study.

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
        """Return datasets that are reported on: those that systems score, and labelled ones that something is fitted
        on.
        """
        return {key: dataset for key, dataset in self.datasets.items() if dataset.reported}

    @cached_property
    def scored(self) -> list[Dataset]:
        """Return datasets whose sentences systems score, those of no study first, or that are only checked."""
        scored = [dataset for dataset in self.datasets.values() if dataset.scored and not dataset.only_checked]
        return sorted(scored, key=lambda dataset: bool(dataset.studies))

    @cached_property
    def checked(self) -> list[Dataset]:
        """Return the datasets whose pairs are checked before they are judged, if any are."""
        return [
            dataset for dataset in self.datasets.values() if self.checking and dataset.scored and dataset.manifest.pairs
        ]

    @cached_property
    def paired(self) -> list[Dataset]:
        """Return the scored datasets that have minimal pairs."""
        return [dataset for dataset in self.scored if dataset.manifest.pairs]

    @cached_property
    def labelled(self) -> list[Dataset]:
        """Return labelled sentences in splits that are reported on."""
        return [dataset for dataset in self.reported.values() if not dataset.scored]

    # Systems.

    @cached_property
    def needed_models(self) -> list[LanguageModel]:
        """Return language models that run, those that running classifiers start from, and those that are asked."""
        needed = {*self.running(LanguageModel), *(classifier.base for classifier in self.running(Classifier))}
        needed |= {prompted.model for prompted in self.running(Prompted) if prompted.model}
        return [model for model in self.models.values() if model in needed]

    @cached_property
    def trained(self) -> list[LanguageModel]:
        """Return the needed models that are trained here."""
        return [model for model in self.needed_models if model.corpus]

    # Files.

    @cached_property
    def used_corpora(self) -> list[Corpus]:
        """Return corpora that systems which run are trained on, or in which their tokens are counted."""
        keys = {ngram.corpus for ngram in self.running(NGram)} | {model.corpus for model in self.trained}
        keys |= {model.unigrams for model in self.running(LanguageModel)}
        keys |= {self.checking.corpus} if self.checking else set()
        return [corpus for key, corpus in self.corpora.items() if key in keys]

    @cached_property
    def registered(self) -> set[str]:
        """Return names of the registered files that a run draws on."""
        of_rows = [self.systems[split_row(row)[0]] for dataset in self.paired for row in dataset.rows_of_studies]
        published: list[Published | Decisions] = [*self.running(Published), *self.running(Decisions)]
        published += [system for system in of_rows if isinstance(system, Published)]
        return {
            *(name for dataset in self.reported.values() for name in dataset.manifest.sources.values()),
            *(corpus.declared.source for corpus in self.used_corpora if corpus.declared.source),
            *(name for system in published for name in system.files),
            *(model.source for model in self.needed_models if model.source),
            *(released.source for released in [*self.restarts.values(), *self.accuracies.values()]),
            *(name for study in self.studies.values() for name in (*study.sources, *study.optional_sources)),
        }

    @property
    def own_files(self) -> list[str]:
        """Return the user's files that the configuration names: of datasets, scores, answers, prompts, and texts."""
        paths = [path for dataset in self.datasets.values() for _, path in dataset.manifest.own_files]
        paths += [path for scores in self.running(OwnScores) for path in scores.tables]
        paths += [decisions.path for decisions in self.running(Decisions) if decisions.path]
        paths += [path for prompted in self.running(Prompted) for path in prompted.files]
        paths += [str(system.path) for kind in (OfRegions, OfItems) for system in self.running(kind)]
        paths += [self.checking.fillers] if self.checking and self.checking.fillers else []
        return [*paths, *dict.fromkeys(corpus.path for corpus in self.used_corpora if corpus.path)]

    @property
    def provenance_files(self) -> list[str]:
        """Return paths of the files that record what running models were trained on, and how they scored."""
        trained = [*self.running(NGram), *self.trained, *self.running(Classifier)]
        return [
            *(f"results/models/{system.key}/provenance.json" for system in trained),
            *(f"results/tokens/{dataset.key}/{system.key}.json" for dataset, system in self._scorings),
            *(f"results/answers/{dataset.key}/{system.key}.json" for dataset, system in self._askings),
        ]

    @cached_property
    def _judged(self) -> list[tuple[Dataset, System]]:
        """Return each dataset with each system that scores its sentences."""
        return [(dataset, system) for dataset in self.scored for system in dataset.systems] + [
            (dataset, system) for dataset in self.labelled for system in dataset.threshold_systems
        ]

    @property
    def _scorings(self) -> list[tuple[Dataset, LanguageModel]]:
        """Return each dataset with each language model that scores its tokens."""
        return [(dataset, system) for dataset, system in self._judged if isinstance(system, LanguageModel)]

    @property
    def _askings(self) -> list[tuple[Dataset, Prompted]]:
        """Return each dataset with each system that asks a model about it."""
        askings = [(dataset, system) for dataset, system in self._judged if isinstance(system, Prompted)]
        return [(dataset, system) for dataset, system in askings if not system.path]

    def made_before(self, model: str) -> list[str]:
        """Return the files that must be there before the weights of a model that does not keep them are fetched.

        They are all that is made with the weights of the model before last. So no more than two models of this kind are
        on the disk at once, whatever the number of jobs.
        """
        passing = [model for model in self.needed_models if model.passing]
        places = {model.key: place for place, model in enumerate(passing)}
        if places.get(model, 0) < 2:
            return []
        before = passing[places[model] - 2]
        shards = range(1, before.scoring["shards"] + 1)
        datasets = [dataset.key for dataset, system in self._scorings if system == before]
        scored = [f"results/shards/{dataset}/{before.key}/{number}.csv" for dataset in datasets for number in shards]
        answers = [
            f"results/answers/{dataset.key}/{system.key}.csv"
            for dataset, system in self._askings
            if system.model == before
        ]
        return scored + answers + (before.unigram_files if before in self.running(LanguageModel) else [])

    @property
    def seeds(self) -> dict:
        """Return seeds of the trainings that run, by system."""
        return {model.key: model.entry["training"]["seed"] for model in self.trained} | {
            classifier.key: classifier.entry["restarts"] for classifier in self.running(Classifier)
        }


def _fields(instance: Any, kind: type) -> dict[str, Any]:
    """Return the fields that an instance has as one of a kind, as arguments of a class that extends it."""
    return {field.name: getattr(instance, field.name) for field in fields(kind)}


def _datasets_of(study: DeclaredStudy, datasets: Collection[Dataset]) -> tuple[Dataset, ...]:
    """Return the datasets of a study; of an overview, also those that are rated and in no study."""
    candidates = datasets if study.is_overview else ()
    rated = [dataset for dataset in candidates if dataset.manifest.ratings and dataset.scored and not dataset.studies]
    by_key = {dataset.key: dataset for dataset in datasets}
    return (*(by_key[key] for key in study.entry["datasets"]), *rated)
