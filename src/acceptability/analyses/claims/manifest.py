"""Check a paper's claims under every specification."""

from acceptability.analyses.analysis import Analysis, Shown

ANALYSIS = Analysis(
    when=("claims",),
    quotes=("checked_claims",),
    tables={
        "claims": Shown(
            owner="study",
            caption=(
                "What the paper claims, in other words (in brackets: how it was read). Supported and refuted: in "
                "how many combinations of the choices that it leaves open the claim holds in at least 97.5 % of "
                "10,000 bootstrap samples of clusters of pairs, such as publications, or in at most 2.5 %. "
                "Bootstraps: how often it holds under the paper's own choices. Robust: supported in all "
                "combinations; holds: in the paper's own, and refuted in none; depends: supported in some and "
                "refuted in others, by the choices named; fails and never holds: the same, refuted; otherwise "
                "undecided. Where a claim needs a number to compare with, the verdict stands for all bounds in "
                "the range. Equivalence: p of two one-sided tests that a difference is smaller than the bound. "
                "The last column has the verdict where phenomena are drawn, not whole clusters, if it is another."
            ),
        ),
    },
    figures={
        "claims": Shown(
            owner="study",
            caption=(
                "Share of the specifications (combinations of choices that the paper leaves open) in which each "
                "claim is supported (it holds in at least 97.5 % of the bootstrap samples of clusters), refuted "
                "(it holds in at most 2.5 %) or undecided. Right: the verdict. “Our reading”: we read the claim "
                "off a table; the text of the paper does not state it."
            ),
        ),
    },
)
