"""Describe systems, which score sentences, as the configuration and the studies declare them.

A *row* (of a table, of a figure) is one measure of one system, written ``system/measure``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import ClassVar

from acceptability.contracts.deltas import REFERENCE as REFERENCE
from acceptability.errors import required
from acceptability.kinds.kind import Kind
from acceptability.kinds.registry import kind_of, label_of
from acceptability.plan.declared import Corpus, DeclaredDataset
from acceptability.reading import decisions, scores, sheets
from acceptability.reading.contexts import FINISHED, TRAINED_ON_SENTENCES
from acceptability.reading.report import Reading
from acceptability.responses import chosen, files
from acceptability.sources import commits, gguf_header
from acceptability.sources.model_files import TRAINED, adapter_files, gguf_of, model_files


@dataclass(frozen=True)
class System:
    """Describe what all systems have: a name, a label, measures, and datasets that it scores."""

    section: ClassVar[str]  # of the configuration
    key: str
    entry: Mapping = field(repr=False, compare=False)  # as declared, with defaults where keys are left out
    too_long: str = field(repr=False, compare=False)  # what becomes of sentences too long for it; see Declarations

    @property
    def label(self) -> str:
        return self.entry["label"]

    @cached_property
    def kind(self) -> Kind | None:
        """Return the kind of model that it is; None for scores that are computed elsewhere."""
        return None

    @cached_property
    def measures(self) -> tuple[str, ...]:
        return tuple(self.entry["measures"])

    @cached_property
    def rows(self) -> tuple[str, ...]:
        """Return its rows, ``system/measure``."""
        return tuple(f"{self.key}/{measure}" for measure in self.measures)

    @cached_property
    def row_labels(self) -> dict[str, str]:
        """Return the label of each of its rows: the system's and the measure's.

        Its key ``labels`` is preferred to the registry's names of measures. The measure ``score``, whose meaning is not
        known, has no name.
        """
        own = {"score": ""} | dict(self.entry.get("labels", {}))
        names = {measure: own[measure] if measure in own else label_of(measure, self.kind) for measure in self.measures}
        return {f"{self.key}/{measure}": f"{self.label} {name}".strip() for measure, name in names.items()}

    @property
    def reading_of_table(self) -> Reading | None:
        """Return how the user's table of the system's scores or decisions was read; None without one."""
        return None

    @property
    def path(self) -> str | None:
        """Return the path of the system's file or folder, if the entry has one."""
        return self.entry.get("path")

    @property
    def parts(self) -> list[str]:
        """Return the parts that replace ``{part}`` in the name of a released file, where there are several."""
        return list(self.entry.get("parts", []))

    @property
    def columns(self) -> Mapping[str, str]:
        """Map each measure of imported scores or decisions to its column or part."""
        return self.entry["measures"]

    @property
    def reading(self) -> dict[str, str]:
        """Return the keyword arguments for reading the user's table."""
        return sheets.of_entry(self.entry)

    @property
    def has_colour(self) -> bool:
        """Return whether the configuration declares the colour of the system's first row."""
        return "colour" in self.entry

    @property
    def first_row(self) -> str:
        return self.rows[0]

    @property
    def scores_tokens(self) -> bool:
        """Return whether the system scores tokens, from which its measures are computed."""
        return self.kind is not None and self.kind.scores_tokens

    @property
    def words_apart(self) -> bool:
        """Return whether tables by word need a second scoring of the system's tokens, with ranks and the like."""
        return self.kind is not None and self.kind.words_apart

    @property
    def has_unigrams(self) -> bool:
        """Return whether the system has unigram log-probabilities of its tokens."""
        return self.kind is not None and self.kind.has_unigrams(self.entry)

    @property
    def shallow(self) -> bool:
        """Return whether the system is a shallow baseline (n-grams, length)."""
        return self.kind is not None and self.kind.shallow

    @property
    def limited(self) -> bool:
        """Return whether the system reads a limited number of tokens at once."""
        return self.kind is not None and self.kind.limited(self.entry)

    @property
    def decides(self) -> bool:
        """Return whether the system has decisions between the sentences of a pair, but no scores of sentences."""
        return False

    @property
    def own_format(self) -> bool:
        """Return whether its released files are in a format that only the folder of their dataset reads."""
        return False

    @property
    def partial(self) -> bool:
        """Return whether sentences may have no score from it: it is declared so, or leaves out long ones."""
        return bool(self.entry.get("partial")) or (self.limited and self.too_long == "skip")

    def can_score(self, dataset: DeclaredDataset) -> bool:
        """Return whether it can score a dataset: not if its entry names others only."""
        return self.is_about(dataset) and not self.why_not(dataset)

    def is_about(self, dataset: DeclaredDataset) -> bool:
        """Return whether its entry names a dataset, or names none."""
        return dataset.key in self.entry.get("datasets", [self.entry.get("dataset", dataset.key)])

    def why_not(self, dataset: DeclaredDataset) -> str:
        """Return why it cannot score a dataset of which a part of each sentence is scored; empty if it can."""
        return ""

    @property
    def note_on_parts(self) -> str:
        """Return what to know of its scores of parts of sentences, in words; empty: nothing."""
        return ""


