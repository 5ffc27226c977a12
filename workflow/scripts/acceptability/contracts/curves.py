"""Tables of the ADC at every δ: shares, the area below their curve, and what the shares are made of."""

from acceptability.contracts.columns import Table, choice, number, positive, share, text

ADC_CURVES = Table(
    "adc_curves",
    {
        "row": text("system/measure"),
        "threshold": positive("δ in standard deviations"),
        "share": share("share of the rated pairs that meet the ADC, a tie counting as half"),
    },
    unique=("row", "threshold"),
)
AREAS = Table(
    "areas",
    {
        "row": text("system/measure", unique=True),
        "area": share("mean share over all δ up to the greatest one"),
        "low": number("lower end of its 95 % interval over clusters", nullable=True),
        "high": number("upper end of that interval", nullable=True),
        "share": share("share of pairs that meet the ADC at the smallest δ"),
        "constant_share": share("the same, every delta keeping its sign and having the best constant size"),
    },
)
KNOWN = {
    "no_knowledge": "the sign is a coin, the size that of any pair",
    "size_only": "the sign is a coin, the size the pair's own",
    "sign_only": "the sign is the pair's own, the size that of any pair",
    "chance": "sign and size together are those of any pair",
    "chance_within": "sign and size together are those of another pair of the phenomenon",
    "share": "sign and size are the pair's own",
}
CHANCE_STEPS = Table(
    "chance_steps",
    {
        "row": text("system/measure"),
        "threshold": positive("δ in standard deviations"),
        "known": choice("what is known of a pair's delta; see analysis.chance.steps", KNOWN),
        "share": share("share of the rated pairs that are expected to meet the ADC, corrected"),
    },
    unique=("row", "threshold", "known"),
)
