"""Compute the share of right pairs by length, by score and by the size of the delta."""

from acceptability.analyses.analysis import Analysis, Each, Section, Shown
from acceptability.contracts.columns import DATASET, count, dataset_table, interval, number, share, text

BY_PREDICTOR = dataset_table(
    "by_predictor",
    {
        **DATASET,
        "row": text("system/measure"),
        "predictor": text(
            "words, difference, characters, same_words, first_difference, score, score_per_word, confidence: see "
            "analyses.predictors.compute"
        ),
        "bin": count("number of the bin, from 1"),
        "value": number("words, number of a word, −1 to 1, or number of the tenth"),
        "pairs": count("pairs in the bin"),
        "ties": count("pairs whose members have the same score"),
        "share": share("share of them that meet the BLiMP criterion, corrected"),
        "share_ties_half": share("the share if ties were decided at random"),
        **interval(),
    },
    unique=("row", "predictor", "bin"),
)

ANALYSIS = Analysis(
    reads={"deltas": Each("deltas", "scorers")},
    writes=(BY_PREDICTOR,),
    when=("paradigms", "scores"),
    by_coverage=True,
    section=Section(60),
    figures={
        "lengths": Shown(
            caption=(
                "Share of pairs that meet the BLiMP criterion, by properties of the pair.",
                "The number of words of the acceptable sentence (rare lengths joined with the next one), whether it "
                "is shorter or longer than the other, its score and its score per word (from the lowest tenth of the "
                "pairs to the highest), and the size of the delta, which is how sure the system is.",
                "A tie counts as half.",
            ),
        ),
    },
)
