"""Describe what is evaluated: a dataset, the rows of its tables and figures, and all that analyses ask about both.

The plan makes a Subject of each dataset, and the functions for Python make one of their data. An argument of an
analysis, a table or a figure that is no table is an attribute of the Subject; so is the word by which a manifest names
systems (Each.systems). Imports no package.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from typing import Any

from acceptability.analyses.analysis import Files
from acceptability.contracts.defaults import LEVEL, THRESHOLDS, TIE
from acceptability.contracts.deltas import REFERENCE
from acceptability.contracts.names import (
    FUNCTIONS,
    PANELS,
    SIMPLE_RULES,
    TRAINED_SIMPLY,
    people_by_paradigm,
    reference_labels,
    row_colours,
    split_row,
)
from acceptability.datasets.manifest import Manifest
from acceptability.errors import required
from acceptability.scoring.measures import MEASURES, is_of_log_probs
from acceptability.tables.signature import VERSION


@dataclass(frozen=True)
class Row:
    """Describe a row of tables and figures: one measure of one system.

    Parameters:
        system, measure: their names.
        label: what tables and figures call it.
        colour: its colour in figures, such as ``#0072B2``; empty: one of the palette, by its place.
        system_label: what tables call the system; empty: its name.
        decides: is it only known which sentence of a pair it chooses? Then it has the BLiMP criterion alone.
        shallow: does it know no grammar, as n-grams?
        partial: may sentences have no score from it?
        scores_tokens: does it score the tokens of sentences?
        imported: are its scores or decisions from elsewhere, so that sentences were matched?
        prompted: does it answer prompts?
        tokenisation: of a system whose tokens do not say in which words they are, how it splits texts.
        fitted: is it a linking function that is fitted to ratings?
        backend: what BabyLM's evaluation pipeline calls this way of scoring; empty: it has no such row.
        model, model_label: the system whose log-probabilities a linking function takes; empty: its own.
        log_prob_row: of a model that was prompted, the row of its own log-probabilities; empty: none.
    """

    system: str
    measure: str
    label: str
    colour: str = ""
    system_label: str = ""
    decides: bool = False
    shallow: bool = False
    partial: bool = False
    scores_tokens: bool = False
    imported: bool = False
    prompted: bool = False
    fitted: bool = False
    tokenisation: tuple = ()
    backend: str = ""
    model: str = ""
    model_label: str = ""
    log_prob_row: str = ""

    @property
    def key(self) -> str:
        """Return what tables call it."""
        return f"{self.system}/{self.measure}"

    @property
    def counts_as(self) -> str:
        """Return what it counts as where systems are counted: its system, or, where it decides, itself."""
        return self.key if self.decides else self.system

    @property
    def scores(self) -> bool:
        """Return whether it has scores, not decisions alone."""
        return not self.decides

    @property
    def function_alone(self) -> str:
        """Return the name of this function where no row has another measure that is the same function."""
        known = self.measure in MEASURES and MEASURES[self.measure].pseudo is not None
        return MEASURES[self.measure].label if known else self.function

    @property
    def is_pseudo(self) -> bool:
        """Return whether its measure is a pseudo-log-likelihood, of a masked model."""
        return self.scores and self.measure in MEASURES and bool(MEASURES[self.measure].pseudo)

    @property
    def function(self) -> str:
        """Return the name of the linking function of log-probabilities that it is; empty where it is none."""
        of_log_probs = self.fitted or (self.measure in MEASURES and is_of_log_probs(self.measure))
        return FUNCTIONS.get(self.measure, MEASURES[self.measure].label) if of_log_probs and self.scores else ""


@dataclass(frozen=True)
class Classifier:
    """Describe a classifier with several restarts: trained on the labelled sentences, or judging the pairs, of a
    Subject.
    """

    key: str
    label: str
    row: str  # the first of its rows
    colour: str


@dataclass(frozen=True)
class Checking:
    """Contain the settings of `make check`.

    Parameters:
        corpus: the name of the text whose words are counted; None: no words are counted.
        raters: of each sentence; None: as in the ratings, or in the literature.
        first: how many pairs are to be rated first; None: by a rule.
        seed: of all that is drawn.
        assume: values of the power analysis by name.
        lists: how many lists of sentences there are for participants; None: none are made.
    """

    corpus: str | None = None
    raters: int | None = None
    first: int | None = None
    seed: int = 1
    assume: Mapping[str, float] = field(default_factory=dict, compare=False)
    lists: int | None = None


@dataclass(frozen=True)
class Example:
    """Describe a table of pairs that all of some rows meet and all of others miss.

    Parameters:
        caption: of the table.
        example: which pairs are shown: those that some rows meet (``met``) and others miss (``missed``).
        example_systems: the systems whose rows it names.
        example_labels: the label of each row of these systems.
        first_pairs: the ids of pairs that stand first where they qualify.
    """

    caption: str
    example: Mapping[str, Mapping]
    example_systems: list[str]
    example_labels: Mapping[str, str]
    first_pairs: list[str]


@dataclass(frozen=True)
class Subject:
    """Describe a dataset under evaluation. Analyses, tables and figures ask for its attributes by name.

    Parameters:
        key, label: what tables call the dataset: its name, and in words.
        manifest: what the dataset has, before anything is evaluated on it.
        rows: the order of tables and figures.
        thresholds: the values of δ of the ADC.
        tie: differences of scores that are so many nats or less are rounding.
        significance: the level of tests.
        figure_rows: rows that figures show; all if there are none.
        as_babylm: are shares of right pairs also counted as in BabyLM's evaluation pipeline?
        series: systems that differ in one number: ``number`` and ``systems`` of each, by its name.
        series_names: what figures call each series, by its name.
        variants: further variants of the computation, by name.
        families: rows whose comparisons are corrected together (Holm), by the study.
        origins: where the scores of systems are from, by system; see tables.signature.
        understood: what was not plain in the user's own tables, in lines.
        checking: what `make check` goes by; None: pairs are evaluated only.
        accuracies: of systems of which only shares by paradigm were released: labels by row; empty: no row is shown.
        classifiers: those that are trained on these labelled sentences.
        restart_classifiers: those of which every restart judges these pairs.
        divisions: further divisions of labelled sentences, by classifier and name.
        division_kinds: which kinds of divisions there are, in the words of ``when``.
        released: of models that run and have released scores: the ``system`` and its ``measures``, by model.
        threshold_labels: labels of the rows whose scores of these labelled sentences get a threshold.
        systems_of_claims: systems of studies' claims about it, whether they run or not.
        left_out: major features that figures do not show.
        lines: values that studies draw as lines across figures, by label.
        printed_rows: rows that studies print beside the classifiers, each with ``item`` and ``printed``.
        examples: tables of pairs that studies show, by name.
        labelled_sets: labels of the datasets of labelled sentences that a classifier may have seen, by name.
        files: paths of files that hold no table of the catalogue.
        reported: are its rows evaluated? If not, its pairs are checked at most.
        ties_missed: does the first page of its report take a tie as missed, as publications do, and not as half?
        version: of the program, as signatures name it; another one where a record is verified.
    """

    key: str
    label: str
    manifest: Manifest
    rows: tuple[Row, ...] = ()
    thresholds: Sequence[float] = THRESHOLDS
    tie: float = TIE
    significance: float = LEVEL
    figure_rows: tuple[str, ...] = ()
    as_babylm: bool = False
    series: Mapping[str, Mapping] = field(default_factory=dict)
    series_names: Mapping[str, str] = field(default_factory=dict)
    variants: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    families: Mapping[str, list[str]] = field(default_factory=dict)
    origins: Mapping[str, Mapping] = field(default_factory=dict)
    understood: list[str] = field(default_factory=list)
    checking: Checking | None = None
    accuracies: Mapping[str, str] = field(default_factory=dict)
    classifiers: tuple[Classifier, ...] = ()
    restart_classifiers: tuple[Classifier, ...] = ()
    divisions: Mapping[str, Mapping[str, Mapping]] = field(default_factory=dict)
    division_kinds: frozenset[str] = frozenset()
    released: Mapping[str, Mapping] = field(default_factory=dict)
    threshold_labels: Mapping[str, str] = field(default_factory=dict)
    systems_of_claims: tuple[str, ...] = ()
    left_out: list[str] = field(default_factory=list)
    lines: Mapping[str, float] = field(default_factory=dict)
    printed_rows: list[dict[str, str]] = field(default_factory=list)
    examples: Mapping[str, Example] = field(default_factory=dict)
    labelled_sets: Mapping[str, str] = field(default_factory=dict)
    files: Mapping[Files, list[str]] = field(default_factory=dict)
    reported: bool = True
    ties_missed: bool = False
    version: str = field(default=VERSION, repr=False)

    reference = REFERENCE
    panels = PANELS

    def of_rows(self, keys: Collection[str]) -> "Subject":
        """Return it with some of its rows, and with the series of which two systems or more are left."""
        rows = tuple(row for row in self.rows if row.key in keys)
        systems = {row.system for row in rows}
        series = {
            name: {**entry, "systems": {key: number for key, number in entry["systems"].items() if key in systems}}
            for name, entry in self.series.items()
        }
        series = {name: entry for name, entry in series.items() if len(entry["systems"]) > 1}
        return replace(self, rows=rows, series=series, reported=bool(rows))

    # What it has.

    @cached_property
    def has(self) -> frozenset[str]:
        """Return the names of the dataset's parts, as in ``when``: from its manifest, and from what runs on it."""
        pairs, known = self.manifest.pairs, self.manifest.has
        functions = {entry["function"] for entry in self.linking_functions.values()}
        running: dict[str, object] = {
            "systems": self.rows,
            "scores": self.scorers,
            "shares": pairs and (self.rows or self.accuracies or people_by_paradigm(known)),
            "examples": self.examples,
            "partial": any(row.partial or row.decides for row in self.rows),
            "prompted": any(row.prompted for row in self.rows),
            "fitted": any(row.fitted for row in self.rows),
            "linking_functions": self.manifest.ratings and len(functions) > 1,
            "series": self.series,
            "several_systems": self.manifest.suites and len({row.counts_as for row in self.rows}) > 1,
            "as_babylm": self.as_babylm and self.babylm_rows,
            "text": self._is_text,
            "classifiers": self.classifiers,
            "restarts": pairs and self.restart_classifiers,
            "divisions": self.divisions,
            "released": "scored" in known and self.released,
        }
        if self.checking:
            running |= {
                "checked": pairs,
                "word_counts": self.checking.corpus,
                "shallow": self.shallow_systems,
                "several_rows": len(self.rows) > 1,
            }
        return known | self.division_kinds | {word for word, is_present in running.items() if is_present}

    @cached_property
    def traits(self) -> frozenset[str]:
        """Return the words that captions and reports may ask for: those of ``has``, and some about the rows."""
        about_rows = {
            "several_rows": len(self.rows) > 1,
            "decides": self.deciding,
            "pseudo": any(row.is_pseudo for row in self.rows),
            "log_probs": any(is_of_log_probs(row.measure) for row in self.scoring_rows),
            "other_measures": not all(is_of_log_probs(row.measure) for row in self.scoring_rows),
            "families": self.families,
            "variants": self.variants,
            "accuracies": self.accuracies,
            "lines": self.lines,
            "assumed_raters": self.assumed_raters,
        }
        return self.has | {word for word, is_present in about_rows.items() if is_present}

    @property
    def _is_text(self) -> bool:
        """Return whether it has nothing but sentences, of which some system has log-probabilities."""
        more = {"rated", "labelled", "factorial", "suites"} & self.manifest.has
        summed = any(row.measure == "log_prob" for row in self.scoring_rows)
        return summed and not more and "sentences_only" in self.manifest.has

    @property
    def title(self) -> str:
        """Return the dataset's label, which says when it is simulated."""
        return self.label + " (simulated data)" * self.manifest.simulated

    @property
    def simulated(self) -> bool:
        """Return whether nobody wrote or rated its sentences: they are simulated."""
        return self.manifest.simulated

    @property
    def smallest_threshold(self) -> float:
        """Return the smallest δ."""
        return min(self.thresholds)

    @property
    def variant_names(self) -> list[str]:
        """Return the names of the further variants."""
        return list(self.variants)

    @property
    def preference(self) -> str | None:
        """Return the column of the pairs that says how much people prefer the good sentence, if there is one."""
        return self.manifest.pairs.preference if self.manifest.pairs else None

    @property
    def ranked(self) -> bool:
        """Return whether pairs are made of ranked sentences."""
        return bool(self.manifest.pairs and self.manifest.pairs.ranked)

    @property
    def assumed_raters(self) -> float | None:
        """Return how many raters a sentence is taken to have whose single ratings are not known."""
        return self.manifest.ratings.assumed_raters if self.manifest.ratings else None

    @property
    def clusters(self) -> str:
        """Return what intervals and tests treat as a unit, as a plural."""
        return self.manifest.cluster

    @property
    def panel_names(self) -> list[str]:
        """Return the names of two panels that labelled the same sentences."""
        return list(self.manifest.panels)

    @property
    def by(self) -> list[str]:
        """Return the columns of the pairs or sentences by whose values results are also computed."""
        return list(self.manifest.by)

    @property
    def own(self) -> bool:
        """Return whether the sentences are in a table of the user's."""
        return self.manifest.own

    @property
    def source_labels(self) -> dict[str, str]:
        """Return what figures call the sources of labelled sentences."""
        return dict(required(self.manifest.splits).origins)

    @property
    def suites(self) -> dict[str, Any]:
        """Return what is known of suites before they are scored: the attributes of manifest.Suites."""
        return asdict(self.manifest.suites) if self.manifest.suites else {}

    # What `make check` goes by.

    @property
    def raters(self) -> int | None:
        """Return how many people rate each sentence, if it is known."""
        return self._checking.raters

    @property
    def assumptions(self) -> dict[str, float]:
        """Return the assumptions of the power analysis by name."""
        return dict(self._checking.assume)

    @property
    def lists(self) -> int | None:
        """Return how many lists of sentences there are for participants, if set."""
        return self._checking.lists

    @property
    def first(self) -> int | None:
        """Return how many pairs are to be rated first, if set."""
        return self._checking.first

    @property
    def seed(self) -> int:
        """Return the seed of all that is drawn."""
        return self._checking.seed

    @property
    def _checking(self) -> Checking:
        return self.checking or Checking()

    # Rows.

    @cached_property
    def scoring_rows(self) -> list[Row]:
        """Return the rows that have scores."""
        return [row for row in self.rows if row.scores]

    @property
    def labels(self) -> dict[str, str]:
        """Return what tables and figures call each row."""
        return {row.key: row.label for row in self.rows}

    @property
    def colours(self) -> dict[str, str]:
        """Return the colour of each row."""
        return row_colours([row.key for row in self.rows], {row.key: row.colour for row in self.rows if row.colour})

    @property
    def system_labels(self) -> dict[str, str]:
        """Return what tables call each system."""
        return {row.system: row.system_label or row.system for row in self.rows}

    @property
    def fields_of_suites(self) -> dict[str, str]:
        """Return what signatures of suites say: what is between regions, and which formulas decide."""
        return {name: self.suites[name] for name in ("spaces", "right") if self.suites}

    @property
    def suite_names(self) -> dict[str, str]:
        """Return the suites by names for files."""
        names = [*self.manifest.metrics_of_suites]
        plain = [re.sub("[^A-Za-z0-9]+", "-", name).strip("-").lower() for name in names]
        return {
            one if one and plain.count(one) == 1 else f"suite-{number}": name
            for number, (one, name) in enumerate(zip(plain, names, strict=True), start=1)
        }

    @property
    def suite_labels(self) -> dict[str, str]:
        """Return what tables of suites call each system, and each run of a system of which only decisions are known."""
        runs = [row for row in self.rows if row.decides]
        several = {row.system for row in runs if sum(other.system == row.system for other in runs) > 1}
        return {
            row.key if row.system in several else row.system: row.label if row.system in several else row.system_label
            for row in self.rows
        }

    @property
    def tokenisations(self) -> dict[str, list]:
        """Return how systems split texts whose tokens do not say in which words they are."""
        return {row.system: list(row.tokenisation) for row in self.rows if row.tokenisation}

    @property
    def item_deciders(self) -> list[str]:
        """Return the systems of which it is only known which items of suites they have right."""
        return self._systems(lambda row: row.decides and self.manifest.suites is not None)

    @property
    def systems_of_rows(self) -> dict[str, str]:
        """Return what each row counts as where systems are counted."""
        return {row.key: row.counts_as for row in self.rows}

    @property
    def deciding(self) -> list[str]:
        """Return the rows that only decide."""
        return [row.key for row in self.rows if row.decides]

    @property
    def references(self) -> dict[str, str]:
        """Return what tables and figures call each reference that it has."""
        return reference_labels(self.has)

    @property
    def others(self) -> dict[str, str]:
        """Return the label of each row with shares by paradigm only: people who chose, and released accuracies."""
        return people_by_paradigm(self.has) | {row: label for row, label in self.accuracies.items() if label}

    @property
    def babylm_rows(self) -> dict[str, str]:
        """Return each row that BabyLM's evaluation pipeline has, too, with the name of its backend there."""
        return {row.key: row.backend for row in self.scoring_rows if row.backend}

    @property
    def log_prob_rows(self) -> dict[str, str]:
        """Map each row of a model that was prompted to the row of its own log-probabilities, where it has one."""
        return {row.key: row.log_prob_row for row in self.rows if row.log_prob_row}

    @cached_property
    def linking_functions(self) -> dict[str, dict[str, str]]:
        """Return the ``model``, ``label`` and ``function`` of each row that is a linking function of log-probabilities.

        Of two rows of a system with the same function, the first is taken. If figures list rows, only these are
        returned, in their order. A function that has one name for masked and for other models has the name for both
        only where there are both.
        """
        rows: dict[tuple[str, str], Row] = {}
        for row in self.scoring_rows:
            if row.function:
                rows.setdefault((row.system, row.function), row)
        measures: dict[str, set[str]] = {}
        for row in rows.values():
            measures.setdefault(row.function, set()).add(row.measure)
        described = {
            row.key: {
                "model": row.model or row.system,
                "label": row.model_label or row.system_label or row.system,
                "function": row.function if len(measures[row.function]) > 1 else row.function_alone,
            }
            for row in rows.values()
        }
        listed = [row for row in self.figure_rows if row in described]
        return {row: described[row] for row in listed or described}

    @property
    def series_labels(self) -> dict[str, str]:
        """Return what figures call each measure of each series, by ``series/measure``."""
        return {
            f"{key}/{row.measure}": f"{name} {row.label.removeprefix(row.system_label or row.system).strip()}".strip()
            for key, name in self.series_names.items()
            for system in self.series[key]["systems"]
            for row in self.rows
            if row.system == system
        }

    # Classifiers and labelled sentences.

    @property
    def classifier_labels(self) -> dict[str, str]:
        """Return what tables call each classifier that is trained on these sentences."""
        return {classifier.key: classifier.label for classifier in self.classifiers}

    @property
    def classifier_colours(self) -> dict[str, str]:
        """Return the colour of each of these classifiers."""
        return {classifier.key: classifier.colour for classifier in self.classifiers}

    @property
    def restart_rows(self) -> dict[str, str]:
        """Return the row that the restarts of each classifier belong to."""
        return {classifier.key: classifier.row for classifier in self.restart_classifiers}

    @property
    def restart_labels(self) -> dict[str, str]:
        """Return what tables call each classifier whose restarts judge the pairs."""
        return {classifier.key: classifier.label for classifier in self.restart_classifiers}

    @property
    def restart_colours(self) -> dict[str, str]:
        """Return the colour of each of these classifiers."""
        return {classifier.key: classifier.colour for classifier in self.restart_classifiers}

    @property
    def simple_labels(self) -> dict[str, str]:
        """Return what tables call each of the simplest classifiers on these labelled sentences."""
        return {row: f"{label}, threshold" for row, label in self.threshold_labels.items()} | TRAINED_SIMPLY

    @property
    def judge_labels(self) -> dict[str, str]:
        """Return what tables call each row that judges targeted sets: scores, restarts of classifiers, simple rules."""
        restarts = {
            f"{classifier.key}/restarts": f"{classifier.label}, restarts" for classifier in self.restart_classifiers
        }
        return self.labels | restarts | SIMPLE_RULES

    # Systems of which tables are read, by name: see Each.systems.

    @property
    def scorers(self) -> list[str]:
        """Return the systems that have scores."""
        return self._systems(lambda row: row.scores)

    @property
    def scorers_and_references(self) -> list[str]:
        """Return the systems that have scores, and the references."""
        return [*self.scorers, REFERENCE]

    @property
    def every_system(self) -> list[str]:
        """Return all systems, those that only decide, too."""
        return self._systems(lambda row: True)

    @property
    def every_system_and_references(self) -> list[str]:
        """Return all systems and the references."""
        return [*self.every_system, REFERENCE]

    @property
    def imported_systems(self) -> list[str]:
        """Return the systems whose scores or decisions are from elsewhere."""
        return self._systems(lambda row: row.imported)

    @property
    def shallow_systems(self) -> list[str]:
        """Return the systems that have scores and know no grammar."""
        return self._systems(lambda row: row.shallow and row.scores)

    @property
    def token_systems(self) -> list[str]:
        """Return the systems that score tokens."""
        return self._systems(lambda row: row.scores_tokens)

    @property
    def prompted_systems(self) -> list[str]:
        """Return the systems that answer prompts."""
        return self._systems(lambda row: row.prompted)

    @property
    def fitted_systems(self) -> list[str]:
        """Return the linking functions that are fitted to ratings."""
        return self._systems(lambda row: row.fitted)

    @property
    def accuracy_systems(self) -> list[str]:
        """Return the systems of which only shares by paradigm were released."""
        return [split_row(row)[0] for row in self.accuracies]

    @property
    def threshold_systems(self) -> list[str]:
        """Return the systems whose scores of these labelled sentences get a threshold."""
        return list(dict.fromkeys(split_row(row)[0] for row in self.threshold_labels))

    @property
    def specification_systems(self) -> list[str]:
        """Return the systems that are evaluated under every specification: those with scores, and those of claims."""
        return list(dict.fromkeys([*self.scorers, *self.systems_of_claims]))

    @property
    def trained_classifiers(self) -> list[str]:
        """Return the classifiers that are trained on these labelled sentences."""
        return [classifier.key for classifier in self.classifiers]

    @property
    def judging_classifiers(self) -> list[str]:
        """Return the classifiers of which every restart judges the pairs."""
        return [classifier.key for classifier in self.restart_classifiers]

    @property
    def released_models(self) -> list[str]:
        """Return the models that run and have released scores."""
        return list(self.released)

    @property
    def released_systems(self) -> list[str]:
        """Return the systems that are the released scores of these models."""
        return [entry["system"] for entry in self.released.values()]

    def _systems(self, is_listed: Callable[[Row], bool]) -> list[str]:
        return list(dict.fromkeys(row.system for row in self.rows if is_listed(row)))


