"""Warstadt, Singh & Bowman (TACL 2019): what its printed numbers are computed from.

``QUANTITIES`` are functions of the evidence, the name of the variant and the words of a fact's argument;
``OF_THE_PRINT`` are those that compare printed numbers with each other, ``OF_A_SHEET`` those that quote the authors'
sheets. The variants differ in one thing: which test sentences count as in-domain (see runs.CUTS). A *part* of the
corpus is a source, a split, a domain or ``all``; names of features and models have ``_`` for each space. Shares are in
%.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd

from acceptability.contracts import io
from acceptability.options import Options
from acceptability.papers.cola import corpus, matrices, people, runs
from acceptability.papers.cola.study import MEASURED, TARGETED
from acceptability.studies import evidence as shared
from acceptability.studies.evidence import Files, Quantity


@dataclass(frozen=True, kw_only=True)
class Evidence(shared.Evidence):
    """Everything that the paper's numbers are recomputed from.

    Attributes:
        counts: the contract CLASS_COUNTS, indexed by part.
        sentences, features: the dataset's tables.
        targeted: the targeted sets, by name: ``label`` and ``sentence``.
        annotators, split_runs, split_sheet, encoder_sheet, size_sheet, runs_by_feature: the contracts of these names.
        vocabulary: the words of the authors' vocabulary.
    """

    counts: pd.DataFrame
    sentences: pd.DataFrame
    features: pd.DataFrame
    targeted: Mapping[str, pd.DataFrame]
    annotators: pd.DataFrame
    split_runs: pd.DataFrame
    split_sheet: pd.DataFrame
    encoder_sheet: pd.DataFrame
    size_sheet: pd.DataFrame
    runs_by_feature: pd.DataFrame
    vocabulary: Sequence[str]

    def sources(self, domain: str) -> pd.DataFrame:
        """Return the counts of a domain's sources, or of ``all``."""
        return corpus.sources(self.counts, domain)

    def count(self, *parts: str) -> pd.Series:
        """Return ``sentences`` and ``acceptable`` of these parts together. KeyError where there is none."""
        return corpus.count_parts(self.counts, *parts)

    def unacceptable(self, part: str) -> int:
        """Count the sentences of a part that are not acceptable."""
        counts = self.count(part)
        return int(counts["sentences"] - counts["acceptable"])

    @cached_property
    def frequencies(self) -> dict[str, pd.DataFrame]:
        """Return how frequent each feature is, by level."""
        return {level: corpus.frequencies(self.sentences, self.features, level) for level in ("major", "minor")}

    def having(self, feature: str) -> int:
        """Count the sentences with a feature: a major one or, where no major one has this name, a minor one."""
        name = feature.replace("_", " ")
        major, minor = self.frequencies["major"], self.frequencies["minor"]
        return int((major if name in major.index else minor).loc[name, "sentences"])

    @cached_property
    def annotated(self) -> int:
        """Return how many sentences are annotated."""
        return len(corpus.annotated(self.sentences, self.features))

    def answers(self, domain: str) -> pd.DataFrame:
        """Return the agreement of annotators and majority in a domain or in ``all``, as the paper reads the answers."""
        rows = self.annotators[(self.annotators["reading"] == people.PRINTED) & (self.annotators["domain"] == domain)]
        if rows.empty:
            raise KeyError(domain)
        return rows.set_index("annotator")

    @cached_property
    def mccs(self) -> pd.Series:
        """Return the mean MCC of the authors' runs by feature, and on ``all`` sentences; with ``_`` for each space."""
        values = self.runs_by_feature.set_index("feature")["mcc"]
        return values.rename(index=lambda name: name.replace(" ", "_"))

    @cached_property
    def curve(self) -> pd.Series:
        """Return the mean MCC of the authors' restarts by the number of training sentences, the fewest first."""
        return self.size_sheet.groupby("sentences")["mcc"].mean()

    def words(self, name: str) -> pd.Series:
        """Return the different acceptable sentences of a targeted set, as lists of tokens."""
        rows = self.targeted[name]
        return rows.loc[rows["label"] == 1, "sentence"].drop_duplicates().str.split()


def evidence(files: Files, rows: list[str], variants: Mapping[str, Options]) -> Evidence:
    """Gather the evidence from the files that ``reads`` of the study names."""
    return Evidence(
        rows=rows,
        variants=dict.fromkeys(runs.CUTS, variants["corrected"]),
        counts=files["counts"].set_index("part"),
        sentences=files["sentences"],
        features=files["features"],
        targeted={name: corpus.read_targeted(path) for name, path in zip(TARGETED, files["targeted"], strict=True)},
        vocabulary=io.read_text(files["vocabulary"]).split(),
        **{name: files[name] for name in MEASURED},
    )


