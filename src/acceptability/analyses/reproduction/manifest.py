"""Compare a paper's printed numbers with recomputed ones."""

from acceptability.analyses.analysis import Analysis, Shown

ANALYSIS = Analysis(
    when=("printed",),
    quotes=("reproduction",),
    tables={
        "reproduction": Shown(
            owner="study",
            caption=(
                "Every number that the paper prints, beside the recomputed one with the published computation and "
                "as corrected."
            ),
        ),
        "reproduction_summary": Shown(
            owner="study",
            caption=(
                'How many of the paper\'s printed numbers come out as printed. "as published only": with the '
                'published computation but not with the corrected one. "differs by our reading": of a statement '
                'that no number of the paper decides. "not recomputable": needs data that were never released, or '
                'models that are not run here. "definition": a definition, a choice of the authors, or a property '
                "of a model or a corpus."
            ),
        ),
    },
)
