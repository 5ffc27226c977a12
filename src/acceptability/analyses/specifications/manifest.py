"""Compute the ADC under every combination of the choices that the method leaves open."""

from acceptability.analyses.analysis import Analysis, Each, Part, Section, Shown
from acceptability.contracts.columns import SYSTEM, choice, count, dataset_table, number, positive, share
from acceptability.options import OPTIONS

SPECIFICATIONS = dataset_table(
    "specifications",
    {
        "threshold": positive("δ in standard deviations"),
        **{name: choice(option.meaning, option.values) for name, option in OPTIONS.items()},
        **SYSTEM,
        "met": number("pairs that meet the ADC, a tie counting as half"),
        "pairs": count("pairs that count"),
        "share": number("met / pairs"),
        "blimp": share("share that meets the BLiMP criterion under the same choices"),
        "pearson_r": number("Pearson's r of model and human deltas; empty where it is undefined", nullable=True),
    },
    unique=("threshold", *OPTIONS, "system", "measure"),
)

ANALYSIS = Analysis(
    reads={"scores": Each("scores", "specification_systems")},
    writes=(SPECIFICATIONS,),
    when=("pairs", "rated", "scores"),
    by_coverage=True,
    section=Section(90),
    quotes=("specifications",),
    tables={
        "ranks": Shown(
            caption=(
                "The best and the worst rank of each row, by δ and by the scale of the human ratings, over all other "
                "choices of a specification.",
                "Rank 1 is the largest share of pairs that meet the ADC.",
                "Where two ranges do not overlap, the rank depends on the scale of the ratings. Neighbouring ranks "
                "are often within sampling error.",
                Part("Only rows that cover most pairs have ranks.", when=("partial",)),
            ),
        ),
    },
    figures={
        "specifications": Shown(
            caption=(
                "Share of pairs that meet the ADC under every specification, that is, combination of choices.",
                "For each δ, specifications are in the order of the mean share of the systems. A line is a system or "
                "a baseline.",
                "The marks below show the choices of each specification.",
            ),
        ),
    },
)
