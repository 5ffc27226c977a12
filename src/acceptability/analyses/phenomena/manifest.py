"""Compute both criteria by phenomenon; the BLiMP criterion by paradigm too."""

from acceptability.analyses.analysis import Analysis, Each, Section, Shown
from acceptability.contracts.columns import (
    DATASET,
    MET,
    SYSTEM,
    THRESHOLD,
    Table,
    count,
    interval,
    number,
    share,
    text,
    zero_or_one,
)

PHENOMENA = Table(
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
    path="results/metrics/{dataset}/phenomena.csv",
)
BY_LEVEL = Table(
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
    path="results/metrics/{dataset}/by_level.csv",
)
LEVEL_MEANS = Table(
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
    path="results/metrics/{dataset}/level_means.csv",
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
                "Share of pairs that meet the BLiMP criterion, a tie counting as half, by phenomenon; in brackets, "
                "95 % intervals over the phenomenon's paradigms, or its pairs if it has fewer than five paradigms (of "
                "all pairs, and where a paradigm has pairs of several clusters: over clusters). There is none over "
                "fewer than five of these. For systems with ties, the CSV also has the shares that count each tie as "
                "missed (strict), and as met."
            ),
        ),
        "phenomenon_ranking": Shown(
            when=("pairs", "systems"),
            caption=(
                "Phenomena, with those first that most systems get right: the mean delta over all pairs of the "
                "phenomenon meets the criterion; human deltas are averaged in the same way. Under each criterion: "
                "how many systems do so with at least one measure. Difference: mean distance of the systems' mean "
                "deltas from the human one. Sentences: the phenomenon's first pair."
            ),
        ),
        "phenomenon_shares": Shown(
            caption=(
                "Share of the phenomena that each system gets right: its mean delta over the pairs of the "
                "phenomenon meets the criterion."
            ),
        ),
        "phenomenon_systems": Shown(
            when=("pairs", "systems"),
            caption=(
                'Which system gets which phenomenon right: "yes" if its mean delta over the pairs of the '
                "phenomenon meets the strictest criterion (the ADC at the smallest δ; without ratings, the BLiMP "
                "criterion). Phenomena that most systems get right come first."
            ),
        ),
        "level_means": Shown(
            when=("paradigms", "shares"),
            caption=(
                "Share of pairs that meet the BLiMP criterion, a tie counting as half: of all pairs, as the mean "
                "over paradigms, and as the mean over phenomena; in brackets, 95 % intervals over clusters, "
                "paradigms and phenomena."
            ),
        ),
        "by_paradigm": Shown(
            fixed={"level": "paradigm"},
            when=("paradigms", "shares"),
            function="levels",
            caption=(
                "Share of pairs that meet the BLiMP criterion, a tie counting as half, by paradigm; in brackets, 95 % "
                "intervals over its pairs (where a paradigm has pairs of several clusters: over clusters). Where a "
                "system has ties, further columns count each as missed (strict), and as met. Beside the systems: "
                "people's single answers, and systems of which only these shares were released."
            ),
        ),
    },
    figures={
        "phenomena": Shown(
            when=("pairs", "systems"),
            caption=(
                "Phenomena, with their number of pairs in brackets, and systems. For up to 70 phenomena: the "
                "share of their pairs that each system gets right by the BLiMP criterion; 0.5, in white, is "
                "chance. For more phenomena with ratings: the strictest criterion that the mean delta of the "
                "phenomenon’s pairs meets; phenomena with the greatest mean human delta come first."
            ),
        ),
        "paradigms": Shown(
            when=("paradigms", "shares"),
            caption=(
                "Paradigms, with their number of pairs in brackets, and systems: the share of pairs that each "
                "gets right by the BLiMP criterion, a tie counting as half; 0.5, in white, is chance. Beside the "
                "systems that run: people, where they chose one sentence of a pair (the share of right answers), "
                "and systems of which only the share of each paradigm was released."
            ),
        ),
        "phenomenon_bars": Shown(
            when=("paradigms", "shares"),
            caption=(
                "Share of pairs that meet the BLiMP criterion, a tie counting as half, by phenomenon, with 95 % "
                "intervals over its paradigms, or its pairs if it has fewer than five (of all pairs, and where a "
                "paradigm has pairs of several clusters: over clusters). Vertical strokes: the share of "
                "single answers that are right, where people chose one sentence of a pair. Dotted: chance."
            ),
        ),
    },
)
