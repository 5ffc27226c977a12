"""Compute the share of right pairs as BabyLM's evaluation pipeline counts, next to the project's own."""

from acceptability.analyses.analysis import Analysis, Section, Shown
from acceptability.contracts.columns import DATASET, SYSTEM, count, dataset_table, share, text

AS_BABYLM = dataset_table(
    "as_babylm",
    {
        **DATASET,
        **SYSTEM,
        "backend": text("what the pipeline calls this way of scoring; elsewhere: another program gave the scores"),
        "paradigms": count("paradigms, each of which counts alike, whatever its number of pairs"),
        "pairs": count("pairs of which both sentences have a score"),
        "ties": count("how many of them have two equal sums, which count as right"),
        "mean": share("mean over paradigms of the share of right pairs"),
    },
    unique=("system", "measure"),
)

ANALYSIS = Analysis(
    writes=(AS_BABYLM,),
    when=("pairs", "as_babylm"),
    section=Section(22, own="both"),
    tables={
        "as_babylm": Shown(
            counts_pairs=True,
            caption=(
                "Share of right pairs as BabyLM's evaluation pipeline counts.",
                "Of two sentences, it chooses the one with the larger sum of log-probabilities, which is not divided "
                "by length. The acceptable sentence comes first, so two equal sums count as right. Here, sums are "
                "equal if they differ by no more than rounding.",
                "Each paradigm counts alike, whatever its number of pairs. Backend: what the pipeline calls the way "
                "of scoring.",
                "Do not compare these numbers with other tables, in which a tie counts as half and each pair counts "
                "alike.",
            ),
        ),
    },
)
