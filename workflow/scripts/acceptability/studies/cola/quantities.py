"""Warstadt, Singh & Bowman (TACL 2019): what its printed numbers are computed from.

``QUANTITIES`` are functions of the evidence, the variant (there is one) and the words of a fact's argument. A *part* of
the corpus is a source, a split, a domain or ``all``; names of features have ``_`` for each space. Shares are in %.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import pandas as pd

from acceptability.contracts import io
from acceptability.contracts.data import FEATURES, SENTENCES
from acceptability.contracts.studies import CLASS_COUNTS
from acceptability.studies.cola import corpus, matrices
from acceptability.studies.cola.manifest import TARGETED
from acceptability.studies.verdicts import Quantity


@dataclass(frozen=True)
class Evidence:
    """Everything that the paper's numbers are recomputed from.

    counts: as CLASS_COUNTS, indexed by part. sentences, features: of the dataset. targeted: the sets, by name. rows:
    none.
    """

    counts: pd.DataFrame
    sentences: pd.DataFrame
    features: pd.DataFrame
    targeted: Mapping[str, pd.DataFrame]
    rows: Sequence[str] = field(default=())

    def sources(self, domain: str) -> pd.DataFrame:
        """The sources of a domain, or ``all``."""
        return corpus.sources(self.counts, domain)

    def of(self, *parts: str) -> pd.Series:
        """``sentences`` and ``acceptable`` of these parts together. KeyError where there is none."""
        return corpus.of_parts(self.counts, *parts)

    def unacceptable(self, part: str) -> int:
        """How many sentences of a part are not acceptable."""
        row = self.of(part)
        return int(row["sentences"] - row["acceptable"])

    @cached_property
    def frequencies(self) -> dict[str, pd.DataFrame]:
        """How frequent each feature is, by level."""
        return {level: corpus.frequencies(self.sentences, self.features, level) for level in ("major", "minor")}

    def having(self, feature: str) -> int:
        """How many sentences have a feature: a major one or, where there is none of this name, a minor one."""
        name = feature.replace("_", " ")
        major, minor = self.frequencies["major"], self.frequencies["minor"]
        return int((major if name in major.index else minor).loc[name, "sentences"])

    @cached_property
    def annotated(self) -> int:
        """How many sentences are annotated."""
        return len(corpus.annotated(self.sentences, self.features))

    def words(self, name: str) -> pd.Series:
        """The different acceptable sentences of a targeted set, as lists of tokens."""
        rows = self.targeted[name]
        return rows.loc[rows["label"] == 1, "sentence"].drop_duplicates().str.split()


def evidence(files: Mapping[str, Path | list[Path]], rows: list[str]) -> Evidence:
    """The files named by the manifest's ``reads``, read."""
    return Evidence(
        counts=io.read_table(files["counts"], CLASS_COUNTS).set_index("part"),
        sentences=io.read_table(files["sentences"], SENTENCES),
        features=io.read_table(files["features"], FEATURES),
        targeted={name: corpus.read_targeted(path) for name, path in zip(TARGETED, files["targeted"], strict=True)},
        rows=rows,
    )


def _percent_acceptable(e: Evidence, o: object, *parts: str) -> float:
    row = e.of(*parts)
    return 100 * row["acceptable"] / row["sentences"]


def _largest_sources(e: Evidence, o: object, *sources: str) -> bool:
    return set(e.sources("all")["sentences"].nlargest(len(sources)).index) == set(sources)


def _unacceptable_among(e: Evidence, o: object, part: str, number: str) -> float:
    """Expected in a random sample of so many sentences."""
    return float(number) * e.unacceptable(part) / e.of(part)["sentences"]


def _stands_in(e: Evidence, o: object, where: str, digest: str, source: str, label: str) -> bool:
    """Is a sentence (see corpus.digest) of this source and label in the training set, or anywhere in the corpus?"""
    rows = e.sentences if where == "corpus" else e.sentences[e.sentences["split"] == where]
    rows = rows[(rows["source"] == source) & (rows["label"] == int(label))]
    return bool((rows["sentence"].map(corpus.digest) == digest).any())


def _mean_features(e: Evidence, o: object, level: str) -> float:
    return e.frequencies[level]["sentences"].sum() / e.annotated


def _most_frequent(e: Evidence, o: object, feature: str, *others: str) -> bool:
    """More frequent than these others or, where none is named, than all other major features?"""
    rest = others or [name.replace(" ", "_") for name in e.frequencies["major"].index]
    return all(e.having(feature) > e.having(other) for other in rest if other != feature)


