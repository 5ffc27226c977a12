"""Describe systems that are made from others: classifiers, linking functions, prompted models."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar

from acceptability.errors import required
from acceptability.plan.declared import DeclaredDataset
from acceptability.plan.systems import LanguageModel, System, SystemOfKind
from acceptability.reading.contexts import WHOLE_ONLY
from acceptability.scoring.prompts import OWN, PAIR_MEASURES, system_prompt
from acceptability.sources.model_files import TRAINED

PROMPTS = "resources/prompts/english.yaml"  # the workflow's


@dataclass(frozen=True)
class Classifier(SystemOfKind):
    """Describe a model that is fine-tuned on labelled sentences, or trained on an encoder, several times."""

    section: ClassVar[str] = "classifiers"
    base: LanguageModel = field(repr=False, compare=False)
    labelled: DeclaredDataset = field(repr=False, compare=False)  # the sentences that it is trained on

    @property
    def encoder(self) -> str | None:
        return self.entry.get("encoder")

    @cached_property
    def restarts(self) -> tuple[str, ...]:
        """Return names of its restarts."""
        return tuple(str(int(restart)) for restart in self.entry["restarts"])

    @property
    def training(self) -> dict:
        """Return the settings of its restarts, without the number of the restart."""
        return self.kind.restarts(self.entry)

    @property
    def threads(self) -> int:
        return self.training["threads"]

    @property
    def selection(self) -> str:
        """Return the rule that selects a restart: ``as_published`` (on the test set) or ``corrected`` (on dev)."""
        return "as_published" if self.kind.selected_on_test(self.entry) else "corrected"

    @property
    def base_files(self) -> list[str]:
        """Return paths of the files that its training starts from: its base model's, or those of an encoder trained on
        it.
        """
        if folder := self.kind.trained_base(self.entry):
            return [f"results/{folder}/{name}" for name in TRAINED]
        return self.base.files

    @property
    def room_for_training(self) -> int:
        """Return megabytes for its training; more for a fetched base, of unknown size (BERT large fits)."""
        return 12_000 if self.base.hub else 4_000

    def restart_files(self, file: str) -> list[str]:
        """Return the path of this file of every restart, as contracts.systems.read_margins expects it."""
        return [f"results/restarts/{self.key}/{restart}/{file}" for restart in self.restarts]

    def why_not(self, dataset: DeclaredDataset) -> str:
        return "a classifier judges whole sentences, not parts of them" if dataset.manifest.scored_part else ""

    def judges_with_all_restarts(self, dataset: DeclaredDataset) -> bool:
        """Return whether all of its restarts judge a dataset."""
        judged = self.entry["stability"]
        return self.can_score(dataset) and (judged == "all" or dataset.key in judged)

    @cached_property
    def divisions(self) -> dict[str, dict]:
        """Return the further divisions of its sentences that it is trained on, by name of their folder.

        A learning curve ends with ``whole``, which ordinary restarts are trained on. See scoring/divisions.py.
        """
        parts = required(self.labelled.manifest.splits)
        sources = {"sources": list(parts.origins)}
        drawn = {"declared": [list(split) for split in parts.source_splits], "more_than": parts.out_of_domain}
        sizes = {f"size-{size}": {"kind": "size", "size": size} for size in map(int, self.entry["learning_curve"])}
        whole = {"whole": {"kind": "whole"}} if sizes else {}
        splits = {
            f"sources-{number}": {"kind": "sources", "number": number} | drawn | sources
            for number in range(1, int(self.entry["source_splits"]) + 1)
        }
        without = {
            f"without-{number}": {"kind": "without", "source": source} | sources
            for number, source in enumerate(parts.origins, start=1)
            if self.entry["leave_one_source_out"]
        }
        return sizes | whole | splits | without

    @property
    def division_margins(self) -> list[str]:
        """Return paths of its margins under each division by each restart, as contracts.systems.read_divided expects
        them.
        """
        return [
            f"results/restarts/{self.key}/{restart}/margins.csv"
            if name == "whole"
            else f"results/divisions/{self.key}/{name}/{restart}/margins.csv"
            for name in self.divisions
            for restart in self.restarts
        ]


@dataclass(frozen=True)
class Fitted(SystemOfKind):
    """Describe a linking function that is fitted to human ratings.

    Parameters:
        source: the system whose log-probabilities it is fitted on.
        unigrams: the system whose unigram log-probabilities and lengths it uses.
    """

    section: ClassVar[str] = "fitted"
    source: System = field(repr=False, compare=False)
    unigrams: System = field(repr=False, compare=False)

    @property
    def partial(self) -> bool:
        """Return whether sentences may have no score from it: they have none from a system that it is made from."""
        return self.source.partial or self.unigrams.partial

    def can_score(self, dataset: DeclaredDataset) -> bool:
        """Return whether it can score a dataset: that needs ratings, and both systems that it is made from.

        Sets and constructions that cross make one family of all sentences, so that none are left to predict: a reader
        says so in its log.
        """
        made_from = (self.source, self.unigrams)
        return (
            "rated" in dataset.manifest.has
            and "crossed" not in dataset.manifest.has
            and super().can_score(dataset)
            and all(system.can_score(dataset) for system in made_from)
        )

    def inputs(self, dataset: DeclaredDataset) -> dict[str, str]:
        """Return the paths of the log-probabilities (``log_probs``), and of lengths and unigrams (``unigrams``)."""
        folder = "tokens" if self.unigrams.scores_tokens else "scores"
        return {
            "log_probs": f"results/scores/{dataset.key}/{self.source.key}.csv",
            "unigrams": f"results/{folder}/{dataset.key}/{self.unigrams.key}.csv",
        }


@dataclass(frozen=True)
class Prompted(SystemOfKind):
    """Describe a prompted causal model, or answers from elsewhere: they judge sentences, or choose one of a pair."""

    section: ClassVar[str] = "prompted"
    model: LanguageModel | None = field(repr=False, compare=False)  # that is asked; None for answers from elsewhere

    @property
    def decides(self) -> bool:
        """Return whether it chooses between the sentences of pairs, and so has no scores of sentences."""
        return any(measure in PAIR_MEASURES for measure in self.measures)

    @property
    def prompts(self) -> str | None:
        """Return the user's file of prompts; None for the workflow's."""
        return self.entry.get("prompts")

    def source(self, base: str) -> str:
        """Return the path of its file of prompts; ``base`` is the folder of the workflow."""
        return self.prompts or f"{base}/{PROMPTS}"

    @property
    def asking(self) -> dict:
        """Return the settings that a model's answers depend on, besides its files and the prompts."""
        chat = {"chat": self.entry.get("chat"), "system_prompt": system_prompt(self.entry.get("system", OWN))}
        model = required(self.model)
        return model.scoring | {"devices": model.entry["devices"]} | chat

    @property
    def sent(self) -> str:
        """Return the text of the system prompt that was sent with prompts whose answers are from elsewhere, if any."""
        return self.entry.get("system", "").strip() if self.path else ""

    @property
    def partial(self) -> bool:
        """Return whether sentences may have no score from it: answers from elsewhere may lack some."""
        return self.path is not None

    def can_score(self, dataset: DeclaredDataset) -> bool:
        """Return whether it can score a dataset: it is asked about whole sentences, or about pairs."""
        if self.model and not self.model.can_score(dataset):
            return False
        has_items = dataset.manifest.pairs if self.decides else True
        return super().can_score(dataset) and bool(has_items)

    def why_not(self, dataset: DeclaredDataset) -> str:
        return WHOLE_ONLY if dataset.manifest.scored_part else ""

    @property
    def files(self) -> list[str]:
        """Return paths of the user's files: its answers, its prompts."""
        return [path for path in (self.path, self.prompts) if path]