@dataclass(frozen=True)
class SystemOfKind(System):
    """Describe a system whose scores are computed here, in the way of its kind."""

    @cached_property
    def kind(self) -> Kind:
        """Return the kind of model that it is."""
        return kind_of(self.section, self.entry)

    @property
    def tokenisation(self) -> list:
        """Return how the system splits text and whether it ignores case; empty if its own tokenizer decides."""
        return self.kind.tokenisation(self.entry)


@dataclass(frozen=True)
class Published(System):
    """Describe scores that a study's authors released."""

    section: ClassVar[str] = "published"

    @cached_property
    def files(self) -> tuple[str, ...]:
        """Return the names of the registered files: one, or one for each part."""
        return _files(self.entry)

    @property
    def own_format(self) -> bool:
        return self.unit == "own"

    @property
    def unit(self) -> str:
        return self.entry["unit"]

    @property
    def about(self) -> list[str]:
        """Return the sources of the dataset's sentences that the files are about; empty: all."""
        return list(self.entry.get("about", []))


@dataclass(frozen=True)
class OwnScores(System):
    """Describe scores from another program, in a table of the user's, or in several in a folder."""

    section: ClassVar[str] = "scores"

    @property
    def path(self) -> str:
        """Return the path of its table, or of the folder of several."""
        return self.entry["path"]

    @property
    def tables(self) -> list[str]:
        """Return the paths of its tables."""
        return list(sheets.files_of(self.path))

    @property
    def negate(self) -> list[str]:
        """Return the measures that are low for good sentences."""
        return self.entry["negate"]

    @property
    def reading_of_table(self) -> Reading:
        return scores.understood(self.path, self.columns, self.negate, **self.reading)

    def why_not(self, dataset: DeclaredDataset) -> str:
        if not (dataset.manifest.own and dataset.manifest.scored_part):
            return ""
        fix = "to use it for whole sentences, remove the columns with contexts, or given and scored, from your table"
        return f"{FINISHED}; {fix}"


@dataclass(frozen=True)
class Decisions(System):
    """Describe systems of which only decisions are known: which sentence of each pair they chose. Each measure is one
    of them.

    They are in a table of the user's, or released by a study's authors.
    """

    section: ClassVar[str] = "decisions"

    @property
    def tables(self) -> list[str]:
        """Return the paths of the user's tables or results of an experiment; none of released files."""
        return files.files_of(self.path) if self.path else []

    @property
    def reading(self) -> dict[str, str]:
        return chosen.reading_of(self.entry)

    @property
    def reading_of_table(self) -> Reading | None:
        table = chosen.table(self.path, **self.reading) if self.path else None
        return decisions.understood(table, self.columns, **self.reading) if table else None

    @property
    def decides(self) -> bool:
        return True

    @cached_property
    def row_labels(self) -> dict[str, str]:
        """Return the label of each of its rows: what ``labels`` says, or else the table's label and the name of the
        column.
        """
        by_column = {measure: f"{self.label} {column}" for measure, column in self.columns.items()}
        return {f"{self.key}/{measure}": name for measure, name in (by_column | self.entry.get("labels", {})).items()}

    @property
    def own_format(self) -> bool:
        return not self.path

    @cached_property
    def files(self) -> tuple[str, ...]:
        """Return the names of the registered files, if it is no table of the user's: one, or one for each part."""
        return () if self.path else _files(self.entry)


def _files(entry: Mapping) -> tuple[str, ...]:
    """Return the names of the registered files of an entry: its source, or one for each part."""
    return tuple(entry["source"].replace("{part}", part) for part in entry.get("parts", [""]))


@dataclass(frozen=True)
class NGram(SystemOfKind):
    """Describe an n-gram model that is trained here."""

    section: ClassVar[str] = "ngram"

    @property
    def corpus(self) -> str:
        return self.entry["corpus"]

    @property
    def training(self) -> dict:
        """Return the settings of its training, without the corpus."""
        return {
            "order": int(self.entry["order"]),  # 3.0 is an integer to the schema
            "tokenisation": self.entry["tokenisation"],
            "lowercase": self.entry["lowercase"],
            "discount_fallback": self.entry["discount_fallback"],
        }

    @property
    def note_on_parts(self) -> str:
        return TRAINED_ON_SENTENCES


