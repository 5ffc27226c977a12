"""Tables of parts of pairs and sentences: by paradigm and phenomenon, by length, in 2 × 2 designs, in pairs or not."""

from acceptability.contracts.columns import Table, any_text, count, number, share, text

_DATASET = {"dataset": text("key of the dataset in the configuration")}

BY_LEVEL = Table(
    "by_level",
    {
        **_DATASET,
        "system": text("key of the system; people: those who chose one sentence of a pair"),
        "measure": text("what was measured; accuracy, where only shares by paradigm are known; individual: people"),
        "level": text("all, phenomenon or paradigm"),
        "group": text("the phenomenon or the paradigm; all"),
        "of": text("the phenomenon of a paradigm; else the group itself"),
        "over": text("what intervals resample: clusters, paradigms or pairs"),
        "met": number("pairs that meet the BLiMP criterion, corrected; of people, the sum of their shares"),
        "ties": number("pairs whose members have the same score; empty: not known", nullable=True),
        "pairs": count("pairs that count"),
        "share": share("met / pairs"),
        "low": number("lower end of the share's 95 % interval: see analysis.levels", nullable=True),
        "high": number("upper end of that interval", nullable=True),
        "share_ties_half": share("the share if a coin decided ties"),
        "half_low": number("lower end of its 95 % interval", nullable=True),
        "half_high": number("upper end of that interval", nullable=True),
    },
    unique=("system", "measure", "level", "group"),
)

LEVEL_MEANS = Table(
    "level_means",
    {
        **_DATASET,
        "system": text("as in by_level"),
        "measure": text("as in by_level"),
        "level": text("phenomenon or paradigm: of which the mean is"),
        "groups": count("phenomena or paradigms; each counts alike, whatever its number of pairs"),
        "mean": share("mean of their shares"),
        "low": number("lower end of its 95 % interval over phenomena, or paradigms", nullable=True),
        "high": number("upper end of that interval", nullable=True),
        "mean_ties_half": share("mean of their shares if a coin decided ties"),
        "half_low": number("lower end of its 95 % interval", nullable=True),
        "half_high": number("upper end of that interval", nullable=True),
    },
    unique=("system", "measure", "level"),
)

BY_PREDICTOR = Table(
    "by_predictor",
    {
        **_DATASET,
        "row": text("system/measure"),
        "predictor": text(
            "words, difference, characters, same_words, first_difference, score, score_per_word, confidence: see "
            "analysis.predictors"
        ),
        "bin": count("number of the bin, from 1"),
        "value": number("words, number of a word, −1 to 1, or number of the tenth"),
        "pairs": count("pairs in the bin"),
        "ties": count("pairs whose members have the same score"),
        "share": share("share of them that meet the BLiMP criterion, corrected"),
        "share_ties_half": share("the share if a coin decided ties"),
        "low": number("lower end of its 95 % interval over clusters", nullable=True),
        "high": number("upper end of that interval", nullable=True),
    },
    unique=("row", "predictor", "bin"),
)

FACTORIAL = Table(
    "factorial",
    {
        **_DATASET,
        "row": text("system/measure, or human"),
        "design": text("the 2 × 2 design"),
        "statistic": text(
            "the mean z-score of a condition, by its levels; factor_1, factor_2: the first level of one factor minus "
            "the second, at the first level of the other; interaction: that of factor_1 at the second level of the "
            "other, minus that at the first"
        ),
        "factor_1": any_text("the condition's level of the first factor; empty for an effect"),
        "factor_2": any_text("its level of the second factor"),
        "value": number("the statistic; empty: a condition has no values", nullable=True),
        "low": number(
            "lower end of its 95 % interval over sets, the items; of people whose single ratings are known, over items "
            "and people jointly",
            nullable=True,
        ),
        "high": number("upper end of that interval", nullable=True),
        "sets": count("sets of the design"),
        "people": count("participants who rated sentences of the design; 0: not known"),
    },
    unique=("row", "design", "statistic", "factor_1", "factor_2"),
)

PREDICTIONS = Table(
    "predictions",
    {
        **_DATASET,
        "row": text("system/measure"),
        "statistic": text(
            "within_pair_r: Pearson's r of the scores of the two sentences of a pair; pair_r: of the differences of "
            "scores and people's; auc: of all sentences in pairs, in whatever pair; paired: the share of pairs whose "
            "good sentence has the higher score; ties half; see analysis.predictions"
        ),
        "value": number("the statistic; empty: a side does not vary", nullable=True),
        "low": number("lower end of its 95 % interval over clusters", nullable=True),
        "high": number("upper end of that interval", nullable=True),
        "number": count("pairs that count; of pair_r, those of which people's difference is known"),
    },
    unique=("row", "statistic"),
)
