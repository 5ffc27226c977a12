"""Datasets, as the configuration and the studies declare them, joined with the systems that score them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from acceptability.contracts.names import FUNCTIONS, SIMPLE_RULES, TRAINED_SIMPLY, people_by_paradigm, reference_labels
from acceptability.datasets import registry
from acceptability.datasets.manifest import Manifest
from acceptability.kinds.registry import backends_of_babylm
from acceptability.plan.derived import Classifier, Fitted, Prompted
from acceptability.plan.studies import Study
from acceptability.plan.systems import Decisions, LanguageModel, NGram, OwnScores, Published, System
from acceptability.reading.report import unclear
from acceptability.scoring.measures import MEASURES, is_of_log_probs

if TYPE_CHECKING:
    from acceptability.plan.plan import Plan, Released

DIVISIONS = ("learning_curve", "source_splits", "leave_one_source_out")  # keys of classifiers


@dataclass(frozen=True)
class Dataset:
    """Sentences that systems score, in pairs or not; or labelled sentences, which classifiers are trained on."""

    plan: Plan = field(repr=False, compare=False)
    key: str
    label: str
    kind: str
    entry: Mapping = field(repr=False, compare=False)  # as declared

    @cached_property
    def manifest(self) -> Manifest:
        return registry.manifest(self.entry)

    @property
    def reader(self) -> str:
        """The module that reads it, below the package."""
        return registry.module_of(self.entry)

    @property
    def scores_module(self) -> str:
        """The module, below the package, that reads scores or decisions which its authors released in a format of their
        own.
        """
        return registry.scores_module_of(self.entry)

    @property
    def simulated(self) -> bool:
        """Whether nobody wrote or rated its sentences: they are simulated."""
        return self.manifest.simulated

    @property
    def title(self) -> str:
        """Its label, which says when it is simulated."""
        return self.label + " (simulated data)" * self.simulated

    @cached_property
    def understood(self) -> list[str]:
        """Say what was not plain in the user's own tables of its sentences, ratings and scores."""
        own = self.manifest.own and not self.manifest.splits
        readings = registry.kinds()[self.kind].check(self.entry) if own else []
        return unclear([*readings, *filter(None, (system.reading_of_table for system in self.systems))])

    @cached_property
    def studies(self) -> list[Study]:
        """Studies that it belongs to."""
        return [study for study in self.plan.studies.values() if self.key in study.entry["datasets"]]

    @property
    def reports_alone(self) -> bool:
        """Whether it has reports of its own: where it belongs to no study, or only to overviews."""
        return all(study.is_overview for study in self.studies)

    @property
    def scored(self) -> bool:
        """Whether systems score its sentences; labelled sentences in splits are for classifiers instead."""
        return "scored" in self.manifest.has

    @cached_property
    def reported(self) -> bool:
        """Whether reports show it: if systems score it, something is fitted on its labels, or a study has it."""
        systems = self.scored and not self.only_checked
        return systems or bool(self.classifiers or self.judged_by or self.studies)

    @cached_property
    def only_checked(self) -> bool:
        """Whether its pairs are checked before they are judged, and no system scores them."""
        return bool(self.plan.checking and self.manifest.pairs and not self.systems)

    @cached_property
    def has(self) -> frozenset[str]:
        """The words for what it has, as ``when`` names them: from its manifest, and from what runs on it."""
        running = {
            "classifiers": self.classifiers,
            "fitted": self.fitted,
            "prompted": self.prompted,
            "linking_functions": self.manifest.ratings and len(self._functions) > 1,
            "restarts": self.manifest.pairs and self.restart_classifiers,
            "divisions": self.divided,
            "released": self.scored and self.released,
            "systems": self.systems,
            "shares": self.manifest.pairs
            and (self.systems or self.accuracies or people_by_paradigm(self.manifest.has)),
            "scores": self.scorers,
            "series": self.series,
            "text": self._is_text,
            "as_babylm": self.plan.as_babylm and self.babylm_rows,
            "partial": any(system.partial or system.decides for system in self.systems),
        } | {key: any(classifier.entry[key] for classifier in self.classifiers) for key in DIVISIONS}
        if self.plan.checking:
            running |= {
                "checked": self.manifest.pairs,
                "word_counts": self.plan.checking.corpus,
                "shallow": self.shallow,
                "several_rows": sum(len(system.rows) for system in self.systems) > 1,
            }
        return self.manifest.has | {word for word, there in running.items() if there}

    @property
    def _is_text(self) -> bool:
        """Is it nothing but sentences, of which some system has log-probabilities?"""
        more = {"rated", "labelled", "factorial"} & self.manifest.has
        summed = any("log_prob" in system.measures for system in self.scorers)
        return summed and not more and "sentences_only" in self.manifest.has

    # The systems that score it.

    @cached_property
    def possible_systems(self) -> list[System]:
        """The declared systems that can score it, whether they run or not."""
        return [system for system in self.plan.systems.values() if system.can_score(self)]

    @cached_property
    def systems(self) -> list[System]:
        """Systems that run on it, in the order of ``run``."""
        return [system for system in self.plan.run if system in self.possible_systems]

    @cached_property
    def scorers(self) -> list[System]:
        """Systems that run on it and have scores: not those of which only decisions are known."""
        return [system for system in self.systems if not system.decides]

    @cached_property
    def specification_systems(self) -> list[System]:
        """Systems that are evaluated under every specification: those that run, and those of a study's claims."""
        of_rows = [self.plan.systems[row.split("/")[0]] for row in self.rows_of_studies]
        return list(dict.fromkeys([*self.scorers, *of_rows]))

    @cached_property
    def matched(self) -> list[System]:
        """Systems that run on it and whose scores or decisions are from elsewhere: its sentences are found in them."""
        return [system for system in self.systems if isinstance(system, Published | OwnScores | Decisions)]

    @cached_property
    def token_scorers(self) -> list[System]:
        """Systems that run on it and score its tokens."""
        return [system for system in self.systems if system.scores_tokens]

    @cached_property
    def shallow(self) -> list[System]:
        """Systems that run on it and know no grammar, such as n-grams."""
        return [system for system in self.scorers if system.shallow]

    @cached_property
    def series(self) -> dict[str, dict]:
        """Series of which two systems or more run on it: ``number`` and ``systems`` by name (see plan.series)."""
        running = {system.key for system in self.systems}
        described = {}
        for key, series in self.plan.series.items():
            systems = {name: number for name, number in series.systems.items() if name in running}
            if len(systems) > 1:
                described[key] = {"number": series.number, "systems": systems}
        return described

    @property
    def series_labels(self) -> dict[str, str]:
        """Label of each measure of each series, ``series/measure``: the series' and the measure's."""
        systems = {key: [self.plan.systems[name] for name in entry["systems"]] for key, entry in self.series.items()}
        return {
            f"{key}/{row.partition('/')[2]}": f"{self.plan.series[key].label} {label.removeprefix(it.label).strip()}"
            for key, those in systems.items()
            for it in those
            for row, label in it.row_labels.items()
        }

    @cached_property
    def fitted(self) -> list[Fitted]:
        """Linking functions that are fitted to its ratings."""
        return [system for system in self.systems if isinstance(system, Fitted)]

    @cached_property
    def prompted(self) -> list[Prompted]:
        """Systems that run on it and are asked about it."""
        return [system for system in self.systems if isinstance(system, Prompted)]

    @cached_property
    def accuracies(self) -> list[Released]:
        """Systems of which only shares of right pairs by paradigm were released."""
        return [released for released in self.plan.accuracies.values() if released.dataset == self.key]

    @cached_property
    def restart_classifiers(self) -> list[Released | Classifier]:
        """Classifiers of which every restart judges it: those that a study's authors released, and those that run."""
        released = [released for released in self.plan.restarts.values() if released.dataset == self.key]
        return released + [
            classifier for classifier in self.plan.running(Classifier) if classifier.judges_with_all_restarts(self)
        ]

    @property
    def restart_margins(self) -> list[str]:
        """Paths of the margins that restarts of classifiers trained here give it; released classifiers have none."""
        return [
            path
            for classifier in self.restart_classifiers
            if isinstance(classifier, Classifier)
            for path in classifier.restart_files(f"judged/{self.key}.csv")
        ]

    @cached_property
    def released(self) -> dict[LanguageModel, Mapping]:
        """The ``system`` and the ``measures`` of the released scores of each running model that has some."""
        studies = self.plan.studies.values()
        entries = {key: entry for study in studies for key, entry in study.entry.get("released", {}).items()}
        return {
            self.plan.systems[key]: entry
            for key, entry in entries.items()
            if self.plan.systems[key] in self.systems
            and self.plan.systems[entry["system"]].entry["dataset"] == self.key
        }

    # Labelled sentences, and what is fitted on them.

    @cached_property
    def classifiers(self) -> list[Classifier]:
        """Classifiers that run and are trained on these labelled sentences."""
        return [classifier for classifier in self.plan.running(Classifier) if classifier.entry["labelled"] == self.key]

    @cached_property
    def judged_by(self) -> list[Dataset]:
        """Datasets whose sentences are judged by thresholds that are fitted on these labelled ones."""
        return [dataset for dataset in self.plan.datasets.values() if dataset.manifest.thresholds_from == self.key]

    @property
    def thresholds_from(self) -> Dataset | None:
        """The labelled dataset on which the thresholds that judge its sentences are fitted, or None."""
        origin = self.manifest.thresholds_from
        return self.plan.datasets[origin] if origin else None

    @cached_property
    def threshold_systems(self) -> list[System]:
        """Systems whose scores of these labelled sentences get a threshold, to judge these or other sentences."""
        judging = [system for dataset in self.judged_by for system in dataset.token_scorers]
        return list(dict.fromkeys([*self.token_scorers, *judging]))

    @cached_property
    def divided(self) -> dict[str, dict[str, dict]]:
        """Further divisions of these sentences into splits, by classifier and name; see scoring/divisions.py."""
        return {classifier.key: classifier.divisions for classifier in self.classifiers if classifier.divisions}

    @property
    def margins(self) -> list[str]:
        """Paths of the margins that the restarts of the classifiers trained on these labelled sentences give them."""
        return [path for classifier in self.classifiers for path in classifier.restart_files("margins.csv")]

    @property
    def divided_margins(self) -> list[str]:
        """Paths of the margins that these classifiers' restarts give them under each division."""
        return [path for classifier in self.classifiers for path in classifier.division_margins]

    # What studies say of it.

    @property
    def families(self) -> dict[str, list[str]]:
        """Rows whose comparisons are corrected together (Holm), by the study that is mainly about this dataset."""
        return {study.key: study.rows for study in self.studies if study.main == self and study.rows}

    @property
    def rows_of_studies(self) -> list[str]:
        """The rows of ``families`` in one list."""
        return [row for rows in self.families.values() for row in rows]

    @property
    def variants(self) -> Mapping[str, Mapping[str, str]]:
        """Variants that studies declare for it, besides the corrected one."""
        return {name: options for study in self.studies for name, options in study.variants.items()}

    @property
    def left_out(self) -> list[str]:
        """Its major features that a study's figures do not show."""
        return [name for study in self.plan.studies.values() for name in study.about("left_out", self.key)]

    @property
    def lines(self) -> dict[str, float]:
        """Values that studies draw as lines across its figures, with their labels."""
        drawn = {}
        for study in self.plan.studies.values():
            for line in study.about("lines", self.key):
                rows = study.printed_table(line["printed"])
                (value,) = (row["printed"] for row in rows if row["item"] == line["item"])
                drawn[f"{line['label']}, {value}"] = float(value)
        return drawn

    @property
    def log_prob_rows(self) -> dict[str, str]:
        """The row of each asked model's own scores by log-probability, by its rows; of models that run, too."""
        return {
            row: system.model.first_row
            for system in self.prompted
            if system.model in self.scorers
            for row in system.rows
        }

    @property
    def printed_rows(self) -> list[dict[str, str]]:
        """Rows that studies print beside its classifiers, each with ``item`` and ``printed``."""
        return [
            {key: row[key] for key in ("item", "printed")}
            for study in self.plan.studies.values()
            for table in study.about("printed_rows", self.key)
            for row in study.printed_table(table)
        ]

    # What tables and figures call its rows.

    @property
    def row_labels(self) -> dict[str, str]:
        """The label of each row ``system/measure`` of the systems that run on it."""
        return row_labels(self.systems)

    @property
    def systems_of_rows(self) -> dict[str, str]:
        """What each row counts as where systems are counted: its system. Of a table of decisions, each row is one."""
        return {row: row if system.decides else system.key for system in self.systems for row in system.row_labels}

    @property
    def labels(self) -> dict[str, str]:
        """Label of each system that runs on it, and of each of its rows."""
        return {system.key: system.label for system in self.systems} | self.row_labels

    @property
    def reference_labels(self) -> dict[str, str]:
        """Label of each row of the references that it has."""
        return reference_labels(self.has)

    @property
    def babylm_rows(self) -> dict[str, str]:
        """Return each row that BabyLM's evaluation pipeline has, too, with the name of its backend there."""
        return {
            f"{system.key}/{measure}": backend
            for system in self.scorers
            for measure, backend in backends_of_babylm(system.kind, system.measures).items()
        }

    @property
    def other_labels(self) -> dict[str, str]:
        """The label of each row with shares by paradigm only: people who chose, and released accuracies."""
        people = people_by_paradigm(self.has)
        return people | {f"{released.key}/accuracy": released.label for released in self.accuracies if released.label}

    @property
    def simple_labels(self) -> dict[str, str]:
        """Label of each of the simplest classifiers on these labelled sentences."""
        return {
            row: f"{label}, threshold" for row, label in row_labels(self.threshold_systems).items()
        } | TRAINED_SIMPLY

    @property
    def judge_labels(self) -> dict[str, str]:
        """Label of each row that judges targeted sets: scores, restarts of classifiers, simple rules."""
        restarts = {f"{system.key}/restarts": f"{system.label}, restarts" for system in self.restart_classifiers}
        return self.row_labels | restarts | SIMPLE_RULES

    @cached_property
    def linking_functions(self) -> dict[str, dict[str, str]]:
        """Each row that is a linking function of log-probabilities, with its ``model``, ``label`` and ``function``.

        A function that is fitted to ratings has the model of its log-probabilities. Of two rows of a system with the
        same function, the first is taken. If figures list rows, only these are returned, in their order.
        """
        rows: dict[tuple[System, str], str] = {}
        for system in self.scorers:
            for measure in system.measures:
                if isinstance(system, Fitted) or is_of_log_probs(measure):
                    function = FUNCTIONS.get(measure, MEASURES[measure].label)
                    rows.setdefault((system, function), f"{system.key}/{measure}")
        described = {}
        for (system, function), row in rows.items():
            model = system.source if isinstance(system, Fitted) else system
            described[row] = {"model": model.key, "label": model.label, "function": function}
        listed = [row for row in self.plan.figure_rows if row in described]
        return {row: described[row] for row in listed or described}

    @property
    def _functions(self) -> set[str]:
        return {row["function"] for row in self.linking_functions.values()}

    # Files.

    def files(self, folder: str, systems: Iterable[System | Released]) -> list[str]:
        """Return the paths of these systems' tables for it: ``results/<folder>/<dataset>/<system>.csv``."""
        return [f"results/{folder}/{self.key}/{system.key}.csv" for system in systems]

    @property
    def scoring_files(self) -> list[str]:
        """Paths of the files that record how each language model, and each classifier, scored it."""
        scorers = self.systems if self.scored else self.threshold_systems
        folders = {system: "tokens" for system in scorers if isinstance(system, LanguageModel)}
        folders |= {system: "scores" for system in scorers if isinstance(system, Classifier)}
        folders |= {system: "answers" for system in scorers if isinstance(system, Prompted) and system.model}
        return [f"results/{folder}/{self.key}/{system.key}.json" for system, folder in folders.items()]

    @property
    def training_files(self) -> list[str]:
        """Paths of the files that record how each classifier was trained on these labelled sentences."""
        return [f"results/models/{classifier.key}/provenance.json" for classifier in self.classifiers]

    @property
    def ngram_files(self) -> list[str]:
        """Return the paths of the files that record how each n-gram model that scores it was trained."""
        return [f"results/models/{it.key}/provenance.json" for it in self.systems if isinstance(it, NGram)]


def row_labels(systems: Iterable[System]) -> dict[str, str]:
    """Return the label of each row ``system/measure`` of these systems."""
    return {row: label for system in systems for row, label in system.row_labels.items()}