@dataclass(frozen=True)
class LanguageModel(SystemOfKind):
    """Describe a language model: of the hub, of the user's, or trained here."""

    section: ClassVar[str] = "models"
    trained_on: Corpus | None = field(repr=False, compare=False)  # None if it is not trained here

    @property
    def corpus(self) -> str | None:
        """Return the key of the corpus that it is trained on, or None if it is not trained here."""
        return self.entry.get("corpus")

    @property
    def hub(self) -> str | None:
        return self.entry.get("hub")

    @cached_property
    def revision(self) -> str | None:
        """Return its commit on the hub: the entry's, or else that of its tag, or the newest one, which are recorded
        once.
        """
        revision = self.entry.get("revision")
        if not self.hub or commits.is_commit(revision):
            return revision
        return commits.recorded(self.hub, revision=revision)

    @property
    def source(self) -> str | None:
        """Return the name of the registered file that it is, or None."""
        return self.entry.get("source")

    @property
    def passing(self) -> bool:
        """Return whether its weights are deleted once they have scored all sentences."""
        return not self.entry["keep_weights"]

    @property
    def unigrams(self) -> str | None:
        """Return the key of the corpus in which its tokens are counted, or None."""
        return self.entry.get("unigrams")

    @property
    def title(self) -> str:
        """Return the title of tables and figures of its training."""
        return f"Training of {self.label}" + " (simulated data)" * self.simulated

    @property
    def has(self) -> frozenset[str]:
        """Return no words, because every table or figure of a training is made."""
        return frozenset()

    @property
    def simulated(self) -> bool:
        """Return whether it is trained here on simulated data."""
        return self.trained_on is not None and bool(self.trained_on.declared.simulated)

    @property
    def training(self) -> dict:
        """Return the settings of its training, if it is trained here."""
        return self.settings("training")

    def settings(self, key: str) -> dict:
        """Return the settings under one of its keys, such as ``training``, with their defaults."""
        return self.kind.settings(self.entry, key)

    @cached_property
    def scoring(self) -> dict:
        """Return the settings that its scores of tokens depend on, besides its files; some of them only if not the
        default.
        """
        described = {
            "kind": self.kind.name,
            "precision": self.entry["precision"],
            "shards": int(self.entry["shards"]),
            "threads": int(self.entry["threads"]),
        } | ({} if self.too_long == "refuse" else {"too_long": self.too_long})
        if self.entry["devices"] != "one":
            described["devices"] = self.entry["devices"]
        if "exact_savings" in self.kind.keys:
            described["exact_savings"] = self.entry["exact_savings"]
        return described | self.kind.reading(self.entry)

    @property
    def note_on_parts(self) -> str:
        return TRAINED_ON_SENTENCES if self.corpus else ""

    @property
    def is_compared(self) -> bool:
        """Return whether its scores are compared with those in float32, on a sample of pairs."""
        return self.scoring["precision"] != "float32"

    @property
    def tokenised(self) -> dict:
        """Return the settings by which its tokenizer splits a corpus: the same as for sentences."""
        return {"kind": self.kind.name} | {name: self.scoring.get(name, False) for name in ("ending", "leading_space")}

    @property
    def unigram_files(self) -> list[str]:
        """Return paths of the counts of its tokens in a corpus, and of their provenance; empty without a corpus."""
        return [f"results/unigrams/{self.key}.{ending}" for ending in ("csv", "json") if self.unigrams]

    @property
    def files(self) -> list[str]:
        """Return the paths of its files, those of the adapter that is merged into it last."""
        return [*self._without_adapter, *self._of_adapter]

    @property
    def given_files(self) -> list[str]:
        """Return the paths of those of its files that are the user's."""
        return [*(self._without_adapter if self.path else []), *self._of_adapter]

    @property
    def adapter(self) -> str | None:
        """Return the folder of the adapter that is merged into it, or None."""
        return self.entry.get("adapter")

    @property
    def _of_adapter(self) -> list[str]:
        return [str(path) for path in adapter_files(Path(self.adapter))] if self.adapter else []

    @property
    def _without_adapter(self) -> list[str]:
        """Return the paths of the user's files, or of those trained here; or that of a registered file.

        Of a model of the hub, it is the list of what was fetched or, where weights are not kept, their folder.
        """
        if self.hub and self.passing:
            return [f"results/weights/{self.key}/{self.revision}"]
        if self.hub:
            return [f"resources/models/{self.key}/{self.revision}/fetched.json"]
        if self.source:
            return [f"resources/raw/{self.source}"]
        if self.path:
            return [str(path) for path in model_files(Path(self.path))]
        return [f"results/models/{self.key}/{name}" for name in TRAINED if self.corpus]

    @property
    def origin(self) -> str:
        """Return where its weights come from, in words."""
        return self._origin + (f", with the adapter {Path(self.adapter).name}" if self.adapter else "")

    @property
    def _origin(self) -> str:
        if self.hub:
            return f"{self.hub} at {required(self.revision)[:8]}"
        if self.source:
            return f"file {self.source}"
        if self.path:
            place = Path(self.path)
            file = gguf_of(place)
            return f"{file.name} ({gguf_header.read(file).quantisation})" if file else f"folder {place.name}"
        return f"trained here on {self.corpus}" if self.corpus else self.elsewhere or "without weights"

    @property
    def elsewhere(self) -> str:
        """Return where it computes, in words, if that is not in a job here; else an empty text."""
        return self.kind.elsewhere(self.entry)


def row_labels(systems: Iterable[System]) -> dict[str, str]:
    """Return the label of each row ``system/measure`` of these systems."""
    return {row: label for system in systems for row, label in system.row_labels.items()}
