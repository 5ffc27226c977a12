"""List who was left out of an experiment, and compute the results without any exclusion."""

from acceptability.analyses.analysis import Analysis, Each, Part, Section, Shown
from acceptability.contracts.columns import DATASET, SYSTEM, count, dataset_table, number, positive, share, text

EXCLUSIONS = dataset_table(
    "exclusions",
    {
        **DATASET,
        "rule": text(
            "all: everybody who was asked; a rule with its number, such as gold=0.2: those whom it left out, or "
            "whose answers it left out; "
            "none: those who count",
            unique=True,
        ),
        "participants": count("how many people; 0 for a rule that leaves out single answers"),
        "answers": count("their ratings of sentences and of fillers"),
        "unanswered": count("questions that they did not answer"),
        "share": share("their share of all participants"),
    },
)
EXCLUSION_RESULTS = dataset_table(
    "exclusion_results",
    {
        **DATASET,
        **SYSTEM,
        "statistic": text("adc: share of the pairs that meet it, as in criteria; pair_r: Pearson's r of deltas"),
        "threshold": positive("δ in standard deviations; empty for pair_r", nullable=True),
        "with_all": number("the statistic if the ratings of all who have z-scores count", nullable=True),
        "without": number("the statistic without those whom a rule left out, as everywhere else", nullable=True),
        "pairs_with_all": count("pairs that with_all is over"),
        "pairs_without": count("pairs that without is over"),
    },
    unique=("system", "measure", "statistic", "threshold"),
    may_be_empty=True,
)

ANALYSIS = Analysis(
    reads={"deltas": Each("deltas", "scorers")},
    writes=(EXCLUSIONS, EXCLUSION_RESULTS),
    when=("rated", "responses"),
    section=Section(125, own="both"),
    quotes=("exclusions", "exclusion_results"),
    tables={
        "exclusions": Shown(
            caption=(
                "Who was left out of the experiment: participants, with their ratings of sentences and of fillers, "
                "and questions without an answer. A participant whom several rules leave out is counted with the "
                "first of them."
            ),
        ),
        "exclusion_results": Shown(
            caption=(
                "What leaving out participants changes: results with the ratings of all participants, and without "
                "those who were left out.",
                Part(
                    "ADC: the share of pairs that meet the Acceptability Delta Criterion at each δ; a tie (two equal "
                    "scores) is missed.",
                    column="ADC",
                ),
                Part("r: Pearson's r of each system's deltas with the human ones.", column="r of deltas"),
                Part("The BLiMP criterion does not depend on ratings.", when=("pairs",)),
            ),
        ),
    },
)
