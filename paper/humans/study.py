"""Human judgments: how well participants agree with each other on every dataset, and systems with them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acceptability.analyses.choices import manifest as choices
from acceptability.analyses.correlations import manifest as correlations
from acceptability.analyses.criteria import manifest as criteria
from acceptability.analyses.crossed import manifest as crossed
from acceptability.analyses.phenomena import manifest as phenomena
from acceptability.contracts.artefact import Artefact, File, one
from acceptability.contracts.data import PAIRS, RATINGS, SENTENCES
from acceptability.papers.colac.panels import manifest as panels
from acceptability.papers.humans.contracts import PEOPLE_AND_SYSTEMS

if TYPE_CHECKING:
    from acceptability.plan.studies import Study

TABLES_OF_DATASETS = {  # by name, and what a dataset must have, in the words of ``when``, so that it is read
    "sentences": (SENTENCES, ("rated",)),
    "pairs": (PAIRS, ("single_ratings",)),
    "ratings": (RATINGS, ("single_ratings",)),
    "fits": (correlations.FITS, correlations.ANALYSIS.when),
    "crossed": (crossed.CROSSED, crossed.ANALYSIS.when),
    "criteria": (criteria.CRITERIA, criteria.ANALYSIS.when),
    "choices": (choices.CHOICE_SUMMARY, choices.ANALYSIS.when),
    "levels": (phenomena.BY_LEVEL, (*phenomena.ANALYSIS.when, "summed_choices")),
    "panels": (panels.PANEL_AGREEMENT, panels.ANALYSIS.when),
}


def argument(name: str, dataset: str) -> str:
    """Return the name of the argument that gets a table of a dataset."""
    return f"{name}_{dataset.replace('-', '_')}"


def tables_of_datasets(study: Study) -> dict[str, File]:
    """Return the files of TABLES_OF_DATASETS of every dataset of the study that has them, by argument."""
    return {
        argument(name, dataset.key): one(table, dataset=dataset.key, level="sentences")
        for dataset in study.datasets
        for name, (table, words) in TABLES_OF_DATASETS.items()
        if set(words) <= dataset.has
    }


METRICS = {
    "people_and_systems": Artefact(
        reads=tables_of_datasets,
        settings=("labels_by_dataset",),
        caption="How well participants agree with each other, and every system with them, on every dataset.",
    ),
}
_READ = {"people_and_systems": one(PEOPLE_AND_SYSTEMS, study="humans")}
_TITLE = "How well participants agree with each other, and the best systems with them, on every dataset."
_AGREEMENT = (
    "Pearson’s r of the mean ratings of sentences by one half of the participants with those by the other half (the "
    "mean of random halves), stepped up to all participants by the Spearman–Brown formula: what a second panel of this "
    "size is expected to reach. It grows with the number of raters; there is none where most sentences have one rater. "
    "Of two panels’ labels, it is their Matthews correlation coefficient."
)
_PERFECT = (
    "the square root of that r. It is expected of a system that predicts exactly what any such panel rates on average, "
    "since these participants’ means differ from that by chance; a lucky system may exceed it"
)
_SINGLE = (
    "the share of single answers that choose the good sentence of a pair; of ratings, how often a participant rates it "
    "higher than another participant rates the other sentence. Of ranked pairs, the good one is only expected to be "
    "better. Most participants: in how many pairs the mean of all ratings is higher for the good sentence."
)
_INTERVALS = (
    "95 % intervals: of participants’ r and of single participants over clusters of sentences and participants "
    "jointly, of systems’ r over families of sentences and raters, or over sets and constructions where these cross, "
    "of the rest over clusters"
)
_NONE = "there are fewer than five clusters or participants"
_BEST = (
    "the row with the greatest value among those that cover all rated sentences (or pairs), and among those that cover "
    "a part. Rows that cover other sentences do not compare with each other, nor with participants’ r over all "
    "sentences. The best of several rows looks better than it is: its interval is that of a row named beforehand"
)
TABLES = {
    "overview": Artefact(
        reads=_READ,
        settings=("dataset_labels",),
        caption=(
            f"{_TITLE} Datasets on which participants agree most come first. Participants, r: {_AGREEMENT} Perfect "
            f"predictor: {_PERFECT}. Single participant: {_SINGLE} In brackets: {_INTERVALS}; none where {_NONE}. "
            "After the semicolon: how many sentences or pairs (of sums of answers, answers) the value is about, and of "
            f"how many if not of all. Best: {_BEST}. A tie is half."
        ),
    ),
}
FIGURES = {
    "overview": Artefact(
        reads=_READ,
        settings=("dataset_labels",),
        caption=(
            f"{_TITLE} Left: participants’ r is {_AGREEMENT} The tick on their line is {_PERFECT}. A system’s r is "
            f"that of its scores with the ratings. Right: {_SINGLE} A system’s share is that of the pairs that it gets "
            f"right. Best: {_BEST}. A diamond with a percentage is a system that covers this part of the sentences or "
            f"pairs only. Lines: {_INTERVALS}; an arrowhead stands where one goes on beyond the axis. A pale marker "
            f"has no interval, because {_NONE}. Datasets on which participants agree most come first: by r, then by "
            "the share of single participants, then those of which no single answers are known."
        ),
    ),
}
