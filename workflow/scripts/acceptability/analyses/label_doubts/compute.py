"""What is doubtful about classifiers and thresholds on labelled sentences, in words."""

import pandas as pd

from acceptability.statistics.doubtful_scores import doubt_classifiers


def compute(*, simple: pd.DataFrame, summary: pd.DataFrame | None) -> pd.DataFrame:
    """Return what is doubtful, as DOUBTS; warnings about it go to the log.

    Parameters:
        simple: the table SIMPLE_CLASSIFIERS.
        summary: the table CLASSIFIERS, where classifiers are trained on these sentences.
    """
    doubts = doubt_classifiers(simple, summary)
    print(*(f"warning: {doubt.about}: {doubt.doubt}" for doubt in doubts.itertuples()), sep="\n")
    return doubts
