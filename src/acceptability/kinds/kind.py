"""Declare what a kind of model is; rules and the check of the configuration read this before anything is computed."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Needs:
    """Describe what a job needs: megabytes (and more for each megabyte of input), minutes, a GPU."""

    mb: int
    minutes: int
    per_mb: float = 0
    gpu: int = 0


@dataclass(frozen=True)
class Kind:
    """Describe a kind of model: its keys, needs and scorer. Functions take an entry of the configuration.

    name, section, description
        The value of the key ``kind`` of an entry, the section of the configuration that has such entries, and a short
        description.
    mark
        The key that makes an entry of its section one of this kind, where the section has no key ``kind``.
    keys, needed, conditions
        The entry's own keys, as JSON Schema; the required keys; and further JSON Schema keywords about the entry as a
        whole.
    check
        Raises InputError, given the entry and its place in the configuration, for what JSON Schema cannot say.
    check_base
        Raises InputError, given the entry, that of its base and its place, where the two do not go together.
    columns
        What it computes of a sentence: columns of the table of tokens, or a classifier's ``margin``, or a fitted
        ``prediction``. It has all measures that need no others.
    pseudo
        Are its log-probabilities those of tokens given all others, whose sum is a pseudo-log-likelihood?
    usual_measures
        The default measures of a model of this kind.
    architectures
        How the names of its architectures end, in a model's config.json.
    base
        The kind of its base model, which the key ``base`` of an entry names.
    scores_tokens
        Does it score the tokens of sentences, from which its measures are computed?
    words_apart
        Are columns for tables by word, such as ranks, slow to compute, so that they are left out by default?
    has_unigrams
        Does it know the log-probabilities of its tokens as unigrams?
    trained_base
        The folder below results/, with the base's name, of a model that is trained on its base before it, if any.
    restarts
        The settings of each of its restarts, if it has any.
    selected_on_test
        Is a restart selected on the test set, as was published?
    shallow
        Is it a shallow baseline (n-grams, length), which needs no grammar?
    babylm, as_babylm
        Which of its measures BabyLM's evaluation pipeline has, and what its backend is called there; and the keys of an
        entry with which they are computed as there, where the user does not say otherwise.
    elsewhere
        Where it computes, in words, if that is not in a job here: then there are no weights, and PyTorch is not needed.
    limited
        Does it take only so many tokens at once?
    reading
        How it reads a sentence, as far as its entry says it: arguments of its own functions.
    tokenisation
        How it splits text, and whether it ignores case; nothing, if a tokenizer of its own says so.
    training
        The name of the module that trains it here, below the package. For language models, it has ``Settings`` and
        ``prepare``; for classifiers, ``Settings`` and ``restart``.
    training_needs, rule
        What a job that trains it asks a machine for, where it has a rule of its own; and for classifiers, the rule that
        trains their restarts.
    fitting
        The name of the module that fits it to human ratings, below the package: ``lengths_of_tokens`` and
        ``lengths_of_scores`` return the unigram log-probability and the length of each sentence; ``predict`` returns
        the tables SCORES and LINKING.
    scoring
        The name of the module that scores sentences, below the package. For language models, it has ``SCORER`` (see
        scoring.language_models); for classifiers, ``load``, ``judge`` and ``leave_out``.
    conventions
        The name of the module that scores sentences by other programs' conventions, below the package: ``log_probs``
        returns the log-probabilities of tokens.
    """

    name: str
    section: str
    description: str = ""
    mark: str | None = None
    keys: Mapping[str, dict] = field(default_factory=dict)
    needed: tuple[str, ...] = ()
    conditions: Mapping[str, object] = field(default_factory=dict)
    check: Callable[[Mapping, str], None] = lambda entry, place: None
    check_base: Callable[[Mapping, Mapping, str], None] = lambda entry, base, place: None
    columns: tuple[str, ...] = ()
    pseudo: bool = False
    usual_measures: tuple[str, ...] = ()
    architectures: tuple[str, ...] = ()
    base: str | None = None
    scores_tokens: bool = False
    words_apart: bool = False
    has_unigrams: Callable[[Mapping], bool] = lambda entry: False
    trained_base: Callable[[Mapping], str | None] = lambda entry: None
    restarts: Callable[[Mapping], dict] = lambda entry: {}
    selected_on_test: Callable[[Mapping], bool] = lambda entry: False
    shallow: bool = False
    babylm: Mapping[str, str] = field(default_factory=dict)
    as_babylm: Mapping[str, object] = field(default_factory=dict)
    elsewhere: Callable[[Mapping], str] = lambda entry: ""
    limited: Callable[[Mapping], bool] = lambda entry: False
    reading: Callable[[Mapping], dict] = lambda entry: {}
    tokenisation: Callable[[Mapping], list] = lambda entry: []
    training: str | None = None
    training_needs: Needs | None = None
    rule: str | None = None
    fitting: str | None = None
    scoring: str | None = None
    conventions: str | None = None

    def settings(self, entry: Mapping, key: str) -> dict:
        """Return the settings under a key of an entry, with the defaults of those that are left out.

        Each has its type in Python, since 3.0 is an integer to JSON Schema.
        """
        return settings(self.keys[key], entry.get(key, {}))


def settings(schema: Mapping, entry: Mapping) -> dict:
    """Return the given settings, with the defaults of an object's schema where it has any, each of its own type."""
    values = {
        name: entry.get(name, described.get("default"))
        for name, described in schema["properties"].items()
        if name in entry or "default" in described
    }
    types = {"integer": int, "number": float}
    return {
        name: types.get(schema["properties"][name].get("type"), lambda value: value)(value)
        for name, value in values.items()
    }
