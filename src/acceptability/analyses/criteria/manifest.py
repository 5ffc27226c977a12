"""Compute which share of the pairs meets each criterion, in every variant, with intervals over clusters."""

from acceptability.analyses.analysis import BRACKET, Analysis, Each, Level, Part, Section, Shown
from acceptability.contracts.columns import (
    DATASET,
    INTERVAL,
    MET,
    NOT_NEGATIVE,
    OVER_PHENOMENA,
    SYSTEM,
    THRESHOLD,
    dataset_table,
    interval,
    number,
    share,
    text,
)

BASELINES = {  # references that each row has beside it, on its pairs and its scale
    "oracle": "Oracle on these pairs",
    "best_constant": "Best constant on these pairs",
}
CRITERIA = dataset_table(
    "criteria",
    {
        **DATASET,
        **SYSTEM,
        "variant": text("corrected, or a variant that a study declares"),
        "criterion": text("blimp or adc"),
        **THRESHOLD,
        **MET,
        "met": number("pairs that meet the criterion; of references that are random, the number expected"),
        "share": number("met / pairs; above 1 where a variant lets more unrated pairs meet the ADC than are rated"),
        **INTERVAL,
        **OVER_PHENOMENA,
        "ties": number("pairs that count whose members have the same score; empty: no scores", nullable=True),
        "share_ties_half": number("the share that is compared with others: a tie counts as half", nullable=True),
        **interval(prefix="half_"),
        "share_ties_met": number(
            "the share if ties met the criterion, as where the first of two equal scores wins; empty for adc",
            nullable=True,
        ),
        "unanswered": share(
            "share of the pairs that count for which the row has no scores, or no decision; where no row covers all, "
            "of references: those that the row that covers most does not"
        ),
        "share_unanswered_half": number("share_ties_half if each of these pairs counted as half, too", nullable=True),
        "oracle": share(
            "share_ties_half of people's ratings, at a standard deviation of 1, on the same pairs, z-scored over the "
            "sentences that the rows with these pairs score; corrected; empty without ratings",
            nullable=True,
        ),
        "best_constant": share("the same of the best constant delta", nullable=True),
        "chance": share(
            "share that the same deltas are expected to meet when permuted over the pairs, ties half; ADC, corrected",
            nullable=True,
        ),
        "chance_sd": number("standard deviation of that share in one permutation, or in one draw", nullable=True),
        "excess": number("share_ties_half minus chance", nullable=True),
        **interval(prefix="excess_"),
        "chance_within": share("the same, each pair having the delta of another of its phenomenon", nullable=True),
        "excess_within": number("share_ties_half minus that", nullable=True),
        **interval(prefix="excess_within_"),
        "fold_sd": number(
            "standard deviation of the share over divisions into folds; empty: nothing is cross-validated",
            NOT_NEGATIVE,
            nullable=True,
        ),
    },
    unique=("system", "measure", "variant", "criterion", "threshold"),
)

CRITERION = (  # what captions say of the criteria
    Part("BLiMP criterion: the acceptable sentence has the higher score.", when=("scores",)),
    Part("BLiMP criterion: the acceptable sentence has the higher score.", unless=("systems",)),
    Part("BLiMP criterion: the system chose the acceptable sentence.", when=("decides",), unless=("scores",)),
    Part("Systems with decisions but no scores meet it if they chose that sentence.", when=("decides", "scores")),
    Part(
        "ADC (Acceptability Delta Criterion): the system’s delta has the sign of the human delta, and differs from it "
        "by less than δ.",
        when=("rated",),
    ),
    "A tie (two equal scores) counts as half.",
)

ANALYSIS = Analysis(
    reads={"deltas": Each("deltas", "every_system_and_references")},
    writes=(CRITERIA,),
    when=("pairs",),
    by_coverage=True,
    section=Section(20),
    quotes=("criteria",),
    tables={
        "criteria": Shown(
            optional={
                "restart_shares": ("restarts", "restart_shares"),
                "against_chance": ("systems", "against_chance"),
                "fits": (("rated", "scores"), Level("fits", "sentences")),
            },
            counts_pairs=True,
            caption=(
                "Share of minimal pairs that meet each criterion.",
                *CRITERION,
                Part("In brackets: 95 % intervals over {clusters}.", cell=BRACKET),
                Part("Pairs right: the number of pairs that meet the BLiMP criterion.", column="Pairs right"),
                Part(
                    "Chance: the share by the ADC at the smallest δ that a row is expected to reach if its own deltas "
                    "are permuted over the pairs.",
                    column="Chance",
                ),
                Part(
                    "p (50 %): two-sided p of a share of 50 %, by sign flips of whole {clusters}, or of single pairs "
                    "where there are too few. It is not adjusted for the number of rows.",
                    column="p (50 %)",
                ),
                Part("p (chance): the same for chance.", column="p (chance)"),
                Part("r with ratings: Pearson's r of scores and ratings of sentences.", column="r with ratings"),
                Part("After ±: standard deviation of one random draw.", cell="±"),
                Part("Strict: a tie is missed, as in papers. Ties met: a tie is right.", column="strict"),
                Part(
                    "Number of pairs: the pairs that a row covers. Unanswered: the other pairs. Baselines use the "
                    "pairs and the standardisation of the rows that cover most.",
                    column="Unanswered",
                ),
                Part(
                    "Other rows have the oracle and the best constant of their own pairs in further columns.",
                    column="on these pairs",
                ),
                Part("Variants: the share by the computation that a publication declares.", when=("variants",)),
                Part(
                    "Restarts, SD: the standard deviation of the share between the restarts of a classifier (labels: "
                    "only their labels are known).",
                    column="Restarts",
                ),
            ),
        ),
        "first_page": Shown(
            optional={
                "against_chance": ("systems", "against_chance"),
                "fits": (("rated", "scores"), Level("fits", "sentences")),
            },
            counts_pairs=True,
            caption=(
                "The main table as the first page of reports shows it. It has fewer columns than criteria, which "
                "explains them. In reports on publications, a tie is missed (strict); in others, it counts as half."
            ),
        ),
    },
    figures={
        "criteria": Shown(
            caption=(
                "Share of minimal pairs that meet each criterion.",
                Part("Lines through the points: 95 % intervals over {clusters}.", cell=BRACKET),
                *CRITERION,
                Part(
                    "Vertical strokes: chance, the share that a row is expected to reach if its own deltas are "
                    "permuted over the pairs.",
                    when=("rated",),
                ),
                "Open circles: baselines, not systems.",
            ),
        ),
    },
)