def _percent_acceptable(e: Evidence, variant: str, *parts: str) -> float:
    counts = e.count(*parts)
    return 100 * counts["acceptable"] / counts["sentences"]


def _largest_sources(e: Evidence, variant: str, *sources: str) -> bool:
    return set(e.sources("all")["sentences"].nlargest(len(sources)).index) == set(sources)


def _unacceptable_among(e: Evidence, variant: str, part: str, number: str) -> float:
    """Return how many unacceptable sentences a random sample of so many sentences of a part is expected to have."""
    return float(number) * e.unacceptable(part) / e.count(part)["sentences"]


def _stands_in(e: Evidence, variant: str, where: str, digest: str, source: str, label: str) -> bool:
    """Say whether a sentence (see corpus.digest) of this source and label is in a split, or anywhere in the corpus."""
    rows = e.sentences if where == "corpus" else e.sentences[e.sentences["split"] == where]
    rows = rows[(rows["source"] == source) & (rows["label"] == int(label))]
    return bool((rows["sentence"].map(corpus.digest) == digest).any())


def _mean_features(e: Evidence, variant: str, level: str) -> float:
    return e.frequencies[level]["sentences"].sum() / e.annotated


def _most_frequent(e: Evidence, variant: str, feature: str, *others: str) -> bool:
    """Return whether a feature is more frequent than these others or, where none is named, all other major ones."""
    rest = others or [name.replace(" ", "_") for name in e.frequencies["major"].index]
    return all(e.having(feature) > e.having(other) for other in rest if other != feature)


def _features_between(e: Evidence, variant: str, low: str, high: str, *features: str) -> float:
    return sum(float(low) <= 100 * e.having(name) / e.annotated <= float(high) for name in features)


def _share_lies_near(e: Evidence, variant: str, feature: str, whole: str, centre: str, margin: str) -> bool:
    """Compare the number of sentences with a feature, divided by that of another (``whole``), with a centre."""
    return abs(e.having(feature) / e.having(whole) - float(centre)) <= float(margin)


def _strings_with(e: Evidence, variant: str, name: str, *words: str) -> float:
    """Count the different acceptable sentences of a set that have all of these words."""
    return sum(set(words) <= set(tokens) for tokens in e.words(name))


def _verb_classes(e: Evidence, variant: str, name: str) -> float:
    """Count classes of verbs, which have the same objects; sentences are ``what did <name> <verb> <object> ?``."""
    rows = e.targeted[name]
    tokens = rows.loc[rows["label"] == 0, "sentence"].str.split()
    objects = tokens.str[4:-1].str.join(" ").groupby(tokens.str[3]).agg(frozenset)
    return objects.nunique()


def _most_words_of_subjects(e: Evidence, variant: str, name: str) -> float:
    """Return the words of the longest subject of ``seem``, which is in all of these sentences."""
    before = [tokens.index(verb) for tokens in e.words(name) for verb in ("seem", "seems") if verb in tokens]
    return max(before)


def _alternating(e: Evidence, variant: str, name: str) -> float:
    """Count the acceptable sentences but the transitive ones, which are half of the set."""
    return e.targeted[name]["label"].sum() - len(e.targeted[name]) / 2


def _has_matrix(e: Evidence, variant: str, part: str, mcc: str, accuracy: str) -> bool:
    return len(matrices.fitting(int(e.count(part)["acceptable"]), e.unacceptable(part), mcc, accuracy)) > 0


def _has_mccs(e: Evidence, variant: str, name: str, *mccs: str) -> bool:
    acceptable = int(e.targeted[name]["label"].sum())
    return all(len(matrices.fitting(acceptable, len(e.targeted[name]) - acceptable, mcc)) for mcc in mccs)


def _agreement(e: Evidence, variant: str, who: str, measure: str, domain: str) -> float:
    """Return a measure of the majority, or its mean over annotators (``average``)."""
    rows = e.answers(domain)
    return rows.loc[people.MAJORITY if who == "majority" else people.ANNOTATORS, measure].mean()


def _labels_contradicting(e: Evidence, variant: str, errors: str = "0") -> float:
    """Return how many of 100 labels contradict the majority, without so many that are ascribed to errors."""
    return 100 * (1 - e.answers("all").loc[people.MAJORITY, "accuracy"]) - float(errors)


def _judged_evenly(e: Evidence, variant: str) -> bool:
    sizes = [e.answers(domain)["sentences"].max() for domain in corpus.DOMAINS]
    return sizes[0] == sizes[1]


