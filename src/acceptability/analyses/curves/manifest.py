"""Compute the ADC at every δ: shares, the area below their curve, and the parts of the shares."""

from acceptability.analyses.analysis import Analysis, Each, Section, Shown
from acceptability.contracts.columns import choice, dataset_table, interval, positive, share, text

KNOWN = {
    "no_knowledge": "the sign is random, the size that of any pair",
    "size_only": "the sign is random, the size the pair's own",
    "sign_only": "the sign is the pair's own, the size that of any pair",
    "chance": "sign and size together are those of any pair",
    "chance_within": "sign and size together are those of another pair of the phenomenon",
    "share": "sign and size are the pair's own",
}
ADC_CURVES = dataset_table(
    "adc_curves",
    {
        "row": text("system/measure"),
        "threshold": positive("δ in standard deviations"),
        "share": share("share of the rated pairs that meet the ADC, a tie counting as half"),
    },
    unique=("row", "threshold"),
)
AREAS = dataset_table(
    "areas",
    {
        "row": text("system/measure", unique=True),
        "area": share("mean share over all δ up to the greatest one"),
        **interval(),
        "share": share("share of pairs that meet the ADC at the smallest δ"),
        "constant_share": share("the same, every delta keeping its sign and having the best constant size"),
    },
)
CHANCE_STEPS = dataset_table(
    "chance_steps",
    {
        "row": text("system/measure"),
        "threshold": positive("δ in standard deviations"),
        "known": choice("what is known of a pair's delta; see statistics.chance.share_by_knowledge", KNOWN),
        "share": share("share of the rated pairs that are expected to meet the ADC, corrected"),
    },
    unique=("row", "threshold", "known"),
)

ANALYSIS = Analysis(
    reads={"deltas": Each("deltas", "scorers_and_references")},
    writes=(ADC_CURVES, AREAS, CHANCE_STEPS),
    when=("pairs", "rated", "scores"),
    by_coverage=True,
    section=Section(30),
    quotes=("areas", "chance_steps"),
    tables={
        "chance_steps": Shown(
            caption=(
                "What the share of pairs that meet the ADC at the smallest δ is made of. Each row uses its own deltas "
                "only.",
                "No knowledge: each pair has a random sign, and the size of any pair's delta. Size only: a random "
                "sign, and its own size. Sign only: its own sign, and any pair's size.",
                "Any pair's: sign and size of any pair's delta, which is chance. Another pair's of the phenomenon: "
                "the delta of another pair of its phenomenon. Own: its own delta.",
                "A tie counts as half. All are exact expectations.",
            ),
        ),
    },
    figures={
        "adc_curves": Shown(
            caption=(
                "Share of pairs that meet the Acceptability Delta Criterion (ADC) at every δ.",
                "Vertical lines mark the δ of the tables. Grey lines without markers: baselines, not systems.",
                "The best constant delta and the shuffled human deltas use only which sentence of a pair is "
                "acceptable.",
            ),
        ),
    },
)
