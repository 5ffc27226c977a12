"""Compare two panels that labelled the same sentences: their agreement, and which one scores agree with more."""

from acceptability.analyses.analysis import Analysis, Section, Shown
from acceptability.contracts.columns import DATASET, INTERVAL, choice, count, dataset_table, number, text

PANEL_AGREEMENT = dataset_table(
    "panel_agreement",
    {
        **DATASET,
        "statistic": text(
            "shares of the sentences: both (both panels call them acceptable), first_only, second_only, neither; agree "
            "(both or neither); first_acceptable, second_acceptable. Then mcc (Matthews correlation coefficient of "
            "both labels) and kappa (Cohen's)"
        ),
        "value": number("the statistic; empty: a panel gives all sentences one label", nullable=True),
        **INTERVAL,
        "sentences": count("of a share, the sentences of which it is true; else those with both labels"),
    },
    unique=("statistic",),
)
PANEL_SEPARATION = dataset_table(
    "panel_separation",
    {
        **DATASET,
        "system": text("key of the system; people: the labels of the other panel replace scores"),
        "measure": text("what was measured; of people, other_panel"),
        "statistic": text("auc, pbc (point-biserial correlation) or cross_validated_mcc, as in separation"),
        "against": choice(
            "whose labels the scores are judged by",
            {
                "first": "the first panel's",
                "second": "the second panel's",
                "difference": "the first minus the second, on the same sentences",
                "agreed": "of those sentences alone on which both panels agree",
            },
        ),
        "value": number("the statistic; empty: all labels or all scores are equal", nullable=True),
        **INTERVAL,
        "sentences": count("with a score and both labels; of agreed, those of them on which both agree"),
    },
    unique=("system", "measure", "statistic", "against"),
)

ANALYSIS = Analysis(
    writes=(PANEL_AGREEMENT, PANEL_SEPARATION),
    when=("panels",),
    section=Section(235, own="both"),
    quotes=("panel_agreement",),
    tables={
        "panel_agreement": Shown(
            caption=(
                "Two panels that labelled the same sentences: how many sentences each calls acceptable, and how well "
                "they agree. MCC: Matthews correlation coefficient of the labels. κ: Cohen's kappa, the share on which "
                "they agree beyond what chance gives two panels that call as many acceptable. In brackets: 95 % "
                "intervals by the jackknife over clusters."
            ),
        ),
        "panels": Shown(
            caption=(
                "How well scores separate acceptable sentences from others, by the labels of either panel, on the same "
                "sentences; in brackets, 95 % intervals by the jackknife over clusters. Difference: by the first "
                "panel's labels minus by the second's; where its interval leaves out 0, scores are nearer to one "
                "panel. Scores that are not above chance by the labels of either are nearer to neither. Both agree: on "
                "those sentences alone that both panels give the same label. The other panel: its labels in place of "
                "scores; panels that do not call as many sentences acceptable are not equally easy to follow. MCC: at "
                "the threshold that is best for all other clusters. Differences are not corrected for their number."
            ),
        ),
    },
    figures={
        "panels": Shown(
            caption=(
                "How well scores separate acceptable sentences from others, by the labels of either panel and on those "
                "sentences on which both agree, with 95 % intervals by the jackknife over clusters. The other panel: "
                "its labels in place of scores. Dotted: chance. MCC: at the threshold that is best for all other "
                "clusters."
            ),
        ),
    },
)