@dataclass(frozen=True)
class Overview:
    """Describe a study about several datasets, by the attributes that its tables and figures may ask for.

    Parameters:
        key, title: of the study.
        subjects: its datasets.
        has: the words for what it has, as ``when`` names them.
        simulated: are any data simulated?
    """

    key: str
    title: str
    subjects: tuple[Subject, ...]
    has: frozenset[str]
    simulated: bool

    @property
    def dataset_labels(self) -> dict[str, str]:
        """Return what tables call each dataset."""
        return {subject.key: subject.label for subject in self.subjects}

    @property
    def labels_by_dataset(self) -> dict[str, dict[str, str]]:
        """Return what tables call each row, by dataset."""
        return {subject.key: subject.labels for subject in self.subjects}

    @property
    def references_by_dataset(self) -> dict[str, dict[str, str]]:
        """Return what tables call each reference, by dataset."""
        return {subject.key: subject.references for subject in self.subjects}

    @property
    def series_by_dataset(self) -> dict[str, dict[str, dict]]:
        """Return each series with its ``label``, by dataset."""
        return {
            subject.key: {key: {**entry, "label": subject.series_names[key]} for key, entry in subject.series.items()}
            for subject in self.subjects
        }


@dataclass(frozen=True)
class Training:
    """Describe a model that is trained here, by the attributes that tables and figures of its training may ask for.

    Parameters:
        key, title: of the model.
        has: the words for what it has, as ``when`` names them.
        simulated: is it trained on simulated data?
    """

    key: str
    title: str
    has: frozenset[str]
    simulated: bool


