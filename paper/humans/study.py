"""Human judgments: how well people agree with people on every dataset, and systems with them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acceptability.analyses.choices import manifest as choices
from acceptability.analyses.correlations import manifest as correlations
from acceptability.analyses.criteria import manifest as criteria
from acceptability.analyses.crossed import manifest as crossed
from acceptability.analyses.panels import manifest as panels
from acceptability.analyses.phenomena import manifest as phenomena
from acceptability.contracts.artefact import Artefact, File, one
from acceptability.contracts.data import PAIRS, RATINGS, SENTENCES
from acceptability.papers.humans.contracts import PEOPLE_AND_SYSTEMS

if TYPE_CHECKING:
    from acceptability.plan.studies import Study

TABLES_OF_DATASETS = {  # by name, and what a dataset must have, in the words of ``when``, so that it is read
    "sentences": (SENTENCES, ("single_ratings",)),
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
        caption="How well people agree with people, and every system with them, on every dataset.",
    ),
}
_READ = {"people_and_systems": one(PEOPLE_AND_SYSTEMS, study="humans")}
_PEOPLE = (
    "Pearson’s r of the mean ratings of sentences by one half of the raters with those by the other half (the mean of "
    "random halves), stepped up to all raters by the Spearman–Brown formula; it grows with the number of raters. Where "
    "most sentences have one rater, nothing is said of all. Of two panels of labels, their Matthews correlation "
    "coefficient."
)
_SINGLE = (
    "how often one person chooses the good sentence of a pair, or rates it higher than another person the other one; "
    "of ranked pairs, the good one is only expected to be better. Most people: how often the mean of all people’s "
    "ratings is higher for the good sentence."
)
_INTERVALS = (
    "95 % intervals over clusters; of one person over clusters and people jointly, of systems’ r over families of "
    "sentences and raters, or over sets and constructions jointly, where these cross"
)
_BEST = (
    "of the systems that cover the most sentences (or pairs); others are in the report on the dataset. Its interval is "
    "that of a system named beforehand"
)
TABLES = {
    "overview": Artefact(
        reads=_READ,
        settings=("dataset_labels",),
        caption=(
            "How well people agree with people, and the best system with them, on every dataset; datasets on which "
            f"people agree most come first. People, r: {_PEOPLE} One person: {_SINGLE} In brackets: {_INTERVALS}; none "
            f"where there are fewer than five clusters. After the semicolon: the number of sentences or pairs (of sums "
            f"of answers, of answers) that the value is about. Best: {_BEST}. A tie is half."
        ),
    ),
}
FIGURES = {
    "overview": Artefact(
        reads=_READ,
        settings=("dataset_labels",),
        caption=(
            "How well people agree with people, and the best system with them, on every dataset. Left: people’s r is "
            f"{_PEOPLE} A system’s r is that of its scores with the ratings. Right: {_SINGLE} A system’s share is that "
            f"of the pairs that it gets right. Best: {_BEST}. Lines: {_INTERVALS}; an arrowhead stands where one goes "
            "on beyond the axis, and a pale marker has no interval because there are fewer than five clusters. "
            "Datasets on which people agree most come first: by r, then by how often one person is right, then those "
            "of which no single answers are known."
        ),
    ),
}
