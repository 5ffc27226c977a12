"""Declare what a dataset has; rules read this before anything is computed."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

THRESHOLDS_FROM = {  # a key that several kinds of datasets have
    "thresholds_from": {
        "type": "string",
        "description": "The name of a labelled dataset: each score gets the threshold that is best for its training "
        "sentences, and so becomes a judgment of this dataset's sentences.",
    }
}
SIMULATED = {  # a key of the kinds of datasets that come from the user
    "simulated": {
        "type": "boolean",
        "default": False,
        "description": "true or false: whether the data are simulated: nobody wrote or rated the sentences. Tables and "
        "figures then report this.",
    }
}
BETWEEN_SOURCES = " | "  # where several sources are named together; none of them has it


@dataclass(frozen=True)
class Pairs:
    """Describe minimal pairs.

    Parameters:
        levels: columns of the pairs, from fine to coarse, by which results are shown: paradigms too, where phenomena
            have several.
        choices: is it known which sentence of a pair people chose, of any pairs?
        summed: of people who chose, is it only known how many answers to the pairs of each paradigm are right?
        preference: the column of the pairs that says, from 0 to 100, how much people prefer the first of two sentences
            in a fixed order; above 50, that is the good one.
        ranked: are pairs made of ranked sentences, so that one that is better than some is worse than others, and none
            is acceptable or not as such? Then no table says how well scores separate acceptable sentences from others.
    """

    levels: tuple[str, ...] = ("phenomenon",)
    choices: bool = False
    summed: bool = False
    preference: str | None = None
    ranked: bool = False


@dataclass(frozen=True)
class Ratings:
    """Describe human ratings of sentences.

    Parameters:
        single: are the ratings of single participants known?
        panel: did a second panel, of other people, rate the sentences?
        responses: is each answer of the experiment known, those to fillers and those left out as well?
        places: is the place of a sentence in each questionnaire known, and not the same in all?
        assumed_raters: where single ratings are known of some sentences only, how many raters each other one is taken
            to have, for a ceiling of the whole set.
    """

    single: bool = False
    panel: bool = False
    responses: bool = False
    assumed_raters: float | None = None
    places: bool = False


@dataclass(frozen=True)
class Splits:
    """Describe labelled sentences in splits (``train`` and others), which classifiers can be trained on.

    Parameters:
        features: the levels of annotated features.
        origins: values of the column ``source``, and how figures call them: classifiers can then be trained by source.
        source_splits: published splits by source: the sources of each that are not trained on.
        out_of_domain: for further splits, sources are drawn until they have more than so many sentences.
    """

    features: tuple[str, ...] = ()
    origins: Mapping[str, str] = field(default_factory=dict)
    source_splits: tuple[tuple[str, ...], ...] = ()
    out_of_domain: int = 0


@dataclass(frozen=True)
class Designs:
    """Describe sentences in 2 × 2 designs, which the columns ``design``, ``factor_1`` and ``factor_2`` name.

    Parameters:
        interaction: what the interaction of these designs is called in the literature, where it has a name.
    """

    interaction: str = ""


@dataclass(frozen=True)
class Suites:
    """Describe sentences in regions, and formulas that compare the surprisals of regions.

    Parameters:
        predictions: ``suite``, ``prediction`` (its name) and ``formula`` of each.
        metrics: of each suite, what the surprisal of a region is of those of its tokens: ``sum`` or another one.
        groups: the group of each suite that has one.
        region_names: what figures call the regions of a suite, if it names them.
        right: is an item right if ``all`` formulas of its suite are true, or the ``first``?
        spaces: what is between regions; see expectations.texts.
    """

    predictions: list[Mapping[str, str]] = field(default_factory=list)
    metrics: Mapping[str, str] = field(default_factory=dict)
    groups: Mapping[str, str] = field(default_factory=dict)
    region_names: Mapping[str, list[str]] = field(default_factory=dict)
    right: str = "all"
    spaces: str = "marks"


@dataclass(frozen=True)
class Manifest:
    """Declare what a dataset has, and how it is read; parts that it does not have are None.

    Parameters:
        sources, files, resources: the reader's arguments: names of registered files (resources/sources.tsv), paths of
            the user's own files (of one, or of several), and paths of files that belong to the workflow.
        options: what else the reader is told: further arguments.
        pairs, ratings, splits, designs, suites: its parts.
        labelled: do sentences that are neither in pairs nor in splits have expert labels?
        panels: the names of two panels that labelled the same sentences: the columns ``label`` and ``other_label``.
        crossed: do sentences have a set and a construction each, which cross (are_crossed), such as verbs and frames?
        cluster: what intervals and tests treat as a unit, as a plural: publications, where they are known.
        chosen: what was chosen, and not drawn from others, as a plural: clusters are drawn within these, and intervals
            and tests are about them alone.
        thresholds_from: the name of the labelled dataset on whose training sentences thresholds are fitted, to judge
            these sentences.
        scored_part: is a part of each sentence scored, and not the whole? Classifiers, which judge whole sentences, do
            not score it.
        selection: are its sentences only some of its source's? Then released scores of the others are left out.
        own: are the sentences in a table of the user's, who can correct it?
        by: columns of the pairs by whose values shares are also computed.
        simulated: did people neither write nor rate the sentences?
        description: a sentence or two for the report.
    """

    sources: Mapping[str, str] = field(default_factory=dict)
    files: Mapping[str, str | list[str]] = field(default_factory=dict)
    resources: Mapping[str, str] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)
    pairs: Pairs | None = None
    ratings: Ratings | None = None
    splits: Splits | None = None
    designs: Designs | None = None
    suites: Suites | None = None
    labelled: bool = False
    panels: tuple[str, ...] = ()
    crossed: bool = False
    cluster: str = "phenomena"
    chosen: str = ""
    thresholds_from: str | None = None
    scored_part: bool = False
    selection: bool = False
    own: bool = False
    by: tuple[str, ...] = ()
    simulated: bool = False
    description: str = ""

    @property
    def own_files(self) -> list[tuple[str, str]]:
        """Return the reader's argument and the path of each of the user's own files."""
        return [
            (argument, path)
            for argument, paths in self.files.items()
            for path in (paths if isinstance(paths, list) else [paths])
        ]

    @property
    def metrics_of_suites(self) -> Mapping[str, str]:
        """Return, by suite, what the surprisal of a region is of those of its tokens."""
        return self.suites.metrics if self.suites else {}

    @property
    def has(self) -> frozenset[str]:
        """Return what the dataset has, in the words of ``when``."""
        pairs, ratings, splits = self.pairs, self.ratings, self.splits
        labelled = (pairs and not pairs.ranked) or splits or self.labelled
        words = {
            "pairs": pairs,
            "paradigms": pairs and "paradigm" in pairs.levels,
            "choices": pairs and pairs.choices,
            "summed_choices": pairs and pairs.summed,
            "preference": pairs and pairs.preference,
            "sentences_only": not pairs and not splits,
            "rated": ratings,
            "single_ratings": ratings and ratings.single,
            "other_ratings": ratings and ratings.panel,
            "responses": ratings and ratings.responses,
            "places": ratings and ratings.places,
            "splits": splits,
            "features": splits and splits.features,
            "scored": not splits,
            "factorial": self.designs,
            "suites": self.suites,
            "formulas": self.suites and self.suites.predictions,
            "labelled": labelled,
            "panels": self.panels,
            "crossed": self.crossed,
            "by": pairs and self.by,
            "sentences_by": self.by and not pairs and not splits and (ratings or labelled),
            "thresholds": self.thresholds_from,
            "targeted": labelled and self.thresholds_from,
        } | {f"{level}_features": True for level in (splits.features if splits else ())}
        return frozenset(word for word, is_present in words.items() if is_present)


def are_crossed(sets: Iterable[str], constructions: Iterable[str]) -> bool:
    """Return whether sets and constructions cross: there are several of both, and they link all sentences.

    Sentences are linked that share a set or a construction, and so is what these share with others: they are one family
    (statistics.families). Constructions that lie within sets, or sets within constructions, do not cross.

    Parameters:
        sets, constructions: those of each sentence.
    """
    linked = defaultdict(set)
    for own_set, construction in {*zip(sets, constructions, strict=True)}:
        linked["set", own_set].add(("construction", construction))
        linked["construction", construction].add(("set", own_set))
    reached, ahead = set(), [*linked][:1]
    while ahead:
        name = ahead.pop()
        if name not in reached:
            reached.add(name)
            ahead += linked[name]
    counts = Counter(kind for kind, _ in reached)
    return len(reached) == len(linked) and min(counts["set"], counts["construction"]) > 1
