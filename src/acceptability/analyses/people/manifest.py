"""Evaluate other people as a system, next to systems, baselines and the prediction of a model of sampling error."""

from dataclasses import replace

from acceptability.analyses.analysis import BRACKET, Analysis, Each, Part, Section, Shown
from acceptability.contracts.columns import DATASET, NOT_NEGATIVE, Table, count, interval, number, positive, share, text

PEOPLE = Table(
    "people",
    {
        **DATASET,
        "system": text(
            "a system; people (other people), predicted (what the noise model says of as many others), judge (of one "
            "without sampling error), reference; human (the human deltas themselves; only certain, certainly_met, "
            "place_share)"
        ),
        "measure": text("what was measured; raw or sd_1 (brought to an SD of 1): of the mean ratings"),
        "statistic": text(
            "blimp; adc; adc_se: the ADC with δ in standard errors of each human delta; pair_r, pair_rho; certain: "
            "share of pairs whose decision by the ADC is the same in the whole 95 % interval of the human delta; "
            "certainly_met: of those that meet it there; place_share: share of the variance of a rating around its "
            "sentence's mean that is an effect of the place in the questionnaire (see human_error)"
        ),
        "threshold": positive("δ, in standard deviations or in standard errors; empty: none", nullable=True),
        "value": number("share of pairs, or Pearson's r or Spearman's rho of deltas", nullable=True),
        **interval("its 95 % interval over clusters and raters"),
        "rater_sd": number(
            "root of the variance that raters add to that over clusters; 0: none is seen", nullable=True
        ),
        "chance": share("expected ADC of the same deltas, permuted over the pairs", nullable=True),
        "excess": number("value minus chance", nullable=True),
        **interval("its 95 % interval", prefix="excess_"),
        "above": number("value minus that of the constant delta that is best on other clusters", nullable=True),
        **interval("its 95 % interval", prefix="above_"),
        "fold_sd": number(
            "SD of above, or of a cross-validated reference, over divisions into folds", NOT_NEGATIVE, nullable=True
        ),
        "pairs": count("pairs of which every panel rated both members"),
    },
    unique=("system", "measure", "statistic", "threshold"),
    may_be_empty=True,
    path="results/metrics/{dataset}/people.csv",
)
SWAPPED = replace(PEOPLE, name="people_swapped", path="results/metrics/{dataset}/people_swapped.csv")

ANALYSIS = Analysis(
    reads={"deltas": Each("deltas", "scorers")},
    writes=(PEOPLE, SWAPPED),
    when=("pairs", "single_ratings", "scores"),
    by_coverage=True,
    section=Section(130),
    quotes=("people",),
    tables={
        "people": Shown(
            caption=(
                "Systems and baselines on the pairs whose individual ratings are known.",
                Part(
                    "Other people rated the same sentences in another experiment. They are scored like a system: on "
                    "their own scale, and scaled to a standard deviation of 1, as systems' scores are. The next rows "
                    "show what a model of sampling error predicts for them, and for a judge who knows the mean rating "
                    "of each sentence over very many participants.",
                    when=("other_ratings",),
                ),
                Part(
                    "Above the best constant: the share minus that of the constant delta that is best for the "
                    "{clusters} of other folds (cross-validated), as a mean over random divisions into folds. After "
                    "±: the SD of the constant over these divisions.",
                    column="Above",
                ),
                Part("In brackets: 95 % intervals over {clusters} and raters.", cell=BRACKET),
            ),
        ),
        "rating_noise": Shown(
            caption=(
                "How the sampling error of the human ratings affects the ADC, on the pairs whose individual ratings "
                "are known.",
                Part(
                    "Certain: the share of pairs for which the ADC gives the same decision wherever in its 95 % "
                    "interval the human delta lies.",
                    column="Certain",
                ),
                Part(
                    "Met for certain: the share of those that meet it; no system has more than the human deltas "
                    "themselves.",
                    column="Met for certain",
                ),
                Part("SE: δ in standard errors of each human delta.", column=" SE"),
                Part(
                    "Expected ratings: what a judge would reach who knows the mean rating of each sentence over very "
                    "many people.",
                    when=("other_ratings",),
                ),
            ),
        ),
        "swapped": Shown(
            optional={"choice_agreement": ("choices", "choice_agreement")},
            when=("pairs", "other_ratings"),
            caption=(
                "Whether it matters which people systems are compared with.",
                "The ADC at the smallest δ and Pearson's r of deltas: with the dataset's ratings, and with those of "
                "other people, from another experiment.",
                Part("r with choices: r with the share of people who chose the acceptable sentence.", column="choices"),
            ),
        ),
    },
    figures={
        "people": Shown(
            caption=(
                "Share of pairs that meet the ADC at the smallest δ, on the pairs whose individual ratings are known.",
                Part("Lines through the points: 95 % intervals over {clusters} and raters.", cell=BRACKET),
                "Vertical strokes: chance, the share that is expected if the same deltas are permuted over the pairs.",
                Part(
                    "Dashed line and grey band: the best constant delta and its 95 % interval. It uses only which "
                    "sentence of a pair is acceptable.",
                    cell=BRACKET,
                ),
                Part(
                    "Other people rated the same sentences in another experiment. “SD 1”: their mean ratings are "
                    "scaled to a standard deviation of 1, as systems’ scores are.",
                    when=("other_ratings",),
                ),
            ),
        ),
    },
)
