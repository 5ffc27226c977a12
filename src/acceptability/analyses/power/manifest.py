"""Estimate what an experiment with these pairs can find: smallest differences, interval widths, certain decisions."""

from acceptability.analyses.analysis import Analysis, Check, Each, Shown
from acceptability.contracts.columns import NOT_NEGATIVE, THRESHOLD, Table, any_text, choice, count, number, text

QUANTITIES = {
    "smallest_difference": (
        "difference of two systems' shares that the paired test, which flips the signs of clusters, finds in 80 % of "
        "experiments (p < 0.05, one test)"
    ),
    "interval_width": "mean width of the 95 % interval over clusters of the better system's share",
    "share": "expected share of the better system; by the ADC, it grows with raters, as ratings have less noise",
    "certain": "share of pairs whose decision by the ADC is the same in the whole 95 % interval of the human delta",
}
DESIGNS = {
    "as planned": "the pairs of the table, and the raters of each sentence",
    "twice the pairs": "each phenomenon has twice as many pairs",
    "twice the phenomena": "twice as many phenomena, each with as many pairs",
    "twice the raters": "each sentence has twice as many raters",
}

POWER = Table(
    "power",
    {
        "quantity": choice("; ".join(f"{name}: {meaning}" for name, meaning in QUANTITIES.items()), QUANTITIES),
        "criterion": text("blimp or adc; both corrected"),
        **THRESHOLD,
        "design": choice("; ".join(f"{name}: {meaning}" for name, meaning in DESIGNS.items()), DESIGNS),
        "value": number("the difference, the width or a share; empty: there is none, and note says why", nullable=True),
        "monte_carlo_error": number(
            "its standard error over simulations; empty: no value", NOT_NEGATIVE, nullable=True
        ),
        "shift": number(
            "by how much the deltas of the worse system are lower at the smallest difference, in standard deviations; "
            "empty: it is no difference, or there is none",
            nullable=True,
        ),
        "note": any_text("why there is no value, in words; empty: there is one"),
        "pairs": count("pairs of the design"),
        "clusters": count("clusters that tests flip and intervals leave out: yours, joined as in pairs.csv"),
        "groups": count("phenomena of two pairs or more; one in two clusters counts as two"),
        "raters": count("raters of each sentence"),
    },
    unique=("quantity", "criterion", "threshold", "design"),
    path="results/check/{dataset}/power.csv",
)
ASSUMPTIONS = Table(
    "assumptions",
    {
        "name": text("name of the assumption, by which it can be given", unique=True),
        "meaning": text("what it is"),
        "value": number("what is assumed"),
        "unit": text("unit of the value"),
        "source": text(
            "where the value is from: a paper; your ratings or your scores (those of the table); given (the user's)"
        ),
    },
    path="results/check/{dataset}/assumptions.csv",
)

ANALYSIS = Analysis(
    check=Check(
        place=20,
        files={
            "power": "the smallest difference that is found, the width of an interval, the expected share and the "
            "share of certain decisions, as planned and with twice the pairs, phenomena or raters",
            "assumptions": "what these numbers were simulated from, with the source of each value",
        },
    ),
    writes=(POWER, ASSUMPTIONS),
    when=("pairs", "checked"),
    settings=("assumptions",),
    optional={"scores": ("scores", Each("scores", "scorers")), "ratings": ("single_ratings", "ratings")},
    figures={
        "power": Shown(
            caption=(
                "What an experiment with these pairs can find. First: the smallest difference between two systems that "
                "a paired test (signs of whole clusters flipped, p < 0.05) finds in 80 % of experiments. Second: the "
                "expected width of the 95 % interval of one system’s share. Third: the share of pairs whose decision "
                "by the ADC does not depend on the sampling error of the ratings. Simulated from the assumptions in "
                "the table; lines through the points are two Monte Carlo errors to either side."
            ),
        ),
    },
)
