"""Human judgments: how well people agree with people on every dataset, and systems with them."""

from acceptability.analyses.choices.manifest import CHOICE_SUMMARY
from acceptability.analyses.correlations.manifest import FITS
from acceptability.analyses.criteria.manifest import CRITERIA
from acceptability.analyses.crossed.manifest import CROSSED
from acceptability.analyses.panels.manifest import PANEL_AGREEMENT
from acceptability.analyses.phenomena.manifest import BY_LEVEL
from acceptability.contracts.artefact import Artefact, File, one
from acceptability.contracts.columns import Table
from acceptability.contracts.data import PAIRS, RATINGS, SENTENCES
from acceptability.papers.humans.contracts import PEOPLE_AND_SYSTEMS

# What is read of which dataset. Of the Chinese ones, no system here has scores.
RATED_BY_MANY = (
    "li-adger",
    "islands-2016",
    "islands-dlinking",
    "islands-2012",
    "that-trace",
    "chinese-bridge",
    "chinese-bridge-2",
    "satiation-exposure",
    "satiation-speakers",
    "aann",
)  # single ratings are known
RATED_TWICE = (
    "islands-2016",
    "islands-dlinking",
    "islands-2012",
    "that-trace",
    "chinese-bridge",
    "chinese-bridge-2",
    "aann",
)
CORRELATED = (
    *(name for name in RATED_BY_MANY if not name.startswith("chinese")),
    "li-2016",
    "lau-none",
    "lau-real",
    "lau-random",
    "disjunction",
    "gapping-datives",
)  # systems have an r
PAIRED = (*RATED_TWICE, "li-adger", "li-2016", "disjunction", "dais")
CROSSED_SETS = ("mega-acceptability", "aann-adjectives")  # of verbs, or adjectives, and frames
CHOSEN, SUMMED, LABELLED = "li-adger", "zhoblimp", "colac"


def argument(name: str, dataset: str) -> str:
    """Return the name of the argument that gets a table of a dataset."""
    return f"{name}_{dataset.replace('-', '_')}"


def _each(name: str, table: Table, datasets: tuple[str, ...], **at: str) -> dict[str, File]:
    return {argument(name, dataset): one(table, dataset=dataset, **at) for dataset in datasets}


METRICS = {
    "people_and_systems": Artefact(
        reads=_each("ratings", RATINGS, RATED_BY_MANY)
        | _each("sentences", SENTENCES, RATED_BY_MANY)
        | _each("pairs", PAIRS, RATED_BY_MANY)
        | _each("fits", FITS, CORRELATED, level="sentences")
        | _each("crossed", CROSSED, CROSSED_SETS)
        | _each("criteria", CRITERIA, PAIRED)
        | {
            "chosen": one(CHOICE_SUMMARY, dataset=CHOSEN),
            "summed": one(BY_LEVEL, dataset=SUMMED),
            "labelled": one(PANEL_AGREEMENT, dataset=LABELLED),
        },
        settings=("labels_by_dataset",),
        caption="How well people agree with people, and every system with them, on every dataset.",
    ),
}
_READ = {"people_and_systems": one(PEOPLE_AND_SYSTEMS, study="humans")}
TABLES = {
    "overview": Artefact(
        reads=_READ,
        settings=("dataset_labels",),
        caption=(
            "How well people agree with people, and the best system with them, on every dataset; datasets on which "
            "people agree most come first. People, r: Pearson’s r of the mean ratings of sentences by one half of the "
            "raters with those by the other half (100 random halves), corrected to all raters by the Spearman–Brown "
            "formula; it grows with the number of raters. Of two panels of labels, their Matthews correlation "
            "coefficient. One person: how often one person chooses, or rates higher than another person the other, "
            "the good sentence of a pair; of ranked pairs, the good one is only expected to be better. Most people: "
            "how often its mean rating is higher. In brackets: 95 % intervals over clusters, of single people over "
            "clusters and people jointly. Best: of all rows that run here, so its interval is that of a row that was "
            "named beforehand. A tie is half."
        ),
    ),
}
FIGURES = {
    "overview": Artefact(
        reads=_READ,
        settings=("dataset_labels",),
        caption=(
            "How well people agree with people, and the best system with them, on every dataset, with 95 % intervals "
            "over clusters (of single people: over clusters and people jointly). Left: Pearson’s r of sentences’ mean "
            "ratings by one half of the raters with those by the other half, corrected to all raters by the "
            "Spearman–Brown formula (of two panels of labels: their Matthews correlation coefficient), and the "
            "greatest r of a system’s scores with the ratings. Right: the share of pairs in which one person chooses "
            "the good sentence, or rates it higher than another person the other; in which the mean rating of most "
            "people is higher; and the greatest share that a system gets right. Datasets on which people agree most "
            "come first; where no single answers are known, the system stands alone."
        ),
    ),
}
