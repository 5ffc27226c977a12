"""Coefficients of linking functions that are fitted to ratings."""

from acceptability.analyses.analysis import Analysis, Each, Section, Shown
from acceptability.contracts.columns import Table, text
from acceptability.contracts.scoring import LINKING

LINKINGS = Table(
    "linkings",
    {"system": text("key of the fitted system"), **LINKING.columns, "coefficient": text("as in linking")},
    unique=("system", "coefficient"),
    path="results/metrics/{dataset}/linking.csv",
)

ANALYSIS = Analysis(
    reads={"coefficients": Each("linking", "fitted_systems")},
    writes=(LINKINGS,),
    when=("fitted",),
    section=Section(120),
    tables={
        "linking": Shown(
            caption=(
                "Coefficients of MORCELA, a linking function that is fitted to the ratings: (log-probability − β "
                "· unigram log-probability + γ) / length, times α, plus an intercept. SLOR is β = 1, γ = 0. "
                "Logarithms are natural. In brackets: 95 % intervals by a bootstrap over families of sentences "
                "(clusters of pairs, sets, or examples of one construction); β and γ are ratios to α and have "
                "none where that of α holds 0. They are fitted to all rated sentences; the scores in other tables "
                "are predictions of other families."
            ),
        ),
    },
)
