"""What a dataset is: rules read it before anything is computed."""

from collections.abc import Mapping
from dataclasses import dataclass, field

THRESHOLDS_FROM = {  # a key that several kinds of datasets have
    "thresholds_from": {
        "type": "string",
        "description": "The name of a labelled dataset: each score gets the threshold that is best for its training "
        "sentences, and so becomes a judgment of this dataset's sentences.",
    }
}
BETWEEN_SOURCES = " | "  # where several sources are named together; none of them has it


@dataclass(frozen=True)
class Manifest:
    """What the workflow would otherwise ask by name.

    sources, files, resources
        The reader's arguments: names of registered files (resources/sources.tsv), paths of the user's own files, and
        paths of files that belong to the workflow.
    options
        What else the reader is told: further arguments.
    pairs, rated, single_ratings, splits, features
        Are there minimal pairs; human ratings of sentences; ratings of single participants; labelled sentences in
        splits (``train`` and others), which classifiers can be trained on; annotated features, by level?
    other_ratings
        Were the sentences rated by a second panel, of other people?
    choices
        Is it known which sentence of a pair people chose, of any pairs?
    factorial
        Are sentences in 2 × 2 designs, which the columns ``design``, ``factor_1`` and ``factor_2`` name?
    scored_part
        Is a part of each sentence scored, and not the whole? Classifiers, which judge whole sentences, do not score it.
    ranked
        Are pairs made of ranked sentences, so that one that is better than some is worse than others, and none is
        acceptable or not as such? Then no table says how well scores separate acceptable sentences from others.
    preference
        The column of the pairs that says, from 0 to 100, how much people prefer the first of two sentences in a fixed
        order; above 50, that is the good one.
    labelled
        Do sentences that are neither in pairs nor in splits have expert labels?
    selection
        Are its sentences only some of its source's? Then released scores of the others are left out.
    thresholds_from
        The name of the labelled dataset on whose training sentences thresholds are fitted, to judge these sentences.
    origins
        The values of the column ``source`` of its labelled sentences, and how figures call them: classifiers can then
        be trained by source.
    source_splits, out_of_domain
        Published splits by source: the sources of each that are not trained on. For further ones, sources are drawn
        until they have more than so many sentences.
    submission
        The name of the file of judgments that a benchmark takes, where it keeps the labels to itself: ``index`` (the
        sentence_id) and ``prediction``. Then there are thresholds.
    assumed_raters
        Where single ratings are known of some sentences only: how many raters each other one is taken to have, for a
        ceiling of the whole set.
    levels, cluster
        Columns of the pairs, from fine to coarse, by which results are shown: paradigms too, where phenomena have
        several; and what intervals and tests take whole, as a plural: publications, where they are known.
    own
        Are the sentences in a table of the user's, who can correct it?
    simulated
        True where people neither wrote nor rated the sentences; None where the name of the entry says so, by ending in
        ``-simulated``.
    description
        A sentence or two for the report.
    """

    sources: Mapping[str, str] = field(default_factory=dict)
    files: Mapping[str, str] = field(default_factory=dict)
    resources: Mapping[str, str] = field(default_factory=dict)
    options: Mapping[str, str | int | Mapping[str, int]] = field(default_factory=dict)
    pairs: bool = False
    rated: bool = False
    single_ratings: bool = False
    other_ratings: bool = False
    choices: bool = False
    factorial: bool = False
    scored_part: bool = False
    assumed_raters: float | None = None
    splits: bool = False
    ranked: bool = False
    preference: str | None = None
    labelled: bool = False
    selection: bool = False
    thresholds_from: str | None = None
    origins: Mapping[str, str] = field(default_factory=dict)
    source_splits: tuple[tuple[str, ...], ...] = ()
    out_of_domain: int = 0
    submission: str | None = None
    features: tuple[str, ...] = ()
    levels: tuple[str, ...] = ("phenomenon",)
    cluster: str = "phenomena"
    own: bool = False
    simulated: bool | None = False
    description: str = ""
