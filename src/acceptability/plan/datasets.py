"""Join datasets, as the configuration and the studies declare them, with the systems that score them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from acceptability.analyses import recipes
from acceptability.analyses import subject as subjects
from acceptability.analyses.analysis import Files
from acceptability.analyses.recipes import Recipe
from acceptability.analyses.subject import Subject
from acceptability.contracts.names import split_row
from acceptability.datasets import registry
from acceptability.errors import required
from acceptability.kinds.registry import backends_of_babylm
from acceptability.plan import origins
from acceptability.plan.declarations import Declarations, Released
from acceptability.plan.declared import DeclaredDataset, DeclaredStudy
from acceptability.plan.derived import Classifier, Fitted, Prompted
from acceptability.plan.systems import Decisions, LanguageModel, NGram, OwnScores, Published, System, row_labels
from acceptability.reading.report import unclear

DIVISIONS = ("learning_curve", "source_splits", "leave_one_source_out")  # keys of classifiers


@dataclass(frozen=True)
class Dataset(DeclaredDataset):
    """Describe sentences that systems score, in pairs or not, or labelled sentences that classifiers learn from."""

    declared: Declarations = field(repr=False, compare=False)

    @property
    def title(self) -> str:
        """Return its label, which tells when it is simulated."""
        return self.subject.title

    @cached_property
    def understood(self) -> list[str]:
        """Return what was not plain in the user's own tables of its sentences, ratings and scores."""
        is_own = self.manifest.own and not self.manifest.splits
        readings = registry.kinds()[self.kind].check(self.entry) if is_own else []
        notes = self.notes_on_parts if is_own else []
        return unclear([*readings, *filter(None, (system.reading_of_table for system in self.systems))]) + notes

    @property
    def notes_on_parts(self) -> list[str]:
        """Return which systems do not score parts of sentences, and why, and what to know of those that do."""
        if not self.manifest.scored_part:
            return []
        running = [system for system in self.declared.run if system.is_about(self)]
        reasons = {system.label: system.why_not(self) for system in running}
        left_out = [f"{label} is left out: {reason}" for label, reason in reasons.items() if reason]
        noted = {system.label: system.note_on_parts for system in running if system.can_score(self)}
        return left_out + [f"{label}: {note}" for label, note in noted.items() if note]

    @cached_property
    def studies(self) -> list[DeclaredStudy]:
        """Return studies that it belongs to."""
        return self.declared.studies_of(self.key)

    @property
    def reports_alone(self) -> bool:
        """Return whether it has reports of its own: where it belongs to no study, or only to overviews."""
        return all(study.is_overview for study in self.studies)

    @cached_property
    def reported(self) -> bool:
        """Return whether reports show it: if systems score it, something is fitted on its labels, or a study has it."""
        return self.declared.is_reported(self)

    @cached_property
    def only_checked(self) -> bool:
        """Return whether its pairs are checked before they are judged, and no system scores them."""
        return self.declared.is_only_checked(self)

    @cached_property
    def subject(self) -> Subject:
        """Return its description for analyses, tables and figures, without what needs files (see subject_as_read)."""
        declared = self.declared
        series = {key: declared.series[key].label for key in self.series}
        return Subject(
            self.key,
            self.label,
            self.manifest,
            tuple(row for system in self.systems for row in self._rows(system)),
            thresholds=list(declared.thresholds),
            tie=declared.tie,
            significance=declared.significance,
            figure_rows=declared.figure_rows,
            as_babylm=declared.as_babylm,
            series=self.series,
            series_names=series,
            variants=self.variants,
            families=self.families,
            checking=declared.checking,
            accuracies={f"{released.key}/accuracy": released.label or "" for released in self.accuracies},
            classifiers=self._classifiers(self.classifiers),
            restart_classifiers=self._classifiers(self.restart_classifiers),
            divisions=self.divided,
            division_kinds=frozenset(
                key for key in DIVISIONS if any(classifier.entry[key] for classifier in self.classifiers)
            ),
            released={model.key: entry for model, entry in self.released.items()},
            threshold_labels=row_labels(self.threshold_systems),
            systems_of_claims=tuple(split_row(row)[0] for row in self.rows_of_studies),
            left_out=self.left_out,
            lines=self.lines,
            printed_rows=self.printed_rows,
            examples={
                key: example.described(declared.systems, declared.studies.values())
                for key, example in declared.examples.items()
                if example.dataset == self.key
            },
            labelled_sets=declared.labelled_names,
            files=self.recorded,
            reported=self.reported,
            ties_missed=not self.reports_alone,
        )

    @cached_property
    def subject_as_read(self) -> Subject:
        """Return the same with how the user's tables were read, and with the files that scores are from."""
        return replace(self.subject, understood=self.understood, origins=origins.of_systems(self.systems))

    @cached_property
    def displayed(self) -> dict[str, dict[str, Recipe]]:
        """Return the recipes of its ``tables`` and of its ``figures``, by name."""
        return {kind: recipes.displayed(self.subject, kind) for kind in ("tables", "figures")}

    def _rows(self, system: System) -> list[subjects.Row]:
        """Return the rows of a system that runs on it."""
        model = system.source if isinstance(system, Fitted) else system
        backends = {} if system.decides else backends_of_babylm(system.kind, system.measures)
        prompted_model = system.model if isinstance(system, Prompted) else None
        return [
            subjects.Row(
                system.key,
                measure,
                system.row_labels[f"{system.key}/{measure}"],
                self.declared.row_colours[f"{system.key}/{measure}"],
                system.label,
                decides=system.decides,
                shallow=system.shallow,
                partial=system.partial,
                scores_tokens=system.scores_tokens,
                imported=isinstance(system, Published | OwnScores | Decisions),
                prompted=isinstance(system, Prompted),
                fitted=isinstance(system, Fitted),
                tokenisation=tuple(getattr(system, "tokenisation", ())),
                backend=backends.get(measure, ""),
                model=model.key,
                model_label=model.label,
                log_prob_row=prompted_model.first_row if prompted_model in self.scorers else "",
            )
            for measure in system.measures
        ]

    def _classifiers(self, classifiers: Iterable[Released | Classifier]) -> tuple[subjects.Classifier, ...]:
        colours = self.declared.row_colours
        return tuple(
            subjects.Classifier(
                classifier.key, required(classifier.label), classifier.first_row, colours[classifier.first_row]
            )
            for classifier in classifiers
        )

    @property
    def has(self) -> frozenset[str]:
        """Return the words for what it has, as ``when`` names them: from its manifest, and from what runs on it."""
        return self.subject.has

    # The systems that score it.

    @cached_property
    def possible_systems(self) -> list[System]:
        """Return the declared systems that can score it, whether they run or not."""
        return [system for system in self.declared.systems.values() if system.can_score(self)]

    @cached_property
    def systems(self) -> list[System]:
        """Return systems that run on it, in the order of ``run``."""
        return self.declared.systems_on[self.key]

    @cached_property
    def scorers(self) -> list[System]:
        """Return systems that run on it and have scores: not those of which only decisions are known."""
        return [system for system in self.systems if not system.decides]

    @cached_property
    def token_scorers(self) -> list[System]:
        """Return systems that run on it and score its tokens."""
        return [system for system in self.systems if system.scores_tokens]

    @cached_property
    def series(self) -> dict[str, dict]:
        """Return series of which two systems or more run on it: ``number`` and ``systems`` by name (plan.series)."""
        running = {system.key for system in self.systems}
        described = {}
        for key, series in self.declared.series.items():
            systems = {name: number for name, number in series.systems.items() if name in running}
            if len(systems) > 1:
                sampled = {"sampled": True} if series.sampled else {}
                described[key] = {"number": series.number, "systems": systems} | sampled
        return described

    @cached_property
    def accuracies(self) -> list[Released]:
        """Return systems of which only shares of right pairs by paradigm were released."""
        return [released for released in self.declared.accuracies.values() if released.dataset == self.key]

    @cached_property
    def restart_classifiers(self) -> list[Released | Classifier]:
        """Return classifiers of which every restart judges it: those that a study's authors released, and those that
        run.
        """
        released = [released for released in self.declared.restarts.values() if released.dataset == self.key]
        return released + [
            classifier for classifier in self.declared.running(Classifier) if classifier.judges_with_all_restarts(self)
        ]

    @cached_property
    def released(self) -> dict[System, Mapping]:
        """Return the ``system`` and the ``measures`` of the released scores of each running model that has some."""
        studies = self.declared.studies.values()
        entries = {key: entry for study in studies for key, entry in study.entry.get("released", {}).items()}
        return {
            self.declared.systems[key]: entry
            for key, entry in entries.items()
            if self.declared.systems[key] in self.systems
            and self.declared.systems[entry["system"]].entry["dataset"] == self.key
        }

    # Labelled sentences, and what is fitted on them.

    @cached_property
    def classifiers(self) -> list[Classifier]:
        """Return classifiers that run and are trained on these labelled sentences."""
        return [
            classifier for classifier in self.declared.running(Classifier) if classifier.entry["labelled"] == self.key
        ]

    @cached_property
    def judged_by(self) -> list[DeclaredDataset]:
        """Return datasets whose sentences are judged by thresholds that are fitted on these labelled ones."""
        return self.declared.judged_by(self.key)

    @property
    def thresholds_from(self) -> DeclaredDataset | None:
        """Return the labelled dataset on which the thresholds that judge its sentences are fitted, or None."""
        origin = self.manifest.thresholds_from
        return self.declared.datasets[origin] if origin else None

    @cached_property
    def threshold_systems(self) -> list[System]:
        """Return systems whose scores of these labelled sentences get a threshold, to judge these or others."""
        judging = [system for dataset in self.judged_by for system in self.declared.systems_on[dataset.key]]
        judging = [system for system in judging if system.scores_tokens]
        return list(dict.fromkeys([*self.token_scorers, *judging]))

    @cached_property
    def divided(self) -> dict[str, dict[str, dict]]:
        """Return further divisions of these sentences into splits, by classifier and name; see scoring/divisions.py."""
        return {classifier.key: classifier.divisions for classifier in self.classifiers if classifier.divisions}

    # What studies say of it.

    @property
    def families(self) -> dict[str, list[str]]:
        """Return rows whose comparisons are corrected together (Holm), by the study mainly about this dataset."""
        return {study.key: study.rows for study in self.studies if study.entry.get("main") == self.key and study.rows}

    @property
    def rows_of_studies(self) -> list[str]:
        """Return the rows of ``families`` in one list."""
        return [row for rows in self.families.values() for row in rows]

    @property
    def variants(self) -> Mapping[str, Mapping[str, str]]:
        """Return variants that studies declare for it, besides the corrected one."""
        return {name: options for study in self.studies for name, options in study.variants.items()}

    @property
    def left_out(self) -> list[str]:
        """Return its major features that a study's figures do not show."""
        return [name for study in self.declared.studies.values() for name in study.about("left_out", self.key)]

    @property
    def lines(self) -> dict[str, float]:
        """Return values that studies draw as lines across its figures, with their labels."""
        drawn = {}
        for study in self.declared.studies.values():
            for line in study.about("lines", self.key):
                rows = study.printed_table(line["printed"])
                (value,) = (row["printed"] for row in rows if row["item"] == line["item"])
                drawn[f"{line['label']}, {value}"] = float(value)
        return drawn

    @property
    def printed_rows(self) -> list[dict[str, str]]:
        """Return rows that studies print beside its classifiers, each with ``item`` and ``printed``."""
        return [
            {key: row[key] for key in ("item", "printed")}
            for study in self.declared.studies.values()
            for table in study.about("printed_rows", self.key)
            for row in study.printed_table(table)
        ]

    # What tables and figures call its rows.

    @property
    def row_labels(self) -> dict[str, str]:
        """Return the label of each row ``system/measure`` of the systems that run on it."""
        return row_labels(self.systems)

    @property
    def labels(self) -> dict[str, str]:
        """Return the label of each system that runs on it, and of each of its rows."""
        return {system.key: system.label for system in self.systems} | self.row_labels

    # Files.

    def files(self, folder: str, systems: Iterable[System | Released]) -> list[str]:
        """Return the paths of these systems' tables for it: ``results/<folder>/<dataset>/<system>.csv``."""
        return [f"results/{folder}/{self.key}/{system.key}.csv" for system in systems]

    @property
    def recorded(self) -> dict[Files, list[str]]:
        """Return the paths of files about the systems that score it, or are trained on it, which hold no table."""
        scorers = self.systems if self.scored else self.threshold_systems
        folders: dict[System, str] = {system: "tokens" for system in scorers if isinstance(system, LanguageModel)}
        folders |= {system: "scores" for system in scorers if isinstance(system, Classifier)}
        folders |= {system: "answers" for system in scorers if isinstance(system, Prompted) and system.model}
        # Released classifiers have no files.
        judging = [classifier for classifier in self.restart_classifiers if isinstance(classifier, Classifier)]
        return {
            Files.MARGINS: [
                path for classifier in self.classifiers for path in classifier.restart_files("margins.csv")
            ],
            Files.JUDGED_MARGINS: [
                path for classifier in judging for path in classifier.restart_files(f"judged/{self.key}.csv")
            ],
            Files.DIVIDED_MARGINS: [path for classifier in self.classifiers for path in classifier.division_margins],
            Files.SCORINGS: [f"results/{folder}/{self.key}/{system.key}.json" for system, folder in folders.items()],
            Files.TRAININGS: [f"results/models/{classifier.key}/provenance.json" for classifier in self.classifiers],
            Files.NGRAM_TRAININGS: [
                f"results/models/{system.key}/provenance.json" for system in self.systems if isinstance(system, NGram)
            ],
        }
