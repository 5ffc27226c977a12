"""Compute which share of the pairs meets each criterion, in every variant, with intervals over clusters."""

from acceptability.analyses.analysis import Analysis, Each, Level, Section, Shown
from acceptability.contracts.columns import (
    DATASET,
    INTERVAL,
    MET,
    NOT_NEGATIVE,
    OVER_PHENOMENA,
    SYSTEM,
    THRESHOLD,
    Table,
    interval,
    number,
    share,
    text,
)

BASELINES = {  # references that each row has beside it, on its pairs and its scale
    "oracle": "Oracle on these pairs",
    "best_constant": "Best constant on these pairs",
}
CRITERIA = Table(
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
    path="results/metrics/{dataset}/criteria.csv",
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
                "Share of minimal pairs that meet the BLiMP criterion and the Acceptability Delta Criterion (ADC) "
                "at each δ. Ties count as half. In brackets: 95 % intervals over clusters of pairs. Pairs right: "
                "the number of pairs that meet the BLiMP criterion. Chance: the share by the ADC at the smallest δ "
                "that a row is expected to reach if its own deltas are permuted over the pairs. p (50 %), p "
                "(chance): two-sided p of the share being 50 % or chance, by sign flips of whole clusters (of "
                "single pairs where clusters are too few), not adjusted for the number of rows. r with ratings: "
                "Pearson's r of scores and ratings of sentences. After ±: standard deviation of one random draw. "
                "Where a system has many ties, further columns count them and take each as missed (strict), as "
                "papers do, or as met. Number of pairs: the pairs that a row covers; unanswered: the others. "
                "References use the pairs and the standardisation of the rows that cover most; other rows have the "
                "oracle and the best constant of their own pairs in further columns. Further columns: variants "
                "that a paper declares, and the standard deviation of the share between the restarts of a classifier "
                "(labels: only their labels are known)."
            ),
        ),
    },
    figures={
        "criteria": Shown(
            caption=(
                "Share of minimal pairs that meet each criterion, a tie counting as half, with 95 % intervals "
                "over clusters of pairs, such as publications, paradigms or phenomena. The BLiMP criterion: the "
                "acceptable sentence has the higher score. The Acceptability Delta Criterion (ADC): the system’s "
                "delta is within δ of the human one, and has its sign. Vertical strokes: chance, which is what a "
                "row’s own deltas are expected to reach when they are assigned to the pairs at random. Open "
                "circles: baselines."
            ),
        ),
    },
)
