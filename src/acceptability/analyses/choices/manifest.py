"""Compare systems with people who chose the better sentence of a pair: shares, and how reliable they are."""

from acceptability.analyses.analysis import Analysis, Each, Section, Shown
from acceptability.contracts.columns import DATASET, NOT_NEGATIVE, Table, count, interval, number, positive, share, text

CHOSEN_PAIRS = Table(
    "chosen_pairs",
    {
        "pair_id": text("the pair", unique=True),
        "paradigm": text("its paradigm"),
        "phenomenon": text("its phenomenon"),
        "cluster": text("what intervals treat as a unit"),
        "answers": count("people who chose one of its sentences"),
        "right": count("how many chose the acceptable one"),
        "share": share("right / answers"),
        "majority": text("right, wrong, or split: as many for the one as for the other"),
    },
    may_be_empty=True,
    path="results/metrics/{dataset}/choices_pairs.csv",
)
CHOOSERS = Table(
    "choosers",
    {
        "participant": text("who chose", unique=True),
        "answers": count("pairs that the participant judged"),
        "right": count("how often the participant chose the acceptable sentence"),
        "share": share("right / answers"),
        "p": share("how likely somebody who guesses gives so many right answers, or more"),
    },
    may_be_empty=True,
    path="results/metrics/{dataset}/choices_people.csv",
)
CHOICE_SUMMARY = Table(
    "choice_summary",
    {
        **DATASET,
        "statistic": text(
            "answers, participants; means over pairs: individual (share of right answers; individual_all: as if the "
            "excluded answers counted), majority (right), split, "
            "unanimous, best_guess (share of the more frequent answer: what a fixed choice can agree with at most), "
            "one_against_others (a single participant chooses as most others do); at_chance: participants who answered "
            "often and are not above chance; good_first, place_slope: see statistics.places.effects_on_choices; "
            "reliability: pairs_over_people, paradigms_over_people, paradigms_over_pairs; where "
            "pairs are rated: rated_r and rated_adc, see statistics.choices.beside_ratings"
        ),
        "threshold": positive("δ in standard deviations; empty except for rated_adc", nullable=True),
        "value": number("the statistic", nullable=True),
        **interval("its 95 % interval over clusters, of single answers over clusters and people jointly; empty: none"),
        "number": count("pairs, participants or paradigms that it is over"),
        "fold_sd": number(
            "SD over divisions into folds, of rated_adc; empty: nothing is cross-validated",
            NOT_NEGATIVE,
            nullable=True,
        ),
    },
    unique=("statistic", "threshold"),
    path="results/metrics/{dataset}/choices_summary.csv",
)
CHOICE_AGREEMENT = Table(
    "choice_agreement",
    {
        **DATASET,
        "row": text("system/measure"),
        "statistic": text("answers, majority (shares), pair_r, paradigm_r: see statistics.choices.agreement"),
        "value": number("the statistic", nullable=True),
        **interval(),
        "ceiling": number("what the people's own disagreement leaves to reach", nullable=True),
        "number": count("pairs or paradigms that it is over"),
    },
    unique=("row", "statistic"),
    path="results/metrics/{dataset}/choices_agreement.csv",
)

ANALYSIS = Analysis(
    reads={"deltas": Each("deltas", "every_system_and_references")},
    writes=(CHOSEN_PAIRS, CHOOSERS, CHOICE_SUMMARY, CHOICE_AGREEMENT),
    when=("choices",),
    by_coverage=True,
    section=Section(70),
    quotes=("choice_summary",),
    tables={
        "choices": Shown(
            caption=(
                "Systems compared with people who chose the better sentence of a pair: the share of their single "
                "answers, and of the pairs on which most of them agree, that a system agrees with; Pearson's r of "
                "its deltas with the share of people who chose the acceptable sentence, and of its shares by "
                "paradigm with theirs. In brackets: 95 % intervals over clusters. Ceiling: what people's own "
                "disagreement leaves to reach."
            ),
        ),
        "choice_pairs": Shown(
            caption=(
                "Pairs of which people did not choose the acceptable sentence more often than the other one. Right: "
                "people who chose the acceptable sentence."
            ),
        ),
    },
    figures={
        "choices": Shown(
            caption=(
                "Systems compared with people who chose the better sentence of a pair: the share of single answers "
                "that a system agrees with; the correlation of its deltas with the share of people who chose the "
                "acceptable sentence; and that of its shares by paradigm with theirs. Lines through the points: "
                "95 % intervals over clusters. Dashed: the ceiling, which is what people’s own disagreement "
                "leaves to reach. Orange: how often a single participant agrees with most others. Dotted: chance."
            ),
        ),
    },
)
