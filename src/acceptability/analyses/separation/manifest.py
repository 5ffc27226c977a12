"""Measure how well scores separate acceptable sentences from others, by expert labels."""

from acceptability.analyses.analysis import BRACKET, Analysis, Part, Section, Shown
from acceptability.contracts.columns import DATASET, INTERVAL, SYSTEM, count, dataset_table, number, text

SEPARATION = dataset_table(
    "separation",
    {
        **DATASET,
        **SYSTEM,
        "statistic": text(
            "of all labelled sentences: pbc (point-biserial correlation), most_possible_pbc, auc, d_prime, best_mcc, "
            "cross_validated_mcc; where a score has a threshold of its own (0 for yes_no and for a classifier's "
            "margin), accuracy and mcc there; where scores are logarithms, exp_pbc and exp_heaviest (share of the "
            "variance of the exponentiated scores that is due to one sentence); of sets, which are paradigms where "
            "there are pairs: set_centred_pbc, within_share, mean_set_pbc, median_set_pbc, exp_median_set_pbc (as "
            "exp_pbc), sets, undefined_sets"
        ),
        "value": number("the statistic; empty: all labels or all scores are equal", nullable=True),
        **INTERVAL,
        "items": count("sentences that count; of sets, a sentence counts in each of its sets"),
        "sentence_id": text("of exp_heaviest: that sentence", nullable=True),
    },
    unique=("system", "measure", "statistic"),
)

ANALYSIS = Analysis(
    writes=(SEPARATION,),
    when=("labelled", "scores"),
    quotes=("separation",),
    section=Section(240, own="short"),
    tables={
        "separation": Shown(
            caption=(
                "How well scores separate acceptable sentences from others, by the expert labels.",
                "PBC: point-biserial correlation of scores and labels.",
                Part("Most possible PBC: the most that the same scores could reach.", column="Most possible"),
                Part("exp: PBC of exponentiated scores, which are logarithms.", column="PBC, exp"),
                Part(
                    "Heaviest: the share of the variance of exponentiated scores that is due to one sentence.",
                    column="Heaviest",
                ),
                "AUC: how often an acceptable sentence scores higher than another one; 0.5 is chance.",
                "d′: the distance of two normal distributions with this AUC.",
                "MCC: Matthews correlation coefficient at the threshold that is best for these sentences.",
                Part(
                    "MCC, cross-validated: at the threshold that is best for all other clusters.",
                    column="cross-validated",
                ),
                Part("Accuracy: at the threshold that a score itself has.", column="Accuracy"),
                Part("Sets are the paradigms.", when=("paradigms",), column="Within sets"),
                Part("Sets are the phenomena.", when=("pairs",), unless=("paradigms",), column="Within sets"),
                Part(
                    "PBC, set-centred: PBC of scores minus the mean of their set. Within sets: the share of the "
                    "variance that lies within sets. Mean and median: of the sets' own PBCs.",
                    column="Within sets",
                ),
                Part("In brackets: 95 % intervals by the jackknife over clusters.", cell=BRACKET),
            ),
        ),
    },
)
