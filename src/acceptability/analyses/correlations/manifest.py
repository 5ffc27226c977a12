"""Compare systems with people and each other: points, best-fit lines, Pearson correlations of sentences and pairs."""

from acceptability.analyses.analysis import BRACKET, Analysis, Each, Level, Part, Section, Shown
from acceptability.contracts.columns import DATASET, Table, count, interval, number, text

POINTS = Table(
    "points",
    {
        "row": text("system/measure"),
        "id": text("sentence_id or pair_id"),
        "model": number("z-score of the sentence, or model delta of the pair", nullable=True),
        "human": number("rating of the sentence, or human delta of the pair", nullable=True),
    },
    unique=("row", "id"),
    path="results/points/{dataset}/{level}.csv",
)
FITS = Table(
    "fits",
    {
        "row": text("system/measure", unique=True),
        "slope": number("slope of the best-fit line of human on model; empty where none exists", nullable=True),
        "intercept": number("its intercept", nullable=True),
        "pearson_r": number("Pearson's r of the points", nullable=True),
        "points": count("points with both values"),
        **interval(
            "r's 95 % interval over clusters, of sentences over families (sentences that share a cluster "
            "of pairs, a set, a construction or their text) and raters, where single ratings are known; empty: fewer "
            "than 10 points or five clusters"
        ),
    },
    path="results/metrics/{dataset}/{level}_fits.csv",
)
CORRELATIONS = Table(
    "correlations",
    {
        **DATASET,
        "row": text("system/measure, or human"),
        "column": text("system/measure, or human"),
        "pearson_r": number("Pearson's r of the pairs' deltas, or of the sentences' z-scores", nullable=True),
        "p_value": number("two-sided p of r = 0, as if the points were independent", nullable=True),
        **interval("the 95 % interval of r, by the jackknife over clusters"),
        "cluster_p": number("two-sided p of r = 0 by the same jackknife; figures mark by it", nullable=True),
        "points": count("pairs or sentences used: those where both columns have a value"),
        "common_r": number("Pearson's r over those that every row has that covers most", nullable=True),
        "common_p": number("its two-sided p of r = 0, as p_value", nullable=True),
        "common_points": count("how many these points are"),
    },
    unique=("row", "column"),
    path="results/metrics/{dataset}/{level}_correlations.csv",
)

ANALYSIS = Analysis(
    reads={"deltas": Each("deltas", "scorers")},
    writes=(POINTS, FITS, CORRELATIONS),
    when=("rated", "scores"),
    section=Section(170),
    quotes=(Level("fits", "sentences"),),
    tables={
        "ratings": Shown(
            reads={"fits": Level("fits", "sentences")},
            when=("sentences_only", "rated"),
            caption=(
                "Pearson's r of each system's scores with human ratings, over the sentences that have both.",
                "In brackets: 95 % intervals by the jackknife over families of sentences, which share a set, a "
                "construction or their text.",
                Part("They are over raters, too.", when=("single_ratings",)),
                "There are none for fewer than 10 sentences or five families.",
                Part(
                    "Sets and constructions cross, so all sentences are one family: the table crossed has intervals "
                    "over both.",
                    when=("crossed",),
                ),
            ),
        ),
    },
    figures={
        "correlations": Shown(
            reads={"correlations": Level("correlations", "pairs")},
            fixed={"level": "pairs"},
            when=("pairs", "rated"),
            caption=(
                "Pearson’s r of pairs’ deltas, between people and systems.",
                Part("It is also shown between systems.", when=("several_rows",)),
                "Each r is over the pairs for which both have a delta. Columns are numbered like the rows.",
                Part("A corner marks what is not significant over {clusters} (p ≥ {significance}).", cell=BRACKET),
            ),
        ),
        "sentence_correlations": Shown(
            reads={"correlations": Level("correlations", "sentences")},
            fixed={"level": "sentences"},
            function="correlations",
            caption=(
                "Pearson’s r of sentences’ z-scores, between people (their ratings) and systems.",
                Part("It is also shown between systems.", when=("several_rows",)),
                "Each r is over the sentences for which both have a value. Columns are numbered like the rows.",
                "A corner marks what is not significant over families of sentences (p ≥ {significance}).",
            ),
        ),
        "sentences": Shown(
            reads={"points": Level("points", "sentences"), "fits": Level("fits", "sentences")},
            fixed={"level": "sentences"},
            function="scatter",
            caption=(
                "Human ratings of sentences (y-axis) against z-scores of systems (x-axis). Points are shifted at "
                "random by at most 0.05 along the x-axis. Red: the best-fitting line."
            ),
        ),
        "pairs": Shown(
            reads={"points": Level("points", "pairs"), "fits": Level("fits", "pairs")},
            fixed={"level": "pairs"},
            when=("pairs", "rated"),
            function="scatter",
            caption=(
                "Human deltas of minimal pairs (y-axis) against deltas of systems (x-axis). Points are shifted at "
                "random by at most 0.05 along the x-axis. Red: the best-fitting line."
            ),
        ),
        "linking_functions": Shown(
            reads={"fits": Level("fits", "sentences")},
            when=("linking_functions",),
            caption=(
                "Pearson’s r of sentences’ scores with human ratings, by model and by linking function.",
                "A linking function turns a model’s log-probabilities into a score.",
                "Lines through the markers: 95 % intervals by the jackknife over families of sentences, which share a "
                "set, a construction, their text or (in pairs) one of the {clusters}.",
                Part("They are over raters, too.", when=("single_ratings",)),
                Part(
                    "There are none, because sets and constructions cross: all sentences are one family.",
                    when=("crossed",),
                ),
                Part("PLL: pseudo-log-likelihood, of masked models.", when=("pseudo",)),
                Part(
                    "A linking function that is fitted to ratings predicts those of other families than it was fitted "
                    "to. Without any knowledge, its r is below 0. Its interval takes the predictions as given.",
                    when=("fitted",),
                ),
            ),
        ),
    },
)