def words(names: Iterable[str], *objects: object) -> dict[str, Any]:
    """Return the attributes of these names, each of the first object that has it; AttributeError where none has it."""
    return {
        name: getattr(next((candidate for candidate in objects[:-1] if hasattr(candidate, name)), objects[-1]), name)
        for name in names
    }


ROWS = {"labels", "colours", "references"}  # settings with an entry for each row


def rows_shown(settings: Mapping[str, Any], subject: Subject, kind: str, when: Collection[str]) -> dict[str, Any]:
    """Return the settings of a table or figure with the rows that it shows.

    One about scores has no rows that only decide. A figure has the rows that ``figure_rows`` lists, in their order, and
    all rows if none of them is among its systems.

    Parameters:
        kind: ``tables`` or ``figures``.
        when: the words that the subject must have for it.
    """
    settings = dict(settings)
    if "scores" in when:
        scoring = {row.key for row in subject.scoring_rows}
        for name in {"labels", "colours"} & settings.keys():
            settings[name] = {row: text for row, text in settings[name].items() if row in scoring}
    if kind == "figures" and "labels" in settings:
        labels, references = settings["labels"], settings.get("references", {})
        listed = [row for row in subject.figure_rows if row in labels or row in references]
        rows = listed if any(row in labels for row in listed) else [*labels, *references]
        for name in ROWS & settings.keys():
            settings[name] = {row: settings[name][row] for row in rows if row in settings[name]}
    return settings