def _split_runs(e: Evidence, variant: str, part: str, measure: str) -> float:
    return e.split_runs.set_index(["variant", "part"]).loc[(variant, part), measure]


def _lower_than_all_but(e: Evidence, variant: str, feature: str, *others: str) -> bool:
    """Return whether the MCC of a feature is below those of all features of Figure 1 except these others."""
    rest = {name.replace(" ", "_") for name in corpus.FIGURE_1} - {feature, *others}
    return all(e.mccs[feature] < e.mccs[other] for other in rest)


def _split_sheet(e: Evidence, variant: str, split: str, part: str, measure: str) -> float:
    return e.split_sheet.set_index(["split", "part"]).loc[(split, part), measure]


def _encoder_sheet(e: Evidence, variant: str, encoder: str, part: str, measure: str) -> float:
    return e.encoder_sheet.set_index(["encoder", "part"]).loc[(encoder.replace("_", " "), part), measure]


def _grows_log_linearly(e: Evidence, variant: str, least: str) -> bool:
    """Return whether the mean MCC correlates with the logarithm of the training sentences by more than ``least``."""
    return bool(np.corrcoef(np.log(e.curve.index), e.curve)[0, 1] > float(least))


def _fewest_with_share(e: Evidence, variant: str, share: str) -> float:
    """Return the fewest training sentences with more than this share of the MCC of the most sentences."""
    return (e.curve > float(share) * e.curve.iloc[-1]).idxmax()


QUANTITIES: dict[str, Quantity] = {
    # sources and splits
    "sentences": lambda e, v, *parts: e.count(*parts)["sentences"],
    "percent_acceptable": _percent_acceptable,
    "percent_of_corpus": lambda e, v, part: 100 * e.count(part)["sentences"] / e.count("all")["sentences"],
    "sources": lambda e, v, domain: len(e.sources(domain)),
    "number_of_sources": lambda e, v, *sources: len(e.sources("all").loc[list(sources)]),
    "largest_sources": _largest_sources,
    "unacceptable_among": _unacceptable_among,
    "stands_in": _stands_in,
    # annotated features
    "features": lambda e, v, level: len(e.frequencies[level]),
    "has_feature": lambda e, v, level, name: name.replace("_", " ") in e.frequencies[level].index,
    "mean_features": _mean_features,
    "percent_with": lambda e, v, feature: 100 * e.having(feature) / e.annotated,
    "most_frequent": _most_frequent,
    "features_between": _features_between,
    "share_lies_near": _share_lies_near,
    # targeted sets
    "targeted_sets": lambda e, v: len(e.targeted),
    "groups": lambda e, v, name, size: len(e.targeted[name]) / int(size),
    "unacceptable": lambda e, v, name: (e.targeted[name]["label"] == 0).sum(),
    "sentences_for_each_acceptable": lambda e, v, name: 1 / e.targeted[name]["label"].mean(),
    "strings_with": _strings_with,
    "verb_classes": _verb_classes,
    "most_words_of_subjects": _most_words_of_subjects,
    "most_words_before_gap": lambda e, v, name: e.words(name).str.len().max() - 2,  # but the wh-word and the mark
    "alternating": _alternating,
    # annotators and runs of the authors
    "annotators": lambda e, v: len(e.answers("all").drop(people.MAJORITY)),
    "judged": lambda e, v: e.answers("all")["sentences"].max(),
    "judged_evenly": _judged_evenly,
    "agreement": _agreement,
    "percent_agreement": lambda e, v, *words: 100 * _agreement(e, v, *words),
    "labels_contradicting": _labels_contradicting,
    "split_runs": _split_runs,
    "mcc_exceeds": lambda e, v, feature, other: bool(e.mccs[feature] > e.mccs[other]),
    "mcc_lies_near": lambda e, v, feature, other, margin: bool(abs(e.mccs[feature] - e.mccs[other]) <= float(margin)),
    "mcc_lower_than_all_but": _lower_than_all_but,
    "thousand_words": lambda e, v: len(set(e.vocabulary)) / 1000,
}
OF_THE_PRINT: dict[str, Quantity] = {  # about confusion matrices behind printed numbers
    "has_matrix": _has_matrix,
    "has_mccs": _has_mccs,
}
OF_A_SHEET: dict[str, Quantity] = {
    "split_sheet": _split_sheet,
    "encoder_sheet": _encoder_sheet,
    "grows_log_linearly": _grows_log_linearly,
    "curve_exceeds": lambda e, v, size, other: bool(e.curve[int(size)] > e.curve[int(other)]),
    "fewest_with_share": _fewest_with_share,
}