def _features_between(e: Evidence, o: object, low: str, high: str, *features: str) -> float:
    return sum(float(low) <= 100 * e.having(name) / e.annotated <= float(high) for name in features)


def _share_lies_near(e: Evidence, o: object, feature: str, of: str, centre: str, margin: str) -> bool:
    """How many sentences have a feature, by the number of those that have another."""
    return abs(e.having(feature) / e.having(of) - float(centre)) <= float(margin)


def _strings_with(e: Evidence, o: object, name: str, *words: str) -> float:
    """Different acceptable sentences of a set with all of these words."""
    return sum(set(words) <= set(tokens) for tokens in e.words(name))


def _verb_classes(e: Evidence, o: object, name: str) -> float:
    """Verbs with the same objects make a class; sentences are ``what did <name> <verb> <object> ?``."""
    rows = e.targeted[name]
    tokens = rows.loc[rows["label"] == 0, "sentence"].str.split()
    objects = tokens.str[4:-1].str.join(" ").groupby(tokens.str[3]).agg(frozenset)
    return objects.nunique()


def _most_words_of_subjects(e: Evidence, o: object, name: str) -> float:
    """Of the subjects of one verb, which stands in all of their sentences in one of its forms."""
    before = [tokens.index(verb) for tokens in e.words(name) for verb in ("seem", "seems") if verb in tokens]
    return max(before)


def _alternating(e: Evidence, o: object, name: str) -> float:
    """Acceptable sentences but the transitive ones, which are half of the set."""
    return e.targeted[name]["label"].sum() - len(e.targeted[name]) / 2


def _has_matrix(e: Evidence, o: object, part: str, mcc: str, accuracy: str) -> bool:
    return len(matrices.fitting(int(e.of(part)["acceptable"]), e.unacceptable(part), mcc, accuracy)) > 0


def _has_mccs(e: Evidence, o: object, name: str, *mccs: str) -> bool:
    acceptable = int(e.targeted[name]["label"].sum())
    return all(len(matrices.fitting(acceptable, len(e.targeted[name]) - acceptable, mcc)) for mcc in mccs)


def _lowest_pooled_mcc(e: Evidence, o: object, sentences: str, *printed: str) -> float:
    """Of all sentences of two groups of this size, each with a printed MCC and accuracy, whatever their classes."""
    first, second = (matrices.fitting_any_classes(int(sentences), *printed[start : start + 2]) for start in (0, 2))
    return matrices.pooled_mcc(first, second).min()


QUANTITIES: dict[str, Quantity] = {
    # sources and splits
    "sentences": lambda e, o, *parts: e.of(*parts)["sentences"],
    "percent_acceptable": _percent_acceptable,
    "percent_of_corpus": lambda e, o, part: 100 * e.of(part)["sentences"] / e.of("all")["sentences"],
    "sources": lambda e, o, domain: len(e.sources(domain)),
    "number_of_sources": lambda e, o, *sources: len(e.sources("all").loc[list(sources)]),
    "largest_sources": _largest_sources,
    "unacceptable_among": _unacceptable_among,
    "stands_in": _stands_in,
    # annotated features
    "features": lambda e, o, level: len(e.frequencies[level]),
    "has_feature": lambda e, o, level, name: name.replace("_", " ") in e.frequencies[level].index,
    "mean_features": _mean_features,
    "percent_with": lambda e, o, feature: 100 * e.having(feature) / e.annotated,
    "most_frequent": _most_frequent,
    "features_between": _features_between,
    "share_lies_near": _share_lies_near,
    # targeted sets
    "targeted_sets": lambda e, o: len(e.targeted),
    "groups": lambda e, o, name, size: len(e.targeted[name]) / int(size),
    "unacceptable": lambda e, o, name: (e.targeted[name]["label"] == 0).sum(),
    "sentences_for_each_acceptable": lambda e, o, name: 1 / e.targeted[name]["label"].mean(),
    "strings_with": _strings_with,
    "verb_classes": _verb_classes,
    "most_words_of_subjects": _most_words_of_subjects,
    "most_words_before_gap": lambda e, o, name: e.words(name).str.len().max() - 2,  # but the wh-word and the mark
    "alternating": _alternating,
    # confusion matrices behind printed numbers
    "has_matrix": _has_matrix,
    "has_mccs": _has_mccs,
    "lowest_pooled_mcc": _lowest_pooled_mcc,
}
OF_THE_PRINT = ("has_matrix", "has_mccs", "lowest_pooled_mcc")
