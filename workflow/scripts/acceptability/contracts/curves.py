"""Tables of the ADC at every δ: shares, and the area below their curve."""

from acceptability.contracts.columns import Table, number, positive, share, text

ADC_CURVES = Table(
    "adc_curves",
    {
        "row": text("system/measure"),
        "threshold": positive("δ in standard deviations"),
        "share": share("share of the rated pairs that meet the ADC, corrected"),
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
