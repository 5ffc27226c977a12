"""Compare a paper's printed numbers with recomputed ones."""

from acceptability.analyses.analysis import Analysis, Shown

ANALYSIS = Analysis(
    when=("printed",),
    quotes=("reproduction",),
    tables={
        "reproduction": Shown(
            owner="study",
            caption=(
                "Every number that the paper prints, next to the recomputed one with the published computation and "
                "as corrected."
            ),
        ),
        "reproduction_summary": Shown(
            owner="study",
            caption=(
                'How many of the paper\'s printed numbers have each verdict. "as published only": comes out with the '
                'published computation but not with the corrected one. "differs by our reading": of a statement '
                'that no number of the paper decides. "as the authors\' log prints it" and "as the authors\' sheet has '
                'it": agrees with a log or a table of results that the authors released, and is not recomputed '
                'here. "file not fetched": needs a registered file that is not fetched here. "not found": needs '
                'data that were not found. "not recomputable": cannot be recomputed here, for a reason that the note '
                "in reproduction.csv gives, such as a result of another paper, an estimate, or a system that is not "
                'run. "definition": a definition, a choice of the authors, or a property of a model or a corpus.'
            ),
        ),
        "searches": Shown(
            owner="study",
            caption=(
                "Data that printed numbers need and that were searched for, how many numbers need them, the result of "
                "the search, its date, and the repositories with their commits (resources/searches.csv has these in "
                "full)."
            ),
        ),
    },
)
