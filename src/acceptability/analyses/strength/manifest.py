"""Test whether systems know how strong a preference is, and whether these ratings can show it."""

from acceptability.analyses.analysis import POPULATIONS, Analysis, Each, Part, Section, Shown
from acceptability.contracts.columns import DATASET, choice, count, dataset_table, positive, share, text

MEASURABLE = {
    "yes": "a perfect predictor is expected to be above the interval of the constant, and at SD 1 above the constant",
    "unclear": "it is expected to be above the constant, but not above the constant's interval",
    "scale": "it is expected to be above the constant, but not at SD 1, to which systems' scores are brought",
    "no": "it is expected to be no better than the constant: sampling error of ratings, or a large δ, hides strength",
    "unknown": "the sampling error of the ratings is not known, because single ratings are not",
}
STRENGTH = dataset_table(
    "strength",
    {
        **DATASET,
        "row": text("system/measure"),
        "threshold": positive("δ in standard deviations"),
        "pairs": count("rated pairs that the row covers"),
        "share": share("share of them that meet the ADC with the row's own signs and sizes, a tie counting as half"),
        "random_sizes": share("the share expected with the row's own signs, and each size that of any pair"),
        "signs_right": share("the share with the sizes of the row's own deltas, all of them positive"),
        "constant": share(
            "the share of one positive delta for all pairs, cross-validated over clusters", nullable=True
        ),
        "constant_high": share("the upper end of its 95 % interval", nullable=True),
        "chance": share("the share expected with the row's own deltas permuted over the pairs"),
        "perfect": share(
            "the share expected of a predictor that knows the expected rating of every sentence, on the scale of the "
            "ratings; empty: single ratings are not known",
            nullable=True,
        ),
        "perfect_sd_1": share(
            "the same with scores at a standard deviation of 1, as systems' are; of a row that covers a part, over the "
            "sentences that it scores",
            nullable=True,
        ),
        "perfect_pairs": count("pairs with single ratings, which the perfect predictor is about"),
        "measurable": choice("whether these ratings can measure strength at this δ", MEASURABLE),
    },
    unique=("row", "threshold"),
    may_be_empty=True,
)

ANALYSIS = Analysis(
    reads={"deltas": Each("deltas", "scorers")},
    optional={"scored_sentences": POPULATIONS["scored_sentences"]},
    writes=(STRENGTH,),
    when=("pairs", "rated", "scores"),
    section=Section(25, own="both"),
    quotes=("strength",),
    tables={
        "strength": Shown(
            caption=(
                "What the strength of preferences adds to the share of pairs that meet the ADC at the smallest δ.",
                "Own signs and sizes: the share itself. Own signs, random sizes: each pair keeps the sign of the "
                "row's delta and gets the size of any pair's delta. All signs right, own sizes: each pair keeps the "
                "size of the row's delta, and the acceptable sentence is preferred in all pairs.",
                Part(
                    "All signs right, one constant: one positive delta for all pairs, fitted to the {clusters} of "
                    "other folds.",
                    column="one constant",
                ),
                Part(
                    "Perfect predictor: the expected share of a system that knows the expected rating of every "
                    "sentence. It is about pairs with individual ratings, on the scale of the ratings and (SD 1) at a "
                    "standard deviation of 1, as systems' scores are. If it is no higher than the constant, these "
                    "ratings cannot measure strength.",
                    column="Perfect predictor",
                ),
                Part("Each row is about the pairs that it covers.", when=("partial",)),
                "A tie counts as half.",
            ),
        ),
    },
)
