"""Compute both criteria by phenomenon; the BLiMP criterion by paradigm too."""

from acceptability.analyses.analysis import BRACKET, Analysis, Each, Part, Section, Shown
from acceptability.contracts.columns import (
    DATASET,
    MET,
    SYSTEM,
    THRESHOLD,
    count,
    dataset_table,
    interval,
    number,
    share,
    text,
    zero_or_one,
)

PHENOMENA = dataset_table(
    "phenomena",
    {
        **DATASET,
        **SYSTEM,
        "phenomenon": text("phenomenon of the pairs"),
        "criterion": text("blimp or adc; both corrected"),
        **THRESHOLD,
        **MET,
        "mean_human_delta": number("mean of the human deltas of these pairs; empty: no ratings", nullable=True),
        "mean_model_delta": number("mean of the model deltas of these pairs"),
        "mean_meets": zero_or_one("1 where these two means meet the criterion"),
    },
    unique=("system", "measure", "phenomenon", "criterion", "threshold"),
)
BY_LEVEL = dataset_table(
    "by_level",
    {
        **DATASET,
        "system": text("key of the system; people: those who chose one sentence of a pair"),
        "measure": text(
            "what was measured; accuracy, where only shares by paradigm are known; individual: people; summed: people "
            "of whose answers only sums by paradigm are known, so that pairs are answers"
        ),
        "level": text("all, phenomenon or paradigm"),
        "group": text("the phenomenon or the paradigm; all"),
        "of": text("the phenomenon of a paradigm; else the group itself"),
        "over": text("what intervals resample: clusters, paradigms or pairs; of people, these and people jointly"),
        "met": number("pairs that meet the BLiMP criterion, corrected; of people, the sum of their shares"),
        "ties": number("pairs whose members have the same score; empty: not known", nullable=True),
        "pairs": count("pairs that count"),
        "share": share("met / pairs"),
        **interval("the share's 95 % interval: see statistics.levels"),
        "share_ties_half": share("the share if ties were decided at random"),
        **interval("its 95 % interval", prefix="half_"),
    },
    unique=("system", "measure", "level", "group"),
)
LEVEL_MEANS = dataset_table(
    "level_means",
    {
        **DATASET,
        "system": text("as in by_level"),
        "measure": text("as in by_level"),
        "level": text("phenomenon or paradigm: of which the mean is"),
        "groups": count("phenomena or paradigms; each counts alike, whatever its number of pairs"),
        "mean": share("mean of their shares"),
        **interval("its 95 % interval over phenomena, or paradigms"),
        "mean_ties_half": share("mean of their shares if ties were decided at random"),
        **interval("its 95 % interval", prefix="half_"),
    },
    unique=("system", "measure", "level"),
)

ANALYSIS = Analysis(
    reads={"deltas": Each("deltas", "every_system_and_references")},
    writes=(PHENOMENA, BY_LEVEL, LEVEL_MEANS),
    when=("pairs", "shares"),
    by_coverage=True,
    section=Section(50, own="both"),
    quotes=("by_level", "level_means"),
    tables={
        "by_phenomenon": Shown(
            fixed={"level": "phenomenon"},
            function="levels",
            caption=(
                "Share of pairs that meet the BLiMP criterion, by phenomenon.",
                Part("A tie counts as half.", when=("scores",)),
                Part(
                    "In brackets: 95 % intervals over the phenomenon's paradigms, or over its pairs if it has fewer "
                    "than five paradigms. Of all pairs, and where a paradigm has pairs of several {clusters}, they "
                    "are over {clusters}.",
                    when=("paradigms",),
                    cell=BRACKET,
                ),
                Part(
                    "In brackets: 95 % intervals over the phenomenon's pairs; of all pairs, over {clusters}.",
                    unless=("paradigms",),
                    cell=BRACKET,
                ),
                Part("There are none over fewer than five.", cell=BRACKET),
                Part("Strict: a tie is missed. Ties met: a tie is right.", column="strict"),
            ),
        ),
        "phenomenon_ranking": Shown(
            when=("pairs", "systems"),
            caption=(
                "Phenomena, with those first that most systems get right.",
                "A system gets a phenomenon right if its mean delta over the phenomenon's pairs meets the criterion.",
                Part("Human deltas are averaged in the same way.", when=("rated",)),
                "Below the name of a criterion: how many systems meet it with at least one measure.",
                Part("Difference: mean distance of the systems' mean deltas from the human one.", column="Difference"),
                "The sentences are those of the phenomenon's first pair.",
            ),
        ),
        "phenomenon_shares": Shown(
            caption=(
                "Share of the phenomena that each system gets right: its mean delta over the pairs of the phenomenon "
                "meets the criterion.",
            ),
        ),
        "phenomenon_systems": Shown(
            when=("pairs", "systems"),
            caption=(
                "Which system gets which phenomenon right.",
                Part(
                    '"yes": its mean delta over the pairs of the phenomenon meets the ADC at the smallest δ.',
                    when=("rated", "scores"),
                ),
                Part(
                    '"yes": its mean delta over the pairs of the phenomenon meets the BLiMP criterion.',
                    unless=("rated",),
                ),
                "Phenomena that most systems get right come first.",
            ),
        ),
        "level_means": Shown(
            when=("paradigms", "shares"),
            caption=(
                "Share of pairs that meet the BLiMP criterion: of all pairs, as the mean over paradigms, and as the "
                "mean over phenomena.",
                Part("A tie counts as half.", when=("scores",)),
                "In brackets: 95 % intervals over {clusters}, paradigms and phenomena.",
            ),
        ),
        "by_paradigm": Shown(
            fixed={"level": "paradigm"},
            when=("paradigms", "shares"),
            function="levels",
            caption=(
                "Share of pairs that meet the BLiMP criterion, by paradigm.",
                Part("A tie counts as half.", when=("scores",)),
                "In brackets: 95 % intervals over the paradigm's pairs, or over {clusters} where a paradigm has pairs "
                "of several {clusters}.",
                Part("Strict: a tie is missed. Ties met: a tie is right.", column="strict"),
                Part("People: their single answers.", when=("choices",)),
                Part("Of some systems, only these shares were released.", when=("accuracies",)),
            ),
        ),
    },
    figures={
        "phenomena": Shown(
            when=("pairs", "systems"),
            caption=(
                "Results of each system for each phenomenon.",
                "The legend explains the values. In brackets: the number of pairs.",
            ),
        ),
        "paradigms": Shown(
            when=("paradigms", "shares"),
            caption=(
                "Share of the pairs of each paradigm that each system gets right by the BLiMP criterion.",
                Part("A tie counts as half.", when=("scores",)),
                "In brackets: the number of pairs. 0.5, in white, is chance.",
                Part("People: the share of their answers that are right.", when=("choices",)),
                Part("Of some systems, only the share of each paradigm was released.", when=("accuracies",)),
            ),
        ),
        "phenomenon_bars": Shown(
            when=("paradigms", "shares"),
            caption=(
                "Share of pairs that meet the BLiMP criterion, by phenomenon.",
                Part("A tie counts as half.", when=("scores",)),
                "Lines: 95 % intervals over the phenomenon's paradigms, or over its pairs if it has fewer than five "
                "paradigms. Of all pairs, and where a paradigm has pairs of several {clusters}, they are over "
                "{clusters}.",
                Part("Vertical strokes: the share of people's single answers that are right.", when=("choices",)),
                "Dotted: chance.",
            ),
        ),
    },
)
